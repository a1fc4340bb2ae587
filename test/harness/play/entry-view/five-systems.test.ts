/**
 * Ledger, stepper, adapter and report on one trace of each of the five systems: they say the same of an entry, and what they say of its
 * first action is what the rules make of the trace's first command.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { bookInMemory } from '../../../../harness/play/branches/book.js';
import { createLedger } from '../../../../harness/play/entry-view/text.js';
import { openTimeline } from '../../../../harness/play/timeline/create-timeline.js';
import { entryEvents } from '../../../../harness/play/timeline/recorded-line.js';
import type { Timeline } from '../../../../harness/play/timeline/timeline.js';
import { collectLine } from '../../../../harness/views/report/collect.js';
import { createStepper } from '../../../../harness/views/step/stepper.js';
import { screenOf } from '../../../../harness/views/step/terminal.js';
import { cli } from '../../cli/run-cli.js';
import { move, open, type Served, serve } from '../../views/debug/client.js';

const traces = fileURLToPath(new URL('../../../../traces', import.meta.url));

interface Shown {
  readonly file: string;
  readonly system: string;
  /** What the first action must be told with. */
  readonly says: readonly string[];
  /** A gauge of it in the ledger; empty: it moves none. */
  readonly ledger: string;
}

const FIVE: readonly Shown[] = [
  {
    // a step at speed 31 costs 57
    file: 'logs/worked-example.jsonl.gz',
    system: 'live-a-live',
    says: ['action points 57 (was 0)', 'actionPoints 0 -> 57 by C1:96CB ally-step'],
    ledger: 'frame 70  0200 Left  Takahara walks from (5,4) to (4,4)  action points 0 -> 57',
  },
  {
    // the ability goes onto the stack, and its controller has priority
    file: 'golden/fftcg/x1.jsonl',
    system: 'fftcg',
    says: ['stackDepth 0 -> 1 by F17 pushed', 'F8 priority: player A, passes 0'],
    ledger: '',
  },
  {
    // movement 4 on a road of cost 1: 4, 3, 2, 1, 0
    file: 'golden/srpg-movement/movement-of-four.jsonl',
    system: 'srpg-movement',
    says: ['moveMap[0,0] never -> 4 by S13 calculated', 'moveMap[4,0] never -> 0 by S13 calculated', 'squares 5'],
    ledger: '',
  },
  {
    // a declared attack notes who attacks whom over how many squares
    file: 'golden/kurogane-engage/worked-example.jsonl',
    system: 'kurogane-engage',
    says: ['turn: nobody -> side 0', 'distance 0 -> 5 by K2 declared', 'visible 0 -> 1 by K2 declared'],
    ledger: '',
  },
  {
    // a battle opens in round 1 at its first step
    file: 'golden/holy-grail-war/w3-damage.jsonl',
    system: 'holy-grail-war',
    says: ['battleStep 0 (no battle) -> 1 (lines) by H18 stepBegan', 'round 0 -> 1 by H18 battleOpened'],
    ledger: '',
  },
];

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.server.close());

/** Entry lines of the ledger, from the first on. */
function ledgerOf(timeline: Timeline): string[] {
  const ledger = createLedger(timeline, 0, timeline.state(0));
  const events = entryEvents();
  return Array.from({ length: timeline.length() }, (_, index) => {
    events.length = 0;
    return ledger.line(index + 1, timeline.advance(events), events);
  });
}

describe.each(FIVE)('$system', ({ file, system, says, ledger }) => {
  const path = join(traces, file);

  test('stepper, debug adapter, report and printed entry show the same', async () => {
    const timeline = await openTimeline(path, { systems: SYSTEMS });
    expect(timeline.system.id).toBe(system);
    const printed = (await cli(['step', path, '--until', 'action', '--print'], { systems: SYSTEMS })).out.trimEnd();
    const frame = JSON.parse((await cli(['step', path, '--until', 'action', '--json'], { systems: SYSTEMS })).out).facts
      .frame;
    for (const text of says) expect(printed).toContain(text);
    const at = timeline.entryOf(frame);

    const line = await collectLine(timeline, 'x');
    const detail = line.details.find(([place]) => place === at)?.[1] ?? [];
    expect(detail.join('\n')).toBe(printed);

    const client = await open(served.port, path);
    await move(client, 'goto', { targetId: at });
    const facts = (await client.evaluateRequest({ expression: 'facts', context: 'repl' })).body.result;
    expect(facts).toBe(printed);
    await client.stop();

    const stepper = createStepper(bookInMemory(timeline), { line: 0, at, call: 0 });
    const screen = screenOf(stepper, 400, 400).map(({ text }) => text.trimEnd());
    for (const text of printed.split('\n').slice(1)) expect(screen.some((one) => one.includes(text.trim()))).toBe(true);
  });

  test('the ledger has a line for every entry, and the report lists it where something happened', async () => {
    const timeline = await openTimeline(path, { systems: SYSTEMS });
    const lines = ledgerOf(timeline);
    lines.forEach((text, index) => {
      expect(text.startsWith(`${timeline.system.unit} ${timeline.frameOf(index + 1)}  `)).toBe(true);
    });
    if (ledger !== '') expect(lines).toContain(ledger);
    const line = await collectLine(timeline, 'x');
    expect(line.rows.places.length).toBeGreaterThan(0);
    for (const [index, at] of line.rows.places.entries()) {
      // what a ledger does not say: the error of a refused row, which the page tells
      const told = (line.texts[line.rows.told[index] ?? 0] ?? '').replace(/^rejected with \w+: .*$/mu, '').split('\n');
      for (const text of [line.texts[line.rows.inputs[index] ?? 0], ...told]) expect(lines[at - 1]).toContain(text);
    }
    expect([line.system, line.unit, line.length]).toEqual([system, timeline.system.unit, lines.length]);
    expect(line.units.length).toBeGreaterThan(0);
  });
});
