/** Battles out of savestates: every form, the same battle as before, refusals with their reason. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import type { Battle } from '../../../../core/system/system.js';
import type { LockstepError } from '../../../../harness/base/errors.js';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { takeState } from '../../../../harness/files/states/take-state.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { HOST_WINDOW, PLACES, placeByName, WORK_RAM } from '../../../../rom-map/index.js';
import { zipOf } from '../movies/zip-bytes.js';
import { FORMS, memoryOf, noise, workRamOf, zstandard } from './state-files.js';

const STATE = LIVE_A_LIVE_BATTLE.capabilities.consoleState;
if (STATE === undefined) throw new Error('battles by commands take states');
const AUTO = 10;
const FRAMES_AT = placeByName('battleFrames')?.offset ?? 0;
/** Cells of the console that are no counters of our own. */
const COMPARED = PLACES.filter(({ address }) => address >= WORK_RAM && address < HOST_WINDOW);

/** A battle after so many commands that a policy chose. */
function battleAfter(commands: number): Battle {
  const file = join(packageRoot(), 'traces/live-a-live/present-day-moribe-seishi.toml');
  const battle = startPlan(LIVE_A_LIVE_BATTLE, { ...loadPlan(file), system: LIVE_A_LIVE_BATTLE.id });
  for (let index = 0; index < commands; index++) battle.step(Int32Array.of(AUTO, 0, 1, index), undefined);
  return battle;
}

function consoleCells({ image }: Battle): number[] {
  return COMPARED.flatMap(({ offset, width }) => [...image.subarray(offset, offset + width)]);
}

function taken(bytes: Uint8Array): { battle: Battle; form: string; how: string } {
  const battle = LIVE_A_LIVE_BATTLE.create(null);
  return { battle, ...takeState(STATE as NonNullable<typeof STATE>, battle, bytes, 'a.state') };
}

function refusal(bytes: Uint8Array): LockstepError {
  try {
    taken(bytes);
  } catch (error) {
    return error as LockstepError;
  }
  throw new Error('it was taken');
}

/** Work RAM with other bytes at a cell. */
function changed(name: string, ...bytes: number[]): Uint8Array {
  const ram = workRamOf(battleAfter(3));
  ram.set(bytes, (placeByName(name)?.address ?? 0) - WORK_RAM);
  return ram;
}

describe.each(Object.keys(FORMS))('%s', (name) => {
  const wrap = FORMS[name] as (ram: Uint8Array) => Uint8Array;

  test('gives every cell of the console as it was', () => {
    const before = battleAfter(3);
    expect(consoleCells(taken(wrap(workRamOf(before))).battle)).toEqual(consoleCells(before));
  });

  test('is refused where the allies stand nowhere', () => {
    expect(refusal(wrap(changed('ally[0].cellX', 6, 6, 6, 6))).code).toBe('E_STATE_BATTLE');
  });
});

test('a Mesen savestate that is cut is called that, not a state without a battle', () => {
  const whole = (FORMS['Mesen 2'] as (ram: Uint8Array) => Uint8Array)(workRamOf(battleAfter(3)));
  for (const length of [6, 3_000, whole.length - 100]) {
    const { code, sentence: message } = refusal(whole.subarray(0, length));
    expect([code, message]).toEqual(['E_STATE_FILE', 'the Mesen savestate is cut or damaged']);
  }
});

test('a battle that is set up and has not begun is named; after its first frame it is taken', () => {
  const begun = battleAfter(0);
  // in a dump and where it is searched
  for (const bytes of [memoryOf(begun), Buffer.concat([noise(33, 9), memoryOf(begun)])]) {
    const { code, sentence: message } = refusal(bytes);
    expect([code, message]).toEqual(['E_STATE_BATTLE', expect.stringMatching(/set up and has not begun/u)]);
  }
  expect(taken(workRamOf(begun)).form).toBe('dump of work RAM');
});

test('a taken battle goes on like the one that it was taken from', () => {
  for (const commands of [1, 2, 3, 5]) {
    const first = battleAfter(commands);
    const second = taken(workRamOf(first)).battle;
    // the policy's choices depend on this counter of our own
    second.image.set(first.image.subarray(FRAMES_AT, FRAMES_AT + 4), FRAMES_AT);
    for (let seed = 100; seed < 104; seed++) {
      const command = Int32Array.of(AUTO, 0, 1, seed);
      expect(second.step(command, undefined)).toBe(first.step(command, undefined));
      expect(consoleCells(second)).toEqual(consoleCells(first));
    }
  }
});

test('it is said how work RAM was found', () => {
  const ram = workRamOf(battleAfter(3));
  const how = (form: string): string => taken((FORMS[form] as (ram: Uint8Array) => Uint8Array)(ram)).how;
  expect(how('a dump')).toBe('all 128 KiB of it');
  expect(how('Snes9x in gzip')).toBe('by its block RAM');
  expect(how('a libretro core')).toBe('by a search for what battles have in common, at byte 4321');
});

describe('refused, with the reason', () => {
  const POINTER_FAULTS: readonly (readonly [cell: string, bytes: readonly number[], found: RegExp])[] = [
    ['currentAlly', [0x41, 0x1c], /^currentAlly = 1C41h/],
    ['actingEnemy', [0x08, 0x1b], /^actingEnemy = 1B08h/],
    ['ally[0].record', [0x20, 0x0d], /^ally\[0\]\.record/],
    ['ally[0].facing', [9], /^ally\[0\]\.facing = 9/],
    ['enemy[0].species', [0x00, 0x1b], /^enemy\[0\]\.species = 1B00h/],
    ['enemy[0].cellX', [7, 7, 7, 7, 7], /^enemy\[0\], /],
  ];

  test.each(POINTER_FAULTS)('%s of another game', (cell, bytes, found) => {
    const { code, sentence: message, details } = refusal(changed(cell, ...bytes));
    expect([code, message]).toEqual(['E_STATE_BATTLE', 'no battle is in this memory']);
    expect(details.found).toMatch(found);
  });

  test('nothing but zeros, ones or noise', () => {
    const empty = [new Uint8Array(0x20000), new Uint8Array(0x20000).fill(0xff), noise(0x20000, 11), noise(400_000, 12)];
    for (const bytes of empty) expect(refusal(bytes).code).toBe('E_STATE_BATTLE');
  });

  test('between two battles', () => {
    const battle = battleAfter(3);
    for (let enemy = 0; enemy < 16; enemy++) {
      const { offset } = placeByName(`enemy[${enemy}].state`) as { offset: number };
      if (battle.image[offset] !== 0x80) battle.image[offset] = 0;
    }
    const { details, sentence: message } = refusal(workRamOf(battle));
    expect([message, details.found]).toEqual(['the battle is over or has not begun', 'no enemy in the fight']);
  });

  test('a skill half done, in a dump and where it is searched', () => {
    for (const cell of ['allyActionFlags', 'enemyActionFlags']) {
      const ram = changed(cell, 0x10);
      for (const bytes of [ram, Buffer.concat([noise(33, 9), ram])]) {
        expect(refusal(bytes).details.found).toBe('a skill half done');
      }
    }
  });

  test('two different battles in one file', () => {
    const two = Buffer.concat([workRamOf(battleAfter(2)), workRamOf(battleAfter(4))]);
    expect(refusal(two).sentence).toBe('the file holds several battles');
    const same = workRamOf(battleAfter(2));
    expect(taken(Buffer.concat([same, same])).battle.image).toEqual(taken(same).battle.image);
  });

  test('damage', () => {
    const ram = workRamOf(battleAfter(3));
    const broken = (bytes: Uint8Array, at: number): Uint8Array => {
      const copy = Uint8Array.from(bytes);
      copy[at] = (copy[at] as number) ^ 0x55;
      return copy;
    };
    const zip = zipOf([{ name: 'Core.bin', content: ram }]);
    const files = [
      gzipSync(ram).subarray(0, 9_000),
      broken(gzipSync(ram), 40_000),
      broken(zip, 5_000),
      zip.subarray(0, zip.length - 9),
      zipOf([{ name: 'Core.bin', content: zstandard(ram).subarray(0, 70_000) }]),
      Buffer.from([0, 0, 0x22, 0x5a, 1, 2, 3]),
      (FORMS['bsnes on its own'] as (ram: Uint8Array) => Buffer)(ram).subarray(0, 60_000),
    ];
    for (const bytes of files) expect(refusal(bytes).code).toBe('E_STATE_FILE');
  });

  test('run lengths that announce more than a state can be', () => {
    const bomb = Buffer.alloc(40);
    bomb.writeUInt32LE(0x5a22_0000, 0);
    bomb.writeUInt32LE(0xffff_ffff, 12);
    expect(refusal(bomb).code).toBe('E_STATE_FILE');
  });

  test('bytes that look like a battle everywhere', () => {
    const bait = Buffer.alloc(400_000);
    for (let at = 0; at < bait.length; at += 2) bait[at + 1] = 0x1c;
    expect(refusal(bait).sentence).toBe('too many places look like the beginning of a battle');
  });
});

test('damaged bytes of every form are taken, or refused with one error', () => {
  const ram = workRamOf(battleAfter(3));
  for (const [seed, wrap] of Object.values(FORMS).entries()) {
    const whole = wrap(ram);
    for (let round = 0; round < 12; round++) {
      const copy = Uint8Array.from(whole);
      const places = noise(24, 1_000 * seed + round);
      for (let index = 0; index < 24; index += 4) {
        const [low = 0, middle = 0, high = 0, value = 0] = places.subarray(index, index + 4);
        const at = low + 256 * middle + 65_536 * (high & 3);
        // every other round strikes the beginning, where the sizes stand
        copy[(round % 2 === 0 ? at : low) % copy.length] = value;
      }
      try {
        taken(copy);
      } catch (error) {
        expect((error as LockstepError).code).toMatch(/^E_STATE_(?:BATTLE|FILE)$/);
      }
    }
  }
});
