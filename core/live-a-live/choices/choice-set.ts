/** Choices of a battle as its system offers them. */
import { IMAGE_BYTES } from '../../../rom-map/index.js';
import type { Battle, ChoiceSet, Choices } from '../../system/system.js';
import { createMachine, type Machine, machineOf, quietMachine } from '../memory/machine.js';
import { choicesNow, hitCells } from './choices.js';
import { insteadOf, preview } from './preview.js';

/** Work space of each battle that was asked; made at the first question. */
const SCRATCH = new WeakMap<Battle, Machine>();

/** A machine beside the battle's own, with its tables and settings. */
export function scratchOf(battle: Battle): Machine {
  const known = SCRATCH.get(battle);
  if (known !== undefined) return known;
  const { tables, settings, holes } = machineOf(battle);
  const made = createMachine(IMAGE_BYTES, tables, settings, holes);
  SCRATCH.set(battle, made);
  return made;
}

/** Every command that is legal now in a battle by commands, and what is refused and why. */
export function choicesOf(battle: Battle): Choices {
  return choicesNow(quiet(machineOf(battle)), scratchOf(battle));
}

export const CHOICES: ChoiceSet = {
  of: choicesOf,
  preview,
  area: (battle, command) => hitCells(quiet(machineOf(battle)), scratchOf(battle), command),
  instead: (battle, command, error) => insteadOf(quiet(machineOf(battle)), scratchOf(battle), command, error),
};

/** The machine as it is, with nowhere to report to: a question leaves no event and no note. */
function quiet(machine: Machine): Machine {
  return quietMachine(machine.ram, machine.words, machine);
}
