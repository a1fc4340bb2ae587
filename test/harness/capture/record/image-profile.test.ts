/** Which windows a ROM is recorded with: the two images of the test ROM, and one that no profile names. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { profileOf, windowsToRecord } from '../../../../harness/capture/record/image-profile.js';
import { RECORDED_WINDOWS } from '../../../../harness/capture/record/recorded-windows.js';

/** An image of 32 KiB with this title. */
function titled(title: string): Uint8Array {
  const image = new Uint8Array(0x8000);
  image.set(Buffer.from(title, 'latin1'), 0x7fc0);
  return image;
}

test('the image with attacks is recorded with its draw journal, the other one without', async () => {
  expect(await windowsToRecord('traces/homebrew/drill.sfc')).toEqual(RECORDED_WINDOWS);
  const windows = await windowsToRecord('traces/homebrew/drill-battle.sfc');
  expect(windows).toEqual([...RECORDED_WINDOWS, { address: 0x2000, length: 0x200 }]);
});

test('a copier header is not taken for the image', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'lockstep-profile-'));
  try {
    const file = join(scratch, 'copied.smc');
    writeFileSync(file, Buffer.concat([Buffer.alloc(512), titled('LOCKSTEP DRILL BATTLE')]));
    expect((await windowsToRecord(file)).length).toBe(RECORDED_WINDOWS.length + 1);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});

test('another title names no journal', () => {
  expect(profileOf(titled('LIVE A LIVE          '))).toBe(undefined);
  expect(profileOf(titled('LOCKSTEP DRILL       '))).toBe(undefined);
  expect(profileOf(new Uint8Array(0x100))).toBe(undefined);
});
