/** SRPG movement: how far a unit comes on a map, and a move that the map refuses (rules S10 to S17). */
import { apply, read, srpgMovement } from 'battle-lockstep/core';

const system = srpgMovement.srpgMovement;
const battle = system.create({
  map: [
    [1, 1, 1, 1, 1, 1, 1],
    [1, 0, 0, 0, 0, 0, 1],
    [1, 0, 2, 0, 0, 0, 1],
    [1, 0, 0, 0, 2, 0, 1],
    [1, 0, 0, 0, 0, 0, 1],
    [1, 1, 1, 1, 1, 1, 1],
  ],
  grounds: { 0: 1, 1: -1, 2: 2 },
  units: [{ name: 'Hoge', x: 3, y: 3, move: 3 }],
});
const NEVER = 255;
const reached = (): number => {
  apply(system, battle, { command: 'calc', unit: 'Hoge' });
  let count = 0;
  for (let y = 0; y < 6; y++) for (let x = 0; x < 7; x++) if (read(battle, `moveMap[${x},${y}]`) !== NEVER) count++;
  return count;
};
console.log(`from (3,3): ${reached()} squares, ${read(battle, 'moveMap[1,2]')} left at (1,2)`);
apply(system, battle, { command: 'tryMove', unit: 'Hoge', x: 1, y: 1 });
console.log(`to (1,1): ${read(battle, 'answer') === 0 ? 'refused' : 'moved'}`);
apply(system, battle, { command: 'tryMove', unit: 'Hoge', x: 1, y: 2 });
console.log(`from (1,2): ${reached()} squares`);
