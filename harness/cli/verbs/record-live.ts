/** `lockstep record --live`: follows a running game over usb2snes or emulator network access. */

import { LockstepError } from '../../base/errors.js';
import { countText } from '../../base/number-text.js';
import { connectLive } from '../../capture/live/connect.js';
import { type FollowReport, followLive } from '../../capture/live/follow.js';
import { type CliContext, printJson } from '../base/context.js';
import { parseNumber } from '../base/parse-number.js';

export interface LiveOptions {
  readonly live: string;
  readonly device?: string;
  readonly frames?: string;
  readonly input?: string;
  readonly output: string;
  readonly json?: boolean;
}

const MAX_ROWS = 100_000_000;

function textOf(report: FollowReport, output: string): string {
  const lines = [
    `${output}: ${countText(report.rows, 'row')} of ${report.source} ${report.version} (${report.kind}), sampled without frame sync`,
    `${countText(report.samples, 'sample')}: ${report.torn} torn and thrown away, ${report.repeated} of a frame already seen`,
    `not seen: ${countText(report.unseenFrames, 'frame')}, of which the model bridges ${report.bridgedFrames}; ${report.reconnects} reconnects`,
  ];
  const still = report.still === 0 ? '' : `, ${report.still} in which nothing moved`;
  lines.push(`compared one frame apart: ${report.equal} equal, ${report.different} different${still}`);
  if (report.kind === 'unknown-image') lines.push('nothing identified the ROM: `lockstep convert --rom` names it');
  for (const { cell, address, mine, theirs } of report.first?.cells ?? []) {
    lines.push(`first difference, frame ${report.first?.frame}: ${cell} (${address}) mine ${mine}, theirs ${theirs}`);
  }
  if (report.end === 'closed') lines.push('the other end closed the connection; what was recorded until then is whole');
  return `${lines.join('\n')}\n`;
}

export async function recordLive(rom: string | undefined, options: LiveOptions, context: CliContext): Promise<void> {
  if (rom !== undefined || options.input !== undefined) {
    throw new LockstepError('E_OPTION', 'a running game takes neither a ROM nor input', {
      found: rom ?? `--input ${options.input}`,
      remedy: 'Leave it out, or leave out --live',
    });
  }
  const rows = options.frames === undefined ? MAX_ROWS : parseNumber(options.frames, 'frames', MAX_ROWS);
  const report = await followLive({
    open: () => connectLive(options.live, options.device),
    out: options.output,
    rows,
    signal: context.signal(),
    onProgress: (counts) => {
      if (context.showProgress)
        context.err(
          `\r${countText(counts.rows, 'row')}, ${counts.torn} torn, ${countText(counts.unseenFrames, 'frame')} unseen, ${counts.different} different `,
        );
    },
  });
  if (context.showProgress) context.err('\n');
  if (options.json === true) printJson(context, { trace: options.output, ...report });
  else context.out(textOf(report, options.output));
  context.exit(report.end === 'interrupted' ? 130 : report.different > 0 ? 1 : 0);
}
