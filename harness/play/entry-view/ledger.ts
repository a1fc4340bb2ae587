/** One line for each entry: its number, its input, what happened, and the gauges that changed. */
import { readCell } from '../../../core/system/battle.js';
import type { CellDeclaration, EventBuffer, GaugeShape } from '../../../core/system/system.js';
import { plainText } from '../../base/plain-text.js';
import { newsOf } from '../../base/told.js';
import { differencesOf } from '../timeline/divergence.js';
import type { Timeline } from '../timeline/timeline.js';
import { gaugesOf } from './entry-facts.js';
import { inputWords } from './input-words.js';
import { unitName } from './unit-label.js';
import { unitPrefix } from './unit-prefix.js';

/**
 * `action points`, `enemy 0 order points`.
 * @param unit name of the cell's unit, where it is known
 */
export function gaugeName(shape: GaugeShape, cell: CellDeclaration, unit?: string): string {
  const [kind = '', index = ''] = unitPrefix(cell).split(/[[\]]/u);
  return plainText(kind === '' ? shape.label : `${unit ?? `${kind} ${index}`} ${shape.label}`);
}

/** Entries must be asked for in order, from 1 on. */
export interface Ledger {
  /**
   * `frame 70  0200 Left  Takahara walks from (5,4) to (4,4)  action points 0 -> 57`. The
   * timeline's battle stands after the entry.
   * @param image its state @param events of the entry
   */
  line(at: number, image: Uint8Array, events: EventBuffer): string;
  /** Sentences of the last line. */
  told(): readonly string[];
  /** The last line had only the entry's number. */
  wasQuiet(): boolean;
}

/** @param start state before the first entry; the timeline stands there afterwards */
export function createLedger(timeline: Timeline, line: number, start: Uint8Array): Ledger {
  const gauges = gaugesOf(timeline).filter(([{ role }]) => role !== 'other');
  const cells = gauges.map(([, cell]) => cell);
  const names: (string | undefined)[] = gauges.map(() => undefined);
  const overview = timeline.system.capabilities.views?.overview;
  const values = Float64Array.from(cells, (cell) => readCell(start, cell));
  const differing = new Set(differencesOf(timeline, line).map(({ at }) => at));
  const { unit } = timeline.system;

  /** Name of a gauge; a unit's name is known once it is present. */
  function nameOf(index: number): string {
    const [shape, cell] = gauges[index] as (typeof gauges)[number];
    const known = names[index];
    if (known !== undefined) return known;
    const prefix = unitPrefix(cell);
    const owner =
      prefix === '' ? undefined : overview?.units(timeline.battle).find(({ prefixes }) => prefixes.includes(prefix));
    const name = gaugeName(shape, cell, owner === undefined ? undefined : unitName(owner, timeline.language));
    if (owner !== undefined || prefix === '') names[index] = name;
    return name;
  }

  let quiet = true;
  let told: readonly string[] = [];
  const last = start.slice();
  const { system, battle, language } = timeline;

  /** What happened in an entry. */
  function sentencesOf(at: number, events: EventBuffer): string[] {
    const step = { system, battle, before: last, events, frame: timeline.frameOf(at) };
    return newsOf(step, language).map(({ sentence }) => plainText(sentence));
  }

  // Looking for differences moved the timeline; whoever lists entries goes on from the start.
  timeline.state(0, line);
  return {
    line(at, image, events) {
      const { pad } = timeline.input(at, line);
      const parts = [`${unit} ${timeline.frameOf(at)}`, inputWords(timeline, at, line)];
      if (differing.has(at)) parts.push('DIFFERENCE');
      told = sentencesOf(at, events);
      last.set(image);
      if (told.length > 0) parts.push(told.join('; '));
      let moved = '';
      for (let index = 0; index < cells.length; index++) {
        const value = readCell(image, cells[index] as CellDeclaration);
        if (value === values[index]) continue;
        moved += `${moved === '' ? '' : ', '}${nameOf(index)} ${values[index]} -> ${value}`;
        values[index] = value;
      }
      if (moved !== '') parts.push(moved);
      quiet = pad === 0 && parts.length === 2;
      return parts.join('  ');
    },
    told: () => told,
    wasQuiet: () => quiet,
  };
}
