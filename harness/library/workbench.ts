/** The page on which a plan is made, of a plan or log; a plan that begins with a state. */
import { basename } from 'node:path';
import type { System } from '../../core/system/system.js';
import { decodeText, LockstepError, languageOf, pathBeside, readTextFile, SYSTEMS, writeFile } from '../base/index.js';
import {
  begunState,
  findPlanSystem,
  isBranchText,
  isPlanSource,
  loadPlan,
  MAX_PLAN_BYTES,
  openTrace,
  originLines,
  ownFailures,
  type PlanOfLog,
  type PlanSource,
  parseBranchFile,
  planFileOf,
  planFromState,
  planOfLog,
  readPlan,
  startBattle,
  systemOfStates,
  type TraceReader,
} from '../play/index.js';
import { openBranches, openSession, workbenchPage } from '../views/index.js';
import { type Answer, answerOf, endAborted, type Plain, unlessAborted } from './answer.js';
import { type FromOptions, givenStart, restsOn } from './given.js';
import type { GivenPlan } from './load-plan.js';
import type { OwnFailures } from './luck.js';
import { type CallOptions, checkParameters } from './parameters.js';

export interface WorkbenchOptions extends CallOptions, FromOptions {
  /** A plan (TOML) of any system, a branch file of one, or a log; left out with `from`. */
  readonly plan?: GivenPlan | undefined;
  /** The page to write (.html); with `from` the plan (.toml). */
  readonly output: string;
  /** Language of names: `en`, `ja` or `id`. */
  readonly names?: string | undefined;
}

interface PageData extends OwnFailures {
  /** File of the page. */
  readonly page: string;
  readonly system: string;
  readonly commands: number;
  /** Whether the plan does what it expects, and in words. */
  readonly holds: boolean;
  readonly says: string;
}

export type WorkbenchAnswer = Answer<'answered'> & Plain<PageData>;

interface BegunData {
  /** File of the plan. */
  readonly plan: string;
  readonly system: string;
  /** Where the state comes from. */
  readonly start: object | null;
  readonly units: readonly string[];
}

/** A plan that begins with a state, without commands yet. */
export type BegunPlanAnswer = Answer<'answered'> & Plain<BegunData>;

interface Asked extends WorkbenchOptions {
  readonly systems: readonly System[];
}

const KINDS = { plan: 'plan', output: 'output', from: 'text', at: 'count', names: 'text' } as const;

/**
 * Writes one self-contained page on which a plan is made: of a plan, a branch file or a log. With
 * `from` it writes a plan that begins with that state, or with the running game.
 * @throws LockstepError for what cannot be read or begun; AbortError, and nothing is written
 */
export async function workbench(options: WorkbenchOptions): Promise<WorkbenchAnswer | BegunPlanAnswer> {
  checkParameters('workbench', options, KINDS, ['output']);
  const { plan, from, at, signal, systems = SYSTEMS } = options;
  endAborted(signal, 'workbench');
  return unlessAborted('workbench', async () => {
    if (from !== undefined || (at !== undefined && plan === undefined)) return writeFromState({ ...options, systems });
    if (plan !== undefined) return writePage(plan, { ...options, systems });
    throw new LockstepError('E_USAGE', 'plan needs a plan', { expected: 'PLAN, LOG, or --from STATE' });
  });
}

async function writePage(file: PlanSource, asked: Asked): Promise<WorkbenchAnswer> {
  const { output, signal } = asked;
  const language = languageOf(asked.names);
  const opened = await openedPlan(file, asked);
  const { name, text, begun, branches, note, planFailures } = opened;
  const session = openSession(asked.systems, text, name, language, begun);
  if (branches !== undefined) await openBranches(session, branches.text, branches.file);
  const { holds, text: says } = session.verdict();
  const image = begun && Buffer.from(begun.image).toString('base64');
  const data = {
    ...{ file: basename(name), text, language },
    ...(begun && image && { begun: { key: begun.key, image } }),
    ...(branches === undefined ? {} : { branches }),
    ...(note === '' ? {} : { note }),
  };
  endAborted(signal, 'workbench');
  writeFile(output, workbenchPage(data), 'page', { inputs: opened.inputs });
  const commands = session.rows().length;
  const own = planFailures === undefined ? {} : { planFailures };
  return answerOf(
    'answered',
    restsOfPage(session, name),
    { page: output, system: session.system.id, commands, holds, says, ...own },
    () => `${output}: ${session.title()}; ${says}. Open it in a browser.\n`,
  );
}

/** What the played plan rests on, looked at in its last state; the session stays there. */
function restsOfPage(session: ReturnType<typeof openSession>, name: string): string[] {
  session.goTo(session.rows().length);
  const { start, ruleset } = readPlan(Buffer.from(session.text()), name);
  const passed = session.system.capabilities.evidence?.unpublished?.(session.battle);
  passed?.note();
  return restsOn({}, { switches: ruleset.switches, stretches: passed?.names() ?? [], start });
}

/** What the page opens with. */
interface OpenedPlan extends PlanOfLog, OwnFailures {
  readonly name: string;
  readonly branches: { readonly file: string; readonly text: string } | undefined;
  readonly inputs: readonly string[];
}

/** The plan itself, that of a branch file, or one made of a log. */
async function openedPlan(file: PlanSource, asked: Asked): Promise<OpenedPlan> {
  if (typeof file !== 'string') return { ...(await begunPlan(file, asked.systems)), branches: undefined, inputs: [] };
  if (!isPlanSource(file)) return openedLog(file, asked);
  const text = readTextFile(file, MAX_PLAN_BYTES);
  if (!isBranchText(text)) return { ...(await begunPlan(file, asked.systems)), branches: undefined, inputs: [file] };
  const { parent } = parseBranchFile(text, file);
  if (!isPlanSource(parent)) {
    throw new LockstepError('E_OPTION', 'the page opens branches of a plan; these are of a log', {
      file,
      found: parent,
      remedy: '`lockstep report FILE -o PAGE` shows them, `lockstep route branch export` makes a plan of one',
    });
  }
  const branches = { file: basename(file), text };
  return { ...(await begunPlan(parent, asked.systems)), branches, inputs: [file, parent] };
}

async function begunPlan(
  source: PlanSource,
  systems: readonly System[],
): Promise<PlanOfLog & OwnFailures & { readonly name: string }> {
  const written = loadPlan(source);
  const { file } = written;
  const text = decodeText(written.bytes, file);
  const system = await findPlanSystem(systems, written);
  const battle = await startBattle(system, written);
  // the text says it in the verdict of the page
  const failures = ownFailures(system, written, battle);
  const own = failures.length === 0 ? {} : { planFailures: failures };
  return { name: file, text, begun: begunState(written, battle), note: '', ...own };
}

/** @param asked `at` names the frame after which the plan begins */
async function openedLog(file: string, { at, output, systems }: Asked): Promise<OpenedPlan> {
  const readers: TraceReader[] = [];
  const open = async (): Promise<TraceReader> => {
    const reader = await openTrace(file);
    readers.push(reader);
    return reader;
  };
  try {
    const start = at === undefined ? undefined : { trace: pathBeside(output, file), frame: at };
    const made = await planOfLog(systems, open, `From ${basename(file)}`, start);
    const name = `${basename(file).replace(/\.jsonl(?:\.gz)?$/iu, '')}.toml`;
    return { ...made, name, branches: undefined, inputs: [file] };
  } finally {
    for (const reader of readers) reader.close();
  }
}

/** @throws LockstepError `E_OPTION`, and as `planFromState`; nothing is written then */
async function writeFromState({ plan, output, from, at, systems }: Asked): Promise<BegunPlanAnswer> {
  if (plan !== undefined) {
    throw new LockstepError('E_OPTION', '--from writes a plan and reads none', {
      found: planFileOf(plan),
      remedy: 'Leave the plan out; `lockstep run PLAN --from STATE` plays one from a state',
    });
  }
  if (!output.toLowerCase().endsWith('.toml')) {
    throw new LockstepError('E_OPTION', '--from writes a plan', {
      found: output,
      expected: 'a name that ends in .toml',
    });
  }
  const system = systemOfStates(systems);
  const start = await givenStart({ from, at }, { file: output, system });
  if (start === undefined) throw new LockstepError('E_INTERNAL', 'a plan from a state has no state');
  const { text, origin, units } = await planFromState(system, start, output);
  writeFile(output, text, 'plan', { inputs: 'state' in start ? [start.state] : [start.trace] });
  const lines = [...(origin === undefined ? [] : originLines(origin)), 'units:', ...units.map((line) => `  ${line}`)];
  return answerOf(
    'answered',
    restsOn({}, { start }),
    { plan: output, system: system.id, start: origin ?? null, units },
    () => `${output}: a plan of ${system.id} without commands yet\n${lines.join('\n')}\n`,
  );
}
