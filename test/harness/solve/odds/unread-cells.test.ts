/** Cells that no frame reads before it writes them: whatever they hold between two frames, the rest of the battle is the same. */
import { expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { encodeCommand, read } from '../../../../core/system/battle.js';
import type { Battle, CellDeclaration } from '../../../../core/system/system.js';
import { drawnSystem } from '../../../../harness/solve/odds/position/position.js';
import { ORDINARY_FORMATIONS } from '../../../fixtures/live-a-live/formations.js';

const { framePlay } = drawnSystem(LIVE_A_LIVE_BATTLE, 'test');
const PARTIES: readonly (readonly string[])[] = [['takahara'], ['oersted', 'straybow', 'uranus', 'hash'], ['akira']];
const FORMATIONS = [0xd9, 0xdb, 0xdd, 0xde, 0xf5, ...ORDINARY_FORMATIONS.slice(0, 60)];

/** The image without some cells. */
function without(image: Uint8Array, cells: readonly CellDeclaration[]): Buffer {
  const bytes = Buffer.from(image);
  for (const { offset, width } of cells) bytes.fill(0, offset, offset + width);
  return bytes;
}

interface Played {
  readonly frames: number;
  /** Names of the cells that changed though they were other than before. */
  readonly written: ReadonlySet<string>;
  readonly differs: number;
}

/** Plays the battle on with skills at random; every frame again with other values in the cells. */
function playTwice(battle: Battle, cells: readonly CellDeclaration[], commands: number, pick: number): Played {
  const play = framePlay(battle);
  const ignored = [...cells, ...battle.cells.filter(({ scratch }) => scratch === true)];
  let [frames, differs] = [0, 0];
  const written = new Set<string>();
  for (let turn = 0; turn < commands && !play.isOver(); turn++) {
    const command = commandNow(battle, pick + turn);
    if (play.give(command) !== 0) return { frames, written, differs };
    const soFar = { frames: 0, stalls: 0, stepped: false };
    while (!play.isOver() && (soFar.frames === 0 || !play.isTurnOver(soFar)) && soFar.frames < 300) {
      const before = battle.image.slice();
      soFar.stepped = play.isStepping();
      if (play.frame()) soFar.stalls++;
      const after = battle.image.slice();
      for (const { name, offset, width } of cells) {
        if (Buffer.compare(before.subarray(offset, offset + width), after.subarray(offset, offset + width)) !== 0)
          written.add(name);
      }
      battle.image.set(before);
      for (const { offset, width } of cells) battle.image.fill(0x5a + turn, offset, offset + width);
      play.frame();
      if (!without(battle.image, ignored).equals(without(after, ignored))) differs++;
      battle.image.set(after);
      soFar.frames++;
      frames++;
    }
  }
  return { frames, written, differs };
}

/** A skill that may be used now, else a step in place. */
function commandNow(battle: Battle, pick: number): Int32Array {
  const play = framePlay(battle);
  const listed = new Int32Array(60_000);
  const length = battle.legalCommands(listed);
  const skill = LIVE_A_LIVE_BATTLE.commands.find(({ name }) => name === 'skill');
  const found: Int32Array[] = [];
  for (let at = 0; at < length; ) {
    const shape = LIVE_A_LIVE_BATTLE.commands.find(({ code }) => code === listed[at]);
    if (shape === undefined) break;
    const words = new Int32Array(8);
    words[0] = shape.code;
    shape.parameters.forEach((_, index) => {
      words[1 + index] = listed[at + 1 + 2 * index] as number;
    });
    if (shape === skill && play.takes(shape.code)) found.push(words);
    at += 1 + 2 * shape.parameters.length;
  }
  return found[pick % Math.max(found.length, 1)] ?? encodeCommand(LIVE_A_LIVE_BATTLE, battle, { command: 'step' });
}

function playAll(choose: (battle: Battle) => readonly CellDeclaration[]): Played {
  let [frames, differs] = [0, 0];
  const written = new Set<string>();
  for (const [number, formation] of FORMATIONS.entries()) {
    const party = (PARTIES[number % PARTIES.length] ?? []).map((character) => ({ character }));
    const battle = createBattle({ formation, party, generator: [1, 2, number, 4] });
    for (let turn = 0; turn < number % 4; turn++) {
      const auto = { command: 'auto', policy: 'attack', commands: 1, seed: number };
      battle.step(encodeCommand(LIVE_A_LIVE_BATTLE, battle, auto), undefined);
    }
    if (read(battle, 'battleResult') !== 0) continue;
    const played = playTwice(battle, choose(battle), 6, number);
    frames += played.frames;
    differs += played.differs;
    for (const name of played.written) written.add(name.replace(/\d+/, '*'));
  }
  return { frames, differs, written };
}

test('what unread cells hold between two frames changes nothing else', () => {
  const { frames, differs, written } = playAll((battle) => framePlay(battle).unread);
  expect(differs).toBe(0);
  expect(frames).toBeGreaterThan(1000);
  expect([...written].sort()).toEqual([
    'ally[*].singleHit',
    'ally[*].totalDamage',
    'enemy[*].singleHit',
    'enemy[*].totalDamage',
  ]);
}, 60_000);

test('cells that a frame reads are noticed', () => {
  const read = playAll((battle) => battle.cells.filter(({ name }) => /^enemy\[\d+\]\.orderPoints$/.test(name)));
  expect(read.differs).toBeGreaterThan(10);
}, 60_000);
