/**
 * Recording: cores, ROM files, pad and poke scripts, the recorders, and the binary recordings that
 * they write.
 */

export { sha256OfFile } from '../../base/file-hash.js';
export {
  formatPadScript,
  maskOfPadWord,
  PAD_BITS,
  type PadEvent,
  padWordOfMask,
  parsePadScript,
} from '../../base/pad-script.js';
export { loadRom, type RomFile, romFromBytes } from '../../files/rom/rom-file.js';
export { RECORDING_FLAGS, type RecordingHeader } from './binary-header.js';
export { buildRecorder, type RecorderBuild } from './build-recorder.js';
export type { RecorderChoice } from './choose-recorder.js';
export { CORES, findCore } from './find-core.js';
export { formatPokeScript, type Poke, parsePokeScript } from './poke-script.js';
export { type RecordingOrder, type RecordingReport, recordFrames } from './record-frames.js';
export {
  type RecordedFrame,
  type RecordingSummary,
  readRecording,
  readRecordingHeader,
} from './recording-reader.js';
export { formatWindows, type MemoryWindow, parseWindows } from './windows.js';
