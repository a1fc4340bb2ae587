/** Frames inside the commands of a played battle: the same states as the command, the sentences where the HP change. */
import { expect, test } from 'vitest';
import { readCell } from '../../../../core/system/battle.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { bookInMemory } from '../../../../harness/play/branches/book.js';
import { factsOf } from '../../../../harness/play/entry-view/entry-facts.js';
import { headText } from '../../../../harness/play/entry-view/text.js';
import { openTimeline } from '../../../../harness/play/timeline/create-timeline.js';
import { placeOf, placeOfFrame, stepFrames } from '../../../../harness/play/timeline/places.js';
import { stepTo } from '../../../../harness/play/timeline/search.js';
import type { Position, Timeline } from '../../../../harness/play/timeline/timeline.js';
import { pressKey } from '../../../../harness/views/step/keys.js';
import { createStepper } from '../../../../harness/views/step/stepper.js';
import { screenOf } from '../../../../harness/views/step/terminal.js';
import { cli } from '../../cli/run-cli.js';
import { lockstepErrorOf } from '../../fixtures/files.js';

const PLANS = 'traces/live-a-live';
const open = (name: string): Promise<Timeline> => openTimeline(`${PLANS}/${name}.toml`, { systems: SYSTEMS });
const PLAYED = ['takahara-namcat', 'present-day-tula-han', 'present-day-max-morgan', 'present-day-odie-o'];

test.each(PLAYED)('%s: frame by frame a command comes to the same state', async (name) => {
  const timeline = await open(name);
  for (let at = 1; at <= timeline.length(); at++) {
    const end = timeline.state(at).slice();
    const frames: number[] = [];
    let last: Uint8Array | undefined;
    timeline.visitInside(at, 0, (index, frame, _before, after) => {
      expect(index).toBe(frames.push(frame));
      last = after.slice();
    });
    // the battle itself stands where the command ended, as without anybody looking
    expect(Buffer.compare(timeline.battle.image, end)).toBe(0);
    expect(frames).toEqual([...new Set(frames)].sort((one, other) => one - other));
    // that an ally may cut in is asked, and noted, once the frame is over
    const note = timeline.cells.find('unpublishedUsedMore')?.offset ?? -1;
    if (last !== undefined) last[note] = end[note] as number;
    expect(last === undefined || Buffer.compare(last, end) === 0).toBe(true);
    expect(timeline.framesInside(at)).toBe(frames.length);
  }
});

/** HP of everybody in an image: of the allies' records and of the enemies. */
function hpOf(timeline: Timeline, image: Uint8Array): number {
  const cells = timeline.cells.cells.filter(({ name }) => /^(record|enemy)\[\d+\]\.hp$/.test(name));
  return cells.reduce((sum, cell) => sum + readCell(image, cell), 0);
}

test('the damage told in a frame is what the HP cells lose in it, and no sentence is lost', async () => {
  const timeline = await open('takahara-namcat');
  let blows = 0;
  for (let at = 1; at <= timeline.length(); at++) {
    const told: string[] = [];
    for (let index = 1; index <= timeline.framesInside(at); index++) {
      const frame = timeline.inside(at, index);
      told.push(...frame.told.map(({ sentence }) => sentence));
      const { results } = { results: frame.told.flatMap((one) => one.results) };
      const damage = results.reduce((sum, { amounts }) => sum + (amounts['damage'] ?? 0), 0);
      const isLast = results.some(({ amounts }) => amounts['hp'] === 0);
      if (!isLast) expect(hpOf(timeline, frame.before) - hpOf(timeline, frame.after)).toBe(damage);
      if (damage > 0) blows++;
    }
    expect(told).toEqual(timeline.entry(at).told.map(({ sentence }) => sentence));
  }
  expect(blows).toBeGreaterThan(6);
});

test('the frames of run --tell, of the places and of the sentences inside are the same', async () => {
  const run = JSON.parse(
    (await cli(['run', 'live-a-live', `${PLANS}/present-day-tula-han.toml`, '--tell', '--json'], { systems: SYSTEMS }))
      .out,
  );
  const kick = run.told[1].told.find(({ sentence }: { sentence: string }) => sentence.startsWith('Tula Han: Low Kick'));
  const timeline = await open('present-day-tula-han');
  const place = placeOfFrame(timeline, kick.frame);
  const facts = factsOf(timeline, place.at + 1, 0, place.inner);
  expect(facts.inside?.frame).toBe(kick.frame);
  expect(facts.told).toContain('Tula Han: Low Kick on Takahara, 26 damage');
  // command 1 took two frames: the battle's first one and the step
  expect(headText(facts)).toBe(
    `command 2, frame ${kick.frame - 2} of 89 inside (frame ${kick.frame} of the battle)  auto attack (to the end)`,
  );
  expect(await lockstepErrorOf(() => placeOfFrame(timeline, 92))).toMatchObject({
    code: 'E_FRAME',
    details: { found: 'frame 92', expected: expect.stringContaining('frame 0 to 91') },
  });
});

test('places are commands, frames inside them, or labels; a wrong one says what there is', async () => {
  const timeline = await open('takahara-namcat');
  expect(placeOf(timeline, '0')).toEqual({ line: 0, at: 0, call: 0 });
  expect(placeOf(timeline, '13')).toEqual({ line: 0, at: 13, call: 0 });
  expect(placeOf(timeline, '13.5')).toEqual({ line: 0, at: 12, call: 0, inner: 5 });
  expect(placeOf(timeline, 'Namcat attacks')).toEqual({ line: 0, at: 4, call: 0 });
  const detailsOf = async (text: string) => (await lockstepErrorOf(() => placeOf(timeline, text))).details;
  expect((await detailsOf('13.99')).expected).toBe('13.1 to 13.62');
  expect((await detailsOf('14')).expected).toBe('1 to 13');
  expect((await detailsOf('nowhere')).expected).toContain('"Namcat attacks"');
  const { code, err } = await cli(['step', `${PLANS}/takahara-namcat.toml`, '--at', '3', '--frame', '3', '--print'], {
    systems: SYSTEMS,
  });
  expect([code, err]).toEqual([2, expect.stringContaining('--at and --frame both say where to begin')]);
});

/** Every place of a condition, from the start or from the end on. */
async function placesOf(timeline: Timeline, condition: string, direction: 1 | -1): Promise<Position[]> {
  const found: Position[] = [];
  let place: Position | undefined = { line: 0, at: direction > 0 ? 0 : timeline.length(), call: 0 };
  for (;;) {
    place = await stepTo(timeline, place, condition, direction);
    if (place === undefined) return found;
    found.push(place);
  }
}

test('a search stops at every action of an enemy inside commands, both ways', async () => {
  const timeline = await open('present-day-tula-han');
  const forward = await placesOf(timeline, 'enemy action', 1);
  // the ledger counts them from the events of whole commands
  const verify = await cli(['route', 'verify', `${PLANS}/present-day-tula-han.toml`, '--json'], { systems: SYSTEMS });
  expect(forward).toHaveLength(JSON.parse(verify.out).ledger.enemyActions);
  const ends = forward.filter(({ at, inner }) => at !== 1 || inner !== timeline.framesInside(2));
  expect((await placesOf(timeline, 'enemy action', -1)).reverse()).toEqual(ends);
  expect((await placesOf(timeline, 'enemy turn', 1)).length).toBeGreaterThan(1);
  const { inner = 0 } = (await placesOf(timeline, 'enemy[0].hp < 416', 1))[0] ?? {};
  expect(timeline.inside(2, inner).told[0]?.sentence).toMatch(/^Takahara: .* on Tula Han/);
});

test('a value is found in the commands in which it comes to hold, also late in the plan', async () => {
  const timeline = await open('takahara-namcat');
  const found = await placesOf(timeline, 'actionPoints >= 256', 1);
  // the ledger: 285 after command 3, 29 after 4, 539 after 5, 60 after 8, 288 after 12
  expect(found.slice(0, 3).map(({ at }) => at + 1)).toEqual([3, 5, 12]);
});

test('the stepper goes by frame inside commands, and shows board and sentences there', async () => {
  const timeline = await open('takahara-namcat');
  const stepper = createStepper(bookInMemory(timeline), { line: 0, at: 3, call: 0 });
  const press = (key: string) => pressKey(stepper, key, key, false);
  const screen = () => screenOf(stepper, 120, 40).map(({ text }) => text.trimEnd());
  await press('.');
  // the wait in which Namcat attacks is one frame long
  expect(screen()[1]).toContain('command 4, frame 1 of 1 inside');
  expect(screen()).toContain('Namcat: Lightning Upper on Takahara, 44 damage, turned to the upper right');
  await press('v');
  expect(screen().join('\n')).toMatch(/A0.*= Takahara \(ally 0\) at 1,3 .*HP 276/);
  await press('.');
  expect(stepper.position).toEqual({ line: 0, at: 4, call: 0, inner: 1 });
  await press(',');
  await press(',');
  expect(stepper.position).toEqual({ line: 0, at: 3, call: 0 });
});

test('frames forwards and backwards pass the same places', async () => {
  const timeline = await open('present-day-tula-han');
  let place: Position = { line: 0, at: 0, call: 0 };
  let count = 0;
  for (let next = stepFrames(timeline, place, 1); next.at !== place.at || next.inner !== place.inner; count++) {
    place = next;
    next = stepFrames(timeline, place, 1);
  }
  expect(place).toEqual({ line: 0, at: 2, call: 0 });
  expect(count).toBe(timeline.framesInside(1) + timeline.framesInside(2) + 1);
  expect(stepFrames(timeline, place, -1)).toEqual({ line: 0, at: 1, call: 0, inner: timeline.framesInside(2) - 1 });
});
