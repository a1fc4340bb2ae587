/** Errors of live memory with their remedies. */
import { type ErrorDetails, LockstepError } from '../../base/errors.js';

export type LiveErrorCode =
  | 'E_LIVE_ADDRESS'
  | 'E_LIVE_CLOSED'
  | 'E_LIVE_DEVICE'
  | 'E_LIVE_PACKAGE'
  | 'E_LIVE_REPLY'
  | 'E_LIVE_TORN';

const REMEDIES: Readonly<Record<LiveErrorCode, string>> = {
  E_LIVE_ADDRESS:
    'Give ws://localhost:23074 (usb2snes: SNI, QUsb2snes) or nwa://localhost:48879 (emulator network access)',
  E_LIVE_CLOSED: 'Start the server and the game, and check host and port',
  E_LIVE_DEVICE: 'Connect one device, or name it with --device',
  E_LIVE_PACKAGE: 'npm install ws@8, or use Node 22',
  E_LIVE_REPLY: 'Check the version of the server; it may speak another protocol',
  E_LIVE_TORN: 'Pause the game, then take the battle',
};

export function liveError(code: LiveErrorCode, message: string, details: ErrorDetails = {}): LockstepError {
  return new LockstepError(code, message, { remedy: REMEDIES[code], ...details });
}
