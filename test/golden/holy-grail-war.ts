import { effectiveStats, type Stats } from '../references/holy-grail-war.js';
import type { Golden, Switches } from './golden.js';
import { beginBattle } from './grail-battle.js';
import { beginTurns, type PairScene } from './grail-turns.js';
import type { Member, Points } from './grail-units.js';
import { createDice, type Dice } from './random.js';

type Battle = ReturnType<typeof beginBattle>;

const servant = (id: string, side: number, stats: Partial<Stats>, more: Partial<Member> = {}) => ({
  ...{ id, side, kind: 'servant' as const, stats, maxHp: 40, maxMp: 20 },
  ...more,
});

/** Everybody in front and nobody with points, up to the damage. */
function plainRound(play: Battle, sides: readonly number[], renounces: readonly string[] = []): void {
  for (const side of sides) play.setLines(side, []);
  play.closeStandby();
  for (const id of renounces) play.noAttack(id);
  play.closeDeclarations();
  play.damageStep();
}

/** W1. */
function advantageExample(): Golden {
  const play = beginBattle({
    file: 'w1-advantage.jsonl',
    fighters: [
      servant('caster', 0, { str: 2, con: 2, agi: 2, mag: 5 }, { advantage: 1 }),
      servant('archer', 1, { str: 3, con: 3, agi: 3, mag: 2 }, { advantage: 3 }),
      servant('saber', 2, { str: 4, con: 4, agi: 4, mag: 2 }, { advantage: 4 }),
    ],
  });
  play.refuse({ command: 'damageStep' }, 'E_PHASE');
  play.open();
  for (const side of [0, 1, 2]) play.setLines(side, []);
  play.closeStandby();
  for (const id of play.ids) play.payMag(id);
  play.closeDeclarations();
  play.allocate('saber', { str: 2, con: 0, agi: 0 });
  play.allocate('caster', { str: 3, con: 0, agi: 0 });
  play.allocate('caster', { str: 2, con: 0, agi: 0 });
  play.allocate('saber', { str: 1, con: 0, agi: 0 });
  play.allocate('caster', { str: 0, con: 1, agi: 0 });
  play.allocate('archer', { str: 0, con: 0, agi: 1 });
  play.allocate('saber', { str: 1, con: 0, agi: 1 });
  play.allocate('caster', { str: 0, con: 0, agi: 2 });
  play.allocate('archer', { str: 0, con: 1, agi: 0 });
  play.damageStep();
  return play.finish();
}

/** W3: 3 times 3 is 9; -2 times 5 falls back on the attacker; no hits. */
function damageExamples(): Golden[] {
  const one = (file: string, own: Partial<Stats>, enemy: Partial<Stats>, renounces: readonly string[] = []): Golden => {
    const play = beginBattle({ file, fighters: [servant('own', 0, own), servant('enemy', 1, enemy)] });
    play.refuse({ command: 'payMag', unit: 'own' }, 'E_PHASE');
    play.open();
    plainRound(play, [0, 1], renounces);
    play.escape('own');
    play.escape('enemy');
    return play.finish();
  };
  return [
    one('w3-damage.jsonl', { str: 5, con: 3, agi: 4 }, { str: 1, con: 4, agi: 3 }),
    one('w3-reflection.jsonl', { str: 2, con: 3, agi: 6 }, { str: 1, con: 6, agi: 3 }),
    one('w3-no-hits.jsonl', { str: 1, con: 3, agi: 1 }, { str: 1, con: 9, agi: 9 }),
    one('no-attack.jsonl', { str: 5, con: 3, agi: 4 }, { str: 6, con: 4, agi: 3 }, ['own']),
  ];
}

/** H28, HA16: three seals and no fourth; 6 HP lift the injury before the damage. */
function threeSeals(): Golden {
  const fighters = [servant('own', 0, {}, { maxHp: 20, hp: 10 }), servant('enemy', 1, {})];
  const play = beginBattle({ file: 'seals.jsonl', fighters, masters: true });
  play.refuse({ command: 'cleanup' }, 'E_PHASE');
  play.open();
  for (const side of [0, 1]) play.setLines(side, []);
  for (const effect of ['hp', 'str', 'agi', 'con'] as const) play.seal('own', effect);
  play.closeStandby();
  play.closeDeclarations();
  play.damageStep();
  play.cleanup();
  return play.finish();
}

/** W5: advantage 0 with magic 3 against advantage 7 with magic 4. */
function fewPoints(): Golden {
  const play = beginBattle({
    file: 'w5-few-points.jsonl',
    fighters: [servant('low', 0, { mag: 3 }), servant('high', 1, { mag: 4 }, { advantage: 7 })],
  });
  play.refuse({ command: 'closeStandby' }, 'E_PHASE');
  play.open();
  for (const side of [0, 1]) play.setLines(side, []);
  play.closeStandby();
  for (const id of play.ids) play.payMag(id);
  play.closeDeclarations();
  play.allocate('high', { str: 4, con: 0, agi: 0 });
  play.allocate('low', { str: 4, con: 0, agi: 0 });
  play.allocate('low', { str: 1, con: 1, agi: 1 });
  play.allocate('high', { str: 2, con: 0, agi: 2 });
  play.damageStep();
  return play.finish();
}

function randomBattle(seed: number, switches: Switches): Golden {
  const dice = createDice(seed);
  const sides = [0, 1, 2];
  const fighters = ['a', 'b', 'c', 'd', 'e'].map((id, slot) => {
    const value = (): number => dice.between(1, 9);
    const stats = { str: value(), con: value(), agi: value(), mag: dice.below(7) };
    const maxHp = dice.between(300, 900);
    return servant(id, sides[slot % 3] ?? 0, stats, {
      ...{ maxHp, hp: maxHp - dice.below(100), maxMp: 60, mp: dice.between(10, 60) },
      advantage: dice.below(6),
    });
  });
  const play = beginBattle({ file: `battle-${seed}.jsonl.gz`, fighters, masters: true, switches });
  const split = (points: number): Points => {
    const str = dice.between(0, points);
    const con = dice.between(0, points - str);
    return { str, con, agi: points - str - con };
  };
  play.refuse({ command: 'damageStep' }, 'E_PHASE');
  play.open();
  for (let round = 0; round < 12; round += 1) {
    for (const side of sides) {
      const own = fighters.filter((one) => one.side === side).map(({ id }) => id);
      play.setLines(
        side,
        own.filter(() => dice.chance(2, 3)),
      );
    }
    if (dice.chance(1, 2)) play.seal(dice.pick(play.ids), dice.pick(['mag', 'str', 'con', 'agi', 'hp'] as const));
    play.closeStandby();
    for (const id of play.ids) {
      // Who pays without magic owes nothing in any step: left out, so that every payer is one of H23.
      if (effectiveStats(play.unit(id)).mag > 0 && dice.chance(3, 4)) play.payMag(id);
      if (dice.chance(1, 5)) play.noAttack(id);
    }
    play.closeDeclarations();
    while (play.allocating()) {
      for (const id of play.ids) {
        if (!play.allocating()) break;
        const owed = play.owed(id);
        if (owed === undefined || dice.chance(1, 10)) play.allocate(id, { str: (owed ?? 0) + 1, con: 0, agi: 0 });
        if (owed !== undefined) play.allocate(id, split(owed));
      }
    }
    play.damageStep();
    if (play.someoneDead()) break;
    // Nobody leaves but who cannot pay: then the battle goes on with everybody.
    for (const id of play.ids) if (play.escapeCost(id) > play.unit(id).mp) play.escape(id);
    play.cleanup();
  }
  return play.finish();
}

/** W2, H6. */
function income(): Golden {
  const master = (id: string): Member => ({ id, kind: 'master', stats: { mag: 3 }, maxHp: 20, maxMp: 30, mp: 0 });
  const own = (id: string, mp: number): Member => ({
    id,
    kind: 'servant',
    stats: { mag: 4 },
    maxHp: 50,
    maxMp: 30,
    mp,
  });
  const play = beginTurns({
    file: 'w2-income.jsonl',
    pairs: [
      { id: 'together', master: master('together-master'), servant: own('together-servant', 0) },
      { id: 'master-only', master: master('lone-master') },
      { id: 'servant-only', servant: own('lone-servant', 10) },
      { id: 'starved', servant: own('starved-servant', 3) },
    ],
  });
  play.refuse({ command: 'closeActive' }, 'E_PHASE');
  play.prepare('together');
  play.refuse({ command: 'prepare', pair: 'together' }, 'E_PHASE');
  play.prepare('master-only');
  play.prepare('servant-only');
  play.prepare('starved');
  return play.finish();
}

/** W4: every HP of 100 and of 30 downwards. */
function injuries(): Golden {
  const pair = (id: string, maxHp: number): PairScene => ({
    id: `p${id}`,
    master: { id, kind: 'master', stats: {}, maxHp },
  });
  const play = beginTurns({ file: 'w4-injuries.jsonl', pairs: [pair('hundred', 100), pair('thirty', 30)] });
  play.refuse({ command: 'closeActive' }, 'E_PHASE');
  for (let hp = 99; hp > 0; hp -= 1) play.adjustHp('hundred', -1);
  for (let hp = 29; hp > 0; hp -= 1) play.adjustHp('thirty', -1);
  return play.finish();
}

function randomPair(dice: Dice, id: string, most: number): PairScene {
  const member = (kind: 'master' | 'servant'): Member => {
    const maxHp = dice.between(20, 120);
    const maxMp = most;
    return {
      ...{ id: `${id}-${kind}`, kind, maxHp, maxMp },
      stats: { mag: dice.below(8) },
      hp: dice.between(1, maxHp),
      mp: dice.between(0, Math.min(maxMp, 60)),
      ...(kind === 'servant' ? { upkeep: dice.between(5, 45) } : {}),
    };
  };
  const alone = dice.below(5);
  return {
    id,
    ...(alone === 0 ? {} : { master: member('master') }),
    ...(alone === 1 ? {} : { servant: member('servant') }),
    soulEaten: dice.below(5),
  };
}

/** One preparation of small purses: spilling over, being lost, vanishing (HA14, HA15, H6). */
function randomPreparation(seed: number, switches: Switches): Golden {
  const dice = createDice(seed);
  const pairs = Array.from({ length: 8 }, (_, index) => randomPair(dice, `p${index}`, dice.between(5, 40)));
  const play = beginTurns({ file: `preparation-${seed}.jsonl`, pairs, switches });
  play.refuse({ command: 'closeActive' }, 'E_PHASE');
  for (const { id, master } of pairs) {
    const hurt = master === undefined ? 0 : master.maxHp - (master.hp ?? 0);
    if (hurt > 0 && dice.chance(1, 2) && play.prepare(id, undefined, dice.between(1, Math.min(hurt, 30))) === '')
      continue;
    // A share is named only where a whole pair gains.
    play.prepare(id, play.mayShare(id) && dice.chance(1, 3) ? 0 : undefined);
  }
  return play.finish();
}

/** Purses that never fill, so that every gain stays where it falls. */
function randomTurns(seed: number, switches: Switches): Golden {
  const dice = createDice(seed);
  const pairs = Array.from({ length: 6 }, (_, index) => randomPair(dice, `p${index}`, 2000)).map((pair) =>
    // A servant alone whose upkeep runs out would leave a pair without anybody.
    pair.master === undefined && pair.servant !== undefined ? { ...pair, servant: { ...pair.servant, mp: 900 } } : pair,
  );
  const play = beginTurns({ file: `turns-${seed}.jsonl.gz`, pairs, switches });
  const pairOf = (id: string): string => id.split('-')[0] ?? '';
  play.refuse({ command: 'processTurn', blocked: [] }, 'E_PHASE');
  for (let turn = 0; turn < 8; turn += 1) {
    for (const { id } of pairs) play.prepare(id);
    const rested: string[] = [];
    for (const { id, kind } of play.present()) {
      const action = dice.below(3);
      if (kind === 'servant' && action === 0) {
        const amount = dice.between(0, 11);
        if (play.eat(id, pairOf(id), amount) === '') continue;
      }
      if (action < 2) {
        play.rest(id, pairOf(id));
        rested.push(id);
      }
    }
    play.closeActive();
    play.process();
    for (const id of rested) {
      const { hp, maxHp } = play.unit(id);
      if (hp < maxHp && dice.chance(2, 3)) play.restHeal(id, dice.between(1, maxHp - hp));
    }
    play.endTurn();
  }
  return play.finish();
}

export function grailGoldens(): readonly Golden[] {
  return [
    advantageExample(),
    income(),
    ...damageExamples(),
    injuries(),
    fewPoints(),
    threeSeals(),
    randomBattle(31, {}),
    randomBattle(32, {}),
    randomBattle(33, {
      nonAttack: 'clamped',
      injuryStack: 'cumulative',
      reflectCountsAsDealt: 'yes',
      escapeScope: 'side',
    }),
    randomPreparation(34, {}),
    randomPreparation(35, { mpOverflow: 'lose', healLevelFee: 'perLevel' }),
    randomTurns(36, {}),
    randomTurns(37, { healLevelFee: 'perLevel' }),
  ];
}
