/**
 * What the compiler says of twenty typical mistakes with the declared types of the package: one error each, with the legal words, the wrong key or
 * the names that are alike, and never the type `never`.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const FILE = join(root, 'dist/types/mistakes.ts');

const HEAD = `
import { apply, fftcg, holyGrailWar, kuroganeEngage, liveALive, read, srpgMovement } from './core/index.js';
const GAME = liveALive.LIVE_A_LIVE_BATTLE;
const FRAMES = liveALive.LIVE_A_LIVE;
const battle = liveALive.createBattle({ formation: 'namcat', party: [{ character: 'takahara' }] });
const frames = liveALive.createFrameBattle({ allies: [{ level: 2 }] });
const board = srpgMovement.srpgMovement.create({ map: [[0]], grounds: { 0: 1 } });
apply(GAME, battle, { command: 'move', x: 4, y: 4 });
read(battle, 'enemy[15].hp');
`;

/** A mistake, and what the message must contain. */
const MISTAKES: readonly (readonly [code: string, ...contains: string[]])[] = [
  [
    "apply(GAME, battle, { command: 'skil', skill: 'low-kick', x: 1, y: 1 });",
    '"skil"',
    '"escape" | "move"',
    '"skill"\'?',
  ],
  [
    "apply(GAME, battle, { command: 'skill', skill: 'low-kik', x: 1, y: 1 });",
    '"low-kik"',
    'Did you mean \'"low-kick"\'?',
  ],
  ["apply(GAME, battle, { command: 'move', x: 1 });", "Property 'y' is missing"],
  ["apply(GAME, battle, { command: 'move', x: 1, y: 1, z: 2 });", "'z' does not exist", 'readonly y: number'],
  ["apply(GAME, battle, { command: 'move', x: 'four', y: 4 });", "'string' is not assignable to type 'number'"],
  ["apply(GAME, battle, { command: 'turn', way: 'up' });", '"up"', '"left" | "right"'],
  ["apply(FRAMES, frames, { command: 'frame', pad: 'Y' });", "'string' is not assignable to type 'number'"],
  ["apply(GAME, board, { command: 'wait' });", '"srpg-movement"', '"live-a-live-battle"'],
  ["apply(FRAMES, frames, { command: 'move', x: 1, y: 1 });", '"move"', '"frame"'],
  ["read(battle, 'enmey[0].hp');", '"enmey[0].hp"', '"enemy[0].hp"'],
  ["read(battle, 'enemy[0].hpp');", '"enemy[0].hpp"', '"enemy[0].hp"'],
  ["read(battle, 'enemy[77].hp');", '"enemy[77].hp"', '"enemy[0].hp"', '"enemy[15].hp"'],
  ["read(battle, 'actonPoints');", '"actonPoints"', '"actionPoints"'],
  [
    "liveALive.createBattle({ formaton: 'namcat', party: [{ character: 'takahara' }] });",
    "Did you mean to write 'formation'?",
  ],
  [
    "liveALive.createBattle({ formation: 'namcat', party: [{ charactr: 'takahara' }] });",
    "Did you mean to write 'character'?",
  ],
  [
    "liveALive.createBattle({ formation: 'namcat', party: [{ character: 'takahra' }] });",
    'Did you mean \'"takahara"\'?',
  ],
  ["fftcg.fftcg.create({ players: [{ id: 'A' }, { id: 'B' }], phase: 'main3' });", '"main3"', '"main1" | "main2"'],
  ["fftcg.fftcg.create({ phase: 'main1' });", "Property 'players' is missing"],
  [
    "holyGrailWar.holyGrailWar.create({ units: [], pairs: [{ id: 'a', servnt: 'b' }] });",
    "Did you mean to write 'servant'?",
  ],
  [
    "kuroganeEngage.kuroganeEngage.create({ weapons: [], units: [{ id: 'a', side: 0, hp: 3, arm: 8, frame: 'huge' }] });",
    '"huge"',
    '"standard" | "large"',
  ],
];

/** What the compiler says of each line of a program, by line from 0. */
function messagesOf(text: string): ReadonlyMap<number, readonly string[]> {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const program = ts.createProgram([FILE], options, {
    ...host,
    fileExists: (name) => name === FILE || host.fileExists(name),
    readFile: (name) => (name === FILE ? text : host.readFile(name)),
    getSourceFile: (name, ...rest) =>
      name === FILE ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : host.getSourceFile(name, ...rest),
  });
  const source = program.getSourceFile(FILE);
  const found = new Map<number, string[]>();
  for (const { start = 0, messageText } of program.getSemanticDiagnostics(source)) {
    const { line } = ts.getLineAndCharacterOfPosition(source as ts.SourceFile, start);
    found.set(line, [...(found.get(line) ?? []), ts.flattenDiagnosticMessageText(messageText, '\n')]);
  }
  return found;
}

const before = HEAD.split('\n').length - 1;
const messages = messagesOf(HEAD + MISTAKES.map(([code]) => code).join('\n'));

test('what is right compiles', () => {
  expect([...messages].filter(([line]) => line < before)).toEqual([]);
});

test.each(MISTAKES.map((row, index) => [index, ...row] as const))('%i: %s', (index, _code, ...contains) => {
  const said = messages.get(before + index) ?? [];
  expect(said.length).toBe(1);
  for (const part of contains) expect(said[0]).toContain(part);
  expect(said[0]).not.toMatch(/\bnever\b/u);
});
