/** Keys of battle states: all bytes count except scratch and the cells with input. */
import type { Battle, InputShape } from '../../../core/system/system.js';

/**
 * @returns a function giving a number that is equal for equal battles (53 bits of two FNV-1a sums)
 */
export function createStateKey(battle: Battle, inputs: InputShape): (image: Uint8Array) => number {
  const skipped = new Set(inputs.cells);
  const counts = new Uint8Array(battle.image.length).fill(1);
  for (const cell of battle.cells) {
    if (cell.scratch === true || skipped.has(cell.name)) counts.fill(0, cell.offset, cell.offset + cell.width);
  }
  const places = Int32Array.from(counts.keys()).filter((offset) => counts[offset] === 1);
  return (image) => {
    let first = 0x811c9dc5;
    let second = 0x1234567;
    for (let at = 0; at < places.length; at++) {
      const byte = image[places[at] as number] as number;
      first = Math.imul(first ^ byte, 0x01000193);
      second = Math.imul(second ^ byte, 0x01000193) + 0x9e37;
    }
    return (first >>> 0) * 0x20_0000 + ((second >>> 0) >>> 11);
  };
}
