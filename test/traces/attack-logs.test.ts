/** What the logs of the test ROM's second image show: every draw site of PROGRAM.md, both sides, every kind of consequence. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

type Row = [frame: number, pad: number, ...rest: unknown[]];

const SCENARIOS = [19, 20, 21, 22, 23, 24, 25, 26, 27];
/** Routines that draw in play, by PROGRAM.md; those of the battle's start (35A9, FC78) have nothing to roll in these scenarios. */
const SITES = ['1C02', '1ECE', '7835', '90A2', 'CBE3', 'D6B9', 'D726', 'D870', 'DB64', 'DC0C', 'DCC1', 'DD8F', 'E061'];

function log(name: string): { cells: string[]; rows: Row[] } {
  const path = fileURLToPath(new URL(`../../traces/logs/${name}.jsonl.gz`, import.meta.url));
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n');
  const header = JSON.parse(lines[0] ?? '') as { cells: [string, string, number][] };
  return { cells: header.cells.map(([name]) => name), rows: lines.slice(1, -1).map((line) => JSON.parse(line) as Row) };
}

const logs = SCENARIOS.map((scenario) => log(`soak-${scenario}`));

test('every row tells its draws, and all sites occur', () => {
  const sites = new Set<string>();
  for (const { rows } of logs) {
    for (const row of rows) {
      const at = row.indexOf('draws');
      expect(at).toBeGreaterThan(1);
      const draws = row[at + 1] as number[];
      for (let index = 0; index < draws.length; index += 3) {
        sites.add(((draws[index] ?? 0) & 0xffff).toString(16).toUpperCase());
      }
    }
  }
  expect([...sites].sort()).toEqual(SITES);
});

test('hits, totals, statuses, timers, changes and displacement all happen, on both sides', () => {
  const changes = new Map<string, number>();
  for (const { cells, rows } of logs) {
    for (const [, , cellsChanged] of rows) {
      if (!Array.isArray(cellsChanged)) continue;
      for (let index = 0; index < cellsChanged.length; index += 2) {
        const name = (cells[cellsChanged[index] as number] ?? '').replace(/\[\d+\]/, '');
        changes.set(name, (changes.get(name) ?? 0) + 1);
      }
    }
  }
  const expected = [
    ...['hitsAssigned', 'hitsLanded', 'singleHit', 'totalDamage', 'hp', 'statuses', 'pendingStatuses', 'timerSleep'],
    ...['timerPoison', 'timerParalysis', 'correctedLevel', 'struckFrom', 'changedStats', 'abnormality', 'facing'],
  ].map((name) => `enemy.${name}`);
  const allies = ['singleHit', 'totalDamage', 'correctedLevel', 'statuses', 'timerSleep', 'timerPoison'];
  for (const name of [...expected, ...allies.map((one) => `ally.${one}`), 'record.hp', 'changeTotalHp']) {
    expect([name, (changes.get(name) ?? 0) >= 20]).toEqual([name, true]);
  }
  // most who are pushed stand at an edge or beside somebody; an enemy's attack is answered where somebody knows its attribute
  const rare = [
    ...['cellX', 'cellY', 'wantedX', 'wantedY'].map((name) => [`enemy.${name}`, 4] as const),
    ...['fieldGrid', 'fieldCounter', 'ally.hitsCopy'].map((name) => [name, 40] as const),
    ...['attackerOffset', 'counterSkill', 'counterAlly'].map((name) => [name, 15] as const),
  ];
  for (const [name, least] of rare) expect([name, (changes.get(name) ?? 0) >= least]).toEqual([name, true]);
});
