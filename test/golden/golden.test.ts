/**
 * The bundled goldens are what the references say, their numbers are those that the rules print, the model agrees with every
 * one of them, and a golden with one wrong value is found out.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { SYSTEMS } from '../../harness/base/systems.js';
import { verifyLog } from '../../harness/play/verify/verify-log.js';
import { enemyPointer } from '../fixtures/live-a-live/battle-cells.js';
import { GOLDEN_FOLDER, GOLDENS, goldenFile } from './all.js';
import { contentHash, type Golden, type GoldenRow, goldenText } from './golden.js';

/** Both systems of the console game: recorded logs and a reference battle stand for them. */
const OF_THE_CONSOLE: readonly string[] = ['live-a-live', 'live-a-live-battle'];

function content(file: string): Buffer {
  const bytes = readFileSync(file);
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

function golden(file: string): Golden {
  const found = GOLDENS.find((one) => one.file === file);
  if (found === undefined) throw new Error(`no golden ${file}`);
  return found;
}

/** A cell after every command, or after those that were accepted. */
function column(file: string, cell: string, which: (row: GoldenRow) => boolean = () => true): (number | undefined)[] {
  return golden(file)
    .rows.filter(which)
    .map(({ values }) => values[cell]);
}

const accepted = (row: GoldenRow): boolean => row.error === '';
const named =
  (command: string) =>
  (row: GoldenRow): boolean =>
    accepted(row) && row.command.command === command;
const codes = (file: string): string[] => golden(file).rows.flatMap(({ error }) => (error === '' ? [] : [error]));

describe('the files', () => {
  test('are those of the generators, and no other', () => {
    const present = (readdirSync(GOLDEN_FOLDER, { recursive: true }) as string[]).filter((name) =>
      /\.jsonl(\.gz)?$/.test(name),
    );
    expect([...present].sort()).toEqual(GOLDENS.map(({ file }) => file).sort());
    expect(new Set(GOLDENS.map(({ system }) => system))).toEqual(
      new Set(SYSTEMS.map(({ id }) => id).filter((id) => !OF_THE_CONSOLE.includes(id))),
    );
  });

  test.each(GOLDENS)('$file is what the reference says', (one) => {
    expect(contentHash(content(goldenFile(one)))).toBe(contentHash(goldenText(one)));
  });

  test('stay below 300 KB', () => {
    const bytes = GOLDENS.reduce((sum, one) => sum + statSync(goldenFile(one)).size, 0);
    expect(bytes).toBeLessThan(300_000);
  });

  test('hold several hundred random commands of each system', () => {
    for (const { id } of SYSTEMS) {
      if (OF_THE_CONSOLE.includes(id)) continue;
      const random = GOLDENS.filter(({ system, file }) => system === id && file.endsWith('.gz'));
      expect(random.flatMap(({ rows }) => rows).filter(accepted).length, id).toBeGreaterThan(500);
    }
  });
});

describe('the printed numbers: guide', () => {
  const points = (file: string): (number | undefined)[] => column(`live-a-live-guide/${file}`, 'actionPoints');
  test('L1 to L8: the scripted scenario, from 0', () => {
    expect(points('worked-example.jsonl')).toEqual([
      ...[0, 57, 114, 171, 228, 285, 29, 539, 515, 572, 60, 117, 174, 231, 288],
    ]);
    expect(codes('live-a-live-guide/worked-example.jsonl')).toEqual(['E_PHASE']);
  });
  test('A2: 2323 presses are 65044, and a skill makes 18 of it', () => {
    expect(points('overflow.jsonl.gz').slice(2322)).toEqual([65044, 18, 75]);
  });
  test('L6, L15: 510 becomes 126, a charge of 16 is +160 and +510', () => {
    expect(points('enemy-skill.jsonl').slice(0, 2)).toEqual([510, 126]);
    expect(points('charge.jsonl')).toEqual([0, 0, 0, 100, 670, 30]);
  });
  test('L14, A6: from 126 the threshold is passed in frame 13, at 256', () => {
    expect(points('enemy-skill.jsonl')[3]).toBe(256);
    expect(column('live-a-live-guide/enemy-skill.jsonl', 'ally[0].charge')[3]).toBe(32 - 13);
  });
  test('A1: speed 52 reaches 255 with its fifth move', () => {
    const acting = (file: string): (number | undefined)[] => column(`live-a-live-guide/${file}`, 'actingEnemy');
    expect(points('threshold-255.jsonl').slice(0, 5)).toEqual([51, 102, 153, 204, 255]);
    expect(acting('threshold-255.jsonl').slice(3, 5)).toEqual([0, enemyPointer(0)]);
    expect(points('threshold-256.jsonl').slice(4, 7)).toEqual([255, 255, 306]);
    expect(acting('threshold-256.jsonl').slice(4, 7)).toEqual([0, 0, enemyPointer(0)]);
  });
  test('L22, A12: order points by damage', () => {
    const order = (slot: number): (number | undefined)[] =>
      column('live-a-live-guide/damage.jsonl', `enemy[${slot}].orderPoints`, named('enemyDamaged'));
    expect(order(0).slice(1, 4)).toEqual([16, 72, 120]);
    expect(order(1)[5]).toBe(15);
    expect(order(2)[6]).toBe(11);
  });
});

describe('the printed numbers: card game', () => {
  const last = (file: string, cell: string): number | undefined => column(`fftcg/${file}`, cell).at(-1);
  test('X1: Barret is broken, Hammer Blow does nothing', () => {
    expect(column('fftcg/x1.jsonl', 'card[barret].zone', named('pass'))).toEqual([2, 2, 4, 4, 4]);
    expect(column('fftcg/x1.jsonl', 'stackDepth', accepted)).toEqual([1, 1, 2, 2, 1, 1, 0]);
    expect(last('x1.jsonl', 'card[barret].powerMod')).toBe(0);
    expect(codes('fftcg/x1.jsonl')).toEqual(['E_NO_PRIORITY', 'E_NO_PRIORITY']);
  });
  test('X2: 11000 against 7000, which are gone in End', () => {
    const damage = column('fftcg/x2.jsonl', 'card[barret].damage');
    const more = column('fftcg/x2.jsonl', 'card[barret].powerMod');
    expect([Math.max(...damage.map(Number)), Math.max(...more.map(Number))]).toEqual([7000, 4000]);
    expect([damage.at(-1), more.at(-1), last('x2.jsonl', 'turn'), last('x2.jsonl', 'card[barret].zone')]).toEqual([
      ...[0, 0, 2, 2],
    ]);
  });
  test('X3: Barret comes back in Main 2 and cannot attack', () => {
    expect(column('fftcg/x3.jsonl', 'card[barret].zone').filter((zone, at, all) => zone !== all[at - 1])).toEqual([
      ...[2, 1, 2],
    ]);
    expect(codes('fftcg/x3.jsonl')).toEqual(['E_NO_PRIORITY', 'E_PHASE', 'E_NOT_IN_HAND']);
  });
  test('X4: 5 keeps 5, 6 discards 1, 9 discards 4', () => {
    const hand = (file: string): (number | undefined)[] => column(`fftcg/${file}`, 'player[A].hand').slice(-1);
    expect([...hand('x4-five.jsonl'), ...hand('x4-six.jsonl'), ...hand('x4-nine.jsonl')]).toEqual([5, 5, 5]);
    expect(['x4-five.jsonl', 'x4-six.jsonl', 'x4-nine.jsonl'].map((file) => last(file, 'player[A].breakZone'))).toEqual(
      [0, 1, 4],
    );
    expect(codes('fftcg/x4-six.jsonl').slice(1)).toEqual(['E_DISCARD_COUNT', 'E_DISCARD_COUNT']);
  });
  test('X5: after the Summon the turn player has priority in Main 1', () => {
    const at = golden('fftcg/x5.jsonl').rows[4]?.values;
    expect([at?.['priority'], at?.['passes'], at?.['phase'], at?.['stackDepth']]).toEqual([0, 0, 2, 0]);
  });
  test('games end by damage, by an empty deck and by giving up', () => {
    const ends = GOLDENS.filter(({ file }) => /^fftcg\/random/.test(file)).map(({ rows }) => rows.at(-2));
    expect(ends.some((row) => Number(row?.values['player[A].damage'] ?? 0) >= 3)).toBe(true);
    expect(ends.some((row) => row?.values['player[A].deckOut'] === 1 || row?.values['player[B].deckOut'] === 1)).toBe(
      true,
    );
    expect(ends.some((row) => row?.command.command === 'concede')).toBe(true);
  });
});

describe('the printed numbers: grid movement', () => {
  test('G1: the block of 497 bytes', () => {
    const end = golden('srpg-movement/seed-block.jsonl').rows.at(-1)?.values ?? {};
    const length = end['transcriptLength'] ?? 0;
    const bytes = Buffer.alloc(512);
    for (let index = 0; index < 128; index++) bytes.writeUInt32LE(end[`transcript[${index}]`] ?? 0, 4 * index);
    expect(length).toBe(497);
    expect(createHash('sha256').update(bytes.subarray(0, length)).digest('hex')).toBe(
      'f4d696327867d41de459a4696c3e3c340a1a6c961ec9e42f64d9cdc527f084ef',
    );
  });
  test('G1, G2: 18 squares, then 11; (2,2) is worth 1', () => {
    const maps = golden('srpg-movement/seed-block.jsonl').rows.filter(named('calc'));
    const reached = maps.map(({ values }) => {
      return Object.entries(values).filter(([name, value]) => name.startsWith('moveMap') && value !== 255).length;
    });
    expect(reached).toEqual([18, 11]);
    expect([maps[0]?.values['moveMap[1,1]'], maps[0]?.values['moveMap[1,2]']]).toEqual([255, 0]);
    expect(maps[1]?.values['moveMap[2,2]']).toBe(1);
  });
  test('G3: another unit on (1,3)', () => {
    const map = golden('srpg-movement/other-unit.jsonl').rows.find(named('calc'))?.values ?? {};
    const row = (y: number): (number | undefined)[] => [0, 1, 2, 3, 4, 5, 6].map((x) => map[`moveMap[${x},${y}]`]);
    const none = 255;
    expect([0, 1, 2, 3, 4, 5].map(row)).toEqual([
      [none, none, none, none, none, none, none],
      [none, none, 0, 1, 0, none, none],
      [none, none, 0, 2, 1, 0, none],
      [none, none, 2, 3, 1, 0, none],
      [none, 0, 1, 2, 1, 0, none],
      [none, none, none, none, none, none, none],
    ]);
  });
  test('G4: distances 2, 3 and 5', () => {
    const struck = golden('srpg-movement/distances.jsonl')
      .rows.filter(accepted)
      .map(({ command, values }) => [command['side'], command['x'], command['y'], values['answer']].join(' '));
    expect(struck).toEqual(expect.arrayContaining(['0 3 1 1', '1 1 4 1', '2 3 4 1', '0 1 4 0', '1 3 4 0', '2 3 1 0']));
  });
  test('G5: 4 squares of cost 1, 2 squares of cost 2', () => {
    expect(column('srpg-movement/movement-of-four.jsonl', 'answer', named('canMove'))).toEqual([
      ...[1, 1, 1, 1, 0],
      ...[1, 1, 0, 0, 0],
    ]);
  });
});

describe('the printed numbers: attack procedure', () => {
  const file = 'kurogane-engage/worked-example.jsonl';
  test('1 2 3 4 5 6 6 with seven dice', () => {
    expect(column(file, 'pool', named('sizePool')).slice(0, 2)).toEqual([7, 7]);
    const tested = golden(file).rows.filter(named('testDamage'));
    const cells = ['successes', 'criticals', 'attackValue', 'defenceValue', 'damage'];
    expect(tested.slice(0, 2).map(({ values }) => cells.map((cell) => values[cell]))).toEqual([
      [4, 2, 8, 5, 1],
      [4, 3, 8, 4, 2],
    ]);
    const applied = golden(file).rows.find(named('applyResult'))?.values;
    expect([applied?.['unit[1].damage'], applied?.['unit[1].risk']]).toEqual([1, 0]);
    expect(codes(file)).toEqual(['E_PHASE', 'E_PHASE', 'E_DICE_COUNT', 'E_DICE_FACE', 'E_PHASE']);
  });
  test('K13, K14: a base pool of 4, then 4 again, 5 with one risk', () => {
    expect(column(file, 'pool', named('sizePool')).slice(2)).toEqual([4, 4, 5, 7]);
  });
  test('K4: Rng 3 at 0 to 12', () => {
    expect(column('kurogane-engage/pools.jsonl', 'poolDistance', named('sizePool')).slice(0, 13)).toEqual([
      ...[0, 0, 0, 0, -1, -1, -1, -2, -2, -2, -3, -3, -3],
    ]);
  });
});

describe('the printed numbers: forum war', () => {
  const end = (file: string): Golden['start'] => golden(`holy-grail-war/${file}`).rows.at(-1)?.values ?? {};
  test('W1: points 5, 2 and 2', () => {
    const values = end('w1-advantage.jsonl');
    expect(['caster', 'archer', 'saber'].map((id) => values[`unit[${id}].spent`])).toEqual([5, 2, 2]);
    expect(codes('holy-grail-war/w1-advantage.jsonl')).toEqual([
      'E_PHASE',
      'E_ALLOCATION_ORDER',
      'E_ALLOCATION',
      'E_ALLOCATION_ORDER',
    ]);
  });
  test('W2: +17, +6, -4, and an upkeep that cannot be paid', () => {
    const values = end('w2-income.jsonl');
    const mp = ['together-servant', 'together-master', 'lone-master', 'lone-servant'];
    expect(mp.map((id) => values[`unit[${id}].mp`])).toEqual([17, 0, 6, 6]);
    expect([values['unit[lone-servant].status'], values['unit[starved-servant].status']]).toEqual([0, 3]);
  });
  test('W3: 9, -10 that falls back, no hits', () => {
    const blow = (file: string): (number | undefined)[] => {
      const row = golden(`holy-grail-war/${file}`).rows.find(named('damageStep'));
      return ['attack', 'hits', 'damage'].map((cell) => row?.values[`exchange[own][enemy].${cell}`]);
    };
    expect(blow('w3-damage.jsonl')).toEqual([3, 3, 9]);
    expect(blow('w3-reflection.jsonl')).toEqual([-2, 5, -10]);
    expect(blow('w3-no-hits.jsonl').slice(1)).toEqual([0, 0]);
    expect(end('w3-reflection.jsonl')['unit[own].taken']).toBeGreaterThanOrEqual(10);
  });
  test('W4: the borders', () => {
    const level = (id: string, hp: number): number | undefined =>
      golden('holy-grail-war/w4-injuries.jsonl').rows.find(({ values }) => values[`unit[${id}].hp`] === hp)?.values[
        `unit[${id}].injury`
      ];
    expect([76, 75, 50, 25].map((hp) => level('hundred', hp))).toEqual([0, 1, 2, 3]);
    expect([23, 22, 15, 7].map((hp) => level('thirty', hp))).toEqual([0, 1, 2, 3]);
  });
  test('H28, HA16: three seals, +3 str, +3 agi and +6 HP', () => {
    const seals = golden('holy-grail-war/seals.jsonl');
    expect(column(seals.file, 'pair[own-side].seals', named('useSeal'))).toEqual([2, 1, 0]);
    expect(column(seals.file, 'unit[own].hp', named('useSeal'))).toEqual([16, 16, 16]);
    const row = seals.rows.find(named('damageStep'));
    // 5 + 3 - 5 + 2 and 5 + 3 - 5 + 2.
    expect([row?.values['exchange[own][enemy].attack'], row?.values['exchange[own][enemy].hits']]).toEqual([5, 5]);
    expect(codes(seals.file)).toEqual(['E_PHASE', 'E_NO_SEAL']);
  });
  test('W5: three points, then four', () => {
    const values = end('w5-few-points.jsonl');
    expect([values['unit[low].spent'], values['unit[high].spent']]).toEqual([3, 4]);
  });
});

describe('the model', () => {
  const folder = mkdtempSync(join(tmpdir(), 'golden-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(GOLDENS)('$file: every command, every cell', async (one) => {
    const result = await verifyLog(goldenFile(one), { systems: SYSTEMS });
    expect(result.first).toBeUndefined();
    expect([result.kind, result.equal, result.different]).toEqual(['reference', one.rows.length, 0]);
    expect(result.scratch).toEqual([]);
  });

  /** The golden with one value of one row off by one; the row and the cell are chosen by `place`. */
  function withFault(one: Golden, place: number): { text: string; frame: number; cell: string } {
    const frame = Math.floor((one.rows.length * place) / 4);
    const cells = Object.keys(one.start);
    const cell = cells[Math.floor((cells.length * place) / 4)] ?? '';
    const rows = one.rows.map((row, number) => {
      const value = row.values[cell] ?? 0;
      return number === frame ? { ...row, values: { ...row.values, [cell]: value === 0 ? 1 : value - 1 } } : row;
    });
    return { text: goldenText({ ...one, rows }), frame, cell };
  }

  test.each(GOLDENS)('$file: a wrong value is found where it is', async (one) => {
    for (const place of [0, 1, 2, 3]) {
      const { text, frame, cell } = withFault(one, place);
      expect(contentHash(text)).not.toBe(contentHash(content(goldenFile(one))));
      const file = join(folder, 'fault.jsonl');
      writeFileSync(file, text);
      const { first } = await verifyLog(file, { systems: SYSTEMS });
      // commands count from 1, rows of a trace from 0
      expect([first?.frame, first?.cells.map((found) => found.cell)]).toEqual([frame + 1, [cell]]);
    }
  });

  test('a rejection told as accepted, and the reverse, is found', async () => {
    const one = golden('live-a-live-guide/worked-example.jsonl');
    for (const [number, error] of [
      [0, ''],
      [1, 'E_PHASE'],
    ] as const) {
      const rows = one.rows.map((row, at) => (at === number ? { ...row, error } : row));
      const file = join(folder, 'result.jsonl');
      writeFileSync(file, goldenText({ ...one, rows }));
      const { first } = await verifyLog(file, { systems: SYSTEMS });
      expect([first?.kind, first?.frame]).toEqual(['result', number + 1]);
    }
  });
});
