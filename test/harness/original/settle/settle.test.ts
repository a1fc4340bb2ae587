/**
 * `lockstep rom settle` on images of our own: one for each setting of each switch, an image that no
 * setting agrees with, and ways through rows without a switch.
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BATTLE_SWITCHES } from '../../../../core/live-a-live/memory/switches.js';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { cartridgeProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { imageUnderTest } from '../../../../harness/original/proof/choose-image.js';
import { type SettledRow, settleImage, WAY_PROBES } from '../../../../harness/original/settle/settle.js';
import { SWITCH_PROBES } from '../../../../harness/original/settle/switch-probes.js';
import { publishedCasesOf } from '../../../../harness/original/vectors/files.js';

import { UNPUBLISHED } from '../../../../rom-map/unpublished.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';
import { allyDamage } from './defence-image.js';
import { DEFAULTS, imageOf } from './settled-image.js';

const folder = testFolder();
const NO_CASES = { scratch: new Set<number>(), stated: new Map<number, number>(), cases: [] };

const SWITCH_NAMES = BATTLE_SWITCHES.map(({ name }) => name);

function rowsOf(image: Uint8Array, wanted = SWITCH_NAMES): ReadonlyMap<string, SettledRow> {
  const tested = imageUnderTest(image, cartridgeProfile(), false);
  const { rows } = settleImage(tested, () => NO_CASES, undefined, wanted);
  return new Map(rows.map((row) => [row.name, row]));
}

const SETTINGS = BATTLE_SWITCHES.flatMap(({ name, values }) => values.map((value) => ({ name, value })));

describe('switches', () => {
  test('each one has a probe', () => {
    const probed = [...SWITCH_PROBES, ...WAY_PROBES].map(({ row }) => row);
    expect(probed.sort()).toEqual([...SWITCH_NAMES].sort());
  });

  test.each(SETTINGS)('an image with $name = $value is named so, and the others stay', ({ name, value }) => {
    const rows = rowsOf(imageOf({ [name]: value }));
    for (const shape of BATTLE_SWITCHES) {
      const expected = shape.name === name ? value : DEFAULTS[shape.name as keyof typeof DEFAULTS];
      expect(rows.get(shape.name)).toMatchObject({ verdict: 'settled', value: expected, first: '' });
    }
  });

  test.each([
    [
      'idleActionPoints',
      { idleActionPoints: 12 },
      '',
      'an idle frame with 0 action points: actionPoints: 10 by 10, theirs 12',
    ],
    [
      'statusTimers',
      {},
      '.at C1:20F2\nlda #$00\nsta {enemy[0].timerSleep}\nrts',
      'timers of 5 and a step of 1: enemy[0].timerSleep: 4 by countDown, theirs 0',
    ],
    [
      'decisionPasses',
      {},
      '.at C1:8E85\nlda {enemy[0].aiStep}\ncmp #$06\nbcc tries\njmp $8F5A\ntries:\njmp $8F06',
      'decision step 6: a slot is tried by 2, theirs: the enemy moves',
    ],
  ])('%s: no setting agrees with the image, and the first difference is told', (name, settings, more, first) => {
    expect(rowsOf(imageOf(settings, more)).get(name)).toMatchObject({ verdict: 'none', value: undefined, first });
  });

  test('a level that no row of the image changes is not reached', () => {
    const image = imageOf();
    image.fill(0, 0x15_0100, 0x15_0200);
    expect(rowsOf(image).get('onsetLevel')).toMatchObject({
      verdict: 'not reached',
      reason: "the image's tables hold nothing that tells the settings apart",
    });
  });

  test('code that never ends is not reached, code that stops is not in the image, each with the place', () => {
    const row = (more: string) => rowsOf(imageOf({}, more)).get('statusTimers');
    expect(row('.at C1:20F2\nhere:\nbra here')?.reason).toMatch(
      /came to no end: budget, 200000 instructions, at C1:20F2/,
    );
    expect(row('.at C1:20F2\njmp $20F0')?.reason).toMatch(/came to no end: stopped, STP at C1:20F0/);
    expect(row('.at C1:20F2\njmp $20F0')).toMatchObject({ verdict: 'not in this image', value: undefined });
    expect(row('.at C1:20F2\nhere:\nbra here')?.verdict).toBe('not reached');
  });
});

/** The row of an image with this code, with the published cases. */
function rowOf(name: string, more: string): SettledRow | undefined {
  const tested = imageUnderTest(imageOf({}, more), cartridgeProfile(), false);
  return settleImage(tested, publishedCasesOf, undefined, [name]).rows[0];
}

describe('draws for the places of a start', () => {
  const startRow = (settings: Parameters<typeof imageOf>[0], more = '') =>
    rowsOf(imageOf(settings, more), ['startOffset']).get('startOffset');

  test.each([1, 2])('%i for each enemy, made where a formation is entered: no start is run', (startOffset) => {
    const row = startRow({ startOffset, startDrawsIn: 'entry' }, '.at C1:0000\nhere:\nbra here');
    expect(row).toMatchObject({ verdict: 'settled', value: startOffset, states: 3 });
  });

  test('three for each enemy are no setting', () => {
    expect(startRow({ startOffset: 3 })).toMatchObject({
      verdict: 'none',
      first: 'formation 1, the whole start: 1 of 1 enemy may start off: draws: 0 by 0, theirs 3',
    });
  });

  test('where entering costs none and the start comes to no frame, none is not settled', () => {
    expect(startRow({}, '.at C1:0000\njmp $20F0')).toMatchObject({
      verdict: 'not reached',
      reason: 'no enemy entered from C1:F5FB costs a draw; 600 frames from C1:0000 on our console end at C1:20F1',
    });
  });

  test('begins with a party of one, who has HP and the first rank', () => {
    const party = [
      ['ally[0].id', '#$01'],
      ['ally[0].state', '#$ff'],
      ['ally[1].id', '#$ff'],
      ['ally[1].state', '#$00'],
      ['ally[3].id', '#$ff'],
      ['ally[3].state', '#$00'],
      ['allyRank[0]', '#$00'],
      ['allyRank[3]', '#$03'],
      ['record[0].hp', '#$64'],
    ].map(([cell, value]) => `lda {${cell}}\ncmp ${value}\nbne other`);
    const looks = `.at C1:0000\njmp looks\n.at C1:0A00\nlooks:\n${party.join('\n')}\njmp $0740\nother:\nbra other`;
    expect(startRow({ startOffset: 1 }, looks)).toMatchObject({ verdict: 'settled', value: 1 });
  });

  test('the start itself prepares the interrupts of a battle: before it none is there', () => {
    // 00F8 is where the jump to the interrupt stands once C1:F4A9 has run; found at once, the start waits for ever
    const waits = '.at C1:0000\nlda $7e00f8\nbeq none\nhere:\nbra here\nnone:\njmp $0740';
    expect(startRow({ startOffset: 1, startDrawsIn: 'start' }, waits)).toMatchObject({ verdict: 'settled', value: 1 });
  });

  test('code that enters a formation and comes to no return is told, and what the start comes to', () => {
    expect(startRow({ startOffset: 1 }, '.at C1:F5FB\nhere:\nbra here')).toMatchObject({
      verdict: 'not reached',
      reason: expect.stringMatching(
        /^formation 0 entered from C1:F5FB comes to no return: budget, .*; 600 frames from C1:0000 on our console end at C1:F5FB$/u,
      ),
    });
  });

  test('code that draws until it gets another value comes to its end: two draws in every formation', () => {
    const again =
      '.at C1:F5FB\njmp again\n.at C1:0A00\nagain:\njsr $6150\nsta $1f90\nother:\njsr $6150\ncmp $1f90\nbeq other\nrts';
    expect(startRow({ startDrawsIn: 'entry' }, again)).toMatchObject({
      verdict: 'none',
      first: 'formation 0, entered from C1:F5FB: 0 of 1 enemy may start off: draws: 0 by 0, theirs 2',
    });
  });

  test('a formation of more kinds of enemies than a battle takes is passed over', () => {
    const image = imageOf({ startOffset: 2 });
    image.set([0x40, 0x03], 0x16_0106);
    const enemies = [1, 2, 3, 4, 5].flatMap((species) => [species, 9 * species]);
    image.set([0, 0, 0x2d, 0x3f, 0x3f, 0x3f, 5, ...enemies], 0x16_0340);
    expect(rowsOf(image, ['startOffset']).get('startOffset')).toMatchObject({
      verdict: 'settled',
      value: 2,
      states: 3,
    });
  });

  test('an image whose formations have no such enemy', () => {
    const image = imageOf();
    image[0x15_0200 + 15] = 1;
    image[0x15_0220 + 15] = 1;
    image.fill(0, 0x16_0310, 0x16_0380);
    expect(rowsOf(image, ['startOffset']).get('startOffset')?.reason).toBe(
      "the image's tables hold no formation with such an enemy",
    );
  });
});

describe("the player half in an enemy's decision", () => {
  const inputRow = (settings: Parameters<typeof imageOf>[0], more = '') =>
    rowsOf(imageOf(settings, more), ['decisionInput']).get('decisionInput');

  test.each(['everyFrame', 'secondPass'])('%s, where the loop round both halves writes 03F0', (decisionInput) => {
    const row = inputRow({ decisionInput, decisionWriter: 'loop' });
    expect(row).toMatchObject({ verdict: 'settled', value: decisionInput, states: 14 });
  });

  test('a half that lets the player act in one more frame is no setting', () => {
    const row = inputRow(
      { decisionWriter: 'half' },
      '.at C1:948D\ninc {playerState}\nrts\n.at C1:9480\nlda {enemy[0].aiStep}\ncmp #$03\nbcc not\njmp $948D\nnot:\nrts',
    );
    expect(row).toMatchObject({
      verdict: 'none',
      first:
        'C1:9357 and C1:9480, decision before step 3, 03F0 = 00 at first: the player half returns by secondPass, theirs: the player half goes on',
    });
  });

  test('where nothing writes 03F0, what it was before stays, and nothing is settled', () => {
    expect(inputRow({ decisionWriter: 'nothing' })).toMatchObject({
      verdict: 'not reached',
      reason:
        'C1:9357 and C1:9480: 03F0 stays what it was before the decision; the loop from C1:0261: 03F0 stays what it was before the decision',
    });
  });

  test('a loop that waits for ever is not reached, with the place', () => {
    const row = inputRow({ decisionWriter: 'loop' }, '.at C1:856C\nhere:\nbra here');
    expect(row).toMatchObject({
      verdict: 'not reached',
      reason: expect.stringMatching(/; 24 frames from C1:0261 on our console end at C1:856C$/),
    });
  });
});

describe('the defence of an ally', () => {
  const row = (more: string) => rowOf('allyDefence', more);

  test('is as our stand-in has it, whatever an attack writes to 0377', () => {
    expect(row(allyDamage())).toMatchObject({ verdict: 'agrees', states: 240, first: '' });
  });

  test.each([
    ['half of it where a quarter counts', { quarterShift: 1 }, 170, 159],
    ['none of it anywhere', { hasDefence: false }, 170, 180],
  ])('%s is told', (_, change, mine, theirs) => {
    expect(row(allyDamage(change))).toMatchObject({
      verdict: 'none',
      first: `0377 = 1, 3 x 60 on a defence of 43, byte 10 = 0: ally[0].totalDamage: ${mine} by our stand-in, theirs ${theirs}`,
    });
  });

  test('another way for one value of 0377 leaves it open, and says which', () => {
    expect(row(allyDamage({ without: 3 }))).toMatchObject({
      verdict: 'runs',
      reason: expect.stringMatching(
        /^as our stand-in where 0377 ends in 1, 2, 4, .*, 15; elsewhere 0377 = 3, 3 x 60 on a defence of 43, byte 10 = 0: ally\[0\]\.totalDamage: 170 by our stand-in, theirs 180; /,
      ),
    });
  });

  test('code that stops is not in this image, with the place', () => {
    expect(row('.at C1:CBA6\njmp $20F0')).toMatchObject({
      verdict: 'not in this image',
      reason: expect.stringMatching(
        /^the code from C1:CBA6 came to no end: stopped, STP at C1:20F0 \(0377 = 1, 3 x 60 /,
      ),
    });
  });
});

describe('rows that only frames show', () => {
  const row = (name: string, more = '') => rowOf(name, more);

  test('the loop runs the time half, then the player half, once a frame', () => {
    expect(row('frameLoop')).toMatchObject({ verdict: 'agrees', states: 7, first: '' });
  });

  test('a loop that runs the time half twice is told', () => {
    const twice = '.at C1:0A00\ntwice:\njsr $9357\njsr $9357\nrts\n.at C1:0781\njsr $0A00';
    expect(row('frameLoop', twice)).toMatchObject({
      verdict: 'none',
      first: 'frame 2 of the loop: mine C1:9480 C1:856C C1:9357, theirs C1:9480 C1:856C C1:9357 C1:9357',
    });
  });

  test('a loop that waits for ever is not reached, with the place', () => {
    expect(row('frameLoop', '.at C1:856C\nhere:\nbra here')).toMatchObject({
      verdict: 'not reached',
      reason: '24 frames from C1:0261 on our console end at C1:856C',
    });
  });

  test('buttons lead to the handlers that the image takes them to', () => {
    // once the pads are read, 4219 has Y in bit 6 and the directions in its low nibble
    const dispatch = `.at C1:948D
      jmp pressed
      .at C1:0A00
      pressed:
      lda $004212
      and #$01
      bne pressed
      lda $004219
      and #$40
      beq noPass
      jmp $9572
      noPass:
      lda $004219
      and #$0f
      beq none
      jmp $96CB
      none:
      rts
      .at C1:9572
      rts
      .at C1:96CB
      rts`;
    expect(row('buttonsToActions', dispatch)).toMatchObject({
      verdict: 'runs',
      states: 10,
      reason: 'held, Y to C1:9572, up to C1:96CB, down to C1:96CB, left to C1:96CB, right to C1:96CB',
    });
    expect(row('buttonsToActions')?.reason).toBe('no button held leads to a printed handler');
    // a handler that is met whatever is held is no button's
    const always = dispatch
      .replace('jmp pressed', 'jsr $990D\njmp pressed')
      .replace('rts\n      .at C1:9572', 'rts\n.at C1:990D\nrts\n.at C1:9572');
    expect(row('buttonsToActions', always)?.reason).toBe(
      'held, Y to C1:9572, up to C1:96CB, down to C1:96CB, left to C1:96CB, right to C1:96CB',
    );
  });

  /** The dispatch of the player half, once the pads are read: 4219 has Y in bit 6. */
  const held = (code: string): string => `.at C1:948D
    jmp pressed
    .at C1:0A00
    pressed:
    lda $004212
    and #$01
    bne pressed
    ${code}
    none:
    rts
    .at C1:96CB
    rts`;
  const isY = 'lda $004219\nand #$40\nbeq none';

  test('a button is held once nothing was, and for nine rounds', () => {
    // the handler answers only behind two rounds without a button, and only in the ninth round
    const edge = 'lda $004219\nbne some\ninc $1f90\nrts\nsome:\nlda $1f90\ncmp #$02\nbcc none';
    expect(row('buttonsToActions', held(`${edge}\n${isY}\njsr $96CB`))?.reason).toBe('held, Y to C1:96CB');
    const ninth = 'inc $1f91\nlda $1f91\ncmp #$09\nbne none';
    expect(row('buttonsToActions', held(`${ninth}\n${isY}\njsr $96CB`))?.reason).toBe('held, Y to C1:96CB');
  });

  test('all handlers of a button are told, and one that opens a window and comes to no end', () => {
    const two = `${isY}\njsr $9572\njsr $96CB\nrts\n.at C1:9572\nrts\n.at C1:0A60`;
    expect(row('buttonsToActions', held(two))?.reason).toBe('held, Y to C1:9572 and C1:96CB');
    const window = `${isY}\njmp $9572\n.at C1:9572\nwindow:\nbra window\n.at C1:0A60`;
    expect(row('buttonsToActions', held(window))?.reason).toBe('held, Y to C1:9572');
  });

  test('where the loop comes to no end, with a button or without, none is told', () => {
    expect(row('buttonsToActions', '.at C1:856C\nhere:\nbra here')).toMatchObject({
      verdict: 'not reached',
      reason: '24 frames from C1:0261 on our console end at C1:856C',
    });
    expect(row('buttonsToActions', held(`${isY}\nstays:\nbra stays`))).toMatchObject({
      verdict: 'not reached',
      reason: expect.stringMatching(/^Y held: 24 frames from C1:0261 on our console end at C1:0A/u),
    });
  });
});

describe('rows without a switch', () => {
  test('a stand-in of ours agrees, or the first difference is told', () => {
    const way = '.at C1:9F5A\njmp $9F70\n.at C1:9F70\n';
    expect(rowOf('absentUnit', `${way}rts`)).toMatchObject({ verdict: 'agrees', first: '' });
    expect(rowOf('absentUnit', `${way}stz {timeStep}\nrts`)).toMatchObject({
      verdict: 'none',
      first: expect.stringMatching(
        /^C1:9F5A next-ally-present C1:9F70, line \d+: 7E036D timeStep: mine \d+, theirs 0$/,
      ),
    });
  });

  test('a way that nothing of ours mirrors is recorded with its ends and cells', () => {
    const row = rowOf('defeat', '.at C1:CCA5\njmp $CCD6\n.at C1:CCD6\nlda #$05\nsta {timeStep}\nrts');
    expect(row).toMatchObject({ verdict: 'runs', first: '' });
    const passage = row?.passages.find(({ way }) => way.startsWith('C1:CCA5'));
    expect(passage).toMatchObject({
      way: 'C1:CCA5 enemy-damage-apply C1:CCD6',
      writes: ['7E036D timeStep'],
      equal: undefined,
    });
    expect(passage?.ends).toEqual({ return: passage?.cases });
  });

  test('the cases of a way are the published ones that leave the routine there, 64 at most', () => {
    const routine = { routine: 'C1:CCA5', name: 'enemy-damage-apply' };
    const leaving = publishedCasesOf(routine).cases.filter(({ exit }) => exit === 'C1:CCD6');
    const row = rowOf('defeat', '.at C1:CCA5\njmp $CCD6\n.at C1:CCD6\nrts');
    const passage = row?.passages.find(({ way }) => way === 'C1:CCA5 enemy-damage-apply C1:CCD6');
    expect(leaving.length).toBeGreaterThan(0);
    expect(passage?.cases).toBe(Math.min(64, leaving.length));
  });

  test('a case with a byte of a table that the image holds otherwise is none of its cases', () => {
    const tested = imageUnderTest(imageOf({}, '.at C1:CCA5\njmp $CCD6\n.at C1:CCD6\nrts'), cartridgeProfile(), false);
    // the offset of the first table of D5 stands there, and the image has 0100
    const withByte = (value: number) =>
      settleImage(
        tested,
        (plan) => {
          const published = publishedCasesOf(plan);
          const three = published.cases.filter(({ exit }) => exit === 'C1:CCD6').slice(0, 3);
          const cases = three.map((one, index) =>
            index === 1 ? { ...one, tables: new Map([[0xd5_0060, value]]) } : one,
          );
          return { ...published, cases };
        },
        undefined,
        ['defeat'],
      ).rows[0]?.passages.find(({ way }) => way === 'C1:CCA5 enemy-damage-apply C1:CCD6')?.cases;
    expect([withByte(0x00), withByte(0x02)]).toEqual([3, 2]);
  });

  test('every row that is not reached says why', () => {
    const tested = imageUnderTest(imageOf(), cartridgeProfile(), false);
    const { rows } = settleImage(tested, publishedCasesOf);
    expect(rows.map(({ name }) => name)).toEqual(UNPUBLISHED.map(({ name }) => name));
    for (const { reason, verdict } of rows) expect(verdict.startsWith('not ') ? reason : 'reached').not.toBe('');
  });
});

describe('the test ROMs', () => {
  test.each(['drill', 'drill-battle'])(
    '%s: its own time half settles three switches as PROGRAM.md says',
    async (name) => {
      const run = await cli(['rom', 'settle', join(packageRoot(), 'traces', 'homebrew', `${name}.sfc`), '--json']);
      const json = JSON.parse(run.out) as { readonly total: string; readonly rows: readonly SettledRow[] };
      const settled = json.rows.filter(({ verdict }) => verdict === 'settled');
      expect(settled.map((row) => [row.name, row.value])).toEqual([
        ['idleActionPoints', 10],
        ['idleChargeFrames', 'N+1'],
        ['statusTimers', 'countDown'],
      ]);
      const places = json.rows.find((one) => one.name === 'startOffset');
      expect(places?.reason).toBe(`the profile ${name} has no C1:F5FB`);
      expect(json).toMatchObject({ total: "our test ROM's code (cases)", settled: 3, none: 0, runs: 0 });
    },
  );
});

describe('the command', () => {
  const file = folder.write('image.sfc', imageOf({ decisionPasses: 1 }));

  test('an unknown image needs --as; the text names every verdict', async () => {
    expect((await cli(['rom', 'settle', file])).err).toMatch(/^E_ROM_UNKNOWN /);
    const run = await cli(['rom', 'settle', file, '--as', 'live-a-live']);
    expect(run.out).toMatch(/^image [0-9a-f]{64} as cartridge; NOT the published image, taken as it is on your word\n/);
    expect(run.out).toContain('settled           decisionPasses = 1 (5 states)\n');
    expect(run.out).toMatch(
      /61 stretches: 8 settled, \d+ agrees, \d+ none, \d+ runs, \d+ not in this image, \d+ not reached; your cartridge's code \(cases\): \d+\n$/,
    );
  });
});
