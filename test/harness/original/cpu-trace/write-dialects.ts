/**
 * Writes steps the way each emulator's trace logger does. Independent of the readers: written from the description of
 * the layouts, with an opcode table of its own.
 */
import type { Step } from './steps.js';

/** Mnemonics by opcode, sixteen a line. */
const NAMES =
  'brk ora cop ora tsb ora asl ora php ora asl phd tsb ora asl ora bpl ora ora ora trb ora asl ora clc ora inc tcs trb ora asl ora ' +
  'jsr and jsl and bit and rol and plp and rol pld bit and rol and bmi and and and bit and rol and sec and dec tsc bit and rol and ' +
  'rti eor wdm eor mvp eor lsr eor pha eor lsr phk jmp eor lsr eor bvc eor eor eor mvn eor lsr eor cli eor phy tcd jml eor lsr eor ' +
  'rts adc per adc stz adc ror adc pla adc ror rtl jmp adc ror adc bvs adc adc adc stz adc ror adc sei adc ply tdc jmp adc ror adc ' +
  'bra sta brl sta sty sta stx sta dey bit txa phb sty sta stx sta bcc sta sta sta sty sta stx sta tya sta txs txy stz sta stz sta ' +
  'ldy lda ldx lda ldy lda ldx lda tay lda tax plb ldy lda ldx lda bcs lda lda lda ldy lda ldx lda clv lda tsx tyx ldy lda ldx lda ' +
  'cpy cmp rep cmp cpy cmp dec cmp iny cmp dex wai cpy cmp dec cmp bne cmp cmp cmp pei cmp dec cmp cld cmp phx stp jml cmp dec cmp ' +
  'cpx sbc sep sbc cpx sbc inc sbc inx sbc nop xba cpx sbc inc sbc beq sbc sbc sbc pea sbc inc sbc sed sbc plx xce jsr sbc inc sbc';

/**
 * Modes by opcode, one letter each. I immediate byte, M / X by width, W immediate word, d dp, e dp,x, f dp,y, a abs, b abs,x,
 * c abs,y, l long, m long,x, i (dp), j (dp,x), k (dp),y, n [dp], o [dp],y, s sr, t (sr),y, r relative, R relative long, J jump,
 * L long jump, p (abs), q (abs,x), u [abs], v block move, A accumulator, - none.
 */
const MODES =
  'IjIsdddn-MA-aaalrkitdeeo-cA-abbm' +
  'JjLsdddn-MA-aaalrkiteeeo-cA-bbbm' +
  '-jIsvddn-MA-Jaalrkitveeo-c--Lbbm' +
  '-jRsdddn-MA-paalrkiteeeo-c--qbbm' +
  'rjRsdddn-M--aaalrkiteefo-c--abbm' +
  'XjXsdddn-M--aaalrkiteefo-c--bbcm' +
  'XjIsdddn-M--aaalrkitieeo-c--ubbm' +
  'XjIsdddn-M--aaalrkitWeeo-c--qbbm';

const names = NAMES.split(' ');

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

function width(step: Step): number {
  const mode = MODES[step.bytes[0]] ?? '-';
  if (mode === 'M') return (step.p & 0x20) !== 0 ? 2 : 3;
  if (mode === 'X') return (step.p & 0x10) !== 0 ? 2 : 3;
  if ('-A'.includes(mode)) return 1;
  if ('lmL'.includes(mode)) return 4;
  return 'abcWRJpquv'.includes(mode) ? 3 : 2;
}

interface Spelling {
  readonly text: string;
  /** Effective address, or undefined where there is none. */
  readonly address: number | undefined;
}

/** What follows the mnemonic, in lower case; the addresses of pointers are not computed (the test ROM uses none). */
function spell(step: Step, moveText: (first: string, second: string) => string): Spelling {
  const [opcode, one, two, three] = step.bytes;
  const word = one | (two << 8);
  const long = word | (three << 16);
  const bank = step.db << 16;
  const at = (value: number): number => value & 0xffff;
  const d2 = `$${hex(one, 2)}`;
  const d4 = `$${hex(word, 4)}`;
  const d6 = `$${hex(long, 6)}`;
  const here = step.bank << 16;
  switch (MODES[opcode]) {
    case 'I':
      return { text: `#${d2}`, address: undefined };
    case 'M':
    case 'X':
      return { text: width(step) === 2 ? `#${d2}` : `#${d4}`, address: undefined };
    case 'W':
      return { text: d4, address: undefined };
    case 'd':
      return { text: d2, address: at(step.d + one) };
    case 'e':
      return { text: `${d2},x`, address: at(step.d + one + step.x) };
    case 'f':
      return { text: `${d2},y`, address: at(step.d + one + step.y) };
    case 'a':
      return { text: d4, address: bank + word };
    case 'b':
      return { text: `${d4},x`, address: (bank + word + step.x) & 0xffffff };
    case 'c':
      return { text: `${d4},y`, address: (bank + word + step.y) & 0xffffff };
    case 'l':
      return { text: d6, address: long };
    case 'm':
      return { text: `${d6},x`, address: (long + step.x) & 0xffffff };
    case 'i':
      return { text: `(${d2})`, address: undefined };
    case 'j':
      return { text: `(${d2},x)`, address: undefined };
    case 'k':
      return { text: `(${d2}),y`, address: undefined };
    case 'n':
      return { text: `[${d2}]`, address: undefined };
    case 'o':
      return { text: `[${d2}],y`, address: undefined };
    case 's':
      return { text: `${d2},s`, address: at(step.s + one) };
    case 't':
      return { text: `(${d2},s),y`, address: undefined };
    case 'r': {
      const target = at(step.pc + 2 + ((one << 24) >> 24));
      return { text: `$${hex(target, 4)}`, address: here + target };
    }
    case 'R': {
      const target = at(step.pc + 3 + ((word << 16) >> 16));
      return { text: `$${hex(target, 4)}`, address: here + target };
    }
    case 'J':
      return { text: d4, address: here + word };
    case 'L':
      return { text: d6, address: long };
    case 'p':
      return { text: `(${d4})`, address: undefined };
    case 'q':
      return { text: `(${d4},x)`, address: here + at(word + step.x) };
    case 'u':
      return { text: `[${d4}]`, address: undefined };
    case 'v':
      return { text: moveText(hex(one, 2), hex(two, 2)), address: undefined };
    default:
      return { text: '', address: undefined };
  }
}

function flags(p: number, clear: 'small' | 'dot'): string {
  return [...'NVMXDIZC']
    .map((letter, bit) => ((p & (0x80 >> bit)) !== 0 ? letter : clear === 'dot' ? '.' : letter.toLowerCase()))
    .join('');
}

function registers(step: Step, upper: boolean): Record<'a' | 'x' | 'y' | 's' | 'd' | 'db', string> {
  const text = (value: number, digits: number): string =>
    upper ? hex(value, digits).toUpperCase() : hex(value, digits);
  return {
    a: text(step.a, 4),
    x: text(step.x, 4),
    y: text(step.y, 4),
    s: text(step.s, 4),
    d: text(step.d, 4),
    db: text(step.db, 2),
  };
}

const OTHER_NAMES: Readonly<Record<string, string>> = { tcs: 'tas', tsc: 'tsa', tcd: 'tad', tdc: 'tda' };
export const BIZHAWK_HEADER = '65816: PC, mnemonic, operands, registers (A, X, Y, S, D, B, flags (NVMXDIZC), V, H)';

export function bizhawk(step: Step): string {
  const { text, address } = spell(step, (target, source) => `$${target}=$${source}`);
  const name = names[step.bytes[0]] ?? '???';
  const code = `${hex(step.bank, 2)}${hex(step.pc, 4)}  ${OTHER_NAMES[name] ?? name} ${text}`.padEnd(23);
  const r = registers(step, false);
  return (
    `${`${code}${address === undefined ? '' : `[${hex(address, 6)}]`}`.padEnd(31)}  ` +
    `A:${r.a} X:${r.x} Y:${r.y} S:${r.s} D:${r.d} B:${r.db} ${flags(step.p, 'small')} V:${hex(step.v, 3)} H:${hex(step.h, 3)}`
  );
}

export function bsnesPlus(step: Step): string {
  const { text, address } = spell(step, (target, source) => `$${source},$${target}`);
  const accumulator = MODES[step.bytes[0]] === 'A' && names[step.bytes[0]] !== 'inc' && names[step.bytes[0]] !== 'dec';
  const code = `${names[step.bytes[0]]} ${accumulator ? 'a' : text}`.padEnd(14);
  const r = registers(step, false);
  return (
    `${hex(step.bank, 2)}${hex(step.pc, 4)} ${code} ${address === undefined ? '         ' : `[${hex(address, 6)}] `}` +
    `A:${r.a} X:${r.x} Y:${r.y} S:${r.s} D:${r.d} DB:${r.db} ${flags(step.p, 'dot')} ` +
    `V:${String(step.v).padStart(3)} H:${String(step.h).padStart(3)} F:${String(step.frame % 60).padStart(2)}`
  );
}

export function mesen(step: Step): string {
  const { text, address } = spell(step, (target, source) => `$${source},$${target}`);
  const mode = MODES[step.bytes[0]] ?? '-';
  const isBranch = 'rR'.includes(mode);
  const operand = isBranch ? `$${hex(address ?? 0, 6)}` : mode === 'W' ? `#${text}` : text;
  const shown = address !== undefined && 'defabcms'.includes(mode) ? ` [$${hex(address, 6)}]` : '';
  const code = `${names[step.bytes[0]]} ${operand}${shown} `.toUpperCase();
  const r = registers(step, true);
  return (
    `${hex(step.bank, 2).toUpperCase()}${hex(step.pc, 4).toUpperCase()}  ${code.padEnd(38)} ` +
    `A:${r.a} X:${r.x} Y:${r.y} S:${r.s} D:${r.d} DB:${r.db} P:${flags(step.p, 'small')} ` +
    `V:${String(step.v).padEnd(3)} H:${String(step.h).padEnd(3)}`
  );
}

export function mesenRecommended(step: Step, cycle: number): string {
  const r = registers(step, true);
  const bytes = step.bytes.slice(0, width(step)).map((byte) => hex(byte, 2).toUpperCase());
  return (
    `${hex(step.bank, 2).toUpperCase()}${hex(step.pc, 4).toUpperCase()}  ` +
    `A:${r.a} X:${r.x} Y:${r.y} S:${r.s} D:${r.d} DB:${r.db} P:${hex(step.p, 2).toUpperCase()} ` +
    `V:${step.v} H:${step.h} F:${step.frame} C:${cycle} B:${bytes.join(' ')}`
  );
}

export function snes9x(step: Step): string {
  const { text, address } = spell(step, (target, source) => `${source} ${target}`);
  const mode = MODES[step.bytes[0]] ?? '-';
  const bytes = step.bytes
    .slice(0, width(step))
    .map((byte) => hex(byte, 2).toUpperCase())
    .join(' ');
  const operand = mode === 'r' ? `$${hex(step.bytes[1], 2)}` : mode === 'A' ? 'A' : text;
  const letters = operand.replace(/[a-f]/g, (letter) => letter.toUpperCase());
  const code =
    `$${hex(step.bank, 2)}:${hex(step.pc, 4)} `.toUpperCase() +
    `${bytes.padEnd(12)}${(names[step.bytes[0]] ?? '').toUpperCase()} ${letters}`;
  const place = address === undefined ? '' : `[$${hex(address, 6).toUpperCase().replace(/^(..)/, '$1:')}]`;
  const r = registers(step, true);
  return (
    `${`${code.padEnd(32)}${place}`.padEnd(44)} A:${r.a} X:${r.x} Y:${r.y} D:${r.d} DB:${r.db} S:${r.s} ` +
    `P:${step.e === 1 ? 'E' : 'e'}${flags(step.p, 'small')} HC:${String(step.h * 4).padStart(4, '0')} ` +
    `VC:${String(step.v).padStart(3, '0')} FC:${String(step.frame % 60).padStart(2, '0')} ..`
  );
}

/** The earlier printer of BizHawk: a colon, two spaces on both sides of the name, V and H in decimal. */
export function bizhawkOld(step: Step): string {
  const { text, address } = spell(step, (target, source) => `$${target},$${source}`);
  const code = `${hex(step.bank, 2)}${hex(step.pc, 4)}:  ${names[step.bytes[0]]}  ${text}`.padEnd(24);
  const r = registers(step, false);
  return (
    `${`${code}${address === undefined ? '' : `[${hex(address, 6)}]`}`.padEnd(35)}` +
    `A:${r.a} X:${r.x} Y:${r.y} S:${r.s} D:${r.d} DB:${r.db} ${flags(step.p, 'small')} ` +
    `V:${String(step.v).padStart(3)} H:${String(step.h).padStart(3)}`
  );
}

/** Mesen-S with byte codes: one space behind the address. */
export function mesenS(step: Step): string {
  const { text, address } = spell(step, (target, source) => `$${source},$${target}`);
  const bytes = step.bytes.slice(0, width(step)).map((byte) => `$${hex(byte, 2).toUpperCase()}`);
  const shown =
    address !== undefined && 'defabcms'.includes(MODES[step.bytes[0]] ?? '-') ? ` [${hex(address, 6)}]` : '';
  const code = `${names[step.bytes[0]]} ${text}${shown}`.toUpperCase();
  const r = registers(step, true);
  return (
    `${hex(step.bank, 2)}${hex(step.pc, 4)}`.toUpperCase() +
    ` ${bytes.join(' ').padEnd(16)}${code.padEnd(34)}A:${r.a} X:${r.x} Y:${r.y} S:${r.s} D:${r.d} DB:${r.db} ` +
    `P:${flags(step.p, 'small')} V:${String(step.v).padEnd(3)} H:${String(step.h).padEnd(3)} FC:${step.frame}`
  );
}

/** Geiger's slash; `change` glues or moves columns. */
export function geiger(step: Step, change: (line: string) => string = (line) => line): string {
  return change(snes9x(step).replace(':', '/'));
}

/** Every dialect by the id that the reader gives it. */
export const WRITERS: Readonly<Record<string, (steps: readonly Step[]) => string>> = {
  bizhawk: (steps) =>
    steps
      .map((step, index) => {
        const isFirstOfFrame = steps[index - 1]?.frame !== step.frame;
        return `${isFirstOfFrame ? `${BIZHAWK_HEADER}\n` : ''}${bizhawk(step)}\n`;
      })
      .join(''),
  'bsnes-plus': (steps) => steps.map((step) => `${bsnesPlus(step)}\n`).join(''),
  'bizhawk-old': (steps) => steps.map((step) => `${bizhawkOld(step)}\n`).join(''),
  ares: (steps) => steps.map((step) => `CPU  ${bizhawk(step)}\n`).join(''),
  'mesen-s': (steps) => steps.map((step) => `${mesenS(step)}\n`).join(''),
  mesen: (steps) => steps.map((step) => `${mesen(step)}\n`).join(''),
  'mesen-recommended': (steps) => steps.map((step, index) => `${mesenRecommended(step, index * 7)}\n`).join(''),
  snes9x: (steps) => steps.map((step) => `${snes9x(step)}\n`).join(''),
};
