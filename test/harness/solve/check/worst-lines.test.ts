/** Certificates of worst cases whose chain fits: accepted as written, each false line refused by what is wrong with it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type System, turnsOnly } from '../../../../core/system/system.js';
import { LockstepError } from '../../../../harness/base/errors.js';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { type CheckResult, checkCertificate } from '../../../../harness/solve/check/check.js';
import { lockstepErrorOf, testFolder } from '../../fixtures/files.js';
import { certify, type Line, linesOf, problemOf, writeLinked } from './certificates.js';
import { drawingCounter, type Sure, sureCost, surePlan } from './drawing-counter.js';

const [ALLIES_TURN, ENEMIES_TURN] = [0, 1];
const folder = testFolder();
const [small, changed] = [join(folder.path, 'small.jsonl'), join(folder.path, 'changed.jsonl')];
// 5 comes to 5 or 6, and again to 10, 11 or 12: from 12 on it takes more than a third addition
const system = drawingCounter(1);
const SMALL: Sure = { amounts: [1, 4, 5], range: [15, 16], cost: 6, most: 1 };
const planOf = ({ amounts, range, cost }: Sure): string => surePlan(amounts, range, cost);
const check = (file: string, of: System = system) => checkCertificate(file, { systems: [of] });

beforeAll(async () => {
  const cost = await certify(problemOf(system, folder.write('small.toml', planOf(SMALL))), small);
  expect(cost).toBe(sureCost(SMALL, () => false));
});

test('as it was written it is accepted, with its claim', async () => {
  const cost = sureCost(SMALL, () => false);
  expect(cost).toBeGreaterThan(2);
  expect(await check(small)).toMatchObject({ accepted: true, line: 0, proven: { kind: 'worst', cost } });
});

test('that nothing is sure within the limit is accepted as well', async () => {
  const none: Sure = { ...SMALL, cost: 2 };
  const file = join(folder.path, 'none.jsonl');
  expect(await certify(problemOf(system, folder.write('none.toml', planOf(none))), file)).toBeUndefined();
  expect(sureCost(none, () => false)).toBe(-1);
  expect(await check(file)).toMatchObject({ accepted: true, proven: { kind: 'worst', cost: -1 } });
});

test('where the enemies choose, what they refute is theirs', async () => {
  const fftcg = SYSTEMS.find(({ id }) => id === 'fftcg') as System;
  const text = readFileSync(join(packageRoot(), 'traces/fftcg/search-sure-win.toml'), 'utf8');
  const file = join(folder.path, 'sure-win.jsonl');
  expect(await certify(problemOf(fftcg, folder.write('sure-win.toml', text)), file)).toBe(27);
  expect(await check(file, fftcg)).toMatchObject({ accepted: true, proven: { kind: 'worst', cost: 27 } });
  // what the enemies do is a move alone: with a draw behind it, it is none of theirs
  const lines = linesOf(file);
  const reasons: string[] = [];
  for (const [at, { refuted }] of lines.entries()) {
    const entries = refuted as number[][] | undefined;
    if (entries?.length !== 1) continue;
    const longer = lines.map((line, other) =>
      other === at ? { ...line, refuted: [[...(entries[0] ?? []), 0]] } : line,
    );
    reasons.push((await check(writeLinked(changed, longer), fftcg)).reason);
  }
  expect(reasons).toContainEqual(expect.stringMatching(/move \d+ is not one of this state/u));
});

test('where dice decide and no move of the enemies is listed, every move is tried in their turn as well', async () => {
  // at a sum of 7 it is the enemies' turn, which the search leaves to whoever the dice obey
  const turning: System = {
    ...system,
    capabilities: {
      ...system.capabilities,
      actions: turnsOnly(({ image }) => (image[0] === 7 ? ENEMIES_TURN : ALLIES_TURN)),
    },
  };
  const task: Sure = { amounts: [1, 3], range: [9, 11], cost: 7, most: 1 };
  const file = join(folder.path, 'turning.jsonl');
  // 3 and 3 may come to 7: without a move there it would take 5 additions
  expect([sureCost(task, () => false), sureCost(task, (sum) => sum === 7)]).toEqual([3, 5]);
  expect(await certify(problemOf(turning, folder.write('turning.toml', planOf(task))), file)).toBe(3);
  expect(await check(file, turning)).toMatchObject({ accepted: true, proven: { kind: 'worst', cost: 3 } });
});

describe('with a chain that fits', () => {
  const refused = async (change: (lines: Line[]) => void): Promise<CheckResult> => {
    const lines = linesOf(small);
    change(lines);
    return check(writeLinked(changed, lines));
  };
  const put = (line: number, values: Line) => (lines: Line[]) => {
    lines[line - 1] = { ...lines[line - 1], ...values };
  };
  /** The first line after the root's of a state with a plan. */
  const withPlan = (lines: readonly Line[]): number =>
    lines.findIndex(({ atMost }, at) => at > 1 && Number(atMost) > 0);

  test.each<[string, RegExp, (lines: Line[]) => void]>([
    ['a cheaper claim', /no plan of at most/u, (lines) => put(1, { cost: Number(lines[0]?.['cost']) - 1 })(lines)],
    ['a dearer claim', /nothing below/u, (lines) => put(1, { cost: Number(lines[0]?.['cost']) + 1 })(lines)],
    ['no sure plan', /nothing below/u, put(1, { cost: -1 })],
    ['a claim above the limit', /above its limit/u, put(1, { cost: 7 })],
    ['another move of the plan', /./u, (lines) => put(2, { move: (Number(lines[1]?.['move']) + 1) % 3 })(lines)],
    ['a move that is not there', /no move 3/u, put(2, { move: 3 })],
    ['no move', /not one of this state/u, put(2, { move: -1 })],
    [
      'a cheaper plan from a state',
      /./u,
      (lines) => {
        const at = withPlan(lines);
        lines[at] = { ...lines[at], atMost: Number(lines[at]?.['atMost']) - 1 };
      },
    ],
    [
      'a higher bound of the root',
      /costs nothing|nothing below|leads to the goal|not refuted/u,
      (lines) => put(2, { atLeast: Number(lines[1]?.['atLeast']) + 1 })(lines),
    ],
    [
      'a move that is not refuted',
      /not refuted/u,
      (lines) => put(2, { refuted: (lines[1] as { readonly refuted: unknown[] }).refuted.slice(1) })(lines),
    ],
    ['a move refuted twice', /refuted twice/u, put(2, { refuted: [[0], [0], [1]] })],
    ['a draw that is none', /0 to 255/u, put(2, { refuted: [[0, 256], [1], [2]] })],
    ['another state', /nothing is asked/u, put(3, { state: 'e'.repeat(32) })],
    ['a line less', /has no line|miscounts|nothing is asked/u, (lines) => lines.splice(2, 1)],
    ['the root alone', /has no line/u, (lines) => lines.splice(2, lines.length - 3)],
    ['a line twice', /nothing is asked/u, (lines) => lines.splice(2, 0, lines[1] as Line)],
    ['a line after the last', /after the last one/u, (lines) => lines.push(lines[1] as Line)],
  ])('%s', async (_, reason, change) => {
    const result = await refused(change).catch((error: unknown) => error);
    if (result instanceof LockstepError) {
      expect(result.sentence).toMatch(reason);
      return;
    }
    expect(result).toMatchObject({ accepted: false, reason: expect.stringMatching(reason) as string });
  });

  test('a state one move from the goal costs no more than that move', async () => {
    const reasons: string[] = [];
    for (const [at, { atMost }] of linesOf(small).entries()) {
      if (atMost !== 1) continue;
      const { reason } = await refused(put(at + 1, { atLeast: 2, refuted: [0, 1, 2].map((move) => [move, 0]) }));
      reasons.push(reason);
    }
    expect(reasons).toContainEqual(expect.stringMatching(/leads to the goal at cost 1, below 2/u));
  });

  test('every line is needed, and so is every entry', async () => {
    const lines = linesOf(small);
    for (let line = 1; line < lines.length - 1; line++) {
      expect(
        await check(
          writeLinked(
            changed,
            lines.filter((_, at) => at !== line),
          ),
        ).catch(() => ({})),
      ).not.toMatchObject({
        accepted: true,
      });
    }
  });

  test('it is no certificate of a route, and a route’s is none of it', async () => {
    const { kind: _, ...head } = linesOf(small)[0] as Line;
    const result = await check(writeLinked(changed, [{ ...head, route: [] }, ...linesOf(small).slice(1)]));
    expect(result).toMatchObject({
      accepted: false,
      line: 1,
      reason: expect.stringMatching(/asks for a worst/u) as string,
    });
    expect((await lockstepErrorOf(() => refused(put(1, { kind: 'best' })))).sentence).toMatch(
      /kind is missing or wrong/u,
    );
  });
});
