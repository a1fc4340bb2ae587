/** Whose turn it is, against the frame that follows, in battles in which units charge, sleep, step and are objects. */
import { expect, test } from 'vitest';
import { PLAYED_BATTLE } from '../../../../core/live-a-live/battle/decision-frames.js';
import { stepFrame } from '../../../../core/live-a-live/frame/frame.js';
import type { Program } from '../../../../core/live-a-live/frame/program.js';
import {
  ALLIES_TURN,
  allyToAct,
  anyAllyAble,
  ENEMIES_TURN,
  NOBODYS_TURN,
  nextActingEnemy,
  whoseTurn,
} from '../../../../core/live-a-live/frame/whose-turn.js';
import { createBattle } from '../../../../core/live-a-live/index.js';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import * as Enemy from '../../../../core/live-a-live/memory/cells/enemy.js';
import { EVENT_ROUTINE } from '../../../../core/live-a-live/memory/machine.js';
import { createEventBuffer } from '../../../../core/system/battle.js';
import { type BattleCells, blockNumber, cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { numbers } from '../../../fixtures/live-a-live/crowded-battle.js';
import { harmfulBattle, TABLES } from '../../../fixtures/live-a-live/harmful-battles.js';
import { routineOf } from '../../../fixtures/live-a-live/routines.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';

const BATTLES = 400;
const now = createBattle(null, undefined, TABLES);
const ahead = createBattle(null, undefined, TABLES);
const events = createEventBuffer(1 << 14);
/** Whoever decides does nothing, so that the frame leaves him as he was before. */
const WITHOUT_DECISIONS: Program = { ...PLAYED_BATTLE, decideForEnemy: () => true };

/** The battle of a number with its points about those of the enemies' turn; in a calm one hardly anybody is held up. */
function put(seed: number): void {
  const below = numbers(seed + 31);
  now.image.set(harmfulBattle(seed).battle.image);
  const memory = new Memory(now.image);
  const cells = cellsOf(now.image);
  const once = (so: number): boolean => below(so) === 0;
  const held = once(2) ? 4 : 24;
  cells.set({
    actionPoints: [0, 255, 256, 300, 900][below(5)] ?? 0,
    turnFlag: once(4) ? 0 : 0x80,
    timeCode: once(4) ? 0x40 : 0,
    areaMode: once(12) ? 1 : 0,
    allyActionFlags: once(10) ? 8 : 0,
    enemyActionFlags: once(10) ? 0x10 : 0,
  });
  const objects = once(12);
  for (const number of memory.presentEnemies()) {
    const enemy = cells.enemy(number);
    if (once(2) || held > 4) cells.speciesOf(number).set({ type: 0 });
    enemy.set({ statuses: once(held) ? ([0x20, 0x10, 0x80, 2][below(4)] ?? 0) : 0, timerSleep: 0 });
    enemy.set({ skillState: once(held) ? ([0x40, 0x40, 0x80][below(3)] ?? 0) : 0, charge: below(3) });
    enemy.set({ orderPoints: 100 * below(4) });
    if (once(10)) enemy.set({ state: 0 });
    if (objects) cells.speciesOf(number).set({ type: 4 });
  }
  const onlyLast = once(6);
  for (const ally of [0, 1, 2, 3].filter((number) => memory.allyPresent(number))) {
    const charges = once(held) && !onlyLast;
    cells.ally(ally).set({ skillState: charges ? 0x40 : 0, charge: charges ? below(3) : 0 });
    cells.ally(ally).set({ statuses: seed % 9 === 0 || once(5) || (onlyLast && ally < 3) ? 0x20 : 0 });
  }
  const ranks = [
    [0, 1, 2, 3],
    [2, 0, 3, 1],
    [3, 2, 1, 0],
    [0, 1, 4, 4],
  ];
  cells.set({ allyRank: ranks[below(4)] ?? [], currentAlly: cells.ally(below(4)).address });
}

/** The enemy that the next frame chooses and that neither charges nor steps, by its block, or 0. */
function chosenAhead(): number {
  ahead.image.set(now.image);
  const cells = cellsOf(ahead.image);
  cells.set({ actingEnemy: 0 });
  events.length = 0;
  ahead.machine.events = events;
  stepFrame(ahead.machine, WITHOUT_DECISIONS, 0);
  const { words, length } = events;
  let asked = false;
  for (let at = 0; at < length; at += words[at] === EVENT_ROUTINE ? 3 : 5) {
    if (words[at] === EVENT_ROUTINE && words[at + 1] === routineOf('enemy-turn-test')) asked = true;
  }
  const chosen = cells.read('actingEnemy');
  if (!asked || chosen === 0) return 0;
  return cells.enemy(blockNumber('enemy', chosen)).read('skillState') === 0 ? chosen : 0;
}

/** C1:7AED: present, neither petrified, asleep nor paralysed, and free. */
function ablesNow(): number[] {
  const cells = cellsOf(now.image);
  const memory = new Memory(now.image);
  return [0, 1, 2, 3].filter(
    (ally) =>
      memory.allyPresent(ally) &&
      (cells.ally(ally).read('statuses') & 0xb0) === 0 &&
      (cells.ally(ally).read('skillState') & 0x60) === 0,
  );
}

/** C1:7B02: from the current ally by rank, until one is able or a rank is nobody's. */
function searched(ables: readonly number[]): number {
  const cells = cellsOf(now.image);
  const ranks = cells.list('allyRank', 4);
  let ally = blockNumber('ally', cells.read('currentAlly'));
  for (const _ of ranks) {
    if (ables.includes(ally)) return cells.ally(ally).address;
    ally = ranks.indexOf(((ranks[ally] ?? 0) + 1) % 4);
    if (ally < 0) return 0;
  }
  return 0;
}

test('an enemy has the turn when the next frame chooses it free, an ally when one is able, else nobody', () => {
  const seen = new Map<number, number>();
  for (let seed = 0; seed < BATTLES; seed++) {
    put(seed);
    const before = now.image.slice();
    const chosen = chosenAhead();
    const ables = ablesNow();
    // no ally acts while a step of one runs
    const anyAble = ables.length > 0 && (cellsOf(now.image).read('allyActionFlags') & 8) === 0;
    const turn = whoseTurn(now.machine, PLAYED_BATTLE);
    const wanted = chosen !== 0 ? ENEMIES_TURN : anyAble ? ALLIES_TURN : NOBODYS_TURN;
    expect([seed, turn, anyAllyAble(now.machine.ram)]).toEqual([seed, wanted, anyAble]);
    if (turn === ENEMIES_TURN) expect([seed, nextActingEnemy(now.machine, PLAYED_BATTLE)]).toEqual([seed, chosen]);
    expect([seed, allyToAct(now.machine.ram)]).toEqual([seed, searched(ables)]);
    expect(Buffer.compare(now.image, before)).toBe(0);
    seen.set(turn, (seen.get(turn) ?? 0) + 1);
  }
  for (const turn of [ALLIES_TURN, ENEMIES_TURN, NOBODYS_TURN]) expect(seen.get(turn) ?? 0).toBeGreaterThan(15);
});

/** Four allies against Namcats without a type, in the enemies' turn; nobody is held up. */
function opened(enemies = 1): BattleCells {
  now.image.set(
    createBattle({
      enemies: Array.from({ length: enemies }, (_, number) => ({ species: 'namcat', x: 2 * number, y: 0 })),
      party: ['takahara', 'pogo', 'oersted', 'akira'].map((character, y) => ({ character, x: 5, y })),
      generator: [1, 2, 3, 4],
    }).image,
  );
  const cells = cellsOf(now.image);
  cells.species(0).set({ type: 0 });
  cells.set({ phase: 2, playerState: 0, actionPoints: 400, turnFlag: 0x80, currentAlly: cells.ally(0).address });
  return cells;
}

const turnNow = (): number => whoseTurn(now.machine, PLAYED_BATTLE);

test('no enemy decides before the skill of an ally whose charge is over, of the last one as well', () => {
  for (const ally of [0, 1, 2, 3]) {
    const cells = opened();
    expect(turnNow()).toBe(ENEMIES_TURN);
    cells.ally(ally).set({ skillState: 0x40, charge: 9 });
    expect([ally, turnNow()]).toEqual([ally, ENEMIES_TURN]);
    cells.ally(ally).set({ charge: 0 });
    expect([ally, turnNow()]).toEqual([ally, ALLIES_TURN]);
  }
});

test('an enemy behind one that has left has the turn, whatever lies before them', () => {
  const cells = opened(2);
  cells.enemy(0).set({ state: 0 });
  // as the end of a list
  now.machine.ram[Enemy.FIRST - Enemy.STRIDE + Enemy.STATE] = 0x80;
  expect(turnNow()).toBe(ENEMIES_TURN);
  cells.enemy(1).set({ state: 0 });
  expect(turnNow()).toBe(ALLIES_TURN);
});

test('nobody acts where no ally has the next rank, whatever lies behind the four', () => {
  const { ram } = now.machine;
  for (const [fourth, fifth] of [
    [1, 9],
    [9, 1],
    [9, 9],
  ] as const) {
    const cells = opened();
    cells.ally(0).set({ statuses: 0x20 });
    cells.set({ allyRank: [0, 4, 4, 4, fourth, fifth] });
    // as two more allies who could act
    for (const block of [4, 5].map((number) => Ally.FIRST + Ally.STRIDE * number)) {
      ram[block + Ally.ID] = 1;
      ram[block + Ally.STATE] = 0x40;
      ram[block + Ally.STATUSES] = 0;
      ram[block + Ally.SKILL_STATE] = 0;
    }
    expect(allyToAct(ram)).toBe(0);
    cells.ally(0).set({ statuses: 0 });
    expect(allyToAct(ram)).toBe(cells.ally(0).address);
  }
});
