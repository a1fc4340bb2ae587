/** What is told of random battles against the image before and after: HP, statuses, cells, facings, frames and draws, none left out. */
import { describe, expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { EVENT_DRAW } from '../../../../core/live-a-live/memory/machine.js';
import { namedUnit } from '../../../../core/live-a-live/memory/unit-names.js';
import { createEventBuffer, read, readEvents } from '../../../../core/system/battle.js';
import type { Happening, Named } from '../../../../core/system/system.js';
import { allyPointer, blockNumber, enemyPointer } from '../../../fixtures/live-a-live/battle-cells.js';

const AUTO = 10;
const RANDOM = 0;
const ATTACK = 1;
const { narration } = LIVE_A_LIVE_BATTLE;
const events = createEventBuffer(1 << 17);

/** What people can see of a unit, by the names of its cells. */
interface Seen {
  hp: number;
  statuses: number;
  cell: number;
  facing: number;
  abnormality: number;
}

function unitsOf(battle: LiveALiveBattle): Map<string, Seen> {
  const units = new Map<string, Seen>();
  const cell = (of: string): number => read(battle, `${of}.cellX`) + 8 * read(battle, `${of}.cellY`);
  for (let slot = 0; slot < 4; slot++) {
    const of = `ally[${slot}]`;
    if ((read(battle, `${of}.state`) & 0x40) === 0) continue;
    const record = blockNumber('record', read(battle, `${of}.record`));
    units.set(namedUnit(battle.image, allyPointer(slot)).id, {
      hp: read(battle, `record[${record}].hp`),
      statuses: read(battle, `${of}.statuses`),
      cell: cell(of),
      facing: read(battle, `${of}.facing`),
      abnormality: 0,
    });
  }
  for (let slot = 0; slot < 15; slot++) {
    const of = `enemy[${slot}]`;
    if (read(battle, `${of}.state`) === 0x80) break;
    if ((read(battle, `${of}.state`) & 0x40) === 0) continue;
    units.set(namedUnit(battle.image, enemyPointer(slot)).id, {
      hp: read(battle, `${of}.hp`),
      statuses: read(battle, `${of}.statuses`),
      cell: cell(of),
      facing: read(battle, `${of}.facing`) >> 6,
      abnormality: read(battle, `${of}.abnormality`),
    });
  }
  return units;
}

/** Changes the units as the happenings say. */
function follow(units: Map<string, Seen>, told: readonly Happening[]): void {
  const of = (named: Named | undefined): Seen | undefined => units.get(named?.id ?? '');
  for (const { kind, actor, amounts, results } of told) {
    const unit = of(actor);
    if (kind === 'walk' && unit !== undefined) unit.cell = (amounts['x'] ?? 0) + 8 * (amounts['y'] ?? 0);
    if (kind === 'turn' && unit !== undefined) unit.facing = amounts['facing'] ?? -1;
    for (const { target, amounts: figures, changes } of results) {
      const hit = of(target);
      if (hit === undefined) continue;
      if (figures['hp'] !== undefined) hit.hp = figures['hp'];
      for (const { what, before, after } of changes) {
        if (what === 'gone') units.delete(target.id);
        if (what !== 'statuses' && what !== 'cell' && what !== 'facing' && what !== 'abnormality') continue;
        expect(hit[what], `${target.id} ${what}`).toBe(before);
        hit[what] = after;
      }
    }
  }
}

const BATTLES: readonly (readonly [string, object])[] = [
  ['Tula Han', { formation: 0xd9, party: [{ character: 'takahara' }] }],
  ['Max Morgan', { formation: 0xdc, party: [{ character: 'takahara', level: 6 }] }],
  [
    'four allies',
    {
      formation: 0x10,
      scenario: 0,
      party: [
        { character: 'oersted', level: 10 },
        { character: 'straybow', level: 10 },
        { character: 3 },
        { character: 2 },
      ],
    },
  ],
  ['prehistory', { formation: 0x20, scenario: 1, party: [{ character: 4 }, { character: 5 }, { character: 6 }] }],
];

describe.each(BATTLES)('%s', (_, setup) => {
  test.each([RANDOM, ATTACK])('policy %i: what is told leads from one image to the next', (policy) => {
    let happenings = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const given: Record<string, unknown> = { ...setup, generator: [18 * seed, 52, 86, 120] };
      const battle = createBattle(given);
      for (let turn = 0; turn < 60 && read(battle, 'battleResult') === 0; turn++) {
        const before = battle.image.slice();
        const units = unitsOf(battle);
        events.length = 0;
        battle.step(Int32Array.of(AUTO, policy, 1, seed), events);
        expect(events.lost).toBe(0);
        const told = narration.tell(battle, before, events);
        follow(units, told);
        const seen = unitsOf(battle);
        const walked = told.filter(({ kind }) => kind === 'walk').map(({ actor }) => actor?.id ?? '');
        for (const [id, unit] of seen) {
          const mine = units.get(id);
          const where = `seed ${seed}, turn ${turn}, ${id}: ${told.map((one) => narration.sentence(one, 'en')).join(' | ')}`;
          // who walks faces the way it goes
          const facing = walked.includes(id) ? unit.facing : mine?.facing;
          expect({ ...mine, facing }, where).toEqual({ ...unit, facing: unit.facing });
        }
        expect([...units.keys()].sort()).toEqual([...seen.keys()].sort());
        happenings += told.length;
        const draws = readEvents(LIVE_A_LIVE_BATTLE, events).filter(({ event }) => event === 'draw').length;
        expect(told.reduce((sum, one) => sum + one.draws.length, 0)).toBe(draws);
        expect(told.at(-1)?.frame ?? read(battle, 'battleFrames')).toBe(read(battle, 'battleFrames'));
      }
    }
    expect(happenings).toBeGreaterThan(20);
    expect(EVENT_DRAW).toBe(2);
  });
});
