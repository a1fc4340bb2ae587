/**
 * A unit that the setup does not field has cells of 0, or none: a condition that names it would
 * hold at once, or is a mistake. Every verb refuses it with the same line.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { readPlan } from '../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { taskOf } from '../../../../harness/solve/check/task.js';
import { cli } from '../../cli/run-cli.js';

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
const FOLDER = mkdtempSync(join(tmpdir(), 'lockstep-test-'));
const FILE = join(FOLDER, 'plan.toml');

interface Parts {
  readonly party?: string;
  readonly formation?: number;
  readonly steps?: string;
  readonly search?: string;
}

function planOf({ party = 'takahara', formation = 0xde, steps = '', search = '' }: Parts): string {
  return `plan = 1
system = "live-a-live-battle"
[setup]
formation = ${formation}
generator = [18, 52, 86, 120]
[[setup.party]]
character = "${party}"
${steps}
${search === '' ? '' : `[search]\nafter = 0\nmoves = [{ command = "step" }]\nlimits = { cost = 2 }\n${search}`}
`;
}

/** Runs a verb on a plan. @returns exit code and error line without the file's name */
async function told(plan: string, ...words: readonly string[]): Promise<readonly [code: number, line: string]> {
  writeFileSync(FILE, plan);
  const { code, err } = await cli(
    words.map((word) => (word === 'PLAN' ? FILE : word)),
    { systems: SYSTEMS },
  );
  return [code, err.replace(`${FILE}:`, 'line ').trim()];
}

const LINE = (at: number, found: string): string =>
  `E_PLAN_CELL line ${at}: column 1: this battle has no ${found.split('.')[0]}; found ${found}; ` +
  `expected ${found.startsWith('ally') ? 'ally[0] (takahara)' : 'enemy[0] (namcat)'}. Name one of them, or change the setup`;

test.each(['enemy[5].hp', 'enemy[15].hp', 'enemy[oersted].hp', 'ally[2].hp', 'ally[cube].hp'])(
  'goal, keep and checkpoints do not name %s',
  async (name) => {
    const goal = planOf({ search: `goal = { "${name}" = 0 }` });
    expect(await told(goal, 'route', 'search', 'PLAN')).toEqual([2, LINE(13, name)]);
    const keep = planOf({ search: `goal = { "enemy[0].hp" = 0 }\nkeep = { "${name}" = { max = 9 } }` });
    expect(await told(keep, 'route', 'search', 'PLAN')).toEqual([2, LINE(14, name)]);
    const step = planOf({ steps: `[[do]]\ncommand = "step"\nexpect = { "${name}" = 0 }` });
    for (const verb of [['run'], ['odds'], ['predict'], ['route', 'verify'], ['seeds', '--starts', 'waits']]) {
      expect(await told(step, ...verb, 'PLAN'), verb[0]).toEqual([2, LINE(10, name)]);
    }
  },
);

test('enemies that must not act, limits of luck and wanted states do not name one either', async () => {
  const never = planOf({ search: 'goal = { "enemy[0].hp" = 0 }\nnever = [5]' });
  expect(await told(never, 'route', 'search', 'PLAN')).toEqual([
    2,
    'E_PLAN_SEARCH line 14: column 1: no enemy has the number 5; found 5; expected enemy[0]. Enemies are counted from 0',
  ]);
  const step = planOf({ steps: '[[do]]\ncommand = "step"' });
  const wanted = 'this battle has no enemy[5]; found enemy 5 HP; expected enemy[0] (namcat). Name one of them';
  expect(await told(step, 'seeds', 'PLAN', '--want', 'won or enemy 5 HP = 0')).toEqual([
    2,
    `E_EXPRESSION: column 8: ${wanted}`,
  ]);
  expect(await told(step, 'locate', 'PLAN', '--saw', '1: enemy 5 HP = 0')).toEqual([
    2,
    `E_EXPRESSION: column 1: ${wanted}`,
  ]);
  expect((await told(step, 'odds', 'PLAN', '--target', 'enemy[5]'))[0]).toBe(2);
});

test('the reader of certificates refuses a goal on one as well', () => {
  const text = planOf({ search: 'goal = { "enemy[5].hp" = 0 }' });
  const plan = readPlan(new TextEncoder().encode(text), FILE);
  const battle = startPlan(LIVE_A_LIVE_BATTLE, plan);
  expect(() => taskOf('proof.jsonl', LIVE_A_LIVE_BATTLE, battle, plan)).toThrow('this battle has no enemy[5]');
});

test('who has fallen is there still, and so is who comes in the next battle', async () => {
  // Oersted alone against two enemies, then against three: formation 1 has no enemy[2], formation 2 has
  const first = readFileSync(join(PROJECT, 'traces/live-a-live/three-battles.toml'), 'utf8');
  const end = (name: string): string => first.replace('battleNumber = 2 }', `battleNumber = 2, "${name}" = 0 }`);
  expect((await told(end('enemy[2].hp'), 'run', 'PLAN'))[0]).toBe(0);
  const [code, line] = await told(end('enemy[3].hp'), 'run', 'PLAN');
  expect([code, line]).toEqual([2, expect.stringMatching(/^E_PLAN_CELL .*this battle has no enemy\[3\]/u)]);
  const wanted = (name: string) => told(first, 'seeds', 'PLAN', '--starts', 'waits', '--frames', '0', '--want', name);
  expect((await wanted('enemy[2].hp = 0'))[0]).toBe(0);
  expect((await wanted('enemy[9].hp = 0'))[0]).toBe(2);
});

const PASS = '{ command = "pass", player = "A" }';
const OTHERS = [
  ['fftcg/attack', 'card[tidus].power', 'card[watcher], card[barret]', PASS],
  ['fftcg/attack', 'player[C].damage', 'player[A], player[B]', PASS],
  [
    'srpg-movement/distances',
    'unit[9].hp',
    'unit[0] (two), unit[1] (three), unit[2] (five)',
    '{ command = "dumpMap" }',
  ],
  [
    'kurogane-engage/chance-commander',
    'unit[bob].x',
    'unit[0] (rifleman), unit[1] (gunner), unit[2] (commander)',
    '{ command = "declare", attacker = 0, target = 1, weapon = 0 }',
  ],
  [
    'holy-grail-war/seals',
    'unit[lancer].hp',
    'unit[emiya], unit[saber], unit[berserker], unit[watcher]',
    '{ command = "endTurn" }',
  ],
] as const;

test.each(OTHERS)('%s: %s is refused, and who is there is named', async (plan, name, there, move) => {
  const own = readFileSync(join(PROJECT, 'traces', `${plan}.toml`), 'utf8');
  const checked = `${own}\n[[expect]]\ncells = { "${name}" = 0 }\n`;
  const [code, line] = await told(checked, 'run', 'PLAN');
  const unit = name.slice(0, name.indexOf('.'));
  expect(code).toBe(2);
  expect(line).toMatch(/^E_PLAN_CELL line \d+: /u);
  expect(line).toContain(`this battle has no ${unit}; found ${name}; expected ${there}`);
  const searched = own.replace(/\n\[search\][\s\S]*$/u, '\n');
  const goal = `${searched}\n[search]\nafter = 0\nmoves = [${move}]\ngoal = { "${name}" = 0 }\n`;
  expect(await told(goal, 'route', 'search', 'PLAN')).toEqual([2, expect.stringContaining(`has no ${unit}; found`)]);
});
