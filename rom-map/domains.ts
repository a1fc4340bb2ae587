/**
 * What the inputs of the routines can hold: registers, work cells, pointers and the table entries
 * that they lead to. A row states a limit and what it stands on: the instruction of a caller that
 * masks, compares or loads, the only writer, or the size of a table. An input without a row can
 * hold any value of its width. No row is narrower than the published cases.
 */
import { BLOCKS, type BlockKind } from './cells.js';
import { ALLY_SKILL_PLACE, CHARACTER_PLACE, ENEMY_SKILL_PLACE, type TablePlace } from './tables/places.js';

/** Values that an input can hold. */
export interface InputValues {
  /** In words: `0 to 6`, `the block of an ally`. */
  readonly holds: string;
  readonly min: number;
  readonly max: number;
  /** All of them, ascending; undefined: every one from `min` to `max`. */
  readonly list: readonly number[] | undefined;
}

export type DomainRegister = 'A' | 'A8' | 'X' | 'Y';

export interface DomainRow {
  /** `C1:285D`; undefined: every routine that has no row of its own for the cell. */
  readonly routine: string | undefined;
  /**
   * A register at the entry (A8: low byte of A), a row of the cell table such as `enemy.hp`, or the
   * address of one byte: `7E0313`.
   */
  readonly input: string;
  readonly values: InputValues;
  readonly source: string;
}

function plain(holds: string, min: number, max: number, list?: readonly number[]): InputValues {
  return { holds, min, max, list };
}

function between(min: number, max: number): InputValues {
  return plain(`${min} to ${max}`, min, max);
}

const ANY_BYTE = between(0, 0xff);
const ANY_WORD = between(0, 0xffff);

function hex(value: number): string {
  return `${value.toString(16).toUpperCase().padStart(2, '0')}h`;
}

function listed(values: readonly number[], holds: string): InputValues {
  const list = [...new Set(values)].sort((a, b) => a - b);
  return plain(holds, list[0] ?? 0, list[list.length - 1] ?? 0, list);
}

function oneOf(...values: number[]): InputValues {
  return listed(values, values.map(hex).join(', '));
}

function addresses(kind: BlockKind): readonly number[] {
  const { base, stride, count } = BLOCKS[kind];
  return Array.from({ length: count }, (_, index) => base + stride * index);
}

/** A pointer to a block of one of these kinds. */
function blocks(...kinds: readonly BlockKind[]): InputValues {
  const holds = `the block of ${/^[aeiou]/.test(kinds[0] ?? '') ? 'an' : 'a'} ${kinds.join(' or ')}`;
  return listed(kinds.flatMap(addresses), holds);
}

/** The same, or 0. */
function blocksOrNone(...kinds: readonly BlockKind[]): InputValues {
  const { list = [], holds } = blocks(...kinds);
  return listed([0, ...list], `${holds}, or 0`);
}

/** A pointer to a block, with a number on top. */
function insideBlocks(kind: BlockKind, plus: readonly number[], what: string): InputValues {
  return listed(
    addresses(kind).flatMap((address) => plus.map((one) => address + one)),
    what,
  );
}

/** The address of a record of one of these tables. */
function recordsOf(holds: string, ...places: readonly TablePlace[]): InputValues {
  return listed(
    places.flatMap(({ address, recordBytes, records }) =>
      Array.from({ length: records }, (_, index) => address + recordBytes * index),
    ),
    holds,
  );
}

const CHARACTER = recordsOf('the record of a character', CHARACTER_PLACE);
const SKILL = recordsOf('the record of a skill', ALLY_SKILL_PLACE, ENEMY_SKILL_PLACE);
/** One of the seven columns or rows. */
const CELL = between(0, 6);
/** The block in front of the first enemy, and every enemy's. */
const BEFORE_ENEMY = listed(
  [BLOCKS.enemy.base - BLOCKS.enemy.stride, ...addresses('enemy')],
  'the block before an enemy',
);
const BEFORE_ALLY = listed([BLOCKS.ally.base - BLOCKS.ally.stride, ...addresses('ally')], 'the block before an ally');
/** A species' block, or one of the three bytes behind it: the slot of a skill. */
const SKILL_SLOT = insideBlocks('species', [0, 1, 2, 3], 'the block of a species plus 0 to 3');
/** The high byte decides nothing; 32,767 is over every HP of the tables and of growth. */
const HP = between(0, 0x7fff);
const SIDE = between(1, 7);

/** Routines, separated by spaces; '' for all others. */
type Row = readonly [routines: string, input: string, values: InputValues, source: string];

const HELD = 'published cases hold these; no printed caller limits them';

// biome-ignore format: one row of the table a line
const ROWS: readonly Row[] = [
  // Pointers in cells
  ['', 'enemy.species', blocks('species'), 'C1:FB7E begins at 1A00h and adds 40h up to 1B00h (C1:FB93-FB9C); C1:FBD9 and FBDE store the block that it found'],
  ['', 'enemy.foughtAlly', blocks('ally'), 'C1:F9EB stores 031C, in which C1:F96B begins at 1C00h and C1:F97D adds 40h four times'],
  ['', 'ally.record', blocks('record'), 'C1:EC4B gives 0D00h + 40h x number to the stores at C1:EDD2, EE38, EE76, EE82 and EE8E; C1:ECE0, ECE9 and F675 load 0F40h, 0F00h and 0F80h'],
  ['', 'actingEnemy', blocksOrNone('enemy'), 'C1:9333 stores what C1:92C3 chose with C1:E1A9 or 0, C1:EBB2 and EBBE store 0 or 1B00h'],
  ['', 'currentAlly', blocks('ally'), 'C1:7AFD, 9EFF and F722 store the ally that was found, C1:F573 stores 1CC0h; C1:C3A4 stores the user of a skill that harms its user'],
  ['C1:A12C', 'currentAlly', blocks('enemy', 'ally'), 'C1:A1D1 and A1FD put who counters there'],
  ['', 'skillUser', blocks('enemy', 'ally'), 'C1:E065 and DCC3 compare the high byte with 1Ch: an ally, else an enemy'],
  ['C1:3D5C', 'ally.record', blocks('record', 'species'), 'C1:3D67 loads +02 of either kind of block; published cases hold a species there'],
  ['', 'skillRecordPointer', SKILL, 'C1:7852 and E25B store the address that C1:3D5C computed: 25 bytes x number'],
  ['C1:DB38 C1:DBF5', 'skillRecordPointer', ANY_WORD, 'published cases hold 2500h, between two records; C1:DB3A leads to DBF5'],
  ['', 'formationPointer', between(0x4280, 0x512e), 'C1:F60A stores a word of the table D6:4080h-427Fh; the formations stand at D6:4280-512E'],
  ['', 'record.tableEntry', CHARACTER, 'C1:EC45 stores 2Dh x id + D5:0008; 23 characters have a record'],
  // Figures of blocks
  ['', 'species.width', SIDE, 'C1:FBF3 and the sizes of D5:F97B: three bits; the field has seven columns'],
  ['', 'species.height', SIDE, 'C1:FBFA and the sizes of D5:F97B: three bits; the field has seven rows'],
  ['', 'enemy.cellX', CELL, 'the formations give 0 to 6; C1:E37F and E3A0 stop a step at 0 and 6, C1:D0A0 a push at 7'],
  ['', 'enemy.cellY', CELL, 'the formations give 0 to 6; C1:E334 and E355 stop a step at 0 and 6, C1:D0AD a push at 7'],
  ['', 'ally.cellX', CELL, 'the formations give 0 to 6; a step is led within the field of seven columns'],
  ['', 'ally.cellY', CELL, 'the formations give 0 to 6; a step is led within the field of seven rows'],
  ['C1:16F4 C1:D025', 'enemy.cellX', ANY_BYTE, HELD],
  ['C1:16F4 C1:D025', 'enemy.cellY', ANY_BYTE, HELD],
  ['C1:E0A2', 'ally.cellX', between(0, 7), HELD],
  ['C1:E0A2', 'ally.cellY', between(0, 7), HELD],
  ['', 'enemy.hp', HP, 'the table D5:04CB gives 2,032 at most (byte 01 x 8), C1:CD1C holds a recovery at it'],
  ['C1:1E4C C1:9252 C1:927E', 'enemy.hp', ANY_WORD, HELD],
  ['', 'species.maxHp', HP, 'the table D5:04CB gives 2,032 at most (byte 01 x 8)'],
  ['C1:1CAC C1:9252 C1:927E C1:F8C8', 'species.maxHp', ANY_WORD, HELD],
  ['', 'record.hp', HP, 'C1:2476 and F07B store what growth holds at 999, C1:CB92 holds a recovery at the largest HP'],
  ['C1:1DD0 C1:4FDC', 'record.hp', ANY_WORD, HELD],
  ['', 'record.maxHp', HP, 'C1:2473 and F078 store what growth holds at 999'],
  ['C1:4FDC', 'record.maxHp', ANY_WORD, HELD],
  ['', 'enemy.totalDamage', between(0, 999), 'C1:CD4B holds at 03E7h what C1:CD53 stores'],
  // A block in X
  ['C1:17C2 C1:17E6 C1:17F1 C1:1C02 C1:1C77 C1:1C91 C1:1CAC C1:1CF7 C1:1E4C C1:1E5E C1:1E71 C1:1EA3 C1:2111 C1:2133', 'X', blocks('enemy'), 'C1:8E82 has 03AC, C1:2060 and 2070 the enemy of a field cell, C1:1E58 the enemy in hand'],
  ['C1:03F1 C1:1429 C1:16F4 C1:25F2 C1:2616 C1:35A9 C1:41F2 C1:41FF C1:51FB C1:8E64 C1:8F5A C1:90A2 C1:90C5 C1:913A C1:9252 C1:927E', 'X', blocks('enemy'), 'C1:8E61, 8E7F, 8F20, 8F68, 926D and E340-E3AE have 03AC, C1:25E1 walks with C1:E1A9, C1:7C18 and 7C35 load 1B40h, C1:9278 loads 1B00h'],
  ['C1:BD6C C1:CC2D C1:CC72 C1:CCA5 C1:CD09 C1:CED4 C1:CF0A C1:D025 C1:D052 C1:D7E9 C1:D81A C1:D870 C1:D9B1 C1:D9DA C1:DB64 C1:E127 C1:E251 C1:E44A C1:EBCE C1:FA31', 'X', blocks('enemy'), 'C1:D7DC, E0B3 and EBC7 walk with C1:E1A9; C1:1E9A, 1ECA, CC48, CC57, CC60, CC67, CC6C, D7F4, D802 and E0F4 keep the enemy in hand'],
  ['C1:E1A9 C1:E1CB C1:EBC7 C1:D839 C1:E0B3', 'X', BEFORE_ENEMY, 'C1:25DE, 92C6, 933E, D732 and D7D9 load 1AF0h and go on with the block that came back'],
  ['C1:1DD0 C1:1DE3 C1:1DF8 C1:1E26 C1:21C1 C1:21E1 C1:2808 C1:281B C1:2821 C1:2397 C1:3546 C1:446B C1:15ED C1:7DF1 C1:93A0 C1:93C5 C1:9572 C1:96CB C1:9F02', 'X', blocks('ally'), 'C1:2367-2379 load the four blocks, C1:200F and 201F have the ally of a field cell, C1:1DDD, 1E19, 281B, 2821 and 93B3 keep the ally in hand'],
  ['C1:C40F C1:CB62 C1:CBA6 C1:CDAC C1:D200 C1:D94A C1:E894 C1:E94B C1:ECFB', 'X', blocks('ally'), 'C1:1E19, 1E42 and CDA7 keep the ally in hand, C1:ECDD and ECE6 load 1CC0h and 1C80h'],
  ['C1:9F5A', 'X', BEFORE_ALLY, 'C1:939D begins before the first ally and goes on with the block that came back'],
  ['C1:3D5C', 'X', blocks('enemy', 'ally'), 'C1:923D and E258 have 03AC, C1:D143 has 0378'],
  ['C1:166E', 'X', blocks('species'), HELD],
  ['C1:EC25', 'X', blocks('record'), 'C1:F05C has the record that it fills'],
  ['C1:248B C1:24D2', 'X', CHARACTER, 'C1:2448 loads byte 04 of the record, which C1:EC45 stored; 0308 = 4 where C1:248B begins'],
  ['C1:7852', 'X', SKILL, 'the address that C1:3D5C computed'],
  ['C1:EE56', 'X', between(0x512f, 0x516b), 'the address of the party list, D6:512F on'],
  ['C1:3C3D', 'X', oneOf(1, 7, 8, 9, 0xfff7, 0xfff8, 0xfff9, 0xffff), 'C1:3C15-3C3B: eight entries that load eight steps'],
  ['C1:FB7C', 'X', between(0x4280, 0x512e), 'the enemy in hand of the formation, D6:4280-512E'],
  // A block in Y
  ['C1:8EA3 C1:8EC7 C1:8EDB C1:8EF0 C1:25F2 C1:CD09 C1:FC0A', 'Y', blocks('species'), 'C1:8E89 loads 1Bn2; C1:FBB8 has the block of the search from 1A00h on'],
  ['C1:920C C1:9252 C1:E251', 'Y', SKILL_SLOT, 'C1:8F20-8F2D come from the four states of the decision, which add 0 to 3 (INY before C1:8ED2, 8EE7 and 8EFD)'],
  ['C1:16F4 C1:91AB C1:91C6 C1:DEEF C1:F70C', 'Y', blocks('ally'), 'C1:90CE loads 031E, C1:9147-9159 load the four blocks'],
  ['C1:3C3D', 'Y', blocks('enemy', 'ally'), 'C1:394A loads 03AC, C1:3B40 loads 035A'],
  ['C1:F9E1 C1:FC78', 'Y', blocks('enemy'), 'C1:FBC0 loads 031E, the block that is filled'],
  ['C1:0D5B C1:2448 C1:248B C1:24D2 C1:ECFB C1:EE56 C1:F05F', 'Y', blocks('record'), 'C1:2257 loads 0F00h, C1:ECDA and ECE3 load 0F40h and 0F00h, C1:EC4B gives 0D00h + 40h x number'],
  ['C1:2339', 'Y', insideBlocks('record', [0, 3, 6], 'a record plus 0, 3 or 6'), 'C1:2311 loads 1C42; C1:2323 and 232D add 3 each'],
  ['C1:DE83', 'Y', between(0x9ef2, 0x9ef6), 'C1:DDF9 loads 9EF2h, C1:DE0A loads 9EF6h and C1:DE3F counts down four times'],
  // The accumulator
  ['C1:285D', 'A8', oneOf(0, 0x10), 'C1:2857 loads 10h; the unprinted two bytes before C1:285D are the other entry, and bit 4 alone tells the sides of an occupant'],
  ['C1:18BB', 'A8', between(1, 0x1f), 'C1:180C-1812: a high nibble shifted down, 1 added, bit 4 set; published cases name allies as well'],
  ['C1:5040', 'A8', between(0, 0x16), 'C1:5002 and 5009 load 15h and 11h; characters have ids 0 to 16h'],
  ['C1:8F8D', 'A8', between(0, 0x13), 'C1:8F6E compares with 14h; from there on C1:8F72 loads 0Fh'],
  ['C1:EC59', 'A8', between(0, 0x0f), 'C1:EDC0 and EE4A have 0A10 or 0A00; published cases hold 0 to 15'],
  ['C1:1FEA', 'A8', listed(Array.from({ length: 8 }, (_, field) => [1, 2, 3, 4].map((ally) => field * 0x20 + ally)).flat(), 'a field cell with one of the four allies'), 'C1:1FC9-1FCF: low nibble not 0, bit 4 clear'],
  ['C1:2029', 'A8', listed(Array.from({ length: 8 }, (_, field) => Array.from({ length: 15 }, (_, enemy) => field * 0x20 + 0x11 + enemy)).flat(), 'a field cell with an enemy'), 'C1:1FC9-1FCF: low nibble not 0, bit 4 set'],
  // Work cells
  ['C1:2554', 'abnormalityRow.disabled', between(0, 0x0f), 'C1:248F-2494: the high nibble of the table byte, shifted down'],
  ['C1:2554', 'abnormalityRow.unused', between(0, 0x0f), 'C1:249B masks with 0Fh; the multiplier takes the byte as signed'],
  ['C1:3C3D', 'work0310', listed(Array.from({ length: 49 }, (_, cell) => 8 * Math.floor(cell / 7) + (cell % 7)), 'a cell of the field, 8 x row + column'), 'C1:395A and 3B50 store the own cell, C1:3942 and 3B38 the directions'],
  ['C1:38A0', '7E0309', between(1, 7), 'C1:3896: height of the area; published cases hold 1 to 7'],
  ['C1:38A0', 'work030A', between(1, 7), 'C1:3890: width of the area; published cases hold 1 to 7'],
  ['C1:38A0', '7E0310', between(0, 3), 'C1:389A stores 2; published cases hold 0 to 3'],
  ['C1:38A0', '7E0311', between(0, 3), 'C1:389C stores the same'],
  ['C1:38A0', 'ordinaryEnemyPresent', CELL, 'column of the centre of the area'],
  ['C1:38A0 C1:91C6', 'areaCentreY', between(0, 9), 'row of the centre of the area; C1:9209 stores the lowest row of an enemy'],
  ['C1:41F2', 'enemy.wantedX', between(0, 8), 'C1:D0B4, D0D0, D0EC and E340-E3AE hold 0 to 6; published cases hold up to 8'],
  ['C1:41F2', 'enemy.wantedY', between(0, 7), 'C1:D0B4, D0D0, D0EC and E340-E3AE hold 0 to 6; published cases hold up to 7'],
  ['C1:41FF', 'enemy.wantedX', between(0, 7), 'C1:41FB: as C1:41F2'],
  ['C1:41FF', 'enemy.wantedY', between(0, 7), 'C1:41FB: as C1:41F2'],
  ['C1:90C5', 'nearestAllyPointer', blocksOrNone('ally'), 'C1:9143 clears it, C1:9191 stores one of the four allies'],
  ['C1:8F8D', 'nearestAllyPointer', blocks('ally'), 'C1:90D0 leaves without one'],
  ['C1:F9E1 C1:FB7C', 'nearestAllyPointer', blocks('enemy'), 'C1:7BF4 stores 1B40h, C1:F693 stores 1B00h, the first enemy of its walk'],
  ['C1:F9E1', 'work031C', blocks('ally'), 'C1:F96E stores 1C00h, C1:F980 adds 40h'],
  ['C1:91AB', '7E0314', CELL, 'C1:91F6 stores 1BnA, the left column of the enemy'],
  ['C1:91AB', '7E0315', between(0, 9), 'C1:91FD stores its right column'],
  ['C1:D200 C1:E0B3 C1:E127', '7E0312', between(0, 6), 'C1:E06E and E092 store the column of the base cell'],
  ['C1:D200 C1:E0B3 C1:E127', '7E0313', between(0, 6), 'C1:E073 and E09F store the row of the base cell'],
  ['C1:D900', 'work0310', blocks('ally'), 'C1:C3A6 stores the user of a skill that harms its user'],
  ['C1:CB62', '7E0310', between(0, 15), 'a number of hits; published cases hold 1 to 15'],
  ['C1:CB62', 'ally.singleHit', listed([0, 0x8000].flatMap((bit) => Array.from({ length: 1000 }, (_, value) => bit + value)), '0 to 999, with bit 15 or without'), 'published cases hold up to 999, and the mark of healing in bit 15'],
  ['C1:2133', 'work0310', blocks('enemy'), 'C1:2150 loads X from it again'],
  ['C1:D95D C1:D978 C1:DB38 C1:DB64 C1:DBF5 C1:DC0C C1:DD8F', 'work0310', blocks('enemy'), 'C1:D7E9 stores the enemy of the walk of C1:D7DC'],
  ['C1:F5FB', 'formationNumberHigh', between(0, 0), 'C1:F5F2, the only printed store to 0351, clears it'],
];

/** Cells of the field of which one at least is free: the low nibble of its byte is 0. */
export interface FreeCellRow {
  readonly routine: string;
  /** Addresses of the bytes. */
  readonly cells: readonly number[];
  /** In words: `a list with a free cell`. */
  readonly holds: string;
  readonly source: string;
}

/** Columns and rows of the four lists of C1:7E5E, in which an ally finds room. */
const ROOM_FOR_ALLIES = [
  [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ],
  [
    [0, 6],
    [0, 5],
    [1, 6],
    [1, 5],
  ],
  [
    [6, 0],
    [6, 1],
    [5, 0],
    [5, 1],
  ],
  [
    [6, 6],
    [6, 5],
    [5, 6],
    [5, 5],
  ],
] as const;

export const FREE_CELLS: readonly FreeCellRow[] = ROOM_FOR_ALLIES.map((list) => ({
  routine: 'C1:7DF1',
  cells: list.map(([x, y]) => 0x7e_04c8 + 8 * y + x),
  holds: 'a list with a free cell',
  source:
    'C1:7DCB-7DEA call for an ally on columns 2 to 4 of rows 3 and 4, where the one enemy of the last battle comes; a list has four cells, and only three other allies can stand on them',
}));

/** Every row, one for each routine that it is for. */
export const DOMAINS: readonly DomainRow[] = ROWS.flatMap(([routines, input, values, source]) =>
  (routines === '' ? [undefined] : routines.split(' ')).map((routine) => ({ routine, input, values, source })),
);

/** Whether an input can hold a value. */
export function canHold({ min, max, list }: InputValues, value: number): boolean {
  return list === undefined ? value >= min && value <= max : list.includes(value);
}
