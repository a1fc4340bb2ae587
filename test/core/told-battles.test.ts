/**
 * Small battles stepped by hand, and what is told of each step: every expected sentence is worked out from the rules, with the
 * order in which things happen: first what is done, then what it costs and changes.
 */
import { expect, test } from 'vitest';
import { fftcg } from '../../core/fftcg/index.js';
import { holyGrailWar } from '../../core/holy-grail-war/index.js';
import { kuroganeEngage } from '../../core/kurogane-engage/index.js';
import { srpgMovement } from '../../core/srpg-movement/index.js';
import { apply, createEventBuffer } from '../../core/system/battle.js';
import type { Battle, System } from '../../core/system/system.js';
import { attack, block, burst, cast, pass, start, use } from './fftcg/helpers.js';
import { loners, skill, twoPairs, unit } from './holy-grail-war/support.js';
import { SETUP } from './kurogane-engage/skirmish.js';
import { GROUNDS, SEED_MAP } from './srpg-movement/world.js';

type Plain = Readonly<Record<string, unknown>>;

/** Gives a command and returns its sentences. */
function teller(system: System, battle: Battle): (command: string, more?: Plain) => string[] {
  return (command, more = {}) => {
    const before = battle.image.slice();
    const events = createEventBuffer();
    apply(system, battle, { ...more, command }, events);
    return system.narration.tell(battle, before, events).map((happening) => system.narration.sentence(happening, 'en'));
  };
}

function told(battle: Battle, command: Plain): string[] {
  return teller(fftcg, battle)(String(command['command']), command);
}

/** A war in which a command may leave out its empty lists. */
function warTeller(setup: Plain): (command: string, more?: Plain) => string[] {
  const say = teller(holyGrailWar, holyGrailWar.create(setup));
  const lists: Readonly<Record<string, Plain>> = {
    useSkill: { seenBy: [], affected: [] },
    processTurn: { blocked: [] },
    openBattle: { witnesses: [] },
  };
  return (command, more = {}) => say(command, { ...lists[command], ...more });
}

test('FF-TCG, X1: what is left on the stack does not count the item that leaves it', () => {
  const battle = start({ field: ['barret'] }, { hand: ['brynhildr'] });
  expect(told(battle, use('A', 'barret', 'hammer-blow'))).toEqual([
    'A uses hammer-blow of barret',
    'hammer-blow of barret goes on the stack for A, 1 item there now',
    'A has priority',
  ]);
  expect(told(battle, pass('A'))).toEqual([
    'A passes',
    'B has priority, the other one has passed; if B passes, hammer-blow of barret by A resolves',
  ]);
  expect(told(battle, cast('B', 'brynhildr', 'barret'))).toEqual([
    'brynhildr goes from the hand to the stack',
    'brynhildr goes on the stack for B, 2 items there now',
    'B has priority; the stack from its top: brynhildr by B on barret | hammer-blow of barret by A',
  ]);
  told(battle, pass('B'));
  expect(told(battle, pass('A'))).toEqual([
    'A passes',
    'brynhildr resolves, 1 left on the stack',
    'brynhildr deals 7000 damage to barret, 7000 in all',
    'brynhildr goes from the stack to the Break Zone',
    'barret goes from the field to the Break Zone',
    'A has priority',
  ]);
  told(battle, pass('A'));
  expect(told(battle, pass('B'))).toEqual([
    'B passes',
    'hammer-blow of barret is cancelled, 0 left on the stack',
    'A has priority',
  ]);
});

test('FF-TCG: places of the turn, choices that are owed, no block, power, the EX Burst, the winner', () => {
  const battle = start(
    { field: ['barret'] },
    { deck: [{ card: 'burst', copies: 3 }], damage: [{ card: 'filler', copies: 6 }] },
    { cards: [burst], switches: { damageToLose: 7 } },
  );
  told(battle, use('A', 'barret', 'hammer-blow'));
  told(battle, pass('A'));
  expect(told(battle, pass('B')).slice(1, 3)).toEqual([
    'hammer-blow of barret resolves, 0 left on the stack',
    'barret has power 11000 (+4000)',
  ]);
  told(battle, pass('A'));
  expect(told(battle, pass('B'))).toEqual(['B passes', 'turn 1 of A: 4-1 Attack Preparation Step', 'A has priority']);
  told(battle, pass('A'));
  expect(told(battle, pass('B'))).toEqual([
    'B passes',
    'turn 1 of A: 4-2 Attack Declaration Step',
    'A has to choose the attackers',
  ]);
  expect(told(battle, attack('A', 'barret'))).toEqual(['barret attacks', 'barret is dulled', 'A has priority']);
  told(battle, pass('A'));
  expect(told(battle, pass('B')).at(-1)).toBe('B has to choose a blocker, or none');
  expect(told(battle, block('B'))).toEqual(['nobody blocks', 'A has priority']);
  told(battle, pass('A'));
  const struck = told(battle, pass('B'));
  expect(struck.slice(0, 2)).toEqual(['B passes', 'turn 1 of A: 4-4 Damage Resolution Step']);
  expect(struck.slice(2)).toEqual([
    'burst goes from the deck to the damage zone',
    'B takes a point of damage, burst; 7 in all',
    'B has to choose whether to use the EX Burst',
  ]);
  expect(told(battle, { command: 'exBurst', player: 'B', use: 0 })).toEqual([
    'the EX Burst of burst is declined',
    'the game is over: A has won',
  ]);
});

test('Kurogane Engage: the worked example, die by die, and a pool below 0', () => {
  const setup = {
    weapons: [
      { id: 'rifle', hit: 4, rng: 3, pow: 4, pen: 1 },
      { id: 'pistol', hit: 1, rng: 1, pow: 4 },
    ],
    units: [
      { id: 'ace', side: 0, frame: 'standard', weapons: ['rifle', 'pistol'] },
      { id: 'drone', side: 1, frame: 'standard', risk: 3 },
    ],
  };
  const say = teller(kuroganeEngage, kuroganeEngage.create(setup));
  expect(say('declare', { attacker: 'ace', weapon: 'rifle', target: 'drone', distance: 5, mutualClear: 1 })).toEqual([
    'ace attacks drone with rifle at distance 5',
  ]);
  expect(say('sizePool')).toEqual([
    'dice of the weapon: 4',
    'dice for the distance: -1',
    'dice for indirect fire: 0',
    'dice for risk: +3',
    'dice for a clear shot: +1',
    'dice for high ground: 0',
    '7 dice to roll',
  ]);
  expect(say('roll', { faces: [1, 2, 3, 4, 5, 6, 6] })).toEqual(['7 dice: 4 successes, 2 criticals']);
  expect(say('testDamage')).toEqual(['attack 8 against defence 5: 1 damage']);
  expect(say('applyResult')).toEqual(['drone takes 1 damage, 1 in all', 'drone loses 3 risk']);
  expect(say('endAttack')).toEqual(['the attack of ace is over']);
  // 1 - floor((5 - 1) / 1) = -3: no dice (KA1)
  say('declare', { attacker: 'ace', weapon: 'pistol', target: 'drone', distance: 5 });
  expect(say('sizePool').at(-1)).toBe('0 dice to roll, the sum is -3');
  expect(say('roll', { faces: [] })).toEqual([
    '0 dice: 0 successes, 0 criticals',
    'drone is missed',
    'the attack of ace is over',
  ]);
});

test('Kurogane Engage: special actions by name, one die, close combat out of place', () => {
  const say = teller(
    kuroganeEngage,
    kuroganeEngage.create({ ...SETUP, specials: { evade: { afterResolve: 'moveTarget' } } }),
  );
  // the boss stands one level up at 4: not at distance 1
  say('declare', { attacker: 'ace', weapon: 'blade', target: 'boss', distance: 4 });
  expect(say('sizePool').slice(-2)).toEqual([
    'no dice: close combat does not reach distance 4, 1 level up',
    '0 dice to roll',
  ]);
  expect(say('powerAttack')).toEqual(['ace declares power attack']);
  expect(say('counter')).toEqual(['boss declares counter']);
});

test('SRPG: the movement left, the threat, turns that never come, paths', () => {
  const setup = {
    map: SEED_MAP,
    grounds: GROUNDS,
    units: [
      { id: 'red', name: 'Red', x: 3, y: 3, move: 4, side: 0 },
      { id: 'blue', name: 'Blue', x: 1, y: 2, move: 3, side: 1, maxRange: 1 },
    ],
  };
  const say = teller(srpgMovement, srpgMovement.create(setup, {}));
  expect(say('addUnit', { unit: 'red' })).toEqual(['Red is on the map already']);
  expect(say('calc', { unit: 'red' })).toHaveLength(1);
  // one square of cost 1 down from the start: 3 of 4 left; a wall is never entered (S13)
  expect(say('step', { x: 3, y: 4 })).toEqual(['(3,4) is reached with 3 movement left']);
  expect(say('step', { x: 0, y: 0 })).toEqual(['(0,0) is out of reach']);
  expect(say('canMove', { x: 3, y: 4 })).toEqual(['(3,4) is a destination of the MoveMap']);
  expect(say('canMove', { x: 0, y: 0 })).toEqual(['(0,0) is no destination of the MoveMap']);
  expect(say('mapCanMove', { x: 2, y: 2, move: 1 })).toEqual(['(2,2) cannot be entered with 1 movement left']);
  expect(say('mapCanMove', { x: 2, y: 2, move: 2 })).toEqual(['(2,2) can be entered with 2 movement left']);
  expect(say('path', { unit: 'red', x: 3, y: 4 })).toEqual(['the way of Red, 1 step: (3,3) (3,4)']);
  expect(say('turnsTo', { unit: 'red', x: 0, y: 0 })).toEqual(['Red never gets to (0,0)']);
  expect(say('turnsTo', { unit: 'red', x: 3, y: 4 })).toEqual(['Red needs 1 turn to (3,4)']);
  // blue reaches (2,3) with 3 and strikes the square beside it
  expect(say('threat', { side: 1, x: 3, y: 3 })).toEqual(['1 unit of side 1 could move and strike (3,3): Blue']);
  expect(say('threat', { side: 0, x: 1, y: 2 })).toEqual(['nobody of side 0 could move and strike (1,2)']);
});

test('Holy Grail War, a turn: income, then the heal before its cost, actions with what they are aimed at', () => {
  const say = warTeller({
    ...twoPairs({}, { 'red-servant': { hp: 70, mp: 30 }, red: { seals: 2 } }),
    phase: 'preparation',
  });
  // 2 * 3 + 3 + 15 - 8 = 16 (H3), to the servant first (H5); 5 HP from 70 to 75 of 100 cost 10, both light (H4)
  expect(say('prepare', { pair: 'red', healServant: 5 })).toEqual([
    'red gains 16 MP this turn',
    'MP of red-servant: 30 to 46',
    'red-servant heals 5 HP for 10 MP',
    'MP of red-servant: 46 to 36',
    'HP of red-servant: 70 to 75',
  ]);
  say('prepare', { pair: 'blue' });
  expect(say('prepare', { pair: 'grey' }).at(-1)).toBe('the active phase begins');
  expect(say('chooseActive', { unit: 'red-servant', action: 'soulEating', area: 'harbour', amount: 10 })).toEqual([
    'red-servant chooses to eat souls in harbour',
  ]);
  say('chooseActive', { unit: 'red-master', action: 'communicate', pair: 'blue' });
  say('chooseActive', { unit: 'blue-master', action: 'gather', reason: 'rumour' });
  say('chooseActive', { unit: 'blue-servant', action: 'raid', pair: 'grey' });
  say('chooseActive', { unit: 'grey-master', action: 'rest' });
  expect(say('closeActive')).toEqual(['the reactive phase begins']);
  expect(say('chooseReactive', { pair: 'blue', reaction: 'accept', unit: 'red-master' })).toEqual([
    'blue accepts to talk with red-master',
  ]);
  expect(say('notice', { pair: 'grey', unit: 'blue-servant' })).toEqual(['grey notices blue-servant']);
  expect(say('chooseReactive', { pair: 'grey', reaction: 'flee', unit: 'blue-servant' })).toEqual([
    'grey flees from blue-servant',
  ]);
  expect(say('processTurn', { blocked: ['blue-servant'] })).toEqual([
    'the processing phase begins',
    'red-master wants to talk with blue',
    'red talks with blue',
    'red-servant eats souls in harbour',
    'MP of red-servant: 36 to 46',
    'red-servant eats souls for 10 MP, 10 in all',
    'red breaks the secrecy of magic',
    'blue-master gathers information: rumour',
    'blue-servant is stopped and does not raid',
    'grey-master rests',
  ]);
  expect(say('useSeal', { pair: 'red', effect: 'mp' })).toEqual([
    'red uses a seal: MP +6; 1 seal left',
    'MP of red-servant: 46 to 50',
  ]);
  expect(say('endTurn')).toEqual(['the turn of day 1, morning, is over', 'the preparation phase begins']);
});

test('Holy Grail War, a round: fees, points, a damage that falls back, injuries, leaving', () => {
  // a: 2 against con 6 is -2, 6 against agi 3 makes 5 hits: 10 damage to itself (W3); b: 6 - 2 + 2 = 6 times max(0, 3 - 6 + 2) = 0
  const say = warTeller(
    loners([
      unit('a', 'servant', { str: 2, con: 2, agi: 6, mag: 1, maxHp: 40 }),
      unit('b', 'servant', { str: 6, con: 6, agi: 3, mag: 1, maxHp: 40, mp: 20 }),
    ]),
  );
  expect(say('openBattle', { units: ['a', 'b'], sides: [0, 1] })).toEqual([
    'a battle of 2 units begins',
    'now the lines are chosen',
  ]);
  expect(say('setLines', { side: 0, front: ['a'] })).toEqual(['side 0 has chosen its lines']);
  expect(say('setLines', { side: 1, front: ['b'] })).toEqual([
    'side 1 has chosen its lines',
    'a stands in the front line',
    'b stands in the front line',
    'now skills are declared',
  ]);
  expect(say('closeStandby')).toEqual(['now points are paid for and attacks renounced']);
  // H20: the MP buy points, not the attack
  expect(say('payMag', { unit: 'b' })).toEqual(['b pays 1 MP for points', 'MP of b: 20 to 19']);
  expect(say('closeDeclarations')).toEqual([
    'now all with advantage 0 or less allocate points',
    'b has to allocate 1 point',
  ]);
  expect(say('allocate', { step: 1, unit: 'b', str: 1, con: 0, agi: 0 })).toEqual([
    'b has allocated 1 point, still sealed',
    'b opens its points: strength 1, constitution 0, agility 0',
    'now damage is done',
  ]);
  const round = say('damageStep');
  expect(round.slice(0, 6)).toEqual([
    'a against b: attack -2, 5 hits',
    'strength 2 against constitution 6, agility 6 against 3',
    'a takes 10 damage itself against b',
    'b against a: attack 7, 0 hits',
    'strength 7 against constitution 2, agility 3 against 6',
    'b does no damage to a',
  ]);
  // 30 of 40 are 75 %: light (H13)
  expect(round.filter((line) => /HP|injured|^now/.test(line))).toEqual([
    'HP of a: 40 to 30',
    'a is lightly injured',
    'now the round ends',
  ]);
  // both pairs have seen what was used: con and agi of front units, str of attackers, mag of those who paid
  expect(round).toContain('a-side knows of b: strength, constitution, agility, magic');
  expect(round).toContain('b-side knows of a: strength, constitution, agility');
  expect(say('escape', { unit: 'a' })).toEqual(['a leaves the battle for 10 MP', 'MP of a: 50 to 40']);
});

test('Holy Grail War: effects of skills and rulings, knowledge of a part, a master alone in debt', () => {
  const shown = skill('dance', { secrecy: 'B' }, { changes: [{ stat: 'str', amount: 2, lasts: 'turn' }], cost: 3 });
  const say = warTeller(loners([unit('a', 'servant', { skills: [shown] }), unit('b', 'servant')]));
  expect(say('useSkill', { unit: 'a', skill: 'dance', effect: 1, affected: ['b-side'] })).toEqual([
    'a uses dance, effect 1',
    'MP of a: 50 to 47',
    'b-side knows dance: effect 1',
    'strength of a: +2 until the turn ends',
  ]);
  expect(say('adjust', { unit: 'a', stat: 'hp', amount: -50, lasts: 'now', reason: 'ruled' })).toEqual([
    'a ruling, ruled: HP of a -50',
    'HP of a: 100 to 50',
    'a is injured',
  ]);
});
