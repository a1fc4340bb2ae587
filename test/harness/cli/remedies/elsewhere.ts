/**
 * Codes whose remedy this suite cannot follow: another test follows it, or the remedy is a report to the maintainers. A
 * code that nobody follows says why; the list of those can only shrink.
 */
import type { LockstepErrorCode } from '../../../../harness/base/error-codes.js';

/** The test in which the code comes up and the remedied call works beside it. */
export const FOLLOWED_BY: Readonly<Record<string, string>> = {
  E_BENCH_ENGINE: 'test/bench/frames.test.ts',
  E_BENCH_PAGE: 'test/bench/figures.test.ts',
  E_CONSOLE_IMAGE: 'test/harness/capture/record/builtin-recorder.test.ts',
  E_CORE_CRASHED: 'test/harness/capture/record/run-recorder.test.ts',
  E_CORE_NOT_LIBRETRO: 'test/emulator/record-frames.test.ts',
  E_CORE_NO_WRAM: 'test/emulator/record-frames.test.ts',
  E_CORE_STALLED: 'test/harness/capture/record/run-recorder.test.ts',
  E_CORE_STOPPED: 'test/emulator/record-frames.test.ts',
  E_CORE_UNLOADABLE: 'test/emulator/record-frames.test.ts',
  E_INTERRUPTED: 'test/harness/cli/interruption.test.ts',
  E_LIVE_CLOSED: 'test/harness/capture/live/live.test.ts',
  E_LIVE_DEVICE: 'test/harness/capture/live/live.test.ts',
  E_LIVE_REPLY: 'test/harness/capture/live/live.test.ts',
  E_LIVE_TORN: 'test/harness/capture/live/dump-live.test.ts',
  E_QUEUE: 'test/queue/queue.test.ts',
  E_QUEUE_PACKAGE: 'test/package/pack.test.ts',
  E_RECORDER_NONE: 'test/package/pack.test.ts',
  E_RECORDER_START: 'test/harness/capture/record/run-recorder.test.ts',
  E_REQUEST: 'test/harness/views/debug/session.test.ts',
  E_ROM_REFUSED: 'test/emulator/record-frames.test.ts',
  E_STATE_PACKAGE: 'test/package/pack.test.ts',
  E_STATE_REFUSED: 'test/emulator/record-frames.test.ts',
};

/** Our own faults: nothing can be done but report them. */
export const REPORTED: readonly LockstepErrorCode[] = [
  'E_BENCH_CHECKSUM',
  'E_INTERNAL',
  'E_RECORDER_INTERNAL',
  'E_SYSTEM_FRAME',
];

/** Why nobody follows the remedy. */
export const NOT_FOLLOWED: Readonly<Record<string, string>> = {
  E_BENCH_COMPARE: 'it needs a second clone, built, and runs a benchmark',
  E_LIVE_PACKAGE: 'it needs Node 20 without the package ws',
  E_RECORDER_SOURCE: 'it needs an installed package that lost a file',
};
