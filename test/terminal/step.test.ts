/** The stepper driven key by key under a pseudo-terminal; frames and values are those of the recorded logs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../harness/fixtures/files.js';
import { missing, openScreen, type Screen } from './driver.js';

const why = missing();
if (why !== '') console.log(`skipped: terminal suite: ${why}`);
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = testFolder();
const LOG = 'traces/logs/worked-example.jsonl.gz';
const RIGHT = '\x1b[C';
const LEFT = '\x1b[D';
const DOWN = '\x1b[B';
const UP = '\x1b[A';

/** Types a text and Enter at a question. */
function answer(screen: Screen, key: string, text: string): void {
  screen.type(key);
  for (const letter of text) screen.type(letter);
  screen.type('\r');
}

async function quit(screen: Screen): Promise<void> {
  screen.type('q');
  expect(await screen.ended()).toEqual({ code: 0, restored: true });
  expect(screen.isOther()).toBe(false);
}

describe.skipIf(why !== '')('lockstep step', () => {
  test('keys go by frame, action and call, both ways', async () => {
    const screen = openScreen(['step', LOG]);
    await screen.shows('0/359');
    expect(screen.isOther()).toBe(true);
    screen.type(RIGHT);
    await screen.shows('frame 61  1000 Start');
    screen.type(DOWN);
    await screen.shows('action points 57 (was 0)');
    expect(screen.lines()[1]).toContain('frame 70');
    screen.type('n');
    await screen.shows('action points 114 (was 57)');
    screen.type(UP);
    await screen.shows('action points 57 (was 0)');
    screen.type(LEFT);
    await screen.shows('frame 69');
    screen.type(']');
    await screen.shows('at call 1 of 2');
    screen.type(']');
    await screen.shows('> 2 C1:96CB ally-step');
    screen.type('[');
    await screen.shows('> 1 C1:9357 time-step');
    screen.type('\x1b[F');
    await screen.shows('359/359');
    screen.type('\x1b[H');
    await screen.shows('0/359');
    await quit(screen);
  });

  test('a held key runs, and no key is lost', async () => {
    const screen = openScreen(['step', LOG]);
    await screen.shows('0/359');
    screen.type(RIGHT.repeat(100));
    await screen.shows('100/359');
    screen.type(' ');
    await screen.shows('running');
    await screen.until((lines) => Number(/(\d+)\/359/.exec(lines[0] ?? '')?.[1]) > 105, 'running by itself');
    screen.type(' ');
    await screen.until((lines) => !lines.some((line) => line.includes('running')), 'the stop');
    await quit(screen);
  });

  test('a condition is found both ways, and a wrong one shows its column', async () => {
    const screen = openScreen(['step', 'traces/logs/overflow.jsonl.gz']);
    await screen.shows('/2439');
    answer(screen, '/', 'actionPoints < previous(actionPoints)');
    await screen.shows('wrapped past 65535');
    expect(screen.lines()[1]).toContain('frame 2406');
    await screen.shows('actionPoints 65044 -> 18 by C1:93C5');
    answer(screen, '\\', 'actionPoints == 65044');
    await screen.shows('frame 2404');
    answer(screen, '/', 'actionPoints >');
    await screen.shows('column 15');
    answer(screen, 'g', '2406');
    await screen.shows('frame 2406');
    answer(screen, 'g', '9999999');
    await screen.shows('E_FRAME');
    answer(screen, 'y', 'actionPoints');
    await screen.shows('frame 2406: 65044 -> 18 by C1:93C5');
    await quit(screen);
  });

  test('branches: written there, not in the recording', async () => {
    const screen = openScreen(['step', LOG, '--frame', '101']);
    await screen.shows('frame 101');
    answer(screen, 's', 'actionPoints = 65535');
    await screen.shows('the recording is never written');
    answer(screen, 'B', '');
    await screen.shows('branch 1 begins here; not kept in a file');
    answer(screen, 's', 'actionPoints = 65535');
    await screen.shows('action points 65535');
    screen.type('f');
    await screen.shows('action points 56 (was 65535), wrapped past 65535');
    screen.type('\t');
    await screen.shows('recording');
    await screen.shows('action points 171 (was 114)');
    screen.type('l');
    await screen.shows('1 branch 1 from recording at frame 101: 359 frames, 1 write, 0 inputs');
    await quit(screen);
  });

  test('a search for causes and a comparison say what they do before they do it', async () => {
    const screen = openScreen(['step', 'traces/logs/overflow.jsonl.gz', '--frame', '2406']);
    await screen.shows('frame 2406');
    answer(screen, 'y', 'actionPoints');
    await screen.shows('frame 2406: 65044 -> 18 by C1:93C5');
    expect(screen.raw()).toContain('why actionPoints: looking for causes; Esc ends that');
    expect(screen.lines().join('\n')).not.toContain('looking for causes');
    answer(screen, 'B', '');
    await screen.shows('branch 1 begins here');
    answer(screen, 's', 'actionPoints = 7');
    await screen.shows('write 0700 to 7E03AE');
    screen.type('c');
    await screen.shows('first different state: frame 2406');
    await screen.shows('1 cell differs');
    expect(screen.raw()).toContain('comparing branch 1 with recording');
    expect(screen.lines().join('\n')).not.toContain('comparing');
    await quit(screen);
  });

  test('board, memory, help, and the watch list of an emulator are shown', async () => {
    const watch = folder.write('mine.wch', 'SystemID SNES\n000382\tw\tu\t0\tWRAM\t勇者のポイント\n');
    const screen = openScreen(['step', LOG, '--frame', '70', '--watch', watch]);
    await screen.shows('frame 70');
    await screen.shows('勇者のポイント');
    screen.type('v');
    await screen.shows('A0 = Takahara (ally 0) at 5,4 lower left');
    // row 4, column 5 of the field
    expect(
      screen
        .lines()
        .find((line) => line.startsWith('4  '))
        ?.slice(3 + 5 * 6, 3 + 6 * 6),
    ).toBe('A0</  ');
    screen.type('v');
    await screen.until((lines) => lines.some((line) => /^7E0[0-9A-F]{3} ([0-9A-F ]{2}[ *])+/.test(line)), 'memory');
    screen.type('h');
    await screen.shows('one on (hold to run)');
    await quit(screen);
  });

  test('the screen fills 80 x 24, 40 x 8 and 132 x 50, and keys go on', async () => {
    const screen = openScreen(['step', LOG, '--frame', '70']);
    await screen.shows('frame 70');
    expect(screen.lines()).toHaveLength(24);
    // the last line is the last that is written
    await screen.until((lines) => (lines[23] ?? '').includes('q quit'), 'the first screen');
    screen.resize(8, 40);
    await screen.until(
      (lines) => (lines[7] ?? '').startsWith('f b step') && (lines[1] ?? '').startsWith('frame 70'),
      'the small screen',
    );
    expect(screen.lines()).toHaveLength(8);
    screen.resize(50, 132);
    await screen.until((lines) => (lines[49] ?? '').includes('q quit'), 'the large screen');
    screen.type('f');
    await screen.shows('frame 71');
    await quit(screen);
  });

  test('without colours no colour is sent; with colours it is', async () => {
    const plain = openScreen(['step', LOG]);
    await plain.shows('0/359');
    await quit(plain);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
    const colors = /\x1b\[(?:1;)?[1-9][0-9]*m/;
    expect(colors.test(plain.raw())).toBe(false);
    const colored = openScreen(['step', LOG], 24, 80, { NO_COLOR: '' });
    await colored.shows('0/359');
    await quit(colored);
    expect(colors.test(colored.raw())).toBe(true);
  });

  test('names from files cannot command the terminal; full-width names stay in their columns', async () => {
    const plan = readFileSync(`${root}traces/kurogane-engage/guide.toml`, 'utf8');
    const hostile = plan.replaceAll('"companion"', '"勇者\\u001b[2J"');
    expect(hostile).not.toBe(plan);
    const screen = openScreen(['step', folder.write('names.toml', hostile), '--until', 'action']);
    await screen.shows('勇者\\u{1B}[2J at 5,0: damage taken 0, HP 3, risk 3');
    // the one that opens the screen
    expect(screen.raw().split('\x1b[2J').length - 1).toBe(1);
    // a full-width letter takes two columns, so every line sent is 80 columns wide
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
    for (const line of screen.raw().matchAll(/;1H([^\x1b]*)/g)) expect(stringWidth(line[1] ?? '')).toBe(80);
    await quit(screen);
  });

  test('a log that ends early says where', async () => {
    const text = gunzipSync(readFileSync(`${root}${LOG}`)).toString('utf8');
    const file = folder.write('cut.jsonl', `${text.split('\n').slice(0, 101).join('\n')}\n`);
    const screen = openScreen(['step', file]);
    await screen.shows('ENDS EARLY');
    screen.type('\x1b[F');
    await screen.shows('ends here: the log has no footer');
    await quit(screen);
  });

  test.each([
    ['Ctrl-C', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const)('%s leaves the terminal as it was', async (how, code) => {
    const screen = openScreen(['step', LOG]);
    await screen.shows('0/359');
    if (how === 'Ctrl-C') screen.type('\x03');
    else screen.signal(how);
    expect(await screen.ended()).toEqual({ code, restored: true });
    expect(screen.isOther()).toBe(false);
    expect(screen.raw().endsWith('\x1b[?1049l')).toBe(true);
  });

  test('an error that nobody foresaw leaves the terminal as it was, and is one line below', async () => {
    const planted = 'process.on("SIGUSR2",()=>{throw new Error("planted")})';
    const screen = openScreen(['step', LOG], 24, 80, {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(planted)}`,
    });
    await screen.shows('0/359');
    screen.signal('SIGUSR2');
    expect(await screen.ended()).toEqual({ code: 3, restored: true });
    expect(screen.isOther()).toBe(false);
    const [, after = ''] = screen.raw().split('\x1b[?1049l');
    expect(after.trim()).toMatch(/^E_INTERNAL: Error: planted\. This is our fault[^\n]*$/);
  });

  test('branches go to their file: made, changed, compared, undone, and there again', async () => {
    const file = join(folder.path, 'branches.toml');
    const screen = openScreen(['step', LOG, '--frame', '101', '--branches', file]);
    await screen.shows('frame 101');
    answer(screen, 'B', '勇者');
    await screen.shows('勇者 begins here');
    answer(screen, 's', 'actionPoints = 100');
    await screen.shows('action points 100');
    answer(screen, 'I', '{"command":"stepInPlace"}');
    // a step in place at speed 31 adds 57
    await screen.shows('action points 157 (was 100)');
    screen.type('c');
    await screen.shows('actionPoints at 7E03AE: 100 | 114');
    screen.type('u');
    await screen.shows('undo: insert before frame 102');
    screen.type('u');
    await screen.shows('undo: write 6400');
    screen.type('U');
    await screen.shows('redo: write 6400');
    await quit(screen);
    const again = openScreen(['step', `${file}#勇者`, '--frame', '101']);
    await again.shows('action points 100');
    await quit(again);
  });

  test('the screen in docs/COMMANDS.md is the one that is shown', async () => {
    const [, command = '', block = ''] =
      /```text\n\$ lockstep (step [^\n]*)\n([^`]*)\n```/.exec(readFileSync(`${root}docs/COMMANDS.md`, 'utf8')) ?? [];
    const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const screen = openScreen(words);
    await screen.shows('frame 2406');
    await screen.shows('q quit');
    expect(screen.lines().map((line) => line.trimEnd())).toEqual(block.split('\n'));
    await quit(screen);
  });

  const FIVE = [
    [LOG, 'action points 57 (was 0)'],
    ['traces/golden/fftcg/x1.jsonl', 'useAbility'],
    ['traces/golden/srpg-movement/movement-of-four.jsonl', 'by S'],
    ['traces/golden/kurogane-engage/worked-example.jsonl', 'K2 declared'],
    ['traces/golden/holy-grail-war/w3-damage.jsonl', 'by H'],
  ] as const;
  test.each(FIVE)('%s: the first action, every view and the help are shown', async (file, text) => {
    const screen = openScreen(['step', file]);
    await screen.shows('0/');
    screen.type(DOWN);
    await screen.shows(text);
    screen.type('v');
    screen.type('v');
    screen.type('v');
    screen.type('h');
    await screen.shows('one on (hold to run)');
    await quit(screen);
  });
});
