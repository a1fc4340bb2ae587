/**
 * The hash that ties a trace to the rules it was recorded or computed under: SHA-256 over the
 * canonical JSON of the system's id, its version and every switch with its value (defaults filled
 * in), cut to 16 hex digits. A changed default therefore changes the hash even where a trace names
 * no switch.
 */
import type { System } from '../../../core/system/system.js';
import { canonicalJson } from '../../base/canonical-json.js';
import { LockstepError } from '../../base/errors.js';
import { createSha256 } from '../../base/sha256.js';
import { resolveSwitches, type Switches } from './switches.js';
import type { TraceHeader } from './types.js';

/**
 * Hash of a system's rules under the given switches, 16 hex digits. A switch that is younger than
 * the first logs counts only beside its default.
 */
export function rulesetHash(system: System, given: Switches): string {
  const id = system.formerly?.id ?? system.id;
  const switches = resolveSwitches(system, given);
  for (const { name, default: standard, isLater } of system.switches) {
    if (isLater === true && switches[name] === standard) delete switches[name];
  }
  const content = { system: id, version: system.version, switches };
  return createSha256().update(canonicalJson(content)).hex().slice(0, 16);
}

/**
 * Whether a log was made under other rules than the system has now.
 * @throws LockstepError `E_RULESET_HASH` for other rules, unless `force` is true
 */
export function rulesetDiffers(system: System, header: TraceHeader, file: string, force: boolean): boolean {
  const hash = rulesetHash(system, header.ruleset.switches);
  if (hash === header.ruleset.hash && system.version === header.systemVersion) return false;
  if (force) return true;
  throw new LockstepError('E_RULESET_HASH', 'the log was made under other rules', {
    file,
    line: 1,
    found: `${header.ruleset.hash} (${header.system} version ${header.systemVersion})`,
    expected: `${hash} (version ${system.version})`,
    remedy: 'Record it again under these rules, or give --force-ruleset to compare all the same',
  });
}
