/** Holy Grail War: duels of two servants, and turns of two pairs and a lone master. */
import { ErrorNumber } from '../../../../../core/holy-grail-war/errors.js';
import { loners, type Plain, skill, twoPairs, unit } from '../../../../core/holy-grail-war/support.js';
import type { Given, StepRemedy } from './step-row.js';

const fighter = (id: string, values: Plain = {}): Plain => unit(id, 'servant', { mag: 0, ...values });
const duel = (a: Plain = {}, b: Plain = {}, more: Plain = {}): Plain =>
  loners([fighter('a', a), fighter('b', b)], more);
const give = (command: string, parameters: Plain = {}): Given => ({ ...parameters, command });
const open = (more: Plain = {}): Given =>
  give('openBattle', { units: ['a', 'b'], sides: [0, 1], witnesses: [], ...more });
const lines = (side: number, ...front: string[]): Given => give('setLines', { side, front });
const DECLARED = [open(), lines(0, 'a'), lines(1, 'b'), give('closeStandby')];
const FOUGHT = [...DECLARED, give('closeDeclarations'), give('damageStep')];
const pays = (id: string): Given => give('payMag', { unit: id });
const PAID = [...DECLARED, pays('a'), pays('b'), give('closeDeclarations')];
const adjust = (stat: string, amount: number, lasts: string): Given =>
  give('adjust', { unit: 'a', stat, amount, lasts, reason: 'ruled' });
const points = (step: number, id: string, str: number): Given =>
  give('allocate', { step, unit: id, str, con: 0, agi: 0 });
const active = (action: string, more: Plain = {}): Given =>
  give('chooseActive', { unit: 'red-servant', action, ...more });
const talk = (id: string): Given => give('chooseActive', { unit: id, action: 'communicate', pair: 'red' });
const ACTIVE = twoPairs({ phase: 'active' });
const REACTIVE = [talk('blue-master'), talk('blue-servant'), give('closeActive')];
const answers = (reaction: string, id: string): Given => give('chooseReactive', { pair: 'red', reaction, unit: id });
const GRANT = give('grantReaction', { pair: 'red', reason: 'ruled' });
const seal = (effect: string, more: Plain = {}): Given => give('useSeal', { pair: 'red', effect, ...more });
const uses = (id: string, effect: number): Given =>
  give('useSkill', { unit: id, skill: 'x', effect, seenBy: [], affected: [] });
const SKILLED = twoPairs({}, { 'red-servant': { skills: [skill('x')] } });
const soul = (amount: number): Given => active('soulEating', { area: 'temple', amount });
const ALL_JOINED = [
  open({ units: ['red-servant', 'red-master', 'blue-servant'], sides: [0, 0, 1] }),
  lines(0, 'red-servant', 'red-master'),
  lines(1, 'blue-servant'),
  give('closeStandby'),
];

export const OF_HOLY_GRAIL_WAR: readonly StepRemedy[] = [
  {
    number: ErrorNumber.id,
    setup: duel({ mag: 2 }),
    before: DECLARED,
    bad: give('payMag', { unit: 7 }),
    good: [pays('a')],
  },
  { number: ErrorNumber.range, setup: duel(), bad: open({ sides: [0, 8] }), good: [open({ sides: [0, 7] })] },
  {
    number: ErrorNumber.parameter,
    setup: ACTIVE,
    bad: active('raid'),
    good: [active('raid', { pair: 'blue' })],
  },
  { number: ErrorNumber.duplicate, setup: duel(), bad: open({ units: ['a', 'a'] }), good: [open()] },
  { number: ErrorNumber.phase, setup: duel({ mag: 2 }), bad: pays('a'), good: [...DECLARED, pays('a')] },
  { number: ErrorNumber.again, setup: ACTIVE, before: [active('rest')], bad: active('rest'), good: [] },
  {
    number: ErrorNumber.ended,
    setup: duel(),
    before: [give('endWar', { reason: 'ruled' })],
    bad: open(),
    good: [],
  },
  {
    number: ErrorNumber.dead,
    setup: loners([fighter('a'), fighter('b'), fighter('c')]),
    before: [adjust('hp', -100, 'now')],
    bad: open(),
    good: [open({ units: ['c', 'b'] })],
  },
  { number: ErrorNumber.mp, setup: duel({ mp: 0, mag: 2 }), before: DECLARED, bad: pays('a'), good: [] },
  {
    number: ErrorNumber.allocation,
    setup: duel({ mag: 2 }, { mag: 2, advantage: 1 }),
    before: PAID,
    bad: points(1, 'a', 2),
    good: [points(1, 'a', 1)],
  },
  {
    number: ErrorNumber.allocationOrder,
    setup: duel({ mag: 2 }, { mag: 2, advantage: 1 }),
    before: PAID,
    bad: points(1, 'b', 2),
    good: [points(1, 'a', 1)],
  },
  {
    number: ErrorNumber.reactionLimit,
    setup: ACTIVE,
    before: [...REACTIVE, answers('accept', 'blue-master')],
    bad: answers('accept', 'blue-servant'),
    good: [GRANT, answers('accept', 'blue-servant')],
  },
  { number: ErrorNumber.noSeal, setup: twoPairs({}, { red: { seals: 0 } }), bad: seal('hp'), good: [] },
  {
    number: ErrorNumber.rank,
    setup: twoPairs({}, { 'red-servant': { skills: [skill('x', { rank: 'EX' }), skill('y')] } }),
    bad: seal('rank', { skill: 'x' }),
    good: [seal('rank', { skill: 'y' })],
  },
  { number: ErrorNumber.soulAmount, setup: ACTIVE, bad: soul(11), good: [soul(10)] },
  {
    number: ErrorNumber.area,
    setup: ACTIVE,
    bad: active('explore'),
    good: [active('explore', { area: 'harbour' })],
  },
  {
    number: ErrorNumber.alone,
    setup: twoPairs(),
    bad: give('prepare', { pair: 'grey', servantShare: 0 }),
    good: [give('prepare', { pair: 'grey' })],
  },
  {
    number: ErrorNumber.noFront,
    setup: duel(),
    switches: { emptyFront: 'strict' },
    before: [open()],
    bad: lines(0),
    good: [lines(0, 'a')],
  },
  {
    number: ErrorNumber.statWidth,
    setup: duel({ str: 99 }),
    bad: adjust('str', 81, 'turn'),
    good: [adjust('str', 80, 'turn')],
  },
  {
    number: ErrorNumber.counterWidth,
    setup: twoPairs({ phase: 'active' }, { red: { soulEaten: 65530 } }),
    before: [soul(6), give('closeActive')],
    bad: give('processTurn', { blocked: [] }),
    good: [give('endWar', { reason: 'ruled' })],
  },
  {
    number: ErrorNumber.unnoticed,
    setup: ACTIVE,
    before: REACTIVE,
    bad: answers('other', 'blue-master'),
    good: [give('notice', { pair: 'red', unit: 'blue-master' }), answers('other', 'blue-master')],
  },
  {
    number: ErrorNumber.overheal,
    setup: twoPairs({}, { 'red-master': { hp: 99 } }),
    bad: give('prepare', { pair: 'red', healMaster: 2 }),
    good: [give('prepare', { pair: 'red', healMaster: 1 })],
  },
  {
    number: ErrorNumber.luck,
    setup: duel({ str: 99 }, { maxHp: 5, maxLp: 2 }),
    before: FOUGHT,
    bad: give('avoidLethal', { unit: 'b', lpCost: 3 }),
    good: [give('avoidLethal', { unit: 'b', lpCost: 2 })],
  },
  {
    number: ErrorNumber.outsideBattle,
    setup: duel(),
    before: [open()],
    bad: lines(0, 'b'),
    good: [lines(0, 'a')],
  },
  { number: ErrorNumber.skill, setup: SKILLED, bad: uses('blue-servant', 1), good: [uses('red-servant', 1)] },
  {
    number: ErrorNumber.secret,
    setup: twoPairs(),
    bad: give('revealFact', { pair: 'red', unit: 'blue-master', fact: 'str', source: 'asked' }),
    good: [give('revealFact', { pair: 'red', unit: 'blue-master', fact: 'str', source: 'shown' })],
  },
  { number: ErrorNumber.sides, setup: duel(), bad: open({ sides: [3, 3] }), good: [open({ sides: [3, 4] })] },
  {
    number: ErrorNumber.beside,
    setup: twoPairs({ phase: 'processing' }),
    before: ALL_JOINED,
    bad: seal('summon'),
    good: [],
  },
];
