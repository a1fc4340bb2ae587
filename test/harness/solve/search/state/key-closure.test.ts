/**
 * The key of a state is closed over what is asked for: two states that differ only outside of it
 * never differ later in an asked cell. Tried by force on the plans of every system: one byte outside
 * of the key is changed, and both battles go on by the same commands. A byte is tried when the play
 * of the plan writes it: set-up alone writes the others, so all states of a search share them.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCell } from '../../../../../core/system/battle.js';
import type { Battle, CellDeclaration, System } from '../../../../../core/system/system.js';
import { SYSTEMS } from '../../../../../harness/base/systems.js';
import { createPlayer, encodeStep, type Move } from '../../../../../harness/play/plan/moves.js';
import { loadPlan } from '../../../../../harness/play/plan/read-plan.js';
import { readingOf } from '../../../../../harness/play/plan/readings.js';
import { findPlanSystem, startBattle } from '../../../../../harness/play/plan/start.js';
import { askedReadings } from '../../../../../harness/solve/search/problem/lower-bound.js';

import type { Problem } from '../../../../../harness/solve/search/problem/problem.js';
import { createStateLayout } from '../../../../../harness/solve/search/state/state-layout.js';

const PROJECT = fileURLToPath(new URL('../../../../../', import.meta.url));

/** Commands that both battles go on by. */
const LATER = 3;

interface Played {
  readonly system: System;
  readonly battle: Battle;
  readonly moves: readonly Move[];
}

async function played(file: string): Promise<Played | undefined> {
  const plan = loadPlan(join(PROJECT, 'traces', file));
  if (plan.start !== undefined || plan.steps.length === 0) return undefined;
  const system = await findPlanSystem(SYSTEMS, plan);
  const battle = await startBattle(system, plan);
  const moves = plan.steps.flatMap(({ repeat }, index) => {
    const move = encodeStep(system, battle, plan, index);
    return typeof move === 'string' ? [] : Array.from({ length: Math.min(repeat, 4) }, () => move);
  });
  return { system, battle, moves };
}

const FILES = ['live-a-live', 'fftcg', 'srpg-movement', 'kurogane-engage', 'holy-grail-war'].flatMap((folder) =>
  readdirSync(join(PROJECT, 'traces', folder))
    .filter((name) => name.endsWith('.toml'))
    .map((name) => `${folder}/${name}`),
);

/** The search of a problem that asks for this cell alone. */
function problemOf({ system, battle, moves }: Played, cell: CellDeclaration): Problem {
  const reading = { name: cell.name, cell, read: () => readCell(battle.image, cell) };
  const listed = moves.map((move) => ({ move, text: '', side: 0, kind: 'action' as const, mayEnd: true }));
  return { system, battle, moves: listed, goal: [{ reading, min: 0, max: 0 }], keep: [] } as unknown as Problem;
}

/** Offsets of the bytes that no word of the key holds, whole or in part. */
function bytesOutside(one: Played, cell: CellDeclaration): number[] {
  const problem = problemOf(one, cell);
  const { mask, timeMask, timerMatters } = createStateLayout(one.system, one.battle, askedReadings(problem));
  const held = new Uint8Array(mask.slice().buffer);
  const times = new Uint8Array(timeMask.slice().buffer);
  const matters = timerMatters();
  return [...one.battle.image.keys()].filter((at) => held[at] === 0 && !(matters && (times[at] ?? 0) !== 0));
}

/**
 * Bytes that the plan's moves change, played twice, the second time where the first left. The first
 * move begins the battle: what it alone writes is set-up.
 */
function bytesWritten({ system, battle, moves }: Played): Set<number> {
  const first = battle.image.slice();
  const player = createPlayer(system, battle);
  const written = new Set<number>();
  player.play(moves[0] as Move, undefined);
  const begun = battle.image.slice();
  for (const _ of [1, 2]) {
    for (const move of moves) {
      player.play(move, undefined);
      for (const [at, value] of battle.image.entries()) if (value !== begun[at]) written.add(at);
    }
  }
  battle.image.set(first);
  return written;
}

const all = await Promise.all(FILES.map((file) => played(file)));
const battles = all.flatMap((one, index) => (one === undefined ? [] : [{ ...one, file: FILES[index] ?? '' }]));

test('plans of five systems are there to be changed', () => {
  expect(new Set(battles.map(({ system }) => system.id)).size).toBeGreaterThanOrEqual(5);
});

test.each(battles)('no byte outside of the key changes an asked cell later: $file', ({ file, ...one }) => {
  const { battle, moves, system } = one;
  const first = battle.image.slice();
  const player = createPlayer(system, battle);
  const written = bytesWritten(one);
  let tried = 0;
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }), (at, which, place, change) => {
      battle.image.set(first);
      const from = at % moves.length;
      for (const move of moves.slice(0, from)) player.play(move, undefined);
      const cell = battle.cells[which % battle.cells.length] as CellDeclaration;
      const outside = bytesOutside(one, cell).filter((byte) => written.has(byte));
      const byte = outside[place % outside.length];
      if (byte === undefined) return;
      const values = (): string[] =>
        moves.slice(from, from + LATER).map((move) => {
          const refusal = player.play(move, undefined);
          return `${refusal} ${readCell(battle.image, cell)}`;
        });
      const before = battle.image.slice();
      const mine = values();
      battle.image.set(before);
      battle.image[byte] = (before[byte] ?? 0) ^ change;
      const held = battle.cells.find(({ offset, width }) => byte >= offset && byte < offset + width);
      expect(values(), `${cell.name} follows ${held?.name ?? `the undeclared byte ${byte}`}`).toEqual(mine);
      tried++;
    }),
    { numRuns: Number(process.env['LOCKSTEP_CLOSURES'] ?? 30) },
  );
  if (tried === 0)
    expect(
      bytesOutside(one, battle.cells[0] as CellDeclaration).filter((byte) => written.has(byte)),
      file,
    ).toEqual([]);
});

test.each(battles)('a derived value reads nothing outside of the key: $file', (one) => {
  const { system, battle } = one;
  const outside = bytesOutside(one, battle.cells[0] as CellDeclaration).filter((_, index) => index % 5 === 0);
  for (const { name } of (system.capabilities.values ?? []).slice(0, 8)) {
    const reading = readingOf(system, battle, name);
    if (reading === undefined) throw new Error(`no reading of ${name}`);
    const before = reading.read();
    for (const byte of outside) {
      const kept = battle.image[byte] ?? 0;
      battle.image[byte] = kept ^ 0xff;
      expect(reading.read(), `${name} reads byte ${byte}`).toBe(before);
      battle.image[byte] = kept;
    }
  }
});
