/** Faults planted by the program itself: which bytes, who judges, what is said of those that nothing tells apart. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PUBLISHED_SOURCE } from '../../../../harness/library/prove-image.js';
import { loadProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { codeAhead } from '../../../../harness/original/disassembly/branches-ahead.js';
import { entryState, instructionAt } from '../../../../harness/original/disassembly/flow-state.js';
import { imageUnderTest } from '../../../../harness/original/proof/choose-image.js';
import {
  canPlant,
  FAULT_KINDS,
  type FaultKind,
  faultBytes,
  type Place,
} from '../../../../harness/original/proof/faults/kinds.js';
import { FATES, measureSharpness, type Sharpness } from '../../../../harness/original/proof/faults/sharpness.js';
import type { ProveSource } from '../../../../harness/original/proof/prove.js';
import { createRandom } from '../../../../harness/original/proof/vary.js';

import { cli } from '../../cli/run-cli.js';
import { FAULTS, plant } from './faults.js';

const ROM = 'traces/homebrew/drill.sfc';
const rom = new Uint8Array(readFileSync(ROM));
const profile = loadProfile('drill');
const image = imageUnderTest(rom, profile, true);
const options = { cases: 60, seed: 1, instructions: 20_000 };

function measure(routine: string, count: number, source = PUBLISHED_SOURCE, cases = options.cases): Sharpness {
  return measureSharpness(
    image,
    source,
    { ...options, cases, routine, codeAhead: (plan) => codeAhead(image, plan) },
    count,
  );
}

/** Code in ROM, read with 8-bit accumulator and 16-bit index registers. */
function placeOf(...bytes: readonly number[]): Place {
  const code = { image: Uint8Array.from({ length: 0x8000 }, (_, at) => bytes[at] ?? 0xea), mapping: profile.mapping };
  const state = entryState({ m: 1, x: 0, direct: 0, dataBank: 0 });
  const instruction = instructionAt(code, 0x8000, state);
  if (instruction === undefined) throw new Error('no instruction');
  return { instruction, next: instructionAt(code, 0x8000 + instruction.bytes.length, state) };
}

const GENERATOR = 0x9356;
const isDraw = (target: number): boolean => target === GENERATOR;

/** Each with the bytes of its instruction, and all that it may become, by hand. */
const PLANTED: readonly (readonly [kind: FaultKind, bytes: readonly number[], becomes: readonly string[]])[] = [
  ['page', [0xad, 0x38, 0x03], ['173,56,2', '173,56,4']],
  ['address', [0xa5, 0x10], ['165,17', '165,18', '165,20', '165,24', '165,0']],
  ['mask', [0x29, 0x0f], [0x0e, 0x0d, 0x0b, 0x07, 0x1f, 0x2f, 0x4f, 0x8f].map((mask) => `41,${mask}`)],
  ['constant', [0xa9, 0x00], ['169,1', '169,255']],
  ['constant', [0xa2, 0xff, 0x00], ['162,254,0', '162,0,1']],
  ['branch', [0x90, 0x05], ['176,5']],
  ['branch', [0xf0, 0x05], ['208,5']],
  ['carry', [0x18], ['56']],
  ['carry', [0x2a], ['10']],
  ['order', [0xa9, 0x01, 0x85, 0x10], ['133,16,169,1']],
  ['edge', [0xc9, 0x09], ['201,8', '201,10']],
  ['lost write', [0x8d, 0xae, 0x03], ['234,234,234']],
  ['lost draw', [0x20, 0x56, 0x93], ['234,234,234']],
];

describe('the bytes of a fault', () => {
  test.each(PLANTED)('%s at %j', (kind, bytes, becomes) => {
    const place = placeOf(...bytes);
    expect(canPlant(kind, place, isDraw)).toBe(true);
    const seen = new Set<string>();
    const random = createRandom(3);
    for (let turn = 0; turn < 200; turn++) {
      const { from, to } = faultBytes(kind, place, random);
      expect(from).toEqual(bytes);
      seen.add(to.join());
    }
    expect([...seen].sort()).toEqual([...becomes].sort());
  });

  test.each<readonly [FaultKind, readonly number[]]>([
    ['page', [0x20, 0x56, 0x93]],
    ['page', [0xa5, 0x10]],
    ['address', [0x4c, 0x00, 0x90]],
    ['constant', [0xc9, 0x09]],
    ['mask', [0x25, 0x0f]],
    ['branch', [0x80, 0x05]],
    // both may run in either order
    ['order', [0xa9, 0x01, 0xa2, 0x02, 0x00]],
    ['order', [0x90, 0x05, 0xa9, 0x01]],
    ['lost write', [0xad, 0x38, 0x03]],
    ['lost write', [0x1a]],
    ['lost draw', [0x20, 0x00, 0x90]],
  ])('%s is not planted at %j', (kind, bytes) => {
    expect(canPlant(kind, placeOf(...bytes), isDraw)).toBe(false);
  });
});

describe('the measurement', () => {
  const sharp = measure('order-points-idle', 24);

  test('finds each fault of a routine, in every kind; the image stays as it is', () => {
    // of the generator's own code its own routine judges, which is not asked here: a state of which one word alone is 0
    const left = sharp.list.filter(({ fate }) => fate !== 'found');
    expect(left.map(({ kind, before }) => `${kind} ${before}`)).toEqual(['order LDA $0338, ORA $033A']);
    expect(left.map(({ notLooked }) => notLooked)).toEqual(['3 branches of order-points-idle not both ways']);
    expect(sharp.list.length).toBe(24);
    expect([...new Set(sharp.list.map(({ kind }) => kind))].sort()).toEqual([...FAULT_KINDS].sort());
    const places = sharp.list.map(({ kind, address }) => `${kind} ${address}`);
    expect(new Set(places).size).toBe(places.length);
    expect(createHash('sha256').update(rom).digest('hex')).toBe(image.sha256);
  });

  test('plants the same for the same seed, others for another', () => {
    const few = measure('order-points-idle', 4);
    expect(measure('order-points-idle', 4)).toEqual(few);
    const other = measureSharpness(image, PUBLISHED_SOURCE, { ...options, seed: 2, routine: 'order-points-idle' }, 4);
    expect(other.list.map(({ address }) => address)).not.toEqual(few.list.map(({ address }) => address));
  });

  test('a proof of one case is blind, and says to what', () => {
    const one: ProveSource = {
      ...PUBLISHED_SOURCE,
      published(plan) {
        const published = PUBLISHED_SOURCE.published(plan);
        return { ...published, cases: published.cases.slice(0, 1) };
      },
    };
    const blunt = measure('order-points-idle', 24, one, 0);
    const missed = blunt.list.filter(({ fate }) => fate === 'missed');
    expect(missed.length).toBeGreaterThan(0);
    expect(
      missed.every(({ notLooked }) => /\d+ branch(?:es)? of order-points-idle not both ways/u.test(notLooked)),
    ).toBe(true);
    expect(FATES.reduce((sum, fate) => sum + blunt.list.filter((one) => one.fate === fate).length, 0)).toBe(24);
    expect(blunt.list.some(({ fate }) => fate === 'not told apart')).toBe(false);
  });

  test('a routine that differs without a fault of ours judges nothing', () => {
    const fault = FAULTS.find(({ what }) => what === 'half rounded up');
    if (fault === undefined) throw new Error('no such fault');
    const broken = imageUnderTest(plant(rom, fault), profile, false);
    const { leftOut, list } = measureSharpness(broken, PUBLISHED_SOURCE, { ...options, routine: fault.routine }, 5);
    expect([leftOut, list]).toEqual([['C1:8F77 order-points-move'], []]);
  });
});

test('a clamp one off is no fault: the byte at its edge comes out alike; the same count is planted besides', () => {
  // C1:1CAC clamps at 0Fh: CMP #$0F, BCC, LDA #$0F. At 10h the byte 0Fh passes as itself; at 0Eh it is clamped to 0Fh.
  const { list, none } = measure('order-points-damage', 40);
  expect(list).toHaveLength(40);
  expect(none.map(({ after, before, kind }) => [kind, before, after])).toEqual([['edge', 'CMP #$0F', 'CMP #$10']]);
  expect(none[0]?.states).toBeGreaterThan(0);
  expect(list.some(({ after, before }) => before === 'CMP #$0F' && after === 'CMP #$10')).toBe(false);
});

describe('rom prove --faults', () => {
  const words = ['rom', 'prove', ROM, '--routine', 'C1:1C02', '--cases', '60', '--log-frames', '0', '--faults'];

  test('prints its sharpness, as text and as JSON', async () => {
    const text = await cli([...words, '6']);
    expect([text.code, text.err]).toEqual([0, '']);
    expect(text.out).toMatch(
      /^6 faults, seed 1: 6 found in their routine, 0 found elsewhere, 0 missed, 0 not told apart\n/u,
    );
    // more than there are places for is said, and is not exit 0
    const json = await cli([
      ...words.slice(0, 4),
      'C1:2800',
      '--cases',
      '10',
      '--faults',
      '100',
      '--json',
      '--log-frames',
      '0',
    ]);
    const { exit, sharpness } = JSON.parse(json.out) as {
      readonly exit: number;
      readonly sharpness: Readonly<Record<string, number>>;
    };
    const { asked, planted = 0, found = 0, foundElsewhere = 0, missed = 0, notToldApart = 0 } = sharpness;
    expect([json.code, exit, asked, planted < 100]).toEqual([1, 1, 100, true]);
    expect(found + foundElsewhere + missed + notToldApart).toBe(planted);
    expect(found).toBeGreaterThan(10);
  });

  test.each([
    [['0'], /^E_USAGE: --faults plants one fault or more/u],
    [['3', '-o', '/tmp/never-written.jsonl'], /^E_USAGE: --faults changes the image in memory/u],
    [['3', '--cdl', '/tmp/never-written.cdl'], /^E_USAGE: --faults changes the image in memory/u],
  ])('%j is refused', async (rest, message) => {
    const run = await cli([...words, ...rest]);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toMatch(message);
  });
});
