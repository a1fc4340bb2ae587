/** Finds the Lua interpreters, makes the stand-ins' frames from a recorded log, runs scripts. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openTrace } from '../../harness/play/trace/reader.js';
import { parseAddress, testRomAddress } from '../../rom-map/index.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface LuaRun {
  readonly code: number | null;
  readonly out: string;
}

/** Runs a stand-in. @param version 5.1, 5.3 or 5.4 */
export function lua(
  version: string,
  standIn: string,
  words: readonly string[],
  environment: Record<string, string> = {},
): LuaRun {
  const PATH = [process.env['LUA_DIRECTORY'], process.env['PATH']].filter((folder) => folder).join(delimiter);
  const file = join(ROOT, 'test/lua/stand-ins', `${standIn}.lua`);
  const run = spawnSync(`lua${version}`, [file, ...words], {
    encoding: 'utf8',
    env: { ...process.env, PATH, ...environment },
  });
  if (run.error !== undefined)
    throw new Error(`lua${version} cannot be run (LUA_DIRECTORY names its folder): ${run.error.message}`);
  return { code: run.status, out: run.stdout + run.stderr };
}

export interface LogFrame {
  readonly frame: number;
  readonly values: readonly number[];
}

/** Every frame of a log, folded rows unfolded. */
export async function framesOf(file: string): Promise<LogFrame[]> {
  const reader = await openTrace(file);
  const list: LogFrame[] = [];
  do {
    while (reader.next()) {
      const { frame, count, values } = reader.row;
      for (let index = 0; index < count; index++) list.push({ frame: frame + index, values: [...values] });
    }
  } while (await reader.fill());
  return list;
}

/** Where the test ROM has the byte that a header names, in work RAM; negative when it has none. */
function workRamOf(address: string): number {
  return testRomAddress(parseAddress(address)) - 0x7e0000;
}

/** Writes a log as the stand-ins' memory: the starting image, then the bytes of every frame. @returns number of frames */
export async function writeFrames(log: string, out: string, frames?: readonly LogFrame[]): Promise<number> {
  const reader = await openTrace(log);
  const { cells, image } = reader.header;
  reader.close();
  const lines = Object.entries(image)
    .map(([address, hex]) => [workRamOf(address), hex] as const)
    .filter(([offset]) => offset >= 0)
    .map(([offset, hex]) => `i ${offset} ${hex}`);
  const list = frames ?? (await framesOf(log));
  // One frame before the battle: the recorder waits for its end.
  lines.push(`f ${(list[0]?.frame ?? 0) - 1}`);
  for (const { frame, values } of list) {
    const bytes = cells.flatMap(([, address, width], index) => {
      const offset = workRamOf(address);
      return Array.from(
        { length: width },
        (_, byte) => `${offset + byte}=${Math.floor((values[index] ?? 0) / 256 ** byte) % 256}`,
      );
    });
    lines.push(`f ${frame} ${bytes.join(' ')}`);
  }
  writeFileSync(out, `${lines.join('\n')}\n`);
  return list.length;
}
