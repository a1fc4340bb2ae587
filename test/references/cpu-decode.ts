/** Opcodes of the 65816 taken apart by their bits, for the slow reference; the patterns' exceptions are listed. */

const GROUP_ONE = ['ORA', 'AND', 'EOR', 'ADC', 'STA', 'LDA', 'CMP', 'SBC'];
const GROUP_ONE_MODES = ['(d,x)', 'd', 'imm', 'a', '(d),y', 'd,x', 'a,y', 'a,x'];
const GROUP_THREE_MODES = ['d,s', '[d]', '', 'al', '(d,s),y', '[d],y', '', 'al,x'];
const SHIFTS = ['ASL', 'ROL', 'LSR', 'ROR', 'STX', 'LDX', 'DEC', 'INC'];
const SHIFT_MODES = ['', 'd', 'acc', 'a', '', 'd,x', '', 'a,x'];
const BRANCHES = ['BPL', 'BMI', 'BVC', 'BVS', 'BCC', 'BCS', 'BNE', 'BEQ'];

/** Everything that the bit patterns do not say; it goes before them. */
const SINGULAR: Readonly<Record<number, string>> = Object.fromEntries(
  `00 BRK sig,02 COP sig,04 TSB d,08 PHP imp,0B PHD imp,0C TSB a,14 TRB d,18 CLC imp,1A INC acc,1B TCS imp,1C TRB a,20 JSR a,22 JSL al,24 BIT d,
28 PLP imp,2B PLD imp,2C BIT a,34 BIT d;x,38 SEC imp,3A DEC acc,3B TSC imp,3C BIT a;x,40 RTI imp,42 WDM sig,44 MVP banks,48 PHA imp,4B PHK imp,
4C JMP a,54 MVN banks,58 CLI imp,5A PHY imp,5B TCD imp,5C JML al,60 RTS imp,62 PER rl,64 STZ d,68 PLA imp,6B RTL imp,6C JMP (a),74 STZ d;x,
78 SEI imp,7A PLY imp,7B TDC imp,7C JMP (a;x),80 BRA r,82 BRL rl,84 STY d,88 DEY imp,89 BIT imm,8A TXA imp,8B PHB imp,8C STY a,94 STY d;x,
96 STX d;y,98 TYA imp,9A TXS imp,9B TXY imp,9C STZ a,9E STZ a;x,A0 LDY imm,A2 LDX imm,A4 LDY d,A8 TAY imp,AA TAX imp,AB PLB imp,AC LDY a,
B4 LDY d;x,B6 LDX d;y,B8 CLV imp,BA TSX imp,BB TYX imp,BC LDY a;x,BE LDX a;y,C0 CPY imm,C2 REP sig,C4 CPY d,C8 INY imp,CA DEX imp,CB WAI imp,
CC CPY a,D4 PEI (d),D8 CLD imp,DA PHX imp,DB STP imp,DC JML [a],E0 CPX imm,E2 SEP sig,E4 CPX d,E8 INX imp,EA NOP imp,EB XBA imp,EC CPX a,
F4 PEA word,F8 SED imp,FA PLX imp,FB XCE imp,FC JSR (a;x)`
    .split(',')
    .map((entry) => entry.trim().split(' '))
    .map(([byte, name, mode]) => [Number.parseInt(`${byte}`, 16), `${name} ${mode?.replace(';', ',')}`]),
);

/** Name and mode of an opcode. */
export function decode(opcode: number): readonly [name: string, mode: string] {
  const singular = SINGULAR[opcode];
  if (singular !== undefined) return singular.split(' ') as [string, string];
  const [row, middle, group] = [opcode >> 5, (opcode >> 2) & 7, opcode & 3];
  if (group === 0 && middle === 4) return [`${BRANCHES[row]}`, 'r'];
  if (group === 1) return [`${GROUP_ONE[row]}`, `${GROUP_ONE_MODES[middle]}`];
  if (group === 3) return [`${GROUP_ONE[row]}`, `${GROUP_THREE_MODES[middle]}`];
  if (group === 2 && middle === 4) return [`${GROUP_ONE[row]}`, '(d)'];
  if (group === 2) return [`${SHIFTS[row]}`, `${SHIFT_MODES[middle]}`];
  throw new Error(`opcode ${opcode} has no pattern`);
}
