/** Effects on units: what they add to the happening that they belong to. */
import { Effect } from '../memory/happenings.js';
import { namedSkill, namedUnit } from '../memory/unit-names.js';
import { add, type OpenDraw, type OpenHappening, type OpenResult, open, resultOf, type Teller } from './teller.js';

/** Names of the changes, by the effect. */
const CHANGES: Readonly<Record<number, string>> = {
  [Effect.STATUSES]: 'statuses',
  [Effect.ABNORMALITY]: 'abnormality',
  [Effect.KNOCKED]: 'cell',
  [Effect.TURNED]: 'facing',
  [Effect.CHARGE_LOST]: 'charge',
  [Effect.GONE]: 'gone',
  [Effect.LEVEL]: 'level',
  [Effect.POWER]: 'power',
  [Effect.SPEED]: 'speed',
  [Effect.BODY]: 'body',
  [Effect.INTELLECT]: 'intellect',
};

/** Effects that are told only through the draw that they explain. */
const OF_DRAWS: ReadonlySet<number> = new Set([Effect.VALUE, Effect.DISPLACED, Effect.STATUS_DRAWN]);

function displacementWords(bits: number): string {
  const words = ['knocked back', 'a quarter turn', 'a half turn'].filter((_, bit) => ((bits >> bit) & 1) !== 0);
  return words.join(', ') || 'stays';
}

/** What a draw came to, where an effect tells it, and how the purposes of such draws begin. */
function decidedBy(effect: number, before: number, after: number): readonly [word: string, ...purposes: string[]] {
  if (effect === Effect.CHECK) return [before === 1 ? 'hits' : 'misses', 'hit check'];
  if (effect === Effect.VALUE) return [`${before} a hit`, 'random part'];
  if (effect === Effect.DISPLACED) return [displacementWords(before), 'displacement'];
  if (effect === Effect.STATUS_DRAWN)
    return [after === 0 ? 'does not take' : `takes for ${after}`, 'status by a skill'];
  if (effect >= Effect.LEVEL) return [`${before} to ${after}`, 'changed level', 'stat growth'];
  if (effect === Effect.ABNORMALITY) return ['released', 'release'];
  return [''];
}

/**
 * The draw before an effect. A level draws for power, speed, body and intellect before any of their
 * changes is told.
 */
function drawBefore({ waiting, current }: Teller, effect: number): OpenDraw | undefined {
  if (waiting.length > 0) return waiting.at(-1);
  return current?.draws.at(current.kind === 'level' ? effect - Effect.INTELLECT - 1 : -1);
}

/** Notes with the draw before an effect what it decided. */
export function drawEffect(teller: Teller, words: Int32Array, at: number): void {
  const [effect, before, after] = [words[at + 2] as number, words[at + 3] as number, words[at + 4] as number];
  const draw = drawBefore(teller, effect);
  if (draw === undefined || draw.decided !== '') return;
  const [word, ...purposes] = decidedBy(effect, before, after);
  if (purposes.some((purpose) => draw.purpose.startsWith(purpose))) draw.decided = word;
}

function addFigures(result: OpenResult, effect: number, before: number, after: number): boolean {
  const { amounts } = result;
  if (effect === Effect.CHECK) {
    add(amounts, 'landed', before);
    amounts['hits'] = after;
    return true;
  }
  if (effect !== Effect.DAMAGE && effect !== Effect.HEAL) return false;
  add(amounts, effect === Effect.DAMAGE ? 'damage' : 'healed', before);
  amounts['hp'] = after;
  return true;
}

/** Takes an effect into the happening that it belongs to, or into one of its own. */
export function takeEffect(teller: Teller, ram: Uint8Array, words: Int32Array, at: number): void {
  const [unit, effect] = [words[at + 1] as number, words[at + 2] as number];
  const [before, after] = [words[at + 3] as number, words[at + 4] as number];
  if (OF_DRAWS.has(effect)) return;
  const target = namedUnit(ram, unit);
  const outer = teller.current;
  const isOwn = outer === undefined || (teller.timePasses && effect === Effect.STATUSES);
  const happening = isOwn ? open(teller, 'change', unit, target, undefined) : outer;
  const result = resultOf(happening, unit, target);
  if (!addFigures(result, effect, before, after)) {
    const named = effect === Effect.CHARGE_LOST ? namedSkill(ram, unit, before) : undefined;
    const what = CHANGES[effect] as string;
    result.changes.push({ what, before, after, named });
  }
  if (isOwn) goBack(teller, happening, outer);
}

/** What time brought about within a skill comes before the skill's own effects. */
function goBack(teller: Teller, own: OpenHappening, outer: OpenHappening | undefined): void {
  teller.current = outer;
  if (outer === undefined) return;
  teller.told.pop();
  teller.told.splice(teller.told.indexOf(outer), 0, own);
  teller.timePasses = true;
}
