/** What `holes` says: about our test ROM, whose program is known, and about made-up rows at the cartridge's addresses. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type HolesResult, holesOfTrace } from '../../../../harness/original/cpu-trace/holes.js';
import { loadProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { holesText } from '../../../../harness/original/cpu-trace/report.js';

import { cli } from '../../cli/run-cli.js';
import { type MadeRow, madeTrace } from './made-steps.js';
import { readSteps } from './steps.js';
import { WRITERS } from './write-dialects.js';

const folder = mkdtempSync(join(tmpdir(), 'holes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function switchOf(result: HolesResult, name: string): Record<string, number> {
  return Object.fromEntries(result.switches.find((one) => one.name === name)?.seen ?? []);
}

const PLACES = [
  { name: 'idleActionPoints', stretches: ['C1:7A54-7A62'] },
  { name: 'sprites', stretches: ['C1:E414'] },
  { name: 'words', stretches: ['no address'] },
];

test('in the test ROM an idle frame gives 10 points, and a charge that is over fires a frame later', async () => {
  const steps = readSteps().filter((step) => step.frame >= 28);
  const path = write('drill.log', WRITERS['mesen-recommended']?.(steps) ?? '');
  const result = await holesOfTrace(path, loadProfile('drill'), PLACES);
  // PROGRAM.md, T5: an idle frame adds 10; due skills are found before time passes
  expect(Object.keys(switchOf(result, 'idleActionPoints'))).toEqual(['10']);
  expect(Object.keys(switchOf(result, 'idleChargeFrames'))).toEqual(['N+1']);
  expect(switchOf(result, 'statusTimers')).toEqual({});
  expect(result.stretches).toBe(0);
  expect(holesText(result)).toContain('says nothing about the game');
  // PROGRAM.md, T2 and T5: pads are copied, then the time step, then the enemy's turn, then the ally's
  const usual = result.orders[0]?.names ?? [];
  expect(usual.slice(0, 3)).toEqual(['C1:8B15', 'C1:9357', 'C1:7A42']);
  expect(usual.indexOf('C1:8E51')).toBeLessThan(usual.indexOf('C1:7AED'));
});

/** An idle frame as the cartridge might have it: 036C becomes 10h, then the points grow by 10 and C1:E414 is called. */
function idleFrame(points: number, added: number): MadeRow[] {
  const sum = points + added;
  return [
    { pc: 0xc17a40, text: 'bra $7a42', address: 0xc17a42, v: 30, a: 0 },
    { pc: 0xc17a42, text: 'lda $036c', address: 0x7e036c, p: '..M.....' },
    { pc: 0xc17a45, text: 'bne $7a53', address: 0xc17a53, p: '..M...Z.' },
    { pc: 0xc17a47, text: 'lda $03f0', address: 0x7e03f0 },
    { pc: 0xc17a4a, text: 'lda #$10', a: 0x80, p: 'N.M.....' },
    { pc: 0xc17a4c, text: 'sta $036c', address: 0x7e036c, a: 0x10, p: '..M.....' },
    { pc: 0xc17a4f, text: 'lda #$01' },
    { pc: 0xc17a51, text: 'sta $036d', address: 0x7e036d, a: 0x01 },
    { pc: 0xc17a54, text: 'rep #$20' },
    { pc: 0xc17a56, text: 'lda $03ae', address: 0x7e03ae, p: '........' },
    { pc: 0xc17a59, text: 'adc #$000a', a: points },
    { pc: 0xc17a5c, text: 'sta $03ae', address: 0x7e03ae, a: sum },
    { pc: 0xc17a5f, text: 'sep #$20' },
    { pc: 0xc17a61, text: 'bra $7a70', address: 0xc17a70, p: '..M.....' },
    { pc: 0xc17a70, text: 'jsr $e414', address: 0xc1e414 },
    { pc: 0xc1e414, text: 'stz $0b00', address: 0x7e0b00, s: 0x1fe1 },
    { pc: 0xc1e417, text: 'rts' },
    { pc: 0xc17a73, text: 'stz $036c', address: 0x7e036c, s: 0x1fe3 },
    { pc: 0xc17a76, text: 'lda #$00', v: 200 },
    { pc: 0xc17a78, text: 'bra $7a40', address: 0xc17a40, a: 0, v: 20 },
  ];
}

test('an unpublished stretch of the cartridge has an entry, an exit, the cells that it changes and the setting that agrees', async () => {
  const path = write('idle.log', madeTrace([...idleFrame(29, 10), ...idleFrame(39, 10), ...idleFrame(49, 10)]));
  const result = await holesOfTrace(path, loadProfile('cartridge'), PLACES);
  expect(result.stretches).toBe(2);
  const idle = result.passed.find((report) => report.stretch.name === 'idleActionPoints');
  expect(idle?.passes).toBe(3);
  expect(idle?.firstLine).toBe(9);
  expect([...(idle?.entries ?? [])]).toEqual([[0xc17a51, 3]]);
  expect([...(idle?.exits ?? [])]).toEqual([[0xc17a70, 3]]);
  const cells = [...(idle?.cells.values() ?? [])].map((cell) => [cell.address, cell.changes, cell.difference]);
  expect(cells).toEqual([
    [0x7e03ae, 3, 10],
    [0x7e03af, 0, -1],
  ]);
  expect(switchOf(result, 'idleActionPoints')).toEqual({ 10: 3 });
  const sprites = result.passed.find((report) => report.stretch.name === 'sprites');
  expect(sprites?.passes).toBe(3);
  expect([...(sprites?.exits ?? [])]).toEqual([[0xc17a73, 3]]);
  const text = holesText(result);
  expect(text).toContain('7E03AE actionPoints: written in 3 of 3, changed in 3, first 1Dh -> 27h, always by +10');
});

test('a stretch that leaves the points alone agrees with 0', async () => {
  const path = write('none.log', madeTrace([...idleFrame(29, 0), ...idleFrame(29, 0)]));
  const result = await holesOfTrace(path, loadProfile('cartridge'), PLACES);
  expect(Object.keys(switchOf(result, 'idleActionPoints'))).toEqual(['0']);
});

test('holes prints text or JSON, and exits with 2 where a trace shows nothing', async () => {
  const path = write('verb.log', madeTrace([...idleFrame(29, 10), ...idleFrame(39, 10)]));
  const text = await cli(['holes', path]);
  expect(text.code).toBe(0);
  expect(text.out).toContain('idleActionPoints: agrees with 10');
  const json = JSON.parse((await cli(['holes', path, '--json'])).out) as {
    readonly switches: readonly { name: string }[];
  };
  expect(json.switches.map((one) => one.name)).toEqual(['idleActionPoints', 'idleChargeFrames', 'statusTimers']);
  const nothing = await cli(['holes', write('short.log', madeTrace([{ pc: 0xc00000, text: 'nop' }]))]);
  expect(nothing.code).toBe(2);
});
