/** FF-TCG: who has priority, and when a phase ends (rules F7, F8). */
import { apply, fftcg, read } from 'battle-lockstep/core';

const system = fftcg.fftcg;
const battle = system.create({
  phase: 'main1',
  definitions: [{ id: 'knight', kind: 'forward', power: 4000 }],
  players: [
    { id: 'A', field: ['knight'] },
    { id: 'B', deck: ['knight', 'knight'] },
  ],
});
const PHASES = ['active', 'draw', 'main 1', 'attack', 'main 2', 'end'];
const show = (what: string): void =>
  console.log(`${what}: ${PHASES[read(battle, 'phase')]}, priority ${'AB'[read(battle, 'priority')]}`);

show('at first');
apply(system, battle, { command: 'pass', player: 'A' });
show('A passes');
apply(system, battle, { command: 'pass', player: 'B' });
show('B passes');
