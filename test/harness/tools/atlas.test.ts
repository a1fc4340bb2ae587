/** The atlas: every kept route, played command by command, comes to what the page says. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../core/live-a-live/index.js';
import { apply, createEventBuffer, read, readEvents } from '../../../core/system/battle.js';
import { RuleError } from '../../../core/system/system.js';
import { packageRoot } from '../../../harness/base/package-root.js';
import { loadPlan } from '../../../harness/play/plan/read-plan.js';
import { startBattle } from '../../../harness/play/plan/start.js';
import { findFault } from '../../../harness/play/trace/schemas/check.js';
import type { RowCommand } from '../../../harness/play/trace/types.js';
import { ATLAS_FOLDER, ATLAS_PAGE, type AtlasAnswer, keptAnswers } from '../../../harness/tools/atlas/answers.js';
import { atlasPage } from '../../../harness/tools/atlas/page.js';
import { atlasPlans } from '../../../harness/tools/atlas/search-atlas.js';

const root = packageRoot();
const atlas = keptAnswers(root);
const fileOf = (plan: string): string => join(root, ATLAS_FOLDER, `${plan}.toml`);

interface Played {
  readonly actions: number;
  readonly enemyActions: number;
  readonly frames: number;
  readonly won: boolean;
}

/** An enemy's skill fires, its step begins, its turn is booked. */
const ENEMY_ACTS = new Set([0xc1941e, 0xc1283a, 0xc1e44a]);

async function played(
  { plan }: AtlasAnswer,
  moves: readonly RowCommand[],
  switches: Readonly<Record<string, string | number>> = {},
): Promise<Played> {
  const written = loadPlan(fileOf(plan));
  const ruleset = { ...written.ruleset, switches: { ...written.ruleset.switches, ...switches } };
  const battle = await startBattle(LIVE_A_LIVE_BATTLE, { ...written, ruleset });
  let enemyActions = 0;
  for (const command of moves) {
    const events = createEventBuffer(1 << 17);
    apply(LIVE_A_LIVE_BATTLE, battle, command as Parameters<typeof apply>[2], events);
    expect(events.lost).toBe(0);
    const found = readEvents(LIVE_A_LIVE_BATTLE, events);
    enemyActions += found.filter(
      ({ event, values }) => event === 'routine' && ENEMY_ACTS.has(values['routine'] ?? 0),
    ).length;
  }
  const won = read(battle, 'battleResult') === 1 && read(battle, 'enemy[0].hp') === 0;
  return { actions: moves.length, enemyActions, frames: read(battle, 'battleFrames'), won };
}

/** A route under another setting: a move that is refused there is no win. */
async function playedUnder(...words: Parameters<typeof played>): Promise<Played> {
  try {
    return await played(...words);
  } catch (error) {
    if (error instanceof RuleError) return { actions: 0, enemyActions: 0, frames: 0, won: false };
    throw error;
  }
}

/** Every other value of every switch of the battle: none of the plans chooses one. */
const OTHER_VALUES = LIVE_A_LIVE_BATTLE.switches.flatMap(({ name, values, default: normal }) =>
  values.filter((value) => value !== normal).map((value) => ({ name, value })),
);

test.each(atlas.answers)('$plan: under every other setting it comes to what the page says', async (answer) => {
  const { route, settings } = answer;
  if (route === null || settings === null) throw new Error('no route');
  // every enemy of the chapter has a type: none of them is shifted
  expect(settings.played).toBe(OTHER_VALUES.length);
  for (const { name, value } of OTHER_VALUES) {
    const { actions, frames, won } = await playedUnder(answer, route.moves, { [name]: value });
    const told = settings.changing.find((row) => row.switch === name && row.value === value)?.verdict ?? 'holds';
    expect(won, `${name} = ${value}`).toBe(told !== 'breaks');
    if (told === 'holds') expect([actions, frames]).toEqual([route.amounts.actions, route.amounts.frames]);
  }
});

test('every plan of the atlas has an answer, of the plan as it is', () => {
  expect(atlas.answers.map(({ plan }) => plan)).toEqual(atlasPlans(root));
  expect(atlas.answers).toHaveLength(14);
  for (const { plan, planHash } of atlas.answers) {
    expect(
      createHash('sha256')
        .update(readFileSync(fileOf(plan)))
        .digest('hex'),
      plan,
    ).toBe(planHash);
  }
});

test('all plans search among the same moves for the same goal', () => {
  const asked = atlas.answers.map(({ plan }) => loadPlan(fileOf(plan)).search as { moves: unknown; goal: unknown });
  for (const { moves, goal } of asked)
    expect({ moves, goal }).toEqual({ moves: asked[0]?.moves, goal: asked[0]?.goal });
});

test.each(atlas.answers)('$plan: the route wins at its cost', async (answer) => {
  const { route, proven, bound, plan } = answer;
  if (route === null) {
    expect(proven).toBe(false);
    return;
  }
  const { amounts, cost, moves } = route;
  const { actions, enemyActions, frames } = amounts;
  expect(await played(answer, moves)).toEqual({ actions, enemyActions, frames, won: true });
  expect(cost).toBe(plan.endsWith('-enemy-actions') ? 100 * enemyActions + actions : actions);
  expect(proven ? bound === cost : bound < cost).toBe(true);
  // one command less is no win
  expect((await played(answer, moves.slice(0, -1))).won).toBe(false);
});

test('a proof of one question is never above a route of the other', () => {
  const actionsOf = (plan: string): AtlasAnswer | undefined => atlas.answers.find((answer) => answer.plan === plan);
  for (const { plan, route } of atlas.answers.filter((answer) => answer.plan.endsWith('-fewest-enemy-actions'))) {
    const other = actionsOf(plan.replace('-enemy', ''));
    if (route === null || other === undefined) continue;
    expect(other.bound, plan).toBeLessThanOrEqual(route.amounts.actions);
  }
});

test('the page is made from the answers, which follow their schema', () => {
  expect(findFault('atlas', atlas)).toBe(undefined);
  expect(findFault('atlas', { ...atlas, answers: [{ ...atlas.answers[0], bound: -1 }] })).not.toBe(undefined);
  expect(readFileSync(join(root, ATLAS_PAGE), 'utf8')).toBe(atlasPage(atlas));
});
