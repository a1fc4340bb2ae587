/** An image's own code where our functions have a hole. */
import { A, type Cpu, S } from '../../../core/cpu/index.js';
import type { DrawListener, FrameWay, OriginalCode, System } from '../../../core/system/system.js';
import { formatBus } from '../../../rom-map/cartridge/index.js';
import { LockstepError } from '../../base/index.js';
import { type ImageSystem, type RomImage, withImage } from '../../files/index.js';

import { cartridgeProfile } from '../cpu-trace/profile.js';
import { type ImageUnderTest, imageUnderTest, wholeWayPlan } from '../proof/choose-image.js';
import { type CallPlan, callOriginal, type EntryRegisters, type OriginalResult } from '../proof/original-call.js';
import { createOriginalMachine } from '../proof/original-machine.js';
import { takeWorkRam } from '../proof/state.js';
import { closeDraw, type OpenDraw, openDraw, playBattleFrames, takeDeclared } from './battle-frames.js';

import { INSTRUCTIONS, loadOriginal, type OriginalSide } from './run-probe.js';

/** C1:6150. */
const GENERATOR = 0xc16150;

/** No further address ends a call; the exit at one that does. */
const NO_STOP = -1;
const STOPPED = 'stop';

type PlanMaker = (routine: number, stop: number) => CallPlan;

/** Plans by routine, each with one stop: a machine keeps the marks of the last one. */
function planMaker({ profile }: ImageUnderTest): PlanMaker {
  const plans = new Map<number, CallPlan>();
  return (routine, stop) => {
    const known = plans.get(routine);
    if (known !== undefined) return known;
    const whole = wholeWayPlan(profile, routine);
    const plan = stop === NO_STOP ? whole : { ...whole, stops: new Map([[stop, STOPPED]]) };
    plans.set(routine, plan);
    return plan;
  };
}

/** Watches a call for draws of the battle generator. */
function watchDraws(ram: Uint8Array, tell: DrawListener) {
  let open: OpenDraw | undefined;
  const close = (value: number): void => {
    if (open === undefined) return;
    tell(...closeDraw(ram, open, value));
    open = undefined;
  };
  return {
    observe(address: number, cpu: Cpu): void {
      if (open !== undefined && cpu[S] > open.stack) close(cpu[A]);
      if (address === GENERATOR && open === undefined) open = openDraw(ram, cpu, address);
    },
    /** A draw whose return ends the call. */
    finish: close,
  };
}

/** @throws LockstepError `E_ROM_CALL` for a call that came to no return */
function checkReturn(routine: number, result: OriginalResult): void {
  if (result.exit !== undefined) return;
  throw new LockstepError('E_ROM_CALL', `the image's code of ${formatBus(routine)} came to no return`, {
    found: `${result.unfinished}, ${result.reason}`,
    expected: 'RTS or RTL at the level of the call',
    remedy: 'Leave --rom out to take the stand-in; `lockstep rom call` shows the way there',
  });
}

/** A call of the image's code in place of ours. */
export interface OriginalCall {
  /** 24-bit address. */
  readonly routine: number;
  readonly x: number;
  readonly y: number;
  /** 24-bit address that ends it beside its return, or undefined. */
  readonly stop: number | undefined;
  /** Of code that takes frames: its pads and its end. */
  readonly way?: FrameWay;
}

/** Told of a call before the image runs it. @param kept the battle's image, to be copied */
type HoleWatcher = (call: OriginalCall, kept: Uint8Array) => void;

/** Who watches an image's code, if anybody does. */
interface Watched {
  watcher: HoleWatcher | undefined;
}

/** A system whose holes an image's code fills. */
interface FilledSystem extends ImageSystem {
  readonly watched: Watched;
}

/** @param image without a copier header, at least 32 KiB, HiROM */
function createOriginalCode(image: Uint8Array, watched: Watched): OriginalCode {
  let side: (OriginalSide & { readonly planOf: PlanMaker }) | undefined;
  // most battles come to no hole
  const open = () => {
    const tested = imageUnderTest(image, cartridgeProfile(), false);
    const original = createOriginalMachine(image, tested.profile.mapping);
    side = { image: tested, original, planOf: planMaker(tested) };
    return side;
  };
  let kept = new Uint8Array();
  const call = (routine: number, stop: number, registers: Pick<EntryRegisters, 'X' | 'Y'>, draw?: DrawListener) => {
    const opened = side ?? open();
    const { original, planOf } = opened;
    loadOriginal(opened, kept);
    const watch = draw === undefined ? undefined : watchDraws(original.ram, draw);
    const limits = { instructions: INSTRUCTIONS, observe: watch?.observe };
    const result = callOriginal(original, planOf(routine, stop), { A: 0, P: 0, ...registers }, limits);
    watch?.finish(result.A);
    return { result, memory: original.ram };
  };
  return {
    keep(ram) {
      if (kept.length !== ram.length) kept = new Uint8Array(ram.length);
      kept.set(ram);
    },
    rerun(ram, routine, x, y, draw) {
      ram.set(kept);
      watched.watcher?.({ routine, x, y, stop: undefined }, kept);
      const { result, memory } = call(routine, NO_STOP, { X: x, Y: y }, draw);
      checkReturn(routine, result);
      takeWorkRam(memory, ram);
      return result.X;
    },
    attempt(ram, routine, x, stop, draw) {
      const { result, memory } = call(routine, stop, { X: x, Y: 0 }, draw);
      if (result.exit === undefined) return undefined;
      watched.watcher?.({ routine, x, y: 0, stop: stop === NO_STOP ? undefined : stop }, kept);
      takeWorkRam(memory, ram);
      return { a: result.A, stopped: result.exit === STOPPED };
    },
    playFrames(ram, way, draw) {
      const before = ram.slice();
      const played = playBattleFrames((side ?? open()).image, before, way);
      if (played === undefined) return -1;
      watched.watcher?.({ routine: way.from, x: 0, y: 0, stop: undefined, way }, before);
      takeDeclared(played.memory, ram);
      if (draw !== undefined) for (const told of played.draws) draw(...told);
      return played.frames;
    },
  };
}

/** Watches the code of the system's image while something is done. */
export function watchHoles(system: System, watcher: HoleWatcher, action: () => void): void {
  const { watched } = system as Partial<FilledSystem>;
  if (watched === undefined) return;
  watched.watcher = watcher;
  try {
    action();
  } finally {
    watched.watcher = undefined;
  }
}

/**
 * The system with tables from an image, whose code fills the holes of battles where the system has
 * any.
 * @throws LockstepError as `withImage`
 */
export function withImageCode(system: System, rom: RomImage): ImageSystem {
  const canFill = system.capabilities.evidence?.fillable !== undefined;
  const watched: Watched = { watcher: undefined };
  const filled: FilledSystem = {
    ...withImage(system, rom, canFill ? createOriginalCode(rom.image, watched) : undefined),
    watched,
  };
  return filled;
}

/** All systems, the ones that read a cartridge with tables and code from the image. */
export function withImageCodeAll(systems: readonly System[], rom: RomImage | undefined): readonly System[] {
  if (rom === undefined) return systems;
  return systems.map((one) => (one.capabilities.cartridge === undefined ? one : withImageCode(one, rom)));
}
