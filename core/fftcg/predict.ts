/**
 * What comes next, as labelled lines: who acts, what is owed, and what happens if both players pass
 * in a row (F8, F18). What resolves is played on the game itself, which is then put back.
 */
import { createEventBuffer } from '../system/battle.js';
import type { Battle, LabelledLines } from '../system/system.js';
import { HEAD_OFFSET } from './cells.js';
import { COMMAND, COMMAND_LENGTH } from './commands.js';
import { type Game, head } from './game.js';
import { nameOfPlayer, OUTCOMES, placeOf, stackLines } from './print.js';
import { NARRATION } from './sentences.js';
import { step } from './step.js';
import { PENDING } from './timing.js';
import { CHOICE_WORDS, placeAfter } from './words.js';

/** Events that say nothing about what an item on the stack does. */
const PROCEDURE = ['passed', 'priority'];

/** What happens as the top item takes effect, in sentences. */
function whatResolves(game: Game, battle: Battle): readonly string[] {
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
      if (!PROCEDURE.includes(happening.kind)) sentences.push(NARRATION.sentence(happening, 'en'));
    }
  }
  game.image.set(before);
  game.events = lent;
  return sentences;
}

export function predictGame(game: Game, battle: Battle): LabelledLines {
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
  const [first = '', ...then] = whatResolves(game, battle);
  return [...lines, ['if both pass', first], ...then.map((text): readonly [string, string] => ['then', text])];
}
