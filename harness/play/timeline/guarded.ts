/** Trials of impossible states, which may loop for ever. A page has `plain.ts` instead. */
import { createContext, Script } from 'node:vm';

/** A single cell never takes this long. */
const ASTRAY_MILLISECONDS = 500;

const sandbox = { trial: (): void => undefined };
const context = createContext(sandbox);
const script = new Script('trial()');

/** False when it was ended. */
export function guarded(action: () => void): boolean {
  sandbox.trial = action;
  try {
    script.runInContext(context, { timeout: ASTRAY_MILLISECONDS });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
}
