/**
 * The quick reading of cases and steps against JSON: the same content, or the line is left to the whole parser. And that a
 * fault in a file is found, whichever way it is read.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { cellsApart, readPlainCase } from '../../../../harness/original/vectors/plain-case.js';
import { createVectorRunner } from '../../../../harness/original/vectors/run-files.js';
import { readVectorFile, vectorNames } from '../../../references/vector-files.js';
import { shortSequence } from '../../fixtures/short-sequence.js';

const scratch = mkdtempSync(join(tmpdir(), 'lockstep-cases-'));
afterAll(() => rmSync(scratch, { recursive: true }));

type Bytes = Readonly<Record<string, number | readonly number[]>>;

/** Cells as JSON has them, one by one. */
function cellsOf(bytes: Bytes = {}): (readonly [number, number])[] {
  return Object.entries(bytes).flatMap(([address, value]) =>
    [value].flat().map((byte, index) => [Number.parseInt(address, 16) + index, byte] as const),
  );
}

/** What `readPlainCase` must make of a line. */
function expectedOf(line: string): unknown {
  const { op, mode, in: given, out, draws = [] } = JSON.parse(line);
  const { A = 0, X = 0, Y = 0, P = 0x20, ...banks } = given.regs ?? {};
  return {
    ...{ line: 7, op, mode, operand: given.operand, registers: { A, X, Y, P, ...banks } },
    memory: new Map(cellsOf(given.mem)),
    tables: new Map(cellsOf(given.rom)),
    ...{ exit: out.exit, outRegisters: out.regs ?? {}, outMemory: new Map(cellsOf(out.mem)), draws },
  };
}

const read = (line: string) => readPlainCase(Buffer.from(`ab\n${line}\n`), 3, 7);

test('cases of every tenth file are read as JSON reads them', () => {
  let left = 0;
  for (const name of vectorNames('').filter((_, index) => index % 10 === 0)) {
    for (const one of readVectorFile(name).cases) {
      const line = JSON.stringify(one);
      const found = read(line);
      if (found === undefined) left++;
      else expect(found).toEqual(expectedOf(line));
    }
  }
  // only a case without any input has another form
  expect(left).toBeLessThan(2);
});

const CASE =
  '{"in":{"regs":{"A":1,"X":6912,"P":35},"mem":{"7E0310":96,"7E0311":[27,4],"7E0338":0},"rom":{"C10000":5}},' +
  '"out":{"exit":"C1:9336","regs":{"A":7040},"mem":{"7E0316":255}},"draws":[0,119]}';
const INSTRUCTION = '{"op":"ADC","mode":"imm","in":{"regs":{"A":65297,"P":161},"operand":129},"out":{"exit":"return"}}';

test.each([
  CASE,
  INSTRUCTION,
  CASE.replace(',"draws":[0,119]', ''),
  CASE.replace('{"7E0316":255}', '{}').replace('"P":35', '"P":35,"Y":3,"DB":126,"D":4'),
])('a line is read whole: %s', (line) => {
  expect(read(line)).toEqual(expectedOf(line));
});

test.each([
  ['a blank', '"A":1', '"A": 1'],
  ['a zero in front', '"7E0310":96', '"7E0310":096'],
  ['a byte of 256', '"7E0310":96', '"7E0310":256'],
  ['a word of 65536', '"X":6912', '"X":65536'],
  ['P of 256', '"P":35', '"P":256'],
  ['no number', '"7E0310":96', '"7E0310":'],
  ['a cell twice', '"7E0338"', '"7E0312"'],
  ['descending cells', '"7E0338"', '"7E0309"'],
  ['a small hex digit', '"7E0338"', '"7e0338"'],
  ['five digits', '"7E0338"', '"7E338"'],
  ['an unknown register', '"X":6912', '"Q":6912'],
  ['a register twice', '"X":6912', '"A":6912'],
  ['an unknown field', '"out"', '"more":1,"out"'],
  ['an escape', 'C1:9336', 'C1\\u003a9336'],
  ['a comma at the end', '"7E0316":255', '"7E0316":255,'],
  ['an empty list', '[27,4]', '[]'],
  ['more behind it', '[0,119]}', '[0,119]} '],
])('a line in another form is left to the whole parser: %s', (_name, from, to) => {
  expect(CASE).toContain(from);
  expect(read(CASE.replace(from, to))).toBeUndefined();
});

/** A text with each of its characters changed in turn. */
function* mutants(text: string): Generator<string> {
  for (let at = 0; at < text.length; at++) {
    for (const other of ['', '0', '9', ',', '"', '{', '}', ']']) yield text.slice(0, at) + other + text.slice(at + 1);
  }
}

test('a changed character is read as JSON reads it, or not at all', () => {
  let found = 0;
  for (const line of [...mutants(CASE), ...mutants(INSTRUCTION)]) {
    const one = read(line);
    if (one === undefined) continue;
    found++;
    expect(one, line).toEqual(expectedOf(line));
  }
  expect(found).toBeGreaterThan(100);
});

test('the cells of a step and the rest of it are what JSON reads', () => {
  const [, step = ''] = shortSequence();
  const { mem, ...rest } = JSON.parse(step) as { readonly mem: Bytes };
  const apart = cellsApart(step);
  expect(JSON.parse(apart?.text ?? '')).toEqual({ ...rest, mem: {} });
  expect([...(apart?.cells ?? [])]).toEqual(cellsOf(mem));
  expect(cellsApart(step.replace(/\}$/u, ',"mem":{}}'))).toBeUndefined();
  expect(cellsApart('{"step":0,"mem":{"7E0310":300}}')).toBeUndefined();
  expect(cellsApart('{"step":0,"mem":{"7E0310":\u0130}}')).toBeUndefined();
});

const NAME = 'C1-92C3-choose-enemy.jsonl';
const lines = gunzipSync(readFileSync(new URL(`../../../../traces/vectors/${NAME}.gz`, import.meta.url)))
  .toString()
  .split('\n');
const LINE = 7;

test.each([
  [
    'a byte',
    /"7E0316":\d+(?=[,}]+$)|"7E0316":\d+(?=,"7E03AC")/u,
    '"7E0316":77',
    /^7E0316 .*: mine .*, theirs 4Dh, before /u,
  ],
  [
    'a cell that is not listed',
    /,"7E03AC":\d+,"7E03AD":\d+/u,
    '',
    /^7E03A[CD] .*: written .* the original leaves it alone$/u,
  ],
  ['the exit', '"exit":"return"', '"exit":"C1:0000"', /^exit: mine return, theirs C1:0000$/u],
  ['a register', /"out":(.*)"X":\d+/u, '"out":$1"X":1', /^register X: mine \d+, theirs 1$/u],
  ['a draw', /\}$/u, ',"draws":[5]}', /^draws: /u],
])('a wrong case is found at its line, read quickly or not: %s', (_name, from, to, difference) => {
  const run = createVectorRunner();
  for (const [index, blank] of ['', ' '].entries()) {
    const edited = [...lines];
    edited[LINE - 1] = `${(lines[LINE - 1] ?? '').replace(from, to)}${blank}`;
    expect(edited[LINE - 1]?.trimEnd()).not.toBe(lines[LINE - 1]);
    const file = join(scratch, `${index}.jsonl`);
    writeFileSync(file, edited.join('\n'));
    const result = run(file);
    expect(result).toMatchObject({ different: 1, first: { line: LINE } });
    expect(result?.first?.difference).toMatch(difference);
  }
});
