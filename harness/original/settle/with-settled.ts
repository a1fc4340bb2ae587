/** Plans and logs under what an owner's image has settled. */
import type { System } from '../../../core/system/system.js';
import type { SettledStretches } from '../../base/settled-stretches.js';
import type { Plan } from '../../play/plan/types.js';
import type { SettledRules } from '../../play/verify/verify-log.js';
import type { Settled } from './settled-file.js';

type Switches = Readonly<Record<string, string | number>>;

/** The given switches over the decided ones; a switch that the system does not have is left out. */
export function decidedSwitches(settled: Settled, system: System, given: Switches): Switches {
  const own = Object.entries(settled.values).filter(([name]) => system.switches.some((shape) => shape.name === name));
  return { ...Object.fromEntries(own), ...given };
}

/** What counts as settled when these switches are in use. */
export function settledStretches(settled: Settled, system: System, switches: Switches): SettledStretches {
  const names = Object.entries(settled.values).filter(([name, value]) => {
    const shape = system.switches.find((one) => one.name === name);
    return shape !== undefined && (switches[name] ?? shape.default) === value;
  });
  const owner = settled.published ? 'your cartridge' : 'your image, which is not the published one';
  return {
    by: `settled by ${owner} (SHA-256 ${settled.sha256.slice(0, 16)})`,
    names: [...names.map(([name]) => name), ...settled.agreeing],
  };
}

/** The plan under the decided switches; its own switches stay. */
export function withSettled(plan: Plan, system: System, settled: Settled | undefined): Plan {
  if (settled === undefined) return plan;
  const switches = decidedSwitches(settled, system, plan.ruleset.switches);
  return {
    ...plan,
    ruleset: { ...plan.ruleset, switches },
    settled: settledStretches(settled, system, switches),
  };
}

/** Options that open plans and logs under what an image has settled; none without a profile. */
export function openedSettled(settled: Settled | undefined) {
  if (settled === undefined) return {};
  return {
    prepare: (plan: Plan, system: System) => withSettled(plan, system, settled),
    rules: settledRules(settled),
  };
}

/** The same for logs. */
export function settledRules(settled: Settled): SettledRules {
  return {
    decided: (system, given) => decidedSwitches(settled, system, given),
    stretches: (system, switches) => settledStretches(settled, system, switches),
  };
}
