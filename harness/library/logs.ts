/** Recordings: what is in a log, what explains it; where cells lie in memory. */
import { existsSync } from 'node:fs';
import { countText } from '../../core/system/names.js';
import { WORK_RAM_BYTES } from '../../rom-map/index.js';
import { findSystem, LockstepError, languageOf, SYSTEMS } from '../base/index.js';
import {
  discoveryText,
  explainLog,
  explanationText,
  discover as findAddresses,
  openTrace,
  profileOf,
  type TraceHeader,
  writeProfile,
} from '../play/index.js';
import { AbortError, type Answer, answerOf, endAborted, type Plain, unlessAborted } from './answer.js';
import { restsOn } from './given.js';
import type { GivenPlan } from './load-plan.js';
import { type CallOptions, checkParameters } from './parameters.js';

/** Rows of a log between two looks at the signal. */
const ROWS = 4096;

export interface OpenLogOptions extends CallOptions {
  /** A recorded log, `.jsonl` or `.jsonl.gz`. */
  readonly log: string;
}

interface LogData {
  readonly file: string;
  readonly system: string;
  readonly ruleset: TraceHeader['ruleset'];
  readonly source: TraceHeader['source'];
  /** What an entry is: a frame, a command or a step. */
  readonly unit: TraceHeader['unit'];
  /** Names of the recorded cells. */
  readonly cells: readonly string[];
  /** Frames, commands or steps, those of folded rows included. */
  readonly entries: number;
  /** Number of the first one and of the last one; null: there is none. */
  readonly first: number | null;
  readonly last: number | null;
  /** Whether it has its footer. */
  readonly whole: boolean;
}

export type LogAnswer = Answer<'answered' | 'incomplete'> & Plain<LogData>;

/**
 * What is in a log: it is read to its end, and its checksum with it. Nothing is played.
 * @throws LockstepError for a damaged log, or of no known system; AbortError
 */
export async function openLog(options: OpenLogOptions): Promise<LogAnswer> {
  checkParameters('openLog', options, { log: 'file' }, ['log']);
  const { log: file, signal, systems = SYSTEMS } = options;
  endAborted(signal, 'openLog');
  const reader = await openTrace(file, { allowIncomplete: true });
  try {
    const { header, row } = reader;
    const system = findSystem(systems, header.system, file, 1, header.setup);
    let [entries, first, last, rows] = [0, -1, -1, 0];
    for (;;) {
      while (reader.next()) {
        entries += row.count;
        if (first < 0) first = row.frame;
        last = row.frame + row.count - 1;
        if (++rows % ROWS === 0) endAborted(signal, 'openLog');
      }
      if (!(await reader.fill())) break;
      endAborted(signal, 'openLog');
    }
    const whole = reader.footer() !== undefined;
    const data: LogData = {
      file,
      system: system.id,
      ruleset: header.ruleset,
      source: header.source,
      unit: header.unit,
      cells: header.cells.map(([name]) => name),
      entries,
      first: first < 0 ? null : first,
      last: last < 0 ? null : last,
      whole,
    };
    const text = (): string => {
      const range = first < 0 ? '' : ` from ${first} to ${last}`;
      const end = whole ? '' : '; it has no footer: its recording was cut';
      return `${file}: ${system.id}, ${countText(entries, header.unit)}${range}, ${countText(data.cells.length, 'cell')}${end}\n`;
    };
    return answerOf(whole ? 'answered' : 'incomplete', [], data, text);
  } finally {
    reader.close();
  }
}

export interface ExplainOptions extends CallOptions {
  /** A log of frames. */
  readonly log: string;
  /** Writes the log there with the input found. */
  readonly output?: string | undefined;
  /** Writes actor, action and rule there, one JSON object a frame. */
  readonly notes?: string | undefined;
  /** Has in its text what happens in every frame. */
  readonly tell?: boolean | undefined;
  /** Explains although the log was made under other rules. */
  readonly forceRuleset?: boolean | undefined;
  /** Language of names: `en`, `ja` or `id`. */
  readonly names?: string | undefined;
}

export type ExplainAnswer = Answer<'holds' | 'differs' | 'incomplete'> & Plain<Awaited<ReturnType<typeof explainLog>>>;

/**
 * Which action explains each change of a log without its input. It holds where nothing is left.
 * @throws LockstepError for a damaged log, or a system without inputs; AbortError with the frames
 * so far, and nothing is written
 */
export async function explain(options: ExplainOptions): Promise<ExplainAnswer> {
  const kinds = {
    log: 'file',
    output: 'output',
    notes: 'output',
    tell: 'flag',
    forceRuleset: 'flag',
    names: 'text',
  } as const;
  checkParameters('explain', options, kinds, ['log']);
  const { log, output, notes, tell, forceRuleset, names, signal, systems = SYSTEMS } = options;
  endAborted(signal, 'explain');
  const found = await unlessAborted('explain', () =>
    explainLog(log, {
      systems,
      forceRuleset: forceRuleset === true,
      language: languageOf(names),
      ...(signal === undefined ? {} : { signal }),
      ...(output === undefined ? {} : { output }),
      ...(notes === undefined ? {} : { notes }),
    }),
  );
  const { switches, unpublished: stretches } = found;
  const answered = (verdict: ExplainAnswer['verdict']): ExplainAnswer =>
    answerOf(verdict, restsOn({}, { switches, stretches }), found, () => explanationText(found, tell === true));
  if (found.interrupted === true) throw new AbortError('explain', answered('incomplete'));
  return answered(found.unexplained > 0 ? 'differs' : 'holds');
}

export interface DiscoverOptions extends CallOptions {
  /** Frames of memory one after the other (perhaps gzip), or a folder with a numbered file each. */
  readonly dump: string;
  /** A plan (TOML) or log of the same play. */
  readonly from: GivenPlan;
  /** Writes the profile there: cell, address, evidence. */
  readonly output?: string | undefined;
  /** Bytes of a frame, 4..16777216; left out: 131072, the work RAM. */
  readonly size?: number | undefined;
  /** Frames of the dump before the one after the first predicted step; left out: 0. */
  readonly skip?: number | undefined;
  /** Address of the first byte of a frame, hex; left out: 7E0000. */
  readonly base?: string | undefined;
}

export type DiscoverAnswer = Answer<'found' | 'none'> & Plain<ReturnType<typeof profileOf>>;

const MAX_FRAME_BYTES = 16 * 1024 * 1024;

/** @throws LockstepError `E_USAGE` for a size or an address that is none */
function checkDump({ size = WORK_RAM_BYTES, base = '7E0000' }: DiscoverOptions): void {
  if (size < 4 || size > MAX_FRAME_BYTES) {
    throw new LockstepError('E_USAGE', 'this is not a valid frame size', {
      found: `${size}`,
      expected: `4 to ${MAX_FRAME_BYTES} bytes`,
    });
  }
  if (/^[0-9a-f]{1,6}$/iu.test(base)) return;
  throw new LockstepError('E_USAGE', '--base is not an address', { found: base, expected: 'up to six hex digits' });
}

/**
 * The addresses of a recording of memory whose values follow the model's prediction.
 * @throws LockstepError for a bad dump or prediction, or where nothing is to compare; AbortError
 */
export async function discover(options: DiscoverOptions): Promise<DiscoverAnswer> {
  const files = { dump: 'file', from: 'plan', output: 'output' } as const;
  checkParameters('discover', options, { ...files, size: 'count', skip: 'count', base: 'text' }, ['dump', 'from']);
  const { dump: path, from, output, size = WORK_RAM_BYTES, skip = 0, base = '7E0000' } = options;
  const { signal, systems = SYSTEMS } = options;
  checkDump(options);
  for (const file of [path, from]) {
    if (typeof file !== 'string' || existsSync(file)) continue;
    throw new LockstepError('E_FILE', 'there is no such file or folder', { file, remedy: 'Check the name' });
  }
  endAborted(signal, 'discover');
  const place = { systems, path, from, size, skip, base: Number.parseInt(base, 16), signal };
  const found = await unlessAborted('discover', () => findAddresses(place));
  endAborted(signal, 'discover');
  if (output !== undefined) writeProfile(output, found);
  const isFound = found.cells.some(({ status }) => status === 'found' || status === 'nearly');
  return answerOf(isFound ? 'found' : 'none', [], profileOf(found), () => discoveryText(found));
}
