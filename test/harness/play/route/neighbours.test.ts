/**
 * A plan from the states of the generator beside its own: each of them played as a plan of its own, the
 * states themselves by the published routine (C1:6150) written once more, and by its executed cases.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { GENERATOR } from '../../../../core/live-a-live/planning/draw-outcomes.js';
import { read } from '../../../../core/system/battle.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { checkPlan } from '../../../../harness/library/index.js';
import { playPlan } from '../../../../harness/play/plan/play.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();

type State = readonly [number, number, number, number];

/** The bytes go down by one, and the last is the low byte of the first two, as a word, divided by 13. */
const next = ([a, b, c, d]: State): State => [b, c, d, Math.floor((a + 256 * b) / 13) % 256];

/** Every state of which the next is this one: what was dropped may be any byte. */
const before = ([a, b, c, d]: State): State[] =>
  Array.from({ length: 256 }, (_, dropped): State => [dropped, a, b, c]).filter((state) => next(state)[3] === d);

const numberOf = ([a, b, c, d]: State): number => a + 256 * b + 65_536 * c + 16_777_216 * d;

test('the executed cases of C1:6150: the state behind a draw, and the one before among those that lead to it', () => {
  const [, ...lines] = gunzipSync(readFileSync('traces/vectors/C1-6150-battle-generator.jsonl.gz'))
    .toString()
    .trim()
    .split('\n');
  const stateOf = (memory: Readonly<Record<string, number>>, other: State): State =>
    [0, 1, 2, 3].map(
      (at) => memory[`7E0${(0x338 + at).toString(16).toUpperCase()}`] ?? other[at] ?? 0,
    ) as unknown as State;
  let cases = 0;
  for (const line of lines) {
    const vector = JSON.parse(line) as {
      readonly in: { mem: Record<string, number> };
      readonly out: { mem: Record<string, number> };
    };
    const from = stateOf(vector.in.mem, [0, 0, 0, 0]);
    if (numberOf(from) === 0) continue;
    const to = stateOf(vector.out.mem, from);
    expect([next(from), GENERATOR.next(numberOf(from))]).toEqual([to, numberOf(to)]);
    expect(GENERATOR.before(numberOf(to))).toEqual(before(to).map(numberOf));
    expect(GENERATOR.before(numberOf(to))).toContain(numberOf(from));
    cases++;
  }
  expect(cases).toBeGreaterThan(100);
});

const STEPS = 3;
const OWN: State = [55, 185, 143, 78];

const planOf = (state: State, hp: string): string => `plan = 1
system = "live-a-live-battle"
[setup]
formation = 0xde
generator = [${state.join(', ')}]
[[setup.party]]
character = "takahara"
[[do]]
command = "move"
x = 5
y = 3
[[do]]
command = "move"
x = 1
y = 3
frames = 0
[[do]]
command = "wait"
${hp}
[[do]]
command = "skill"
skill = "どう回し回転げり"
x = 0
y = 2
frames = 0
`;

/** A state for each step before, the farthest first, then those behind. */
function around(state: State): [place: string, state: State][] {
  const name = (steps: number, way: string): string => `${steps} draw${steps === 1 ? '' : 's'} ${way}`;
  const rows: [string, State][] = [];
  let level: State[] = [state];
  for (let step = 1; step <= STEPS; step++) {
    level = level.flatMap(before);
    rows.unshift([name(step, 'earlier'), level[0] as State]);
  }
  let behind = state;
  for (let step = 1; step <= STEPS; step++) {
    behind = next(behind);
    rows.push([name(step, 'later'), behind]);
  }
  return rows;
}

/** A plan that is played to its end by itself. */
function ended(state: State) {
  const plan = loadPlan(folder.write('alone.toml', planOf(state, '')));
  const battle = startPlan(LIVE_A_LIVE_BATTLE, plan);
  let refused = -1;
  playPlan(LIVE_A_LIVE_BATTLE, battle, plan, {
    refused: ({ index }) => {
      refused = index;
    },
  });
  return { battle, refused };
}

const HP = ['record[5].hp', 'enemy[0].hp', 'actionPoints', 'enemy[0].cellX', 'enemy[0].cellY'];

describe('a plan from the states beside its own', () => {
  const own = ended(OWN).battle;

  test.each([
    ['without a checkpoint', ''],
    ['with the HP that its own state leaves', 'expect = { "record[5].hp" = HP }'],
  ])('%s comes to what each state comes to in a plan of its own', async (_what, expected) => {
    const middle = loadPlan(folder.write('middle.toml', planOf(OWN, '').split('[[do]]\ncommand = "skill"')[0] ?? ''));
    const half = startPlan(LIVE_A_LIVE_BATTLE, middle);
    playPlan(LIVE_A_LIVE_BATTLE, half, middle, {});
    const hp = expected.replace('HP }', `${read(half, 'record[5].hp')} }`);
    const answer = await checkPlan({ plan: folder.write('own.toml', planOf(OWN, hp)), neighbours: STEPS });
    expect(answer.verdict).toBe('holds');
    const rows = (answer.otherSettings ?? []).filter((row) => row.switch === 'generator');
    const wanted = around(OWN);
    expect(rows.map(({ value }) => value)).toEqual(wanted.map(([place, state]) => `[${state.join(', ')}], ${place}`));
    const verdicts = new Set<string>();
    for (const [index, [, state]] of wanted.entries()) {
      const row = rows[index];
      const alone = await checkPlan({ plan: folder.write('alone-checked.toml', planOf(state, hp)) }).catch(
        () => undefined,
      );
      const { battle, refused } = ended(state);
      verdicts.add(row?.verdict ?? '');
      if (alone?.verdict !== 'holds') {
        // the wait is step 3, and the skill step 4 where it is refused
        expect(row).toMatchObject({
          verdict: 'breaks',
          step: alone?.ledger.failure === undefined || (refused >= 0 && hp === '') ? refused + 1 : 3,
        });
        continue;
      }
      const [, cell = '', value = '', mine = ''] =
        /^(\S+) (\S+) instead of (\S+?),?(?: |$)/u.exec(row?.detail ?? '') ?? [];
      if (row?.verdict === 'holds')
        expect(HP.map((name) => read(battle, name))).toEqual(HP.map((name) => read(own, name)));
      else
        expect([row?.verdict, String(read(battle, cell)), String(read(own, cell))]).toEqual([
          'otherFigures',
          value,
          mine,
        ]);
    }
    expect(verdicts.size).toBeGreaterThan(0);
  });

  test('all states that come to its own in as many draws come to the same, so that one is played for each', () => {
    let level: State[] = [OWN];
    for (let step = 1; step <= STEPS; step++) {
      level = level.flatMap(before);
      const ends = level.map((state) => HP.map((name) => read(ended(state).battle, name)).join());
      expect([level.length > 1, new Set(ends).size]).toEqual([true, 1]);
    }
  });

  test('where no draw comes to its state that is said, and the states behind it are played', async () => {
    const start: State = [1, 0, 231, 131];
    expect(before(start)).toEqual([]);
    const answer = await checkPlan({ plan: folder.write('start.toml', planOf(start, '')), neighbours: 1 });
    const rows = (answer.otherSettings ?? []).filter((row) => row.switch === 'generator');
    expect(rows.map(({ value, verdict }) => [value, verdict === 'notPlayed'])).toEqual([
      ['earlier', true],
      [`[${next(start).join(', ')}], 1 draw later`, false],
    ]);
    expect(rows[0]?.detail).toBe("no other state comes to the plan's in 1 draw");
  });

  test('while it is unseeded the frames of the map are its steps, and what it is seeded with is no figure', async () => {
    const text = (value: number): string =>
      planOf(OWN, '')
        .replace(/generator = .*/u, `mapGenerator = ${value}`)
        .split('[[do]]\ncommand = "skill"')[0] ?? '';
    const alone = (value: number) => {
      const plan = loadPlan(folder.write('seeded.toml', text(value)));
      const battle = startPlan(LIVE_A_LIVE_BATTLE, plan);
      playPlan(LIVE_A_LIVE_BATTLE, battle, plan, {});
      return battle;
    };
    const answer = await checkPlan({ plan: folder.write('unseeded.toml', text(4660)), neighbours: 2 });
    const rows = (answer.otherSettings ?? []).filter((row) => row.switch === 'mapGenerator');
    const places = rows.map(({ value }) => String(value).replace(/^\d+, /u, ''));
    expect(places).toEqual(['2 map frames earlier', '1 map frame earlier', '1 map frame later', '2 map frames later']);
    const own = HP.map((name) => read(alone(4660), name)).join();
    for (const { value, verdict, detail } of rows) {
      const ends = alone(Number.parseInt(String(value), 10));
      if (HP.map((name) => read(ends, name)).join() !== own) expect(verdict).toBe('otherFigures');
      expect(detail).not.toMatch(/^(?:battle|map)Generator/u);
      const [, cell = '', theirs = ''] = /^(\S+) (\S+) instead of/u.exec(detail) ?? [];
      if (verdict === 'otherFigures') expect(String(read(ends, cell))).toBe(theirs);
    }
  });

  test('none are played where none are asked for', async () => {
    const answer = await checkPlan({ plan: folder.write('none.toml', planOf(OWN, '')) });
    expect((answer.otherSettings ?? []).filter((row) => row.switch === 'generator')).toEqual([]);
  });
});

test('the command tells each state that changes something; bad input ends with exit 2 and one line', async () => {
  const verify = (file: string, count: string) =>
    cli(['route', 'verify', file, '--neighbours', count], { systems: SYSTEMS });
  const told = await verify(folder.write('told.toml', planOf(OWN, '')), '1');
  expect([told.code, told.out]).toEqual([
    0,
    expect.stringMatching(/^ {4}generator = \[185, 143, 78, \d+\], 1 draw later: /mu),
  ]);
  const large = await verify(folder.write('large.toml', planOf(OWN, '')), '101');
  expect([large.code, large.out, large.err]).toEqual([
    2,
    '',
    expect.stringMatching(/^E_OPTION: --neighbours is too large.*at most 100[^\n]*\n$/u),
  ]);
  const without = await verify('traces/srpg-movement/guide.toml', '1');
  expect([without.code, without.out, without.err]).toEqual([
    2,
    '',
    expect.stringMatching(/^E_CAPABILITY .*srpg-movement has no generator[^\n]*\n$/u),
  ]);
});
