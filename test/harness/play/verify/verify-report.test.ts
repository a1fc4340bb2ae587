/** The report over all logs and cases: totals, exit codes, JSON, interruption. */
import { describe, expect, test } from 'vitest';
import { verifyJson, verifyText } from '../../../../harness/play/verify/report.js';
import { type VerifyReport, verifyAll } from '../../../../harness/play/verify/verify.js';
import { sealed, TICKER_CELLS, tickerHeader } from '../../fixtures/ticker-log.js';
import { changed, logFolder, ROWS, SYSTEMS } from './verified-logs.js';

const folder = logFolder();
const { log } = folder;

describe('the whole report', () => {
  const vectors = { cases: 10, equal: 8, different: 0, notCompared: 2, inferred: 1 };
  const options = { systems: SYSTEMS };

  function source(kind: string): Record<string, unknown> {
    return { source: { kind, emulator: null, rom: null, input: null, recorder: null } };
  }

  function reportOf(...kinds: string[]): Promise<VerifyReport> {
    return verifyAll(
      kinds.map((kind) => log(tickerHeader(source(kind)), ROWS)),
      vectors,
      options,
    );
  }

  test('has totals that are never added up, with the rest apart; a log that claims the cartridge without an image counts as one of an unknown image', async () => {
    const { totals, exit } = await reportOf(
      ...['homebrew', 'homebrew', 'cartridge', 'reference', 'own-cpu', 'plan', 'model'],
    );
    expect(exit).toBe(0);
    expect(totals).toEqual({
      originalCode: vectors,
      testRom: { logs: 2, frames: 120, active: 120, withoutTick: 0, again: 60, cut: 0, different: 0 },
      cartridge: { logs: 0, frames: 0, active: 0, withoutTick: 0, again: 0, cut: 0, different: 0 },
      patched: { logs: 0, frames: 0, active: 0, withoutTick: 0, again: 0, cut: 0, different: 0 },
      unknownImage: { logs: 1, frames: 60, active: 60, withoutTick: 0, again: 0, cut: 0, different: 0 },
      ownCpu: { logs: 1, frames: 60, active: 60, withoutTick: 0, again: 0, cut: 0, different: 0 },
      other: { logs: 3, frames: 180, active: 180, withoutTick: 0, again: 120, cut: 0, different: 0 },
    });
    const text = verifyText(await reportOf('homebrew'));
    expect(text).toContain('original code: 8 of 10 cases equal, 0 different, 2 not compared');
    expect(text).toContain('our test ROM: 60 frames equal (60 with a change) in 1 log\n');
    expect(text).toContain("the game's cartridge: 0 frames equal (0 with a change) in 0 logs");
    expect(text).not.toContain('our own CPU');
    const own = verifyText(await reportOf('own-cpu', 'homebrew'));
    expect(own).toContain('our own CPU: 60 frames equal (60 with a change) in 1 log\n');
    expect(own).toContain('our test ROM: 60 frames equal (60 with a change) in 1 log\n');
  });

  test('exit 1 for a difference in a log or a case, 2 for damage, which wins', async () => {
    const good = log(tickerHeader(), ROWS);
    const different = log(tickerHeader(), changed(7, 3, 99));
    const damaged = folder.write('damaged.jsonl', 'x\n');
    expect((await verifyAll([good, different], null, options)).exit).toBe(1);
    expect((await verifyAll([good], { ...vectors, different: 1 }, options)).exit).toBe(1);
    const both = await verifyAll([damaged, different], null, options);
    expect([both.exit, both.errors.map((error) => error.code), both.logs.length]).toEqual([2, ['E_TRACE_JSON'], 1]);
  });

  test('no logs, no rows, inputs alone or cases that nothing mirrors: nothing was compared, exit 2', async () => {
    const names = TICKER_CELLS.map(([name]) => String(name));
    const onlyInputs = log(tickerHeader({ inputs: names }), ROWS);
    const empty = folder.write('rows.jsonl', sealed(tickerHeader(), []));
    for (const list of [[], [onlyInputs], [empty]]) {
      const report = await verifyAll(list, null, options);
      expect([report.exit, report.errors[0]?.code]).toEqual([2, 'E_NOTHING_COMPARED']);
    }
    const unmirrored = { cases: 5, equal: 0, different: 0, notCompared: 5, inferred: 0 };
    expect((await verifyAll([], unmirrored, options)).exit).toBe(2);
  });

  test('has the same content as JSON', async () => {
    const report = await verifyAll([log(tickerHeader(source('homebrew')), changed(30, 4, 77))], null, options);
    const json = JSON.parse(JSON.stringify(verifyJson(report))) as Record<string, unknown>;
    expect(json).toMatchObject({ exit: 1, frames: 30, cells: 180, vectors: null, differences: 1 });
    expect(json['first']).toMatchObject({ frame: 30, cells: [{ cell: 'sum', theirs: 77 }] });
    expect(verifyText(report)).toContain('sum at 7E0345: mine');
  });

  test('an interruption keeps what was compared', async () => {
    const stop = new AbortController();
    const list = [log(tickerHeader(), ROWS), log(tickerHeader(), ROWS)];
    const report = await verifyAll(list, null, { ...options, signal: stop.signal, progress: () => stop.abort() });
    expect([report.exit, report.logs.length, report.logs[0]?.interrupted]).toEqual([130, 1, true]);
    expect(report.logs[0]?.equal).toBe(60);
  });
});
