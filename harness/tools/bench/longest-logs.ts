/** The logs that benchmarks run on. */
import { statSync } from 'node:fs';
import { tracesBelow } from '../../play/index.js';

/** Compressed traces below a folder, the largest first. */
export function longestLogs(folder: string): string[] {
  const logs = tracesBelow(folder).filter((file) => file.endsWith('.gz'));
  return logs.sort((a, b) => statSync(b).size - statSync(a).size);
}
