/** Rows of a made-up program in bsnes-plus form, for what no execution at hand shows. */

/** One row; registers keep their values until a row gives others. */
export interface MadeRow {
  readonly pc: number;
  readonly text: string;
  readonly address?: number;
  readonly a?: number;
  readonly x?: number;
  readonly y?: number;
  readonly s?: number;
  readonly p?: string;
  readonly v?: number;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

/** Text of a trace: registers before each instruction, data bank 7E, direct page 0300. */
export function madeTrace(rows: readonly MadeRow[]): string {
  const state = { a: 0, x: 0, y: 0, s: 0x1fe3, p: '..M.....', v: 30 };
  return rows
    .map((row) => {
      Object.assign(state, Object.fromEntries(Object.entries(row).filter(([key]) => key in state)));
      const place = row.address === undefined ? '         ' : `[${hex(row.address, 6)}] `;
      return (
        `${hex(row.pc, 6)} ${row.text.padEnd(14)} ${place}A:${hex(state.a, 4)} X:${hex(state.x, 4)} Y:${hex(state.y, 4)} ` +
        `S:${hex(state.s, 4)} D:0300 DB:7e ${state.p} V:${String(state.v).padStart(3)} H:100 F: 1\n`
      );
    })
    .join('');
}
