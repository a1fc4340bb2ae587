/**
 * Whether the least price counts on a level that an abnormality lowers: a kick takes 19 from a samurai of level 13 and body 27, and 31 once its
 * level can fall (figures in `damage-bound.test.ts`).
 */
import { expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { publishedTables } from '../../../../core/live-a-live/memory/tables.js';
import { encodeCommand } from '../../../../core/system/battle.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { SKILL_TABLE } from '../../../references/live-a-live/addresses.js';
import { KICK, type Priced, PUNCH, priceOf } from './priced-commands.js';

/** Abnormalities by what their rows do to the level: +1, -2. */
const [RAISES, LOWERS] = [1, 3];
/** Attribute of a blow from behind. */
const BACK = 7;

interface Onset {
  /** Abnormalities of the samurai's species, by the attribute that brings them on. */
  readonly brought?: Readonly<Record<number, number>>;
  /** Type bytes of both skills: attribute, and bit 7 of a recovery. */
  readonly kick: number;
  readonly punch?: number;
  /** Byte 22 of the kick: bit 7 and an abnormality of its own. */
  readonly own?: number;
}

/** Whether one kick is taken to be enough for 20 HP. */
function lowers({ brought = {}, kick, punch, own = 0 }: Onset): boolean {
  const tables = publishedTables();
  const party = [{ character: 'takahara', x: 1, y: 2 }];
  const setup = { formation: 'moribe-seishi', party, generator: [1, 2, 3, 4] };
  const battle = createBattle(setup, { onsetLevel: 'asLabelled' }, tables);
  const record = (command: typeof KICK): number =>
    SKILL_TABLE + 25 * (encodeCommand(LIVE_A_LIVE_BATTLE, battle, command)[1] ?? 0);
  tables.bankD5[record(KICK) + 13] = kick;
  tables.bankD5[record(KICK) + 22] = own;
  if (punch !== undefined) tables.bankD5[record(PUNCH) + 13] = punch;
  const { set } = cellsOf(battle.image).species(0);
  // of two attributes the even one has the high half of a byte
  for (let pair = 0; pair < 8; pair++)
    set({ [`counterAbnormality[${pair}]`]: 16 * (brought[2 * pair] ?? 0) + (brought[2 * pair + 1] ?? 0) });
  const commands: Priced[] = [[1, KICK], ...(punch === undefined ? [] : [[1000, PUNCH] as const])];
  expect([priceOf(battle, 19, commands), priceOf(battle, 32, commands)]).toEqual([1, 2]);
  return priceOf(battle, 20, commands) === 1;
}

test.each<[string, Onset, boolean]>([
  ['without one', { kick: 4 }, false],
  ['brought on by the kick’s even attribute', { brought: { 4: LOWERS }, kick: 4 }, true],
  ['brought on by the odd one beside it', { brought: { 5: LOWERS }, kick: 4 }, false],
  ['brought on by the kick’s odd attribute', { brought: { 5: LOWERS }, kick: 5 }, true],
  ['brought on by the even one beside it', { brought: { 4: LOWERS }, kick: 5 }, false],
  ['brought on from behind', { brought: { [BACK]: LOWERS }, kick: 4 }, true],
  ['that raises the level', { brought: { 4: RAISES, [BACK]: RAISES }, kick: 4 }, false],
  ['of the kick itself', { kick: 4, own: 0x80 + LOWERS }, true],
  ['that the kick’s byte names without its bit 7', { kick: 4, own: LOWERS }, false],
  ['of the species in place of the kick’s own', { brought: { 4: LOWERS }, kick: 4, own: 0x80 + RAISES }, true],
  [
    'of the kick itself, where every attribute brings on another one',
    { brought: { 4: RAISES, [BACK]: RAISES }, kick: 4, own: 0x80 + LOWERS },
    false,
  ],
  ['brought on by another attack', { brought: { 4: LOWERS }, kick: 5, punch: 4 }, true],
  ['brought on by a recovery’s attribute', { brought: { 4: LOWERS }, kick: 5, punch: 0x84 }, false],
])('an abnormality %s', (_, onset, falls) => {
  expect(lowers(onset)).toBe(falls);
});
