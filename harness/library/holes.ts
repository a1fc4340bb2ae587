/** What a CPU trace shows about the stretches that no listing prints. */
import { UNPUBLISHED } from '../../rom-map/index.js';
import { evidenceCount, holesJson, holesOfTrace, holesText, loadProfile } from '../original/index.js';
import { AbortError, type Answer, answerOf, endAborted, type Plain } from './answer.js';
import { givenImage, type ImageOptions, imageField, imageHead, restsOn } from './given.js';
import { type CallOptions, checkParameters } from './parameters.js';

export interface TraceHolesOptions extends CallOptions, ImageOptions {
  /** A CPU trace of BizHawk, bsnes-plus, Mesen 2 or Snes9x, plain or gzip. */
  readonly trace: string;
  /** Layout of the routines: `cartridge`, `drill` or a file; left out: `cartridge`. */
  readonly profile?: string | undefined;
  /** The image that ran, for the values that the program reads from it. */
  readonly rom?: string | undefined;
}

export type TraceHolesAnswer = Answer<'answered' | 'none' | 'incomplete'> &
  Plain<ReturnType<typeof imageField> & ReturnType<typeof holesJson>>;

/**
 * What a CPU trace shows about unpublished stretches: calls, changed cells, switches. `none`: it
 * passes none of them and shows no switch.
 * @throws LockstepError for a file that is no trace; AbortError with what was read
 */
export async function traceHoles(options: TraceHolesOptions): Promise<TraceHolesAnswer> {
  const given = { rom: 'file', patch: 'file', as: 'text', forceRom: 'flag', profile: 'text' } as const;
  checkParameters('traceHoles', options, { ...given, trace: 'file' }, ['trace']);
  const { trace, profile = 'cartridge', signal } = options;
  endAborted(signal, 'traceHoles');
  const image = givenImage(options);
  const result = await holesOfTrace(trace, loadProfile(profile), UNPUBLISHED, signal, image?.image);
  const data = { ...imageField({ image }), ...holesJson(result) };
  const answered = (verdict: TraceHolesAnswer['verdict']): TraceHolesAnswer =>
    answerOf(verdict, restsOn({ image }, {}), data, () => `${imageHead(image)}${holesText(result)}`);
  if (signal?.aborted === true) throw new AbortError('traceHoles', answered('incomplete'));
  return answered(evidenceCount(result) === 0 ? 'none' : 'answered');
}
