/** What a victory brings against a slow reference: drops, experience, growth, skills; every byte, every draw. */
import { expect, test } from 'vitest';
import { takeSpoils } from '../../../../core/live-a-live/battle/run.js';
import { createBattle } from '../../../../core/live-a-live/index.js';
import { Action, Effect, eventWords } from '../../../../core/live-a-live/memory/happenings.js';
import { HEADER_BYTE } from '../../../../core/live-a-live/memory/tables.js';

import { createEventBuffer, read, restore, snapshot } from '../../../../core/system/battle.js';
import { CHARACTERS } from '../../../../rom-map/tables/characters.js';
import { blockNumber, cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { expectSame, numbers, people, playedMachine } from '../../../fixtures/live-a-live/crowded-battle.js';
import { imageCode } from '../../../fixtures/live-a-live/image-code.js';
import { LEVELS_GAINED } from '../../../references/live-a-live/own-cells.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';
import * as slow from '../../../references/live-a-live/played-spoils.js';

const HERO = { character: 'takahara' };
const machine = playedMachine();
// the byte whose other half is not published
machine.tables.bankC0[HEADER_BYTE] = 1;

/** Allies of the published table at all levels, experience close to 100, enemies' levels from 0 on. */
function afterBattle(seed: number): void {
  people(machine, seed);
  const memory = new Memory(machine.ram);
  const cells = cellsOf(memory.image);
  const below = numbers(seed + 1000);
  cells.set({
    enemyPartyLevel: [0, 1, 10, 60, 255][below(5)] ?? 0,
    formationNumber: below(4) === 0 ? 0xa9 : 0xde,
    scenario: below(9),
    levelsGained: 0,
  });
  for (let ally = 0; ally < 4; ally++) {
    const id = below(CHARACTERS.rows.length);
    if (cells.ally(ally).read('id') !== 0xff) cells.ally(ally).set({ id: id });
    cells.recordOf(ally).set({
      tableEntry: 0xc0 + 45 * id,
      level: [1 + below(16), 14, 15, 16, 98, 99][below(6)] ?? 1,
      experience: below(100),
    });
    for (const stat of [0, 1, 2, 3]) cells.recordOf(ally).set({ [`powerBase[${3 * stat}]`]: below(100) });
    // none, some, nearly all known
    cells.recordOf(ally).set({ skillBits: [0, 1, below(0x1_0000), 0x7fff, 0xffff][below(5)] ?? 0 });
  }
  const list = Array.from(
    { length: below(15) },
    () => machine.tables.bankD5[0xc0 + 45 * below(23) + 5 + below(16)] || 1,
  );
  for (const [place, skill] of [...list, 0].entries()) cells.set({ [`seenSkills[${place}]`]: skill });
}

test('drops, experience, growth and learned skills after a victory are those of the slow reference', () => {
  let levels = 0;
  for (let seed = 0; seed < 80; seed++) {
    afterBattle(seed);
    const { bankD5 } = machine.tables;
    expectSame(
      machine,
      `seed ${seed}`,
      () => takeSpoils(machine),
      (memory) => slow.takeSpoils(memory, bankD5),
    );
    levels += new Memory(machine.ram).get(LEVELS_GAINED);
  }
  expect(levels).toBeGreaterThan(40);
});

/** What is told of drops, experience, levels and stats, from the image before and after; what is learned stands apart. */
function toldOf(before: Memory, after: Memory): { told: number[][]; learned: number } {
  const [was, is] = [cellsOf(before.image), cellsOf(after.image)];
  const told: number[][] = [];
  let learned = 0;
  for (const kind of [0, 1, 2, 3]) {
    const item = (is.species(kind).read('state') & 0x40) === 0 ? 0 : is.read(`droppedItem[${kind}]`);
    if (item !== 0) told.push([3, 0, Action.DROP, item, 0]);
  }
  for (const ally of [0, 1, 2, 3].filter((number) => before.allyPresent(number))) {
    const [old, now, unit] = [was.recordOf(ally), is.recordOf(ally), is.ally(ally).address];
    const gained = (name: string): number => now.read(name) - old.read(name);
    const raised = gained('level') > 0;
    if (raised) {
      told.push([3, unit, Action.LEVEL, now.read('level'), gained('maxHp')]);
      for (const [stat, name] of ['power', 'speed', 'body', 'intellect'].entries())
        if (gained(name) !== 0) told.push([4, unit, Effect.POWER + stat, old.read(name), now.read(name)]);
    } else if (gained('experience') !== 0) told.push([3, unit, Action.EXPERIENCE, gained('experience'), 0]);
    for (let bits = now.read('skillBits') ^ old.read('skillBits'); bits !== 0; bits &= bits - 1) learned++;
  }
  return { told, learned };
}

test('a victory tells what it brought: drops, experience or the level with its stats, skills', () => {
  const events = createEventBuffer(1 << 14);
  const kinds = new Set<number>();
  let skills = 0;
  let inPresentDay = 0;
  for (let seed = 0; seed < 60; seed++) {
    afterBattle(seed);
    // with its message shown, a skill that was seen is learned without one
    const isSilent = seed % 2 === 1;
    cellsOf(machine.ram).set({ learnMessageShown: isSilent ? 1 : 0 });
    if (seed % 3 === 0) cellsOf(machine.ram).set({ scenario: 5 });
    const before = new Memory(machine.ram.slice());
    events.length = 0;
    machine.events = events;
    takeSpoils(machine);
    machine.events = undefined;
    const { told, learned } = toldOf(before, new Memory(machine.ram));
    const happened: number[][] = [];
    for (let at = 0; at < events.length; at += eventWords(events.words[at] ?? 0)) {
      if ([3, 4].includes(events.words[at] ?? 0)) happened.push([...events.words.subarray(at, at + 5)]);
    }
    const isLearning = ([kind, , what]: readonly number[]): boolean => kind === 3 && what === Action.LEARN;
    expect([seed, happened.filter((event) => !isLearning(event))]).toEqual([seed, told]);
    const lists = happened.filter(isLearning);
    const isPresentDay = cellsOf(machine.ram).read('scenario') === 5;
    expect([seed, lists.length]).toEqual([seed, isPresentDay && isSilent ? Math.min(learned, lists.length) : learned]);
    if (isPresentDay) inPresentDay += lists.length;
    for (const [, unit = 0, , skill = 0] of lists) {
      const entry = cellsOf(machine.ram).recordOf(blockNumber('ally', unit)).read('tableEntry');
      expect([...machine.tables.bankD5.subarray(entry + 5, entry + 21)]).toContain(skill);
    }
    for (const event of told) kinds.add(100 * (event[0] ?? 0) + (event[2] ?? 0));
    skills += learned;
  }
  expect([kinds.size, skills > 20, inPresentDay > 3]).toEqual([7, true, true]);
});

test('a victory gives experience in a battle that a snapshot was restored into, too', () => {
  const won = createBattle({
    enemies: [{ species: 'namcat', x: 0, y: 0 }],
    party: [{ ...HERO, x: 5, y: 4 }],
    partyLevel: 9,
  });
  const other = createBattle(null);
  restore(other, snapshot(won));
  takeSpoils(won.machine);
  takeSpoils(other.machine);
  // he did not act: half of 9 and 16 / 2
  expect([read(won, 'record[0].experience'), read(other, 'record[0].experience')]).toEqual([12, 12]);
});

/** The ally of a record. */
function unitOf(image: Uint8Array, block: number): number {
  const cells = cellsOf(image);
  const allies = [0, 1, 2, 3].map((ally) => cells.ally(ally)).filter((ally) => ally.read('record') === block);
  return allies[0]?.address ?? 0;
}

test('where an image fills the hole behind a learned skill, what its code learned is told', () => {
  const events = createEventBuffer(1 << 14);
  machine.events = events;
  const toldSkills = (): number[][] => {
    const all: number[][] = [];
    for (let at = 0; at < events.length; at += eventWords(events.words[at] ?? 0)) {
      const [kind, unit, what, skill] = events.words.subarray(at, at + 4);
      if (kind === 3 && what === Action.LEARN) all.push([unit ?? 0, skill ?? 0]);
    }
    events.length = 0;
    return all;
  };
  const calls: number[][] = [];
  let kept = new Uint8Array(0);
  let taught = 0;
  const original = imageCode({
    keep: (image) => {
      kept = image.slice();
    },
    rerun(image, routine, _entry, block) {
      calls.push([routine, block]);
      image.set(kept);
      const record = cellsOf(image).record(blockNumber('record', block));
      record.set({ skillBits: record.read('skillBits') ^ taught });
      cellsOf(image).set({ counterSkill: 0x55 });
      return 0;
    },
  });
  let [asked, known, levels] = [0, 0, 0];
  for (let seed = 0; seed < 40; seed++) {
    afterBattle(seed);
    cellsOf(machine.ram).set({ scenario: 1 });
    const before = machine.ram.slice();
    takeSpoils(machine);
    levels += new Memory(machine.ram).get(LEVELS_GAINED);
    const learning = toldSkills().map(([unit]) => unit ?? 0);
    for (taught of [0, 0x8000]) {
      machine.ram.set(before);
      calls.length = 0;
      machine.holes.original = original;
      takeSpoils(machine);
      machine.holes.original = undefined;
      const units = calls.map(([, block]) => unitOf(before, block ?? 0));
      expect(calls.every(([routine]) => routine === 0xc124d2)).toBe(true);
      // who learned one is among them; others know theirs
      expect([seed, units.filter((unit) => learning.includes(unit))]).toEqual([seed, learning]);
      expect([seed, toldSkills()]).toEqual([seed, taught === 0 ? [] : units.map((unit) => [unit, 0x55])]);
      asked += units.length;
      known += units.length - learning.length;
    }
  }
  machine.events = undefined;
  expect([asked > 10, known > 0, asked < 2 * levels]).toEqual([true, true, true]);
});
