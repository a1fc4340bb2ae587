/**
 * Moves a battle along the lines of a timeline: loads the nearest stored state and steps from
 * there. The battle's image is the state at the player's position.
 */
import type { EventBuffer } from '../../../core/system/system.js';
import { type Branch, type BranchInput, pieceOf } from './branch.js';
import {
  type BranchStore,
  branchOf,
  checkPosition,
  createBranchStore,
  RECORDING,
  recordedEntry,
} from './branch-store.js';
import type { LoadedLine } from './loaded-line.js';
import { createLineStepper, type LineStepper } from './recorded-line.js';
import { STEPS_NONE } from './script.js';

/** The image's position is unknown. */
const NOWHERE = -1;

export interface LinePlayer {
  readonly loaded: LoadedLine;
  readonly branches: BranchStore;
  readonly stepper: LineStepper;
  /** Line and position of the image; line -1: unknown. */
  line: number;
  at: number;
}

export function createLinePlayer(loaded: LoadedLine): LinePlayer {
  const { file, system, battle, line } = loaded;
  const branches = createBranchStore(file, system, line.script, battle.image.length, () => leave(player));
  const stepper = createLineStepper(system, battle, loaded.frameCode);
  const player: LinePlayer = { loaded, branches, stepper, line: NOWHERE, at: -1 };
  return player;
}

/** To be called before other code changes the image. */
export function leave(player: LinePlayer): void {
  player.line = NOWHERE;
}

/** The input of an entry: the branch's own, or the recorded one. */
export function inputOf({ loaded, branches }: LinePlayer, at: number, line: number): BranchInput {
  const { script } = loaded.line;
  const own = line === RECORDING ? undefined : ownInput(branchOf(branches, line), at);
  if (own !== undefined) return own;
  const entry = recordedEntry(branches, at, line);
  return { pad: script.padOf(entry), command: script.commandOf(entry) };
}

function ownInput(branch: Branch, at: number): BranchInput | undefined {
  return branch.pieces[pieceOf(branch, at)]?.input;
}

/** Whether an entry of a branch has an input of its own. */
export function hasOwnInput({ branches }: LinePlayer, at: number, line: number): boolean {
  return line !== RECORDING && ownInput(branchOf(branches, line), at) !== undefined;
}

/** Whether the model steps in an entry; a recording may repeat a state. */
export function makesStep(player: LinePlayer, at: number, line: number): boolean {
  if (hasOwnInput(player, at, line)) return true;
  const entry = recordedEntry(player.branches, at, line);
  return entry === 0 || player.loaded.line.script.stepsOf(entry) !== STEPS_NONE;
}

function writePokes({ loaded }: LinePlayer, branch: Branch, at: number): void {
  for (const poke of branch.pokes.get(at) ?? []) loaded.battle.image.set(poke.bytes, poke.offset);
}

/**
 * Steps an entry of a branch after its shared part.
 * @returns code of a rejection, or empty
 */
function stepOwnEntry(player: LinePlayer, branch: Branch, at: number, events: EventBuffer | undefined): string {
  const { loaded, stepper } = player;
  const recorded = loaded.line;
  const entry = recordedEntry(player.branches, at, branch.id);
  const own = ownInput(branch, at);
  if (own === undefined && recorded.script.stepsOf(entry) === STEPS_NONE) return '';
  const { pad, command } = own ?? inputOf(player, at, branch.id);
  if (entry > 0) stepper.feed(recorded, entry);
  const error = stepper.apply(pad, command, events);
  // As on the recording: shown as recorded, and fed anew before the next step.
  if (entry > 0) stepper.feed(recorded, entry);
  return error;
}

/** Steps the image from `at` - 1 to `at` of a line. @returns code of a rejection, or empty */
function stepLine(player: LinePlayer, line: number, at: number, events: EventBuffer | undefined): string {
  const { loaded, branches, stepper } = player;
  if (line === RECORDING) return stepper.step(loaded.line, at, events);
  const branch = branchOf(branches, line);
  const isShared = at <= branch.shared;
  const error = isShared ? stepper.step(loaded.line, at, events) : stepOwnEntry(player, branch, at, events);
  writePokes(player, branch, at);
  branches.states.add(line, at, loaded.battle.image);
  return error;
}

/** Loads the nearest state at or before a position of a line. @returns its position */
function loadNearest(player: LinePlayer, line: number, at: number): number {
  const { loaded, branches } = player;
  const { image } = loaded.battle;
  const branch = line === RECORDING ? undefined : branchOf(branches, line);
  const ofBranch = branch === undefined ? undefined : branches.states.nearest(line, at);
  const ofRecording = loaded.greenzone.nearest(branch === undefined ? at : Math.min(at, branch.shared));
  if (ofBranch !== undefined && ofBranch.at >= ofRecording.at) {
    image.set(ofBranch.image);
    return ofBranch.at;
  }
  image.set(ofRecording.image);
  if (branch !== undefined) writePokes(player, branch, ofRecording.at);
  return ofRecording.at;
}

/** Moves to a position. @returns the battle's image. @throws LockstepError `E_FRAME`, `E_BRANCH` */
export function moveTo(player: LinePlayer, at: number, line: number): Uint8Array {
  checkPosition(player.branches, at, line, 0);
  const { loaded } = player;
  const isNear = player.line === line && player.at <= at && at - player.at <= loaded.greenzone.interval;
  if (!isNear) {
    leave(player);
    player.at = loadNearest(player, line, at);
  }
  // A step that throws leaves the image halfway.
  leave(player);
  for (; player.at < at; player.at++) stepLine(player, line, player.at + 1, undefined);
  player.line = line;
  return loaded.battle.image;
}

/**
 * Steps from the image's present position.
 * @returns code of a rejection, or empty
 */
export function stepFrom(player: LinePlayer, line: number, at: number, events: EventBuffer): string {
  leave(player);
  const error = stepLine(player, line, at, events);
  player.line = line;
  player.at = at;
  return error;
}

/**
 * Steps to the next entry.
 * @returns the battle's image
 */
export function advance(player: LinePlayer, events: EventBuffer | undefined): Uint8Array {
  checkPosition(player.branches, player.at + 1, player.line, 1);
  stepLine(player, player.line, player.at + 1, events);
  player.at++;
  return player.loaded.battle.image;
}
