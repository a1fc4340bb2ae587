/** The matchers of `battle-lockstep/vitest`: what holds, what does not, and what is neither. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { fftcg } from '../../core/fftcg/index.js';
import { LIVE_A_LIVE_BATTLE } from '../../core/live-a-live/index.js';
import { srpgMovement } from '../../core/srpg-movement/index.js';
import { apply, snapshot } from '../../core/system/battle.js';
import type { Battle } from '../../core/system/system.js';
import { packageRoot } from '../../harness/base/package-root.js';
import { loadPlan } from '../../harness/play/plan/read-plan.js';
import { startPlan } from '../../harness/play/plan/run.js';
import '../../harness/vitest.js';
import { sealed } from './fixtures/ticker-log.js';

const folder = mkdtempSync(join(tmpdir(), 'lockstep-vitest-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shipped = (path: string): string => join(packageRoot(), path);
const LOG = shipped('traces/logs/party-charge.jsonl.gz');
const PLAN = shipped('traces/srpg-movement/guide.toml');

function written(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** Lines of the log: the header, its rows, the footer. */
const lines = gunzipSync(readFileSync(LOG)).toString('utf8').trimEnd().split('\n');
const cut = written('cut.jsonl', `${lines.slice(0, 40).join('\n')}\n`);
const headerAlone = written('header.jsonl', sealed(JSON.parse(lines[0] ?? ''), []));

/** What a matcher says when it fails. */
async function said(asked: () => Promise<void> | void): Promise<string> {
  try {
    await asked();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it did not fail');
}

describe('a log', () => {
  test('holds, by its path and by its URL', async () => {
    await expect(LOG).toHoldInLockstep();
    await expect(new URL(`file://${LOG}`)).toHoldInLockstep();
  });
  test('fails with frame, cell, mine, theirs, routine and command', async () => {
    // the mutant M511 takes its cap one too high (test/fixtures/rom-mutants.json)
    const file = shipped('test/fixtures/rom-M511.jsonl.gz');
    await expect(file).not.toHoldInLockstep();
    const [head, ...rest] = (await said(() => expect(file).toHoldInLockstep())).split('\n');
    expect(head).toMatch(/: frame 166: actionPoints: mine 539, theirs 540 \(C1:[0-9A-F]{4}\)$/u);
    expect(rest.join('\n')).toContain('actionPoints at 7E03AE: mine 539 (21Bh), theirs 540 (21Ch)');
    expect(rest.at(-1)).toBe(`    reproduce with: npx lockstep verify ${file} --from 166`);
  });
  test('of a held log says so under not', async () => {
    expect(await said(() => expect(LOG).not.toHoldInLockstep())).toMatch(
      /^\S+ holds in lockstep\n.*363 frames of 363 compared and equal/u,
    );
  });
  test('of which nothing was compared does not hold, and does not differ', async () => {
    const expected = /^E_NOTHING_COMPARED \S+header\.jsonl: nothing was compared/u;
    expect(await said(() => expect(headerAlone).toHoldInLockstep())).toMatch(expected);
    expect(await said(() => expect(headerAlone).not.toHoldInLockstep())).toMatch(expected);
    expect(await said(() => expect(headerAlone).toHoldInLockstep({ partial: true }))).toMatch(expected);
  });
  test('without its footer holds only where a part is enough', async () => {
    const expected = /^E_TRACE_INCOMPLETE \S+cut\.jsonl: .* toHoldInLockstep\(\{ partial: true \}\)$/u;
    expect(await said(() => expect(cut).toHoldInLockstep())).toMatch(expected);
    expect(await said(() => expect(cut).not.toHoldInLockstep())).toMatch(expected);
    expect(await said(() => expect(cut).toHoldInLockstep({ partial: false }))).toMatch(expected);
    await expect(cut).toHoldInLockstep({ partial: true });
  });
  test('without its footer and with a difference names a command that shows it', async () => {
    const rows = lines.slice(0, 40);
    // the timer of a battle counts down in every frame: it is the last cell that changes
    const row = JSON.parse(rows[39] ?? '') as [number, number, number[]];
    row[2][row[2].length - 1] = 1;
    const file = written('cut-and-changed.jsonl', `${[...rows.slice(0, 39), JSON.stringify(row)].join('\n')}\n`);
    const message = await said(() => expect(file).toHoldInLockstep({ partial: true }));
    expect(message).toContain(`frame ${row[0]}: battleTimer: mine `);
    expect(message).toContain(`reproduce with: npx lockstep verify ${file} --from ${row[0]} --partial`);
  });
  test('that is damaged or not there fails with its line, under not as well', async () => {
    const damaged = written('damaged.jsonl', `${[...lines.slice(0, 20), '[1', ...lines.slice(21)].join('\n')}\n`);
    for (const negated of [false, true]) {
      const ask = (file: string): Promise<void> =>
        negated ? expect(file).not.toHoldInLockstep() : expect(file).toHoldInLockstep();
      expect(await said(() => ask(damaged))).toMatch(/^E_\S+ \S+damaged\.jsonl:21: /u);
      expect(await said(() => ask(join(folder, 'none.jsonl')))).toMatch(/^E_FILE \S+none\.jsonl: /u);
    }
  });
  test('of a wrong type, and a wrong option, are named with what is legal', async () => {
    const log: unknown = 5;
    expect(await said(() => expect(log as string).toHoldInLockstep())).toMatch(
      /^E_USAGE: the log is of a wrong type; found number; expected a path, or a URL of a file/u,
    );
    const options: unknown[] = [{ parital: true }, { partial: 'yes' }, null];
    const told = [/no option parital; expected partial/u, /partial .*expected true or false/u, /found null; expected/u];
    for (const [index, wrong] of options.entries()) {
      expect(await said(() => expect(LOG).toHoldInLockstep(wrong as object))).toMatch(told[index] ?? /^$/u);
    }
  });
});

describe('a plan', () => {
  const text = readFileSync(PLAN, 'utf8');
  test('holds, by its path, by its URL and as loadPlan reads it', async () => {
    await expect(PLAN).toHold();
    await expect(new URL(`file://${PLAN}`)).toHold();
    await expect(loadPlan(PLAN)).toHold();
    // an id of the past
    await expect(shipped('traces/live-a-live/takahara-namcat.toml')).toHold();
  });
  test('fails with line, cell, expected, got and command', async () => {
    const source = readFileSync(shipped('traces/live-a-live/takahara-namcat.toml'), 'utf8');
    // L7 of the rules: four steps of 57
    const file = written('wrong.toml', source.replace('actionPoints = 228', 'actionPoints = 229'));
    const line = source.split('\n').findIndex((one) => one.includes('actionPoints = 228')) + 1;
    await expect(file).not.toHold();
    const message = await said(() => expect(file).toHold());
    const sentence = `${file}:${line}: step 2 (three to the left): cell actionPoints: expected 229, got 228`;
    expect(message.split('\n')[0]).toBe(sentence);
    expect(message.split('\n').at(-1)).toBe(`  reproduce with: npx lockstep run ${file}`);
  });
  test('with a refused command, or without anything to check, is wrong either way', async () => {
    const refused = written('refused.toml', text.replace(/\[\[do\]\][\s\S]*$/u, '[[do]]\ncommand = "fly"\n'));
    const empty = written('empty.toml', text.replace(/\[\[do\]\][\s\S]*$/u, ''));
    for (const [file, expected] of [
      [refused, /^E_PLAN_COMMAND \S+refused\.toml:\d+: /u],
      [empty, /^E_NOTHING_COMPARED \S+empty\.toml: /u],
    ] as const) {
      expect(await said(() => expect(file).toHold())).toMatch(expected);
      expect(await said(() => expect(file).not.toHold())).toMatch(expected);
    }
  });
});

describe('a battle', () => {
  const begin = () => startPlan(srpgMovement, loadPlan(PLAN));
  const other = () => startPlan(fftcg, loadPlan(shipped('traces/fftcg/attack.toml')));
  test('equals another one made alike, and a copy of its image', () => {
    const battle = begin();
    expect(battle).toBeEqualBattle(begin());
    expect({ ...battle, image: snapshot(battle) }).toBeEqualBattle(battle);
  });
  test('that differs shows cell, address, mine and theirs', async () => {
    const make = () => LIVE_A_LIVE_BATTLE.create({ formation: 0xf5, party: [{ character: 'takahara' }] });
    const [battle, other] = [make(), make()];
    apply(LIVE_A_LIVE_BATTLE, battle, { command: 'step' });
    expect(battle).not.toBeEqualBattle(other);
    // L7 of the rules: 57 for a step at speed 31
    expect(await said(() => expect(battle).toBeEqualBattle(other))).toMatch(
      /^the battles differ in \d+ of \d+ cells\n(?: {2}.*\n)*? {2}actionPoints at 7E03AE: mine 57 \(39h\), theirs 0 \(0h\): /u,
    );
  });
  test('is seen in every byte but those of working cells', () => {
    const battle = LIVE_A_LIVE_BATTLE.create({ formation: 0xf5, party: [{ character: 'takahara' }] });
    const isWorking = new Uint8Array(battle.image.length);
    for (const { scratch, offset, width } of battle.cells) {
      if (scratch === true) isWorking.fill(1, offset, offset + width);
    }
    const offsets = [...battle.image.keys()].filter((offset) => offset % 61 === 0);
    expect(new Set(offsets.map((offset) => isWorking[offset])).size).toBe(2);
    for (const offset of offsets) {
      const image = snapshot(battle);
      image[offset] = (image[offset] ?? 0) ^ 1;
      const changed = { ...battle, image };
      if (isWorking[offset] === 1) expect(changed).toBeEqualBattle(battle);
      else expect(changed).not.toBeEqualBattle(battle);
    }
  });
  test('of another system differs, and what is no battle is named', async () => {
    expect(await said(() => expect(begin()).toBeEqualBattle(other()))).toMatch(/alone has it|no cell in common/u);
    expect(await said(() => expect({} as Battle).toBeEqualBattle(other()))).toMatch(
      /^E_USAGE: the battle is of a wrong type; found object; expected a battle/u,
    );
  });
});

describe('the types', () => {
  test('say what a matcher is called on', () => {
    const wrong = (battle: Battle): void => {
      // @ts-expect-error a log is named by its path or URL
      expect(5).toHoldInLockstep();
      // @ts-expect-error an option that does not exist
      expect(LOG).toHoldInLockstep({ parital: true });
      // @ts-expect-error a plan is named by its path or URL, or read by loadPlan
      expect(undefined).toHold();
      // @ts-expect-error only a battle equals a battle
      expect(LOG).toBeEqualBattle(battle);
      // @ts-expect-error only a battle equals a battle
      expect(battle).toBeEqualBattle(LOG);
    };
    expect(wrong).toBeTypeOf('function');
  });
});
