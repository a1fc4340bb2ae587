/** What is seen of a game besides its cells: phase, priority, both players' fields, the stack. */
import type {
  GaugeShape,
  LabelledLines,
  PanelView,
  PlaceView,
  TableView,
  ThingView,
  UnitView,
} from '../system/system.js';
import { gameOf } from './battle.js';
import { HEAD_OFFSET, NONE, OF_CARD, OF_PLAYER, ZONE } from './cells.js';
import { CARD_KIND } from './definitions.js';
import {
  definitionOf,
  effectivePower,
  type Game,
  head,
  nameOfCard,
  ofCard,
  ofPlayer,
  ownerOf,
  turnOf,
} from './game.js';
import { describeCard, nameOfPlayer, placeOf, stackLines } from './print.js';
import { PENDING, STEP, TIMING } from './timing.js';
import { CHOICE_WORDS } from './words.js';

// What viewers show of a game: gauges, the Characters on the field, whose turn it is (F1).

export const GAUGES: readonly GaugeShape[] = [
  {
    cell: 'player[*].damage',
    role: 'health',
    label: 'damage',
    lineOf: (battle) => {
      const game = gameOf(battle);
      return game === undefined ? undefined : [game.rules.damageToLose, 'the player has lost'];
    },
  },
  { cell: 'stackDepth', role: 'other', label: 'items on the stack' },
  { cell: 'player[*].hand', role: 'other', label: 'hand' },
  { cell: 'player[*].deck', role: 'other', label: 'deck' },
  { cell: 'card[*].effectivePower', role: 'other', label: 'power' },
  { cell: 'card[*].damage', role: 'health', label: 'damage' },
  { cell: 'card[*].dull', role: 'status', label: 'position', words: { 0: 'active', 1: 'dull' } },
];

export function unitViews(game: Game): UnitView[] {
  return game.cardIds.flatMap((name, card) => {
    if (ofCard(game, card, OF_CARD.zone) !== ZONE.field) return [];
    const named = game.named[card];
    const own = named === undefined ? {} : { named };
    return [
      { prefixes: [`card[${name}]`], name, ...own, side: ownerOf(game, card), x: -1, y: -1, facing: '' as const },
    ];
  });
}

export function turnPlayer(game: Game): number {
  return head(game, HEAD_OFFSET.turnPlayer);
}

/** The side of an action set when no player can act. */
export const NOBODYS_TURN = 2;

/** Who acts now: the player who owes a choice, else the one with priority (F8, F18). */
export function actingSide(game: Game): number {
  const owes = head(game, HEAD_OFFSET.pendingPlayer);
  const player = owes === NONE ? head(game, HEAD_OFFSET.priority) : owes;
  return player === NONE ? NOBODYS_TURN : player;
}

type Line = readonly [label: string, value: string];

function turnPanel(game: Game): PanelView {
  const pending = head(game, HEAD_OFFSET.pending);
  const owed: Line = [
    'has to choose',
    `${nameOfPlayer(game, head(game, HEAD_OFFSET.pendingPlayer))}: ${CHOICE_WORDS[pending]}`,
  ];
  return {
    title: 'Turn and priority',
    lines: [
      ['turn', `${turnOf(game)} of ${nameOfPlayer(game, head(game, HEAD_OFFSET.turnPlayer))}`],
      ['phase', placeOf(game)],
      ['priority', nameOfPlayer(game, head(game, HEAD_OFFSET.priority))],
      ['passes in a row', String(head(game, HEAD_OFFSET.passes))],
      ...(pending === PENDING.none ? [] : [owed]),
    ],
  };
}

function playerPanel(game: Game, player: number): PanelView {
  const cards = (zone: number, words: (card: number) => string): string[] =>
    game.cardIds.flatMap((_, card) =>
      ownerOf(game, card) === player && ofCard(game, card, OF_CARD.zone) === zone ? [words(card)] : [],
    );
  const name = (card: number): string => nameOfCard(game, card);
  const listed = (names: readonly string[]): string => names.join(', ') || '-';
  const count = (field: number): string => String(ofPlayer(game, player, field));
  const limit = [...cards(ZONE.limitBreak, name), ...cards(ZONE.limitBreakUsed, (card) => `${name(card)} face up`)];
  return {
    title: `Field of ${nameOfPlayer(game, player)}`,
    lines: [
      ...cards(ZONE.field, (card) => describeCard(game, card)).map((text): Line => ['field', text]),
      ['hand', listed(cards(ZONE.hand, name))],
      ['damage', count(OF_PLAYER.damage)],
      ['deck', count(OF_PLAYER.deck)],
      ['Break Zone', count(OF_PLAYER.breakZone)],
      ...(limit.length === 0 ? [] : [['Limit Break', listed(limit)] as const]),
    ],
  };
}

function stackPanel(game: Game): PanelView {
  const lines = stackLines(game).map(({ place, text }): Line => [String(place), text]);
  return { title: 'Stack, the top first', lines: lines.length === 0 ? [['', 'empty']] : lines };
}

export function panelsOfGame(game: Game): PanelView[] {
  return [turnPanel(game), stackPanel(game), playerPanel(game, 0), playerPanel(game, 1)];
}

/** A card as it lies there: turned if it is dull, marked if it attacks or blocks. */
function cardThing(game: Game, card: number, isOnField: boolean): ThingView {
  const thing = { name: nameOfCard(game, card), side: ownerOf(game, card) };
  if (!isOnField) return thing;
  const about = describeCard(game, card);
  const isForward = definitionOf(game, card).kind === CARD_KIND.forward;
  const fights = ofCard(game, card, OF_CARD.attacking) === 1 || head(game, HEAD_OFFSET.blocker) === card;
  const isDull = ofCard(game, card, OF_CARD.dull) === 1;
  return {
    ...{ ...thing, about },
    ...(isForward ? { note: String(effectivePower(game, card)) } : {}),
    ...(isDull ? { state: 'turned' as const } : fights ? { state: 'marked' as const } : {}),
  };
}

/** The opponent above, the stack between, the first player below; the part of the turn by name. */
export function tableOfGame(game: Game): TableView {
  const acting = actingSide(game);
  const owes = head(game, HEAD_OFFSET.pending) !== PENDING.none;
  const cards = (player: number, zone: number): ThingView[] =>
    game.cardIds.flatMap((_, card) =>
      ownerOf(game, card) === player && ofCard(game, card, OF_CARD.zone) === zone
        ? [cardThing(game, card, zone === ZONE.field)]
        : [],
    );
  const field = (player: number): PlaceView => {
    const has = owes ? `has to choose ${CHOICE_WORDS[head(game, HEAD_OFFSET.pending)]}` : 'has priority';
    const damage = `damage ${ofPlayer(game, player, OF_PLAYER.damage)} of ${game.rules.damageToLose}`;
    const note = acting === player ? `${has}, ${damage}` : damage;
    const name = `Field of ${nameOfPlayer(game, player)}`;
    return { name, note, things: cards(player, ZONE.field), isNow: acting === player };
  };
  const hand = (player: number): PlaceView => {
    const counts = `deck ${ofPlayer(game, player, OF_PLAYER.deck)}, Break Zone ${ofPlayer(game, player, OF_PLAYER.breakZone)}`;
    return { name: `Hand of ${nameOfPlayer(game, player)}`, note: counts, things: cards(player, ZONE.hand) };
  };
  const stack: PlaceView = {
    name: 'Stack, the top first',
    things: stackLines(game).map(({ text, side }) => ({ name: text, side })),
  };
  const [phase, step] = [head(game, HEAD_OFFSET.phase), head(game, HEAD_OFFSET.step)];
  // the batches of First Strike are no part of most turns
  const steps = TIMING.filter((row) => row.step !== STEP.firstStrike || step === STEP.firstStrike);
  return {
    steps: steps.map(({ place }) => place),
    step: steps.findIndex((row) => row.phase === phase && row.step === step),
    places: [hand(1), field(1), stack, field(0), hand(0)],
  };
}

/** Columns of a route's table: place in the turn, stack, both players' counts and fields. */
export function ledgerOfGame(game: Game): LabelledLines {
  const top = stackLines(game).map(({ text }) => text);
  const count = (player: number, field: number): number => ofPlayer(game, player, field);
  const field = (player: number): string =>
    game.cardIds
      .flatMap((_, card) =>
        ownerOf(game, card) === player && ofCard(game, card, OF_CARD.zone) === ZONE.field
          ? [describeCard(game, card)]
          : [],
      )
      .join(', ');
  const players = [0, 1].flatMap((player): Line[] => {
    const name = nameOfPlayer(game, player);
    const counts = `damage ${count(player, OF_PLAYER.damage)}, hand ${count(player, OF_PLAYER.hand)}`;
    return [
      [name, counts],
      [`field of ${name}`, field(player)],
    ];
  });
  const pending = head(game, HEAD_OFFSET.pending);
  const who = pending === PENDING.none ? HEAD_OFFSET.priority : HEAD_OFFSET.pendingPlayer;
  return [
    ['place', placeOf(game)],
    ['acts', nameOfPlayer(game, head(game, who))],
    ['stack', top.join(' | ')],
    ...players,
  ];
}
