/** Holy Grail War: one round between two servants, damage both ways, and the price of leaving (rules H24 to H26). */
import { apply, holyGrailWar, read } from 'battle-lockstep/core';

const system = holyGrailWar.holyGrailWar;
const servant = { kind: 'servant', mag: 0, maxHp: 100, maxMp: 30, advantage: 0, upkeep: 8 };
const battle = system.create({
  phase: 'processing',
  units: [
    { ...servant, id: 'left', str: 5, con: 5, agi: 4 },
    { ...servant, id: 'right', str: 3, con: 4, agi: 3 },
  ],
  pairs: [
    { id: 'left-side', servant: 'left' },
    { id: 'right-side', servant: 'right' },
  ],
});
apply(system, battle, { command: 'openBattle', units: ['left', 'right'], sides: [0, 1], witnesses: [] });
apply(system, battle, { command: 'setLines', side: 0, front: ['left'] });
apply(system, battle, { command: 'setLines', side: 1, front: ['right'] });
for (const command of ['closeStandby', 'closeDeclarations', 'damageStep'] as const) apply(system, battle, { command });
console.log(`left ${read(battle, 'unit[left].hp')} HP, right ${read(battle, 'unit[right].hp')} HP`);
apply(system, battle, { command: 'escape', unit: 'right' });
console.log(`right pays ${30 - read(battle, 'unit[right].mp')} MP to leave`);
