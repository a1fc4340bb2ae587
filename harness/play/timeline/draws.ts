/** Whether a step drew from the generator, for every entry of a log as it is read. */
import type { EventBuffer, System } from '../../../core/system/system.js';

/** Always false for a system whose chance is recorded as commands. */
export function drawsOf(system: System): (events: EventBuffer) => boolean {
  const kind = system.capabilities.evidence?.draws;
  if (kind === undefined) return () => false;
  const lengths: number[] = [];
  for (const shape of system.events) lengths[shape.kind] = 1 + shape.fields.length;
  return ({ words, length }) => {
    for (let at = 0; at < length; at += lengths[words[at] as number] ?? length) if (words[at] === kind) return true;
    return false;
  };
}
