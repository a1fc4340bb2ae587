/**
 * `npm run generate:pictures`: makes the pictures of the README, from the built command and the
 * bundled logs. Needs Chromium (CHROMIUM names it where it is not /usr/bin/chromium) and python3.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import xterm from '@xterm/headless';
import { chromium } from 'playwright-core';
import { palettePng } from './palette-png.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const COMMAND = join(root, 'dist/harness/cli/lockstep.js');
const ROWS = 30;
const COLUMNS = 100;
/** Colours 0 to 15 of a terminal. */
const PALETTE = [
  '#1c2024',
  '#d0605e',
  '#7ac07a',
  '#d8b45f',
  '#6fa3e0',
  '#c08bd0',
  '#6cc5c5',
  '#d5d8db',
  '#6b737c',
  '#ff8a80',
  '#a5e3a5',
  '#ffe08a',
  '#9cc4ff',
  '#e2b3f0',
  '#9fe8e8',
  '#ffffff',
];

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** The terminal's screen after some keys, as HTML. */
async function stepperScreen(words, keys) {
  const terminal = new xterm.Terminal({ rows: ROWS, cols: COLUMNS, allowProposedApi: true, scrollback: 0 });
  const drive = join(root, 'test/terminal/drive.py');
  const child = spawn('python3', [drive, String(ROWS), String(COLUMNS), process.execPath, COMMAND, ...words], {
    cwd: root,
    env: { ...process.env, TERM: 'xterm-256color', NO_COLOR: '' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdout.on('data', (data) => terminal.write(data));
  const pause = () => new Promise((resolve) => setTimeout(resolve, 1000));
  const isBlank = () => (terminal.buffer.active.getLine(0)?.translateToString(true) ?? '') === '';
  for (let tries = 0; tries < 40 && isBlank(); tries++) await pause();
  for (const key of keys) {
    child.stdin.write(`w ${JSON.stringify(key)}\n`);
    await pause();
  }
  const buffer = terminal.buffer.active;
  let html = '';
  for (let row = 0; row < ROWS; row++) {
    const line = buffer.getLine(row);
    for (let column = 0; column < COLUMNS; column++) {
      const cell = line?.getCell(column);
      if (cell === undefined || cell.getWidth() === 0) continue;
      let style = '';
      if (cell.isFgPalette()) style += `color:${PALETTE[cell.getFgColor() % 16]};`;
      if (cell.isBold()) style += 'font-weight:700;';
      if (cell.isInverse()) style += 'background:#d5d8db;color:#1c2024;';
      if (cell.isDim()) style += 'opacity:.65;';
      const text = escaped(cell.getChars() || ' ');
      html += style === '' ? text : `<span style="${style}">${text}</span>`;
    }
    html += '\n';
  }
  child.kill();
  return `<body style="margin:0;background:#14171a;color:#d5d8db"><pre style="margin:14px;font:15px/1.25 'DejaVu Sans Mono',monospace">${html}</pre>`;
}

/** The workbench at three sizes, light and dark by turns; the keys go to a moment worth seeing. */
const WORKBENCH = [
  ['workbench.png', 1280, 800, 'light'],
  ['workbench-large.png', 1920, 1080, 'dark'],
  ['workbench-phone.png', 390, 844, 'light'],
];
/** The third last command of the proven route: both were hit, and the next blow is chosen. */
const BLOW = ['End', 'ArrowLeft', 'ArrowLeft'];

/** A page that a verb writes. */
function written(verb, file, name) {
  const page = join(scratch, name);
  run(verb, file, '-o', page);
  return pathToFileURL(page).href;
}

function run(...words) {
  const made = spawnSync(process.execPath, [COMMAND, ...words], { cwd: root });
  if (made.status !== 0) throw new Error(String(made.stderr));
}

async function workbenchPictures() {
  const route = join(scratch, 'route.toml');
  run('route', 'search', 'traces/live-a-live/present-day-namcat.toml', '-o', route);
  const address = written('plan', route, 'workbench.html');
  for (const [path, width, height, colorScheme] of WORKBENCH) {
    const tab = await browser.newPage({ viewport: { width, height }, colorScheme });
    await tab.goto(address);
    await tab.waitForSelector('#workbench');
    if (width < 900) await tab.click('#tabs button:has-text("Board")');
    for (const key of BLOW) await tab.keyboard.press(key);
    await tab.waitForTimeout(3000);
    writePicture(`docs/pictures/${path}`, await tab.screenshot());
    await tab.close();
  }
}

/** The last state of a plan of each other system, as the report shows it. */
const BOARDS = [
  ['fftcg', 'x1', '#frame=4'],
  ['srpg-movement', 'guide', '#frame=8'],
  ['kurogane-engage', 'guide', '#frame=6'],
  ['holy-grail-war', 'w1-advantage', '#frame=14'],
];

async function boardPictures() {
  for (const [system, plan, place] of BOARDS) {
    const tab = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
    await tab.goto(`${written('report', `traces/${system}/${plan}.toml`, `${system}.html`)}${place}`);
    await tab.waitForSelector('.ledger');
    await tab.waitForTimeout(500);
    writePicture(`docs/pictures/${system}.png`, await tab.screenshot());
    await tab.close();
  }
}

/** Pictures that `files` of package.json lets in. */
const PACKED = ['docs/pictures/workbench.png', 'harness/views/report/report.png', 'harness/views/step/stepper.png'];

function writePicture(path, png) {
  writeFileSync(join(root, path), palettePng(png, PACKED.includes(path)));
}

const scratch = mkdtempSync(join(tmpdir(), 'lockstep-pictures-'));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
try {
  await boardPictures();
  if (process.argv[2] === 'boards') process.exit(0);
  await workbenchPictures();
  const page = written('report', 'traces/logs/soak-07.jsonl.gz', 'page.html');
  const tab = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  await tab.goto(`${page}#frame=9000`);
  await tab.waitForSelector('.ledger li');
  for (const key of ['+', '+', '+', '+', 'Shift+ArrowRight']) await tab.keyboard.press(key);
  await tab.waitForTimeout(500);
  writePicture('harness/views/report/report.png', await tab.screenshot());
  const terminal = await browser.newPage({ viewport: { width: 960, height: 600 } });
  await terminal.setContent(await stepperScreen(['step', 'traces/logs/overflow.jsonl.gz', '--frame', '2406'], []));
  writePicture('harness/views/step/stepper.png', await terminal.locator('pre').screenshot());
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}
