/**
 * What the emulator tests share: a scratch folder with tiny cores, ROM files and the compiled recorder modules, made
 * once per test file; short ways to run a recorder and to read what it wrote.
 */

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { recordFrames } from '../../harness/capture/record/record-frames.js';
import type { readRecording } from '../../harness/capture/record/recording-reader.js';
import { compileCommand } from '../harness/fixtures/compile-sources.js';
import { tinyRom } from './tiny-rom.js';

export interface RecordModules {
  /** Where they stand. */
  readonly folder: string;
  readonly recordFrames: typeof recordFrames;
  readonly readRecording: typeof readRecording;
}

export interface Workshop {
  readonly folder: string;
  readonly rom: string;
  /** A path inside the scratch folder. */
  readonly file: (name: string) => string;
  /** Compiles tiny-core.c, `how` being one of its MISBEHAVE_ names or nothing. */
  readonly core: (how?: string) => string;
  /** The record modules as plain Node loads them. */
  readonly modules: () => Promise<RecordModules>;
  readonly close: () => void;
}

export function openWorkshop(): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-emulator-'));
  const file = (name: string): string => join(folder, name);
  const rom = file('tiny.sfc');
  writeFileSync(rom, tinyRom());
  let compiled: string | undefined;
  return {
    folder,
    rom,
    file,
    core: (how) => {
      const path = file(`${how ?? 'good'}.so`);
      const source = fileURLToPath(new URL('tiny-core.c', import.meta.url));
      const flags = ['-shared', '-fPIC', '-O1', '-w', ...(how === undefined ? [] : [`-DMISBEHAVE_${how}`])];
      if (!existsSync(path)) execFileSync('cc', [...flags, '-o', path, source]);
      return path;
    },
    modules: async () => {
      // the koffi recorder is a child process of plain Node, which reads no TypeScript
      compiled ??= join(dirname(compileCommand(file('compiled'))), '../capture/record');
      const load = (name: string): Promise<unknown> =>
        import(/* @vite-ignore */ pathToFileURL(join(`${compiled}`, name)).href);
      const frames = (await load('record-frames.js')) as Pick<RecordModules, 'recordFrames'>;
      const reader = (await load('recording-reader.js')) as Pick<RecordModules, 'readRecording'>;
      return { folder: compiled, recordFrames: frames.recordFrames, readRecording: reader.readRecording };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface Ended {
  readonly code: number | null;
  readonly stderr: string;
  readonly stdout: string;
}

/** Runs a program to its end; `whenSaid` is called once, as soon as stderr holds `@lockstep progress`. */
export function run(command: string, words: readonly string[], whenSaid?: (pid: number) => void): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr, called] = ['', '', false];
    child.stdout.on('data', (piece) => {
      stdout += piece;
    });
    child.stderr.on('data', (piece) => {
      stderr += piece;
      if (called || !stderr.includes('@lockstep progress')) return;
      called = true;
      if (child.pid !== undefined) whenSaid?.(child.pid);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stderr, stdout }));
  });
}
