/** Which source files each report is of. */
import { readdirSync } from 'node:fs';
import { TURN_ENGINE } from './live-a-live-tests.mjs';

/** Whether a file belongs to the report of the turn engine. */
export const isTurnEngine = (file) =>
  TURN_ENGINE.some((pattern) =>
    pattern.endsWith('/*.ts') ? file.startsWith(pattern.slice(0, -'*.ts'.length)) : file === pattern,
  );

const sourcesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort();

/** All files of a system's report. */
export function filesOf(system) {
  if (system === 'turn-engine') return ['core/int', 'core/live-a-live'].flatMap(sourcesIn).filter(isTurnEngine);
  return sourcesIn(`core/${system}`).filter((file) => system !== 'live-a-live' || !isTurnEngine(file));
}
