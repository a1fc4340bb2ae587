/** What a log needs to count as one of the cartridge, besides a header that says so. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import type { TraceHeader } from '../../../../harness/play/trace/types.js';
import { verifyText } from '../../../../harness/play/verify/report.js';
import { verifyAll } from '../../../../harness/play/verify/verify.js';
import { placeByName } from '../../../../rom-map/index.js';
import { testFolder } from '../../fixtures/files.js';
import { GAME_FRAMES, gameImage, gameLogs, PUBLISHED_CLAIM } from '../../fixtures/game-log.js';
import { sealed } from '../../fixtures/ticker-log.js';

const folder = testFolder();
const gameLog = gameLogs();
const ROM = { title: 'game.sfc', sha256: null, image: PUBLISHED_CLAIM };

async function totalsOf(...files: string[]) {
  const report = await verifyAll(files, null, { systems: SYSTEMS });
  return { text: verifyText(report), totals: report.totals };
}

test('a log with the published figures that begins in a battle with the game’s enemies counts', async () => {
  const { text, totals } = await totalsOf(gameLog({ rom: ROM }));
  expect(totals).toMatchObject({
    cartridge: { logs: 1, frames: GAME_FRAMES, different: 0 },
    unknownImage: { logs: 0 },
  });
  expect(text).toContain('trusted: the header');
});

test('one whose enemies have other records, or that begins outside of a battle, does not', async () => {
  const other = gameImage();
  const power = placeByName('species[0].power')?.offset ?? 0;
  other[power] = ((other[power] ?? 0) + 1) & 0xff;
  const files = [other, new Uint8Array(other.length)].map((image) => gameLog({ rom: ROM, image }));
  for (const file of files) {
    const { text, totals } = await totalsOf(file);
    expect(totals).toMatchObject({ cartridge: { logs: 0, frames: 0 }, unknownImage: { logs: 1 } });
    expect(text).toContain('its first image is in no battle with enemies of the game');
  }
});

test.each([['traces/logs/soak-07.jsonl.gz'], ['traces/logs/worked-example.jsonl.gz']])(
  'the log %s of the test ROM with the published figures in its header is none of the cartridge',
  async (log) => {
    const lines = gunzipSync(readFileSync(join(packageRoot(), log)))
      .toString('utf8')
      .trimEnd()
      .split('\n');
    const header = JSON.parse(lines[0] ?? '') as TraceHeader;
    const forged = { ...header, source: { ...header.source, rom: ROM, kind: 'cartridge' } };
    const file = folder.write('forged.jsonl', sealed(forged, lines.slice(1, -1)));
    const { totals } = await totalsOf(file);
    expect(totals).toMatchObject({ cartridge: { frames: 0 }, testRom: { frames: 0 }, unknownImage: { logs: 1 } });
    expect(totals.unknownImage.frames).toBeGreaterThan(300);
  },
);
