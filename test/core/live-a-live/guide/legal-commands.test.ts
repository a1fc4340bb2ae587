/** The commands that the guide’s rule set lists as legal. */
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_GUIDE } from '../../../../core/live-a-live/guide/index.js';
import { legal, PETRIFIED, put, putImpostors, run, skill, start, TAKAHARA } from './guide-battles.js';

describe('legal commands', () => {
  const ofUnit = (unit: number): number[] => [
    ...[1, unit, unit, 2, unit, unit, 3, unit, unit, 4, unit, unit],
    ...[5, unit, unit, 0, 255, 6, unit, unit, 7, unit, unit],
  ];
  test('an able ally has seven commands', () => {
    const battle = start({}, { allies: [TAKAHARA, TAKAHARA] });
    expect(legal(battle)).toEqual([...ofUnit(0), ...ofUnit(1)]);
  });
  test('a charging ally has none; frames pass when nobody else is able', () => {
    const battle = start({}, { allies: [TAKAHARA, TAKAHARA] });
    run(battle, skill(0, 16));
    expect(legal(battle)).toEqual(ofUnit(1));
    run(battle, skill(1, 16));
    expect(legal(battle)).toEqual([8, 0, 65_535]);
  });
  test('on an enemy turn: move, turn, skill; an incapacitated enemy only idles', () => {
    const battle = start();
    run(battle, skill(0));
    expect(legal(battle)).toEqual([9, 10, 11]);
    put(battle, 'enemy[0].statuses', PETRIFIED);
    expect(legal(battle)).toEqual([12]);
  });
  test('a buffer that is too small gets whole entries only', () => {
    const battle = start();
    expect([legal(battle, 14), legal(battle, 3), legal(battle, 5)]).toEqual([
      [1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0],
      [1, 0, 0],
      [1, 0, 0],
    ]);
    expect(legal(battle, 17)).toEqual([1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 5, 0, 0, 0, 255]);
    run(battle, skill(0));
    expect(legal(battle, 2)).toEqual([9, 10]);
  });
  test('only the four ally blocks are allies', () => {
    const battle = start({}, { allies: Array(4).fill(TAKAHARA) });
    putImpostors(battle, 0);
    expect(legal(battle, 200)).toEqual([0, 1, 2, 3].flatMap(ofUnit));
  });
  test('everything offered is accepted', () => {
    const battle = start({}, { allies: [TAKAHARA, TAKAHARA] });
    for (let step = 0; step < 30; step++) {
      const words = legal(battle);
      const image = battle.image.slice();
      for (let at = 0; at < words.length; ) {
        const shape = LIVE_A_LIVE_GUIDE.commands.find((one) => one.code === words[at]);
        if (shape === undefined) throw new Error(`code ${words[at]}`);
        const command = new Int32Array(shape.parameters.length + 1);
        command[0] = shape.code;
        for (let index = 0; index < shape.parameters.length; index++)
          command[index + 1] = words[at + 2 * index + 1] ?? 0;
        battle.image.set(image);
        expect([shape.name, battle.step(command, undefined)]).toEqual([shape.name, 0]);
        at += 1 + 2 * shape.parameters.length;
      }
    }
  });
});
