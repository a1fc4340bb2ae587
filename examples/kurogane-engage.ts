/** Kurogane Engage: one shot with the dice of its wiki's example, by the steps of an attack (rules K1 to K14). */
import { apply, kuroganeEngage, read } from 'battle-lockstep/core';

const system = kuroganeEngage.kuroganeEngage;
const battle = system.create({
  weapons: [{ id: 'rifle', hit: 4, rng: 3, pow: 4, pen: 1 }],
  units: [
    { id: 'rifleman', side: 0, frame: 'standard', weapons: ['rifle'] },
    { id: 'companion', side: 1, frame: 'standard', x: 5, risk: 3 },
  ],
});
apply(system, battle, {
  command: 'declare',
  attacker: 'rifleman',
  weapon: 'rifle',
  target: 'companion',
  distance: 5,
  mutualClear: 1,
});
apply(system, battle, { command: 'sizePool' });
console.log(`pool ${read(battle, 'pool')}`);
apply(system, battle, { command: 'roll', faces: [1, 2, 3, 4, 5, 6, 6] });
apply(system, battle, { command: 'testDamage' });
console.log(
  `attack ${read(battle, 'attackValue')}, defence ${read(battle, 'defenceValue')}, damage ${read(battle, 'damage')}`,
);
