/** A way of frames by an image's own code, instruction by instruction. */
import { buttonsText } from '../../../core/live-a-live/battle/button-script.js';
import type { FrameWay } from '../../../core/system/system.js';
import { countText } from '../../base/number-text.js';
import { cartridgeProfile } from '../cpu-trace/profile.js';
import type { ChosenImage } from '../disassembly/chosen-image.js';
import { imageUnderTest } from '../proof/image-profile.js';
import { drawsLine } from '../single-call/call-text.js';
import { traceLine } from '../single-call/trace-line.js';
import { runOnce } from './battle-frames.js';

export interface TracedFrames {
  /** -1: it came to no end. */
  readonly frames: number;
  readonly instructions: number;
  readonly draws: readonly number[];
  /** What was held, and for how many frames. */
  readonly buttons: string;
}

/**
 * Runs a way once, with 0 where no cell is declared. @param memory the battle's image before it
 * @param most instructions that are traced @param trace takes a line before each
 */
export function traceFrames(
  chosen: ChosenImage,
  memory: Uint8Array,
  way: FrameWay,
  most: number,
  trace: (line: string) => void,
): TracedFrames {
  const code = { image: chosen.rom.image, mapping: chosen.mapping };
  const image = imageUnderTest(chosen.rom.image, cartridgeProfile(), false);
  let instructions = 0;
  const { played } = runOnce(image, memory, way, {
    fill: (bytes) => void bytes.fill(0),
    observe(address, cpu, ram) {
      if (instructions++ < most) trace(traceLine(code, chosen.names, address, cpu, ram));
    },
  });
  return {
    frames: played?.frames ?? -1,
    instructions,
    draws: played?.draws.map(([, , , value]) => value) ?? [],
    buttons: buttonsText(way.pads),
  };
}

/** For the terminal. @param most instructions that were traced at most */
export function tracedText({ frames, instructions, draws, buttons }: TracedFrames, most: number): string {
  const left = most > 0 && instructions > most ? [`... ${instructions - most} more instructions`] : [];
  return [
    ...left,
    `exit       ${frames < 0 ? 'none within its frames' : `after ${countText(frames, 'frame')} on our console`}`,
    `buttons    ${buttons === '' ? 'none' : buttons}`,
    drawsLine(draws),
    `took       ${countText(instructions, 'instruction')}; 0 stands where no cell is declared`,
  ].join('\n');
}
