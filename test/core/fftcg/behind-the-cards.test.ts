/** The stack lies behind the last card. Whatever its empty places hold is no card: a turn goes as with zeros there. */
import { expect, test } from 'vitest';
import { ITEM_SIZE, OF_CARD, OF_ITEM, stackAt, ZONE } from '../../../core/fftcg/cells.js';
import type { PlainCard } from '../../../core/fftcg/index.js';
import type { Battle } from '../../../core/system/system.js';
import { attack, block, listed, type Plain, pass, run, split, start } from './helpers.js';

const cards: PlainCard[] = [
  { id: 'first', kind: 'forward', power: 2000, element: 'earth', keywords: ['firstStrike'] },
  {
    id: 'surge',
    kind: 'summon',
    exBurst: 'surge',
    abilities: [
      {
        kind: 'summon',
        effects: [{ kind: 'addPower', amount: 1000, per: 'ownForwards', scope: 'allForwards' }],
      },
    ],
  },
];

/** A card on the field that attacks, is hurt and frozen, and whose first ability waits. */
const SEEMING: readonly (readonly [at: number, value: number])[] = [
  [OF_CARD.zone, ZONE.field],
  ...(['frozen', 'attacking', 'attacked', 'triggers'] as const).map((field) => [OF_CARD[field], 1] as const),
  [OF_CARD.power, 9],
  [OF_CARD.damage, 5],
];

const both = ['A', 'B'].map(pass);
const other = ['B', 'A'].map(pass);
const TURNS: readonly Plain[] = [
  ...[...both, ...both, attack('A', 'rock', 'stone'), ...both, block('B', 'first'), ...both],
  // First Strike deals first, in a step of its own; then the party does
  ...[split('B', { rock: 2000, stone: 0 }), ...both, ...both],
  ...[attack('A'), ...both],
  // the second player's turn: one Forward goes through, and the damage is an EX Burst
  ...[...other, ...other, attack('B', 'flame'), ...other, block('A'), ...other],
  ...[{ command: 'exBurst', player: 'A', use: 1, targets: [] }, ...other],
  // a whole party with First Strike, which is one Forward, is blocked
  ...[...other, attack('B', 'first-2'), ...other, block('A', 'knight'), ...other],
];

function game(): Battle {
  return start(
    { field: ['rock', 'stone', 'knight'], deck: ['surge', 'filler', 'filler', 'filler', 'filler'] },
    { field: ['first', 'flame', 'first'] },
    { cards, switches: { endOrder: 'cr' } },
  );
}

test('F2 to F16: two turns with an attack, a party, a block, First Strike and an EX Burst', () => {
  const [plain, seeming] = [game(), game()];
  const cardCount = plain.cells.filter(({ name }) => /^card\[.*\]\.zone$/.test(name)).length;
  const behind = stackAt(cardCount);
  for (const [at, value] of SEEMING) seeming.image[behind + at] = value;
  // a card that has left is number 255, and there is none
  seeming.image.fill(ZONE.field, behind + 3 * ITEM_SIZE);
  const lies = seeming.image.slice(behind);
  for (const command of TURNS) {
    expect(listed(seeming)).toEqual(listed(plain));
    expect([command, run(seeming, command)]).toEqual([command, run(plain, command)]);
    expect(Buffer.compare(seeming.image.subarray(0, behind), plain.image.subarray(0, behind))).toBe(0);
    expect(Buffer.compare(seeming.image.subarray(behind), lies)).toBe(0);
  }
  expect(seeming.image[OF_ITEM.card + behind]).toBe(ZONE.field);
});
