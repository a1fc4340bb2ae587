import type { SpecialKind, Weapon } from '../references/kurogane-engage.js';
import type { Golden, Switches } from './golden.js';
import { type Aim, begin, type Miniature, type Scene } from './kurogane-play.js';
import { createDice, type Dice } from './random.js';

type Play = ReturnType<typeof begin>;

function wholeAttack(play: Play, aim: Aim, faces: readonly number[], specials: readonly SpecialKind[] = []): void {
  if (play.declare(aim) !== '') return;
  play.sizePool();
  for (const special of specials) play.special(special);
  if (play.roll(faces) !== '' || play.stage() === 'none') return;
  play.testDamage();
  play.applyResult();
  play.endAttack();
}

const RIFLE: Weapon = { hit: 4, rng: 3, pow: 4, pen: 1 };

/** The standard frame: HP 3, Arm 8. */
function mini(id: string, side: number, more: Partial<Miniature> = {}): Miniature {
  return { id, side: String(side), hp: 3, damage: 0, arm: 8, risk: 0, x: 0, y: 0, level: 0, weapons: [], ...more };
}

function workedExample(): Golden {
  const play = begin({
    file: 'worked-example.jsonl',
    weapons: { rifle: RIFLE },
    units: [
      mini('rifleman', 0, { weapons: ['rifle'] }),
      mini('companion', 1, { x: 5, risk: 3 }),
      mini('other', 1, { y: 5, risk: 3 }),
      mini('fresh', 1, { x: 2, y: 1 }),
    ],
  });
  play.sizePool();
  play.declare({ attacker: 0, weapon: 'rifle', target: 1, distance: 5, mutualClear: true });
  play.roll([1, 2, 3, 4, 5, 6, 6]);
  play.sizePool();
  play.roll([1, 2, 3, 4, 5, 6]);
  play.roll([1, 2, 3, 4, 5, 6, 7]);
  play.testDamage();
  play.roll([1, 2, 3, 4, 5, 6, 6]);
  play.testDamage();
  play.applyResult();
  play.endAttack();
  // One more critical: 8 / 4 = 2.
  wholeAttack(play, { attacker: 0, weapon: 'rifle', target: 2, mutualClear: true }, [1, 2, 3, 4, 6, 6, 6]);
  // The base pool of 4: a miss, one risk, two risk, then damage that clears them.
  const fresh = { attacker: 0, weapon: 'rifle', target: 3 };
  wholeAttack(play, fresh, [1, 2, 3, 3]);
  wholeAttack(play, fresh, [1, 2, 3, 4]);
  wholeAttack(play, fresh, [1, 2, 3, 5, 4]);
  wholeAttack(play, fresh, [4, 5, 6, 6, 6, 6, 1]);
  return play.finish();
}

/** K4 for Rng 3 and distances 0 to 12; K5; K6; K9; KA1; KA2; KA5; KA18. */
function pools(): Golden {
  const play = begin({
    file: 'pools.jsonl',
    weapons: {
      rifle: RIFLE,
      blade: { hit: 4, rng: 'C', pow: 6, pen: 0 },
      mortar: { hit: 3, rng: 4, pow: 5, pen: 0, indirect: true },
    },
    units: [
      mini('ace', 0, { weapons: ['rifle', 'blade', 'mortar'] }),
      mini('boss', 1, { hp: 9, risk: 2, level: 1, x: 1 }),
      mini('drone', 1, { hp: 1, arm: 1, x: 1, y: 1 }),
      mini('wing', 0),
    ],
  });
  play.endAttack();
  // Hit 4 and two risk, one die less past 3, 6 and 9.
  [6, 6, 6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3].forEach((pool, distance) => {
    const faces = Array.from({ length: pool }, () => 1);
    wholeAttack(play, { attacker: 0, weapon: 'rifle', target: 1, distance }, faces);
  });
  const blade = { attacker: 0, weapon: 'blade', target: 1 };
  wholeAttack(play, { ...blade, distance: 1 }, [1, 1, 1, 1, 1, 1]);
  wholeAttack(play, { ...blade, distance: 2, mutualClear: true }, []);
  wholeAttack(play, { ...blade, distance: 0 }, []);
  play.place(1, 1, 0, 0);
  wholeAttack(play, { ...blade, mutualClear: true }, [1, 1, 1, 1, 1, 1, 1]);
  play.place(0, 0, 0, 1);
  wholeAttack(play, blade, []);
  // One level lower and fully visible: clear shot and high ground.
  wholeAttack(play, { attacker: 0, weapon: 'rifle', target: 1, mutualClear: true }, [1, 1, 1, 1, 1, 1, 1, 1]);
  play.declare({ attacker: 0, weapon: 'rifle', target: 1, visible: false });
  play.declare({ attacker: 0, weapon: 'rifle', target: 1, visible: false, allySees: true });
  wholeAttack(play, { attacker: 0, weapon: 'mortar', target: 1, visible: false, allySees: true }, [1, 1, 1, 1]);
  play.declare({ attacker: 0, weapon: 'rifle', target: 3 });
  // KA4: Arm 1 counts as 3.
  wholeAttack(play, { attacker: 0, weapon: 'mortar', target: 2 }, [6, 6, 6, 1]);
  play.declare({ attacker: 0, weapon: 'rifle', target: 2 });
  return play.finish();
}

const WEAPONS: Readonly<Record<string, Weapon>> = {
  rifle: RIFLE,
  mortar: { hit: 3, rng: 4, pow: 5, pen: 0, indirect: true },
  blade: { hit: 5, rng: 'C', pow: 6, pen: 0, powerAttack: true },
  smg: { hit: 5, rng: 2, pow: 3, pen: 0 },
};

function randomScene(dice: Dice, seed: number, switches: Switches): Scene {
  const weapons = Object.keys(WEAPONS);
  const unit = (id: string, side: number): Miniature => ({
    ...mini(id, side),
    hp: dice.between(4, 14),
    arm: switches['minArmAppliesToBase'] === 'no' ? dice.between(1, 10) : dice.between(1, 11),
    x: dice.below(8),
    y: dice.below(8),
    level: dice.below(3),
    weapons,
    ...(dice.chance(1, 2) ? { commander: true } : {}),
    ...(dice.chance(1, 2) ? { shield: true } : {}),
    ...(dice.chance(1, 3) ? { largeWeapon: true } : {}),
    ...(dice.chance(1, 3) ? { faction: 'TO' } : {}),
  });
  const arm = switches['minArmAppliesToBase'] === 'no' ? {} : { armDelta: 2 };
  return {
    file: `random-${seed}.jsonl.gz`,
    weapons: WEAPONS,
    units: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id, number) => unit(id, number % 2)),
    specials: {
      enhance: { poolDelta: 2 },
      powerAttack: { powDelta: 3, poolDelta: -1 },
      counter: { poolDelta: -1 },
      evade: { successMin: 5 },
      defend: arm,
    },
    switches,
  };
}

function randomPlay(seed: number, switches: Switches): Golden {
  const dice = createDice(seed);
  const play = begin(randomScene(dice, seed, switches));
  const alive = (side: number): number[] =>
    play.units().flatMap((unit, number) => (unit.side === String(side) && !unit.destroyed ? [number] : []));
  play.testDamage();
  for (let turn = 0; turn < 70 && alive(0).length > 0 && alive(1).length > 0; turn += 1) {
    const side = turn % 2;
    const attacker = dice.pick(alive(side));
    if (dice.chance(1, 3)) play.place(attacker, dice.below(8), dice.below(8), dice.below(3));
    const aim: Aim = {
      attacker,
      weapon: dice.pick(Object.keys(WEAPONS)),
      target: dice.chance(1, 12) ? dice.below(8) : dice.pick(alive(1 - side)),
      visible: !dice.chance(1, 6),
      allySees: dice.chance(2, 3),
      mutualClear: dice.chance(1, 2),
      ...(dice.chance(1, 4) ? { distance: dice.pick([0, 1, 1, 3, 8]) } : {}),
    };
    if (play.declare(aim) !== '') continue;
    if (dice.chance(1, 12)) play.roll([1]);
    play.sizePool();
    for (let tries = dice.below(3); tries > 0; tries -= 1) {
      const wanted = play.specials();
      if (wanted.length > 0) play.special(dice.pick(wanted));
    }
    const faces = Array.from({ length: play.pool() }, () => dice.between(1, 6));
    if (dice.chance(1, 12)) play.roll([...faces, 1]);
    if (faces.length > 0 && dice.chance(1, 12)) play.roll([...faces.slice(1), 7]);
    play.roll(faces);
    if (play.stage() === 'none') continue;
    if (dice.chance(1, 12)) play.applyResult();
    play.testDamage();
    play.applyResult();
    play.endAttack();
  }
  return play.finish();
}

export function kuroganeGoldens(): readonly Golden[] {
  return [
    workedExample(),
    pools(),
    randomPlay(21, {}),
    randomPlay(22, {}),
    randomPlay(23, { metric: 'chebyshev', clearShotInMelee: 'no', strictDistance: 'yes' }),
    randomPlay(24, { minArmAppliesToBase: 'no' }),
  ];
}
