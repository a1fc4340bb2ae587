/** An image that is asked in memory: what each call gives, refuses and leaves when it is aborted. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openImage, textOf } from '../../../harness/library/index.js';
import { cli } from '../cli/run-cli.js';
import { FAULTS, plant } from '../original/proof/faults.js';
import { aborted, checkPlain, now, refusal } from './calls.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'library-image-'));
const DRILL = 'traces/homebrew/drill.sfc';
const bytes = new Uint8Array(readFileSync(DRILL));
const drill = openImage(DRILL);
const none = { logFrames: 0, cases: 100 } as const;

test('an image in memory is the one of its file', async () => {
  const own = openImage(bytes);
  expect([own.file, own.sha256]).toEqual(['IMAGE', drill.sha256]);
  expect(() => openImage(bytes.slice(0, 700))).toThrow(/^E_ROM_SIZE/u);
  expect(() => openImage('nosuch.sfc')).toThrow(/^E_FILE/u);
  expect(() => openImage(DRILL, { force: true } as object)).toThrow(/Known: patch, as, forceRom, profile/u);
  const listed = await own.disassemble({ place: 'enemy-move-cost', instructions: 3 });
  // LDX with an absolute address has three bytes
  expect(listed.instructions.slice(0, 2)).toMatchObject([{ address: '00:8A02', name: 'LDX' }, { address: '00:8A05' }]);
  checkPlain(listed);
});

test('call: what the original did, and the text of the command', async () => {
  // speed 100 of the acting enemy: 64 - 100 / 4 = 39 by the published rule
  const place = 'enemy-move-cost';
  const cells = ['actingEnemy=0x1B00', 'enemy[0].speed=100'];
  const answer = await drill.call({ place, cells, trace: true });
  expect(answer).toMatchObject({ ok: true, verdict: 'answered', exitTaken: 'return', registers: { A: 39 } });
  expect(answer.dependsOn).toEqual([`image SHA-256 ${drill.sha256.slice(0, 16)}`]);
  checkPlain(answer);
  const words = cells.flatMap((cell) => ['--cell', cell]);
  expect(textOf(answer)).toBe((await cli(['rom', 'call', DRILL, place, ...words, '--trace'])).out);
  const heard: string[] = [];
  const told = await drill.call({ place, cells, trace: true, onText: (text) => heard.push(text) });
  expect(told.trace).toBeUndefined();
  expect(heard.join('') + textOf(told)).toBe(textOf(answer));
  // it ends in the middle: an answer that is not whole, with the reason
  const cut = await drill.call({ place, limit: 2 });
  expect(cut).toMatchObject({ ok: false, verdict: 'incomplete', error: { code: 'E_ROM_CALL' } });
  expect((await refusal(drill.call({ place, accumulator: 12 as 8 }))).message).toContain('expected 8 or 16');
  expect(await refusal(drill.call({ place: 'enemy-move-cots' }))).toMatchObject({ code: 'E_UNKNOWN_ID' });
  await aborted(drill.call({ place, signal: now() }));
});

test('prove: a routine that agrees, a planted fault, what is open', { timeout: 60_000 }, async () => {
  const routine = 'C1:1C02';
  const equal = await drill.prove({ ...none, routine });
  expect(equal).toMatchObject({ ok: true, verdict: 'holds', routines: 1, different: 0 });
  checkPlain(equal);
  const [fault] = FAULTS;
  if (fault === undefined) throw new Error('no fault');
  const broken = openImage(plant(bytes, fault), { as: 'drill' });
  const differs = await broken.prove({ ...none, routines: [fault.routine] });
  expect(differs).toMatchObject({ ok: false, verdict: 'differs', first: { name: fault.routine } });
  expect(textOf(differs)).toContain('lockstep rom call IMAGE');
  const sharp = await drill.prove({ ...none, routine, faults: 3 });
  expect(sharp).toMatchObject({ sharpness: { asked: 3, planted: 3 } });
  checkPlain(sharp);
  // the faults were planted into copies: the image is what it was
  expect(await drill.prove({ ...none, routine })).toEqual(equal);
  const output = join(FOLDER, 'cases.jsonl');
  expect(await refusal(drill.prove({ ...none, output }))).toMatchObject({ code: 'E_USAGE' });
  expect(await refusal(drill.prove({ ...none, routine, output: DRILL }))).toMatchObject({ code: 'E_OUTPUT_IS_INPUT' });
  expect(await refusal(drill.prove({ area: 'fight' }))).toMatchObject({ code: 'E_USAGE' });
});

test('prove and settle hear their signal: what is through is in the cause', { timeout: 60_000 }, async () => {
  const stop = new AbortController();
  const heard = await aborted(
    drill.prove({
      ...none,
      threads: 1,
      signal: stop.signal,
      onProgress: ({ done }) => {
        if (done === 5) stop.abort();
      },
    }),
  );
  expect(heard.cause).toMatchObject({ ok: false, verdict: 'incomplete' });
  const { routines, list } = heard.cause as { readonly routines: number; readonly list: readonly object[] };
  expect([routines >= 5, routines < 60, list.length === routines]).toEqual([true, true, true]);
  const other = new AbortController();
  const begun = await aborted(
    drill.settle({ signal: other.signal, onProgress: () => other.abort(), output: join(FOLDER, 'none.json') }),
  );
  expect(begun.cause).toMatchObject({ ok: false, verdict: 'incomplete' });
});

test('settle: an image that reaches no stretch is no agreement', async () => {
  const answer = await drill.settle();
  const run = await cli(['rom', 'settle', DRILL]);
  expect(textOf(answer)).toBe(run.out);
  expect([answer.ok, answer.verdict === 'holds']).toEqual([run.code === 0, run.code === 0]);
  checkPlain(answer);
});
