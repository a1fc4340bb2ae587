/** The state that a plan leads to: a battle's memory after one of its steps. */

import { countText } from '../../../core/system/names.js';
import type { System } from '../../../core/system/system.js';
import { WINDOWS } from '../../../rom-map/index.js';
import { LockstepError, nearest } from '../../base/index.js';

import {
  commandsUntil,
  findPlanSystem,
  loadPlan,
  type Plan,
  type PlanSource,
  planError,
  playPlan,
  startBattle,
} from '../../play/index.js';

import { type ImageUnderTest, tableBytesOf, tableCellValues, tableOffset } from '../proof/choose-image.js';
import { tablesOfCase } from '../proof/published.js';
import { entryRegistersOf, hasGivenDraws } from '../proof/state.js';
import { readLines } from '../vectors/files.js';
import { parseCase, parseHeader, type VectorHeader } from '../vectors/format.js';
import { type CallState, emptyState } from './call-state.js';

// The state of one published case.

interface CaseState extends CallState {
  readonly header: VectorHeader;
}

/** `FILE:LINE`. @throws LockstepError `E_OPTION` */
function splitPlace(place: string): readonly [file: string, line: number] {
  const match = /^(.+):(\d+)$/.exec(place);
  if (match !== null) return [match[1] as string, Number(match[2])];
  throw new LockstepError('E_OPTION', '--case names no line of a vector file', {
    found: place,
    expected: 'FILE:LINE, such as traces/vectors/C1-2800-enemy-move-cost.jsonl.gz:2',
    remedy: 'Line 1 is the header, cases begin at line 2',
  });
}

/**
 * @throws LockstepError `E_OPTION`, `E_VECTOR_FORM`; for a case that the image has other table
 * bytes for
 */
export function stateOfPublishedCase(place: string, image: ImageUnderTest): CaseState {
  const [file, line] = splitPlace(place);
  const lines = readLines(file);
  const text = lines[line - 1];
  if (line < 2 || text === undefined) {
    throw new LockstepError('E_OPTION', 'the vector file has no case on this line', {
      file,
      found: `line ${line}`,
      expected: `2 to ${lines.length}`,
      remedy: 'Line 1 is the header',
    });
  }
  const header = parseHeader(lines[0] as string, file);
  const vector = parseCase(text, file, line);
  if (vector.op !== undefined) {
    throw new LockstepError('E_OPTION', 'the case is of a single instruction', {
      file,
      line,
      remedy: 'Name a routine',
    });
  }
  const tables = tablesOfCase(vector, tableBytesOf(image));
  const cells = tableCellValues(image, tables);
  // a case is called on the image as it is: bytes that it holds otherwise are not laid over it
  if (cells === undefined || [...tables.keys()].some((address) => tableOffset(image, address) >= 0)) {
    throw new LockstepError('E_OPTION', 'the image has other table bytes than the case', {
      file,
      line,
      remedy: 'Take a case of the same routine that reads other tables, or the image it was made with',
    });
  }
  const bytes = new Map(vector.memory);
  for (const [cell, value] of cells) bytes.set(cell, value);
  const registers = entryRegistersOf(image.profile, vector.registers);
  return {
    header,
    from: `${file}:${line}`,
    registers,
    direct: registers.D,
    dataBank: registers.DB,
    bytes,
    draws: hasGivenDraws(vector) ? vector.draws : undefined,
    published: { vector, scratch: header.scratch },
  };
}

/** The systems whose memory is the console's: by frames, and by commands. */
const GAMES: readonly string[] = ['live-a-live', 'live-a-live-battle'];

/** A place of a plan. */
interface PlanPart {
  /** Commands before it, repeats counted. */
  readonly commands: number;
  /** In words. */
  readonly place: string;
}

/** @param at label, or number of commands done @throws LockstepError `E_PLAN_LABEL` */
function partUntil(plan: Plan, at: string): PlanPart {
  const labels = plan.steps.flatMap(({ label }) => label ?? []);
  const all = commandsUntil(plan.steps, undefined);
  const isLabel = labels.includes(at);
  if (!isLabel && !(/^\d+$/.test(at) && Number(at) <= all)) {
    throw planError('E_PLAN_LABEL', plan.file, plan.locate('do'), 'the plan has no such step', {
      found: `--at ${at}`,
      expected: `a label, or a number of commands from 0 to ${all}`,
      remedy: labels.length === 0 ? 'Count every command with its repeats' : nearest(at, labels),
    });
  }
  const commands = commandsUntil(plan.steps, isLabel ? at : Number(at));
  return { commands, place: isLabel ? `step "${at}"` : countText(at, 'command') };
}

/** The declared windows of a battle by address, cells of our own among them. */
export function declaredBytes(image: Uint8Array): Map<number, number> {
  const bytes = new Map<number, number>();
  for (const { address, length, offset } of WINDOWS) {
    for (let byte = 0; byte < length; byte++) bytes.set(address + byte, image[offset + byte] ?? 0);
  }
  return bytes;
}

/**
 * Plays a plan up to a step.
 *
 * @param at label of a step, or number of commands done (repeats count); undefined: the end
 * @throws LockstepError `E_PLAN_LABEL` for a step that does not exist; as `loadPlan`, `startBattle`
 * and `playPlan`
 */
export async function stateOfPlan(
  systems: readonly System[],
  source: PlanSource,
  at: string | undefined,
): Promise<CallState> {
  const whole = loadPlan(source);
  const { file } = whole;
  const system = await findPlanSystem(systems, whole);
  if (!GAMES.includes(system.id)) {
    throw planError('E_PLAN_SYSTEM', file, whole.locate('system'), 'the plan has no memory of a console', {
      found: system.id,
      expected: GAMES.join(' or '),
      remedy: 'Give a plan of the game',
    });
  }
  const part = at === undefined ? { commands: Number.MAX_SAFE_INTEGER, place: 'its end' } : partUntil(whole, at);
  const battle = await startBattle(system, whole);
  playPlan(system, battle, whole, {}, { until: part.commands });
  return { ...emptyState(), from: `${file}, after ${part.place}`, bytes: declaredBytes(battle.image) };
}
