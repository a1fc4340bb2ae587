/** Presets: who stands there at which level, and the battle. Figures of the guides and of the facts' table of characters, typed by hand. */
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { PRESETS } from '../../../../core/live-a-live/setup/presets.js';
import { apply, read } from '../../../../core/system/battle.js';
import { RuleError } from '../../../../core/system/system.js';

/** Scenario, characters with their levels, enemies, and the greatest HP of the first kind. */
const EXPECTED: Readonly<Record<string, readonly [number, readonly (readonly [number, number])[], number, number]>> = {
  'prehistoric-king-mammoth': [
    1,
    [
      [4, 12],
      [5, 4],
    ],
    1,
    992,
  ],
  'kung-fu-tiger': [
    3,
    [
      [8, 10],
      [9, 8],
      [10, 8],
      [11, 8],
    ],
    1,
    90,
  ],
  'bakumatsu-ryunosuke': [
    7,
    [
      [14, 13],
      [15, 9],
    ],
    5,
    1248,
  ],
  'western-mad-dog': [
    4,
    [
      [12, 9],
      [13, 8],
    ],
    3,
    704,
  ],
  'western-fifteen': [
    4,
    [
      [12, 9],
      [13, 8],
    ],
    15,
    704,
  ],
  'present-day-odie-o': [5, [[16, 2]], 1, 832],
  'near-future-crusader': [6, [[17, 4]], 1, 10],
  'science-fiction-captain-square': [2, [[21, 7]], 3, 144],
  'medieval-entomophobia': [0, [[0, 10]], 1, 80],
  'last-limber-scylla': [
    8,
    [
      [16, 18],
      [12, 18],
      [14, 18],
      [17, 18],
    ],
    4,
    320,
  ],
  'last-odio': [
    8,
    [
      [16, 20],
      [12, 20],
      [14, 20],
      [17, 20],
    ],
    4,
    800,
  ],
};

function created(setup: object) {
  return LIVE_A_LIVE_BATTLE.create(setup);
}

test('each chapter has one, and each gives its party and its battle, which runs', () => {
  const chapters = new Set<number>();
  for (const [preset, [scenario, members, enemies, hp]] of Object.entries(EXPECTED)) {
    const battle = created({ preset, generator: [1, 2, 3, 4] });
    const party = [0, 1, 2, 3]
      .map((slot) => [read(battle, `ally[${slot}].id`), read(battle, `ally[${slot}].level`)] as const)
      .filter(([id]) => id !== 0xff);
    const found = [read(battle, 'scenario'), party, read(battle, 'enemyCount'), read(battle, 'species[0].maxHp')];
    expect(found, preset).toEqual([scenario, members, enemies, hp]);
    expect(() => apply(LIVE_A_LIVE_BATTLE, battle, { command: 'step' }), preset).not.toThrow();
    chapters.add(scenario);
  }
  expect([...chapters].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('every preset is listed here, or refused with its reason; each names a source', () => {
  const refused = PRESETS.filter(({ id }) => EXPECTED[id] === undefined);
  expect(refused.map(({ id }) => id)).toEqual(['western-duel']);
  expect(() => created({ preset: 'western-duel' })).toThrow(
    /formation 172 \(ACh, mode 40h\) makes enemies of allies.*Give your own image/u,
  );
  for (const { id, source } of PRESETS) expect(source, id).toMatch(/\.html|\?eid=|hosoboso\/livealive@/u);
});

test('what the set-up says itself goes before', () => {
  const battle = created({
    preset: 'last-limber-scylla',
    formation: 0x76,
    party: [{ character: 'cube' }],
    enemies: [{ species: 'jigen-genzaemon', level: 9, maxHp: 48, hp: 40, power: 3 }],
  });
  const cells = [
    'scenario',
    'ally[0].id',
    'ally[1].id',
    'enemyCount',
    'species[0].level',
    'species[0].maxHp',
    'enemy[0].hp',
  ];
  expect(cells.map((name) => read(battle, name))).toEqual([8, 20, 255, 3, 9, 48, 40]);
});

test('an unknown one is refused, and a plan says in one short line what there is', async () => {
  expect(() => created({ preset: 'western' })).toThrow(RuleError);
  expect(() => created({ preset: 'western' })).toThrow('setup.preset: there is no preset western');
});
