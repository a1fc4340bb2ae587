/** Every error that a step can return, with the image untouched, and what `create` refuses. */
import { expect, test } from 'vitest';
import { kuroganeEngage, SETUP_ERROR_CODES } from '../../../core/kurogane-engage/index.js';
import { type CommandCase, type SetupCase, testCommands, testSetups } from '../error-cases.js';
import { APPLY, declare, END, rolled, run, SETUP, SIZE, start, TEST, UNITS, WEAPONS, withUnits } from './skirmish.js';

const CLOSE = withUnits({ boss: { x: 1, level: 0 }, drone: { x: 9 } });
const AGAINST_BOSS = declare({ weapon: 'blade', target: 'boss' });
const KILL = [declare({ target: 'to' }), SIZE, rolled(6, 6, 6, 6), TEST, APPLY];

const CASES: readonly CommandCase[] = [
  { code: 'E_UNKNOWN_ID', what: 'attacker', command: declare({ attacker: 9 }) },
  { code: 'E_UNKNOWN_ID', what: 'target', command: declare({ target: -1 }) },
  { code: 'E_UNKNOWN_ID', what: 'a weapon of somebody else', command: declare({ attacker: 'wing', weapon: 'blade' }) },
  { code: 'E_UNKNOWN_ID', what: 'placing nobody', command: { command: 'place', unit: 9, x: 0, y: 0 } },
  { code: 'E_WIDTH', what: 'distance', command: declare({ distance: 256 }) },
  { code: 'E_WIDTH', what: 'a flag', command: declare({ visible: 2 }) },
  { code: 'E_WIDTH', what: 'a square', command: { command: 'place', unit: 'ace', x: 256, y: 0 } },
  {
    code: 'E_WIDTH',
    what: 'a measured distance',
    setup: withUnits({ drone: { x: 255, y: 255 } }),
    command: declare({ distance: -1 }),
  },
  {
    code: 'E_WIDTH',
    what: 'a pool above 255',
    setup: withUnits({ drone: { risk: 1 } }),
    before: [declare({ weapon: 'huge' })],
    command: SIZE,
  },
  {
    code: 'E_WIDTH',
    what: 'a special action above 255 dice',
    setup: withUnits({}, { specials: { enhance: { poolDelta: 1 } } }),
    before: [declare({ weapon: 'huge' }), SIZE],
    command: { command: 'enhance' },
  },
  {
    code: 'E_WIDTH',
    what: 'risk above 255 (KA17)',
    setup: { ...SETUP, weapons: [{ ...WEAPONS[0], hit: 0, pow: 0 }, ...WEAPONS.slice(1)], units: riskyUnits(251) },
    before: [declare(), SIZE, rolled(...new Array<number>(5).fill(4), ...new Array<number>(246).fill(1)), TEST],
    command: APPLY,
  },
  {
    code: 'E_WIDTH',
    what: 'risk above 255 by a fall',
    setup: withUnits({ boss: { risk: 253 } }),
    command: { command: 'fall', unit: 'boss', levels: 1, forced: 1 },
  },
  { code: 'E_RANGE', what: 'distance 0', switches: { strictDistance: 'yes' }, command: declare({ distance: 0 }) },
  { code: 'E_RANGE', what: 'falling below the ground', command: { command: 'fall', unit: 'boss', levels: 2 } },
  { code: 'E_RANGE', what: 'risk that is not there', command: { command: 'workOffRisk', unit: 'ace', amount: 1 } },
  { code: 'E_PHASE', what: 'a roll before the pool', before: [declare()], command: rolled(1, 1, 1, 1) },
  { code: 'E_PHASE', what: 'a special action before the pool', before: [declare()], command: { command: 'enhance' } },
  {
    code: 'E_PHASE',
    what: 'a late check under the seed timing',
    before: KILL,
    command: { command: 'checkDestruction' },
  },
  {
    code: 'E_PHASE',
    what: 'placing during an attack',
    before: [declare()],
    command: { command: 'place', unit: 'ace', x: 0, y: 0 },
  },
  { code: 'E_PHASE', what: 'ending the round during an attack', before: [declare()], command: { command: 'endRound' } },
  {
    code: 'E_PHASE',
    what: 'a movement that nothing caused',
    before: [declare(), SIZE, rolled(4, 1, 1, 1), TEST, APPLY],
    command: { command: 'displace', unit: 'drone', x: 2, y: 0 },
  },
  {
    code: 'E_ENDED',
    what: 'an attack after the last round',
    setup: { ...SETUP, rounds: 1 },
    before: [{ command: 'endRound' }],
    command: declare(),
  },
  {
    code: 'E_ENDED',
    what: 'another round',
    setup: { ...SETUP, rounds: 1 },
    before: [{ command: 'endRound' }],
    command: { command: 'endRound' },
  },
  { code: 'E_NOT_ENEMY', what: 'an ally (K2)', command: declare({ target: 'wing' }) },
  { code: 'E_NOT_ENEMY', what: 'itself (K2)', command: declare({ target: 'ace' }) },
  { code: 'E_NOT_VISIBLE', what: 'seen by nobody (K2)', command: declare({ visible: 0 }) },
  {
    code: 'E_NOT_VISIBLE',
    what: 'an indirect weapon, seen by nobody',
    command: declare({ weapon: 'mortar', visible: 0 }),
  },
  { code: 'E_NOT_INDIRECT', what: 'a rifle at what an ally sees (K6)', command: declare({ visible: 0, allySees: 1 }) },
  { code: 'E_TARGET_DESTROYED', what: 'KA18', before: [...KILL, END], command: declare({ target: 'to' }) },
  {
    code: 'E_ATTACKER_DESTROYED',
    what: 'the dead do not shoot',
    setup: withUnits({ to: { weapons: ['rifle'] } }),
    before: [...KILL, END],
    command: declare({ attacker: 'to', target: 'ace' }),
  },
  {
    code: 'E_SPECIAL_ORDER',
    what: 'the attacker after the reaction (K10)',
    setup: CLOSE,
    before: [AGAINST_BOSS, SIZE, { command: 'evade' }],
    command: { command: 'enhance' },
  },
  {
    code: 'E_SPECIAL_NOT_ALLOWED',
    what: 'enhance by a companion',
    before: [declare({ attacker: 'wing' }), SIZE],
    command: { command: 'enhance' },
  },
  {
    code: 'E_SPECIAL_NOT_ALLOWED',
    what: 'enhance by a commander without it',
    setup: withUnits({ ace: { enhance: false } }),
    before: [declare(), SIZE],
    command: { command: 'enhance' },
  },
  {
    code: 'E_SPECIAL_NOT_ALLOWED',
    what: 'power attack',
    before: [declare(), SIZE],
    command: { command: 'powerAttack' },
  },
  { code: 'E_SPECIAL_NOT_ALLOWED', what: 'counter', before: [declare(), SIZE], command: { command: 'counter' } },
  { code: 'E_SPECIAL_NOT_ALLOWED', what: 'defend', before: [declare(), SIZE], command: { command: 'defend' } },
  {
    code: 'E_SPECIAL_NOT_ALLOWED',
    what: 'evade with a large weapon',
    setup: withUnits({ to: { commander: true } }),
    before: [declare({ target: 'to' }), SIZE],
    command: { command: 'evade' },
  },
  {
    code: 'E_SPECIAL_NOT_ALLOWED',
    what: 'twice',
    before: [declare(), SIZE, { command: 'enhance' }],
    command: { command: 'enhance' },
  },
  {
    code: 'E_TWO_REACTIONS',
    what: 'K10',
    setup: CLOSE,
    before: [AGAINST_BOSS, SIZE, { command: 'evade' }],
    command: { command: 'defend' },
  },
  { code: 'E_DICE_COUNT', what: 'too few', before: [declare(), SIZE], command: rolled(6, 6, 6) },
  { code: 'E_DICE_COUNT', what: 'too many', before: [declare(), SIZE], command: rolled(6, 6, 6, 6, 6) },
  { code: 'E_DICE_FACE', what: '0', before: [declare(), SIZE], command: rolled(6, 6, 6, 0) },
  { code: 'E_DICE_FACE', what: '7', before: [declare(), SIZE], command: rolled(7, 6, 6, 6) },
  {
    code: 'E_NOT_CANDIDATE',
    what: 'nobody was destroyed',
    before: [declare(), SIZE, rolled(4, 1, 1, 1), TEST, APPLY],
    command: { command: 'overkill', unit: 'ace', x: 1, y: 1 },
  },
  {
    code: 'E_NOT_CANDIDATE',
    what: 'the other side',
    before: KILL,
    command: { command: 'overkill', unit: 'drone', x: 2, y: 1 },
  },
  {
    code: 'E_NOT_CANDIDATE',
    what: 'a taken square',
    before: KILL,
    command: { command: 'overkill', unit: 'wing', x: 1, y: 0 },
  },
  {
    code: 'E_NOT_CANDIDATE',
    what: 'too far a walk',
    before: KILL,
    command: { command: 'overkill', unit: 'wing', x: 3, y: 0 },
  },
];

function riskyUnits(risk: number): object[] {
  return UNITS.map((unit) => (unit.id === 'drone' ? { ...unit, risk } : unit));
}

testCommands(kuroganeEngage, CASES, start);

test('an unknown command code is E_UNKNOWN_ID', () => {
  const battle = start();
  expect(kuroganeEngage.errors[battle.step(Int32Array.of(99), undefined) - 1]?.code).toBe('E_UNKNOWN_ID');
});

test('specials under atDeclare come before the pool only', () => {
  const battle = start(SETUP, { specialsTiming: 'atDeclare' });
  run(battle, declare(), SIZE);
  expect(() => run(battle, { command: 'enhance' })).toThrow(expect.objectContaining({ code: 'E_PHASE' }));
});

const unit = (fields: object): object => ({
  weapons: WEAPONS,
  units: [{ id: 'a', side: 0, hp: 3, arm: 8, ...fields }],
});
const weapon = (fields: object): object => ({ weapons: [{ id: 'w', hit: 1, rng: 1, pow: 1, ...fields }], units: [] });

const SETUPS: readonly SetupCase[] = [
  ['E_TYPE', 'setup', null],
  ['E_TYPE', 'setup.weapons', { units: [] }],
  ['E_TYPE', 'setup.units', { weapons: [] }],
  ['E_UNKNOWN_ID', 'setup.unit', { ...SETUP, unit: [] }],
  ['E_RANGE', 'setup.weapons[0].rng', weapon({ rng: 0 })],
  ['E_INT', 'setup.weapons[0].rng', weapon({ rng: 'D' })],
  ['E_WIDTH', 'setup.weapons[0].hit', weapon({ hit: 256 })],
  ['E_INT', 'setup.weapons[0].pow', weapon({ pow: undefined })],
  ['E_TYPE', 'setup.weapons[0].indirect', weapon({ indirect: 1 })],
  ['E_DUPLICATE_ID', 'setup.weapons[1].id', { weapons: [WEAPONS[0], WEAPONS[0]], units: [] }],
  ['E_DUPLICATE_ID', 'setup.units[1].id', { weapons: WEAPONS, units: [UNITS[0], UNITS[0]] }],
  ['E_INT', 'setup.units[0].side', unit({ side: undefined })],
  ['E_WIDTH', 'setup.units[0].side', unit({ side: 2 })],
  ['E_INT', 'setup.units[0].hp', unit({ hp: undefined })],
  ['E_RANGE', 'setup.units[0].hp', unit({ hp: 0 })],
  ['E_RANGE', 'setup.units[0].damage', unit({ damage: 3 })],
  ['E_UNKNOWN_ID', 'setup.units[0].frame', unit({ frame: 'toString' })],
  ['E_UNKNOWN_ID', 'setup.units[0].weapons[0]', unit({ weapons: ['bow'] })],
  ['E_UNKNOWN_ID', 'setup.units[0].armour', unit({ armour: 1 })],
  ['E_WIDTH', 'setup.units', { weapons: [], units: new Array(33).fill({}) }],
  ['E_UNKNOWN_ID', 'setup.specials.dodge', { ...SETUP, specials: { dodge: {} } }],
  ['E_RANGE', 'setup.specials.evade.successMin', { ...SETUP, specials: { evade: { successMin: 7 } } }],
  ['E_UNKNOWN_ID', 'setup.specials.evade.afterResolve', { ...SETUP, specials: { evade: { afterResolve: 'run' } } }],
  ['E_WIDTH', 'setup.specials.evade.poolDelta', { ...SETUP, specials: { evade: { poolDelta: -129 } } }],
  ['E_WIDTH', 'setup.rounds', { ...SETUP, rounds: 0 }],
  ['E_WIDTH', 'setup.objectives[0].x', { ...SETUP, objectives: [{ x: -1, y: 0 }] }],
  ['E_UNKNOWN_ID', 'switches.metrics', SETUP, { metrics: 'manhattan' }],
  ['E_RANGE', 'switches.metric', SETUP, { metric: 'euclid' }],
];

testSetups(kuroganeEngage, SETUPS, SETUP_ERROR_CODES);
