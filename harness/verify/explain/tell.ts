/** Runs what was found out once more from the start, and tells it frame by frame: as a trace, and as notes. */
import { createEventBuffer, readEvents } from '../../../core/battle.js';
import type { Battle, InputShape, System } from '../../../core/system.js';
import { createLineFile } from '../../base/line-file.js';
import { createValueReader } from '../../trace/state.js';
import type { TraceHeader } from '../../trace/types.js';
import { createTraceWriter } from '../../trace/writer.js';
import { rulesOf } from '../difference.js';
import type { Explainer } from './explainer.js';
import { LAG, MISSING, TAKEN_OVER, UNEXPLAINED } from './story.js';

export interface Telling {
  readonly system: System;
  /** In the starting state. */
  readonly battle: Battle;
  readonly inputs: InputShape;
  readonly header: TraceHeader;
  /** Cells of the log, in its order. */
  readonly logCells: TraceHeader['cells'];
  readonly explainer: Explainer;
  readonly output: string | undefined;
  readonly notes: string | undefined;
}

/** What happened how often, by label. */
export interface Told {
  readonly actions: Map<string, number>;
  /** Frames in which a cell changed that does not move with time or input alone. */
  active: number;
}

const KINDS: Readonly<Record<number, string>> = {
  [LAG]: 'no step',
  [MISSING]: 'missing in the log',
  [UNEXPLAINED]: 'unexplained',
  [TAKEN_OVER]: 'unexplained, taken over',
};

/** 16-bit address of a block -> what its cells begin with. */
function blockNames(battle: Battle): Map<number, string> {
  const names = new Map<number, string>();
  for (const cell of battle.cells) {
    const dot = cell.name.indexOf('.');
    if (dot > 0 && !names.has(cell.address & 0xffff)) names.set(cell.address & 0xffff, cell.name.slice(0, dot));
  }
  return names;
}

export function tell(telling: Telling): Told {
  const { system, battle, inputs, header, explainer } = telling;
  const { story, shown, observed } = explainer;
  const byName = new Map(battle.cells.map((cell) => [cell.name, cell]));
  const cells = header.cells.map(([name, hex, width]) => {
    const own = byName.get(name);
    if (own !== undefined) return own;
    const index = telling.logCells.findIndex((cell) => cell[0] === name);
    const offset = observed.bound.offsets[index] ?? 0;
    return { name, address: Number.parseInt(hex, 16), offset, width, meaning: '' };
  });
  const passive = cells.map((cell) => cell.passive === true || inputs.cells.includes(cell.name));
  const sequence = new Set([header.sequence?.begin, header.sequence?.end]);
  const readValues = createValueReader(battle, cells);
  const commands = inputs.choices.map((choice) => Int32Array.from(choice.command));
  const events = createEventBuffer(4096);
  const names = blockNames(battle);
  const before = Uint32Array.from(readValues());
  const start = battle.image.slice();
  const told: Told = { actions: new Map(), active: 0 };
  const trace = telling.output === undefined ? undefined : createTraceWriter(telling.output, header);
  const notes = telling.notes === undefined ? undefined : createLineFile(telling.notes);

  /** Labels of the choices that lead to the same cells. */
  function sameAs(choice: number, values: Uint32Array): string[] {
    const wanted = Uint32Array.from(values);
    const found: string[] = [];
    inputs.choices.forEach((other, index) => {
      battle.image.set(start);
      if (index === choice || battle.step(commands[index] as Int32Array, undefined) !== 0) return;
      const theirs = readValues();
      if (wanted.every((value, at) => value === theirs[at] || passive[at] === true)) found.push(other.label);
    });
    return found;
  }

  function units(): string[] {
    const found = new Set<string>();
    for (const event of readEvents(system, events)) {
      const name = names.get(event.values['block'] ?? -1);
      if (name !== undefined) found.add(name);
    }
    return [...found];
  }

  function note(at: number, values: Uint32Array): void {
    const changed: [string, number, number][] = [];
    let isActive = false;
    for (let index = 0; index < values.length; index++) {
      const [was, is] = [before[index] as number, values[index] as number];
      if (was === is || passive[index] === true || sequence.has(cells[index]?.name)) continue;
      isActive = true;
      if (notes !== undefined) changed.push([cells[index]?.name ?? '', was, is]);
    }
    if (isActive) told.active++;
    const choice = story.choice(at);
    const kind = KINDS[story.kind(at)];
    if (notes === undefined || (!isActive && choice === 0 && kind === undefined)) return;
    const after = battle.image.slice();
    const wanted = Uint32Array.from(values);
    const line = {
      frame: story.frame(at),
      pad: commands[choice]?.[1] ?? 0,
      action: inputs.choices[choice]?.label,
      same: sameAs(choice, wanted),
      ...(kind === undefined ? {} : { kind }),
      units: units(),
      rules: rulesOf(system, events),
      cells: changed,
    };
    battle.image.set(after);
    notes.emit(JSON.stringify(line));
  }

  /** Writes the cells of the log where nothing explains them. */
  function takeOver(frame: number): void {
    const values = shown.get(frame);
    if (values === undefined) return;
    const { bound } = observed;
    telling.logCells.forEach((_, index) => {
      if (bound.compared[index] !== 1) return;
      const offset = bound.offsets[index] ?? 0;
      let value = values[index] ?? 0;
      for (let byte = 0; byte < (bound.widths[index] ?? 0); byte++) {
        battle.image[offset + byte] = value;
        value >>>= 8;
      }
    });
  }

  try {
    for (let at = 0; at < story.length(); at++) {
      const choice = story.choice(at);
      const kind = story.kind(at);
      start.set(battle.image);
      events.length = 0;
      events.lost = 0;
      if (kind !== LAG) battle.step(commands[choice] as Int32Array, events);
      if (kind === TAKEN_OVER) takeOver(story.frame(at));
      const label = inputs.choices[choice]?.label ?? '';
      if (choice !== 0) told.actions.set(label, (told.actions.get(label) ?? 0) + 1);
      note(at, readValues());
      const values = readValues();
      if (kind === UNEXPLAINED) {
        // The trace shows what the log shows; the model goes on without it.
        const own = battle.image.slice();
        takeOver(story.frame(at));
        readValues();
        battle.image.set(own);
      }
      trace?.frame(story.frame(at), commands[choice]?.[1] ?? 0, values);
      before.set(values);
    }
    trace?.finish();
    notes?.finish();
  } catch (error) {
    trace?.abort();
    notes?.abort();
    throw error;
  }
  return told;
}
