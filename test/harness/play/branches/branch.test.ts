/** Branches against a list that is really spliced, and against a battle that is stepped from the start with what the list says. */
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { liveALive } from '../../../../core/index.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { bookInMemory } from '../../../../harness/play/branches/book.js';
import type { Edit } from '../../../../harness/play/branches/form.js';
import { RECORDING } from '../../../../harness/play/timeline/branch-store.js';
import { openTimeline } from '../../../../harness/play/timeline/create-timeline.js';
import { commonStart, firstDifferingState } from '../../../../harness/play/timeline/divergence.js';
import type { Timeline } from '../../../../harness/play/timeline/timeline.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const open = (): Promise<Timeline> =>
  openTimeline(`${root}traces/live-a-live/worked-example.toml`, { systems: SYSTEMS });

interface Entry {
  pad: number;
  /** Writes after it: offset and byte. */
  pokes: [number, number][];
}

/** What an edit makes of a list of entries. Place 0 is the start; it holds writes alone. */
function spliced(entries: readonly Entry[], fork: number, edit: Edit): Entry[] {
  const list = entries.map((entry) => ({ ...entry, pokes: [...entry.pokes] }));
  const { at = 0, count = 1, pad = 0 } = edit;
  if (edit.edit === 'delete') list.splice(at, count);
  if (edit.edit === 'insert') list.splice(at, 0, ...Array.from({ length: count }, () => ({ pad, pokes: [] })));
  if (edit.edit === 'input') {
    for (let place = at; place < at + count; place++) list[place] = { pad, pokes: list[place]?.pokes ?? [] };
  }
  if (edit.edit === 'write') list[at]?.pokes.push([Number(edit.address), Number.parseInt(edit.bytes ?? '', 16)]);
  expect(fork).toBeLessThanOrEqual(list.length - 1);
  return list;
}

/** The state after every entry, by the system alone. */
function played(start: Uint8Array, timeline: Timeline, entries: readonly Entry[]): Uint8Array[] {
  const battle = timeline.createTrial(start);
  const frame = liveALive.LIVE_A_LIVE.commands.find((shape) => shape.name === 'frame')?.code ?? 0;
  return entries.map(({ pad, pokes }, place) => {
    if (place > 0) battle.step(Int32Array.of(frame, pad), undefined);
    for (const [offset, byte] of pokes) battle.image[offset] = byte;
    return battle.image.slice();
  });
}

const isSame = (mine: Uint8Array, theirs: Uint8Array | undefined): boolean =>
  theirs !== undefined && Buffer.compare(mine, theirs) === 0;

const PADS = [0, 0x4000, 0x0080, 0x0020, 0x1080];
const anEdit = fc.record({
  kind: fc.constantFrom('insert', 'input', 'delete', 'write'),
  place: fc.nat(),
  count: fc.integer({ min: 1, max: 5 }),
  pad: fc.constantFrom(...PADS),
  byte: fc.nat(255),
});

interface Given {
  readonly kind: string;
  readonly place: number;
  readonly count: number;
  readonly pad: number;
  readonly byte: number;
}

/** The edit of a branch that has `length` entries and leaves its parent at `fork`. */
function editOf(given: Given, branch: string, fork: number, length: number, timeline: Timeline): Edit {
  const { kind, place, count, pad, byte } = given;
  const own = length - fork;
  if (kind === 'write') {
    const cell = timeline.cells.get('enemy[0].hp');
    const at = fork + (place % (own + 1));
    return {
      edit: 'write',
      branch,
      at,
      address: hex6(cell.address),
      bytes: byte.toString(16).toUpperCase().padStart(2, '0'),
    };
  }
  if (kind === 'delete' && own > 0) {
    const at = fork + 1 + (place % own);
    return { edit: 'delete', branch, at, count: Math.min(count, length + 1 - at) };
  }
  const at = fork + 1 + (place % (own + 1));
  return { edit: kind === 'input' ? 'input' : 'insert', branch, at, count, pad };
}

const hex6 = (value: number): string => value.toString(16).toUpperCase().padStart(6, '0');

describe('any sequence of edits', () => {
  test('has the result of the edited list, and undone and redone it leads to the same states', async () => {
    const timeline = await open();
    const start = timeline.state(0).slice();
    const offset = timeline.cells.get('enemy[0].hp').offset;
    const recorded: Entry[] = [{ pad: 0, pokes: [] }];
    for (let at = 1; at <= timeline.length(); at++) recorded.push({ pad: timeline.input(at).pad, pokes: [] });
    const followed = played(start, timeline, recorded);
    fc.assert(
      fc.property(
        fc.nat(timeline.length()),
        fc.array(anEdit, { minLength: 1, maxLength: 12 }),
        fc.nat(),
        (fork, given, steps) => {
          const book = bookInMemory(timeline);
          const none = timeline.branchSet();
          book.apply({ edit: 'fork', branch: 'b', parent: 'recording', at: fork });
          const line = book.lineOf('b');
          const lists: Entry[][] = [recorded];
          const check = (entries: readonly Entry[]): void => {
            expect(timeline.length(line)).toBe(entries.length - 1);
            const states = played(start, timeline, entries);
            // from the end to the start, then a jump: kept states are made and used
            for (const at of [states.length - 1, 0, states.length >> 1, fork, states.length - 1]) {
              expect([at, isSame(timeline.state(at, line), states[at])]).toEqual([at, true]);
            }
            const pads = entries.slice(1).map((_, index) => timeline.input(index + 1, line).pad);
            expect(pads).toEqual(entries.slice(1).map(({ pad }) => pad));
            const begun = commonStart({ timeline, line }, { timeline, line: RECORDING });
            // 0: nothing is known, as after a write before the first entry
            for (let at = begun === 0 ? 1 : 0; at <= begun; at++) {
              expect([at, isSame(followed[at] as Uint8Array, states[at])]).toEqual([at, true]);
              expect(entries[at]?.pad).toBe(recorded[at]?.pad);
            }
          };
          expect(commonStart({ timeline, line }, { timeline, line: RECORDING })).toBe(timeline.length());
          for (const one of given) {
            const edit = editOf(one, 'b', fork, timeline.length(line), timeline);
            book.apply(edit);
            const place = edit.edit === 'write' ? { ...edit, address: String(offset) } : edit;
            lists.push(spliced(lists.at(-1) as Entry[], fork, place));
          }
          check(lists.at(-1) as Entry[]);
          const back = steps % (given.length + 1);
          for (let step = 0; step < back; step++) book.undo();
          check(lists[given.length - back] as Entry[]);
          for (let step = 0; step < back; step++) book.redo();
          check(lists.at(-1) as Entry[]);
          while (book.undo() !== undefined);
          expect(timeline.lines()).toHaveLength(1);
          expect(timeline.branchSet().next).toBe(none.next);
        },
      ),
      { numRuns: 60 },
    );
  });
});

test('a write before the first entry differs from there on (seed 1087533513, path 25)', async () => {
  const timeline = await open();
  const book = bookInMemory(timeline);
  const { address, offset } = timeline.cells.get('enemy[0].hp');
  const hp = timeline.state(0)[offset] as number;
  book.apply({ edit: 'fork', branch: 'b', parent: 'recording', at: 0 });
  const bytes = hex6(hp ^ 1).slice(4);
  book.apply({ edit: 'write', branch: 'b', at: 0, address: hex6(address), bytes });
  const [branch, recording] = [
    { timeline, line: book.lineOf('b') },
    { timeline, line: RECORDING },
  ];
  expect(commonStart(branch, recording)).toBe(0);
  expect(firstDifferingState(branch, recording, commonStart(branch, recording))).toBe(0);
});

test('a branch of a branch keeps the inputs and states that its parent had at the fork', async () => {
  const timeline = await open();
  const book = bookInMemory(timeline);
  book.apply({ edit: 'fork', branch: 'a', parent: 'recording', at: 2 });
  book.apply({ edit: 'insert', branch: 'a', at: 3, pad: 0x4000, count: 2 });
  book.apply({ edit: 'fork', branch: 'b', parent: 'a', at: 4 });
  const end = timeline.state(timeline.length(2), 2).slice();
  book.apply({ edit: 'input', branch: 'a', at: 3, pad: 0 });
  expect(timeline.input(3, 2).pad).toBe(0x4000);
  expect(timeline.state(timeline.length(2), 2)).toEqual(end);
  expect(timeline.lines().map(({ name, parent, fork }) => [name, parent, fork])).toEqual([
    ['recording', -1, 0],
    ['a', 0, 2],
    ['b', 1, 4],
  ]);
});

test('a long branch stores states of at most 16 MiB, and has the same end after a jump to its start', async () => {
  const timeline = await open();
  const book = bookInMemory(timeline);
  book.apply({ edit: 'fork', branch: 'long', parent: 'recording', at: 1 });
  book.apply({ edit: 'insert', branch: 'long', at: 2, pad: 0, count: 200_000 });
  const line = book.lineOf('long');
  const end = timeline.state(200_000, line).slice();
  timeline.state(0, line);
  expect(timeline.stateCacheBytes()).toBeGreaterThan(100_000);
  expect(timeline.stateCacheBytes()).toBeLessThanOrEqual(16 * 1024 * 1024);
  expect(timeline.state(200_000, line)).toEqual(end);
});
