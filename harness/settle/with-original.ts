/** An image's own code where our functions have a hole. */
import type { OriginalCode, System } from '../../core/system/system.js';
import { formatBus } from '../../rom-map/cartridge/index.js';
import { LockstepError } from '../base/errors.js';
import { type ImageUnderTest, imageUnderTest } from '../proof/image-profile.js';
import { type CallPlan, callOriginal, createOriginalMachine } from '../proof/original-call.js';
import { CONSOLE_WINDOWS } from '../proof/state.js';
import { cartridgeProfile } from '../verify/cpu-trace/profile.js';
import { INSTRUCTIONS, loadOriginal, type OriginalSide, WORK_RAM } from './run-probe.js';

/** Plans by routine: a machine keeps the marks of the last one. */
function planMaker({ profile }: ImageUnderTest): (routine: number) => CallPlan {
  const plans = new Map<number, CallPlan>();
  return (routine) => {
    const known = plans.get(routine);
    if (known !== undefined) return known;
    const plan: CallPlan = {
      entry: routine,
      ...profile.entryState,
      stops: new Map(),
      exits: undefined,
      exitCell: -1,
      leftOut: [],
      generator: -1,
    };
    plans.set(routine, plan);
    return plan;
  };
}

/** @param image without a copier header, at least 32 KiB, HiROM */
export function createOriginalCode(image: Uint8Array): OriginalCode {
  const tested = imageUnderTest(image, cartridgeProfile(), false);
  let machine: OriginalSide | undefined;
  const planOf = planMaker(tested);
  let kept = new Uint8Array();
  return {
    keep(ram) {
      if (kept.length !== ram.length) kept = new Uint8Array(ram.length);
      kept.set(ram);
    },
    rerun(ram, routine, x) {
      ram.set(kept);
      // most battles come to no hole
      machine ??= { image: tested, original: createOriginalMachine(image, tested.profile.mapping) };
      loadOriginal(machine, kept);
      const result = callOriginal(
        machine.original,
        planOf(routine),
        { A: 0, X: x, Y: 0, P: 0 },
        {
          instructions: INSTRUCTIONS,
        },
      );
      if (result.exit === undefined) {
        throw new LockstepError('E_ROM_CALL', `the image's code of ${formatBus(routine)} came to no return`, {
          found: `${result.unfinished}, ${result.reason}`,
          expected: 'RTS or RTL at the level of the call',
          remedy: 'Leave --rom out to take the stand-in; `lockstep rom call` shows the way there',
        });
      }
      for (const window of CONSOLE_WINDOWS) {
        if (window.address < WORK_RAM) continue;
        const from = window.address - WORK_RAM;
        ram.set(machine.original.ram.subarray(from, from + window.length), window.offset);
      }
    },
  };
}

/** The system with battles whose holes the image's code fills; others stay as they are. */
export function withOriginal(system: System, image: Uint8Array): System {
  const fill = system.capabilities.evidence?.fill;
  if (fill === undefined) return system;
  let original: OriginalCode | undefined;
  return {
    ...system,
    create(setup, switches) {
      const battle = system.create(setup, switches);
      original ??= createOriginalCode(image);
      fill(battle, original);
      return battle;
    },
  };
}
