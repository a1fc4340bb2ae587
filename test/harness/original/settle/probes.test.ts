/** Probes of open switches: what their states say is what they hold, on our test ROM they settle what it answers, and the text of rows. */
import { describe, expect, test } from 'vitest';
import { cartridgeProfile, type RoutinePlan } from '../../../../harness/original/cpu-trace/profile.js';
import { type ImageUnderTest, imageUnderTest } from '../../../../harness/original/proof/choose-image.js';
import { type HoleCall, holeCommand } from '../../../../harness/original/settle/hole-calls.js';
import { type SettledRow, settleImage, settleText } from '../../../../harness/original/settle/settle.js';
import { SWITCH_PROBES } from '../../../../harness/original/settle/switch-probes.js';
import { publishedCasesOf } from '../../../../harness/original/vectors/files.js';
import { placeByName } from '../../../../rom-map/index.js';
import { cli } from '../../cli/run-cli.js';
import { imageOf } from './settled-image.js';

test('a lone charge: each state holds the charge and the step that it names', () => {
  const probe = SWITCH_PROBES.find(({ row }) => row === 'idleChargeFrames');
  const states = probe?.states({} as never) ?? [];
  expect(states.length).toBe(4);
  for (const { what, cells } of states) {
    const [, charge, step = '0'] = /^a charge of (\d+)(?: and a step of (\d+))?$/u.exec(what) ?? [];
    // the high digit of the code is the step
    expect([what, cells['ally[0].charge'], cells['timeCode']]).toEqual([what, Number(charge), 16 * Number(step)]);
  }
});

test('our test ROM settles the three switches that it has code for', async () => {
  const { code, out } = await cli(['rom', 'settle', 'traces/homebrew/drill-battle.sfc']);
  // as the ROM's source has them: 10 points, a countdown behind the due skills, a countdown of timers
  expect([code, out.split('\n').slice(1, 4)]).toEqual([
    0,
    [
      'settled           idleActionPoints = 10 (6 states)',
      'settled           idleChargeFrames = N+1 (4 states)',
      'settled           statusTimers = countDown (4 states)',
    ],
  ]);
});

test('an onset that raises the level and one that lowers it are tried on both kinds of enemies', () => {
  const image = imageUnderTest(imageOf({}), cartridgeProfile(), false);
  const [row] = settleImage(image, publishedCasesOf, undefined, ['onsetLevel']).rows;
  expect([row?.verdict, (row?.states ?? 0) % 2, (row?.states ?? 0) > 0]).toEqual(['settled', 0, true]);
});

test('where a ROM says in a cell by which exit its code ended, that is the end', () => {
  const game = cartridgeProfile();
  const base = game.plans.find(({ routine }) => routine === 'C1:1C02');
  // the image's idle frame puts a 1 there where it lets time pass, and nothing where somebody is busy
  const exitCell = placeByName('timeStep')?.address ?? 0;
  const rowOf = (exits: readonly string[]) => {
    const plan = { ...base, routine: 'C1:7A42', entry: 0xc1_7a42, exits } as RoutinePlan;
    const profile = { ...game, isGame: false, plans: [plan], ways: new Map<string, number>(), exitCell };
    const image = imageUnderTest(imageOf({}), profile, false);
    return settleImage(image, publishedCasesOf, undefined, ['idleActionPoints']).rows[0];
  };
  expect(rowOf(['return', 'return'])).toMatchObject({ verdict: 'settled', value: 10 });
  expect(rowOf(['return', 'C1:7A60'])).toMatchObject({
    verdict: 'not reached',
    reason: expect.stringMatching(/^the code from C1:7A42 leaves at C1:7A60\b/u),
  });
});

test.each([
  ['start', 1],
  ['start', 2],
  ['entry', 1],
] as const)('draws for the places of a start, made in its %s: %i for each enemy', (startDrawsIn, startOffset) => {
  const image = imageUnderTest(imageOf({ startDrawsIn, startOffset }), cartridgeProfile(), false);
  const [row] = settleImage(image, publishedCasesOf, undefined, ['startOffset']).rows;
  expect(row).toMatchObject({ verdict: 'settled', value: startOffset });
});

describe('the text of rows', () => {
  const { profile } = imageUnderTest(imageOf({}), cartridgeProfile(), false);
  const textOf = (isGame: boolean, row: Partial<SettledRow>, all = false): string => {
    const image = { sha256: '00', published: true, profile: { ...profile, isGame } } as ImageUnderTest;
    const judged = { verdict: 'runs', value: undefined, states: 1, first: '', reason: '' } as const;
    const whole: SettledRow = {
      ...judged,
      name: 'row',
      standIn: 'stop',
      notRun: '',
      passages: [],
      stretches: [],
      ...row,
    };
    return settleText({ image, rows: [whole] }, all);
  };

  test.each([
    [true, 'it waits', true],
    [true, '', false],
    [false, 'it waits', false],
  ])(
    'why it does not run in a battle is said of the game (%s) where there is a reason ("%s")',
    (isGame, notRun, isSaid) => {
      expect(textOf(isGame, { notRun }).includes('in a battle with --rom')).toBe(isSaid);
    },
  );

  test("how many cases the image's code ran, and what to know of them, is said", () => {
    expect(textOf(true, { states: 3 })).toMatch(/row: runs the image's code, 3 cases$/mu);
    expect(textOf(true, { states: 1, reason: 'it waits' })).toMatch(/row: runs the image's code, 1 case; it waits$/mu);
  });

  test('of many cells that are written the first are named, the others counted', () => {
    const writes = Array.from({ length: 40 }, (_, index) => `cell${index};`);
    const text = textOf(true, { passages: [{ way: 'C1:0000', cases: 1, ends: { return: 1 }, writes }] as never }, true);
    const named = writes.filter((cell) => text.includes(` ${cell}`));
    expect([named.length < 40, text.includes(` and ${40 - named.length} more`)]).toEqual([true, true]);
  });
});

test('a call in a hole is repeated by a command that names image, routine and place', () => {
  const place = { file: 'plan.toml', entry: { option: '--command', number: 3 }, hole: 2 } as const;
  const words = holeCommand({ routine: 0xc1_1c02 } as HoleCall, place as never, ['game.sfc', '--as', 'live-a-live']);
  expect(words.join(' ')).toBe(
    'lockstep rom call game.sfc C1:1C02 --from plan.toml --command 3 --hole 2 --as live-a-live --trace',
  );
});
