/**
 * Cycles of every instruction as the processor's data sheet prints them: a number and the letters of what is added.
 *
 * m: 1 while the accumulator has 16 bits (mm: 2). x: 1 while the index registers have 16 bits. w: 1 when the direct page does not
 * start at a page. p: 1 when an index of a read leaves the page or has 16 bits. t: 1 for a branch taken. e: 1 for a branch taken
 * to another page in emulation mode. n: 1 in native mode.
 */

const READ =
  'imm 2m|a 4m|al 5m|d 3mw|(d) 5mw|[d] 6mw|a,x 4mp|al,x 5m|a,y 4mp|d,x 4mw|(d,x) 6mw|(d),y 5mwp|[d],y 6mw|d,s 4m|(d,s),y 7m';
const STORE =
  'a 4m|al 5m|d 3mw|(d) 5mw|[d] 6mw|a,x 5m|al,x 5m|a,y 5m|d,x 4mw|(d,x) 6mw|(d),y 6mw|[d],y 6mw|d,s 4m|(d,s),y 7m';
const CHANGE = 'acc 2|a 6mm|d 5mmw|d,x 6mmw|a,x 7mm';
const INDEX_READ = 'imm 2x|a 4x|d 3xw|d,x 4xw|d,y 4xw|a,x 4xp|a,y 4xp';
const INDEX_STORE = 'a 4x|d 3xw|d,x 4xw|d,y 4xw';
const BRANCH = 'r 2te';
const ONE_BYTE = 'imp 2';

const BY_NAME: readonly (readonly [names: string, entries: string])[] = [
  ['ORA AND EOR ADC LDA CMP SBC BIT', READ],
  ['STA STZ', STORE],
  ['ASL LSR ROL ROR INC DEC TSB TRB', CHANGE],
  ['LDX LDY CPX CPY', INDEX_READ],
  ['STX STY', INDEX_STORE],
  ['BPL BMI BVC BVS BCC BCS BNE BEQ', BRANCH],
  ['BRA', 'r 3e'],
  ['BRL', 'rl 4'],
  ['CLC SEC CLI SEI CLD SED CLV XCE NOP INX INY DEX DEY', ONE_BYTE],
  ['TAX TAY TXA TYA TSX TXS TXY TYX TCD TDC TCS TSC', ONE_BYTE],
  ['XBA WAI STP', 'imp 3'],
  ['WDM', 'sig 2'],
  ['REP SEP', 'sig 3'],
  ['BRK COP', 'sig 7n'],
  ['RTI', 'imp 6n'],
  ['RTS RTL', 'imp 6'],
  ['JMP', 'a 3|(a) 5|(a,x) 6'],
  ['JML', 'al 4|[a] 6'],
  ['JSR', 'a 6|(a,x) 8'],
  ['JSL', 'al 8'],
  ['PHA', 'imp 3m'],
  ['PHX PHY', 'imp 3x'],
  ['PHB PHK PHP', 'imp 3'],
  ['PHD', 'imp 4'],
  ['PLA', 'imp 4m'],
  ['PLX PLY', 'imp 4x'],
  ['PLB PLP', 'imp 4'],
  ['PLD', 'imp 5'],
  ['PEA', 'word 5'],
  ['PEI', '(d) 6w'],
  ['PER', 'rl 6'],
  ['MVN MVP', 'banks 7'],
];

const table = new Map<string, string>();
for (const [names, entries] of BY_NAME) {
  for (const name of names.split(' ')) {
    for (const entry of entries.split('|')) {
      const [mode, formula] = entry.split(' ');
      table.set(`${name} ${mode}`, `${formula}`);
    }
  }
}

/** What of a single execution the letters ask for. */
export type CycleConditions = Readonly<Record<'m' | 'x' | 'w' | 'p' | 't' | 'e' | 'n', boolean>>;

/** Processor cycles of one execution, accesses and internal ones. */
export function publishedCycles(name: string, mode: string, conditions: CycleConditions): number {
  const formula = table.get(`${name} ${mode}`);
  if (formula === undefined) throw new Error(`no cycles for ${name} ${mode}`);
  let cycles = Number(formula[0]);
  for (const letter of formula.slice(1)) if (conditions[letter as keyof CycleConditions]) cycles += 1;
  return cycles;
}
