/**
 * The limits of every field of a setup, the messages beyond them, and the phases that a game may
 * start in.
 */
import { describe, expect, test } from 'vitest';
import { fftcg } from '../../../core/fftcg/index.js';
import { cell } from './helpers.js';

describe('setup', () => {
  const message = (setup: object, switches?: Record<string, string>): string => {
    try {
      fftcg.create(setup, switches);
      return 'ok';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const forward = { id: 'rock', kind: 'forward', power: 5000 };
  const define = (...definitions: object[]): string => message({ definitions, players: [{}, {}] });
  const field = (card: object, definition: object = forward): string =>
    message({ definitions: [definition], players: [{ field: [{ card: definition['id' as never], ...card }] }, {}] });
  const ability = (fields: object): string =>
    define({
      ...forward,
      abilities: [{ id: 'do', kind: 'action', effects: [{ kind: 'draw', amount: 1 }], ...fields }],
    });

  test('messages name what is wrong', () => {
    expect(message({ players: [{}] })).toMatch(/setup\.players has exactly two/);
    expect(field({ card: 'nobody' })).toMatch(/field\[0\] names no card: "nobody"/);
    expect(message({ definitions: [forward], players: [{ hand: [{ card: 'rock', dull: true }] }, {}] })).toMatch(
      /hand\[0\]\.dull is for cards on the field/,
    );
    expect(field({ damage: 1 }, { id: 'shop', kind: 'backup' })).toMatch(/field\[0\]: only a Forward/);
    expect(field({ powerMod: 1 }, { id: 'shop', kind: 'backup' })).toMatch(/only a Forward/);
    expect(message({ players: [{ field: ['valefor'] }, {}] })).toMatch(/a Summon cannot be on the field/);
    expect(field({ id: 'x', copies: 2 })).toMatch(/2 copies cannot all be called x/);
    expect(
      message({ definitions: [forward], players: [{ deck: [{ card: 'rock', copies: 60 }], hand: ['rock'] }, {}] }),
    ).toMatch(/setup\.players\[0\] has more than 60/);
    const low = { id: 'low', kind: 'backup', limitBreak: 0 };
    const on = { limitBreak: 'on' };
    expect(message({ definitions: [low], players: [{ hand: ['low'] }, {}] }, on)).toMatch(/hand\[0\]: .*Limit Break/);
    expect(message({ definitions: [low], players: [{ limitBreak: ['low'] }, {}] })).toMatch(/switch limitBreak/);
    expect(message({ definitions: [low], players: [{ limitBreak: [{ card: 'low', copies: 9 }] }, {}] }, on)).toMatch(
      /more than 8/,
    );
    expect(define({ id: 'x', kind: 'backup', power: 1 })).toMatch(/definitions\[0\]\.power: only Forwards/);
    expect(define({ id: 'x', kind: 'summon' })).toMatch(/abilities: a Summon has one, a Character at most 8/);
    expect(ability({ kind: 'summon' })).toMatch(
      /abilities\[0\]\.kind: the ability of a Summon has the kind summon, and no other ability has it/,
    );
    expect(ability({ trigger: 'attacks' })).toMatch(/trigger is for auto-abilities/);
    expect(ability({ kind: 'auto', trigger: 'attacks', dull: true })).toMatch(/dull is a cost/);
    expect(ability({ effects: [] })).toMatch(/effects is empty/);
    expect(ability({ effects: [{ kind: 'break', scope: 'self', amount: 1 }] })).toMatch(
      /amount has no meaning for break/,
    );
    expect(ability({ effects: [{ kind: 'break' }] })).toMatch(/scope is targets, but/);
    expect(
      define({ id: 'x', kind: 'summon', abilities: [{ kind: 'summon', effects: [{ kind: 'break', scope: 'self' }] }] }),
    ).toMatch(/scope cannot be self/);
    expect(define({ ...forward, exBurst: 'no' })).toMatch(/exBurst names no ability/);
    const self = { id: 'do', kind: 'action', effects: [{ kind: 'break', scope: 'self' }] };
    expect(define({ ...forward, exBurst: 'do', abilities: [self] })).toMatch(/exBurst acts on self/);
    expect(define({ ...forward, id: 'a b' })).toMatch(/letters of any script, digits/);
    expect(ability({ effects: undefined })).toMatch(/effects is empty/);
    const mixed = { ...self, effects: [{ kind: 'draw', amount: 1 }, ...self.effects] };
    expect(define({ ...forward, exBurst: 'do', abilities: [mixed] })).toMatch(/exBurst acts on self/);
    const many = Array.from({ length: 32 }, (_, card) => ({
      ...forward,
      id: `c${card}`,
      abilities: Array.from({ length: 8 }, (_unused, slot) => ({ ...self, id: `c${card}-${slot}` })),
    }));
    expect(define(...many)).toMatch(/at most 255 abilities in all/);
  });

  test('messages of costs, targets and keywords; entries that are nothing', () => {
    const paid = (cost: string[], effects: object[]): string => ability({ cost, effects });
    const draw = { kind: 'draw', amount: 1 };
    const self = { kind: 'addPower', amount: 1, scope: 'self' };
    expect(paid(['break'], [self])).toMatch(/scope cannot be self: the cost takes the source away/);
    expect(paid(['dull', 'dull'], [draw])).toMatch(/cost\[1\] is paid twice/);
    expect(paid(['break', 'return'], [draw])).toMatch(/break and return; the source leaves the field once/);
    expect(ability({ state: 'dull' })).toMatch(/state has no meaning for an ability without targets/);
    expect(ability({ targets: 1, of: 'backup', powerAtMost: 1 })).toMatch(/no meaning for targets without power/);
    const summon = { id: 'x', kind: 'summon', abilities: [{ kind: 'summon', effects: [draw] }] };
    expect([define({ ...summon, keywords: ['haste'] }), define({ ...summon, keywords: [] })]).toEqual([
      expect.stringMatching(/keywords has no meaning for a Summon/),
      'ok',
    ]);
    expect(ability({ effects: [{ ...draw, card: 'rock' }] })).toMatch(/card has no meaning for draw/);
    expect(() => fftcg.create({ players: [{ field: [null] }, {}] })).toThrow(
      expect.objectContaining({ name: 'RuleError', path: 'setup.players[0].field[0]' }),
    );
  });

  test('each player has a Limit Break deck of up to 8', () => {
    const low = { id: 'low', kind: 'backup', limitBreak: 0 };
    const deck = { limitBreak: [{ card: 'low', copies: 8 }] };
    expect(message({ definitions: [low], players: [deck, deck] }, { limitBreak: 'on' })).toBe('ok');
  });

  test('ids, numbers and lists at their limits', () => {
    expect(['a', 'Z9', '0_x-Y'].map((id) => define({ ...forward, id }))).toEqual(['ok', 'ok', 'ok']);
    expect(['', '-a', '_a', 'a b', 'a.', 'a[', ' a', 'a/'].map((id) => define({ ...forward, id }) === 'ok')).toEqual(
      new Array(8).fill(false),
    );
    expect([1, 65535].map((power) => define({ ...forward, power }))).toEqual(['ok', 'ok']);
    const effect = (fields: object): string => ability({ effects: [{ scope: 'self', ...fields }] });
    const amounts = (kind: string, ...values: number[]): boolean[] =>
      values.map((amount) => effect({ kind, amount }) === 'ok');
    expect(amounts('damage', -1, 0, 65535, 65536)).toEqual([false, true, true, false]);
    expect(amounts('addPower', -32769, -32768, 32767, 32768)).toEqual([false, true, true, false]);
    expect(amounts('draw', -1, 0, 255, 256)).toEqual([false, true, true, false]);
    expect([0, 4].map((targets) => ability({ targets }))).toEqual(['ok', 'ok']);
    const abilities = (count: number): string =>
      define({
        ...forward,
        abilities: Array.from({ length: count }, (_, slot) => ({
          id: `do${slot}`,
          kind: 'action',
          effects: [{ kind: 'draw', amount: 1 }],
        })),
      });
    expect([abilities(0), abilities(8), abilities(9) === 'ok']).toEqual(['ok', 'ok', false]);
    const deck = (copies: number): string =>
      message({ definitions: [forward], players: [{}, { deck: [{ card: 'rock', copies }] }], phase: 'main1' });
    expect(deck(60)).toBe('ok');
    expect([0, 1].map((enteredTurn) => field({ enteredTurn }))).toEqual(['ok', 'ok']);
    expect(define({ id: 'x', kind: 'backup', limitBreak: 7 }, { id: 'y', kind: 'backup', limitBreak: 0 })).toBe('ok');
  });

  test('phases to start in, with the turn player in priority', () => {
    const at = (phase?: string): number[] => {
      const battle = fftcg.create({
        definitions: [forward],
        players: [{}, { deck: ['rock', 'rock'] }],
        phase,
        turnPlayer: 1,
      });
      return ['phase', 'step', 'priority', 'turnPlayer', 'turn', 'mayStop', 'player[B].hand'].map((name) =>
        cell(battle, name),
      );
    };
    expect([at(), at('active'), at('main1'), at('attack'), at('main2')]).toEqual([
      [2, 0, 1, 1, 1, 0, 2],
      [2, 0, 1, 1, 1, 0, 2],
      [2, 0, 1, 1, 1, 0, 0],
      [3, 1, 1, 1, 1, 0, 0],
      [4, 0, 1, 1, 1, 0, 0],
    ]);
  });
});
