/**
 * Types of what a program imports: a wrong name does not compile. The type-check of the tests fails
 * where one of these lines would compile; each is refused when it runs as well.
 */
import { expect, test } from 'vitest';
import {
  apply,
  type CharacterName,
  fftcg,
  holyGrailWar,
  kuroganeEngage,
  liveALive,
  type PlainCommand,
  read,
  type System,
  srpgMovement,
} from '../../core/index.js';

const PARTY = { formation: 0xde, party: [{ character: 'takahara' }] };
const UNKNOWN = /E_UNKNOWN_ID|no field|no cell|no command|no parameter/u;

test('a wrong key of a setup', () => {
  // @ts-expect-error formation and party are misspelt
  expect(() => liveALive.createBattle({ formaton: 1, prty: 'x' })).toThrow(UNKNOWN);
  // @ts-expect-error the turn engine has no party
  expect(() => liveALive.createFrameBattle({ party: [] })).toThrow(UNKNOWN);
  // @ts-expect-error maps
  expect(() => srpgMovement.srpgMovement.create({ maps: [] })).toThrow(UNKNOWN);
  // @ts-expect-error player
  expect(() => fftcg.fftcg.create({ player: [] })).toThrow(UNKNOWN);
  // @ts-expect-error unit
  expect(() => kuroganeEngage.kuroganeEngage.create({ unit: [] })).toThrow(UNKNOWN);
  // @ts-expect-error pair
  expect(() => holyGrailWar.holyGrailWar.create({ pair: [] })).toThrow(UNKNOWN);
});

test('a wrong key of a table inside of a setup', () => {
  const party = [{ charactr: 'takahara' }];
  // @ts-expect-error charactr
  expect(() => liveALive.createBattle({ formation: 0xde, party })).toThrow(UNKNOWN);
  // @ts-expect-error sped
  expect(() => liveALive.createFrameBattle({ allies: [{ level: 2, sped: 3 }] })).toThrow(UNKNOWN);
  const runner = (): unknown =>
    srpgMovement.srpgMovement.create({
      map: [[0]],
      grounds: { 0: 1 },
      // @ts-expect-error mov
      units: [{ name: 'a', mov: 3 }],
    });
  expect(runner).toThrow(UNKNOWN);
  const players = [{ id: 'A' }, { id: 'B' }] as const;
  const card = (): unknown =>
    fftcg.fftcg.create({
      players,
      definitions: [
        {
          id: 'k',
          kind: 'forward',
          // @ts-expect-error amont, three tables down
          abilities: [{ kind: 'action', effects: [{ kind: 'draw', amont: 1 }] }],
        },
      ],
    });
  expect(card).toThrow(UNKNOWN);
  // @ts-expect-error ht
  expect(() => kuroganeEngage.kuroganeEngage.create({ weapons: [{ id: 'rifle', ht: 4 }], units: [] })).toThrow(UNKNOWN);
  // of data that is made before, a key that no table needs is refused when it runs, as everywhere in TypeScript
  const runners = { map: [[0]], grounds: { 0: 1 }, units: [{ name: 'a', mov: 3 }] };
  expect(() => srpgMovement.srpgMovement.create(runners)).toThrow(UNKNOWN);
  const units = [{ id: 'b', kind: 'servant', str: 1, con: 1, agi: 1, mag: 0, maxHp: 1, maxMp: 1, upkeep: 1 }];
  const pairs = [{ id: 'a', servnt: 'b' }];
  // @ts-expect-error servnt
  expect(() => holyGrailWar.holyGrailWar.create({ units, pairs })).toThrow(UNKNOWN);
});

test('a wrong value in a setup, and one that is missing', () => {
  const WRONG = /is one of|must be|exactly two|is missing/u;
  const players = [{ id: 'A' }, { id: 'B' }];
  // @ts-expect-error no phase is called main3
  expect(() => fftcg.fftcg.create({ players, phase: 'main3' })).toThrow(WRONG);
  // @ts-expect-error no kind is called frward
  expect(() => fftcg.fftcg.create({ players, definitions: [{ id: 'k', kind: 'frward' }] })).toThrow(WRONG);
  // @ts-expect-error two players are 0 and 1
  expect(() => fftcg.fftcg.create({ players, turnPlayer: 2 })).toThrow(WRONG);
  // @ts-expect-error a game has players
  expect(() => fftcg.fftcg.create({ phase: 'main1' })).toThrow(WRONG);
  // @ts-expect-error a text is no row of a map
  expect(() => srpgMovement.srpgMovement.create({ map: ['00'], grounds: { 0: 1 } })).toThrow(WRONG);
  // @ts-expect-error nevr
  expect(() => srpgMovement.srpgMovement.create({ map: [[0]], grounds: { 0: 'nevr' } })).toThrow(WRONG);
  const unit = { id: 'a', side: 0, hp: 3, arm: 8 } as const;
  // @ts-expect-error no frame is called huge
  expect(() => kuroganeEngage.kuroganeEngage.create({ weapons: [], units: [{ ...unit, frame: 'huge' }] })).toThrow(
    WRONG,
  );
  // @ts-expect-error a unit has a side
  expect(() => kuroganeEngage.kuroganeEngage.create({ weapons: [], units: [{ id: 'a', hp: 3, arm: 8 }] })).toThrow(
    WRONG,
  );
  // @ts-expect-error noon
  expect(() => holyGrailWar.holyGrailWar.create({ units: [], pairs: [], slot: 'noon' })).toThrow(WRONG);
});

test('a wrong name or figure in a setup of LIVE A LIVE', () => {
  const WRONG = /there is no|nothing is called|must be|never learns|no formation|is missing|E_|setup/u;
  const start = liveALive.createBattle;
  const formation = 'namcat';
  // @ts-expect-error nobody is called takahra
  expect(() => start({ formation, party: [{ character: 'takahra' }] })).toThrow(WRONG);
  // @ts-expect-error no formation is made of namcats called nmcat
  expect(() => start({ formation: 'nmcat', party: [{ character: 'takahara' }] })).toThrow(WRONG);
  // @ts-expect-error no skill is called low-kik
  expect(() => start({ formation, party: [{ character: 'takahara', skills: ['low-kik'] }] })).toThrow(WRONG);
  // @ts-expect-error a skill is no item
  expect(() => start({ formation, party: [{ character: 'takahara' }], items: ['low-kick'] })).toThrow(WRONG);
  // @ts-expect-error nothing to wear is called iron-suite
  expect(() => start({ formation, party: [{ character: 'takahara', equipment: ['iron-suite'] }] })).toThrow(WRONG);
  // @ts-expect-error no chapter is called presentday
  expect(() => start({ formation, scenario: 'presentday', party: [{ character: 'takahara' }] })).toThrow(WRONG);
  // @ts-expect-error no tenth chapter
  expect(() => start({ formation, scenario: 9, party: [{ character: 'takahara' }] })).toThrow(WRONG);
  // @ts-expect-error columns are 0 to 6
  expect(() => start({ formation, party: [{ character: 'takahara', x: 7 }] })).toThrow(WRONG);
  // @ts-expect-error a level is a number
  expect(() => start({ formation, party: [{ character: 'takahara', level: 'high' }] })).toThrow(WRONG);
  const placed = [{ character: 'takahara', x: 1, y: 1 }] as const;
  // @ts-expect-error no enemy is called nmacat
  expect(() => start({ party: placed, enemies: [{ species: 'nmacat', x: 3, y: 3 }] })).toThrow(WRONG);
  // @ts-expect-error a level of an enemy is a number
  expect(() => start({ party: placed, enemies: [{ species: 'namcat', x: 3, y: 3, level: 'high' }] })).toThrow(WRONG);
  // an enemy stands somewhere where no formation is given
  expect(() => start({ party: placed, enemies: [{ species: 'namcat' }] })).toThrow(WRONG);
  // @ts-expect-error no attribute is called fyre
  expect(() => start({ formation, previousAttribute: 'fyre', party: [{ character: 'takahara' }] })).toThrow(WRONG);
  // a battle has a party, its own or a preset's
  expect(() => start({ formation })).toThrow(WRONG);
  // @ts-expect-error no preset is called western
  expect(() => start({ preset: 'western' })).toThrow(WRONG);
  // @ts-expect-error frames have a stp
  expect(() => start({ formation, party: [{ character: 'takahara' }], frames: { stp: 1 } })).toThrow(UNKNOWN);
  const species = [{ speed: 3, hp: 'many' }] as const;
  // @ts-expect-error HP are a number
  expect(() => liveALive.createFrameBattle({ species })).toThrow(WRONG);
});

test('a right setup of LIVE A LIVE compiles: names in the game, numbers, names known only when it runs', () => {
  const character: string = 'takahara';
  const battle = liveALive.createBattle({
    formation: 'namcat',
    scenario: 'present-day',
    party: [{ character, skills: ['烈風正拳づき', 'kiai-tame'], x: 1 }],
    generator: [1, 2, 3, 4],
  });
  expect(read(battle, 'scenario')).toBe(5);
  const name: CharacterName = 'takahara';
  expect(liveALive.createBattle({ formation: 0xde, party: [{ character: name }] }).cells.length > 0).toBe(true);
});

test('a right setup compiles, as it stands, from a variable, and as data that nobody knows', () => {
  const grounds: Record<string, number> = { 0: 1 };
  const units = [
    { id: 'a', move: 3 },
    { id: 'b', x: 1, side: 1 },
  ];
  expect(srpgMovement.srpgMovement.create({ map: [[0, 0]], grounds, units }).cells.length > 0).toBe(true);
  const phase: string = 'main1';
  const players = [{ id: 'A' }, { id: 'B', hand: ['barret', { card: 'valefor' }] }] as const;
  expect(fftcg.fftcg.create({ players, phase }).cells.length > 0).toBe(true);
  const read: unknown = JSON.parse(
    '{"units":[{"id":"b","kind":"servant","str":1,"con":1,"agi":1,"mag":0,"maxHp":1,"maxMp":1,"upkeep":1}],"pairs":[{"id":"a","servant":"b"}]}',
  );
  expect(holyGrailWar.holyGrailWar.create(read).cells.length > 0).toBe(true);
});

test('a wrong command, parameter or cell', () => {
  const system = liveALive.LIVE_A_LIVE_BATTLE;
  const battle = liveALive.createBattle(PARTY);
  apply(system, battle, { command: 'move', x: 4, y: 4 });
  // @ts-expect-error skil
  expect(() => apply(system, battle, { command: 'skil' })).toThrow(UNKNOWN);
  // @ts-expect-error no skill is called low-kik
  expect(() => apply(system, battle, { command: 'skill', skill: 'low-kik', x: 1, y: 1 })).toThrow(
    /no skill is called/u,
  );
  // @ts-expect-error no item is called low-kick
  expect(() => apply(system, battle, { command: 'item', item: 'low-kick', x: 1, y: 1 })).toThrow(/no item is called/u);
  // @ts-expect-error nobody turns up
  expect(() => apply(system, battle, { command: 'turn', way: 'up' })).toThrow(/no way is called/u);
  // @ts-expect-error a move has a row
  expect(() => apply(system, battle, { command: 'move', x: 1 })).toThrow('move needs y');
  // @ts-expect-error z
  expect(() => apply(system, battle, { command: 'move', x: 1, z: 2 })).toThrow(UNKNOWN);
  // @ts-expect-error a text is no column
  expect(() => apply(system, battle, { command: 'move', x: 'four', y: 4 })).toThrow('x must be an integer');
  expect(read(battle, 'enemy[0].hp')).toBe(256);
  // @ts-expect-error enmey
  expect(() => read(battle, 'enmey[0].hp')).toThrow(UNKNOWN);
  // @ts-expect-error there are 16 enemies
  expect(() => read(battle, 'enemy[77].hp')).toThrow(UNKNOWN);
  const board = srpgMovement.srpgMovement.create({ map: [[0]], grounds: { 0: 1 } });
  // @ts-expect-error a battle of another system
  expect(() => apply(system, board, { command: 'pass' })).toThrow();
});

test('a system and a battle that are known only when they run take any name', () => {
  const system: System = liveALive.LIVE_A_LIVE_BATTLE;
  const battle = system.create(PARTY);
  const command: PlainCommand = { command: 'step' };
  apply(system, battle, command);
  const name: string = 'actionPoints';
  expect(read(battle, name)).toBe(57);
});

test('a refused command names the reason and what would be legal', () => {
  const system = liveALive.LIVE_A_LIVE_BATTLE;
  const battle = liveALive.createBattle(PARTY);
  const give = (command: PlainCommand) => () => apply(system, battle, command);
  const OWN = 'reppu-seiken-zuki, dou-mawashi-kaiten-geri, kiai-tame';
  expect(give({ command: 'skill', skill: '烈風正拳づき', x: 0, y: 0 })).toThrow(/reach/u);
  expect(give({ command: 'skill', skill: 'low-kik', x: 0, y: 0 })).toThrow(
    `no skill is called low-kik; legal now: ${OWN}`,
  );
  expect(give({ command: 'skill', skill: 13, x: 0, y: 0 })).toThrow(`it may use ${OWN}`);
  expect(give({ command: 'turn', way: 'up' })).toThrow('no way is called up; legal now: left, right');
  expect(give({ command: 'turn', way: 5 })).toThrow('legal now: turn (way left or right)');
  expect(give({ command: 'step', ally: 'pogo' })).toThrow('no ally is called pogo; there is takahara');
  expect(give({ command: 'step', ally: 2 })).toThrow('legal now: step (ally left out)');
  expect(give({ command: 'item', item: 3, x: 0, y: 0 })).toThrow('legal now: wait, step, pass, turn, move, skill');
  expect(give({ command: 'move', z: 1 })).toThrow('command move has no parameter z; it has x, y, ally, frames');
  // a name that only its spelling parts from the table is read
  expect(give({ command: 'skill', skill: 'Reppu Seiken Zuki', x: 0, y: 0 })).toThrow(/reach/u);
});

test('so it does in a system without a word of its own on it', () => {
  const { srpgMovement: system } = srpgMovement;
  const units = [
    { id: 'a', move: 3 },
    { id: 'b', x: 1, side: 1 },
  ];
  const battle = system.create({ map: [[0, 0, 0]], grounds: { 0: 1 }, units });
  expect(() => apply(system, battle, { command: 'moveUnit', unit: 'z', x: 0, y: 0 })).toThrow(
    'no unit is called z; there are a, b',
  );
  expect(() => apply(system, battle, { command: 'moveUnit', unit: 'a', x: 2, y: 0 })).toThrow(/legal now: /u);
});
