/** Which logs count as the game's: those whose header names a published image and the hash that was compared, and no others. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { identify } from '../../../../harness/files/rom/image.js';
import { provenKind, settledSource, traceImage } from '../../../../harness/play/trace/log-image.js';
import type { TraceRom, TraceSource } from '../../../../harness/play/trace/types.js';
import { verifyText } from '../../../../harness/play/verify/report.js';
import { verifyAll } from '../../../../harness/play/verify/verify.js';
import { cli as run } from '../../cli/run-cli.js';
import { forgedPatchedImage } from '../../files/rom/forged-image.js';
import { syntheticImage } from '../../files/rom/synthetic-image.js';
import { COUNTER, TICKER } from '../../fixtures/counter-system.js';
import { lockstepErrorOf, testFolder } from '../../fixtures/files.js';
import { gameLogs, PUBLISHED_CLAIM as JAPAN } from '../../fixtures/game-log.js';
import { rowLines, sealed, somePads, tickerHeader, tickerRows } from '../../fixtures/ticker-log.js';

const folder = testFolder();
const systems = [...SYSTEMS, TICKER, COUNTER];
const cli = (words: string[]) => run(words, { systems });
const SHA1 = 'sha1:f626b0b767d11c62c5cb3f8d1d0171fe5deb4245';
const ENGLISH = { id: 'live-a-live-aeon-genesis-2.0', hash: 'crc32:5ad071f3', by: 'user', size: 0x28_0000 } as const;
const forged = forgedPatchedImage();
const forgedFile = folder.write('english.sfc', forged);
const forgedSha256 = createHash('sha256').update(forged).digest('hex');
const unknownFile = folder.write('unknown.sfc', syntheticImage());
const out = (name: string): string => join(folder.path, name);

function source(kind: TraceSource['kind'], rom: TraceRom | null): TraceSource {
  return { kind, emulator: null, rom, input: null, recorder: null };
}

const gameLog = gameLogs();
const log = (kind: TraceSource['kind'], rom: TraceRom | null): string => gameLog({ kind, rom });

const rom = (image?: TraceRom['image'], sha256: string | null = null): TraceRom =>
  image === undefined ? { title: 'LIVE A LIVE', sha256 } : { title: 'LIVE A LIVE', sha256, image };

test.each([
  ['cartridge', rom(JAPAN), 'cartridge'],
  ['cartridge', rom({ ...JAPAN, hash: 'md5:c223de99d22665b62c91e02727963bd4' }), 'cartridge'],
  ['cartridge', rom({ ...JAPAN, hash: 'crc32:5ad071f3' }), 'unknown-image'],
  ['cartridge', rom({ ...JAPAN, id: 'live-a-live' }), 'unknown-image'],
  ['cartridge', rom({ ...JAPAN, size: 0x10_0000 }), 'unknown-image'],
  ['cartridge', rom({ ...JAPAN, title: 'LOCKSTEP DRILL' }), 'unknown-image'],
  ['cartridge', rom({ id: JAPAN.id, hash: SHA1, by: 'recorder' }), 'unknown-image'],
  ['cartridge', rom({ id: JAPAN.id, hash: SHA1, by: 'user', size: JAPAN.size }), 'unknown-image'],
  ['cartridge', rom({ id: JAPAN.id, hash: SHA1, by: 'emulator' }), 'cartridge'],
  ['cartridge', rom(undefined, 'ab'.repeat(32)), 'unknown-image'],
  ['cartridge', null, 'unknown-image'],
  ['unknown-image', rom(JAPAN), 'cartridge'],
  ['homebrew', rom(JAPAN), 'homebrew'],
  ['own-cpu', rom(JAPAN), 'own-cpu'],
  ['reference', null, 'reference'],
] as const)('a log whose header says %s of %j counts as %s', (kind, named, worth) => {
  expect(provenKind(source(kind, named))).toBe(worth);
});

test('only an image with the published hashes is identified, and the strongest of them is named', () => {
  const japan = { ...identify(syntheticImage()) };
  expect(traceImage(japan, 'recorder')).toBeUndefined();
  expect(traceImage(identify(forged), 'recorder')).toEqual({ ...ENGLISH, by: 'recorder' });
  const one = Uint8Array.from(forged);
  one[0] = 1;
  expect(traceImage(identify(one), 'recorder')).toBeUndefined();
});

test('each kind of log has a total of its own, and the report says who named its image, or how to name it', async () => {
  const unsure = log('cartridge', rom(undefined, 'ab'.repeat(32)));
  const untold = log('unknown-image', null);
  const files = [log('cartridge', rom(JAPAN)), log('cartridge', rom(ENGLISH)), unsure, untold, log('homebrew', null)];
  const report = await verifyAll(files, null, { systems });
  expect(report.totals).toMatchObject({
    testRom: { logs: 1, frames: 60 },
    cartridge: { logs: 1, frames: 60 },
    patched: { logs: 1, frames: 60 },
    unknownImage: { logs: 2, frames: 120 },
  });
  const text = verifyText(report);
  expect(text).toContain('  recorded from Live A Live (Japan): the recorder hashed the image\n');
  expect(text).toContain("\nthe game's cartridge: 60 frames equal (0 with a change) in 1 log\n");
  expect(text).toContain('\na published patch of the game: 60 frames equal');
  expect(text).toContain('\nan unknown image, which proves nothing of the game: 120 frames equal');
  expect(text).toContain(`convert ${unsure} -o SETTLED.jsonl.gz --rom YOUR-DUMP.sfc\`, or --rom here`);
  expect(text).toContain(`convert ${untold} -o SETTLED.jsonl.gz --rom YOUR-DUMP.sfc\` settles it on your word`);
  expect(verifyText(await verifyAll([files[4] ?? ''], null, { systems }))).not.toContain('unknown image');
});

test('convert --rom names the image, and verify says that it was named afterwards', async () => {
  for (const sha256 of [null, forgedSha256]) {
    const settled = out(`settled-${sha256}.jsonl.gz`);
    const run = await cli([
      'convert',
      log('unknown-image', rom(undefined, sha256)),
      '-o',
      settled,
      '--rom',
      forgedFile,
    ]);
    expect([run.code, run.err]).toEqual([0, '']);
    const checked = await cli(['verify', settled]);
    expect([checked.code, checked.err]).toEqual([0, '']);
    expect(checked.out).toContain('named afterwards, the recorder did not see it\n');
    expect(checked.out).toContain('\na published patch of the game: 60 frames equal');
    expect(checked.out).not.toContain('unknown image');
  }
});

test('the recorder’s statement stands above later ones', () => {
  const seen = { ...ENGLISH, by: 'recorder' } as const;
  const before = source('cartridge', rom(seen, forgedSha256));
  expect(settledSource('a', before, 'b', identify(forged)).rom?.image).toEqual(seen);
});

test('an unpublished image, another image and a log of our test ROM are refused, and nothing is written', async () => {
  const target = out('refused.jsonl');
  const cases: [kind: TraceSource['kind'], named: TraceRom | null, image: string, code: string][] = [
    ['unknown-image', null, unknownFile, 'E_ROM_UNKNOWN'],
    ['unknown-image', rom(undefined, 'ab'.repeat(32)), forgedFile, 'E_ROM_OTHER'],
    ['cartridge', rom(JAPAN), forgedFile, 'E_ROM_OTHER'],
    ['homebrew', null, forgedFile, 'E_ROM_OTHER'],
    ['unknown-image', null, out('none.sfc'), 'E_FILE'],
  ];
  for (const [kind, named, image, code] of cases) {
    const run = await cli(['convert', log(kind, named), '-o', target, '--rom', image]);
    expect([run.code, run.err.split(/[ :]/)[0], existsSync(target)]).toEqual([2, code, false]);
  }
  const table = await cli(['convert', log('unknown-image', null), '-o', out('t.csv'), '--rom', forgedFile]);
  expect(table.err).toMatch(/^E_USAGE/);
});

test('verify --rom: a log whose hash is that of the image counts, one of another image is refused', async () => {
  const mine = await cli(['verify', log('unknown-image', rom(undefined, forgedSha256)), '--rom', forgedFile]);
  expect([mine.code, mine.out]).toEqual([0, expect.stringContaining('\na published patch of the game: 60 frames')]);
  const silent = await cli(['verify', log('unknown-image', rom()), '--rom', forgedFile]);
  expect(silent.out).toContain('\nan unknown image, which proves nothing of the game: 60 frames');
  const other = await cli(['verify', log('unknown-image', rom(undefined, 'ab'.repeat(32))), '--rom', forgedFile]);
  expect([other.code, other.err]).toEqual([2, expect.stringContaining('E_ROM_OTHER')]);
});

test('a table that calls itself one of the cartridge is one of an unknown image, until --rom', async () => {
  const table = folder.write('table.csv', 'Frame,Presses\n0,0\n1,0\n');
  const map = folder.write(
    'map.toml',
    `columns = 1
system = "ticker"
from = "0"
start = "created"
pad = 0
frame = "Frame"
source = { kind = "cartridge", rom = { title = "LIVE A LIVE" } }
[cells]
presses = "Presses"
`,
  );
  const kindOf = async (...words: string[]): Promise<unknown> => {
    const target = out(`table-${words.length}.jsonl`);
    const run = await cli(['convert', table, '--columns', map, '-o', target, ...words]);
    expect([run.code, run.err]).toEqual([0, '']);
    return (JSON.parse(readFileSync(target, 'utf8').split('\n')[0] ?? '') as { source: TraceSource }).source;
  };
  expect(await kindOf()).toMatchObject({ kind: 'unknown-image', rom: { title: 'LIVE A LIVE', sha256: null } });
  expect(await kindOf('--rom', forgedFile)).toMatchObject({
    kind: 'cartridge',
    rom: { sha256: forgedSha256, image: ENGLISH },
  });
});

test('a wrong statement in a header is refused by its place', async () => {
  const header = tickerHeader({ source: source('cartridge', rom({ ...JAPAN, hash: 'sha1:F6' })) });
  const file = folder.write('wrong.jsonl', sealed(header, rowLines(tickerRows(somePads(60)))));
  const error = await lockstepErrorOf(async () => {
    const report = await verifyAll([file], null, { systems });
    throw report.errors[0];
  });
  expect([error.code, error.sentence]).toEqual(['E_TRACE_HEADER', expect.stringContaining('source.rom.image.hash')]);
});
