/**
 * Time of a jump in a long log, and the memory of its stored states: positions spread over a log of
 * a million frames, both ways.
 */
import { LIVE_A_LIVE } from '../../../core/live-a-live/index.js';
import {
  createGreenzone,
  createLineStepper,
  createScript,
  createTimeline,
  drawsOf,
  entryEvents,
  frameCommand,
  type RecordedLine,
  STEPS_ONE,
} from '../../play/index.js';

import { DRILL_BATTLES } from '../drill-battles.js';
import { type Spread, spreadOf, timed } from './measure/measure.js';

export interface JumpResult {
  readonly frames: number;
  readonly jumps: number;
  /** Milliseconds of a jump on the clock. */
  readonly milliseconds: Spread;
  /** Processor time of the slowest jump, in milliseconds: its cost without other programs. */
  readonly slowest: number;
  /** Bytes of the stored states. */
  readonly bytes: number;
  /** Frames between stored states. */
  readonly interval: number;
  /** Checksum over the states after the jumps; equal on every machine. */
  readonly checksum: string;
}

const FRAMES = 1_000_000;
const JUMPS = 500;
/** Distance between successive positions, near and far ones; prime, so that they are many. */
const STRIDE = 617_117;

export function benchJump(frames = FRAMES, jumps = JUMPS): JumpResult {
  const create = () => LIVE_A_LIVE.create(DRILL_BATTLES[0]?.setup);
  const battle = create();
  const frameCode = frameCommand(LIVE_A_LIVE).code;
  const script = createScript(0);
  const line: RecordedLine = { script, fed: [], differences: [], takeovers: new Map() };
  const greenzone = createGreenzone(battle.image.length);
  greenzone.start(battle.image);
  const stepper = createLineStepper(LIVE_A_LIVE, battle, frameCode);
  const events = entryEvents();
  const drew = drawsOf(LIVE_A_LIVE);
  const steps = STEPS_ONE;
  for (let frame = 0; frame < frames; frame++) {
    // Steps in place and idle frames in turn: the battle goes on for ever.
    const pad = frame % 16 === 1 ? 0x4000 : 0;
    script.add({
      frame,
      pad,
      command: undefined,
      error: '',
      count: 1,
      steps,
      stepsAfter: steps,
      torn: false,
      inputs: [],
    });
    events.length = 0;
    stepper.step(line, frame + 1, events);
    greenzone.after(frame + 1, battle.image, drew(events));
  }
  const end = { whole: true, reason: '' };
  const loaded = { file: '', system: LIVE_A_LIVE, battle, create, frameCode, line, greenzone, end };
  const timeline = createTimeline({ ...loaded, header: undefined, rulesetForced: false, settled: undefined });
  const times: number[] = [];
  let slowest = 0;
  let sum = 0;
  for (let jump = 0; jump < jumps; jump++) {
    const at = 1 + ((jump * STRIDE) % frames);
    let image: Uint8Array | undefined;
    const used = process.cpuUsage();
    times.push(
      timed(() => {
        image = timeline.state(at);
      }) / 1e6,
    );
    const { user, system } = process.cpuUsage(used);
    slowest = Math.max(slowest, (user + system) / 1000);
    for (const byte of image ?? []) sum = (Math.imul(sum, 31) + byte) >>> 0;
  }
  return {
    frames,
    jumps,
    milliseconds: spreadOf(times),
    slowest,
    bytes: greenzone.bytes(),
    interval: greenzone.interval,
    checksum: sum.toString(16).padStart(8, '0'),
  };
}
