/**
 * Takahara against Namcat: what three kinds of action do to the action points. Run after `npm ci`:
 * see test/package.
 */
import { apply, liveALive, read } from 'battle-lockstep/core';

const battle = liveALive.createFrameBattle({
  allies: [{ level: 2, hp: 320, power: 50, speed: 31, body: 36, intellect: 25, x: 5, y: 4 }],
  species: [{ id: 0x5a, level: 3, hp: 256, power: 43, speed: 60, body: 33, intellect: 55 }],
  enemies: [{ species: 0 }],
});

const PADS = { nothing: 0, stepInPlace: 0x4000, turnLeft: 0x0020, skill: 0x0080 } as const;

function press(name: keyof typeof PADS): void {
  apply(liveALive.LIVE_A_LIVE, battle, { command: 'frame', pad: PADS[name] });
  console.log(`${name}: ${read(battle, 'actionPoints')} action points, order ${read(battle, 'enemy[0].orderPoints')}`);
}

press('nothing'); // the battle starts
press('stepInPlace');
press('turnLeft');
press('skill'); // chosen now, fires in the next frame
press('nothing');
