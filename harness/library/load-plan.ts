/** A plan, read once and given to any other call in the place of its file. */
import { dirname, resolve } from 'node:path';
import { stateHash } from '../../core/system/battle.js';
import { countText } from '../../core/system/names.js';
import { LockstepError, SYSTEMS, sha256OfFile } from '../base/index.js';
import {
  beginBattle,
  commandsUntil,
  findPlanSystem,
  keepPlan,
  type Plan,
  planHash,
  loadPlan as planOf,
  readPlan,
} from '../play/index.js';
import { type Answer, answerOf, endAborted, type Plain } from './answer.js';
import { restsOn } from './given.js';
import { type CallOptions, checkParameters } from './parameters.js';

export interface LoadPlanOptions extends CallOptions {
  /** A plan (TOML). */
  readonly plan?: string | undefined;
  /** The text of a plan, in the place of a file. */
  readonly text?: string | undefined;
  /** Of `text`: the name in messages, from which files are looked for; left out: `plan.toml`. */
  readonly file?: string | undefined;
}

interface LoadedData extends Pick<Plan, 'file' | 'title' | 'ruleset' | 'steps' | 'checks'> {
  /** Of the text; a certificate names its plan by it. */
  readonly sha256: string;
  /** Today's id of the system. */
  readonly system: string;
  /** The id in the plan, which may be one of the past. */
  readonly named: string;
  /** Version of the system's rules. */
  readonly systemVersion: number;
  /** What a step of the system is. */
  readonly unit: 'frame' | 'command' | 'step';
  /** Commands with their repeats. */
  readonly commands: number;
  /** Null: the plan begins with a file. */
  readonly setup: unknown;
  /** The log or state that it begins with, relative to the plan; null: it begins with its setup. */
  readonly start: NonNullable<Plan['start']> | null;
  /** What that file is, and what is not in it. */
  readonly begun: { readonly from: string; readonly missing: readonly string[] } | null;
  /** Hash of the state that the plan begins with. */
  readonly state: string;
  readonly query: unknown;
  readonly search: unknown;
}

/** A plan that was read: every call that takes a plan takes this in the place of its file. */
export type LoadedPlan = Answer<'answered'> & Plain<LoadedData>;

/** A plan: the name of its file, or what `loadPlan` gave. */
export type GivenPlan = string | LoadedPlan;

/** Where a text stands that names no file. */
const NO_FILE = 'plan.toml';

/** @throws LockstepError `E_USAGE` unless one of the two is given */
function written({ plan, text, file = NO_FILE }: LoadPlanOptions): Plan {
  if (plan !== undefined && text === undefined) return planOf(plan);
  if (plan === undefined && text !== undefined) return readPlan(Buffer.from(text), file);
  throw new LockstepError('E_USAGE', 'loadPlan takes a plan or a text', {
    found: plan === undefined ? 'neither' : 'both',
    expected: 'plan, the name of a file, or text, what would be in one',
    remedy: plan === undefined ? 'Give one of them' : 'Leave one of them out',
  });
}

/** The same start: a state that is another file later is refused then. */
async function pinned(file: string, start: Plan['start']): Promise<Plan['start']> {
  if (start === undefined || !('state' in start)) return start;
  return { ...start, sha256: await sha256OfFile(resolve(dirname(file), start.state)) };
}

/**
 * Reads a plan, finds its system, also by an id of the past, and begins its battle: a start state
 * or log is opened. What it gives is taken by the other calls in the place of the file.
 * @throws LockstepError for a plan that cannot be read or begun
 */
export async function loadPlan(options: LoadPlanOptions): Promise<LoadedPlan> {
  checkParameters('loadPlan', options, { plan: 'file', text: 'text', file: 'text' });
  const { signal, systems = SYSTEMS } = options;
  endAborted(signal, 'loadPlan');
  const found = written(options);
  const system = await findPlanSystem(systems, found);
  const { battle, origin } = await beginBattle(system, found);
  endAborted(signal, 'loadPlan');
  const { file, title, ruleset, setup, steps, checks, start, query, search } = found;
  const commands = commandsUntil(steps, undefined);
  const data: LoadedData = {
    file,
    title,
    sha256: planHash(found),
    system: system.id,
    named: found.system,
    systemVersion: system.version,
    unit: system.unit,
    commands,
    ruleset,
    setup: setup ?? null,
    start: start ?? null,
    begun: origin ?? null,
    state: stateHash(battle),
    steps,
    checks,
    query: query ?? null,
    search: search ?? null,
  };
  const text = (): string => {
    const name = title === '' ? '' : `${title}; `;
    const from = origin === undefined ? '' : `; begins with ${origin.from}`;
    const counts = `${countText(commands, 'command')}, ${countText(checks.length, 'checkpoint')}`;
    return `${file}: ${name}${system.id}, ${counts}${from}\n`;
  };
  const answer = answerOf('answered', restsOn({}, { switches: ruleset.switches, start }), data, text);
  keepPlan(answer, { ...found, system: system.id, start: await pinned(file, start) });
  return answer;
}
