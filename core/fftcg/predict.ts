/**
 * What comes next, as labelled lines: who acts, what is owed, and what happens if both players pass
 * in a row (F8, F18). What resolves is played on the game itself, which is then put back. And the
 * window that is open now: who holds priority, and with what he could act.
 */
import { createEventBuffer } from '../system/battle.js';
import { type LegalEntry, type LegalSpan, legalEntries } from '../system/legal-text.js';
import type { Battle, LabelledLines, Language } from '../system/system.js';
import { HEAD_OFFSET } from './cells.js';
import { COMMAND, COMMAND_LENGTH, commands } from './commands.js';
import { type Game, head, nameOfCard, turnOf } from './game.js';
import { nameOfPlayer, OUTCOMES, placeOf, stackLines } from './print.js';
import { NARRATION } from './sentences.js';
import { step } from './step.js';
import { PENDING } from './timing.js';
import { CHOICE_WORDS, placeAfter } from './words.js';

/** Events that say nothing about what an item on the stack does. */
const PROCEDURE = ['passed', 'priority'];

/** What happens as the top item takes effect, in sentences. */
function whatResolves(game: Game, battle: Battle, language: Language): readonly string[] {
  const before = game.image.slice();
  const lent = game.events;
  const events = createEventBuffer(4096);
  const sentences: string[] = [];
  const command = new Int32Array(COMMAND_LENGTH[COMMAND.pass] ?? 0);
  command[0] = COMMAND.pass;
  // the player with priority passes, then the other one, unless he has passed already
  const passes = 2 - head(game, HEAD_OFFSET.passes);
  for (let count = 0; count < passes; count++) {
    command[1] = head(game, HEAD_OFFSET.priority);
    events.length = 0;
    step(game, command, events);
    for (const happening of NARRATION.tell(battle, before, events)) {
      if (!PROCEDURE.includes(happening.kind)) sentences.push(NARRATION.sentence(happening, language));
    }
  }
  game.image.set(before);
  game.events = lent;
  return sentences;
}

export function predictGame(game: Game, battle: Battle, language: Language = 'en'): LabelledLines {
  if (head(game, HEAD_OFFSET.outcome) !== 0) return [['outcome', OUTCOMES[head(game, HEAD_OFFSET.outcome)] as string]];
  const place = placeOf(game);
  const pending = head(game, HEAD_OFFSET.pending);
  const stack = stackLines(game).map(({ place: at, text }): readonly [string, string] => [`stack ${at}`, text]);
  if (pending !== PENDING.none) {
    const owed = `${nameOfPlayer(game, head(game, HEAD_OFFSET.pendingPlayer))}: ${CHOICE_WORDS[pending]}`;
    return [['place', place], ['next', owed], ...stack];
  }
  const lines: LabelledLines = [
    ['place', place],
    ['next', `${nameOfPlayer(game, head(game, HEAD_OFFSET.priority))}: priority`],
    ...stack,
  ];
  if (stack.length === 0) {
    return [...lines, ['if both pass', placeAfter(place, game.rules.loopToPreparation)]];
  }
  const [first = '', ...then] = whatResolves(game, battle, language);
  return [...lines, ['if both pass', first], ...then.map((text): readonly [string, string] => ['then', text])];
}

// The window that is open now (F5 to F18): entries of a judge's log.

/** Room for the legal commands of a game. */
const LEGAL_WORDS = 1 << 16;

/** What a span names, or how many of the cards a list takes. */
function spanWords(game: Game, battle: Battle, ids: string | undefined, { from, to, lengths }: LegalSpan): string {
  if (lengths !== undefined && (lengths[1] > 1 || from !== to)) {
    const count = lengths[0] === lengths[1] ? `${lengths[0]}` : `${lengths[0]} to ${lengths[1]}`;
    return `${count} of several`;
  }
  if (lengths?.[1] === 0 || from < 0) return 'nobody';
  if (ids === 'card') return nameOfCard(game, from);
  return ids === undefined ? String(from) : (battle.idName(ids, from) ?? String(from));
}

/** A legal command without its player: its name and what it names, and apart what it chooses. */
function entryWords(game: Game, battle: Battle, { shape, spans }: LegalEntry): { what: string; chosen: string } {
  const words = [shape.name];
  let chosen = '';
  shape.parameters.forEach(({ name, ids }, index) => {
    const span = spans[index] as LegalSpan;
    if (name === 'player' || (name === 'targets' && span.lengths?.[1] === 0)) return;
    const text = spanWords(game, battle, ids, span);
    if (name === 'targets') chosen = text;
    else words.push(ids === undefined ? `${name}=${text}` : text);
  });
  return { what: words.join(' '), chosen };
}

/** Everything that is legal now but conceding, what differs in its targets alone taken together. */
function couldDo(game: Game, battle: Battle): string {
  const found = new Map<string, string[]>();
  for (const entry of legalEntries(battle, commands, new Int32Array(LEGAL_WORDS))) {
    if (entry.shape.code === COMMAND.concede) continue;
    const { what, chosen } = entryWords(game, battle, entry);
    found.set(what, [...(found.get(what) ?? []), ...(chosen === '' ? [] : [chosen])]);
  }
  const texts = [...found].map(([what, on]) => (on.length === 0 ? what : `${what} on ${on.join(' or ')}`));
  return texts.join('; ');
}

/** Place, stack, who holds priority or owes a choice, and with what he could act. */
export function windowOfGame(game: Game, battle: Battle): LabelledLines {
  const outcome = head(game, HEAD_OFFSET.outcome);
  if (outcome !== 0) return [['the game is over', OUTCOMES[outcome] as string]];
  const place = `turn ${turnOf(game)} of ${nameOfPlayer(game, head(game, HEAD_OFFSET.turnPlayer))}`;
  const stack = stackLines(game).map(({ text }) => text);
  const pending = head(game, HEAD_OFFSET.pending);
  const owes = pending !== PENDING.none;
  const acts = nameOfPlayer(game, head(game, owes ? HEAD_OFFSET.pendingPlayer : HEAD_OFFSET.priority));
  const after = head(game, HEAD_OFFSET.passes) === 0 ? '' : ', and the other one has passed';
  const could = couldDo(game, battle);
  return [
    [place, placeOf(game)],
    ...(stack.length === 0 ? [] : [['stack from its top', stack.join(' | ')] as const]),
    [acts, owes ? `owes ${CHOICE_WORDS[pending]}; nobody has priority` : `has priority${after}`],
    [`${acts} could`, could === 'pass' ? 'only pass' : could],
  ];
}
