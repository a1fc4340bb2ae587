/**
 * The 16 action abnormalities: eight bytes each, D5:644B-64CA. Figures: hosoboso/livealive@29c15e1
 * sfc/analysis/program40_2.html (table) and sfc/battle11.html (behaviour); labels are our own
 * glosses. The routines that use the bytes were executed.
 */

/** Address in bank D5 that the pointer at D5:0060 holds. */
export const ABNORMALITY_TABLE = 0x644b;

export interface Abnormality {
  readonly id: number;
  readonly label: string;
  readonly labelJapanese: string;
  /**
   * High nibble: disabled skill slots 1-4 from bit 7 down. Bit 2: the unit keeps its own movement
   * pattern.
   */
  readonly disabled: number;
  /** Signed change of the level. */
  readonly levelChange: number;
  readonly onset: number;
  readonly damageConstant: number;
  /** Signed increase of order points without an attack. */
  readonly nonAttackIncrease: number;
  /**
   * Decrease of order points by an attack. For id 12 it is the printed byte 2Dh (45); the page's
   * prose says 35.
   */
  readonly attackDecrease: number;
}

type Row = readonly [string, string, number, number, number, number, number, number];

// label, 日本語, byte 0, level, onset, damage, increase, decrease
// biome-ignore format: one row of the table a line
const ROWS: readonly Row[] = [
  ['normal', '解除', 0x04, 0, 7, 2, 1, 50],
  ['level +1', 'レベル＋1', 0x04, 1, 9, 3, 3, 40],
  ['level +2', 'レベル＋2', 0x04, 2, 12, 5, 3, 30],
  ['level -2', 'レベル−2', 0x04, -2, 6, 2, 1, 70],
  ['level -4', 'レベル−4', 0x04, -4, 4, 1, 0, 80],
  ['skill limit 1', '技制限(1)', 0x84, 0, 9, 3, 3, 40],
  ['skill limit 2', '技制限(2)', 0xc4, 0, 9, 3, 3, 40],
  ['skill limit 3', '技制限(3)', 0xe4, 0, 9, 3, 3, 40],
  ['stop', '停止', 0xfa, -5, 1, 15, -2, 100],
  ['charm', '魅了', 0xf0, 2, 4, 1, 5, 5],
  ['dizzy', '目眩', 0xe0, -2, 15, 8, 10, 5],
  ['confusion 1', '混乱(1)', 0x00, 0, 5, 2, 7, 35],
  ['keep distance', '距離維持', 0x10, 2, 6, 15, 0, 45],
  ['fear', '恐怖', 0xc0, -5, 0, 8, 7, 50],
  ['confusion 2', '混乱(2)', 0x00, -4, 9, 15, 0, 100],
  ['excited', '興奮', 0x7c, 3, 15, 15, 15, 0],
];

export const ABNORMALITIES: readonly Abnormality[] = ROWS.map(
  ([label, labelJapanese, disabled, levelChange, onset, damageConstant, nonAttackIncrease, attackDecrease], id) => ({
    id,
    label,
    labelJapanese,
    disabled,
    levelChange,
    onset,
    damageConstant,
    nonAttackIncrease,
    attackDecrease,
  }),
);

/** The eight bytes of a row as the cartridge holds them. */
export function abnormalityBytes(row: Abnormality): readonly number[] {
  return [
    row.disabled,
    0,
    row.levelChange & 0xff,
    row.onset,
    row.damageConstant,
    row.nonAttackIncrease & 0xff,
    row.attackDecrease,
    0,
  ];
}
