/** Plans of random commands of a played battle. */
import { apply } from '../../../../core/system/battle.js';
import type { Battle, System } from '../../../../core/system/system.js';
import { readPlan } from '../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { at } from './played-stand-in.js';

/** One ally, and two. */
export const PARTIES = [
  '[[setup.party]]\ncharacter = "takahara"\nlevel = 12\n',
  '[[setup.party]]\ncharacter = "oersted"\nlevel = 14\n[[setup.party]]\ncharacter = "hash"\nlevel = 13\n',
];

/** xorshift32. */
function randomNumbers(seed: number): (sides: number) => number {
  let state = (seed * 0x9e3779b9) | 0 || 1;
  return (sides) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % sides;
  };
}

/** A table of a plan: its name and its numbers by name, in the order of the command's parameters. */
type Table = readonly [string, Readonly<Record<string, number | string>>];

function randomTable(battle: Battle, roll: (sides: number) => number): Table {
  const { image } = battle;
  const frames = roll(3) === 0 ? { frames: roll(20) } : {};
  const grid = at(battle, 'fieldGrid[0]');
  const taken = Array.from({ length: 56 }, (_, cell) => cell).filter(
    (cell) => ((image[grid + cell] as number) & 16) !== 0,
  );
  const target = taken[roll(taken.length)] ?? 0;
  switch (roll(9)) {
    case 0:
      return ['turn', { way: roll(2) === 0 ? 'left' : 'right', ...frames }];
    case 1:
      return ['step', frames];
    case 2:
      return ['pass', frames];
    case 3:
      return ['wait', { frames: 1 + roll(9) }];
    case 4:
    case 5:
      return ['move', { x: roll(7), y: roll(7), ...frames }];
    case 6:
      return ['item', { item: 1 + roll(60), x: target & 7, y: target >> 3, ...frames }];
    default:
      return ['skill', { skill: 1 + roll(200), x: target & 7, y: target >> 3, presses: roll(4), ...frames }];
  }
}

function tableText([name, values]: Table): string {
  const lines = Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`);
  return `[[do]]\ncommand = "${name}"\n${lines.join('')}`;
}

/** A plan of random commands that the battle takes. */
export function randomPlan(system: System, seed: number): string {
  const roll = randomNumbers(seed);
  const items = Array.from({ length: 6 }, () => 1 + roll(60));
  const generator = Array.from({ length: 4 }, () => 1 + roll(255));
  const formation = [0xde, 0xdf, 0xe0][roll(3)];
  const head = `plan = 1\nsystem = "live-a-live-battle"\n[setup]\nformation = ${formation}\ngenerator = ${JSON.stringify(generator)}\nitems = ${JSON.stringify(items)}\n${PARTIES[seed % 2]}`;
  const battle = startPlan(system, readPlan(Buffer.from(head), 'random.toml'));
  let text = head;
  const result = at(battle, 'battleResult');
  for (let tries = 0, taken = 0; tries < 3000 && taken < 16 && battle.image[result] === 0; tries++) {
    const table = randomTable(battle, roll);
    try {
      apply(system, battle, { command: table[0], ...table[1] });
    } catch {
      continue;
    }
    text += tableText(table);
    taken++;
  }
  return text;
}
