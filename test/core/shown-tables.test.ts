/** Battles as they lie on a table: fields and stack, dice, areas. Worked out from the rules. */
import { expect, test } from 'vitest';
import { fftcg } from '../../core/fftcg/index.js';
import { holyGrailWar } from '../../core/holy-grail-war/index.js';
import { kuroganeEngage } from '../../core/kurogane-engage/index.js';
import type { Battle, PlaceView, System } from '../../core/system/system.js';
import { attack, bothPass, cast, pass, run as runGame, start as startGame, toDeclaration } from './fftcg/helpers.js';
import { begin, toDeclarations, twoPairs } from './holy-grail-war/support.js';
import { APPLY, declare, rolled, run, SIZE, start, TEST, withUnits } from './kurogane-engage/skirmish.js';

const tableOf = ({ capabilities }: System, battle: Battle) => {
  const before = battle.image.slice();
  const table = capabilities.views?.table?.(battle);
  expect(battle.image).toEqual(before);
  return { steps: [], step: -1, places: [], ...table };
};
const namesOf = ({ things }: PlaceView): string[] => things.map(({ name }) => name);

test('FF-TCG: the opponent above, the stack between, who has priority, the part of the turn', () => {
  const rock = { card: 'rock', dull: true };
  const battle = startGame({ field: [rock, 'shop'], hand: ['brynhildr'] }, { field: ['flame'], hand: ['filler'] });
  const { steps, step, places } = tableOf(fftcg, battle);
  expect(steps).toEqual([
    ...['Active Phase', 'Draw Phase', 'Main Phase 1', '4-1 Attack Preparation Step', '4-2 Attack Declaration Step'],
    ...['4-3 Block Declaration Step', '4-4 Damage Resolution Step', 'Main Phase 2', 'End Phase'],
  ]);
  expect(steps[step]).toBe('Main Phase 1');
  expect(places.map(({ name }) => name)).toEqual([
    'Hand of B',
    'Field of B',
    'Stack, the top first',
    'Field of A',
    'Hand of A',
  ]);
  expect(places.map(namesOf)).toEqual([['filler'], ['flame'], [], ['rock', 'shop'], ['brynhildr']]);
  expect(places.map(({ isNow }) => isNow === true)).toEqual([false, false, false, true, false]);
  expect(places[3]?.note).toBe('has priority, damage 0 of 7');
  expect(places[1]?.note).toBe('damage 0 of 7');
  expect(places[0]?.note).toMatch(/^deck \d+, Break Zone 0$/u);
  // a backup has no power; a dull card is turned
  expect(places[3]?.things[0]).toMatchObject({ side: 0, state: 'turned', note: expect.stringMatching(/^\d+$/u) });
  expect(places[3]?.things[1]?.note).toBe(undefined);
  expect(places[1]?.things[0]).toMatchObject({ side: 1, about: expect.stringContaining('flame power') });
  expect(places[4]?.things[0]).toEqual({ name: 'brynhildr', side: 0 });
});

test('FF-TCG: an item of the stack belongs to who put it there; an attacker is marked; a choice is owed', () => {
  const battle = startGame({ field: ['rock'], hand: ['brynhildr'] }, { field: ['flame'] });
  runGame(battle, cast('A', 'brynhildr', 'flame'));
  const stack = tableOf(fftcg, battle).places[2];
  expect(stack?.things).toEqual([{ name: 'brynhildr by A on flame', side: 0 }]);
  bothPass(battle);
  toDeclaration(battle);
  const { places } = tableOf(fftcg, battle);
  expect(places[3]?.note).toBe('has to choose the attackers, damage 0 of 7');
  runGame(battle, attack('A', 'rock'));
  expect(tableOf(fftcg, battle).places[3]?.things[0]?.state).toMatch(/turned|marked/u);
  runGame(battle, pass('A'));
  expect(tableOf(fftcg, battle).places.map(({ isNow }) => isNow === true)).toEqual([false, true, false, false, false]);
});

test('Kurogane: a die for each reason, taken where a rule takes it; then the faces, then the damage', () => {
  const battle = start(withUnits({ drone: { risk: 2 } }));
  expect(tableOf(kuroganeEngage, battle).places).toEqual([]);
  run(battle, declare({ distance: 5, mutualClear: 1 }));
  expect(tableOf(kuroganeEngage, battle).places).toEqual([
    { name: 'ace on drone', note: 'rifle at distance 5', things: [] },
  ]);
  run(battle, SIZE);
  const sized = tableOf(kuroganeEngage, battle);
  expect(sized.steps[sized.step]).toBe('special actions, roll');
  // K3, K4, K7, K8: 4 - 1 + 2 + 1 dice
  const pool = sized.places.slice(1, 6).map(({ note, things }) => [note, things.length, things[0]?.state]);
  expect(pool).toEqual([
    ['4 dice', 4, undefined],
    ['-1', 1, 'taken'],
    ['+2', 2, undefined],
    ['+1', 1, undefined],
    ['= 6 dice', 6, undefined],
  ]);
  expect(sized.places[6]).toEqual({ name: 'a miss', note: '729 of 46656, 1.562 %', things: [] });
  run(battle, rolled(1, 4, 4, 6, 2, 6));
  const { places, steps, step } = tableOf(kuroganeEngage, battle);
  expect(steps[step]).toBe('damage test');
  expect(places[1]).toEqual({
    name: 'Roll',
    note: '4 successes, 2 critical',
    things: [
      { name: '\u2680', about: '1' },
      { name: '\u2681', about: '2' },
      { name: '\u2683', about: '4: a success', state: 'marked' },
      { name: '\u2683', about: '4: a success', state: 'marked' },
      { name: '\u2685', about: '6: a success, critical', state: 'marked' },
      { name: '\u2685', about: '6: a success, critical', state: 'marked' },
    ],
  });
  expect(places.slice(2).map(({ name }) => name)).toEqual(['attack', 'defence', 'damage', 'risk']);
  run(battle, TEST);
  const tested = tableOf(kuroganeEngage, battle);
  expect([tested.steps[tested.step], tested.places.length]).toEqual(['apply the result', 6]);
  run(battle, APPLY);
  const over = tableOf(kuroganeEngage, battle);
  expect([over.steps[over.step], over.places.length]).toEqual(['overkill', 2]);
});

test('Holy Grail War: areas with who stands there, whose base it is, who sees them; phases in order', () => {
  const table = begin(twoPairs({ day: 3, slot: 'night', phase: 'active' }, { 'grey-master': {} }));
  const shown = tableOf(holyGrailWar, table.battle);
  expect([shown.isMap, shown.steps, shown.steps[shown.step]]).toEqual([
    true,
    ['preparation', 'active', 'reactive', 'processing'],
    'active',
  ]);
  expect(shown.places.map(({ name, note, things }) => [name, note, things.map((one) => one.name)])).toEqual([
    ['harbour', '', []],
    ['temple', 'base of blue', ['blue-master', 'blue-servant']],
    ['school', 'base of red', ['red-master', 'red-servant']],
    ['nowhere that is known', '', ['grey-master']],
  ]);
  // nobody else stands there
  expect(shown.places[1]?.things[0]).toEqual({ name: 'blue-master', about: 'blue, seen by nobody else', note: '' });
  table.run('chooseActive', { unit: 'red-servant', action: 'explore', area: 'temple' });
  const after = tableOf(holyGrailWar, table.battle).places;
  expect(after[1]?.things.map(({ name, note, state }) => [name, note, state])).toEqual([
    ['red-servant', 'goes there', 'taken'],
    ['blue-master', '', undefined],
    ['blue-servant', '', undefined],
  ]);
  expect(after[2]?.things[1]).toMatchObject({ note: 'explore', about: 'red, seen by nobody else; chooses to explore' });
});

test('Holy Grail War: a battle shows the steps of its round, and its sides', () => {
  const table = begin(twoPairs({ phase: 'processing' }));
  toDeclarations(table, { 'red-servant': 0, 'blue-servant': 1 });
  const shown = tableOf(holyGrailWar, table.battle);
  expect(shown.steps).toEqual(['lines', 'skills', 'declarations', 'allocation', 'damage', 'end']);
  expect(shown.steps[shown.step]).toBe('declarations');
  const things = shown.places.flatMap((place) => place.things);
  const fighters = things.filter(({ side }) => side !== undefined);
  expect(fighters.map(({ name, side }) => [name, side])).toEqual([
    ['blue-servant', 1],
    ['red-servant', 0],
  ]);
  // who fights is seen by the other side
  expect(fighters.every(({ state }) => state === 'marked')).toBe(true);
});
