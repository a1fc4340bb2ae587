/** A game of one's own under `prove`: what holds, what differs and from which smallest state, and every bad input. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type OpenImageOptions, type OwnRoutine, openImage, textOf } from '../../../harness/library/index.js';
import { aborted, checkPlain, now, refusal } from './calls.js';

const GAME = { mapping: 'lorom' } as const;

/** 32 KiB with code at 00:8000 and bytes at other places. */
function imageOf(code: readonly number[], more: Readonly<Record<number, readonly number[]>> = {}): Uint8Array {
  const image = new Uint8Array(0x8000).fill(0xdb);
  image.set(code);
  for (const [at, bytes] of Object.entries(more)) image.set(bytes, Number(at) - 0x8000);
  return image;
}

// lda $10; clc; adc #5; bcc done; lda #$ff; done: sta $10; rts
const SATURATING = [0xa5, 0x10, 0x18, 0x69, 5, 0x90, 2, 0xa9, 0xff, 0x85, 0x10, 0x60];
const HP = { hp: { at: '7E:0010' } };

function heal(ours: OwnRoutine['ours'], more: Partial<OwnRoutine> = {}): OwnRoutine {
  return { name: 'heal', entry: '00:8000', reads: HP, writes: HP, ours, ...more };
}

const RIGHT = heal((game) => game.write('hp', Math.min(game.read('hp') + 5, 0xff)));

function prove(code: readonly number[], routine: OwnRoutine, more: object = {}, open: OpenImageOptions = GAME) {
  return openImage(imageOf(code), open).prove({ routines: [routine], cases: 2000, ...more });
}

describe('one routine', () => {
  test('that agrees holds, with all its inputs and both ways of its branch', async () => {
    const answer = await prove(SATURATING, RIGHT, { all: true });
    expect(answer).toMatchObject({
      ...{ ok: true, verdict: 'holds', routines: 1, different: 0, branches: 1, bothWays: 1, first: null },
      states: { equal: 1, thin: 0 },
      list: [{ routine: '00:8000', name: 'heal', allInputs: 8 }],
    });
    checkPlain(answer);
    expect(textOf(answer)).toContain("your game's code (cases): 1 routine");
  });

  test('that wraps where the original saturates differs: routine, cell, mine, theirs, smallest state', async () => {
    const answer = await prove(
      SATURATING,
      heal((game) => game.write('hp', (game.read('hp') + 5) & 0xff)),
    );
    // 251 + 5 is the first sum over a byte
    const difference = 'hp (7E0010): mine 0 (00h), theirs 255 (FFh), before 251 (FBh)';
    expect(answer).toMatchObject({
      ok: false,
      verdict: 'differs',
      first: { name: 'heal', difference, cells: { hp: 251 } },
    });
    expect(textOf(answer)).toContain(`${difference}\n         smallest state: hp = 251\n`);
    expect(textOf(answer)).not.toContain('lockstep rom');
  });

  test('a number over its width is a difference, not a number that wrapped', async () => {
    const answer = await prove(
      [...SATURATING.slice(0, 5), 0x85, 0x10, 0x60],
      heal((game) => game.write('hp', game.read('hp') + 5)),
    );
    const difference = 'hp: mine 256, which 8 bits do not hold, theirs 0 (00h)';
    expect(answer).toMatchObject({ verdict: 'differs', first: { difference, cells: { hp: 251 } } });
  });

  test('a domain is kept to: what differs outside of it is counted apart', async () => {
    const reads = { hp: { at: '7E:0010', max: 250 } };
    const answer = await prove(
      SATURATING,
      heal((game) => game.write('hp', (game.read('hp') + 5) & 0xff), { reads }),
    );
    expect(answer).toMatchObject({ ok: true, verdict: 'holds', different: 0, states: { thin: 1 }, bothWays: 0 });
    // 251 to 255, each more than once
    expect(answer).toHaveProperty('reasons.outside', { 'hp is not 0 to 250': expect.any(Number) });
  });

  test('a cell that no table names is told: read or written', async () => {
    // lda $10; clc; adc $20; sta $10; rts
    const answer = await prove([0xa5, 0x10, 0x18, 0x65, 0x20, 0x85, 0x10, 0x60], RIGHT);
    expect(answer).toMatchObject({
      first: { kind: 'undeclared read', difference: 'theirs reads 7E0020, which its table does not name as read' },
    });
    // lda $10; sta $21; rts
    const writes = await prove(
      [0xa5, 0x10, 0x85, 0x21, 0x60],
      heal(() => undefined),
    );
    expect(writes).toMatchObject({
      first: { kind: 'undeclared write', difference: expect.stringContaining('7E0021') },
    });
    // lda $10; rts: hp is written only
    const only = await prove(
      [0xa5, 0x10, 0x60],
      heal(() => undefined, { reads: {} }),
    );
    expect(only).toMatchObject({
      first: { difference: 'theirs reads hp (7E0010), which its table does not name as read' },
    });
  });

  test('registers, flags, words and rows: what is taken and given', async () => {
    // asl a; tay; lda $0100,y (words at 7E:0100); clc; adc #$0101; sta $0100,y; rts, A of 16 bits
    const code = [0x0a, 0xa8, 0xb9, 0x00, 0x01, 0x18, 0x69, 0x01, 0x01, 0x99, 0x00, 0x01, 0x60];
    const words = { at: '7E:0100', bytes: 2, count: 4 } as const;
    const add = (amount: number): OwnRoutine => ({
      ...{ name: 'add', entry: '00:8000', accumulator: 16, takes: { A: { max: 3 } }, gives: ['A', 'Y', 'C'] },
      ...{ reads: { words }, writes: { words } },
      ours(game) {
        const at = game.A;
        const sum = game.read('words', at) + amount;
        game.write('words', sum & 0xffff, at);
        game.A = sum & 0xffff;
        game.Y = 2 * at;
        game.C = sum > 0xffff ? 1 : 0;
      },
    });
    expect(await prove(code, add(0x101))).toMatchObject({ verdict: 'holds', states: { equal: 1 } });
    const wrong = await prove(code, add(0x100));
    expect(wrong).toMatchObject({ verdict: 'differs', first: { kind: 'register', cells: { A: 0, 'words[0]': 0 } } });
    const carry = await prove(code, { ...add(0x101), gives: ['V'] });
    expect(carry).toMatchObject({ verdict: 'differs', first: { difference: expect.stringContaining('register V') } });
  });

  test('a table of the image is an input where our function reads it: both sides are given other bytes', async () => {
    // ldx $10 (8 bits); lda $8100,x; sta $11; rts
    const image = imageOf([0xa6, 0x10, 0xbd, 0x00, 0x81, 0x85, 0x11, 0x60], { 33024: [7, 9] });
    const routine = (ours: OwnRoutine['ours']): OwnRoutine => ({
      ...{ name: 'look', entry: '00:8000', index: 8, reads: { number: { at: '7E:0010', max: 1 } } },
      ...{ writes: { found: { at: '7E:0011' } }, tables: { prices: { at: '00:8100', count: 2 } }, ours },
    });
    const open = openImage(image, GAME);
    const right = routine((game) => game.write('found', game.read('prices', game.read('number'))));
    expect(await open.prove({ routines: [right], cases: 2000 })).toMatchObject({ verdict: 'holds' });
    // the image itself has 7 and 9
    const capped = routine((game) => game.write('found', Math.min(game.read('prices', game.read('number')), 100)));
    const answer = await open.prove({ routines: [capped], cases: 2000 });
    expect(answer).toMatchObject({ verdict: 'differs', first: { name: 'look', kind: 'cell' } });
    expect(textOf(answer)).toMatch(/smallest state: number = ([01]), prices\[\1\] \(00810\1\) = \d+\n/u);
  });

  test('scratch may hold anything, and a value that is left in it counts for nothing', async () => {
    // lda $10; sta $30; clc; adc $30; sta $10; rts
    const code = [0xa5, 0x10, 0x85, 0x30, 0x18, 0x65, 0x30, 0x85, 0x10, 0x60];
    const twice = heal((game) => game.write('hp', (2 * game.read('hp')) & 0xff), {
      scratch: { work: { at: '7E:0030' } },
    });
    expect(await prove(code, twice)).toMatchObject({ verdict: 'holds' });
  });

  test('faults: how many of those that are planted are found', async () => {
    const answer = await prove(SATURATING, RIGHT, { faults: 8, seed: 3 });
    expect(answer).toMatchObject({ sharpness: { asked: 8, seed: 3, missed: 0, leftOut: [] } });
    checkPlain(answer);
  });

  test('the same seed gives the same answer, and an aborted call none', async () => {
    expect(await prove(SATURATING, RIGHT)).toEqual(await prove(SATURATING, RIGHT));
    await aborted(prove(SATURATING, RIGHT, { signal: now() }));
  });
});

describe('bad input', () => {
  const ours = () => undefined;
  test.each<[string, object, RegExp]>([
    [
      'a routine outside of the image',
      { entry: '01:8000' },
      /routines\[0\]\.entry lies outside of the image.*banks 00 to 00/u,
    ],
    ['no address', { entry: 'heal' }, /routines\[0\]\.entry is no bus address.*such as 7E:0010/u],
    ['no function', { ours: undefined as never }, /routines\[0\]\.ours is missing.*a function/u],
    ['an unknown key', { writse: {} }, /routines\[0\] has no parameter writse.*writes/u],
    [
      'a cell outside of work RAM',
      { reads: { hp: { at: '00:0010' } } },
      /reads\.hp lies outside of work RAM.*7E:0000 to 7F:FFFF/u,
    ],
    [
      'a row that leaves work RAM',
      { reads: { hp: { at: '7F:FFFF', bytes: 2 } } },
      /reads\.hp lies outside of work RAM.*80:0000/u,
    ],
    [
      'cells that overlap',
      { reads: { hp: { at: '7E:0010', bytes: 2 }, mp: { at: '7E:0011' } } },
      /reads\.mp overlaps.*7E:0011 is of hp and mp/u,
    ],
    ['a name with two places', { writes: { hp: { at: '7E:0012' } } }, /writes\.hp is another cell of this name/u],
    ['a cell in the stack', { reads: { hp: { at: '7E:1FE0' } } }, /reads\.hp lies in the stack.*entry\.stack/u],
    ['a domain beyond the width', { reads: { hp: { at: '7E:0010', max: 256 } } }, /reads\.hp\.max.*0 to 255/u],
    ['no cell', { reads: { hp: null as never } }, /reads\.hp is no object/u],
    ['a width of 12', { accumulator: 12 as 8 }, /accumulator is no width.*8 or 16/u],
    ['an unknown register', { gives: ['B' as 'A'] }, /gives has no such register.*A, A8, X, Y/u],
    [
      'a table outside of the image',
      { tables: { prices: { at: '00:FFFF', bytes: 2 } } },
      /tables\.prices lies outside|tables\.prices/u,
    ],
  ])('%s', async (_, more, message) => {
    const error = await refusal(prove(SATURATING, heal(ours, more as Partial<OwnRoutine>)));
    expect(error.message).toMatch(message);
    expect(error.message.length).toBeLessThanOrEqual(300);
    expect(error.message).not.toContain('\n');
  });

  test('a routine that never returns says where it was', async () => {
    // bra *
    const error = await refusal(prove([0x80, 0xfe], RIGHT));
    expect(error.message).toMatch(
      /^E_ROM_CALL: prove: routines: heal at 00:8000 never returns; found budget.*RTS or RTL/u,
    );
    const stopped = await refusal(prove([0x00], RIGHT));
    expect(stopped.message).toMatch(/software interrupt: BRK at 00:8000/u);
  });

  test('a routine that hangs from some states differs', async () => {
    // lda $10; beq *; rts
    const answer = await prove([0xa5, 0x10, 0xf0, 0xfe, 0x60], heal(ours), { cases: 10 });
    expect(answer).toMatchObject({ verdict: 'differs', first: { kind: 'no exit', cells: { hp: 0 } } });
  });

  test('a function that throws says from which values; outside of its domain it may', async () => {
    const throws = heal((game) => {
      if (game.read('hp') > 250) throw new RangeError('too healthy');
      game.write('hp', game.read('hp') + 5);
    });
    const error = await refusal(prove(SATURATING, throws));
    expect(error.message).toMatch(
      /^E_USAGE: prove: the function ours of routine heal throws; found too healthy, with hp = 25/u,
    );
    expect(error.cause).toBeInstanceOf(RangeError);
    const reads = { hp: { at: '7E:0010', max: 250 } };
    expect(await prove(SATURATING, { ...throws, reads })).toMatchObject({ verdict: 'holds' });
  });

  test('a name that the table lacks, a register that is not taken: the legal ones', async () => {
    expect(
      (
        await refusal(
          prove(
            SATURATING,
            heal((game) => void game.read('ph')),
          ),
        )
      ).message,
    ).toMatch(/routine heal reads ph, which its table does not name as read; found ph; expected hp/u);
    expect(
      (
        await refusal(
          prove(
            SATURATING,
            heal((game) => void game.X),
          ),
        )
      ).message,
    ).toMatch(/reads X.*Name X in takes/u);
  });

  test('an image cut short', async () => {
    const image = readFileSync('traces/homebrew/drill.sfc');
    expect(() => openImage(new Uint8Array(image.subarray(0, 20_000)), GAME)).toThrow(
      /^E_ROM_SIZE IMAGE: no cartridge has this size; found 20000 bytes/u,
    );
  });

  test('what does not go together', async () => {
    const image = openImage(imageOf(SATURATING), GAME);
    for (const more of [
      { area: 'turn' },
      { log: 'a.jsonl' },
      { output: 'cases.jsonl', routine: 'heal' },
      { threads: 2 },
    ]) {
      const error = await refusal(image.prove({ routines: [RIGHT], ...more }));
      expect(error.message).toContain(`prove: ${Object.keys(more)[0]} does not go with a game of your own`);
    }
    expect((await refusal(image.prove())).message).toMatch(/routines is no list of routines of your own/u);
    expect((await refusal(image.prove({ routines: ['heal'] }))).message).toMatch(/routines is no list/u);
    expect((await refusal(image.prove({ routines: [RIGHT], routine: 'hael' }))).message).toMatch(
      /routine is none of routines.*heal/u,
    );
    expect((await refusal(image.prove({ routines: [RIGHT, RIGHT] }))).message).toMatch(
      /routines\[1\] is routines\[0\] again/u,
    );
    const none = openImage(imageOf(SATURATING));
    expect((await refusal(none.prove({ routines: [RIGHT] }))).message).toMatch(/Give mapping to openImage/u);
    expect(() => openImage(imageOf(SATURATING), { entry: { stack: 0x1fef } })).toThrow(/Give mapping as well/u);
    expect(() => openImage(imageOf(SATURATING), { mapping: 'lorom', entry: { stack: 0x2000 } })).toThrow(
      /255 to 8188/u,
    );
    expect(() => openImage(imageOf(SATURATING), { mapping: 'exhirom' as 'hirom' })).toThrow(/lorom, hirom/u);
  });
});
