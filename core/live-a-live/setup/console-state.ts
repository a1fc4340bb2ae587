/**
 * A battle taken over from work RAM: a savestate, a dump, a frame recorded from the console. Cells
 * of our own get starting values: no memory of the game holds them.
 */
import {
  HOST_WINDOW,
  isWorkRam,
  offsetOf,
  placeByName,
  TEST_ROM_BYTES,
  TEST_ROM_SIGNATURE,
  testRomAddress,
  WINDOWS,
  WORK_RAM,
} from '../../../rom-map/index.js';
import { read8, read16, write16 } from '../../int/uint.js';
import type { ConsoleState, StateFault } from '../../system/evidence.js';
import type { Battle } from '../../system/system.js';
import { PHASE_RUNNING } from '../frame/frame.js';
import { IN_PROGRESS } from '../frame/player-half.js';
import { BUSY } from '../frame/time-half.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Host from '../memory/cells/host.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import { isAllyPresent } from '../memory/presence.js';
import { battleFault } from './battle-fault.js';
import { ASSUMED_STEP, BY_COMMANDS } from './played-set-up.js';

const OF_WORK_RAM = WINDOWS.filter(({ address }) => isWorkRam(address));
const HOST = WINDOWS.filter(({ address }) => address === HOST_WINDOW);
const BYTES = Math.max(...OF_WORK_RAM.map(({ address, length }) => address - WORK_RAM + length));
const SIGNATURE = [0x4c, 0x4b, 0x53, 0x54];
const SIGNATURE_OFFSET = offsetOf(TEST_ROM_SIGNATURE);
const SIGNATURE_AT = testRomAddress(TEST_ROM_SIGNATURE) - WORK_RAM;
const CURRENT_ALLY_AT = (placeByName('currentAlly')?.address ?? 0) - WORK_RAM;
/** High byte of a pointer to an ally block, and bits of its low byte that are 0. */
const ALLY_BANK = 0x1c;
const BELOW_BLOCK = 0x3f;

function hasSignature(bytes: Uint8Array, at: number): boolean {
  return SIGNATURE.every((byte, index) => bytes[at + index] === byte);
}

/** The test ROM has cells of its own in work RAM, where the game has others. */
function moveTestRomCells(image: Uint8Array, memory: Uint8Array, at: number): void {
  for (const { host, rom, length } of TEST_ROM_BYTES) {
    for (let byte = 0; byte < length; byte++) {
      image[offsetOf(host + byte)] = memory[at + rom - WORK_RAM + byte] as number;
      const offset = offsetOf(rom + byte);
      if (offset >= 0) image[offset] = 0;
    }
  }
}

function adopt({ image }: Battle): StateFault | undefined {
  const phase = image[Host.PHASE];
  if (hasSignature(image, SIGNATURE_OFFSET) && phase !== PHASE_RUNNING) {
    return {
      kind: 'between',
      found: `the test ROM with phase = ${phase}`,
    };
  }
  for (const { offset, length } of HOST) image.fill(0, offset, offset + length);
  image[Host.PROGRAM] = BY_COMMANDS;
  image[Host.PHASE] = PHASE_RUNNING;
  write16(image, Host.ENEMY_STEP_FRAMES, ASSUMED_STEP);
  return battleFault(image);
}

/**
 * Copies the cells of work RAM into an empty image.
 * @returns whether the test ROM wrote it
 */
export function copyWorkRam(battle: Battle, memory: Uint8Array, at: number): boolean {
  battle.image.fill(0);
  for (const { address, length, offset } of OF_WORK_RAM) {
    const from = at + address - WORK_RAM;
    battle.image.set(memory.subarray(from, from + length), offset);
  }
  const isTestRom = hasSignature(memory, at + SIGNATURE_AT);
  if (isTestRom) moveTestRomCells(battle.image, memory, at);
  return isTestRom;
}

function take(battle: Battle, memory: Uint8Array, at: number): StateFault | undefined {
  copyWorkRam(battle, memory, at);
  return adopt(battle);
}

function notes({ image }: Battle): string[] {
  const inProgress =
    image[Cell.PLAYER_STATE] === IN_PROGRESS &&
    ((read8(image, Cell.ALLY_ACTION_FLAGS) | read8(image, Cell.ENEMY_ACTION_FLAGS)) & BUSY) === 0;
  return [
    ...(inProgress ? ['playerState (7E03F0) says that something is in progress, and no cell says what'] : []),
    'open menus, windows and cursors: the battle goes on as if none was open',
    'the items at hand: the battle goes on without any',
    `frames of windows, skills and steps: ${ASSUMED_STEP} for an enemy's step, 0 for the others`,
    'whether the battle was just left: its memory stays as it was until the next one',
  ];
}

/** HP stands in the party records, which not every log holds. */
function needs({ image }: Battle): string[] {
  const hp = [0, 1, 2, 3].flatMap((slot) => {
    const ally = Ally.FIRST + Ally.STRIDE * slot;
    if (!isAllyPresent(image, ally)) return [];
    return `record[${(read16(image, ally + Ally.RECORD) - PartyRecord.FIRST) / PartyRecord.STRIDE}].hp`;
  });
  return [...hp, 'fieldCounter'];
}

export const CONSOLE_STATE: ConsoleState = {
  bytes: BYTES,
  mayBegin: (memory, at) =>
    memory[at + CURRENT_ALLY_AT + 1] === ALLY_BANK &&
    ((memory[at + CURRENT_ALLY_AT] as number) & BELOW_BLOCK) === 0 &&
    at + BYTES <= memory.length,
  take,
  adopt,
  needs,
  notes,
};
