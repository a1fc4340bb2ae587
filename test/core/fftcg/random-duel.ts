/**
 * Random games with the extensions (First Strike, Back Attack, freezing, Limit Break), negative power and ordered triggers,
 * played by the system and by its slow reference side by side: after every command both have accepted or both refused it,
 * and every cell that the reference knows is equal.
 */
import { expect } from 'vitest';
import { fftcg } from '../../../core/fftcg/index.js';
import { apply, type PlainCommand, readCell } from '../../../core/system/battle.js';
import { type Battle, RuleError } from '../../../core/system/system.js';
import { cardOf, definitionOf, OTHER_CARDS } from '../../golden/fftcg-deck.js';
import { cells, plain } from '../../golden/fftcg-play.js';
import { applyDuel, createDuel } from '../../references/fftcg.js';
import type { Card, Duel, DuelCommand, PlayerIndex } from '../../references/fftcg-cards.js';
import { RuleReferenceError } from '../../references/reference-error.js';

type Draw = (below: number) => number;

function drawing(seed: number): Draw {
  let state = seed >>> 0 || 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pick = <T>(draw: Draw, list: readonly T[]): T => list[draw(list.length)] as T;
const forward = (id: string, element: string, power: number, more: Partial<Card> = {}): Card => ({
  ...{ id, kind: 'forward' as const, element, power },
  ...more,
});
const summon = (id: string, effects: Card['effects'], more: Partial<Card> = {}): Card => ({
  ...{ id, kind: 'summon' as const, element: '', ...(effects === undefined ? {} : { effects }) },
  ...more,
});

/** Cards of the extensions; those with a Limit Break cost stand in a deck of their own. */
const EXTENDED: readonly Card[] = [
  forward('striker', 'fire', 4000, { firstStrike: true }),
  forward('duelist', 'earth', 6000, { firstStrike: true, brave: true }),
  forward('ambusher', 'fire', 5000, {
    backAttack: true,
    autos: [{ id: 'pounce', on: 'enters', effects: [{ kind: 'dull', scope: 'allForwards' }] }],
  }),
  summon('frost', [
    { kind: 'dull', scope: 'targets' },
    { kind: 'freeze', scope: 'targets' },
  ]),
  summon('plague', [{ kind: 'addPower', scope: 'allForwards', amount: -2000 }]),
];
const LIMIT: readonly Card[] = [
  forward('champion', 'earth', 7000, { limitBreak: 1 }),
  forward('phoenix', 'fire', 4000, {
    limitBreak: 0,
    haste: true,
    autos: [{ id: 'ashes', on: 'breaks', effects: [{ kind: 'draw', scope: 'controller', amount: 1 }] }],
  }),
  summon('nova', [{ kind: 'damage', scope: 'targets', amount: 5000 }], { limitBreak: 2 }),
];
const KNOWN = [...OTHER_CARDS, ...EXTENDED, ...LIMIT];
const KINDS = [...OTHER_CARDS, ...EXTENDED, ...EXTENDED];

/** A copy by its own id; its auto-abilities are named `copy/ability`, as a command names a trigger. */
function copyOf(card: Card, copy: string): Card {
  const autos = card.autos?.map((auto) => ({ ...auto, id: `${copy}/${auto.id}` }));
  const element = card.element === '' ? copy : card.element;
  return { ...card, id: copy, element, ...(autos === undefined ? {} : { autos }) };
}

interface Game {
  duel: Duel;
  readonly battle: Battle;
  /** Value of a cell of the battle by name. */
  readonly cell: (name: string) => number;
  readonly cards: readonly [readonly Card[], readonly Card[]];
}

function drawGame(system: typeof fftcg, draw: Draw): Game {
  const taken = new Map<string, number>();
  const copies = (kinds: readonly Card[]): [string, Card][] =>
    kinds.map((card) => {
      const count = (taken.get(card.id) ?? 0) + 1;
      taken.set(card.id, count);
      return [card.id, copyOf(card, count === 1 ? card.id : `${card.id}-${count}`)];
    });
  const some = (most: number, from: readonly Card[]): Card[] =>
    Array.from({ length: draw(most + 1) }, () => pick(draw, from));
  const characters = KINDS.filter(({ kind }) => kind !== 'summon');
  const sides = [0, 1].map(() => ({
    field: copies(some(4, characters)),
    hand: copies(some(4, KINDS)),
    deck: copies([...some(10, KINDS), cardOf('filler'), cardOf('filler')]),
    limitBreak: copies(some(4, LIMIT)),
  }));
  const switches = {
    firstTurnDraw: pick(draw, [1, 2] as const),
    characterNeedsEmptyStack: pick(draw, ['yes', 'no'] as const),
    endOrder: pick(draw, ['seed', 'cr'] as const),
    attackLoopTo: pick(draw, ['preparation', 'declaration'] as const),
    partyRule: pick(draw, ['cr', 'any'] as const),
    blockerState: pick(draw, ['active', 'any'] as const),
    attackAgain: pick(draw, ['no', 'whileActive'] as const),
  };
  const only = (zone: readonly [string, Card][]): Card[] => zone.map(([, card]) => card);
  const players = sides.map(({ field, hand, deck, limitBreak }) => {
    return { field: only(field), hand: only(hand), deck: only(deck), limit: only(limitBreak) };
  });
  const [first, second] = players;
  if (first === undefined || second === undefined) throw new Error('a game has two sides');
  const flags = {
    ...switches,
    characterNeedsEmptyStack: switches.characterNeedsEmptyStack === 'yes',
    limitBreak: 'on' as const,
  };
  const plainZone = (zone: readonly [string, Card][]): object[] => zone.map(([card, { id }]) => ({ card, id }));
  const setup = {
    definitions: KNOWN.map(definitionOf),
    players: sides.map((side, player) => ({
      id: ['A', 'B'][player],
      ...Object.fromEntries(Object.entries(side).map(([name, zone]) => [name, plainZone(zone)])),
    })),
  };
  const all = players.map(({ field, hand, deck, limit }) => [...field, ...hand, ...deck, ...limit]);
  const battle = system.create(setup, { ...switches, limitBreak: 'on' });
  const byName = new Map(battle.cells.map((one) => [one.name, one]));
  return {
    duel: createDuel({ players: [first, second], switches: flags }),
    battle,
    cell: (name) => {
      const found = byName.get(name);
      return found === undefined ? Number.NaN : readCell(battle.image, found);
    },
    cards: [all[0] ?? [], all[1] ?? []],
  };
}

const idsOf = (list: readonly { readonly card: Card }[]): string[] => list.map(({ card }) => card.id);

/** An answer to what is owed; mostly one that is right. */
function drawAnswer(draw: Draw, duel: Duel, player: PlayerIndex): DuelCommand {
  const own = duel.players[player];
  const forwards = own.field.filter(({ card }) => card.kind === 'forward');
  const everybody = duel.players.flatMap(({ field }) => idsOf(field));
  switch (duel.pending?.kind) {
    case 'attack': {
      const ready = idsOf(
        forwards.filter(
          ({ dull, attackedThisTurn }) => draw(12) === 0 || (!dull && (!attackedThisTurn || draw(4) === 0)),
        ),
      );
      return {
        kind: 'declareAttack',
        player,
        ids: draw(5) === 0 ? [] : ready.filter(() => draw(2) === 0).slice(0, 1 + draw(3)),
      };
    }
    case 'block': {
      const ready = idsOf(forwards.filter(({ dull }) => !dull || draw(4) === 0));
      return { kind: 'declareBlock', player, id: ready.length === 0 || draw(3) === 0 ? null : pick(draw, ready) };
    }
    case 'partyDamage': {
      const blocker =
        everybody.length === 0
          ? undefined
          : duel.players[player].field.find(({ card, entry }) => {
              return card.id === duel.blocker?.id && entry === duel.blocker.entry;
            });
      const power = Math.max(0, (blocker?.power ?? 0) + (blocker?.powerMod ?? 0));
      const party = duel.attackers.map(({ id }) => id).filter((id) => everybody.includes(id));
      const whole = Math.floor(power / 1000) * 1000;
      const first = 1000 * draw(1 + whole / 1000);
      const amounts = party.map((id, index) => ({ id, amount: index === 0 ? first : index === 1 ? whole - first : 0 }));
      return { kind: 'assignPartyDamage', player, amounts };
    }
    case 'exBurst':
      if (draw(3) === 0) return { kind: 'exBurst', player, use: false };
      return { kind: 'exBurst', player, use: true, targets: drawTargets(draw, duel, own.damageZone.at(-1)) };
    case 'triggers': {
      const names = duel.triggered.filter(({ controller }) => controller === player).map(({ name }) => name);
      const shuffled = [...names].sort(() => draw(3) - 1);
      return {
        kind: 'orderTriggers',
        player,
        ids: shuffled.slice(0, draw(4) === 0 ? 1 + draw(names.length) : names.length),
      };
    }
    default: {
      const owed = Math.max(0, own.hand.length - 5);
      return {
        kind: 'discard',
        player,
        ids: own.hand
          .map(({ id }) => id)
          .slice(draw(own.hand.length - owed + 1))
          .slice(0, owed),
      };
    }
  }
}

function drawTargets(draw: Draw, duel: Duel, card: Pick<Card, 'effects'> | undefined): string[] {
  const aims = (card?.effects ?? []).some(({ scope }) => scope === 'targets');
  const there = duel.players.flatMap(({ field }) =>
    idsOf(field.filter(({ card: own }) => own.kind === 'forward' || draw(10) === 0)),
  );
  return aims === (draw(25) !== 0) && there.length > 0 ? [pick(draw, there)] : [];
}

function drawCommand(draw: Draw, duel: Duel): DuelCommand {
  const player = draw(12) === 0 ? (draw(2) as PlayerIndex) : (duel.pending?.player ?? duel.priority ?? 0);
  if (duel.pending !== null && draw(12) !== 0) return drawAnswer(draw, duel, player);
  const { hand, field, limitDown } = duel.players[player];
  const used = field.filter(({ card }) => card.abilities !== undefined);
  const what = draw(10);
  if (what < 2 && hand.length > 0) {
    const card = pick(draw, hand);
    if (card.kind !== 'summon') return { kind: 'playCharacter', player, card: card.id };
    return { kind: 'castSummon', player, card: card.id, targets: drawTargets(draw, duel, card) };
  }
  if (what === 2 && used.length > 0) {
    const { card } = pick(draw, used);
    const [ability] = card.abilities ?? [];
    const targets = drawTargets(draw, duel, ability);
    return { kind: 'useAbility', player, source: card.id, ability: ability?.id ?? '', targets };
  }
  if (what === 3 && limitDown.length > 0) {
    const card = pick(draw, limitDown);
    const others = limitDown.filter((one) => one !== card || draw(20) === 0).map(({ id }) => id);
    const turned = [...others].sort(() => draw(3) - 1).slice(0, (card.limitBreak ?? 0) + (draw(15) === 0 ? 1 : 0));
    return { kind: 'playLimitBreak', player, card: card.id, turned, targets: drawTargets(draw, duel, card) };
  }
  return { kind: 'pass', player };
}

function outcomeOf(action: () => void, refusal: typeof RuleError | typeof RuleReferenceError): string {
  try {
    action();
  } catch (error) {
    if (!(error instanceof refusal)) throw error;
    return 'refused';
  }
  return 'accepted';
}

/** Ids as commands name them: an ability of a copy is that of its definition. */
function commandFor(command: DuelCommand): PlainCommand {
  return plain(command) as PlainCommand;
}

/** What was met, and how often: commands by name, and what the reference logged of the extensions. */
export type Counts = Map<string, number>;

/** Plays this many commands. @param system one with a planted fault, too */
export function compareRandomDuels(seed: number, commands: number, system = fftcg): Counts {
  const draw = drawing(seed);
  const counts: Counts = new Map();
  const count = (what: string): void => {
    counts.set(what, (counts.get(what) ?? 0) + 1);
  };
  let game = drawGame(system, draw);
  let length = 0;
  for (let number = 0; number < commands; number++) {
    const command = drawCommand(draw, game.duel);
    const told = `seed ${seed}, command ${number}: ${JSON.stringify(command)}`;
    const before = game.duel;
    const expected = outcomeOf(() => {
      game.duel = applyDuel({ ...game.duel, log: [] }, command);
    }, RuleReferenceError);
    const found = outcomeOf(() => apply(system, game.battle, commandFor(command)), RuleError);
    if (found !== expected) expect(found, told).toBe(expected);
    const { duel } = game;
    for (const [name, value] of Object.entries(cells(duel, game.cards))) {
      if (game.cell(name) !== value) expect(game.cell(name), `${told}: ${name}`).toBe(value);
    }
    // CR 15.2.4: a card is frozen on the field alone
    const frozen = duel.players.flatMap(({ field }) => field.filter((one) => one.frozen).map(({ card }) => card.id));
    for (const { id } of game.cards.flat()) {
      const isFrozen = Number(frozen.includes(id));
      const cell = game.cell(`card[${id}].frozen`);
      if (cell !== isFrozen) expect(cell, `${told}: ${id} frozen`).toBe(isFrozen);
      if (isFrozen === 1) count('frozen');
    }
    if (expected === 'accepted') {
      count(command.kind);
      if (duel.step === 'firstStrike' && before.step !== 'firstStrike') count('firstStrike');
      if (command.kind === 'playCharacter' && (command.player !== before.turnPlayer || before.step !== null))
        count('backAttack');
      const weak = before.players.flatMap(({ field }) => field).some(({ power, powerMod }) => power + powerMod < 0);
      if (weak || duel.log.some((line) => line.startsWith('resolve plague'))) count('negative');
    }
    length += 1;
    if (duel.winner !== null || length > 400) {
      game = drawGame(system, draw);
      length = 0;
    }
  }
  return counts;
}
