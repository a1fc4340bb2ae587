/** The key o of the stepper: the image's own code in the entry that is shown, and nothing elsewhere. */
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { holeCallsOf } from '../../../../harness/original/settle/hole-calls.js';
import { withImageCodeAll } from '../../../../harness/original/settle/with-original.js';
import { openLine } from '../../../../harness/play/branches/open.js';
import { pressKey } from '../../../../harness/views/step/keys.js';
import { createStepper } from '../../../../harness/views/step/stepper.js';
import { screenOf } from '../../../../harness/views/step/terminal.js';
import { testFolder } from '../../fixtures/files.js';
import { romWith } from './filled-battle.js';

const folder = testFolder();
const PLAN = 'traces/live-a-live/present-day-namcat.toml';

/** The whole field is the area. */
const AREA = `.at C1:380E
  lda #$0f
  ldx #$0037
  next:
  sta {rangeGrid[0]},x
  dex
  bpl next
  rts`;

async function stepperOf(rom: ReturnType<typeof romWith> | undefined) {
  const { book } = await openLine(PLAN, { systems: withImageCodeAll(SYSTEMS, rom) });
  const stepper = createStepper(book, { line: 0, at: 1, call: 0 });
  const press = async (key: string) => {
    await pressKey(stepper, key, key, false);
    return screenOf(stepper, 150, 60)
      .map(({ text }) => text.trimEnd())
      .join('\n');
  };
  return press;
}

test('a call keeps the battle as it was at its entry, whatever is played after it', async () => {
  const { book } = await openLine(PLAN, { systems: withImageCodeAll(SYSTEMS, romWith(folder, AREA)) });
  const { timeline } = book;
  const seen: (readonly [at: number, image: Uint8Array])[] = [];
  for (let at = 1; at <= timeline.length(); at++) {
    for (const { image } of holeCallsOf(timeline, at, 0)) seen.push([at, image]);
  }
  expect(seen.length).toBeGreaterThan(1);
  const copies = seen.map(([, image]) => image.slice());
  timeline.state(timeline.length());
  timeline.state(0);
  expect(seen.map(([, image]) => image)).toEqual(copies);
  // each of them a place of its own in the battle
  expect(new Set(seen.map(([, image]) => image.join())).size).toBe(seen.length);
});

test('o lists each instruction with its names, a move asks again, a second o goes back', async () => {
  const press = await stepperOf(romWith(folder, AREA));
  expect(await press('o')).toContain("The image's own code does not run in this command.");
  expect(await press('f')).toContain('Press o for the code of this entry.');
  const shown = await press('o');
  expect(shown).toContain('C1:380E area-around-target-cell');
  expect(shown).toMatch(
    /C1:380E {2}LDA #\$0F .*\nC1:3810 {2}LDX #\$0037 .*\nC1:3813 {2}STA \$0488,X .*rangeGrid\[55\]/,
  );
  expect(await press('o')).toMatch(/\naction points \d+ \(was \d+\)/);
});

test('the facts name where the code ran and why it did not run elsewhere, and on the way back they forget it', async () => {
  const press = await stepperOf(romWith(folder, AREA));
  const reason = "not by the image's code: counterFiring: the image finds an ally who answers";
  expect(await press('home')).not.toMatch(/C1:380E|counterFiring/);
  await press('end');
  const facts = await press('f');
  expect(facts).toContain("by the image's own code (key o): C1:380E");
  expect(facts).toContain(reason);
  expect(await press('home')).not.toMatch(/C1:380E|counterFiring/);
});

test('without an image the facts say nothing of its code', async () => {
  expect(await (await stepperOf(undefined))('end')).not.toContain("the image's");
});

test('without an image o says so', async () => {
  expect(await (await stepperOf(undefined))('o')).toContain('No image is given: --rom');
});
