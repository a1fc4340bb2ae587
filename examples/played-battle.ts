/** LIVE A LIVE by commands: what is legal, what a refused command could have named, and what happened in words. */
import { apply, createEventBuffer, liveALive, RuleError, read } from 'battle-lockstep/core';

const system = liveALive.LIVE_A_LIVE_BATTLE;
const battle = system.create({ party: [{ character: 'takahara' }], formation: 0xde, generator: [1, 0, 231, 131] });

const choices = system.capabilities.choices?.of(battle);
console.log(`legal: ${choices?.groups.map(({ name, choices: { length } }) => `${name.id} ${length}`).join(', ')}`);

try {
  apply(system, battle, { command: 'skill', skill: 'low-kick', x: 0, y: 0 });
} catch (error) {
  if (!(error instanceof RuleError)) throw error;
  console.log(`refused with ${error.code}: ${error.message}`);
}

const events = createEventBuffer(100_000);
apply(system, battle, { command: 'move', x: 5, y: 3 }, events);
apply(system, battle, { command: 'move', x: 2, y: 3 }, events);
console.log(`${read(battle, 'actionPoints')} action points, enemy HP ${read(battle, 'enemy[0].hp')}`);
