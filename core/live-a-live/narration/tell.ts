/**
 * What happened in a step of LIVE A LIVE, from its events (`memory/happenings.ts`). Names are those
 * before the step: who is gone after it still has one.
 */

import { read16, read32 } from '../../int/uint.js';
import type { Battle, EventBuffer, Happening, Named, ToldChange, ToldDraw, ToldResult } from '../../system/system.js';
import type { Program } from '../frame/program.js';
import { ALLIES_TURN, allyToAct, ENEMIES_TURN, nextActingEnemy, whoseTurn } from '../frame/whose-turn.js';
import * as Host from '../memory/cells/host.js';
import { drawPurpose } from '../memory/draw-sites.js';
import { Action, Effect, EVENT_ACTION, EVENT_EFFECT, EVENT_PASSED, eventWords } from '../memory/happenings.js';
import { EVENT_DRAW, EVENT_ROUTINE, machineOf } from '../memory/machine.js';
import { namedItem, namedSkill, namedUnit } from '../memory/unit-names.js';

// Collects what happened while the events of a step are read, one happening after the other.

interface OpenResult extends ToldResult {
  readonly unit: number;
  readonly amounts: Record<string, number>;
  readonly changes: ToldChange[];
}

interface OpenDraw extends ToldDraw {
  decided: string;
}

interface OpenHappening extends Happening {
  /** Block of who did it, or 0. */
  readonly unit: number;
  readonly amounts: Record<string, number>;
  readonly results: OpenResult[];
  readonly draws: OpenDraw[];
}

/** Reading of the events of one step. */
interface Teller {
  readonly told: OpenHappening[];
  /** What the effects that are read belong to, or undefined: to themselves. */
  current: OpenHappening | undefined;
  /** Draws whose happening comes after them. */
  waiting: OpenDraw[];
  /** Frames of the battle so far. */
  frame: number;
  /** Time passes within a skill: what ends then is no effect of it. */
  timePasses: boolean;
}

/** @param frame frames of the battle before the step */
function createTeller(frame: number): Teller {
  return { told: [], current: undefined, waiting: [], frame, timePasses: false };
}

/** Begins a happening; the draws that waited belong to it. */
export function open(
  teller: Teller,
  kind: string,
  unit: number,
  actor: Named | undefined,
  what: Named | undefined,
): OpenHappening {
  const { frame, waiting } = teller;
  const happening = { kind, frame, unit, actor, what, amounts: {}, results: [], draws: waiting };
  teller.waiting = [];
  teller.told.push(happening);
  teller.current = happening;
  teller.timePasses = false;
  return happening;
}

/** The result of a unit in a happening, new when it is the first. */
function resultOf(happening: OpenHappening, unit: number, target: Named): OpenResult {
  const known = happening.results.find((result) => result.unit === unit);
  if (known !== undefined) return known;
  const result: OpenResult = { unit, target, amounts: {}, changes: [] };
  happening.results.push(result);
  return result;
}

/** Adds to a figure. */
export function add(amounts: Record<string, number>, name: string, value: number): void {
  amounts[name] = (amounts[name] ?? 0) + value;
}

// Effects on units: what they add to the happening that they belong to.

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
function drawEffect(teller: Teller, words: Int32Array, at: number): void {
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
function takeEffect(teller: Teller, ram: Uint8Array, words: Int32Array, at: number): void {
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

/** Routines that begin a frame: its time half, or the battle's start. */
const FRAME_ROUTINES: readonly number[] = [0xc19357, 0xc1f3ce];
const TIME_PASSES = 0xc120f2;

/** Sites whose draws come before what they decide. */
const EARLY_SITES: ReadonlySet<number> = new Set([
  ...[0xc1166e, 0xc11a09, 0xc11ece],
  ...[0xc1285d, 0xc18ea3, 0xc18eb6, 0xc19047, 0xc1908e, 0xc190a2, 0xc1920c, 0xc1927e],
]);

function takeDraw(teller: Teller, words: Int32Array, at: number): void {
  const site = words[at + 1] as number;
  const purpose = drawPurpose(site);
  const draw = { frame: teller.frame, site, value: words[at + 4] as number, purpose, decided: '' };
  teller.timePasses = false;
  if (EARLY_SITES.has(site) || teller.current === undefined) teller.waiting.push(draw);
  else teller.current.draws.push(draw);
}

function takeRoutine(teller: Teller, routine: number): void {
  if (FRAME_ROUTINES.includes(routine)) {
    teller.frame++;
    teller.current = undefined;
  }
  if (routine === TIME_PASSES) teller.timePasses = true;
}

/** Draws that led to an action say so by the last of them. */
function decide(teller: Teller, word: string): void {
  const last = teller.waiting.at(-1);
  if (last !== undefined && last.decided === '') last.decided = word;
}

function openSkill(teller: Teller, ram: Uint8Array, kind: string, unit: number, first: number, second: number): void {
  const skill = open(teller, kind, unit, namedUnit(ram, unit), namedSkill(ram, unit, first));
  skill.amounts['x'] = second & 7;
  skill.amounts['y'] = second >> 3;
}

function openWalk(teller: Teller, ram: Uint8Array, unit: number, from: number, to: number): void {
  decide(teller, 'it steps');
  const last = teller.told.at(-1);
  const goesOn = last?.kind === 'walk' && last.unit === unit;
  const walk = goesOn ? last : open(teller, 'walk', unit, namedUnit(ram, unit), undefined);
  if (goesOn) {
    walk.draws.push(...teller.waiting);
    teller.waiting = [];
  } else {
    walk.amounts['fromX'] = from & 7;
    walk.amounts['fromY'] = from >> 3;
  }
  walk.amounts['x'] = to & 7;
  walk.amounts['y'] = to >> 3;
  add(walk.amounts, 'steps', 1);
}

/** A charge of no length is told with the skill that fires at once. */
function openCharge(teller: Teller, ram: Uint8Array, unit: number, skill: number, frames: number): void {
  const named = namedSkill(ram, unit, skill);
  decide(teller, `takes ${named.id}`);
  if (frames === 0) return;
  open(teller, 'charge', unit, namedUnit(ram, unit), named).amounts['frames'] = frames;
}

/** Kinds of the plain actions, and the names of their two figures. */
const PLAIN: Readonly<Record<number, readonly [kind: string, first?: string, second?: string]>> = {
  [Action.TURN]: ['turn', 'from', 'facing'],
  [Action.STEP_IN_PLACE]: ['step-in-place'],
  [Action.PASS]: ['pass'],
  [Action.ESCAPE]: ['escape'],
  [Action.FIELD_LAID]: ['field-laid', 'field', 'cells'],
  [Action.FIELD_FIRES]: ['field-fires', 'field', 'cells'],
  [Action.POISON]: ['poison'],
  [Action.EXPERIENCE]: ['experience', 'gained'],
  [Action.LEVEL]: ['level', 'level', 'hp'],
  [Action.OVER]: ['over', 'result'],
  [Action.NEXT_BATTLE]: ['next-battle', 'formation', 'battles'],
  [Action.PRESS]: ['press', 'buttons', 'further'],
};

function takeAction(teller: Teller, ram: Uint8Array, words: Int32Array, at: number): void {
  const [unit, action] = [words[at + 1] as number, words[at + 2] as number];
  const [first, second] = [words[at + 3] as number, words[at + 4] as number];
  const actor = unit === 0 ? undefined : namedUnit(ram, unit);
  if (action === Action.SKILL) openSkill(teller, ram, 'skill', unit, first, second);
  else if (action === Action.COUNTER) openSkill(teller, ram, 'counter', unit, first, second);
  else if (action === Action.CHARGE) openCharge(teller, ram, unit, first, second);
  else if (action === Action.WALK) openWalk(teller, ram, unit, first, second);
  else if (action === Action.ITEM) open(teller, 'item', unit, actor, namedItem(first));
  else if (action === Action.DROP) open(teller, 'drop', 0, undefined, namedItem(first));
  else if (action === Action.LEARN) open(teller, 'learn', unit, actor, namedSkill(ram, unit, first));
  else {
    const [kind, one, two] = PLAIN[action] ?? ['other'];
    if (action === Action.TURN) decide(teller, 'it turns');
    const happening = open(teller, kind, unit, actor, undefined);
    if (one !== undefined) happening.amounts[one] = first;
    if (two !== undefined) happening.amounts[two] = second;
  }
}

/** Draws that nothing came of: an enemy that decides and stays as it is. */
function leaveRest(teller: Teller): void {
  if (teller.waiting.length > 0) open(teller, 'nothing', 0, undefined, undefined);
}

/** Reads the events of a step. */
function readAll(teller: Teller, ram: Uint8Array, { words, length }: EventBuffer): void {
  for (let at = 0; at < length; at += eventWords(words[at] as number)) {
    const kind = words[at];
    if (kind === EVENT_ROUTINE) takeRoutine(teller, words[at + 1] as number);
    else if (kind === EVENT_DRAW) takeDraw(teller, words, at);
    else if (kind === EVENT_ACTION) takeAction(teller, ram, words, at);
    else if (kind === EVENT_PASSED) teller.frame += words[at + 1] as number;
    else if (kind === EVENT_EFFECT) {
      drawEffect(teller, words, at);
      takeEffect(teller, ram, words, at);
    }
  }
  leaveRest(teller);
}

/** Who is next, while the battle goes on. */
function tellNext(teller: Teller, battle: Battle, program: Program): void {
  const machine = machineOf(battle);
  const { ram } = machine;
  if (ram[Host.BATTLE_RESULT] !== 0) return;
  const turn = whoseTurn(machine, program);
  const enemy = turn === ENEMIES_TURN ? nextActingEnemy(machine, program) : 0;
  const ally = turn === ALLIES_TURN ? allyToAct(ram) : 0;
  const unit = enemy === 0 ? ally : enemy;
  open(teller, 'next', unit, unit === 0 ? undefined : namedUnit(ram, unit), undefined);
}

/** @param program who decides in this battle: with it the next turn is told, after what happened */
export function tellBattle(
  battle: Battle,
  before: Uint8Array,
  events: EventBuffer,
  program: Program,
): readonly Happening[] {
  const teller = createTeller(read32(before, Host.BATTLE_FRAMES) >>> 0);
  readAll(teller, before, events);
  if (teller.told.length > 0) tellNext(teller, battle, program);
  return teller.told;
}

/** The same for a battle whose steps are frames: their number is that of the frame. */
export function tellFrame(battle: Battle, before: Uint8Array, events: EventBuffer): readonly Happening[] {
  const teller = createTeller(read16(before, Host.SEQUENCE_END));
  readAll(teller, battle.image, events);
  return teller.told;
}
