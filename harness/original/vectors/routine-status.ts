/** Status and counts of each routine, by a run of its vectors alone. */
import { createHash } from 'node:crypto';
import type { RoutineRow, RoutineState } from '../../../rom-map/index.js';
import { findVectorFiles, readMaybeGzip } from './files.js';
import { parseHeader, type VectorFileResult } from './format.js';
import { adapterOf, runVectors, runVectorsUntil, shortName } from './run-files.js';

/** verified: all cases of its file pass; implemented: a function exists; missing: not mirrored. */
function stateOf(result: VectorFileResult): RoutineState {
  if (result.notCompared > 0) return 'missing';
  return result.equal === result.cases && result.cases > 0 ? 'verified' : 'implemented';
}

/** Runs every routine file of a folder. */
export function routineStatus(folder: string): RoutineRow[] {
  return rowsOf(folder, runVectors([folder]).list);
}

/**
 * The same for a command that a user may interrupt.
 * @param progress called with the number of files now and then
 */
export async function routineStatusWithProgress(
  folder: string,
  progress: (files: number) => void,
): Promise<RoutineRow[]> {
  // no rows are shown of half a run: Ctrl-C ends the process
  const { signal } = new AbortController();
  return rowsOf(folder, (await runVectorsUntil([folder], {}, signal, progress)).list);
}

function rowsOf(folder: string, results: readonly VectorFileResult[]): RoutineRow[] {
  const byFile = new Map(results.map((result) => [result.file, result]));
  const rows: RoutineRow[] = [];
  for (const file of findVectorFiles([folder])) {
    const result = byFile.get(file);
    if (result === undefined || result.area === 'sequence' || result.routine === '65816') continue;
    const bytes = readMaybeGzip(file);
    const header = parseHeader(bytes.subarray(0, bytes.indexOf(10)).toString('utf8'), file);
    const found = adapterOf(header);
    rows.push({
      routine: header.routine,
      name: shortName(file).replace(/^C[01]-[0-9A-F]{4}-/, ''),
      area: result.area,
      function: found?.adapter.function ?? '',
      file: found === undefined ? '' : `core/live-a-live/${found.adapter.file}.ts`,
      state: stateOf(result),
      cases: result.cases,
      equal: result.equal,
      inferred: header.inferred,
      vectors: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    });
  }
  return rows.sort((a, b) => (a.routine + a.name < b.routine + b.name ? -1 : 1));
}
