/**
 * The cards of the card game's goldens, once as the reference takes them and once as a setup has them. The first three are the
 * seed's, the others are made up so that every kind of effect, keyword and trigger is met.
 */
import type { Card, Effect, Trigger } from '../references/fftcg-cards.js';

const aimed = (kind: Effect['kind'], amount?: number): Effect => ({
  kind,
  scope: 'targets',
  ...(amount === undefined ? {} : { amount }),
});
const draw = (amount: number): Effect => ({ kind: 'draw', scope: 'controller', amount });
const self = (amount: number): Effect => ({ kind: 'addPower', scope: 'self', amount });

const forward = (id: string, element: string, power: number, more: Partial<Card> = {}): Card => ({
  ...{ id, kind: 'forward' as const, element, power },
  ...more,
});
const summon = (id: string, effects: readonly Effect[], burst = false): Card => ({
  ...{ id, kind: 'summon' as const, element: '', effects },
  ...(burst ? { exBurst: effects } : {}),
});

/** Known to every setup. */
export const SEED_CARDS: readonly Card[] = [
  forward('barret', '', 7000, { abilities: [{ id: 'hammer-blow', effects: [self(4000)] }] }),
  summon('brynhildr', [aimed('damage', 7000)]),
  summon('valefor', [{ kind: 'return', scope: 'allForwards' }]),
];

export const OTHER_CARDS: readonly Card[] = [
  forward('rock', 'earth', 5000),
  forward('stone', 'earth', 6000),
  forward('flame', 'fire', 4000),
  forward('runner', 'fire', 3000, { haste: true }),
  forward('knight', 'earth', 5000, { brave: true }),
  forward('greeter', 'fire', 2000, { autos: [{ id: 'greet', on: 'enters', effects: [draw(1)] }] }),
  forward('watcher', 'earth', 4000, { autos: [{ id: 'watch', on: 'damagesPlayer', effects: [self(1000)] }] }),
  forward('avenger', 'fire', 3000, {
    autos: [
      { id: 'avenge', on: 'breaks', effects: [{ kind: 'damage', scope: 'allForwards', amount: 1000 }] },
      { id: 'bequeath', on: 'breaks', effects: [draw(1)] },
    ],
  }),
  { id: 'shop', kind: 'backup', element: '' },
  {
    ...{ id: 'jailer', kind: 'backup' as const, element: '' },
    abilities: [{ id: 'jail', dullCost: true, effects: [aimed('dull')] }],
  },
  {
    ...{ id: 'smith', kind: 'backup' as const, element: '' },
    abilities: [{ id: 'forge', dullCost: true, effects: [aimed('addPower', 2000)] }],
  },
  summon('flare', [aimed('damage', 3000)], true),
  summon('weaken', [aimed('addPower', -3000)]),
  summon('doom', [aimed('break')], true),
  summon('gift', [draw(2)], true),
  summon('filler', [draw(0)]),
];

export function cardOf(id: string): Card {
  const card = [...SEED_CARDS, ...OTHER_CARDS].find((known) => known.id === id);
  if (card === undefined) throw new Error(`no card ${id}`);
  return card;
}

/**
 * A copy with an id of its own; its auto-abilities are named `copy/ability`, as a command names a trigger. A Forward whose
 * element nobody printed shares it with no other (FA14).
 */
export function copyOf(id: string, copy: string): Card {
  const card = cardOf(id);
  const autos = card.autos?.map((auto) => ({ ...auto, id: `${copy}/${auto.id}` }));
  const element = card.element === '' ? copy : card.element;
  return { ...card, id: copy, element, ...(autos === undefined ? {} : { autos }) };
}

const TRIGGERS: Readonly<Record<Trigger, string>> = {
  enters: 'entersField',
  breaks: 'broken',
  damagesPlayer: 'damagesPlayer',
};

function plainEffect({ kind, scope, amount }: Effect): object {
  if (kind === 'draw') return { kind, amount };
  return { kind, scope, ...(amount === undefined ? {} : { amount }) };
}

function plainAbility(kind: string, effects: readonly Effect[], more: object = {}): object {
  const aims = effects.some(({ scope }) => scope === 'targets');
  return { kind, ...(aims ? { targets: 1 } : {}), effects: effects.map(plainEffect), ...more };
}

/** The definition in a setup. */
export function definitionOf(card: Card): object {
  const abilities = [
    ...(card.effects === undefined ? [] : [plainAbility('summon', card.effects, { id: card.id })]),
    ...(card.abilities ?? []).map(({ id, dullCost, effects }) =>
      plainAbility('action', effects, { id, ...(dullCost === true ? { dull: true } : {}) }),
    ),
    ...(card.autos ?? []).map(({ id, on, effects }) => plainAbility('auto', effects, { id, trigger: TRIGGERS[on] })),
  ];
  const keywords = (['haste', 'brave', 'firstStrike', 'backAttack'] as const).filter((word) => card[word] === true);
  return {
    ...{ id: card.id, kind: card.kind, abilities },
    ...(card.element === '' ? {} : { element: card.element }),
    ...(card.power === undefined ? {} : { power: card.power }),
    ...(keywords.length === 0 ? {} : { keywords }),
    ...(card.limitBreak === undefined ? {} : { limitBreak: card.limitBreak }),
    ...(card.exBurst === undefined ? {} : { exBurst: card.id }),
  };
}
