/** Own names in sentences, rows, boards and panels; ids of any script; Japanese terms. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apply, createEventBuffer, snapshot } from '../../core/system/battle.js';
import type { Language } from '../../core/system/names.js';
import type { Battle, PlainCommand, System } from '../../core/system/system.js';
import { packageRoot } from '../../harness/base/package-root.js';
import { SYSTEMS } from '../../harness/base/systems.js';

const systemOf = (id: string): System => SYSTEMS.find((system) => system.id === id) as System;

/** What commands are told as, in one text. */
function told(system: System, battle: Battle, commands: readonly PlainCommand[], language: Language): string {
  const events = createEventBuffer();
  return commands
    .flatMap((command) => {
      const before = snapshot(battle);
      events.length = 0;
      apply(system, battle, command, events);
      return system.narration.tell(battle, before, events).map((one) => system.narration.sentence(one, language));
    })
    .join('\n');
}

/** All that viewers show. */
function shown({ capabilities: { views } }: System, battle: Battle): string {
  const lines = [...(views?.predict?.(battle) ?? []), ...(views?.ledger?.(battle) ?? [])];
  const panels = (views?.panels?.(battle) ?? []).flatMap((panel) => panel.lines);
  const units = (views?.overview?.units(battle) ?? []).map(({ name, named }) => named?.en ?? name);
  return [...lines, ...panels]
    .flat()
    .concat(units, views?.print?.(battle) ?? '')
    .join('\n');
}

const servant = { kind: 'servant', str: 3, con: 3, agi: 3, mag: 3, maxHp: 40, mp: 20, maxMp: 40, upkeep: 5 };
const CASES: Readonly<Record<string, readonly [setup: object, commands: readonly PlainCommand[], wanted: string]>> = {
  fftcg: [
    {
      phase: 'main1',
      definitions: [{ id: 'cloud', name: 'クラウド', kind: 'forward', power: 5000 }],
      players: [{ id: 'A', hand: [{ card: 'cloud', copies: 2 }] }, { id: 'B' }],
    },
    [{ command: 'playCharacter', player: 'A', card: 'cloud-2' }],
    'A plays クラウド-2',
  ],
  'holy-grail-war': [
    {
      phase: 'active',
      areas: ['冬木'],
      units: [{ ...servant, id: '士郎', name: '衛宮士郎' }],
      pairs: [{ id: '衛宮', servant: '士郎' }],
    },
    [{ command: 'chooseActive', unit: '士郎', action: 'explore', area: '冬木' }],
    '衛宮士郎 chooses to explore 冬木',
  ],
  'kurogane-engage': [
    {
      weapons: [{ id: 'r', name: 'ライフル', rng: 4, pow: 5, hit: 4 }],
      units: [
        { id: 'one', name: '一号機', side: 0, frame: 'standard', weapons: ['r'] },
        { id: 'two', side: 1, frame: 'standard', x: 5 },
      ],
    },
    [{ command: 'declare', attacker: 'one', weapon: 'r', target: 'two' }],
    '一号機 attacks two with ライフル at distance 5',
  ],
  'srpg-movement': [
    { map: [[0, 0, 0]], grounds: { 0: 1 }, units: [{ id: 'm', name: 'マルス' }] },
    [
      { command: 'calc', unit: 'm' },
      { command: 'moveUnit', unit: 'm', x: 1, y: 0 },
    ],
    'マルス moves to (1,0)',
  ],
};

describe.each(Object.entries(CASES))('%s', (id, [setup, commands, wanted]) => {
  const system = systemOf(id);
  const own = /[^ -~]+/u.exec(wanted)?.[0] ?? '';

  test('sentences have the own name, and the id where ids are asked for', () => {
    expect(told(system, system.create(setup), commands, 'en')).toContain(wanted);
    expect(told(system, system.create(setup), commands, 'id')).not.toContain(`${own} `);
  });

  test('rows, boards and panels have it', () => {
    const battle = system.create(setup);
    told(system, battle, commands, 'en');
    expect(shown(system, battle)).toContain(own);
  });

  test('Japanese terms are those of the page, and change the sentences', () => {
    const page = readFileSync(join(packageRoot(), `docs/systems/${id}.md`), 'utf8');
    const terms = Object.entries(system.terms ?? {}).filter(([english]) => !english.includes('{'));
    expect(terms.length).toBeGreaterThan(5);
    for (const [english, japanese] of terms) expect(page).toContain(`| ${english} | ${japanese} |`);
    const texts = (['en', 'ja'] as const).map((language) => told(system, system.create(setup), commands, language));
    if (id !== 'fftcg') expect(texts[1]).not.toBe(texts[0]);
    expect(texts[1]).toContain(own);
  });
});

test('an id is one in every form of its letters', () => {
  const war = systemOf('holy-grail-war');
  const battle = war.create({
    phase: 'active',
    units: [{ ...servant, id: 'ｶﾞｲ' }],
    pairs: [{ id: 'p', servant: 'ガイ' }],
  });
  expect(battle.cells.some(({ name }) => name === 'unit[ガイ].hp')).toBe(true);
  apply(war, battle, { command: 'chooseActive', unit: 'ｶﾞｲ', action: 'rest' });
});

test('a name that is a word of the rules is no term', () => {
  const war = systemOf('holy-grail-war');
  const setup = {
    phase: 'active',
    areas: ['base'],
    units: [{ ...servant, id: 'rest' }],
    pairs: [{ id: 'p', servant: 'rest' }],
  };
  const text = told(
    war,
    war.create(setup),
    [{ command: 'chooseActive', unit: 'rest', action: 'explore', area: 'base' }],
    'ja',
  );
  expect(text).toBe('restの能動行動：探索（base）');
});
