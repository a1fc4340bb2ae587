/** The card-game reference against the worked examples X1 to X5 and the rules and decisions of its rules file. */
import { describe, expect, it } from 'vitest';
import { applyDuel, createDuel, type DuelSetup } from './fftcg.js';
import type { Card, Duel, DuelCommand, PlayerIndex } from './fftcg-cards.js';

const forward = (id: string, power: number, more: Partial<Card> = {}): Card => ({
  id,
  kind: 'forward',
  element: 'fire',
  power,
  ...more,
});
const filler = (id: string): Card => ({ id, kind: 'backup', element: 'fire' });
const deck = (prefix: string, size = 20): Card[] => Array.from({ length: size }, (_, n) => filler(`${prefix}${n}`));

const barret = forward('Barret', 7000, {
  abilities: [{ id: 'HB', effects: [{ kind: 'addPower', scope: 'self', amount: 4000 }] }],
});
const brynhildr: Card = {
  ...{ id: 'Br', kind: 'summon', element: 'fire' },
  effects: [{ kind: 'damage', scope: 'targets', amount: 7000 }],
};
const valefor: Card = {
  id: 'Valefor',
  kind: 'summon',
  element: 'wind',
  effects: [{ kind: 'return', scope: 'allForwards' }],
};

interface Side {
  readonly hand?: readonly Card[];
  readonly field?: readonly Card[];
  readonly deck?: readonly Card[];
}

function duel(first: Side = {}, second: Side = {}, switches: DuelSetup['switches'] = {}): Duel {
  return createDuel({
    players: [
      { deck: deck('a'), ...first },
      { deck: deck('b'), ...second },
    ],
    switches,
  });
}

const pass = (player: PlayerIndex): DuelCommand => ({ kind: 'pass', player });
const both = [pass(0), pass(1)];
const attack = (...ids: string[]): DuelCommand => ({ kind: 'declareAttack', player: 0, ids });
const block = (id: string | null): DuelCommand => ({ kind: 'declareBlock', player: 1, id });
const cast = (player: PlayerIndex, card: string, ...targets: string[]): DuelCommand => ({
  kind: 'castSummon',
  ...{ player, card, targets },
});
const play = (card: string): DuelCommand => ({ kind: 'playCharacter', player: 0, card });
const hammer: DuelCommand = { kind: 'useAbility', player: 0, source: 'Barret', ability: 'HB', targets: [] };

function run(start: Duel, ...commands: DuelCommand[]): Duel {
  return commands.reduce(applyDuel, start);
}

function codeOf(start: Duel, command: DuelCommand): unknown {
  const before = structuredClone(start);
  try {
    applyDuel(start, command);
  } catch (error) {
    expect(start).toEqual(before);
    return typeof error === 'object' && error !== null && 'code' in error ? error.code : error;
  }
  return 'accepted';
}

const fieldOf = (state: Duel, player: PlayerIndex) => state.players[player].field.map(({ card }) => card.id);
const character = (state: Duel, id: string) =>
  state.players.flatMap(({ field }) => field).find(({ card }) => card.id === id);

/** To the declaration of the first attack. */
const toDeclaration = (start: Duel) => run(start, ...both, ...both);

describe('worked examples', () => {
  it('X1 Brynhildr in response breaks Barret, Hammer Blow is cancelled', () => {
    const start = { ...duel({ field: [barret] }, { hand: [brynhildr] }), log: [] };
    const end = run(start, hammer, pass(0), cast(1, 'Br', 'Barret'), pass(1), pass(0), pass(0), pass(1));
    expect(end.log).toEqual([
      ...['push HB', 'pass 0', 'push Br', 'pass 1', 'pass 0', 'resolve Br', 'break Barret'],
      ...['pass 0', 'pass 1', 'cancelled HB'],
    ]);
    expect([fieldOf(end, 0), end.priority, end.phase]).toEqual([[], 0, 'main1']);
  });

  it('X2 the other way round Barret survives with 7000 damage, gone in End', () => {
    const start = duel({ field: [barret] }, { hand: [brynhildr] });
    const hit = run(start, pass(0), cast(1, 'Br', 'Barret'), pass(1), hammer, ...both, pass(0), pass(1));
    expect(character(hit, 'Barret')).toMatchObject({ power: 7000, powerMod: 4000, damage: 7000 });
    const end = run(hit, ...both, ...both, attack(), ...both);
    expect([end.turn, end.turnPlayer]).toEqual([2, 1]);
    expect(character(end, 'Barret')).toMatchObject({ powerMod: 0, damage: 0 });
  });

  it('X3 Valefor in Main 2: Forwards may be replayed, they cannot attack', () => {
    const start = duel({ field: [barret] }, { hand: [valefor] });
    const main2 = run(toDeclaration(start), attack());
    const back = run(main2, pass(0), cast(1, 'Valefor'), pass(1), pass(0));
    expect([back.phase, back.priority, fieldOf(back, 0)]).toEqual(['main2', 0, []]);
    const again = run(back, play('Barret'));
    expect(fieldOf(again, 0)).toEqual(['Barret']);
    expect(codeOf(again, attack('Barret'))).toBe('E_PHASE');
    expect(run(again, ...both).turn).toBe(2);
  });

  it('X4 a hand of 5 keeps 5, of 6 discards 1, of 9 discards 4', () => {
    const endWith = (size: number) => run(toDeclaration(duel({ hand: deck('h', size - 2) })), attack(), ...both);
    const discard = (...ids: string[]): DuelCommand => ({ kind: 'discard', player: 0, ids });
    expect(endWith(5).turn).toBe(2);
    const six = endWith(6);
    expect([six.turn, six.pending]).toEqual([1, { kind: 'discard', player: 0 }]);
    expect(codeOf(six, discard())).toBe('E_DISCARD_COUNT');
    expect(codeOf(six, discard('nothing'))).toBe('E_NOT_IN_HAND');
    expect(run(six, discard('h1')).players[0].hand.map(({ id }) => id)).toEqual(['h0', 'h2', 'h3', 'a0', 'a1']);
    expect(run(endWith(9), discard('h0', 'h1', 'h2', 'h3')).turn).toBe(2);
  });

  it('X5 the counter of passes', () => {
    const start = duel({ field: [barret] }, { hand: [valefor] });
    const asked = run(start, pass(0), cast(1, 'Valefor'), pass(1));
    expect([asked.passes, asked.priority]).toEqual([1, 0]);
    const end = run(asked, pass(0));
    expect([end.priority, end.passes, end.phase, end.stack]).toEqual([0, 0, 'main1', []]);
  });
});

describe('phases and priority', () => {
  it('F2 F3 F4 FA1 the order of a turn, two cards drawn', () => {
    const start = duel();
    expect(start.log).toEqual(['active', 'draw', 'main1']);
    expect([start.players[0].hand.length, start.players[1].hand.length]).toEqual([2, 0]);
    expect(duel({}, {}, { firstTurnDraw: 1 }).players[0].hand).toHaveLength(1);
    const end = run(toDeclaration(start), attack(), ...both);
    expect(end.log.filter((line) => !line.startsWith('pass'))).toEqual([
      ...['active', 'draw', 'main1', 'attack preparation', 'attack declaration', 'main2', 'end'],
      ...['active', 'draw', 'main1'],
    ]);
    expect(end.players[1].hand).toHaveLength(2);
  });

  it('F5 F7 F8 FA4 who may do what', () => {
    const start = duel(
      { hand: [barret, brynhildr], field: [forward('Cloud', 8000)] },
      { hand: [forward('Tifa', 5000)] },
    );
    expect(codeOf(start, pass(1))).toBe('E_NO_PRIORITY');
    expect(codeOf(start, { kind: 'playCharacter', player: 1, card: 'Tifa' })).toBe('E_NOT_TURN_PLAYER');
    expect(codeOf(start, play('Tifa'))).toBe('E_NOT_IN_HAND');
    expect(codeOf(run(start, pass(0)), play('Barret'))).toBe('E_NO_PRIORITY');
    expect(codeOf(start, cast(0, 'Br'))).toBe('E_NO_LEGAL_TARGET');
    expect(codeOf(start, cast(0, 'Br', 'Tifa'))).toBe('E_NO_LEGAL_TARGET');
    const waiting = run(start, cast(0, 'Br', 'Cloud'));
    expect(codeOf(waiting, play('Barret'))).toBe('E_STACK_NOT_EMPTY');
    expect(codeOf(run(start, ...both), play('Barret'))).toBe('E_PHASE');
    expect(codeOf(start, attack('Cloud'))).toBe('E_PHASE');
    expect(codeOf(run(start, { kind: 'concede', player: 0 }), pass(0))).toBe('E_ENDED');
  });

  it('F19 FA3 after the other player’s Summon resolves the turn player has priority', () => {
    const start = duel({ field: [forward('Cloud', 8000)] }, { hand: [brynhildr] });
    const end = run(start, pass(0), cast(1, 'Br', 'Cloud'), pass(1), pass(0));
    expect([end.priority, character(end, 'Cloud')?.damage]).toEqual([0, 7000]);
  });

  it('F6 FA5 FA6 triggers: the turn player’s first, the other’s on top, two of one player in the order named', () => {
    const enters = (id: string) => ({
      id,
      on: 'enters' as const,
      effects: [{ kind: 'draw', scope: 'controller', amount: 1 }] as const,
    });
    const start = duel({ hand: [forward('Yuna', 3000, { autos: [enters('one'), enters('two')] })] });
    const asked = run(start, play('Yuna'));
    expect([asked.pending, asked.stack, fieldOf(asked, 0)]).toEqual([{ kind: 'triggers', player: 0 }, [], ['Yuna']]);
    expect(codeOf(asked, pass(0))).toBe('E_PENDING_CHOICE');
    const ordered = run(asked, { kind: 'orderTriggers', player: 0, ids: ['two', 'one'] });
    expect([ordered.stack.map(({ name }) => name), ordered.priority]).toEqual([['two', 'one'], 0]);
    expect(run(ordered, ...both).log.at(-1)).toBe('resolve one');
    const breaks = (id: string) => ({
      id,
      on: 'breaks' as const,
      effects: [{ kind: 'draw', scope: 'controller', amount: 1 }] as const,
    });
    const bomb: Card = {
      id: 'Bomb',
      kind: 'summon',
      element: 'fire',
      effects: [{ kind: 'break', scope: 'allForwards' }],
    };
    const mutual = duel(
      { hand: [bomb], field: [forward('A', 1000, { autos: [breaks('mine')] })] },
      {
        field: [forward('B', 1000, { autos: [breaks('yours')] })],
      },
    );
    expect(run(mutual, cast(0, 'Bomb'), ...both).stack.map(({ name }) => name)).toEqual(['mine', 'yours']);
  });

  it('FA7 seven damage, an empty deck, a power of 0', () => {
    const start = duel({ field: [forward('Cloud', 8000)] }, {}, { damageToLose: 1 });
    const won = run(toDeclaration(start), attack('Cloud'), ...both, block(null), ...both);
    expect([won.winner, won.players[1].damage]).toEqual([0, 1]);
    expect(duel({ deck: deck('a', 1) }).winner).toBe(1);
    const weaken: Card = { ...brynhildr, effects: [{ kind: 'addPower', scope: 'targets', amount: -8000 }] };
    const weak = duel({ hand: [weaken] }, { field: [forward('Tifa', 5000)] });
    expect(fieldOf(run(weak, cast(0, 'Br', 'Tifa'), ...both), 1)).toEqual([]);
  });
});

describe('attack', () => {
  const cloud = forward('Cloud', 8000);
  const tifa = forward('Tifa', 5000);

  it('F9 to F13 a block, windows after each step, FA10 back to preparation', () => {
    const start = toDeclaration(duel({ field: [cloud] }, { field: [tifa] }));
    const declared = run(start, attack('Cloud'));
    expect([declared.priority, declared.step, character(declared, 'Cloud')?.dull]).toEqual([0, 'declaration', true]);
    const owed = run(declared, ...both);
    expect(owed.pending).toEqual({ kind: 'block', player: 1 });
    expect(codeOf(owed, pass(0))).toBe('E_PENDING_CHOICE');
    expect(codeOf(owed, { kind: 'declareBlock', player: 0, id: null })).toBe('E_PENDING_CHOICE');
    const fought = run(owed, block('Tifa'), ...both);
    expect([fieldOf(fought, 1), character(fought, 'Cloud')?.damage, fought.step]).toEqual([[], 5000, 'damage']);
    const after = run(fought, ...both);
    expect([after.step, after.priority]).toEqual(['preparation', 0]);
    const looped = toDeclaration(duel({ field: [cloud] }, { field: [tifa] }, { attackLoopTo: 'declaration' }));
    expect(run(looped, attack('Cloud'), ...both, block('Tifa'), ...both, ...both).pending?.kind).toBe('attack');
  });

  it('F11 FA15 FA16 who can attack', () => {
    const brave = forward('Auron', 7000, { brave: true });
    const fast = forward('Zidane', 4000, { haste: true });
    const start = run(duel({ hand: [tifa, fast], field: [brave] }), play('Tifa'), play('Zidane'));
    const asked = toDeclaration(start);
    expect(codeOf(asked, attack('Tifa'))).toBe('E_CANNOT_ATTACK');
    expect(codeOf(asked, attack('Zidane'))).toBe('accepted');
    const once = run(asked, attack('Auron'), ...both, block(null), ...both, ...both, ...both);
    expect([once.pending?.kind, character(once, 'Auron')?.dull]).toEqual(['attack', false]);
    expect(codeOf(once, attack('Auron'))).toBe('E_CANNOT_ATTACK');
  });

  it('FA13 a dull Forward cannot block', () => {
    const nap: Card = { ...brynhildr, effects: [{ kind: 'dull', scope: 'targets' }] };
    const start = run(duel({ hand: [nap], field: [cloud] }, { field: [tifa] }), cast(0, 'Br', 'Tifa'), ...both);
    const owed = run(toDeclaration(start), attack('Cloud'), ...both);
    expect(codeOf(owed, block('Tifa'))).toBe('E_CANNOT_BLOCK');
  });

  it('FA12 without its blocker a blocked attack hurts nobody', () => {
    const start = toDeclaration(duel({ hand: [brynhildr], field: [cloud] }, { field: [tifa] }));
    const blocked = run(start, attack('Cloud'), ...both, block('Tifa'), cast(0, 'Br', 'Tifa'), ...both, ...both);
    expect([blocked.step, blocked.players[1].damage, character(blocked, 'Cloud')?.damage]).toEqual(['damage', 0, 0]);
    const gone = toDeclaration(duel({ field: [cloud] }, { hand: [valefor] }));
    const empty = run(
      gone,
      attack('Cloud'),
      ...both,
      block(null),
      pass(0),
      cast(1, 'Valefor'),
      pass(1),
      pass(0),
      ...both,
    );
    expect([empty.step, empty.players[1].damage]).toEqual(['damage', 0]);
  });

  it('FA14 a party is of one element and deals one damage; a blocker splits its power in thousands', () => {
    const barretToo = forward('Vincent', 6000);
    const ice = forward('Rinoa', 6000, { element: 'ice' });
    const wall = forward('Wall', 9000);
    const start = toDeclaration(duel({ field: [cloud, barretToo, ice] }, { field: [wall] }));
    expect(codeOf(start, attack('Cloud', 'Rinoa'))).toBe('E_BAD_PARTY');
    expect(codeOf(start, attack('Cloud', 'Cloud'))).toBe('E_DUPLICATE_ID');
    const free = run(start, attack('Cloud', 'Vincent'), ...both, block(null), ...both);
    expect(free.players[1].damage).toBe(1);
    const owed = run(start, attack('Cloud', 'Vincent'), ...both, block('Wall'), ...both);
    const split = (...amounts: [string, number][]): DuelCommand => ({
      kind: 'assignPartyDamage',
      player: 1,
      amounts: amounts.map(([id, amount]) => ({ id, amount })),
    });
    expect(owed.pending).toEqual({ kind: 'partyDamage', player: 1 });
    expect(codeOf(owed, split(['Cloud', 8500], ['Vincent', 500]))).toBe('E_RANGE');
    expect(codeOf(owed, split(['Cloud', 8000]))).toBe('E_RANGE');
    expect(codeOf(owed, split(['Cloud', 3000], ['Rinoa', 6000]))).toBe('E_UNKNOWN_ID');
    const fought = run(owed, split(['Cloud', 3000], ['Vincent', 6000]));
    expect([fieldOf(fought, 0), fieldOf(fought, 1), character(fought, 'Cloud')?.damage]).toEqual([
      ['Cloud', 'Rinoa'],
      [],
      3000,
    ]);
  });

  it('F14 FA17 an EX Burst resolves at once, what triggered comes after it', () => {
    const thief = forward('Yuffie', 4000, {
      autos: [{ id: 'steal', on: 'damagesPlayer', effects: [{ kind: 'draw', scope: 'controller', amount: 1 }] }],
    });
    const burst: Card = {
      id: 'Shiva',
      kind: 'summon',
      element: 'ice',
      exBurst: [{ kind: 'dull', scope: 'allForwards' }],
    };
    const start = toDeclaration(duel({ field: [thief, cloud] }, { deck: [burst, ...deck('b')] }));
    const owed = run(start, attack('Yuffie'), ...both, block(null), ...both);
    expect([owed.pending, owed.stack]).toEqual([{ kind: 'exBurst', player: 1 }, []]);
    const used = run(owed, { kind: 'exBurst', player: 1, use: true });
    expect([character(used, 'Cloud')?.dull, used.stack.map(({ name }) => name), used.priority]).toEqual([
      true,
      ['steal'],
      0,
    ]);
    const declined = run(owed, { kind: 'exBurst', player: 1, use: false });
    expect([character(declined, 'Cloud')?.dull, declined.stack.length]).toEqual([false, 1]);
  });

  it('FA11 with one of two targets gone the other is affected; a card that came back is not the one that was aimed at', () => {
    const two: Card = { ...brynhildr, id: 'Two', effects: [{ kind: 'damage', scope: 'targets', amount: 1000 }] };
    const start = duel({ hand: [two], field: [cloud] }, { hand: [brynhildr], field: [tifa] });
    const end = run(start, cast(0, 'Two', 'Cloud', 'Tifa'), pass(0), cast(1, 'Br', 'Tifa'), pass(1), pass(0), ...both);
    expect([end.log.at(-1), character(end, 'Cloud')?.damage]).toEqual(['resolve Two', 1000]);
    const again = duel({ hand: [brynhildr, valefor], field: [cloud] }, {}, { characterNeedsEmptyStack: false });
    const replayed = run(again, cast(0, 'Br', 'Cloud'), cast(0, 'Valefor'), ...both, play('Cloud'), ...both);
    expect([replayed.log.at(-1), character(replayed, 'Cloud')?.damage]).toEqual(['cancelled Br', 0]);
  });

  it('FA15 an ability that dulls is not for a Forward that is new or dull', () => {
    const nap = { id: 'nap', dullCost: true, effects: [{ kind: 'draw', scope: 'controller', amount: 1 }] as const };
    const sleeper = forward('Sleeper', 5000, { abilities: [nap] });
    const use: DuelCommand = { kind: 'useAbility', player: 0, source: 'Sleeper', ability: 'nap', targets: [] };
    const fresh = run(duel({ hand: [sleeper] }), play('Sleeper'));
    expect(codeOf(fresh, use)).toBe('E_CANNOT_ATTACK');
    const old = duel({ field: [sleeper] });
    expect(character(run(old, use), 'Sleeper')?.dull).toBe(true);
    expect(codeOf(run(old, use), use)).toBe('E_CANNOT_ATTACK');
  });

  it('the stack holds 255 items', () => {
    let full = duel({ field: [barret] });
    for (let count = 0; count < 255; count += 1) full = run(full, hammer);
    expect(codeOf(full, hammer)).toBe('E_STACK_OVERFLOW');
  });
});
