/** The workbench under real clicks, keys and screens: what a planner does, and the saved plan on the command line. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { folder, type Look, openPage, outputOf, root, run } from './pages.js';

const PLAN = join(root, 'traces/live-a-live/takahara-namcat.toml');
let file = '';
beforeAll(async () => {
  file = await written('takahara', PLAN);
});

async function written(name: string, plan: string): Promise<string> {
  const output = join(folder, `${name}.html`);
  await run('plan', plan, '-o', output);
  return output;
}

const open = (page = file, look?: Look): Promise<Page> => openPage(page, '#workbench', { height: 800, ...look });
const verdict = (page: Page): Promise<string> => page.innerText('.verdict');
// of long lists only what is in view stands in the page
const rows = async (page: Page): Promise<number> =>
  Number(await page.locator('#plan li').first().getAttribute('aria-setsize'));
const choices = async (page: Page): Promise<number> => Number(await page.getAttribute('#choice-rows', 'data-count'));

/** Saves the plan of a page and returns its file. */
async function saved(page: Page, name: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.keyboard.press('Control+s');
  const path = join(folder, name);
  await (await download).saveAs(path);
  return path;
}

test('the plan is played: it holds, and each of its states can be gone to', async () => {
  const page = await open();
  expect(await verdict(page)).toBe('holds: 14 values as expected');
  expect(await rows(page)).toBe(14);
  await page.keyboard.press('Home');
  expect(await page.innerText('#side')).toMatch(/action points\s+0/);
  await page.keyboard.press('ArrowRight');
  // rule L7: a step at speed 31 brings 57 points
  expect(await page.innerText('#side')).toMatch(/action points\s+57/);
  await page.locator('#plan li').nth(5).click();
  // rule L5: 29 + 510 for a skill
  expect(await page.innerText('#side')).toMatch(/action points\s+539/);
  expect(await page.innerText('#story')).toContain('Dou Mawashi Kaiten Geri on Namcat, 23 damage');
  await page.close();
});

test('a plan that begins at a frame of a log is played, saved byte for byte', async () => {
  const plan = join(root, 'traces/live-a-live/overflow.toml');
  const page = await open(await written('overflow', plan));
  expect(await verdict(page)).toMatch(/^holds: \d+ values? as expected$/);
  expect(readFileSync(await saved(page, 'overflow-same.toml'), 'utf8')).toBe(readFileSync(plan, 'utf8'));
  await page.close();
});

test('unchanged, the saved plan is the file byte for byte', async () => {
  const page = await open();
  expect(readFileSync(await saved(page, 'same.toml'), 'utf8')).toBe(readFileSync(PLAN, 'utf8'));
  await page.close();
});

test('a choice that is found by typing is played, undone and done again; the saved plan runs', async () => {
  const page = await open();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  const all = await choices(page);
  await page.keyboard.press('/');
  await page.keyboard.type('kiai tame');
  expect(await choices(page)).toBe(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('i');
  expect(await choices(page)).toBeGreaterThan(1);
  expect(await rows(page)).toBe(15);
  expect(await verdict(page)).toMatch(/^command 3 differs: .*: cell actionPoints: expected 228, got \d+$/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  expect([await rows(page), await choices(page), await verdict(page)]).toEqual([
    14,
    all,
    'holds: 14 values as expected',
  ]);
  await page.keyboard.press('Control+y');
  expect(await rows(page)).toBe(15);
  // what came behind it fits no more: out with it
  for (let left = 0; left < 12; left++) {
    await page.keyboard.press('End');
    await page.keyboard.press('Delete');
  }
  expect([await rows(page), await verdict(page)]).toEqual([3, 'holds: 3 values as expected']);
  const plan = await saved(page, 'changed.toml');
  expect(readFileSync(plan, 'utf8')).toContain('# The enemy acts by its own decision');
  await run('run', 'live-a-live', plan);
  await page.close();
});

test('a cell of the board lists what can be done there; a pointed choice is shown on the board', async () => {
  const page = await open();
  await page.keyboard.press('Home');
  await page.locator('[data-cell="5,3"]').click();
  const named = await page.locator('#choice-rows .where').allInnerTexts();
  expect(named.length).toBeGreaterThan(0);
  // a move that only passes the square is not among them
  expect(named.every((text) => text.startsWith('5,3'))).toBe(true);
  expect(await page.locator('.aimed').getAttribute('data-cell')).toBe('5,3');
  // skills may aim at it, too; a double click goes there
  expect(await page.innerText('.card.chosen b')).toBe('move');
  await page.locator('[data-cell="5,3"]').dblclick();
  await page.keyboard.press('i');
  expect(await rows(page)).toBe(15);
  expect(await page.innerText('#side')).toMatch(/Takahara \(ally 0\) at 5,3/u);
  // rule L1 of the guide: a step costs 57
  expect(await page.innerText('#side')).toMatch(/action points\s+57/u);
  await page.close();
});

test('a large enemy takes its squares; a pointed skill shows what it reaches and hits', async () => {
  const page = await open();
  await page.keyboard.press('Home');
  for (let steps = 0; steps < 4; steps++) await page.keyboard.press('ArrowRight');
  // Namcat: one square wide, three high, at 0,0
  for (const cell of ['0,0', '0,1', '0,2']) {
    expect(await page.locator(`[data-cell="${cell}"] title`).textContent()).toMatch(/Namcat \(enemy 0\), .*HP 256/u);
  }
  expect(await page.locator('[data-cell="0,3"] title').textContent()).toBe('0,3');
  // pieces are drawn anew while the command is played
  await expect
    .poll(async () => {
      const box = await page.locator('.piece.other .body').boundingBox();
      return (box?.height ?? 0) / (box?.width ?? 1);
    })
    .toBeGreaterThan(2.5);
  await page.fill('#choices input', 'reppu 0,2');
  // Takahara at 1,3: one square along a diagonal
  const cells = (name: string): Promise<unknown> =>
    page.evaluate(`[...document.querySelectorAll('.square.${name}')].map((square) => square.dataset.cell)`);
  await expect.poll(() => cells('in-reach')).toEqual(['0,2', '2,2', '0,4', '2,4']);
  await expect.poll(async () => [await cells('aimed'), await cells('hit')]).toEqual([['0,2'], ['0,2']]);
  // what the letters on a piece mean stands below the board while a piece has them
  const legend = async (): Promise<unknown> => [
    await page.locator('text.mark').allTextContents(),
    await page.locator('p.legend').innerText(),
  ];
  await expect.poll(legend).toEqual([['Ch 12'], 'Ch: charge']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await expect.poll(legend).toEqual([[], '']);
  await page.locator('#plan li').last().click();
  await expect.poll(legend).toEqual([['Ou'], 'Ou: out of the fight']);
  await page.close();
});

test('the board takes a third of the width, and tells who is who and what a choice is likely to take', async () => {
  const page = await open();
  await page.keyboard.press('Home');
  for (let steps = 0; steps < 4; steps++) await page.keyboard.press('ArrowRight');
  const board = await page.locator('svg.board').boundingBox();
  expect(board?.width ?? 0).toBeGreaterThan(1280 * 0.32);
  expect(await page.locator('.piece .tag').allTextContents()).toEqual(['1', 'A']);
  // one line a unit; Takahara acts, so he stands first
  expect(await page.locator('.units .sign').allTextContents()).toEqual(['1', 'A']);
  expect(await page.locator('.units .acting .who').innerText()).toMatch(/^Takahara \(ally 0\) at 1,3/u);
  expect(await page.locator('.piece.acting .tag').textContent()).toBe('1');
  await page.fill('#choices input', 'kaiten 0,2');
  // `lockstep odds traces/live-a-live/takahara-namcat.toml --at 4`
  await expect.poll(() => page.locator('.note.damage').first().textContent()).toBe('\u221220\u201324');
  // a square under the pointer says who stands there
  await page.locator('[data-cell="0,1"]').hover();
  expect(await page.innerText('.pointed')).toMatch(/^0,1; Namcat \(enemy 0\), .*HP 256/u);
  await page.setViewportSize({ width: 1920, height: 1080 });
  expect((await page.locator('svg.board').boundingBox())?.width ?? 0).toBeGreaterThan(1920 * 0.32);
  await page.close();
});

test.each([
  ['fftcg', 'x1', ['Turn and priority', 'Stack, the top first', 'Field of A']],
  ['holy-grail-war', 'turn', ['Time', 'Areas', 'Known']],
])('what %s has to be seen besides gauges stands in panels', async (system, name, titles) => {
  const page = await open(await written(`${system}-panels`, join(root, 'traces', system, `${name}.toml`)));
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  expect(await page.locator('.panel').first().isVisible()).toBe(false);
  await page.locator('#side summary').click();
  const shown = await page.locator('.panel h2').allInnerTexts();
  for (const title of titles) expect(shown).toContain(title);
  await page.close();
});

test('grounds of a map and what is left of the movement stand on its squares', async () => {
  const page = await open(await written('srpg-ground', join(root, 'traces/srpg-movement/guide.toml')));
  await page.keyboard.press('Home');
  for (let steps = 0; steps < 4; steps++) await page.keyboard.press('ArrowRight');
  expect(await page.locator('p.legend').innerText()).toBe(
    '0: costs 1; 1: nobody enters; 2: costs 2; numbers: movement that Hoge has left there',
  );
  const numbers = await page.locator('.rest').allTextContents();
  // seed, G1: the unit itself has all of its three
  expect(Math.max(...numbers.map(Number))).toBe(3);
  await page.close();
});

test('a long plan: every row is gone to and shown, though few stand in the page', async () => {
  const [head = ''] = readFileSync(PLAN, 'utf8').split('[[do]]');
  const long = join(folder, 'long.toml');
  writeFileSync(long, `${head}${'[[do]]\ncommand = "step"\n\n'.repeat(1000)}`);
  const page = await open(await written('long', long));
  await page.keyboard.press('End');
  const shown = page.locator('#plan li[aria-selected="true"]');
  const isSeen = async (): Promise<boolean> => {
    const [row, list] = [await shown.boundingBox(), await page.locator('#plan .scroll').boundingBox()];
    return row !== null && list !== null && row.y >= list.y - 1 && row.y + row.height <= list.y + list.height + 1;
  };
  expect([await rows(page), await shown.getAttribute('aria-posinset'), await isSeen()]).toEqual([1001, '1001', true]);
  expect(await page.locator('#plan li').count()).toBeLessThan(100);
  await page.keyboard.press('Home');
  expect([await shown.innerText(), await isSeen()]).toEqual(['start', true]);
  for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowRight');
  expect([await shown.getAttribute('aria-posinset'), await isSeen()]).toEqual(['41', true]);
  await page.evaluate(
    "document.querySelector('#plan .scroll').scrollTop = document.querySelector('#plan ol').offsetHeight / 2",
  );
  await expect.poll(() => page.locator('#plan li[aria-posinset="501"]').count()).toBe(1);
  await page.locator('#plan li[aria-posinset="501"]').click();
  expect([await shown.getAttribute('aria-posinset'), await isSeen()]).toEqual(['501', true]);
  await page.close();
});

test('the choices get their odds from a worker; the pointed one shows a histogram', async () => {
  const page = await open();
  await page.keyboard.press('Home');
  for (let steps = 0; steps < 4; steps++) await page.keyboard.press('ArrowRight');
  await page.fill('#choices input', 'kaiten');
  const card = page.locator('#choice-rows .card', { hasText: 'Dou Mawashi Kaiten Geri' });
  const kick = card.locator('.chip', { hasText: '0,2 Namcat' });
  // `lockstep odds traces/live-a-live/takahara-namcat.toml --at 4`
  await expect.poll(() => kick.locator('.damage').innerText()).toBe('20\u201324');
  // the head tells the card's first target: its odds may come after those of the chip above
  await expect.poll(() => card.locator('.figures').innerText()).toContain('hit 100%');
  await kick.click();
  expect(await page.locator('#odds .histogram').first().getAttribute('aria-label')).toMatch(
    /^HP that Namcat loses: 20: /,
  );
  await page.close();
});

test('choices are grouped by skill, the best first; a group unfolds to rows that cut nothing', async () => {
  const page = await open();
  await page.keyboard.press('Home');
  for (let steps = 0; steps < 4; steps++) await page.keyboard.press('ArrowRight');
  const names = (): Promise<string[]> => page.locator('.card .head b').allInnerTexts();
  // beside Namcat: `lockstep odds --at 4` gives 62 to 74 for Reppu, 20 to 24 for the kick, 32 to 39 recovered
  await expect.poll(names).toEqual(expect.arrayContaining(['Reppu Seiken Zuki', 'move']));
  await expect
    .poll(async () => (await names()).slice(0, 4))
    .toEqual(['Reppu Seiken Zuki', 'Kiai Tame', 'Dou Mawashi Kaiten Geri', 'move']);
  const card = page.locator('.card').first();
  expect(await card.locator('.chip').first().innerText()).toBe('0,2 Namcat \u2196 62\u201374');
  // what reaches nobody comes last, and is told apart
  expect(await card.locator('.chip.nobody').count()).toBe(3);
  expect(await page.innerText('.card.chosen .effect')).toMatch(/^Takahara \u2212149, Namcat \u221264; turns to/u);
  await page.keyboard.press('Shift+ArrowDown');
  expect(await page.innerText('.chip[aria-selected="true"]')).toMatch(/^2,2/u);
  expect(await page.innerText('#choices .heard')).toMatch(/^Reppu Seiken Zuki 2,2/u);
  await page.keyboard.press('u');
  expect(await card.locator('.row:not(.titles)').count()).toBe(4);
  const cut = await page.evaluate(
    "[...document.querySelectorAll('#choices .row > span, .chip, .head b')].filter((node) => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflow !== 'visible').length",
  );
  expect(cut).toBe(0);
  await page.keyboard.press('u');
  await page.keyboard.press('ArrowDown');
  expect(await page.innerText('.card.chosen .head b')).toBe('Kiai Tame');
  await page.close();
});

test('what only asks about a map is no choice until its name is typed', async () => {
  const page = await open(await written('srpg-asks', join(root, 'traces/srpg-movement/guide.toml')));
  await page.locator('#plan li').nth(4).click();
  const names = await page.locator('.card .head b').allInnerTexts();
  // S17, S18: canMove answers, dumpMap prints; the others put the unit on a square
  const places = ['moveUnit', 'setPosition', 'tryMove'].map((name) => names.indexOf(name));
  expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
  for (const probe of ['canMove', 'dumpMap', 'dumpMoveMap', 'path']) {
    expect(names).not.toContain(probe);
    await page.fill('#choices input', probe);
    expect(await page.locator('.card .head b').first().textContent()).toBe(probe);
  }
  await page.close();
});

test('find best streams its bound, and its route becomes rows that hold on the command line', async () => {
  const plan = join(root, 'traces/live-a-live/present-day-namcat.toml');
  const page = await open(await written('namcat', plan));
  await page.keyboard.press('Home');
  await page.keyboard.press('b');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect
    .poll(() => page.innerText('#search-said'), { timeout: 20_000 })
    .toMatch(/no route costs less than \d+; \d+ states/);
  // the plan's own comment: seven actions, proven
  await expect
    .poll(() => page.innerText('#search-said'), { timeout: 60_000 })
    .toMatch(/^optimal .*: cost 7; 7 commands$/);
  await page.getByRole('button', { name: 'Put into the plan' }).click();
  expect(await rows(page)).toBe(8);
  await run('run', 'live-a-live', await saved(page, 'best.toml'));
  await page.keyboard.press('Control+z');
  expect(await rows(page)).toBe(3);
  await page.keyboard.press('b');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => page.innerText('#search-said'), { timeout: 20_000 }).toMatch(/interrupted/);
  await page.close();
});

test('another generator is another battle; undo brings the first one back; a wrong one changes nothing', async () => {
  const page = await open();
  await page.keyboard.press('e');
  const text = await page.inputValue('#setup textarea');
  expect(text).toContain('generator = [1, 0, 231, 131]');
  await page.fill('#setup textarea', text.replace('[1, 0, 231, 131]', '[1, 0, 231'));
  await page.getByRole('button', { name: 'Apply' }).click();
  expect(await page.innerText('#setup .fault')).not.toBe('');
  await page.fill('#setup textarea', text.replace('[1, 0, 231, 131]', '[200, 17, 3, 99]'));
  await page.getByRole('button', { name: 'Apply' }).click();
  expect(await verdict(page)).toMatch(/^command \d+ differs/);
  const plan = readFileSync(await saved(page, 'edited.toml'), 'utf8');
  expect(plan).toBe(readFileSync(PLAN, 'utf8').replace('[1, 0, 231, 131]', '[200, 17, 3, 99]'));
  await page.keyboard.press('Control+z');
  expect(await verdict(page)).toBe('holds: 14 values as expected');
  await page.close();
});

test('the address holds the plan, and the page keeps it', async () => {
  const page = await open();
  await page.keyboard.press('End');
  await page.keyboard.press('Delete');
  expect(await rows(page)).toBe(13);
  await page.getByText('Share').click();
  await page.waitForURL(/#p=/);
  const hash = new URL(page.url()).hash;
  const other = await open(file, { hash });
  expect(await rows(other)).toBe(13);
  await other.close();
  await page.goto(`file://${file}`);
  await page.waitForSelector('#workbench');
  expect(await rows(page)).toBe(13);
  await page.close();
});

test('the page opens at the first decision, says how the plan stands and what to do next', async () => {
  const lost = await written('lost', join(root, 'traces/live-a-live/present-day-namcat.toml'));
  const page = await open(lost);
  const banner = (): Promise<string> => page.innerText('#banner');
  expect(await choices(page)).toBeGreaterThan(10);
  expect(await banner()).toMatch(/^holds: 4 values as expected\s+0 frames\s+not over\s+choose for Takahara, or press/u);
  await page.keyboard.press('End');
  // the battle is lost: one sentence where nothing can be done, and no forecast for the fallen
  expect(await banner()).toMatch(/\s147 frames\s+lost\s+nothing is left to command/u);
  expect(await page.innerText('#choices .scroll')).toBe(
    'Nothing can be commanded here: the battle is over. \u2190 goes back to the command before.',
  );
  expect(await page.innerText('#side')).not.toMatch(/free moves|presses to the overflow/u);
  expect(await page.locator('.unit.out .who').innerText()).toMatch(/^Takahara/u);
  await page.close();
});

test('a command is played on the board: its way, the blow, where it ended; steps and a switch', async () => {
  const page = await open();
  const tokens = (): Promise<(string | null)[]> =>
    page.evaluate("[...document.querySelectorAll('.piece.own')].map((piece) => piece.getAttribute('transform'))");
  await page.evaluate(`globalThis.seen = []; new MutationObserver(() => {
    const at = document.querySelector('.piece.own')?.getAttribute('transform');
    if (seen.at(-1)?.[0] !== at) seen.push([at, performance.now()]);
  }).observe(document.querySelector('svg.board'), { subtree: true, childList: true })`);
  await page.fill('#choices input', 'move 1,0');
  await page.keyboard.press('Enter');
  await page.keyboard.press('i');
  await page.keyboard.press('Escape');
  // observed: hit on the way, he ends at 1,3; the row says it, the board keeps way, ghost and number
  await expect.poll(() => page.innerText('#plan li[aria-selected="true"] .other-end')).toBe('stopped at 1,3 by Namcat');
  await expect.poll(() => page.locator('.note').allTextContents()).toEqual(['\u221244']);
  await expect.poll(() => page.locator('.playback .said').innerText()).toBe('');
  expect([await page.locator('.ghost').count(), await page.locator('.way').count()]).toEqual([1, 1]);
  const seen = (await page.evaluate('seen')) as [string, number][];
  const places = seen.map(([at]) => at);
  // from 5,4 along the row to 1,4 and up, 40 units a square
  for (const x of [180, 140, 100, 60]) expect(places).toContain(`translate(${x} 180)`);
  const [first, last] = [seen.find(([at]) => at === 'translate(180 180)'), seen.at(-1)];
  expect((last?.[1] ?? 0) - (first?.[1] ?? 0)).toBeLessThan(1500);
  // back by one moment, and by one more
  await page.keyboard.press('Shift+ArrowLeft');
  expect(await page.innerText('.playback .said')).toMatch(/^7 of 7; .*44 damage/u);
  for (let steps = 0; steps < 2; steps++) await page.keyboard.press('Shift+ArrowLeft');
  expect(await tokens()).toEqual(['translate(60 180)']);
  await page.keyboard.press('Shift+ArrowRight');
  expect(await tokens()).toEqual(['translate(60 140)']);
  // a choice that is pointed at takes the place of what was
  await page.keyboard.press('ArrowDown');
  expect(await page.locator('.ghost').count()).toBe(0);
  // switched off, nothing moves
  await page.keyboard.press('m');
  expect(await page.getByRole('button', { name: 'motion on or off' }).getAttribute('aria-pressed')).toBe('false');
  await page.keyboard.press('ArrowLeft');
  await page.evaluate('seen.length = 0');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.locator('.ghost').count()).toBe(1);
  expect(((await page.evaluate('seen')) as [string, number][]).map(([at]) => at)).toEqual(['translate(60 140)']);
  await page.close();
  const still = await open();
  await still.emulateMedia({ reducedMotion: 'reduce' });
  await still.reload();
  await still.waitForSelector('#workbench');
  expect(await still.innerText('.playback')).toMatch(/motion off/u);
  await still.close();
});

test.each([
  ['cut in half', (hash: string) => hash.slice(0, hash.length >> 1)],
  ['with other letters', (hash: string) => `${hash.slice(0, 8)}%%%`],
  ['with nothing', () => '#p='],
])('a link %s opens the plan of the page, and says so', async (_, damage) => {
  const page = await open();
  await page.getByText('Share').click();
  await page.waitForURL(/#p=/);
  const hash = damage(new URL(page.url()).hash);
  await page.close();
  const other = await open(file, { hash });
  expect(await other.innerText('.notice')).toMatch(/^the link is damaged: this is the plan that the page was written/u);
  expect([await rows(other), await verdict(other)]).toEqual([14, 'holds: 14 values as expected']);
  await other.close();
});

/** The hash of a plan's last state as the command line gives it, whether or not the plan holds. */
async function endOf(plan: string): Promise<string> {
  const { out } = await outputOf('run', plan, '--json');
  const { state } = JSON.parse(out) as { readonly state: string };
  expect(state).toMatch(/^[0-9a-f]{16}$/u);
  return state;
}

test.each([
  ['live-a-live', 'takahara-namcat'],
  ['fftcg', 'x2'],
  ['srpg-movement', 'guide'],
  ['kurogane-engage', 'guide'],
  ['holy-grail-war', 'turn'],
])(
  'a plan of %s holds, and ends in the state of the command line: played, changed, saved, reported',
  async (system, name) => {
    const plan = join(root, 'traces', system, `${name}.toml`);
    const page = await open(await written(`${system}-${name}`, plan));
    expect(await verdict(page)).toMatch(/^holds: \d+ values as expected$/);
    const shown = async (): Promise<string> => /State ([0-9a-f]{16})/u.exec(await page.innerText('#story'))?.[1] ?? '';
    await page.keyboard.press('End');
    const end = await endOf(plan);
    expect(await shown()).toBe(end);
    // another plan: without its last command
    await page.keyboard.press('Delete');
    const changed = await saved(page, `${system}-changed.toml`);
    expect(await shown()).toBe(await endOf(changed));
    expect(await shown()).not.toBe(end);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('End');
    expect(await shown()).toBe(end);
    await page.close();
    const output = join(folder, `${system}-report.html`);
    await run('report', plan, '-o', output);
    const report = await openPage(output, '.ledger li');
    expect(await report.innerText('.facts')).toMatch(new RegExp(`state at the end\\s+${end}`, 'u'));
    await report.close();
  },
);

test.each([
  [1280, 800, false],
  [390, 800, true],
])('at %d x %d the page itself does not scroll', async (width, height, dark) => {
  const page = await open(file, { width, height, dark });
  const scrolls = await page.evaluate(
    'const { scrollWidth, scrollHeight } = document.documentElement; [scrollWidth > innerWidth, scrollHeight > innerHeight]',
  );
  expect(scrolls).toEqual([false, false]);
  await page.close();
});
