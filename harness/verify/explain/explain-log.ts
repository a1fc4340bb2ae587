/** Explains a log file: finds its system, reads it once, then tells what was found. */
import type { System } from '../../../core/system.js';
import { LockstepError } from '../../base/errors.js';
import { loadImage } from '../../trace/bind.js';
import { openTrace, type ReaderOptions } from '../../trace/reader.js';
import { battleOf, findSystem, rulesetDiffers } from '../verify-log.js';
import { explainedHeader } from './explained-header.js';
import { createExplainer } from './explainer.js';
import { LAG, MISSING, type Near, STEP } from './story.js';
import { tell } from './tell.js';

export interface ExplainOptions {
  readonly systems: readonly System[];
  readonly output?: string;
  readonly notes?: string;
  readonly forceRuleset?: boolean;
  readonly reader?: ReaderOptions;
}

export interface NamedHole {
  readonly frame: number;
  readonly line: number;
  readonly nearest: readonly { readonly action: string; readonly cells: Near['cells'] }[];
}

export interface Explanation {
  readonly file: string;
  readonly system: string;
  /** Frames in the log. */
  readonly frames: number;
  /** Cells that were looked at. */
  readonly cells: number;
  readonly explained: number;
  /** Of `explained`: frames in which a cell changed that does not move with time or input alone. */
  readonly active: number;
  /** Frames in which the recording made no step. */
  readonly lag: number;
  /** Frames that the log leaves out and that were filled in. */
  readonly missing: number;
  readonly unexplained: number;
  /** The first thousand. */
  readonly holes: readonly NamedHole[];
  /** How often each action was found, most often first. */
  readonly actions: readonly (readonly [label: string, times: number])[];
}

/** @throws LockstepError for a damaged log, an unknown system, or one that does not say what to try */
export async function explainLog(file: string, options: ExplainOptions): Promise<Explanation> {
  const reader = await openTrace(file, options.reader);
  try {
    const { header } = reader;
    const system = findSystem(options.systems, header.system, file, 1, header.setup);
    const inputs = system.capabilities.evidence?.inputs;
    if (inputs === undefined || header.unit !== 'frame') {
      throw new LockstepError('E_EXPLAIN_SYSTEM', 'logs of this system cannot be explained', {
        file,
        line: 1,
        found: header.system,
        expected: 'a system that steps by frame and says which inputs there are',
      });
    }
    rulesetDiffers(system, header, file, options.forceRuleset === true);
    const battle = battleOf(system, header, file);
    loadImage(header, battle);
    const start = battle.image.slice();
    const explainer = createExplainer(battle, inputs, header, file);
    let frames = 0;
    do {
      while (reader.next()) {
        if (reader.row.command !== undefined) {
          throw new LockstepError('E_EXPLAIN_SYSTEM', 'the log holds commands', {
            file,
            line: reader.row.line,
            expected: 'frames',
          });
        }
        frames += reader.row.count;
        explainer.row(reader.row);
      }
    } while (await reader.fill());
    if (frames === 0) {
      throw new LockstepError('E_EXPLAIN_SYSTEM', 'the log has no frames', { file, expected: 'rows of frames' });
    }
    explainer.finish();
    battle.image.set(start);
    const { story } = explainer;
    const telling = { system, battle, inputs, explainer, logCells: header.cells };
    const told = tell({
      ...telling,
      header: explainedHeader(system, battle, inputs, header),
      output: options.output,
      notes: options.notes,
    });
    const counts = new Map<number, number>();
    for (let at = 0; at < story.length(); at++) counts.set(story.kind(at), (counts.get(story.kind(at)) ?? 0) + 1);
    const of = (kind: number): number => counts.get(kind) ?? 0;
    return {
      file,
      system: system.id,
      frames,
      cells: explainer.observed.cells,
      explained: of(STEP),
      active: told.active,
      lag: of(LAG),
      missing: of(MISSING),
      unexplained: frames - of(STEP) - of(LAG),
      holes: explainer.holes.map(({ frame, line, nearest }) => ({
        frame,
        line,
        nearest: nearest.map(({ choice, cells }) => ({ action: inputs.choices[choice]?.label ?? '', cells })),
      })),
      actions: [...told.actions].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)),
    };
  } finally {
    reader.close();
  }
}
