/**
 * Remedies of data that a system refuses to begin with: its setup, the commands as a plan writes them, and the query of
 * its odds. A row for each code of each kind.
 */
import { CARDS, DECK } from '../../../../core/fftcg/helpers.js';
import { loners, unit } from '../../../../core/holy-grail-war/support.js';
import { SETUP } from '../../../../core/kurogane-engage/skirmish.js';
import type { Said } from '../row.js';
import type { Given } from './step-row.js';

interface Data {
  readonly setup: object;
  readonly query?: object;
  readonly do?: readonly Given[];
}

export interface DataRemedy {
  /** Of the printed line; its own code is E_PLAN_SETUP, E_PLAN_COMMAND or E_PLAN_QUERY. */
  readonly code: string;
  readonly system: string;
  /** What the line says of what is legal. */
  readonly says: string;
  readonly bad: Data;
  readonly good: Data | ((said: Said) => Data);
}

const HERO = { character: 'takahara', x: 5, y: 4 };
const NAMCAT = { species: 'namcat', x: 2, y: 2 };
const battle = (setup: object): Data => ({ setup: { party: [HERO], enemies: [NAMCAT], ...setup } });
const hero = (more: object): Data => battle({ party: [{ ...HERO, ...more }] });
const foes = (...enemies: object[]): Data => battle({ enemies });
const KINDS = ['namcat', 'tula-han', 'odie-o', 'max-morgan', 'jackie-iaukea'];
const LINE = KINDS.map((species, x) => ({ species, x, y: 0 }));
const strip = (more: object): Data => ({ setup: { map: [[0, 0]], grounds: { 0: 1 }, ...more } });
const players = (field: readonly unknown[]): Data => ({
  setup: {
    definitions: CARDS,
    players: [
      { id: 'A', deck: DECK, field },
      { id: 'B', deck: DECK },
    ],
  },
});
const step = (command: Given): Data => ({ ...battle({}), do: [command] });
const fighter = (id: string, more: object = {}): Record<string, unknown> => unit(id, 'servant', { ...more });
const war = (a: object, query: object): Data => ({ setup: loners([fighter('a', a), fighter('b')]), query });
const fight = (...units: string[]): object => ({ units });

export const OF_DATA: readonly DataRemedy[] = [
  {
    code: 'E_PARTY',
    system: 'live-a-live-battle',
    says: 'a battle has at most four kinds of enemies',
    bad: foes(...LINE),
    good: foes(...LINE.slice(0, 1)),
  },
  {
    code: 'E_PARTY',
    system: 'live-a-live',
    says: 'leave it out for a battle without allies',
    bad: { setup: { allies: [] } },
    good: { setup: { species: [{}] } },
  },
  {
    code: 'E_UNKNOWN_ID',
    system: 'live-a-live-battle',
    says: 'Did you mean takahara?',
    bad: hero({ character: 'takahra' }),
    good: ({ nearest }) => hero({ character: nearest() }),
  },
  {
    code: 'E_DUPLICATE_ID',
    system: 'live-a-live-battle',
    says: 'is in the party already',
    bad: battle({ party: [HERO, { ...HERO, x: 4 }] }),
    good: battle({ party: [HERO] }),
  },
  {
    code: 'E_LEVEL',
    system: 'live-a-live-battle',
    says: 'give maxHp and the four stats to have another one',
    bad: hero({ level: 1 }),
    good: hero({ level: 1, maxHp: 500, power: 50, speed: 31, body: 36, intellect: 25 }),
  },
  {
    code: 'E_EQUIPMENT',
    system: 'live-a-live-battle',
    says: 'is nothing to wear',
    bad: hero({ equipment: ['naori-herb'] }),
    good: hero({ equipment: [] }),
  },
  {
    code: 'E_OVERLAP',
    system: 'live-a-live-battle',
    says: 'covers 5, 4, where somebody is',
    bad: foes({ ...NAMCAT, x: 5, y: 4 }),
    good: foes(NAMCAT),
  },
  {
    code: 'E_OFF_GRID',
    system: 'live-a-live-battle',
    says: 'reaches out of the field from 6, 6',
    bad: foes({ species: 'tula-han', x: 6, y: 6 }),
    good: foes({ species: 'tula-han', x: 0, y: 0 }),
  },
  {
    code: 'E_RANGE',
    system: 'live-a-live-battle',
    says: 'must be within 0 to 99, not 100',
    bad: hero({ power: 100 }),
    good: hero({ power: 99 }),
  },
  {
    code: 'E_WIDTH',
    system: 'live-a-live-battle',
    says: 'must be within 0 to 255, not 256',
    bad: hero({ speed: 256 }),
    good: hero({ speed: 99 }),
  },
  {
    code: 'E_INT',
    system: 'live-a-live-battle',
    says: 'must be an integer',
    bad: battle({ timer: 'late' }),
    good: battle({ timer: 1 }),
  },
  {
    code: 'E_WRONG_CARD',
    system: 'fftcg',
    says: 'a Summon cannot be on the field',
    bad: players(['filler']),
    good: players(['rock']),
  },
  {
    code: 'E_RAGGED_MAP',
    system: 'srpg-movement',
    says: 'has 1 column, the first row has 2',
    bad: strip({ map: [[0, 0], [0]] }),
    good: strip({
      map: [
        [0, 0],
        [0, 0],
      ],
    }),
  },
  {
    code: 'E_TABLE_MISSING',
    system: 'srpg-movement',
    says: 'has no cost for ground 0',
    bad: strip({ movementTypes: { foot: {} } }),
    good: strip({ movementTypes: { foot: { 0: 1 } } }),
  },
  {
    code: 'E_OCCUPIED',
    system: 'srpg-movement',
    says: 'stands on the square of a',
    bad: strip({ units: [{ id: 'a' }, { id: 'b' }] }),
    good: strip({ units: [{ id: 'a' }, { id: 'b', x: 1 }] }),
  },
  {
    code: 'E_TYPE',
    system: 'kurogane-engage',
    says: 'setup.units must be a list',
    bad: { setup: { ...SETUP, units: 'all' } },
    good: { setup: SETUP },
  },
  {
    code: 'E_ALONE',
    system: 'holy-grail-war',
    says: 'a is in no pair',
    bad: { setup: { units: [fighter('a')], pairs: [] } },
    good: { setup: loners([fighter('a')]) },
  },
  {
    code: 'E_MP',
    system: 'holy-grail-war',
    says: 'name it in notPaying',
    bad: war({ mp: 0 }, fight('a', 'b')),
    good: war({ mp: 0 }, { ...fight('a', 'b'), notPaying: ['a'] }),
  },
  {
    code: 'E_UNKNOWN_ID',
    system: 'live-a-live-battle',
    says: 'Did you mean attack?',
    bad: step({ command: 'auto', policy: 'atack' }),
    good: ({ nearest }) => step({ command: 'auto', policy: nearest() }),
  },
  {
    code: 'E_INT',
    system: 'live-a-live-battle',
    says: 'column',
    bad: step({ command: 'move', x: 'four', y: 4 }),
    good: step({ command: 'move', x: 4, y: 4 }),
  },
  {
    code: 'E_RANGE',
    system: 'kurogane-engage',
    says: 'what the dice show',
    bad: { setup: SETUP, do: [{ command: 'roll', faces: 6 }] },
    good: { setup: SETUP, do: [] },
  },
];
