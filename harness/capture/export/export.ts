/**
 * Exports a plan as the pad masks of its frames. A command that is not a frame becomes a gap, never
 * a guess.
 */
import type { Battle, System } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import { maskOfPadWord, padWordOfMask } from '../../base/pad-script.js';
import { commandText } from '../../play/plan/move-text.js';
import type { Plan } from '../../play/plan/types.js';
import { type CheckFailure, playLedger } from '../../play/route/ledger.js';
import { frameCommand } from '../../play/trace/bind.js';
import type { TraceSource } from '../../play/trace/types.js';
import { addLead } from './lead.js';
import type { Coverage, ExportProfiles } from './menu-rows.js';
import { createParts, type ExportedPart } from './parts.js';
import { exportThroughMenus } from './through-menus.js';

export interface ExportedRoute {
  readonly parts: readonly ExportedPart[];
  readonly rom: TraceSource['rom'];
  /** A remark about the frames, or empty. */
  readonly note: string;
  /** How much of the plan has rows, where profiles of menus were given. */
  readonly coverage: Coverage | undefined;
  /** The first checkpoint that failed; nothing is exported then. */
  readonly failure: CheckFailure | undefined;
}

function maskOf(word: number, plan: Plan, step: number): number {
  const mask = maskOfPadWord(word);
  if (padWordOfMask(mask) === word) return mask;
  const { line } = plan.locate(`do[${step}]`);
  throw new LockstepError('E_EXPORT', 'the pad word has bits that belong to no button', {
    file: plan.file,
    line,
    found: `0x${word.toString(16).padStart(4, '0')}`,
    expected: 'the low four bits 0',
    remedy: 'Clear them: a standard pad leaves them 0',
  });
}

function stepText(plan: Plan, step: number): string {
  const { label, command, repeat } = plan.steps[step] as Plan['steps'][number];
  const text = repeat > 1 ? `${commandText(command)} x${repeat}` : commandText(command);
  return label === undefined ? text : `${label}: ${text}`;
}

/**
 * @param profiles of the image's menus; without them a frame's pad word is the plan's own
 * @throws LockstepError `E_EXPORT`, `E_CAPABILITY` for a system without frames, and the errors of a
 * wrong plan
 */
export async function exportRoute(
  system: System,
  battle: Battle,
  plan: Plan,
  lead: string | undefined,
  profiles?: ExportProfiles,
): Promise<ExportedRoute> {
  if (system.unit !== 'frame' && system.capabilities.cartridge === undefined) {
    throw new LockstepError('E_CAPABILITY', `${system.id} has no frames and no pad: there is nothing to export`, {
      file: plan.file,
      found: `a system by ${system.unit}`,
      remedy: 'Export plans of a system by frame',
    });
  }
  const frame = system.unit === 'frame' ? frameCommand(system).code : undefined;
  const parts = createParts();
  const rom = await addLead(parts, plan, lead);
  const through = profiles === undefined ? undefined : exportThroughMenus(system, battle, plan, profiles, parts);
  let shown = -1;
  const ledger = playLedger(system, battle, plan, (step, command, events) => {
    if (step !== shown) parts.marker(stepText(plan, step));
    else if (frame === undefined) parts.marker(commandText(plan.steps[step]?.command ?? { command: '' }));
    shown = step;
    if (through !== undefined) through.listen(step, command, events);
    else if (command[0] === frame) parts.row(maskOf(command[1] as number, plan, step));
    else parts.gap(undefined, 'its buttons and frames are unknown');
  });
  const note = frame === undefined ? '' : (system.capabilities.evidence?.assumedCost ?? '');
  const coverage = through?.finish();
  return { parts: parts.parts, rom, note, coverage, failure: ledger.failure };
}
