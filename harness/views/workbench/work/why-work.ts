/** Why a cell has its value: the chain of causes that `lockstep step` shows, as plain data. */

import { findSystem } from '../../../base/find-system.js';
import { plainText } from '../../../base/plain-text.js';
import { shownCellValue } from '../../../base/shown-cell-value.js';
import { SYSTEMS } from '../../../base/systems.js';
import { inputWords } from '../../../play/entry-view/input-words.js';
import { placeText } from '../../../play/entry-view/place-text.js';
import { writerText } from '../../../play/entry-view/text.js';
import { readPlan } from '../../../play/plan/read-plan.js';
import type { Timeline } from '../../../play/timeline/timeline.js';
import { type Cause, why } from '../../../play/timeline/why.js';
import { rowEnds, timelineOf } from '../branch-lines.js';
import type { Question, ToldCause } from './messages.js';

/** `C1:D726, value 68`: states of the generator are left to the cells below. */
function drawText({ shape, words }: Cause['draws'][number]): string {
  const told = shape.fields.flatMap((field, index) => {
    const value = words[index] ?? 0;
    if (field === 'before' || field === 'after') return [];
    return [placeText(field, value, true) ?? `${field} ${value}`];
  });
  return told.join(', ');
}

function toldCause(timeline: Timeline, cause: Cause): ToldCause {
  const { cell, value, at, frame, writes, input, draws, causes, notFollowed, complete } = cause;
  const textOf = (number: number): string => shownCellValue(cell, number);
  const inner = writes.slice(1).map(({ before }) => textOf(before));
  return {
    cell: plainText(cell.name),
    value: textOf(value),
    before: writes[0] === undefined ? '' : textOf(writes[0].before),
    between: inner,
    place: at === 0 ? '' : `${timeline.system.unit} ${frame}`,
    writers: [...new Set(writes.map(({ writer }) => writerText(writer)))],
    input: input === undefined ? '' : inputWords(timeline, at, 0),
    draws: draws.map(drawText),
    causes: causes.map((one) => toldCause(timeline, one)),
    notFollowed: notFollowed.map(({ name }) => plainText(name)),
    isWhole: complete,
  };
}

/** @throws LockstepError for an unknown cell */
export async function whyTold(question: Extract<Question, { readonly is: 'why' }>): Promise<ToldCause> {
  const { text, file, begun, at, cell, language } = question;
  const plan = readPlan(new TextEncoder().encode(text), file);
  const system = findSystem(SYSTEMS, plan.system, file, 1, plan.setup);
  const timeline = await timelineOf({ system, begun, text: () => text, file: () => file }, language);
  const ends = rowEnds(
    plan.steps.map(({ repeat }) => repeat),
    timeline,
  );
  const place = Math.min(at === 0 ? 0 : (ends[at - 1] ?? 0), timeline.length());
  return toldCause(timeline, await why(timeline, timeline.cells.get(cell), place));
}
