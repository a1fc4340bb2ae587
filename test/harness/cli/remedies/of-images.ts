/** Remedies of cartridge images, patches, CPU traces, recordings, dumps, states and profiles. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { buildWindows } from '../../capture/record/recording-bytes.js';
import { makeUps } from '../../files/rom/patch-bytes.js';
import { workRamOf } from '../../files/states/state-files.js';
import { drivenImage } from '../../original/settle/driven-image.js';
import { imageOf } from '../../original/settle/settled-image.js';
import { bundled, copied, edited, fileRow, folder, place, type Remedy, run } from './row.js';

const EXAMPLE = 'traces/live-a-live/worked-example.toml';
const DRILL = bundled('traces/homebrew/drill.sfc');
const drill = (): Buffer => readFileSync(DRILL);
const info = (file: string): readonly string[] => ['rom', 'info', file, '--force-rom'];
const patched = (file: string): readonly string[] => ['rom', 'info', DRILL, '--force-rom', '--patch', file];
/** A patch that changes one byte of the drill image. */
const patch = (source = drill()): Uint8Array => {
  const result = Uint8Array.from(source);
  result[0x100] = (result[0x100] ?? 0) ^ 1;
  return makeUps(source, result);
};

/** The player drives an enemy, and opens and closes its window. */
const DRIVEN = `plan = 1
system = "live-a-live"

[setup]
formation = 0x82

[[setup.party]]
character = "takahara"

[[do]]
command = "press"
buttons = "a a"
`;

const IMAGES: readonly Remedy[] = [
  fileRow('E_ROM_EMPTY', 'Copy it again', { name: 'empty.sfc', bad: '', good: drill() }, info),
  fileRow('E_ROM_SIZE', 'Copy it again', { name: 'cut.sfc', bad: drill().subarray(0, 9_999), good: drill() }, info),
  {
    code: 'E_ROM_UNKNOWN',
    remedy: 'or go on with --force-rom',
    bad: () => ['run', bundled(EXAMPLE), '--rom', folder.write('unknown.sfc', imageOf())],
    follow: (_said, words) => [...words, '--force-rom'],
  },
  {
    code: 'E_ROM_HEADER',
    remedy: 'Name another image',
    bad: () => ['run', bundled(EXAMPLE), '--rom', DRILL, '--as', 'live-a-live'],
    follow: () => ['run', bundled(EXAMPLE), '--rom', folder.write('game.sfc', imageOf()), '--as', 'live-a-live'],
  },
  {
    code: 'E_ROM_TABLE',
    remedy: 'Give an image of the game: this one is too small',
    bad: () => ['rom', 'tables', DRILL, '--force-rom'],
    follow: () => ['rom', 'tables', folder.write('large.sfc', imageOf()), '--force-rom'],
  },
  {
    code: 'E_ROM_OTHER',
    remedy: 'Give the image it was made with as --rom',
    bad: async () => {
      const image = folder.write('made-with.sfc', imageOf());
      const log = place('made-with.jsonl');
      await run(['run', bundled(EXAMPLE), '--rom', image, '--force-rom', '-o', log]);
      return ['verify', log];
    },
    follow: (_said, words) => [...words, '--rom', place('made-with.sfc'), '--force-rom'],
  },
  {
    code: 'E_ROM_ADDRESS',
    remedy: 'expected 8000 to FFFF of a bank',
    bad: () => ['rom', 'disassemble', DRILL, '7E:8000'],
    follow: () => ['rom', 'disassemble', DRILL, '00:8000', '--instructions', '2'],
  },
  {
    code: 'E_ROM_CALL',
    remedy: '--trace shows the way there; --limit sets the instructions',
    bad: () => ['rom', 'call', DRILL, 'order-points-idle', '--limit', '1'],
    follow: (_said, words) => words.slice(0, -2),
  },
  {
    code: 'E_ROM_FRAMES',
    remedy: 'Record this battle with `lockstep record` and verify its log',
    bad: () => {
      const image = folder.write('hangs.sfc', drivenImage({ confirm: 'lda $1f40\nsta {enemy[1].level}' }));
      return ['run', folder.write('driven.toml', DRIVEN), '--rom', image, '--force-rom'];
    },
    follow: () => ['verify', bundled('traces/logs/overflow.jsonl.gz')],
  },
  fileRow(
    'E_PATCH_DAMAGED',
    'Download or copy the patch again',
    { name: 'cut.ups', bad: patch().subarray(0, 9), good: patch() },
    patched,
  ),
  fileRow(
    'E_PATCH_KIND',
    'Name an IPS, UPS or BPS patch',
    { name: 'kind.ups', bad: 'PK and so on', good: patch() },
    patched,
  ),
  {
    code: 'E_PATCH_SOURCE',
    remedy: 'Give the image that the patch was made for',
    bad: () => {
      const other = Uint8Array.from(drill()).fill(7, 0x200, 0x210);
      return [
        'rom',
        'info',
        folder.write('another.sfc', other),
        '--force-rom',
        '--patch',
        folder.write('for.ups', patch()),
      ];
    },
    follow: () => patched(place('for.ups')),
  },
];

const TRACE = 'traces/homebrew/drill-snes9x.log.gz';
const cpuTrace = (): string => gunzipSync(readFileSync(bundled(TRACE))).toString('latin1');
const cpu = (file: string, profile = 'drill'): readonly string[] => ['verify', file, '--profile', profile];
const changedTrace = (change: (lines: string[]) => void): string => {
  const lines = cpuTrace().split('\n');
  change(lines);
  return lines.join('\n');
};

const CPU_TRACES: readonly Remedy[] = [
  fileRow(
    'E_CPU_TRACE_ROW',
    'Record the trace again',
    { name: 'row.log', bad: changedTrace((lines) => lines.splice(9, 0, 'c08123 lda')), good: cpuTrace() },
    cpu,
  ),
  fileRow(
    'E_CPU_TRACE_LINE',
    'Name a text trace',
    { name: 'line.log', bad: changedTrace((lines) => lines.splice(1500, 0, 'x'.repeat(1_000_000))), good: cpuTrace() },
    cpu,
  ),
  fileRow(
    'E_CPU_PROFILE',
    'harness/original/cpu-trace/FORMAT.md tells the form of a profile',
    { name: 'profile.json', bad: '{ "profile": 1 }', good: readFileSync(bundled('traces/homebrew/cpu-profile.json')) },
    (file) => cpu(bundled(TRACE), file),
  ),
];

const convert = (file: string): readonly string[] => ['convert', file, '-o', place('recorded.jsonl')];
const recording = (windows: [number, number][] = [[0, 0x20000]]): Buffer =>
  Buffer.from(buildWindows(windows, 70, 70, () => Buffer.alloc(0x20000)).bytes);
const changedByte = (at: number, value: number): Buffer => {
  const bytes = recording();
  bytes[at] = value;
  return bytes;
};
const whole = (name: string, bad: Buffer): { name: string; bad: Buffer; good: Buffer } => ({
  name,
  bad,
  good: recording(),
});

const RECORDINGS: readonly Remedy[] = [
  fileRow('E_RECORDING_TRUNCATED', 'record it again', whole('cut.bin', recording().subarray(0, -10)), convert),
  fileRow('E_RECORDING_WINDOWS', 'or all of work RAM: 0:20000', whole('small.bin', recording([[0, 0x100]])), convert),
  fileRow('E_RECORDING_VERSION', 'or record again', whole('version.bin', changedByte(8, 99)), convert),
  fileRow(
    'E_RECORDING_DAMAGED',
    'ecord it again',
    whole('damaged.bin', changedByte(recording().length - 1, 0x55)),
    convert,
  ),
];

const LOG = bundled('traces/logs/worked-example.jsonl.gz');
const discover = (file: string): readonly string[] => ['discover', file, '--from', LOG, '--size', '16384'];
const dump = Buffer.alloc(16384 * 4);

const DUMPS: readonly Remedy[] = [
  fileRow('E_DUMP_SIZE', 'Record it again', { name: 'size.dump', bad: dump.subarray(3), good: dump }, discover, 1),
  fileRow('E_DUMP_SHORT', 'Check the dump', { name: 'short.dump', bad: '', good: dump }, discover, 1),
  {
    code: 'E_DUMP_ORDER',
    remedy: 'Number the files of the folder without gaps',
    bad: () => {
      mkdirSync(place('frames'), { recursive: true });
      for (const frame of [0, 1, 3]) folder.write(`frames/${frame}.bin`, dump.subarray(0, 16384));
      return discover(place('frames'));
    },
    follow: (_said, words) => {
      rmSync(place('frames/3.bin'));
      folder.write('frames/2.bin', dump.subarray(0, 16384));
      return words;
    },
    exit: 1,
  },
  {
    code: 'E_DISCOVER_PREDICTION',
    remedy: 'Correct the plan',
    bad: () => {
      copied(EXAMPLE, 'predicts.toml');
      const text = readFileSync(place('predicts.toml'), 'utf8');
      writeFileSync(place('predicts.toml'), `${text}\n[[expect]]\ncells = { actionPoints = 7 }\n`);
      return ['discover', folder.write('plan.dump', dump), '--from', place('predicts.toml'), '--size', '16384'];
    },
    follow: (_said, words) => {
      copied(EXAMPLE, 'predicts.toml');
      return words;
    },
    exit: 1,
  },
];

const BATTLE = bundled('traces/live-a-live/takahara-namcat.toml');
/** Work RAM at the beginning of a battle of the game. */
export function workRam(): Uint8Array {
  return workRamOf(startPlan(LIVE_A_LIVE_BATTLE, { ...loadPlan(BATTLE), system: LIVE_A_LIVE_BATTLE.id }));
}
const planFrom = (state: string): readonly string[] => ['plan', '--from', state, '-o', place('from-state.toml')];
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const STATES: readonly Remedy[] = [
  fileRow(
    'E_STATE_BATTLE',
    'Take a moment inside a battle of the game',
    { name: 'outside.bin', bad: new Uint8Array(0x20000), good: workRam() },
    planFrom,
  ),
  fileRow(
    'E_STATE_FILE',
    'write its work RAM to a file',
    { name: 'broken.State', bad: 'PK\x03\x04 and nothing', good: workRam() },
    planFrom,
  ),
  {
    code: 'E_STATE_CHANGED',
    remedy: 'Bring the file back',
    bad: () => {
      const text = `plan = 1\nsystem = "live-a-live-battle"\n[start]\nstate = "kept.bin"\nsha256 = "${sha256(workRam())}"\n`;
      folder.write('kept.bin', Uint8Array.from(workRam()).fill(1, 0, 9));
      return ['run', folder.write('kept.toml', text)];
    },
    follow: (_said, words) => {
      folder.write('kept.bin', workRam());
      return words;
    },
  },
];

const TOUR = bundled('test/fixtures/menus/tour.jsonl.gz');
const MENUS = bundled('traces/homebrew/menu-profile.json');
const menus = (file: string): readonly string[] => ['menu', 'check', TOUR, '--menus', file];

const PROFILES: readonly Remedy[] = [
  fileRow(
    'E_PROFILE_FILE',
    '`lockstep schema menu-profile` prints the form',
    { name: 'menus.json', bad: '{ "menus": 1 }', good: readFileSync(MENUS) },
    menus,
  ),
  {
    code: 'E_PROFILE_IMAGE',
    remedy: 'Name a profile of the image',
    bad: () => {
      const file = copied('traces/homebrew/menu-profile.json', 'other-menus.json');
      const { image } = JSON.parse(readFileSync(file, 'utf8')) as { readonly image: { readonly sha256: string } };
      return menus(edited(file, image.sha256, '0'.repeat(64)));
    },
    follow: () => menus(MENUS),
  },
  {
    code: 'E_MENUS_OTHER',
    remedy: 'Mend the profile until `lockstep menu check',
    bad: () => {
      const file = copied('traces/homebrew/menu-profile.json', 'wrong-menus.json');
      return ['timing', 'learn', TOUR, '--menus', edited(file, '"choose": "A"', '"choose": "X"')];
    },
    follow: async ({ advised }, words) => {
      // the command names button and frame: the profile takes that button
      const { out } = await run(advised());
      if (!out.includes('A does nothing in the window main')) throw new Error(out);
      edited(place('wrong-menus.json'), '"choose": "X"', '"choose": "A"');
      return words;
    },
  },
  {
    code: 'E_SETTLED_FILE',
    remedy: '`lockstep rom settle',
    bad: () => {
      folder.write('own.sfc', imageOf({ idleActionPoints: 0 }));
      return ['predict', '--profile', folder.write('own.json', '{}')];
    },
    follow: async ({ advised }, words) => {
      const names: Readonly<Record<string, string>> = { IMAGE: place('own.sfc'), PROFILE: place('own.json') };
      // the image of the tests is no known dump
      await run([...advised().map((word) => names[word] ?? word), '--as', 'live-a-live']);
      return words;
    },
  },
];

export const OF_IMAGES: readonly Remedy[] = [...IMAGES, ...CPU_TRACES, ...RECORDINGS, ...DUMPS, ...STATES, ...PROFILES];
