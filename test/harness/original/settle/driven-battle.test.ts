/**
 * A battle in which the player drives an enemy, by an image's own code on our console. Values are worked out by hand from the image's
 * few lines (`driven-image.ts`): its generator gives its first byte plus one, the window deals `(draw & 15) + cursor`.
 */
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import {
  apply,
  createEventBuffer,
  read,
  readEvents,
  restore,
  snapshot,
  stateHash,
} from '../../../../core/system/battle.js';
import type { Battle, System } from '../../../../core/system/system.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { loadRomImage } from '../../../../harness/files/rom/image.js';
import { withImage } from '../../../../harness/files/rom/with-image.js';
import { withImageCode, withImageCodeAll } from '../../../../harness/original/settle/with-original.js';
import { openLine } from '../../../../harness/play/branches/open.js';
import { pressKey } from '../../../../harness/views/step/keys.js';
import { createStepper } from '../../../../harness/views/step/stepper.js';
import { screenOf } from '../../../../harness/views/step/terminal.js';
import { testFolder } from '../../fixtures/files.js';
import { type DrivenParts, drivenImage, STARTING_HP } from './driven-image.js';

const folder = testFolder();
const SETUP = { formation: 0x82, generator: [200, 1, 2, 3], party: [{ character: 'takahara' }] };

const romOf = (change: Partial<DrivenParts> = {}) =>
  loadRomImage(folder.write('driven.sfc', drivenImage(change)), { force: true });
const systemOf = (change: Partial<DrivenParts> = {}): System => withImageCode(LIVE_A_LIVE_BATTLE, romOf(change));

const whole = systemOf();
const press = (system: System, battle: Battle, buttons: string, more: object = {}) =>
  apply(system, battle, { command: 'press', buttons, ...more });
const filled = (battle: Battle) => whole.capabilities.evidence?.filled?.(battle);
const cells = (battle: Battle) =>
  ['enemy[1].hp', 'enemy[1].orderPoints', 'battleGenerator.a0', 'actionPoints'].map((name) => read(battle, name));
const refusal = (code: string) => expect.objectContaining({ code });

describe('the image', () => {
  test('starts the battle, with the enemy that is driven', () => {
    const battle = whole.create(SETUP);
    const states = ['ally[0].state', 'enemy[0].state', 'enemy[1].state', 'enemy[2].state'];
    expect(states.map((name) => read(battle, name))).toEqual([0x40, 0x20, 0x40, 0x80]);
    expect(cells(battle)).toEqual([STARTING_HP, 0, 200, 0]);
    expect(filled(battle)).toEqual(['specialFormations']);
  });

  test('answers a window over frames: draws, cells and time are its own', () => {
    const battle = whole.create(SETUP);
    const before = read(battle, 'battleFrames');
    const events = createEventBuffer(64);
    apply(whole, battle, { command: 'press', buttons: 'a a' }, events);
    expect(cells(battle)).toEqual([STARTING_HP - 9, 202, 202, 0]);
    expect(filled(battle)).toEqual(['specialFormations', 'buttonsToActions']);
    const draws = readEvents(whole, events).filter(({ event }) => event === 'draw');
    expect(draws.map(({ values }) => values['value'])).toEqual([201, 202]);
    // two presses of four frames and four without, and two frames to read the last word
    expect(read(battle, 'battleFrames') - before).toBeGreaterThanOrEqual(18);
    expect(read(battle, 'battleFrames') - before).toBeLessThan(22);
  });

  test('takes what is pressed in between: a cursor, a window that is closed, a turn without a window', () => {
    const battle = whole.create(SETUP);
    press(whole, battle, 'a right right a');
    expect(cells(battle)).toEqual([STARTING_HP - 9 - 2, 202, 202, 0]);
    press(whole, battle, 'a right b');
    expect(cells(battle)).toEqual([29, 202, 202, 0]);
    press(whole, battle, 'y y', { hold: 2, release: 3 });
    expect(cells(battle)).toEqual([29, 202, 202, 32]);
    press(whole, battle, 'a right right right right right right', { further: 'right right a' });
    expect(cells(battle)).toEqual([29 - (203 & 15) - 8, 204, 204, 32]);
  });

  test('ends a press at the head of the loop: what its frame draws afterwards is of the next press', () => {
    // each dispatch draws, and the generator gives its count of draws
    const system = systemOf({ dispatch: 'jsr $6150' });
    const battle = system.create(SETUP);
    const events = createEventBuffer(64);
    apply(system, battle, { command: 'press', buttons: 'y' }, events);
    const draws = readEvents(system, events).filter(({ event }) => event === 'draw');
    expect(draws.at(-1)?.values['value']).toBe(read(battle, 'battleGenerator.a0'));
    expect(draws.length).toBe(read(battle, 'battleGenerator.a0') - 200);
  });

  test('ends the battle where the last enemy goes', () => {
    const battle = whole.create(SETUP);
    for (let turn = 0; turn < 4; turn++) press(whole, battle, 'a right right a');
    // 9, 11, 13 and 15, each and two more: 56 of 40
    expect([read(battle, 'enemy[1].hp'), read(battle, 'enemy[1].state'), read(battle, 'battleResult')]).toEqual([
      0, 0, 1,
    ]);
    expect(() => press(whole, battle, 'y')).toThrow(refusal('E_OVER'));
  });

  test('goes on from a snapshot as from the battle itself', () => {
    const battle = whole.create(SETUP);
    press(whole, battle, 'a a');
    const kept = snapshot(battle);
    press(whole, battle, 'a right a');
    const [after, hash] = [cells(battle), stateHash(battle)];
    restore(battle, kept);
    expect(cells(battle)).toEqual([31, 202, 202, 0]);
    press(whole, battle, 'a right a');
    expect([cells(battle), stateHash(battle)]).toEqual([after, hash]);
  });
});

describe('a planted fault shows', () => {
  const played = (change: Partial<DrivenParts>) => {
    const system = systemOf(change);
    const battle = system.create(SETUP);
    press(system, battle, 'a a');
    return battle;
  };

  test.each<[string, Partial<DrivenParts>, string, number]>([
    ['a wrong constant', { mask: '#$07' }, 'enemy[1].hp', STARTING_HP - 1],
    ['a lost draw', { draws: 1 }, 'battleGenerator.a0', 201],
    ['a write too many', { confirm: 'lda #$07\nsta {enemy[3].level}' }, 'enemy[3].level', 7],
  ])('%s: in the cell', (_what, change, cell, value) => {
    expect(read(played(change), cell)).toBe(value);
    const right = whole.create(SETUP);
    press(whole, right, 'a a');
    expect(read(right, cell)).not.toBe(value);
  });

  test.each([
    ['a cell of no battle', 'lda $1f40\nsta {enemy[1].level}', /enemy\[1\]\.level: 00h or FFh/],
    ['a branch on such a cell', 'lda $1f40\nbeq on\nstuck:\nwai\nbra stuck\non:', /an end, or none within/],
    ['a draw more by such a cell', 'lda $1f40\nbne on\njsr $6150\non:', /battleGenerator\.a0/],
    ['an answer of the sound unit', 'lda $2140\nsta {enemy[1].level}', /sound port.*it repeats/],
    ['memory that is not there', 'lda $5000', /nothing behind it was read/],
  ])('what hangs on %s is refused', (_what, confirm, found) => {
    const system = systemOf({ confirm });
    const battle = system.create(SETUP);
    const before = stateHash(battle);
    const details = expect.objectContaining({ found: expect.stringMatching(found) });
    expect(() => press(system, battle, 'a a')).toThrow(expect.objectContaining({ code: 'E_ROM_FRAMES', details }));
    expect(stateHash(battle)).toBe(before);
  });

  test('what the image wrote itself before is no such memory', () => {
    const battle = played({ confirm: 'lda #$05\nsta $1f40\nlda $1f40\nsta {enemy[1].level}' });
    expect(read(battle, 'enemy[1].level')).toBe(5);
  });

  test('code that looks for the blank of the screen gets it', () => {
    const looks = 'again:\nlda $4212\nbpl here\nbra again\nhere:\nlda $4212\nbpl here';
    expect(cells(played({ confirm: looks }))).toEqual([STARTING_HP - 9, 202, 202, 0]);
  });

  test.each([
    ['a window that stays open', '', 'a'],
    ['a loop without an end', 'here:\nwai\nbra here', 'a a'],
    ['a processor that stopped', 'stp', 'a a'],
  ])('%s is refused, and nothing has changed', (_what, confirm, buttons) => {
    const system = systemOf({ confirm });
    const battle = system.create(SETUP);
    const before = stateHash(battle);
    expect(() => press(system, battle, buttons)).toThrow(refusal('E_NO_ROUND'));
    expect(stateHash(battle)).toBe(before);
  });

  test.each<[string, Partial<DrivenParts>, RegExp]>([
    ['never asks for the interrupt', { asks: '#$01' }, /does not come to its loop \(C1:0261\)/],
    ['drives nobody', { driven: '#$00' }, /leaves no enemy that is driven/],
    ['leaves nobody to fight', { fought: '#$00' }, /leaves no enemy to fight/],
    ['keeps the party', { start: 'lda #$ff\nsta {ally[0].state}' }, /puts no machine in the place of the party/],
    [
      'leaves the list open',
      { start: Array.from({ length: 16 }, (_, enemy) => `sta {enemy[${enemy}].state}`).join('\n') },
      /open/,
    ],
  ])('a start that %s is refused', (_what, change, message) => {
    const system = systemOf(change);
    expect(() => system.create(SETUP)).toThrow(refusal('E_PARTY'));
    expect(() => system.create(SETUP)).toThrow(message);
  });
});

describe('step and its key o', () => {
  const plan = folder.write(
    'driven.toml',
    `plan = 1
system = "live-a-live"

[setup]
formation = 0x82
generator = [200, 1, 2, 3]

[[setup.party]]
character = "takahara"

[[do]]
command = "press"
buttons = "a right a"
expect = { "enemy[1].hp" = 30 }
`,
  );

  test('go into the frames instruction by instruction, and back out of them', async () => {
    const { book } = await openLine(plan, { systems: withImageCodeAll(SYSTEMS, romOf()) });
    const stepper = createStepper(book, { line: 0, at: 1, call: 0 });
    const key = async (name: string) => {
      await pressKey(stepper, name, name, false);
      return screenOf(stepper, 150, 60)
        .map(({ text }) => text.trimEnd())
        .join('\n');
    };
    const shown = await key('o');
    expect(shown).toMatch(/C1:9480 {2}LDA \$03F0 .*playerState\nC1:9483 {2}AND #\$EF/);
    expect(await key('o')).toContain('HP 30');
    expect(await key('home')).toContain('HP 40');
  });
});

describe('what is refused', () => {
  test('every command of ours where an enemy is driven, and buttons elsewhere', () => {
    const battle = whole.create(SETUP);
    for (const command of ['step', 'pass', 'wait', 'escape']) {
      expect(() => apply(whole, battle, { command })).toThrow(refusal('E_DRIVEN'));
    }
    expect(() => apply(whole, battle, { command: 'auto', policy: 'attack' })).toThrow(refusal('E_DRIVEN'));
    const other = LIVE_A_LIVE_BATTLE.create({ ...SETUP, formation: 0xde });
    expect(() => press(LIVE_A_LIVE_BATTLE, other, 'a')).toThrow(refusal('E_NOT_DRIVEN'));
  });

  test('a battle without an image, set up or restored', () => {
    expect(() => LIVE_A_LIVE_BATTLE.create(SETUP)).toThrow(/Give your own image with --rom/);
    const tables = withImage(LIVE_A_LIVE_BATTLE, romOf());
    expect(() => tables.create(SETUP)).toThrow(refusal('E_PARTY'));
    const empty = tables.create(null);
    restore(empty, snapshot(whole.create(SETUP)));
    expect(() => press(tables, empty, 'a a')).toThrow(refusal('E_NO_IMAGE'));
  });

  test('buttons where every outcome of a draw is looked at', () => {
    const battle = whole.create(SETUP);
    whole.capabilities.planning?.forceDraws?.(battle, { given: () => -1, choose: () => 0 });
    expect(() => press(whole, battle, 'a a')).toThrow(refusal('E_OUTCOMES'));
  });

  test('buttons that are none, too many, or held for no frame', () => {
    const battle = whole.create(SETUP);
    for (const buttons of ['a q', 'a a a a a a a a a', '']) expect(() => press(whole, battle, buttons)).toThrow();
    expect(() => press(whole, battle, 'a', { hold: 0 })).toThrow();
    expect(() => press(whole, battle, 'a', { release: 61 })).toThrow();
  });
});
