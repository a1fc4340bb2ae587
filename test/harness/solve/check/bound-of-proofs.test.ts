/**
 * The proofs of the atlas rely on the core's lower bound. Here the checker takes them again, and every bound that it asks for, of listed
 * states and of those that a bound leaves out, must be the figure of the slow reference.
 *
 * Two proofs are taken here. `LOCKSTEP_LONG=1` takes all, with the certificates that `npm run atlas` left in `dist/atlas`: minutes. Of a
 * proof of thousands of states one bound of fifty is compared.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import type { CellRange, PricedCommand, System } from '../../../../core/system/system.js';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { checkCertificate } from '../../../../harness/solve/check/check.js';
import { ATLAS_FOLDER, keptAnswers } from '../../../../harness/tools/atlas/answers.js';
import { ENEMY, ENEMY_BYTES, FIRST_ENEMY } from '../../../references/live-a-live/addresses.js';
import { stateOf } from '../../../references/live-a-live/harm-of-skills.js';
import { leastPrice, type Wanted, wantedForWin } from '../../../references/live-a-live/least-price.js';
import { byte, type Skirmish } from '../../../references/live-a-live/memory.js';
import { runBuilt } from '../../fixtures/compile-sources.js';
import { testFolder } from '../../fixtures/files.js';

const QUICK = ['great-asia-fewest-actions', 'moribe-seishi-fewest-actions'];
/** One bound of so many, in a proof of more than so many states. */
const [EVERY, LARGE] = [50, 1000];
const isLong = process.env['LOCKSTEP_LONG'] === '1';

const folder = testFolder();
const root = packageRoot();

/** What no plan of the atlas sets otherwise. */
const SWITCHES = { onsetLevel: 'asLabelled', asksInSecondPass: false } as const;

/** The one enemy must have no HP left; who lost them by leaving the battle has not. */
function wantedOf(opening: Skirmish, goal: readonly CellRange[]): Wanted[] {
  expect(goal.map(({ cell: { name }, min, max }) => [name, min, max])).toEqual([
    ['enemy[0].hp', 0, 0],
    ['battleResult', 1, 1],
  ]);
  expect(wantedForWin(opening)).toEqual([{ enemy: FIRST_ENEMY, left: 0, orOut: true }]);
  expect(byte(opening, FIRST_ENEMY + ENEMY.state) & 0x40).toBe(0x40);
  expect(byte(opening, FIRST_ENEMY + ENEMY_BYTES + ENEMY.state) & 0x40).toBe(0);
  return [{ enemy: FIRST_ENEMY, left: 0, orOut: false }];
}

interface Counts {
  asked: number;
  compared: number;
  above: number;
}

/** The system with a bound that must agree with its reference, once of so many times that it is asked. */
function comparing(counts: Counts, every: number): System {
  const { capabilities } = LIVE_A_LIVE_BATTLE;
  const planning = capabilities.planning;
  const mineOf = planning?.costLowerBound;
  if (planning === undefined || mineOf === undefined) throw new Error('no bound');
  const costLowerBound = (battle: LiveALiveBattle, goal: readonly CellRange[], commands: readonly PricedCommand[]) => {
    const state = () => stateOf(battle.image, battle.machine.tables.bankD5, SWITCHES);
    const opening = state();
    const [mine, theirs] = [
      mineOf(battle, goal, commands),
      leastPrice(opening, wantedOf(opening, goal), commands, SWITCHES),
    ];
    if (mine === undefined || theirs === undefined) throw new Error('no bound');
    return () => {
      const bound = mine();
      if (counts.asked++ % every !== 0) return bound;
      expect(bound).toBe(theirs(state()));
      counts.compared++;
      if (bound > 0) counts.above++;
      return bound;
    };
  };
  return {
    ...LIVE_A_LIVE_BATTLE,
    capabilities: { ...capabilities, planning: { ...planning, costLowerBound } },
  } as System;
}

/** A certificate: the one that `npm run atlas` made, or the search's own. */
function certificateOf(name: string, plan: string): string {
  const kept = join(root, 'dist/atlas', `${name}.jsonl`);
  if (isLong && existsSync(kept)) return kept;
  const file = join(folder.path, `${name}.jsonl`);
  const options = ['--workers', '1', '--trust', 'bound'];
  const { code, err } = runBuilt(['route', 'search', plan, ...options, '--certificate', file]);
  expect([code, err]).toEqual([0, expect.stringContaining(': the proof, ')]);
  return file;
}

const proofs = keptAnswers(root).answers.filter(({ plan }) => isLong || QUICK.includes(plan));

test.each(proofs)(
  '$plan',
  async ({ plan: name, certificate }) => {
    const plan = join(root, ATLAS_FOLDER, `${name}.toml`);
    const every = (certificate?.states ?? 0) > LARGE ? EVERY : 1;
    const counts = { asked: 0, compared: 0, above: 0 };
    const systems = [comparing(counts, every)];
    const checked = await checkCertificate(certificateOf(name, plan), { systems, planFile: plan });
    expect(checked).toMatchObject({ accepted: true, proven: { states: certificate?.states, trusts: ['bound'] } });
    // the state of every line, and whatever a move leads to that is no goal
    expect(counts.compared * every).toBeGreaterThan(checked.proven?.states ?? 0);
    expect(counts.above).toBeGreaterThan(0);
    if (isLong) process.stdout.write(`${name}: ${JSON.stringify(counts)}\n`);
  },
  isLong ? 3_600_000 : 120_000,
);
