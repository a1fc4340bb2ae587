/** Nothing vanishes: what each case comes to on an image of our own with one routine, and with faults in it. */
import { expect, test } from 'vitest';
import { PUBLISHED_SOURCE } from '../../../../harness/library/prove-image.js';
import { loadProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { imageUnderTest } from '../../../../harness/original/proof/choose-image.js';
import { createProofMachine } from '../../../../harness/original/proof/compare-sides.js';
import { runEdges } from '../../../../harness/original/proof/edges.js';
import { OUTCOMES, openTally } from '../../../../harness/original/proof/outcomes.js';
import { type ProveResult, proveImage, verdictOf } from '../../../../harness/original/proof/prove.js';
import { runPublished } from '../../../../harness/original/proof/published.js';
import { createRoutineRunner } from '../../../../harness/original/proof/routine-runner.js';

const CARTRIDGE = loadProfile('cartridge');
const ROUTINE = 'enemy-move-cost';
/** LDX $AC; LDA $7E8F04,X; CMP #226; BCC +2; LDA #226; LSR A; LSR A; EOR #$FF; SEC; ADC #64; RTS */
const CODE = 'A6 AC BF 04 8F 7E C9 E2 90 02 A9 E2 4A 4A 49 FF 38 69 40 60';

function imageWith(code: string): Uint8Array {
  const image = new Uint8Array(0x2_0000).fill(0xdb);
  image.set(
    code.split(' ').map((byte) => Number.parseInt(byte, 16)),
    0x1_2800,
  );
  return image;
}

function prove(code: string, cases = 200): ProveResult {
  const image = imageUnderTest(imageWith(code), CARTRIDGE, false);
  return proveImage(image, PUBLISHED_SOURCE, { cases, seed: 1, instructions: 2000, routine: ROUTINE });
}

function sumOfOutcomes(result: ProveResult): number {
  return OUTCOMES.reduce((sum, outcome) => sum + result[outcome], 0);
}

test('code that agrees holds, and every case is counted once', () => {
  const result = prove(CODE);
  expect(verdictOf(result)).toBe('holds');
  expect(result.published.equal).toBe(result.published.cases);
  expect(sumOfOutcomes(result)).toBe(result.cases);
});

test.each([
  // the speed is read at 7E5F04, which nothing declares
  [
    'a read moved to an undeclared page',
    CODE.replace('04 8F 7E', '04 5F 7E'),
    'undeclared read',
    /^theirs reads 7E[0-9A-F]{4}, which no cell declares$/,
  ],
  [
    'a routine that never returns',
    '80 FE',
    'no exit',
    /^theirs comes to no exit: budget, 2000 instructions, at C1:2800$/,
  ],
  ['a routine of traps', 'DB', 'no exit', /^theirs comes to no exit: stopped, STP at C1:2800$/],
  ['a wrong constant', CODE.replace('69 40', '69 41'), 'register', /^register A8: mine \d+, theirs \d+$/],
])('%s is different in published cases, never left out', (_, code, kind, text) => {
  const result = prove(code, 0);
  expect(verdictOf(result)).toBe('differs');
  expect(result.published.different).toBe(result.published.cases);
  expect(Object.keys(result.reasons.different ?? {})).toEqual([kind]);
  expect(result.first?.first?.difference.text).toMatch(text);
});

test('a register that no result declares is compared with the published outcome', () => {
  // INY in place of a NOP: Y is no result of the routine
  const padded = CODE.replace('4A 4A 49', '4A 4A EA 49');
  expect(verdictOf(prove(padded, 0))).toBe('holds');
  const result = prove(padded.replace('EA', 'C8'), 0);
  expect(result.reasons.different).toEqual({ 'published outcome': result.published.cases });
  expect(result.first?.first?.difference.text).toMatch(/^register Y: published [\dA-F]+h, the image [\dA-F]+h$/);
});

test('published cases that are left undecided do not hold, though nothing differs', () => {
  const tally = openTally();
  for (const outcome of ['equal', 'undecided'] as const) {
    tally.begin();
    tally.end(outcome, outcome === 'equal' ? '' : 'no rule');
  }
  const published = tally.close();
  expect(verdictOf({ different: 0, equal: 1, published })).toBe('incomplete');
  expect(verdictOf({ different: 0, equal: 0, published })).toBe('nothing compared');
});

test('a case that was begun and never ended is a fault of ours', () => {
  const tally = openTally();
  tally.begin();
  expect(() => tally.close()).toThrow('1 case begun, 0 ended');
});

test('a comparison is driven to its edge and one beside it', () => {
  const plan = CARTRIDGE.plans.find(({ name }) => name === ROUTINE);
  if (plan === undefined) throw new Error('no such routine');
  const machine = createProofMachine(imageUnderTest(imageWith(CODE), CARTRIDGE, false));
  const published = PUBLISHED_SOURCE.published(plan);
  const runner = createRoutineRunner(machine, plan, published, 2000);
  const states = published.cases.slice(0, 1).flatMap((vector) => runPublished(runner, vector)?.state ?? []);
  runner.learn();
  const speeds = new Set<number>();
  const [state] = states;
  if (state === undefined) throw new Error('no case');
  runEdges(runner, { states, pointers: new Set(), related: { X: [], Y: [] } }, 400, () => {
    for (const offset of runner.inputs()) speeds.add(runner.cell(offset));
    return true;
  });
  // CMP #226: 225 and 226 go apart, 227 stands beside them
  expect([225, 226, 227].filter((speed) => !speeds.has(speed))).toEqual([]);
});
