/** What a search of the turn engine leaves out of a state must never change in it: random play with every operation of the drill program. */
import { expect, test } from 'vitest';
import { createBattle } from '../../../core/live-a-live/index.js';
import { COMMAND_FRAME } from '../../../core/live-a-live/inputs.js';
import { decidingCells } from '../../../core/live-a-live/search-cells.js';
import { BATTLES, padWords } from '../../../harness/bench/scenarios.js';

const FRAMES = 8000;

test.each(BATTLES)('$name: only cells of the state change', ({ setup, seed }) => {
  const battle = createBattle(setup);
  const deciding = new Set(decidingCells(battle));
  const left = battle.cells.filter((cell) => cell.scratch !== true && cell.passive !== true && !deciding.has(cell));
  expect(left.length).toBeGreaterThan(500);
  expect(deciding.size).toBeGreaterThan(100);
  const command = Int32Array.of(COMMAND_FRAME, 0);
  battle.step(command, undefined);
  const start = battle.image.slice();
  const changed = new Set<string>();
  for (const pad of padWords(seed + 1, FRAMES)) {
    command[1] = pad;
    battle.step(command, undefined);
    for (const { name, offset, width } of left) {
      for (let byte = offset; byte < offset + width; byte++) {
        if (battle.image[byte] !== start[byte]) changed.add(name);
      }
    }
  }
  expect([...changed]).toEqual([]);
});
