/**
 * The start of a played battle: its first frame, and abnormalities from items in the left hand
 * (C1:3546, 35A9). Evidence: the routines are executed; a second note for a species (C1:358C) is
 * unpublished.
 */
import { read8, read16 } from '../../int/uint.js';
import { passFrames } from '../combat/use-skill.js';
import * as Ally from '../memory/cells/ally.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as Species from '../memory/cells/species.js';
import { START_SITE } from '../memory/draw-sites.js';
import { drawBattle } from '../memory/generators.js';
import { exitOf, type Machine } from '../memory/machine.js';
import { isEnemyPresent } from '../memory/presence.js';
import { assume, FILLED_START, fillHole, keepForHole, START_PLACES } from '../memory/unpublished-used.js';
import { NOTED_ALREADY, noteStartAbnormality, takeStartAbnormality } from '../turn/battle-start.js';
import { isListEnd } from '../turn/time-passes.js';
import { playFrame } from './run.js';

/** Low nibble of a species' type byte: COLLAPSE, BREAKDOWN, OBJECT, LEADER. */
const TYPES = 0x0f;

/** Enemies without a type, or with a NAME class in the high nibble: their place may be off. */
export function mayStartOff(ram: Uint8Array, enemy: number): boolean {
  const type = read8(ram, read16(ram, enemy + Enemy.SPECIES) + Species.TYPE);
  return (type & TYPES) === 0 || type > TYPES;
}

/** The draws for places, as many as the switch says: what they come to is unpublished. */
export function drawStartPlaces(machine: Machine): void {
  const { ram, settings } = machine;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy) || !mayStartOff(ram, enemy)) continue;
    assume(machine, START_PLACES);
    for (let draw = 0; draw < settings.startDraws; draw++) drawBattle(machine, START_SITE);
  }
}

/** Runs the first frame; after it the first ally may act. */
export function beginPlayedBattle(machine: Machine): void {
  const ram = machine.ram;
  drawStartPlaces(machine);
  playFrame(machine);
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    keepForHole(machine);
    if (exitOf(noteStartAbnormality(machine, ally)) !== NOTED_ALREADY) continue;
    fillHole(machine, FILLED_START, 0xc13546, ally);
  }
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy)) takeStartAbnormality(machine, enemy);
  }
  passFrames(machine, read16(ram, Host.START_FRAMES), true);
}
