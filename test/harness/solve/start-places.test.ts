/**
 * Where enemies may start: typed as seen, counted against a search of our own, and played by `seeds` and as rows of a
 * route's robustness.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { loadPlan } from '../../../harness/play/plan/read-plan.js';
import { findPlanSystem, startBattle } from '../../../harness/play/plan/start.js';
import { FORMATIONS } from '../../../rom-map/tables/formations.js';
import { sizeOf } from '../../../rom-map/tables/species.js';
import { cli } from '../cli/run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'lockstep-test-'));
const run = (...words: readonly string[]) => cli(words, { systems: SYSTEMS });

function written(name: string, formation: number, more: string, rest = ''): string {
  const file = join(folder, `${name}.toml`);
  const setup = `plan = 1\nsystem = "live-a-live"\n[setup]\nformation = ${formation}\nscenario = "last"\n${more}\n`;
  const party = 'party = [{ character = "oersted", level = 28 }]\n';
  writeFileSync(file, `${setup}${party}[[do]]\ncommand = "wait"\nframes = 1\n${rest}`);
  return file;
}

type Cells = ReadonlySet<number>;

function boxAt(x: number, y: number, width: number, height: number): Cells {
  const cells = new Set<number>();
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++) cells.add(10 * row + column);
  return cells;
}

/** Counts by trying everything: each enemy within two columns and rows, inside of seven by seven, nobody on another. */
function countPlaces(number: number): number {
  const { allies, enemies } = FORMATIONS[number] as (typeof FORMATIONS)[number];
  const [first] = allies;
  let ways: Cells[] = [boxAt(first?.x ?? 0, first?.y ?? 0, 1, 1)];
  for (const { species, place } of enemies) {
    const { height, width } = sizeOf(species);
    const next: Cells[] = [];
    for (const taken of ways) {
      for (let y = place.y - 2; y <= place.y + 2; y++) {
        for (let x = place.x - 2; x <= place.x + 2; x++) {
          if (x < 0 || y < 0 || x + width > 7 || y + height > 7) continue;
          const box = boxAt(x, y, width, height);
          if ([...box].every((cell) => !taken.has(cell))) next.push(new Set([...taken, ...box]));
        }
      }
    }
    ways = next;
  }
  return ways.length;
}

async function placesOf(file: string, most = 100_000) {
  const plan = loadPlan(file);
  const system = await findPlanSystem(SYSTEMS, plan);
  const battle = await startBattle(system, plan);
  return { battle, places: system.capabilities.planning?.startPlaces?.(battle, most) };
}

describe('places that nobody has seen', () => {
  test.each([119, 118, 20])(
    'formation %i: as many as trying everything finds, each put as it is named',
    async (number) => {
      const { battle, places } = await placesOf(written(`many${number}`, number, ''));
      const expected = countPlaces(number);
      expect(places?.count).toBe(expected);
      const last = expected - 1;
      const seen = places?.name(last).replace('places = ', '') ?? '';
      places?.put(battle.image, last);
      const typed = await placesOf(written(`last${number}`, number, `places = ${seen}`));
      const notes = typed.battle.cells.find(({ name }) => name === 'unpublishedUsedMore')?.offset ?? -1;
      const other = [...battle.image.keys()].filter((at) => battle.image[at] !== typed.battle.image[at]);
      // all that the typed start has otherwise: it does not rest on the record's places
      expect(other).toEqual([notes]);
    },
  );

  test('more than are asked for are one more', async () => {
    const { places } = await placesOf(written('few', 118, ''), 10);
    expect(places?.count).toBe(11);
  });

  test('every answer names them, until they are typed', async () => {
    const words = "where units start: places as in the formation's record; the game shifts them: startPlaces";
    expect((await run('run', written('record', 119, ''))).out).toContain(words);
    expect((await run('run', written('seen', 119, 'places = [[5, 1]]'))).out).not.toContain('startPlaces');
  });

  test('seeds plays each of them', async () => {
    const { code, out } = await run('seeds', written('seeds', 119, ''), '--starts', 'places', '--workers', '1');
    expect(code).toBe(0);
    expect(out).toContain('from all 24 ways to start within two columns and two rows');
  });

  test('a route is played from each of them: the one that stands in the way breaks it', async () => {
    const search = '[search]\nmoves = [{ command = "move", x = [2, 4], y = 2 }]\ngoal = { "ally[0].cellX" = 4 }\n';
    const { code, out } = await run('route', 'search', written('route', 119, '', search));
    expect(code).toBe(0);
    expect(out).toMatch(/^ *places = \[\[4, 2\]\]: breaks at step 1: the move is refused: /mu);
    expect(out.match(/^ *places = .*breaks/gmu)).toHaveLength(1);
  });
});

describe('the same commands under other settings', () => {
  const verify = async (more: string) => run('route', 'verify', written('verify', 119, '', more));
  const move = '[[do]]\ncommand = "move"\nx = 4\ny = 2\n';

  test('a plan is played from every other place, and the one in the way breaks it at its line', async () => {
    const { code, out } = await verify(move);
    expect(code).toBe(0);
    expect(out).toMatch(/ {2}the same commands under other settings, one changed at a time \(\d+\): holds/u);
    expect(out).toMatch(
      / {4}places = \[\[4, 2\]\]: breaks at step 2: line 13: result is rejected with E_\w+, not accepted/u,
    );
    expect(out.match(/places = .*: breaks at step 2/gu)).toHaveLength(1);
  });

  test('a checkpoint that another place misses breaks it', async () => {
    const { out } = await verify('[[expect]]\nafter = 1\ncells = { "enemy[0].cellX" = 3 }\n');
    // four of the five columns are not its own, in five rows; two switches have lines as well, and twelve are printed
    expect(out).toMatch(/breaks 20 \(at step \d+\)$/mu);
    expect(out.match(/places = .*: breaks at step \d+: .*enemy\[0\]\.cellX is \d, not 3/gu)).toHaveLength(10);
    expect(out).toContain('and 10 more, each in --json');
  });

  test('JSON has a row for each; a plan that fails by itself is not played under others', async () => {
    const good = JSON.parse((await run('route', 'verify', written('rows', 119, '', move), '--json')).out) as {
      readonly otherSettings: readonly { readonly switch: string }[];
    };
    expect(good.otherSettings.filter((row) => row.switch === 'places')).toHaveLength(23);
    const wrong = '[[expect]]\nafter = 1\ncells = { "enemy[0].cellX" = 5 }\n';
    const bad = await run('route', 'verify', written('wrong', 119, '', wrong), '--json');
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.out)).toMatchObject({ otherSettings: [] });
  });
});

describe('places that were seen', () => {
  test.each([
    ['another number than the enemies', 'places = [[3, 2]]', 'setup.places has 1 place, the formation 3 enemies'],
    ['one on another', 'places = [[1, 1], [1, 1], [2, 3]]', 'setup.places[1] covers 1, 1, where somebody is'],
    ['a column alone', 'places = [[1], [1, 1], [2, 3]]', 'setup.places[0] is a column and a row, such as [3, 2]'],
    ['outside of the field', 'places = [[7, 1], [1, 1], [2, 3]]', 'setup.places[0][0]'],
  ])('%s: one error, exit 2', async (name, places, message) => {
    const { code, err, out } = await run('run', written(name.replaceAll(' ', '-'), 118, places));
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  test('enemies that are listed have their places', async () => {
    const file = written('listed', 118, 'places = [[1, 1]]\nenemies = [{ species = "namcat", x = 0, y = 0 }]');
    expect((await run('run', file)).err).toMatch(/setup names either a formation or enemies|places/u);
  });

  test('where every enemy has its place there is nothing to shift', async () => {
    const { code, err } = await run('seeds', 'traces/live-a-live/present-day-namcat.toml', '--starts', 'places');
    expect(code).toBe(2);
    expect(err).toContain('every unit of this battle starts where the plan has it');
  });
});
