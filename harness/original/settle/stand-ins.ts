/**
 * Rows without a switch whose stand-in is one function of ours: the original is compared with it
 * cell by cell. Every other way through a row is recorded, not compared.
 */
import { changeTargetCapped } from '../../../core/live-a-live/combat/stat-change.js';
import type { Machine } from '../../../core/live-a-live/memory/machine.js';
import { nextAlly } from '../../../core/live-a-live/memory/presence.js';
import { beginAbnormality } from '../../../core/live-a-live/turn/abnormality.js';
import { chooseEnemyOrNobody } from '../../../core/live-a-live/turn/enemy-choice.js';
import type { Registers } from '../vectors/format.js';

export interface StandInProbe {
  /** Row of the table of unpublished stretches. */
  readonly row: string;
  /** Routine, its name and the exit that leads into the stretch. */
  readonly way: string;
  /** A further place that ends the original's way, as a return. */
  readonly end?: string;
  /** The whole way with our stand-in. */
  ours(machine: Machine, registers: Registers): void;
}

export const STAND_INS: readonly StandInProbe[] = [
  { row: 'nobodyChosen', way: 'C1:92C3 choose-enemy C1:9336', ours: (machine) => void chooseEnemyOrNobody(machine) },
  { row: 'absentUnit', way: 'C1:9F5A next-ally-present C1:9F70', ours: (machine, { X }) => void nextAlly(machine, X) },
  {
    row: 'statChangeCap',
    way: 'C1:DD8F stat-change-enemy C1:DE6F',
    ours: (machine) => void changeTargetCapped(machine),
  },
  {
    row: 'rowLoads',
    way: 'C1:CC2D abnormality-onset-test C1:1C8E',
    end: 'C1:CC42',
    ours: (machine, { X }) => void beginAbnormality(machine, X),
  },
];
