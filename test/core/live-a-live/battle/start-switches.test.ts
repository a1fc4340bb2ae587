/** Switches of the battle's start and of cutting in: what they change, and whom they do not concern. */
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { drawPurpose } from '../../../../core/live-a-live/memory/draw-sites.js';
import { createEventBuffer, encodeCommand, read, readEvents } from '../../../../core/system/battle.js';
import { FORMATIONS } from '../../../../rom-map/tables/formations.js';
import { SPECIES } from '../../../../rom-map/tables/species.js';

type Switches = Readonly<Record<string, string | number>>;

const PARTY = [{ character: 'takahara' }];
const FRESH = { party: PARTY, generator: [1, 2, 3, 4] };

/** Sites of the draws of the first command. */
function firstDraws(formation: number, switches: Switches): { readonly sites: number[]; readonly x: number } {
  const battle = LIVE_A_LIVE_BATTLE.create({ ...FRESH, formation }, switches);
  const events = createEventBuffer(1 << 16);
  expect(battle.step(encodeCommand(LIVE_A_LIVE_BATTLE, battle, { command: 'turn', way: 'left' }), events)).toBe(0);
  const draws = readEvents(LIVE_A_LIVE_BATTLE, events).filter(({ event }) => event === 'draw');
  const sites = draws.map(({ values }) => (values['site'] ?? 0) >>> 0);
  return { sites, x: read(battle, 'enemy[0].cellX') };
}

function typesOf(formation: number): readonly number[] {
  return (FORMATIONS[formation]?.enemies ?? []).map(({ species }) => SPECIES.rows[species]?.values.type ?? 0);
}

/** A formation of mode 0 whose enemies all have no type. */
const TYPELESS = FORMATIONS.findIndex(
  ({ mode, enemies, number }) => mode === 0 && enemies.length > 1 && typesOf(number).every((type) => type === 0),
);

test('startOffset: so many draws for each enemy without a type come first; the places stay', () => {
  const count = typesOf(TYPELESS).length;
  const plain = firstDraws(TYPELESS, {});
  for (const draws of [1, 2]) {
    const { sites, x } = firstDraws(TYPELESS, { startOffset: draws });
    const placing = sites.slice(0, draws * count);
    expect(placing.map(drawPurpose)).toEqual(Array(draws * count).fill(expect.stringMatching(/^place of an enemy/)));
    expect([sites.slice(draws * count).length, x]).toEqual([plain.sites.length, plain.x]);
  }
  expect(plain.sites.map(drawPurpose).join()).not.toMatch(/place of an enemy/);
});

test('startOffset: enemies with a type are not concerned', () => {
  expect(typesOf(0xde)).toEqual([1]);
  expect(firstDraws(0xde, { startOffset: 2 })).toEqual(firstDraws(0xde, {}));
});

test('decisionInput: an ally cuts in before the second pass only where it may', () => {
  const decisionAfter = (switches: Switches): readonly number[] => {
    const battle = LIVE_A_LIVE_BATTLE.create({ ...FRESH, formation: 0xde }, switches);
    const steps: number[] = [];
    const play = (command: Readonly<Record<string, unknown>> & { command: string }): void => {
      const wait = encodeCommand(LIVE_A_LIVE_BATTLE, battle, { command: 'wait', frames: 1 });
      const given = battle.step(encodeCommand(LIVE_A_LIVE_BATTLE, battle, command), undefined);
      if (given !== 0) battle.step(wait, undefined);
      if (read(battle, 'actionPoints') >= 256 && read(battle, 'turnFlag') !== 0) {
        steps.push(read(battle, 'actingEnemy') === 0 ? 0 : read(battle, 'enemy[0].aiStep') & 0x0f);
      }
    };
    for (let turn = 0; turn < 40; turn++) play({ command: 'step', frames: 0 });
    return steps;
  };
  expect(Math.min(...decisionAfter({}))).toBeLessThan(4);
  expect(decisionAfter({ decisionInput: 'secondPass' }).filter((step) => step < 4)).toEqual([]);
});
