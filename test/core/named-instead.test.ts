/** Refused commands: the parameter at fault, what is legal there, why the rest is not, and lists that are left out. */
import { describe, expect, test } from 'vitest';
import { apply, encodeCommand, insteadText } from '../../core/system/battle.js';
import type { Battle, PlainCommand, System } from '../../core/system/system.js';
import { SYSTEMS } from '../../harness/base/systems.js';

const systemOf = (id: string): System => SYSTEMS.find((system) => system.id === id) as System;

const unit = (id: string, kind: string) => ({ id, kind, str: 3, con: 3, agi: 3, mag: 3, maxHp: 40, mp: 20, maxMp: 40 });
const setup = {
  phase: 'active',
  areas: ['harbour', 'temple'],
  reasons: [{ id: 'talk', text: 'a talk' }],
  units: ['a', 'b', 'c'].flatMap((id) => [unit(`${id}-m`, 'master'), { ...unit(`${id}-s`, 'servant'), upkeep: 5 }]),
  pairs: ['a', 'b', 'c'].map((id) => ({ id, master: `${id}-m`, servant: `${id}-s`, base: 'temple' })),
};
const WAR = systemOf('holy-grail-war');
const FFTCG = systemOf('fftcg');
const KUROGANE = systemOf('kurogane-engage');
const table = (): Battle => WAR.create(setup);

/** What is said of a command that is refused; the battle stays as it was. */
function said(system: System, battle: Battle, command: PlainCommand): string {
  const words = encodeCommand(system, battle, command);
  const before = battle.image.slice();
  const result = battle.step(words, undefined);
  expect(result).not.toBe(0);
  const text = insteadText(system, battle, words, result);
  expect(battle.image).toEqual(before);
  return text;
}

describe('Holy Grail War', () => {
  const choose = (more: object): PlainCommand => ({ command: 'chooseActive', unit: 'a-m', ...more });
  // H7: an action takes what it is aimed at, and nothing else
  test.each<[string, object, string]>([
    ['a raid without a pair', { action: 'raid' }, 'action raid needs pair, legal now: b, c; not a (as this one)'],
    ['a rest with an area', { action: 'rest', area: 'temple' }, 'action rest takes no area'],
    ['an exploration without an area', { action: 'explore' }, 'action explore needs area, legal now: harbour, temple'],
    [
      'two faults',
      { action: 'rest', area: 'temple', pair: 'b' },
      'action rest takes no pair; action rest takes no area',
    ],
    ['too many souls', { unit: 'a-s', action: 'soulEating', area: 'temple', amount: 11 }, 'amount, legal now: 1 to 10'],
    ['no amount', { unit: 'a-s', action: 'soulEating', area: 'temple' }, 'action soulEating needs amount: '],
  ])('%s', (_, more, wanted) => {
    expect(said(WAR, table(), choose(more)).slice(0, wanted.length)).toBe(wanted);
  });

  test('a seal needs its skill or its reason', () => {
    const seal = (more: object): string => said(WAR, table(), { command: 'useSeal', pair: 'a', ...more });
    expect(seal({ effect: 'order' })).toBe('effect order needs reason, legal now: talk');
    expect(seal({ effect: 'mag', reason: 'talk' })).toBe('effect mag takes no reason');
  });

  test('who cannot act now is named, and who can', () => {
    const battle = table();
    apply(WAR, battle, choose({ action: 'rest' }));
    const text = said(WAR, battle, choose({ action: 'rest' }));
    expect(text).toBe('unit, legal now: a-s, b-m, b-s, c-m, c-s; not a-m (as this one)');
  });

  test('a parameter that is missing altogether has its names', () => {
    expect(() => encodeCommand(WAR, table(), choose({}))).toThrow(
      'chooseActive needs action; legal now: explore, moveBase, raid, communicate, rest, gather, free, soulEating',
    );
  });

  test('a list that may be empty may be left out, another may not', () => {
    const [given, out] = [{ blocked: [] }, {}].map((more) => {
      const battle = table();
      apply(WAR, battle, { command: 'closeActive' });
      apply(WAR, battle, { command: 'processTurn', ...more });
      return battle.image;
    });
    expect(out).toEqual(given);
    expect(() => encodeCommand(WAR, table(), { command: 'openBattle', sides: [0, 1] })).toThrow(
      'openBattle needs units, a list: who fights',
    );
  });
});

test('FF-TCG: whose priority it is', () => {
  const battle = FFTCG.create({ phase: 'main1', players: [{ id: 'A' }, { id: 'B' }] });
  expect(said(FFTCG, battle, { command: 'pass', player: 'B' })).toBe('player, legal now: A; not B (as this one)');
});

test('Kurogane: out of sight an ally must see the target, which is no own unit', () => {
  const battle = KUROGANE.create({
    weapons: [{ id: 'mortar', rng: 4, pow: 5, hit: 4, indirect: true }],
    units: [
      { id: 'one', side: 0, frame: 'standard', weapons: ['mortar'] },
      { id: 'two', side: 1, frame: 'standard', x: 5 },
    ],
  });
  const declare = { command: 'declare', attacker: 'one', weapon: 'mortar', target: 'two' };
  expect(said(KUROGANE, battle, { ...declare, visible: 0 })).toMatch(/^visible 0 needs allySees: /u);
  expect(said(KUROGANE, battle, { ...declare, target: 'one' })).toBe('target, legal now: two; not one (as this one)');
});
