/** Explains a log file: finds its system, reads it once, then writes the result. */
import type { InputShape, Language, System } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import { findSystem } from '../../base/find-system.js';
import { battleOf, loadImage } from '../trace/bind.js';
import { openTrace, type ReaderOptions, type TraceReader } from '../trace/reader.js';
import { rulesetDiffers } from '../trace/ruleset.js';
import type { TraceHeader } from '../trace/types.js';
import { explainedHeader } from './explained-header.js';
import { createExplainer, type Explainer } from './explainer.js';
import { type FrameLog, LAG, MISSING, type NearChoice, STEP } from './frame-log.js';
import { type ActionCounts, writeExplanation } from './write-explanation.js';

export interface ExplainOptions {
  readonly systems: readonly System[];
  readonly output?: string;
  readonly notes?: string;
  readonly forceRuleset?: boolean;
  readonly reader?: ReaderOptions;
  /** Of the names in sentences; English when left out. */
  readonly language?: Language;
}

export interface NamedFrame {
  readonly frame: number;
  readonly line: number;
  readonly nearest: readonly { readonly action: string; readonly cells: NearChoice['cells'] }[];
}

export interface Explanation {
  readonly file: string;
  readonly system: string;
  /** Frames in the log. */
  readonly frames: number;
  /** Number of examined cells. */
  readonly cells: number;
  readonly explained: number;
  /** Of `explained`: frames in which a cell changed that is not passive. */
  readonly active: number;
  /** Frames in which the recording made no step. */
  readonly lag: number;
  /** Frames that the log leaves out; they were filled in. */
  readonly missing: number;
  readonly unexplained: number;
  /** The first thousand. */
  readonly holes: readonly NamedFrame[];
  /** Number of occurrences of each action, the most frequent first. */
  readonly actions: readonly (readonly [label: string, times: number])[];
  /** What happened, by frame, a sentence for each thing. */
  readonly told: ActionCounts['told'];
}

function stepInstead(file: string, unit: string): string {
  return unit === 'frame'
    ? `\`lockstep step ${file} --print\` shows what each frame did`
    : `Its rows name their commands: \`lockstep step ${file} --why CELL --print\` tells the rule behind a value`;
}

/** The log's own inputs. @throws LockstepError `E_EXPLAIN_SYSTEM` for a system without inputs */
function inputsOf(system: System, header: TraceHeader, file: string): InputShape {
  const inputs = system.capabilities.evidence?.inputs;
  if (inputs !== undefined && header.unit === 'frame') return inputs;
  throw new LockstepError('E_EXPLAIN_SYSTEM', 'logs of this system cannot be explained', {
    file,
    line: 1,
    found: header.system,
    expected: 'a system that steps by frame and declares its inputs',
    remedy: stepInstead(file, header.unit),
  });
}

/** Explains every row of a log. @returns its frames */
async function explainRows(reader: TraceReader, explainer: Explainer): Promise<number> {
  const { file, row } = reader;
  let frames = 0;
  do {
    while (reader.next()) {
      if (row.command !== undefined) {
        throw new LockstepError('E_EXPLAIN_SYSTEM', 'the log holds commands', {
          file,
          line: row.line,
          expected: 'frames',
        });
      }
      frames += row.count;
      explainer.row(row);
    }
  } while (await reader.fill());
  if (frames === 0) {
    throw new LockstepError('E_EXPLAIN_SYSTEM', 'the log has no frames', { file, expected: 'rows of frames' });
  }
  explainer.finish();
  return frames;
}

function countKinds(log: FrameLog): (kind: number) => number {
  const counts = new Map<number, number>();
  for (let at = 0; at < log.length(); at++) counts.set(log.kind(at), (counts.get(log.kind(at)) ?? 0) + 1);
  return (kind) => counts.get(kind) ?? 0;
}

/**
 * Finds an input for every frame of a log, and writes the requested trace and notes.
 * @throws LockstepError for a damaged log, an unknown system, or one that declares no inputs
 */
export async function explainLog(file: string, options: ExplainOptions): Promise<Explanation> {
  const reader = await openTrace(file, options.reader);
  try {
    const { header } = reader;
    const system = findSystem(options.systems, header.system, file, 1);
    const inputs = inputsOf(system, header, file);
    rulesetDiffers(system, header, file, options.forceRuleset === true);
    const battle = battleOf(system, header, file);
    loadImage(header, battle);
    const start = battle.image.slice();
    const explainer = createExplainer(battle, inputs, header, file);
    const frames = await explainRows(reader, explainer);
    battle.image.set(start);
    const { actions, active, told } = await writeExplanation({
      system,
      battle,
      inputs,
      explainer,
      logCells: header.cells,
      header: explainedHeader(system, battle, inputs, header),
      output: options.output,
      notes: options.notes,
      language: options.language ?? 'en',
    });
    const framesOf = countKinds(explainer.log);
    return {
      file,
      system: system.id,
      frames,
      cells: explainer.observed.cells,
      explained: framesOf(STEP),
      active,
      lag: framesOf(LAG),
      missing: framesOf(MISSING),
      unexplained: frames - framesOf(STEP) - framesOf(LAG),
      holes: explainer.unexplained.map(({ frame, line, nearest }) => ({
        frame,
        line,
        nearest: nearest.map(({ choice, cells }) => ({ action: inputs.choices[choice]?.label ?? '', cells })),
      })),
      actions: [...actions].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)),
      told,
    };
  } finally {
    reader.close();
  }
}
