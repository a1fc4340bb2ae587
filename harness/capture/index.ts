/** Recordings, menus and waits, for the wings above. */

export { readColumnMap } from './convert/column-map.js';
export { columnsFor, convertRecording, exportTrace, isRecording, type TargetForm } from './convert/export-trace.js';
export { importTable } from './convert/import-table.js';
export { type ExportedRoute, exportRoute } from './export/export.js';
export {
  commandsBehind,
  EXPORT_FORMS,
  type ExportedPart,
  type ExportForm,
  exportBytes,
  gapPlace,
} from './export/forms.js';
export { convertToMovie, isMovieFile, movieFormOf, rowFormOf } from './export/movie-file.js';
export { type PlayScript, playScript } from './export/play-script.js';
export type { Coverage, ExportProfiles } from './export/through-menus.js';
export { connectLive, dumpLive } from './live/connect.js';
export { type FollowReport, followLive } from './live/follow.js';
export { createSampler, isBattle, type Sample } from './live/sampler.js';
export { type LiveSource, liveError } from './live/source.js';
export { connectUsb2snes, USB2SNES_PORT } from './live/usb2snes.js';
export { checkMenus, expectOpened, type MenuCheck, shapeOf } from './menus/check-menus.js';
export type { Contradiction } from './menus/check-state.js';
export { checkWaits, learnTiming, type WaitCheck } from './menus/check-waits.js';
export { checkImage, openLog, openOwn } from './menus/log-frames.js';
export {
  type Figure,
  type MenuWindow,
  type RecordedMenus,
  readMenuProfile,
  readRecordedMenus,
  readTimingProfile,
  type TimingProfile,
  writeProfile,
} from './menus/menu-profile.js';
export { createWaitTally, type Waits, type WaitTally, waitLines } from './menus/waits.js';
export { type BundledLog, bundledLogs, imageOf, padScriptOf, soakScript } from './record/bundled-logs.js';
export { checkDump, dumpWorkRam } from './record/dump-work-ram.js';
export { BUILTIN_CORE, defaultCore } from './record/find-core.js';
export { windowsToRecord } from './record/image-profile.js';
export { type RecordingOrder, recordFrames } from './record/record-frames.js';
export { readRecording } from './record/recording-reader.js';
export { recordingToTrace } from './record/to-trace.js';
export { type OverlayPlan, overlayScript } from './scripts/overlay.js';
export { RECORDER_EMULATORS, recorderScript } from './scripts/script.js';
