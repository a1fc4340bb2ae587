/**
 * One file writes: `harness/base/output-file.ts`, with its rules. Every other one imports nothing
 * from Node that makes, changes, renames or removes a file.
 */
import { describe, expect, test } from 'vitest';
import { readSources, type Source } from './sources.js';

/** The one place. */
const WRITER = 'harness/base/output-file.ts';
/** What developers run on the sources themselves: build, generated pages, benchmarks. */
const TOOLS = ['harness/tools/', 'harness/cli/pages/'];

/** Functions of `node:fs` and `node:fs/promises` that only read. */
const READERS = new Set([
  'type FileHandle',
  'type BigIntStats',
  'type Dirent',
  'access',
  'closeSync',
  'constants',
  'createReadStream',
  'existsSync',
  'fstatSync',
  'lstatSync',
  'open',
  'openSync',
  'readFile',
  'readFileSync',
  'readSync',
  'readdir',
  'readdirSync',
  'realpathSync',
  'stat',
  'statSync',
]);

/** Writes to the two streams that are open anyway. */
const STREAMS = /\bwriteSync\((?!(?:1|2),)/u;

/** What a file could write with. */
function writersOf({ path, text }: Source): string[] {
  if (path === WRITER || TOOLS.some((folder) => path.startsWith(folder))) return [];
  const found: string[] = [];
  const imports = text.matchAll(/^import\s+([^;]*?)\s+from\s+'(?:node:)?fs(?:\/promises)?'/gmu);
  for (const [, what = ''] of imports) {
    const names = /^\{([^}]*)\}$/u.exec(what.replace(/\s+/gu, ' '));
    if (names === null) found.push(what);
    for (const name of (names?.[1] ?? '').split(',').map((one) => one.trim())) {
      if (name === '' || READERS.has(name)) continue;
      if (name !== 'writeSync' || STREAMS.test(text)) found.push(name);
    }
  }
  for (const [call] of text.matchAll(/\b(?:require|import)\(\s*['"](?:node:)?fs[^)]*\)/gu)) found.push(call);
  for (const [call] of text.matchAll(/\bprocess\.(?:binding|getBuiltinModule)\b/gu)) found.push(call);
  // files are opened for reading, and say so
  if (/from 'node:fs/u.test(text)) {
    for (const [call, mode = ''] of text.matchAll(/\b(?:openSync|await open)\([\w.]+(?:, ([^)]*))?\)/gu)) {
      if (mode !== "'r'") found.push(call);
    }
  }
  return found.map((what) => `${path}: ${what}`);
}

test('nothing but the one place writes files', () => {
  expect(readSources().flatMap(writersOf)).toEqual([]);
});

describe('how it is looked for', () => {
  const found = (text: string): number => writersOf({ path: 'harness/a.ts', text }).length;

  test.each([
    "import { writeFileSync } from 'node:fs';",
    "import { existsSync, renameSync as move } from 'node:fs';",
    "import {\n  existsSync,\n  rmSync,\n} from 'node:fs';",
    "import { rm } from 'node:fs/promises';",
    "import { createWriteStream } from 'fs';",
    "import fs from 'node:fs';",
    "import * as fs from 'node:fs';",
    "const fs = await import('node:fs');",
    "const fs = require('fs');",
    "const fs = process.getBuiltinModule('fs');",
    "import { openSync } from 'node:fs';\nopenSync(file, 'w');",
    "import { openSync } from 'node:fs';\nopenSync(file, flags);",
    "import { open } from 'node:fs/promises';\nawait open(file, 'a');",
    "import { writeSync } from 'node:fs';\nwriteSync(descriptor, bytes);",
  ])('is a write: %s', (text) => {
    expect(found(text)).toBe(1);
  });

  test.each([
    "import { openSync, readSync } from 'node:fs';\nopenSync(file, 'r');",
    "import { writeSync } from 'node:fs';\nwriteSync(2, text);",
    "import { writeFile } from '../base/write-file.js';",
  ])('is no write: %s', (text) => {
    expect(found(text)).toBe(0);
  });

  test('the one place is where it should be, and writes', () => {
    const source = readSources().find(({ path }) => path === WRITER);
    expect(writersOf({ path: 'elsewhere.ts', text: source?.text ?? '' }).length).toBeGreaterThan(8);
  });
});
