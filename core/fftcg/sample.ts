/**
 * Two decks for self-play. Extension: apart from the seed's cards they are invented, one card for
 * each distinction of the rules.
 */
import type { PlainCard } from './cards.js';

const forward = (id: string, element: string, power: number, more: Partial<PlainCard> = {}): PlainCard => ({
  id,
  kind: 'forward',
  element,
  power,
  ...more,
});

export const SAMPLE_CARDS: readonly PlainCard[] = [
  forward('soldier', 'fire', 5000),
  forward('guard', 'fire', 7000),
  forward('runner', 'wind', 4000, { keywords: ['haste'] }),
  forward('sentinel', 'wind', 6000, { keywords: ['brave'] }),
  forward('lancer', 'wind', 5000, { keywords: ['firstStrike'] }),
  forward('ambusher', 'fire', 4000, { keywords: ['backAttack'] }),
  forward('herald', 'fire', 3000, {
    abilities: [
      {
        id: 'herald-enters',
        kind: 'auto',
        trigger: 'entersField',
        targets: 1,
        effects: [{ kind: 'damage', amount: 3000 }],
      },
      { id: 'herald-broken', kind: 'auto', trigger: 'broken', effects: [{ kind: 'draw', amount: 1 }] },
    ],
  }),
  forward('raider', 'wind', 4000, {
    abilities: [
      {
        id: 'raider-attacks',
        kind: 'auto',
        trigger: 'attacks',
        effects: [{ kind: 'addPower', scope: 'self', amount: 2000 }],
      },
      { id: 'raider-damages', kind: 'auto', trigger: 'damagesPlayer', effects: [{ kind: 'draw', amount: 1 }] },
    ],
  }),
  forward('warden', 'fire', 5000, {
    abilities: [
      {
        id: 'warden-blocks',
        kind: 'auto',
        trigger: 'blocks',
        effects: [{ kind: 'addPower', scope: 'ownForwards', amount: 1000 }],
      },
      {
        id: 'warden-rests',
        kind: 'auto',
        trigger: 'endOfTurn',
        effects: [{ kind: 'activate', scope: 'self' }],
      },
    ],
  }),
  {
    id: 'sapper',
    kind: 'backup',
    element: 'fire',
    abilities: [
      {
        id: 'sap',
        kind: 'action',
        dull: true,
        targets: 2,
        effects: [{ kind: 'addPower', amount: -1000 }],
      },
    ],
  },
  {
    id: 'jailer',
    kind: 'backup',
    element: 'wind',
    abilities: [
      {
        id: 'jail',
        kind: 'action',
        dull: true,
        targets: 1,
        controller: 'opponent',
        effects: [{ kind: 'dull' }, { kind: 'freeze' }],
      },
    ],
  },
  {
    id: 'meteor',
    kind: 'summon',
    abilities: [{ kind: 'summon', targets: 1, of: 'character', effects: [{ kind: 'break' }] }],
    exBurst: 'meteor',
  },
  {
    id: 'letter',
    kind: 'summon',
    abilities: [{ kind: 'summon', effects: [{ kind: 'draw', amount: 1 }] }],
    exBurst: 'letter',
  },
];

const copies: readonly (readonly [card: string, copies: number])[] = [
  ...SAMPLE_CARDS.map((card): [string, number] => [card.id, 3]),
  ['barret', 5],
  ['brynhildr', 4],
  ['valefor', 2],
];

/**
 * Two equal decks of 50 cards, five of them in the hand, shuffled by `choose`.
 * @param choose returns a number of 0..count-1; the caller's source of chance
 */
export function sampleSetup(choose: (count: number) => number): {
  readonly definitions: readonly PlainCard[];
  readonly players: readonly { readonly hand: readonly string[]; readonly deck: readonly string[] }[];
} {
  const shuffled = (): string[] => {
    const deck = copies.flatMap(([card, count]) => Array.from({ length: count }, () => card));
    for (let index = deck.length - 1; index > 0; index--) {
      const other = choose(index + 1);
      const kept = deck[index] ?? '';
      deck[index] = deck[other] ?? '';
      deck[other] = kept;
    }
    return deck;
  };
  return {
    definitions: SAMPLE_CARDS,
    players: [0, 1].map(() => {
      const deck = shuffled();
      return { hand: deck.slice(0, 5), deck: deck.slice(5) };
    }),
  };
}
