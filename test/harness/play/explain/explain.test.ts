/** Recorded logs without any input are explained again; the input that was taken out is the reference. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LIVE_A_LIVE } from '../../../../core/live-a-live/index.js';
import { explainLog } from '../../../../harness/play/explain/explain-log.js';
import { verifyLog } from '../../../../harness/play/verify/verify-log.js';
import { type Score, scoreOf } from './score.js';
import { INPUT_CELLS, MENU_CELLS, stripLog } from './strip-log.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'lockstep-explain-'));
const systems = [LIVE_A_LIVE];
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

function logOf(name: string): string {
  return `traces/logs/${name}.jsonl.gz`;
}

function printed(name: string, { acted, found, right }: Score): void {
  console.log(`${name}: precision ${right}/${found}, recall ${right}/${acted}`);
}

describe('a recorded log without its input', () => {
  for (const name of ['worked-example', 'overflow', 'soak-08-accuracy']) {
    it(`${name} is explained, every action in its class, and the explanation is verified`, async () => {
      const stripped = join(FOLDER, `${name}.jsonl`);
      const output = join(FOLDER, `${name}-explained.jsonl`);
      const real = await stripLog(logOf(name), stripped);
      const found = await explainLog(stripped, { systems, output });
      expect(found.unexplained).toBe(0);
      expect(found.explained).toBe(real.length);
      const score = await scoreOf(logOf(name), real, output);
      printed(name, score);
      expect(score.acted).toBeGreaterThan(5);
      expect(score).toEqual({ acted: score.acted, found: score.acted, right: score.acted });
      const verified = await verifyLog(output, { systems });
      expect(verified.first).toBeUndefined();
      expect(verified.equal).toBe(real.length);
    });
  }

  it('is explained from points, blocks and flags alone, without cursors, grid and generator', async () => {
    const log = logOf('soak-08-accuracy');
    const stripped = join(FOLDER, 'bare.jsonl');
    const output = join(FOLDER, 'bare-explained.jsonl');
    const real = await stripLog(log, stripped, { bare: true });
    const found = await explainLog(stripped, { systems, output });
    const isShown = (cell: string): boolean => !INPUT_CELLS.test(cell) && !MENU_CELLS.test(cell);
    const score = await scoreOf(log, real, output, isShown, true);
    printed('points, blocks and flags', score);
    expect(found.unexplained).toBe(0);
    expect(score).toEqual({ acted: score.acted, found: score.acted, right: score.acted });
    expect((await verifyLog(output, { systems })).equal).toBe(real.length);
  });

  it('is explained over dropped frames', async () => {
    const log = logOf('soak-05-balanced');
    const stripped = join(FOLDER, 'dropped.jsonl');
    const output = join(FOLDER, 'dropped-explained.jsonl');
    // Every hundredth frame or so, in no even rhythm.
    const drop = (frame: number): boolean => frame > 100 && (frame * 7919) % 1009 < 10;
    const real = await stripLog(log, stripped, { drop });
    const dropped = real.filter(({ frame }) => drop(frame)).length;
    expect(dropped).toBeGreaterThan(real.length / 150);
    const found = await explainLog(stripped, { systems, output });
    expect(found.unexplained).toBe(0);
    expect(found.missing).toBe(dropped);
    const score = await scoreOf(log, real, output);
    printed(`dropped frames (${dropped} of ${real.length})`, score);
    expect(score.right / score.acted).toBeGreaterThan(0.99);
    expect((await verifyLog(output, { systems })).equal).toBe(real.length);
  });

  it('reports a planted false change with the nearest explanation, and goes on', async () => {
    const stripped = join(FOLDER, 'planted.jsonl');
    const output = join(FOLDER, 'planted-explained.jsonl');
    const notes = join(FOLDER, 'planted-notes.jsonl');
    const plant = { frame: 1000, cell: 'enemy[0].orderPoints', add: 1 };
    const real = await stripLog(logOf('overflow'), stripped, { plant });
    const found = await explainLog(stripped, { systems, output, notes });
    expect(found.holes.map(({ frame }) => frame)).toEqual([1000]);
    expect(found.unexplained).toBe(1);
    expect(found.explained).toBe(real.length - 1);
    const [nearest] = found.holes[0]?.nearest ?? [];
    expect(nearest?.cells.map(({ cell }) => cell)).toEqual(['enemy[0].orderPoints']);
    expect((nearest?.cells[0]?.theirs ?? 0) - (nearest?.cells[0]?.mine ?? 0)).toBe(1);
    expect(readFileSync(notes, 'utf8')).toContain('"frame":1000,');
    const verified = await verifyLog(output, { systems });
    expect(verified.first?.frame).toBe(1000);
  });
});
