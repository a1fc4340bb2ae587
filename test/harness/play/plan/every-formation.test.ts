/** Every formation of the game, by number and by the names of its enemies: it runs, or one line says why it does not. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { SPECIES } from '../../../../rom-map/tables/species.js';
import { cli } from '../../cli/run-cli.js';

const FORMATIONS = 251;
const file = join(mkdtempSync(join(tmpdir(), 'lockstep-test-')), 'formation.toml');

/** Exit code and error of a battle with a formation; `cli` refuses messages of more than 300 characters. */
async function tried(formation: number | string) {
  const plan = [
    'plan = 1',
    'system = "live-a-live"',
    '[setup]',
    `formation = ${JSON.stringify(formation)}`,
    'generator = [231, 238, 231, 131]',
    'party = [{ character = "takahara", level = 16 }]',
    '[[do]]',
    'command = "step"',
    '',
  ];
  writeFileSync(file, plan.join('\n'));
  return cli(['run', file], { systems: SYSTEMS });
}

test('each number runs, or is refused with its reason', async () => {
  const refused: string[] = [];
  for (let number = 0; number < FORMATIONS; number++) {
    const { code, err } = await tried(number);
    if (code === 0) continue;
    expect([code, err.split('\n').length], `formation ${number}: ${err}`).toEqual([2, 2]);
    refused.push(`${number}: ${err}`);
  }
  const others = refused.filter((line) => !line.includes(' E_PARTY '));
  // an enemy of this formation covers the hero's place in its record
  expect(others.map((line) => line.split(' ')[0])).toEqual(['93:']);
  expect(others[0]).toContain('E_OVERLAP setup.formation covers 3, 3');
  expect(refused.length).toBeLessThan(FORMATIONS / 3);
});

test('each name of an enemy stands for its formation, or the line says where it stands', async () => {
  for (const { id } of SPECIES.rows) {
    const { code, err } = await tried(id);
    if (code === 0) continue;
    expect([code, err.split('\n').length], `${id}: ${err}`).toEqual([2, 2]);
    expect(err, id).toContain(id);
  }
});
