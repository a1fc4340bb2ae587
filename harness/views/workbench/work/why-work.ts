/** Why a cell has its value: the chain of causes that `lockstep step` shows. */
import { findSystem } from '../../../base/find-system.js';
import { SYSTEMS } from '../../../base/systems.js';
import { readPlan } from '../../../plan/read-plan.js';
import { whyText } from '../../../timeline/entry-view/text.js';
import { why } from '../../../timeline/why.js';
import { rowEnds, timelineOf } from '../branch-lines.js';
import type { Question } from './messages.js';

/** @throws LockstepError for an unknown cell */
export async function whyLines(question: Extract<Question, { readonly is: 'why' }>): Promise<string[]> {
  const { text, file, begun, at, cell, language } = question;
  const plan = readPlan(new TextEncoder().encode(text), file);
  const system = findSystem(SYSTEMS, plan.system, file, 1, plan.setup);
  const timeline = await timelineOf({ system, begun, text: () => text, file: () => file }, language);
  const ends = rowEnds(
    plan.steps.map(({ repeat }) => repeat),
    timeline,
  );
  const place = Math.min(at === 0 ? 0 : (ends[at - 1] ?? 0), timeline.length());
  return whyText(await why(timeline, timeline.cells.get(cell), place), system.unit);
}
