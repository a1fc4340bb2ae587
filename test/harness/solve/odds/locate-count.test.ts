/** How many commands it takes until what was seen leaves one state: a hundred random battles. */
import { expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { read } from '../../../../core/system/battle.js';
import { encodeMove, type Move } from '../../../../harness/play/plan/moves.js';
import { createSuspectPlayer, type Group } from '../../../../harness/solve/odds/locate/locate.js';
import { drawnSystem } from '../../../../harness/solve/odds/position/position.js';

const BATTLES = 100;
const LONGEST = 15;

test('HP lost after each command leaves one state of the generator in over 80 of 100 battles against Namcat', () => {
  const drawn = drawnSystem(LIVE_A_LIVE_BATTLE, 'test');
  const { generator } = drawn;
  const party = [{ character: 'takahara', x: 0, y: 3, hp: 999, maxHp: 999 }];
  const battle = createBattle({ formation: 0xde, party });
  const player = createSuspectPlayer(drawn, battle);
  const states: number[] = [];
  for (const { first, length } of generator.cycles) {
    for (let state = first, at = 0; at < length; at++, state = generator.next(state)) states.push(state);
  }
  const step = encodeMove(LIVE_A_LIVE_BATTLE, battle, { command: 'step' });
  const kick = (x: number, y: number): Move =>
    encodeMove(LIVE_A_LIVE_BATTLE, battle, { command: 'skill', skill: 'dou-mawashi-kaiten-geri', x, y });

  /** A kick at Namcat where one reaches it, else a step in place. */
  function choose(image: Uint8Array): Move {
    battle.image.set(image);
    const [x, y] = [read(battle, 'enemy[0].cellX'), read(battle, 'enemy[0].cellY')];
    for (let down = 0; down < 3 && y + down < 7; down++) {
      const move = kick(x, y + down);
      battle.image.set(image);
      if (battle.step(move.words, undefined) === 0) return move;
    }
    return step;
  }

  function seen(image: Uint8Array): string {
    battle.image.set(image);
    return `${read(battle, 'record[5].hp')} ${read(battle, 'enemy[0].hp')}`;
  }

  const suspects = states.map((state) => ({ from: state, state }));
  const first = player.play([{ image: battle.image.slice(), suspects }], kick(0, 2), () => true);
  const needed: number[] = [];
  for (let round = 0; round < BATTLES; round++) {
    const state = states[(round * 7919 * 265) % states.length] as number;
    let mine = first.find((group) => group.suspects.some(({ from }) => from === state)) as Group;
    let groups = first.filter(({ image }) => seen(image) === seen(mine.image));
    const left = (): number => groups.reduce((sum, group) => sum + group.suspects.length, 0);
    let commands = 1;
    for (; left() > 1 && commands < LONGEST; commands++) {
      const move = choose(mine.image);
      const own = mine.suspects.filter(({ from }) => from === state);
      const [next] = player.play([{ image: mine.image, suspects: own }], move, () => true);
      if (next === undefined) break;
      mine = next;
      const wanted = seen(mine.image);
      groups = player.play(groups, move, (_, after) => {
        const image = after.slice();
        const fits = seen(image) === wanted;
        battle.image.set(image);
        return fits;
      });
    }
    expect(groups.some((group) => group.suspects.some(({ from }) => from === state))).toBe(true);
    if (left() === 1) needed.push(commands);
  }
  needed.sort((a, b) => a - b);
  const [median, most] = [needed[needed.length >> 1], needed.at(-1)];
  console.log(`one state left in ${needed.length} of ${BATTLES} battles; commands: median ${median}, most ${most}`);
  expect(needed.length).toBeGreaterThan(80);
}, 400_000);
