/**
 * The evidence about each cell. A candidate stands for a cell when it follows the prediction and no
 * other one follows it as well. Only the neighbouring cells distinguish equal candidates: one of
 * them is at the same distance from its known address as cells found without doubt, and the others
 * are not. Otherwise the result is a tie.
 */
import type { CellEvidence, Evidence } from './weigh-candidates.js';

/**
 * `found`: one address, in every frame; `nearly`: one address, with a few differing frames; `tie`:
 * several indistinguishable ones; `weak`: too few changes; `none`: nowhere; `constant`: the
 * prediction never changes.
 */
export type Status = 'found' | 'nearly' | 'tie' | 'weak' | 'none' | 'constant';

export interface Ranked extends CellEvidence {
  readonly status: Status;
  /** Offset in a frame of the dump, or -1. */
  readonly offset: number;
  /** Number of cells found without doubt that moved by the same distance. */
  readonly neighbours: number;
}

/** Number of changes that rule out a coincidental match. */
const ENOUGH_CHANGES = 3;
/** Minimum share of the changes that a `nearly` candidate follows. */
const NEARLY = 0.95;

/** The candidates with the best evidence. */
function best({ candidates }: CellEvidence): readonly Evidence[] {
  const [first] = candidates;
  return candidates.filter((one) => one.followed === first?.followed && one.equal === first.equal);
}

/**
 * Ranks the candidates of every cell.
 * @param base address of the first byte of a frame
 */
export function rank(cells: readonly CellEvidence[], frames: number, base: number): Ranked[] {
  const moved = new Map<number, number>();
  const distance = (cell: CellEvidence, offset: number): number => base + offset - cell.cell.address;
  const sure = (cell: CellEvidence): boolean => cell.changes >= ENOUGH_CHANGES && cell.values >= ENOUGH_CHANGES;
  for (const cell of cells) {
    const [first, second] = best(cell);
    if (first === undefined || second !== undefined || first.equal !== frames || !sure(cell)) continue;
    const by = distance(cell, first.offset);
    moved.set(by, (moved.get(by) ?? 0) + 1);
  }

  return cells.map((cell): Ranked => {
    const others = (offset: number): number => moved.get(distance(cell, offset)) ?? 0;
    const say = (status: Status, offset = -1): Ranked => {
      const counted = offset >= 0 && status === 'found' && best(cell).length === 1 && sure(cell) ? 1 : 0;
      return { ...cell, status, offset, neighbours: offset < 0 ? 0 : others(offset) - counted };
    };
    if (cell.changes === 0) return say('constant');
    const top = best(cell);
    const [first] = top;
    if (first === undefined || first.followed < NEARLY * cell.changes) return say('none');
    const status = first.equal === frames ? 'found' : 'nearly';
    if (top.length === 1) {
      if (sure(cell) || others(first.offset) > 0) return say(status, first.offset);
      return say('weak');
    }
    const supported = top.filter(({ offset }) => others(offset) > 0);
    const [only] = supported;
    if (supported.length === 1 && only !== undefined) return say(status, only.offset);
    return say('tie');
  });
}
