/** What is told of a war's steps, event by event; the sentences are worked out from the rules, in the order of things. */
import { describe, expect, test } from 'vitest';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import { apply, createEventBuffer } from '../../../core/system/battle.js';
import { begin, fighter, loners, type Plain, skill, type Table, twoPairs } from './support.js';

const { narration } = holyGrailWar;

/** Gives commands and returns their sentences. */
function teller(setup: Plain, switches?: Record<string, string>): (command: string, more?: Plain) => string[] {
  const { battle } = begin(setup, switches);
  const lists: Readonly<Record<string, Plain>> = {
    useSkill: { seenBy: [], affected: [] },
    processTurn: { blocked: [] },
    openBattle: { witnesses: [] },
  };
  return (command, more = {}) => {
    const before = battle.image.slice();
    const events = createEventBuffer();
    apply(holyGrailWar, battle, { ...lists[command], ...more, command }, events);
    return narration.tell(battle, before, events).map((happening) => narration.sentence(happening, 'en'));
  };
}

/** The words of an event's values. */
function wordsOf({ battle }: Table, event: string, values: Record<string, number>): Record<string, string> {
  const words = narration.words?.(battle, event, values) ?? {};
  return Object.fromEntries(Object.entries(words).map(([field, { en }]) => [field, en]));
}

const RULED = { reason: 'ruled' };
const hp = (unit: string, amount: number): Plain => ({ unit, stat: 'hp', amount, lasts: 'now', ...RULED });

describe('the turn', () => {
  test('H3 H6 no income, a loss, an upkeep that is not paid', () => {
    const say = teller(twoPairs({}, { 'red-servant': { upkeep: 24 }, 'blue-servant': { upkeep: 44 } }));
    // 6 + 3 + 15 - 24 and - 44
    expect(say('prepare', { pair: 'red' })).toEqual(['red gains no MP this turn']);
    expect(say('prepare', { pair: 'blue' })).toEqual(['blue loses 20 MP this turn', 'MP of blue-master: 50 to 30']);
    const lone = teller(loners([fighter('a', { mp: 3 })], { phase: 'preparation' }));
    expect(lone('prepare', { pair: 'a-side' })).toEqual([
      'a-side loses 5 MP this turn',
      'MP of a: 3 to 0',
      'a vanishes: its upkeep is not paid',
      'the active phase begins',
    ]);
  });

  test('H7 what is chosen, and what it is aimed at', () => {
    const forge = skill('forge', {}, { timing: 'action' });
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const units = ids.map((id) => fighter(id, { skills: id === 'h' ? [forge] : [] }));
    const say = teller(loners(units, { phase: 'active', areas: ['harbour', 'school'] }));
    const choose = (unit: string, action: string, more: Plain = {}): string[] =>
      say('chooseActive', { unit, action, ...more });
    expect(choose('a', 'explore', { area: 'school' })).toEqual(['a chooses to explore school']);
    expect(choose('b', 'raid', { pair: 'a-side' })).toEqual(['b chooses to raid a-side']);
    expect(choose('c', 'communicate', { pair: 'b-side' })).toEqual(['c chooses to talk with b-side']);
    expect(choose('d', 'gather', RULED)).toEqual(['d chooses to gather information: ruled']);
    expect(choose('e', 'rest')).toEqual(['e chooses to rest']);
    expect(choose('f', 'moveBase', { area: 'harbour' })).toEqual(['f chooses to move the base to harbour']);
    expect(choose('g', 'free', RULED)).toEqual(['g chooses to act freely: ruled']);
    expect(choose('h', 'skill', { skill: 'forge', effect: 1 })).toEqual(['h chooses to act with a skill']);
    say('closeActive');
    expect(say('processTurn')).toEqual([
      'the processing phase begins',
      'a explores school',
      'b raids a-side',
      'c wants to talk with b-side',
      'd gathers information: ruled',
      'e rests',
      'f moves the base to harbour',
      'g acts freely: ruled',
      'g has acted freely: ruled',
      'h acts with a skill',
    ]);
    expect(say('endTurn')[0]).toBe('the turn of day 1, morning, is over');
  });

  test('H8 reactions, one more by a ruling, what they stop', () => {
    const say = teller(twoPairs({ phase: 'active', slot: 'pm' }, {}));
    say('chooseActive', { unit: 'red-servant', action: 'soulEating', area: 'school', amount: 3 });
    say('chooseActive', { unit: 'red-master', action: 'raid', pair: 'blue' });
    say('closeActive');
    for (const unit of ['red-master', 'red-servant']) say('notice', { pair: 'blue', unit });
    const react = (reaction: string, unit: string): string[] => say('chooseReactive', { pair: 'blue', reaction, unit });
    expect(react('stop', 'red-servant')).toEqual(['blue sets out to stop red-servant']);
    expect(say('grantReaction', { pair: 'blue', ...RULED })).toEqual(['a ruling, ruled: blue may react 2 times']);
    expect(react('help', 'red-master')).toEqual(['blue calls for help against red-master']);
    say('grantReaction', { pair: 'blue', ...RULED });
    expect(react('other', 'red-master')).toEqual(['blue reacts to red-master']);
    expect(say('processTurn', { blocked: ['red-servant'] }).at(-1)).toBe(
      'red-servant is stopped and does not eat souls',
    );
    expect(say('endTurn')[0]).toBe('the turn of day 1, afternoon, is over');
  });
});

describe('skills, seals, rulings', () => {
  test('H15 H31 a multiple, how long it lasts, LP, a skill that is off', () => {
    const skills = [
      skill('roar', { rank: 'C++', secrecy: 'EX' }, { changes: [{ stat: 'str', amount: 2, lasts: 'turn' }] }),
      skill('luck', {}, { changes: [{ stat: 'lp', amount: -1 }] }),
      skill('seal', {}, { refersTo: ['art'], disables: 'turn' }),
    ];
    const say = teller(loners([fighter('a', { skills, maxLp: 3 }), fighter('b')], { slot: 'night' }));
    const use = (id: string, more: Plain = {}): string[] =>
      say('useSkill', { unit: 'a', skill: id, effect: 1, ...more });
    expect(use('roar', { condition: 1 })).toEqual([
      'a uses roar, effect 1, times 3',
      'a-side knows roar: all of it',
      'strength of a: +6 until the turn ends',
    ]);
    expect(use('luck')).toEqual(['a uses luck, effect 1', 'LP of a: -1']);
    expect(use('seal', { targetSkill: 'luck' })).toEqual(['a uses seal, effect 1', 'luck is off until the turn ends']);
    expect(say('adjust', { unit: 'b', stat: 'mp', amount: -5, lasts: 'now', ...RULED })).toEqual([
      'a ruling, ruled: MP of b -5',
      'MP of b: 50 to 45',
    ]);
    expect(say('adjust', { unit: 'b', stat: 'advantage', amount: 4, lasts: 'turn', ...RULED })).toEqual([
      'a ruling, ruled: advantage of b +4',
      'advantage of b: +4 until the turn ends',
    ]);
    expect(say('revealFact', { pair: 'a-side', unit: 'b', fact: 'class', source: 'shown' })).toEqual([
      'a-side knows of b: class',
    ]);
    expect(say('endTurn')[0]).toBe('the turn of day 1, late night, is over');
    expect(say('endWar', RULED)).toEqual(['a ruling, ruled: the war is over']);
  });

  test('H28 a servant summoned to where its master is', () => {
    const say = teller(twoPairs({ phase: 'active' }));
    say('chooseActive', { unit: 'red-servant', action: 'explore', area: 'harbour' });
    say('closeActive');
    say('processTurn');
    expect(say('useSeal', { pair: 'red', effect: 'summon' })[1]).toBe(
      'red-servant is beside its master at once, in school',
    );
  });

  test('H28 every seal', () => {
    const skills = [skill('blade', { kind: 'noblePhantasm', rank: 'B' }), skill('peak', { rank: 'A' })];
    const say = teller(
      twoPairs(
        { phase: 'processing' },
        { red: { seals: 13 }, 'red-servant': { skills, hp: 50, mp: 5 }, blue: { base: undefined } },
      ),
    );
    const seal = (effect: string, more: Plain = {}): string[] => say('useSeal', { pair: 'red', effect, ...more });
    expect(seal('order', RULED)).toEqual(['red uses a seal: a short order, ruled; 12 seals left']);
    expect(seal('hp')).toEqual([
      'red uses a seal: HP +6; 11 seals left',
      'HP of red-servant: 50 to 56',
      'red-servant is lightly injured',
    ]);
    expect(seal('mp')).toEqual(['red uses a seal: MP +6; 10 seals left', 'MP of red-servant: 5 to 11']);
    expect(seal('rank', { skill: 'blade' })).toEqual([
      'red uses a seal: blade has one rank more for a turn; 9 seals left',
    ]);
    expect(seal('rank', { skill: 'peak' })).toEqual([
      'red uses a seal: peak has one rank more for a turn; 8 seals left',
      'the rank of peak stays',
    ]);
    expect(seal('halve', { skill: 'blade' })).toEqual([
      'red uses a seal: half the MP for one activation of blade; 7 seals left',
    ]);
    expect(seal('disable', { skill: 'peak' })).toEqual([
      'red uses a seal: peak is off for a turn; 6 seals left',
      'peak is off until the turn ends',
    ]);
    expect(seal('miracle', RULED)).toEqual([
      'red uses a seal: a miracle, ruled; 5 seals left',
      'red asks for a miracle: ruled',
    ]);
    expect(say('useSeal', { pair: 'blue', effect: 'summon' })).toEqual([
      'blue uses a seal: the servant comes at once; 2 seals left',
      'blue-servant is beside its master at once, in an unknown area',
    ]);
    say('openBattle', { units: ['red-servant', 'blue-servant', 'grey-master'], sides: [0, 1, 1] });
    const stats = { mag: 'magic +2', str: 'strength +3', con: 'constitution +3', agi: 'agility +3' };
    for (const [index, [effect, told]] of Object.entries(stats).entries()) {
      const [stat, amount] = told.split(' ');
      const left = ['4 seals', '3 seals', '2 seals', '1 seal'][index];
      expect(seal(effect)).toEqual([
        `red uses a seal: ${told} for a round; ${left} left`,
        `${stat} of red-servant: ${amount} until the round ends`,
      ]);
    }
    expect(seal('escape')).toEqual(['red uses a seal: leaving for no MP; 0 seals left']);
    expect(say('useSeal', { pair: 'blue', effect: 'summon' })).toEqual([
      'blue uses a seal: the servant comes at once; 1 seal left',
      'blue-servant is beside its master at once, in an unknown area',
      'blue-servant is out of the battle',
    ]);
  });
});

describe('the battle', () => {
  const open = (setup: Plain, sides: Record<string, number>): ReturnType<typeof teller> => {
    const say = teller(setup);
    say('openBattle', { units: Object.keys(sides), sides: Object.values(sides) });
    return say;
  };

  test('H19 H21 H13 H14 lines, an attack renounced, the dying, one that pays with luck', () => {
    const say = open(
      loners([fighter('a', { str: 9, maxHp: 40 }), fighter('b', { maxHp: 10, maxLp: 2 }), fighter('c')]),
      {
        a: 0,
        b: 1,
        c: 1,
      },
    );
    say('setLines', { side: 0, front: ['a'] });
    expect(say('setLines', { side: 1, front: ['b'] })).toEqual([
      'side 1 has chosen its lines',
      'a stands in the front line',
      'b stands in the front line',
      'c stands in the rear line',
      'now skills are declared',
    ]);
    say('closeStandby');
    expect(say('noAttack', { unit: 'b' })).toEqual(['b renounces its attack: constitution and agility +1']);
    expect(say('closeDeclarations')).toEqual(['now damage is done']);
    // 9 - 6 + 2 = 5, 5 - 6 + 2 = 1 hit; b of 10 HP is injured at 5
    const round = say('damageStep');
    expect(round.slice(0, 3)).toEqual([
      'a against b: attack 5, 1 hit',
      'strength 9 against constitution 6, agility 5 against 6',
      'a does 5 damage to b',
    ]);
    expect(round).toContain('b is injured');
    say('cleanup');
    say('setLines', { side: 0, front: [] });
    say('setLines', { side: 1, front: ['b'] });
    say('closeStandby');
    say('closeDeclarations');
    // injured: agi 4; 9 - 5 + 2 = 6 by 3 hits
    expect(say('damageStep').filter((line) => /HP of b|b is/.test(line))).toEqual([
      'HP of b: 5 to 0',
      'b is heavily injured',
      'b is dying',
    ]);
    expect(say('avoidLethal', { unit: 'b', lpCost: 2 })).toEqual([
      'b survives for 2 LP, 5 HP left',
      'HP of b: 0 to 5',
      'b is injured',
    ]);
    expect(say('adjust', hp('b', -5)).at(-1)).toBe('b is dying');
    expect(say('adjust', hp('c', -100)).at(-1)).toBe('c is dying');
    expect(say('cleanup')).toEqual(['b dies', 'c dies', 'round 2 is over', 'the battle is over after round 2']);
  });

  test('HA23 HA24 joining, no longer dying, the end by a ruling', () => {
    const setup = twoPairs({ phase: 'processing' }, { 'red-servant': { hp: 20 } });
    const say = open(setup, { 'red-servant': 0, 'blue-servant': 1 });
    say('setLines', { side: 0, front: [] });
    say('setLines', { side: 1, front: [] });
    expect(say('joinBattle', { unit: 'grey-master', side: 1 })).toEqual([
      'grey-master comes into the battle on side 1',
      'grey-master stands in the rear line',
    ]);
    say('closeStandby');
    say('closeDeclarations');
    say('damageStep');
    say('adjust', hp('red-servant', -16));
    expect(say('useSeal', { pair: 'red', effect: 'hp' })).toEqual([
      'red uses a seal: HP +6; 2 seals left',
      'HP of red-servant: 0 to 6',
      'red-servant is no longer dying',
    ]);
    expect(say('adjust', hp('red-servant', 94)).at(-1)).toBe('red-servant is uninjured');
    expect(say('closeBattle', RULED)).toEqual([
      'round 1 is over',
      'a ruling, ruled: the battle is over',
      'the battle is over after round 1',
    ]);
  });
});

describe('values in words', () => {
  const start = (): Table => begin(twoPairs({}, { 'red-servant': { skills: [skill('blade')] } }));

  test('what an action or a seal is about, or that it is about nothing', () => {
    const table = start();
    const about = (event: string, action: number, target: number): string | undefined =>
      wordsOf(table, event, { unit: 0, action, target })['target'];
    for (const event of ['actionChosen', 'actionDone']) {
      // explore, raid, communicate, gather, rest, soul eating, move base, skill, free
      expect([about(event, 1, 2), about(event, 2, 1), about(event, 3, 2)]).toEqual(['school', 'blue', 'grey']);
      expect([about(event, 4, 1), about(event, 5, 255), about(event, 6, 0)]).toEqual(['rumour', 'nothing', 'harbour']);
      expect([about(event, 7, 1), about(event, 8, 255), about(event, 9, 0)]).toEqual(['temple', 'nothing', 'ruled']);
    }
    const what = (effect: number, number: number): string | undefined =>
      wordsOf(table, 'sealUsed', { pair: 0, effect, left: 1, what: number })['what'];
    // order, rank, halve, disable, miracle; a stat
    expect([what(0, 1), what(7, 0), what(8, 0), what(10, 0), what(12, 0)]).toEqual([
      ...['rumour', 'blade', 'blade', 'blade', 'ruled'],
    ]);
    expect(what(1, 255)).toBe('none');
  });

  test('a number that no word stands for is told as it is', () => {
    const table = start();
    const told = (event: string, values: Record<string, number>): string => {
      const words = narration.words?.(table.battle, event, values) ?? {};
      const happening = { kind: event, amounts: values, words } as unknown as Parameters<typeof narration.sentence>[0];
      return narration.sentence(happening, 'en');
    };
    const unit = 1;
    expect(told('actionChosen', { unit, action: 99, target: 255 })).toBe('red-servant chooses to 99');
    expect(told('actionDone', { unit, action: 99, target: 255 })).toBe('red-servant carries out action 99');
    expect(told('reactionChosen', { pair: 0, unit, reaction: 99 })).toBe('red reacts to red-servant with 99');
    expect(told('sealUsed', { pair: 0, effect: 99, left: 1, what: 255 })).toBe('red uses a seal: 99; 1 seal left');
  });

  test('numbers of the rules, each by its word', () => {
    const table = start();
    const each = (event: string, field: string, count: number): string =>
      Array.from({ length: count }, (_, number) => wordsOf(table, event, { [field]: number })[field]).join(', ');
    expect(each('phaseBegan', 'phase', 4)).toBe('preparation, active, reactive, processing');
    expect(each('reactionChosen', 'reaction', 6)).toBe('none, accept, stop, flee, help, other');
    expect(each('lineOpened', 'line', 3)).toBe('no, rear, front');
    expect(each('stepBegan', 'step', 7)).toBe(
      'no battle, the lines are chosen, skills are declared, points are paid for and attacks renounced, ' +
        'points are allocated, damage is done, the round ends',
    );
    expect(each('turnEnded', 'slot', 3)).toBe('morning, afternoon, late night');
    expect(each('statChanged', 'lasts', 3)).toBe('at once, until the round ends, until the turn ends');
    expect(each('communicated', 'with', 3)).toBe('red, blue, grey');
    expect(wordsOf(table, 'freeAction', { reason: 255 })['reason']).toBe('none');
    expect(wordsOf(table, 'skillKnown', { parts: 0b1010 })['parts']).toBe('effect 1, 3');
    expect(wordsOf(table, 'skillKnown', { parts: 0b1011 })['parts']).toBe('all of it');
    expect(wordsOf(table, 'skillKnown', { parts: 0x8000 })['parts']).toBe('effect 15');
    expect(wordsOf(table, 'factsKnown', { facts: 0xf38 })['facts']).toBe(
      'magic, luck, noble phantasm, MP, upkeep, LP, class',
    );
    expect(wordsOf(table, 'factsKnown', { facts: 0xc7 })['facts']).toBe(
      'strength, constitution, agility, attribute, HP',
    );
  });
});
