/** The lower bound is that of its slow reference where all skills of a quiet battle are of a kind, or where everybody is in one condition. */
import { expect, test } from 'vitest';
import { TABLES } from '../../../fixtures/live-a-live/harmful-battles.js';
import { type QuietBattle, quietBattle } from '../../../fixtures/live-a-live/quiet-battles.js';
import { ALLY, ENEMY, RECORD, SKILL_TABLE, SPECIES } from '../../../references/live-a-live/addresses.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';
import { compareBounds, type Seen } from './bound-comparison.js';

const BATTLES = 16;
const ALLY_SKILLS = [1, 2, 3, 4, 5, 6];
const ENEMY_SKILLS = [1, 2, 3, 4];
const PETRIFY_AND_POISON = 0x88;

/** Bytes of the skills: of the allies', of the enemies'; by the skill's number. */
type Bytes = (skill: number, seed: number) => Readonly<Record<number, number>>;

function put(record: number, bytes: Readonly<Record<number, number>>): void {
  for (const [byte, value] of Object.entries(bytes)) TABLES.bankD5[record + Number(byte)] = value;
}

const allySkills =
  (bytes: Bytes) =>
  (_: QuietBattle, seed: number): void => {
    for (const skill of ALLY_SKILLS) put(SKILL_TABLE + 25 * skill, bytes(skill, seed));
  };

const enemySkills =
  (bytes: Bytes) =>
  (_: QuietBattle, seed: number): void => {
    for (const skill of ENEMY_SKILLS) put(SKILL_TABLE + 25 * (256 + skill), bytes(skill, seed));
  };

/** The memory of every state, with its place among them: 0 is the opening. */
function inStates({ images }: QuietBattle, change: (memory: Memory, state: number) => void): void {
  for (const [state, image] of images.entries()) change(new Memory(image), state);
}

/** Levels with which an attack of a single enemy with 15 levels of its own hits every ally, or not quite. */
function nearlySure(battle: QuietBattle, seed: number): void {
  const level = [15, 16, 17][seed % 3] ?? 15;
  inStates(battle, (memory) => {
    for (const ally of [0, 1, 2, 3]) {
      memory.set(memory.allyBlock(ally) + ALLY.level, level);
      memory.set(memory.recordOf(ally) + RECORD.level, level);
    }
    for (const [at, enemy] of battle.enemies.entries()) {
      memory.set(memory.enemyBlock(enemy) + ENEMY.level, 0);
      memory.set(memory.speciesOf(enemy) + SPECIES.level, 0);
      // one of them alone is there
      if (at > 0) memory.set(memory.enemyBlock(enemy) + ENEMY.state, 0);
    }
  });
}

/** One slot of each enemy answers every attribute, and the bit below them is set. */
function enemiesAnswer(battle: QuietBattle, seed: number): void {
  inStates(battle, (memory) => {
    for (const enemy of battle.enemies)
      for (const list of [SPECIES.counterHigh, SPECIES.skillFlags])
        memory.set(memory.speciesOf(enemy) + list + (seed % 4), 0xff);
  });
}

/** One slot of each enemy answers the attributes 8 to 14 alone. */
function enemiesAnswerLower(battle: QuietBattle, seed: number): void {
  inStates(battle, (memory) => {
    for (const enemy of battle.enemies) memory.set(memory.speciesOf(enemy) + SPECIES.skillFlags + (seed % 4), 0xfe);
  });
}

/** A slot of each ally, one of his first four, answers every attribute. */
function alliesAnswer(battle: QuietBattle, seed: number): void {
  inStates(battle, (memory) => {
    for (const ally of [0, 1, 2, 3])
      for (const list of [ALLY.listCounterHigh, ALLY.listFlags])
        memory.set(memory.allyBlock(ally) + list + (seed % 4), 0xff);
  });
}

/** An enemy charges from the opening on what its list lacks. */
function chargesAnother(battle: QuietBattle): void {
  inStates(battle, (memory) => {
    const [enemy = 0] = battle.enemies;
    for (let slot = 0; slot < 4; slot++) memory.set(memory.speciesOf(enemy) + SPECIES.skill1 + slot, 1);
    memory.set(memory.enemyBlock(enemy) + ENEMY.skillState, 0x40);
    memory.set(memory.enemyBlock(enemy) + ENEMY.chosenSkill, 4);
  });
}

/** The first ally that is there charges in the opening, nobody else. */
function allyCharges(battle: QuietBattle, seed: number): void {
  inStates(battle, (memory) => {
    const ally = [0, 1, 2, 3].find((number) => memory.allyPresent(number)) ?? 0;
    memory.set(memory.allyBlock(ally) + ALLY.skillState, 0x40);
    memory.set(memory.allyBlock(ally) + ALLY.lastSkill, 1 + (seed % 6));
  });
}

/** Abnormalities of many causes, enemies of both kinds, levels that are not the normal ones. */
function onsets(battle: QuietBattle, seed: number): void {
  inStates(battle, (memory) => {
    for (const [at, enemy] of battle.enemies.entries()) {
      const species = memory.speciesOf(enemy);
      memory.set(species + SPECIES.type, (seed + at) % 2 === 0 ? 2 : 0);
      memory.set(species + SPECIES.level, 20);
      memory.set(memory.enemyBlock(enemy) + ENEMY.level, at % 2 === 0 ? 30 : 10);
      for (let pair = 0; pair < 8; pair++)
        memory.set(
          species + SPECIES.counterAbnormality + pair,
          seed % 3 === 0 ? 0 : (37 * seed + 91 * pair) & (seed % 3 === 1 ? 0x0f : 0xf0),
        );
    }
  });
}

/** Every enemy has a skill under charge, but in the opening. */
function enemiesCharge(battle: QuietBattle, seed: number): void {
  inStates(battle, (memory, state) => {
    for (const [at, enemy] of battle.enemies.entries()) {
      if (state === 0 || (at + state + seed) % 3 === 0) continue;
      memory.set(memory.enemyBlock(enemy) + ENEMY.skillState, 0x40);
      memory.set(memory.enemyBlock(enemy) + ENEMY.chosenSkill, 1 + ((at + state + seed) % 4));
    }
  });
}

type Change = (battle: QuietBattle, seed: number) => void;

// bytes: 9 statuses, 11 displacement and flight, 13 type, 17 charge and level, 18 formula, 19 hits, 21 effect
test.each<[string, readonly Change[]]>([
  [
    'some recover, all could petrify and poison, and so could the weapons',
    [
      allySkills((skill, seed) => ({
        9: PETRIFY_AND_POISON,
        13: (skill + seed) % 2 === 0 ? 0x80 : 0,
        18: skill % 3 === 0 ? 0 : 0x11,
      })),
      (battle, seed) =>
        inStates(battle, (memory) => {
          for (const ally of [0, 1, 2, 3])
            memory.set(memory.recordOf(ally) + RECORD.weaponStatuses, seed % 3 === 0 ? PETRIFY_AND_POISON : 0);
        }),
    ],
  ],
  [
    'some only cure',
    [allySkills((skill, seed) => ({ 9: PETRIFY_AND_POISON, 18: (skill + seed) % 2 === 0 ? 0 : 0x11 }))],
  ],
  ['the number of hits is drawn, from 0 on', [allySkills((skill) => ({ 19: 0x30 + (skill % 3) }))]],
  ['some recover', [allySkills((skill, seed) => ({ 13: (skill + seed) % 2 === 0 ? 0x80 : 0 }))]],
  [
    'those that recover fly or are charged, and some strike what is round their user',
    [
      allySkills((skill, seed) => {
        const heals = (skill + seed) % 2 === 0;
        return {
          11: heals && seed % 4 < 2 ? 0x40 : 0,
          12: (skill + seed) % 3,
          13: heals ? 0x80 : (skill + seed) % 4 === 1 ? 0x20 : 0,
          17: heals && seed % 4 >= 2 ? 0x10 : 0,
        };
      }),
    ],
  ],
  ['some are charged', [allySkills((skill, seed) => ({ 17: (skill + seed) % 3 === 0 ? 0x10 : 0 }))]],
  ['half of them reach nobody', [allySkills((skill, seed) => ({ 6: 0xff, 7: (skill + seed) % 2 === 0 ? 0x0f : 0 }))]],
  ['they fly', [allySkills((skill, seed) => ({ 11: [0x80, 0x40, 0xc0, 0][(skill * seed) % 4] ?? 0 }))]],
  [
    'they bring abnormalities',
    [
      allySkills((skill, seed) => ({
        13: ((5 * skill + seed) % 15) + (skill === 1 ? 0x80 : 0),
        22: skill % 2 === 0 ? 0 : 0x80 + ((seed + skill) % 16),
      })),
      onsets,
    ],
  ],
  [
    'they change stats, of the user or of the target',
    [
      allySkills((skill, seed) => ({
        13: (skill + seed) % 3 === 0 ? 0x80 : 0,
        23: [0x61, 0xe1, 0x7e, 0x1f, 0x21, 0x84, 0xe8, 0x02][(skill + 3 * seed) % 8] ?? 0,
      })),
      enemySkills((skill, seed) => ({
        13: (skill + seed) % 3 === 0 ? 0x80 : 0,
        23: [0x1f, 0x61, 0x81, 0xe4, 0, 0x08][(skill + seed) % 6] ?? 0,
      })),
      onsets,
    ],
  ],
  ['somebody charges from the opening on', [enemySkills((skill) => ({ 21: skill === 4 ? 0x80 : 0 })), chargesAnother]],
  ['an ally charges from the opening on', [allyCharges]],
  [
    'enemies answer attacks, but no recovery and nothing without an attribute',
    [
      allySkills((skill, seed) => ({ 13: [0x85, 0x0f, 0x8f, 0x05][(seed + Math.floor(skill / 3)) % 4] ?? 0 })),
      enemySkills(() => ({ 21: 0x80 })),
      enemiesAnswer,
    ],
  ],
  [
    'enemies answer the attributes from 8 on',
    [allySkills((skill) => ({ 13: 8 + skill })), enemySkills(() => ({ 21: 0x80 })), enemiesAnswerLower],
  ],
  [
    'allies answer attacks, but no recovery and nothing without an attribute',
    [enemySkills((_, seed) => ({ 13: [0x85, 0x0f, 0x8f, 0x05][seed % 4] ?? 0 })), alliesAnswer],
  ],
  [
    'a single enemy’s skills hurt it when they miss, which they can or cannot',
    [
      enemySkills((skill, seed) => ({
        17: (seed % 4 === 1 ? 0x10 : 0) + 15,
        19: seed % 4 === 2 ? 0 : 1,
        21: skill % 2 === 0 ? 0x70 : 0,
      })),
      nearlySure,
    ],
  ],
  [
    'enemies answer with what hurts them',
    [
      enemySkills((skill, seed) => ({ 17: 15, 19: 1, 21: [0x70, 0x80, 0][(skill + seed) % 3] ?? 0 })),
      enemiesAnswer,
      (battle, seed) => {
        if (seed % 2 === 0) nearlySure(battle, seed);
      },
    ],
  ],
  [
    'each enemy charges what hurts itself',
    [enemySkills((skill) => ({ 21: skill % 2 === 0 ? 0x80 : 0x70 })), enemiesCharge],
  ],
  ['enemies charge what hurts nobody', [enemiesCharge]],
])('%s', (_, changes) => {
  const seen: Seen = { bounds: 0, above: 0, sums: 0, none: 0 };
  for (let seed = 0; seed < BATTLES; seed++) {
    const battle = quietBattle(seed);
    for (const change of changes) change(battle, seed);
    compareBounds({ ...battle, where: `${battle.where}, changed` }, seen);
  }
  expect([seen.bounds > 130, seen.above > 60], JSON.stringify(seen)).toEqual([true, true]);
});
