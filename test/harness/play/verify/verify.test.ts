/**
 * A log against its system: every cell of every frame, the first difference, what is left out,
 * frames in sequence.
 */
import { describe, expect, test } from 'vitest';
import type { Battle } from '../../../../core/system/system.js';
import { loadImage } from '../../../../harness/play/trace/bind.js';
import type { TraceHeader } from '../../../../harness/play/trace/types.js';
import { verifyLog } from '../../../../harness/play/verify/verify-log.js';
import { sealed, TICKER_CELLS, type TickerRow, tickerHeader } from '../../fixtures/ticker-log.js';
import { changed, counterHeader, logFolder, PADS, ROWS, SYSTEMS } from './verified-logs.js';

const folder = logFolder();
const { verify } = folder;

const SEQUENCE = { begin: 'begin', end: 'end' };

/** Cells of one byte at these addresses and offsets in the image. */
function cellsAt(...places: readonly (readonly [address: number, offset: number])[]): object[] {
  return places.map(([address, offset]) => ({ name: `at${address}`, address, offset, width: 1, meaning: '' }));
}

describe('equal logs', () => {
  test('every frame and every cell is compared', async () => {
    const result = await verify(tickerHeader(), ROWS);
    expect(result).toMatchObject({ equal: 60, different: 0, cells: 6, frames: 60, torn: 0, repeated: 0 });
    expect(result.first).toBe(undefined);
  });

  test('one word says whether it holds: an aborted or a differing log, and one without a row, is never ok', async () => {
    const holds = async (rows: readonly TickerRow[], aborted = false) => {
      const { ok, verdict } = await verify(tickerHeader(), rows, { signal: { aborted } });
      return [ok, verdict];
    };
    expect(await holds(ROWS)).toEqual([true, 'holds']);
    expect(await holds(ROWS, true)).toEqual([false, 'incomplete']);
    expect(await holds([])).toEqual([false, 'incomplete']);
    expect(await holds(changed(30, 0, 99))).toEqual([false, 'differs']);
    expect(await holds(changed(30, 0, 99), true)).toEqual([false, 'differs']);
  });

  test('the starting image is loaded', async () => {
    const image = { '7E1E00': '050005000000', '7E0344': '030000', '7E0400': '09000000' };
    const rows = [{ frame: 0, pad: 1, values: [6, 6, 1, 4, 1, 8] }];
    expect(await verify(tickerHeader({ image }), rows)).toMatchObject({ equal: 1, different: 0 });
  });

  test('bytes of a window without a cell are loaded too, and those outside of every window are not', () => {
    const battle = {
      image: new Uint8Array(8),
      cells: cellsAt([0x7e0100, 0], [0x7e0104, 4], [0x7e0200, 5], [0x7e0202, 7]),
    };
    const image = { '7E0100': '0102030405', '7E0105': '99', '7E0200': '060708', '7E0203': '99' };
    loadImage({ image } as unknown as TraceHeader, battle as unknown as Battle);
    expect([...battle.image]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('a folded row is compared frame by frame', async () => {
    const header = tickerHeader({ cells: [['presses', '7E0344', 1]] });
    const text = sealed(header, ['[0,1,"full",[1]]', '[1,0,[],40]', '[41,1,[0,2]]'], 42);
    const options = { systems: SYSTEMS };
    expect(await verifyLog(folder.write('fold.jsonl', text), options)).toMatchObject({
      equal: 42,
      active: 2,
      different: 0,
    });
    const wrong = sealed(header, ['[0,1,"full",[1]]', '[1,1,[0,2],40]'], 41);
    const result = await verifyLog(folder.write('fold2.jsonl', wrong), options);
    expect([result.equal, result.first?.frame, result.first?.cells[0]?.mine]).toEqual([2, 2, 3]);
  });
});

describe('the report of the first difference', () => {
  test('names frame, cell, address, both values and the value before', async () => {
    const frame = 30;
    const before = ROWS[29]?.values[4] ?? 0;
    const mine = ROWS[30]?.values[4] ?? 0;
    const result = await verify(tickerHeader(), changed(frame, 4, 77));
    expect(result.equal).toBe(30);
    expect(result.different).toBe(1);
    expect(result.first).toMatchObject({
      kind: 'cell',
      frame,
      line: 32,
      cells: [{ cell: 'sum', address: '7E0345', mine, theirs: 77, before }],
      rules: ['C1:2828'],
      reproduce: `lockstep verify ${result.file} --from 30`,
    });
  });

  test('shows the ten frames before it', async () => {
    const { first } = await verify(tickerHeader(), changed(30, 4, 77));
    expect(first?.context.map((frame) => frame.frame)).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
    const last = first?.context.at(-1);
    expect(last?.input).toBe((PADS[29] ?? 0).toString(16).toUpperCase().padStart(4, '0'));
    expect(last?.changes).toContainEqual({ cell: 'begin', before: 29, after: 30 });
    const early = await verify(tickerHeader(), changed(1, 4, 77));
    expect(early.first?.context.map((frame) => frame.frame)).toEqual([0]);
  });

  test('the context holds what changed, also of a full row', async () => {
    const image = { '7E1E00': '000000000000', '7E0344': '090700', '7E0400': '00000000' };
    const rows = [
      { frame: 0, pad: 1, values: [1, 1, 1, 10, 8, 4294967295] },
      { frame: 1, pad: 0, values: [2, 2, 0, 10, 9, 4294967294] },
    ];
    const quiet = rows.map((row) => ({
      ...row,
      pad: 0,
      values: row.values.map((v, cell) => [v, v, 0, 9, 7, v][cell] ?? 0),
    }));
    const { first } = await verify(tickerHeader({ image }), changed(1, 4, 8, quiet));
    expect(first?.context.map((frame) => frame.changes)).toEqual([
      [
        { cell: 'begin', before: 0, after: 1 },
        { cell: 'end', before: 0, after: 1 },
        { cell: 'large', before: 0, after: 4294967295 },
      ],
    ]);
    const loud = await verify(tickerHeader({ image }), rows);
    expect(loud.first).toMatchObject({ frame: 1, cells: [{ cell: 'sum', mine: 8, theirs: 9, before: 8 }] });
  });

  test('a difference in the first frame, and one in the last byte of the widest cell, are found', async () => {
    expect((await verify(tickerHeader(), changed(0, 5, 4294967294))).first?.cells[0]).toMatchObject({
      cell: 'large',
      mine: 4294967295,
      theirs: 4294967294,
      before: 0,
    });
    expect((await verify(tickerHeader(), changed(59, 5, 4294967236 - 0x1000000))).first?.frame).toBe(59);
  });

  test('one flipped bit in any cell is found', async () => {
    for (let cell = 0; cell < TICKER_CELLS.length; cell++) {
      const bits = 8 * Number(TICKER_CELLS[cell]?.[2]);
      for (let bit = 0; bit < bits; bit++) {
        const old = ROWS[10]?.values[cell] ?? 0;
        const flipped = Number(BigInt(old) ^ (1n << BigInt(bit)));
        const { first } = await verify(tickerHeader(), changed(10, cell, flipped));
        expect([first?.frame, first?.cells.map((one) => one.cell)]).toEqual([10, [TICKER_CELLS[cell]?.[0]]]);
      }
    }
  });

  test('the first difference names the rule and routine that own its cell', async () => {
    const ownerOf = (system: string, cell: string) => ({ rule: `${system} ${cell}`, routine: 'C1:0000' });
    const { first } = await verify(tickerHeader(), changed(5, 3, 200), { ownerOf });
    expect(first?.owner).toEqual({ rule: 'ticker presses', routine: 'C1:0000' });
  });

  test('--from and --to: earlier and later frames are stepped, not compared', async () => {
    const rows = changed(5, 4, 77);
    expect(await verify(tickerHeader(), rows, { from: 6 })).toMatchObject({ equal: 54, different: 0, notChosen: 6 });
    expect(await verify(tickerHeader(), rows, { to: 4 })).toMatchObject({ equal: 5, different: 0 });
    expect((await verify(tickerHeader(), rows, { from: 5 })).first?.frame).toBe(5);
  });

  test('--continue takes the recording over and counts the rest apart', async () => {
    // The recording has 1,000 more from frame 20 on; after taking it over once, everything is equal again.
    const rows = ROWS.map((row) =>
      row.frame < 20
        ? row
        : { ...row, values: row.values.map((old, cell) => (cell === 4 ? (old + 1000) % 65536 : old)) },
    );
    expect(await verify(tickerHeader(), rows, { continueAfterDifference: true })).toMatchObject({
      equal: 20,
      different: 1,
      equalAfterTakeover: 39,
    });
    expect(await verify(tickerHeader(), rows)).toMatchObject({ equal: 20, different: 1, equalAfterTakeover: 0 });
  });

  test('a missing frame is a gap', async () => {
    const { first, equal } = await verify(
      tickerHeader(),
      ROWS.filter((row) => row.frame !== 12),
    );
    expect([first?.kind, first?.frame, equal]).toEqual(['gap', 13, 12]);
  });
});

describe('data that is not compared', () => {
  test('inputs are fed, listed and left out of the cells', async () => {
    const rows = changed(9, 2, 4095);
    expect((await verify(tickerHeader(), rows)).first?.frame).toBe(9);
    const result = await verify(tickerHeader({ inputs: ['padWord'] }), rows);
    expect(result).toMatchObject({ equal: 60, cells: 5, inputs: ['padWord'] });
  });

  test('masked cells are counted, and only in their frames', async () => {
    const mask = { cell: 'sum', from: 10, to: 12, reason: 'open bus', evidence: 'log 7', date: '2026-11-21' };
    const rows = changed(11, 4, 1);
    const result = await verify(tickerHeader({ masks: [mask] }), rows);
    expect(result).toMatchObject({ equal: 60, different: 0 });
    expect(result.masks).toEqual([{ ...mask, frames: 3, differed: 1 }]);
    for (const frame of [9, 13]) {
      const outside = await verify(tickerHeader({ masks: [mask] }), changed(frame, 4, 1));
      expect(outside.first?.frame).toBe(frame);
    }
    const other = await verify(tickerHeader({ masks: [mask] }), changed(11, 3, 99));
    expect(other.first?.cells.map((cell) => cell.cell)).toEqual(['presses']);
  });

  test('a mask may cover one frame', async () => {
    const mask = { cell: 'sum', from: 11, to: 11, reason: 'open bus', evidence: 'log 7', date: '2026-11-21' };
    const result = await verify(tickerHeader({ masks: [mask] }), changed(11, 4, 1));
    expect(result.masks).toEqual([{ ...mask, frames: 1, differed: 1 }]);
    expect(result.equal).toBe(60);
  });

  test('scratch of the system is never compared', async () => {
    const cells = [
      ['steps', '000102', 1],
      ['work', '000300', 1],
    ];
    const header = counterHeader({ cells });
    const file = folder.write('scratch.jsonl', sealed(header, ['[0,{"command":"add","amount":5},"full",[1,200]]']));
    expect(await verifyLog(file, { systems: SYSTEMS })).toMatchObject({ equal: 1, cells: 1, scratch: ['work'] });
  });
});

describe('frames in sequence', () => {
  /**
   * Rows as a recorder writes them that samples in the middle of a tick now and then, and twice in a tick now and
   * then.
   */
  function sampled(): TickerRow[] {
    const rows: TickerRow[] = [];
    for (const row of ROWS) {
      const [begin = 0, , ...rest] = row.values;
      const before = ROWS[row.frame - 1]?.values ?? [0, 0, 0, 0, 0, 0];
      if (row.frame % 7 === 3) rows.push({ ...row, values: [begin, begin - 1, ...before.slice(2)] });
      rows.push({ ...row, values: [begin, begin, ...rest] });
      if (row.frame % 5 === 4) rows.push(row);
    }
    return rows.map((row, frame) => ({ ...row, frame }));
  }

  test('torn rows are counted, repeated frames compared without a step', async () => {
    const rows = sampled();
    const result = await verify(tickerHeader({ sequence: SEQUENCE }), rows);
    const torn = ROWS.filter((row) => row.frame % 7 === 3).length;
    const doubled = ROWS.filter((row) => row.frame % 5 === 4).length;
    expect(result).toMatchObject({ torn, repeated: torn + doubled, equal: rows.length - torn, different: 0 });
  });

  test('a change in a repeated frame is a difference', async () => {
    const rows = sampled();
    const repeated = rows.findIndex((row, index) => index > 20 && row.values[0] === rows[index - 1]?.values[0]);
    const { first } = await verify(tickerHeader({ sequence: SEQUENCE }), changed(repeated, 3, 250, rows));
    expect([first?.frame, first?.cells[0]?.cell]).toEqual([repeated, 'presses']);
  });

  test('a tick may take several rows, and all but the last are torn', async () => {
    const rows = [
      { frame: 0, pad: 0, values: [1, 1, 0, 0, 0, 4294967295] },
      { frame: 1, pad: 3, values: [2, 1, 0, 0, 0, 4294967295] },
      { frame: 2, pad: 3, values: [2, 1, 3, 1, 0, 4294967295] },
      { frame: 3, pad: 3, values: [2, 2, 3, 1, 3, 4294967294] },
    ];
    const result = await verify(tickerHeader({ sequence: SEQUENCE }), rows);
    expect(result).toMatchObject({ equal: 2, torn: 2, repeated: 2, different: 0 });
  });

  test('a counter that goes backwards is a gap', async () => {
    const rows = [
      { frame: 0, pad: 0, values: [1, 1, 0, 0, 0, 4294967295] },
      { frame: 1, pad: 0, values: [0, 0, 0, 0, 0, 4294967294] },
    ];
    const { first } = await verify(tickerHeader({ sequence: SEQUENCE }), rows);
    expect([first?.kind, first?.frame]).toEqual(['gap', 1]);
  });

  test('two steps between rows are a gap, also where frame numbers go on', async () => {
    const rows = ROWS.filter((row) => row.frame !== 12).map((row, frame) => ({ ...row, frame }));
    const { first } = await verify(tickerHeader({ sequence: SEQUENCE }), rows);
    expect([first?.kind, first?.frame]).toEqual(['gap', 12]);
    expect(first?.note).toContain('2 steps');
  });

  test('frame numbers may jump when no step is missing, and the counter may wrap', async () => {
    const image = { '7E1E00': 'feff00000000', '7E0344': '000000', '7E0400': '00000000' };
    const rows = [
      { frame: 100, pad: 0, values: [65535, 65535, 0, 0, 0, 4294967295] },
      { frame: 105, pad: 0, values: [0, 0, 0, 0, 0, 4294967294] },
    ];
    expect(await verify(tickerHeader({ sequence: SEQUENCE, image }), rows)).toMatchObject({ equal: 2, different: 0 });
  });
});
