/** The bundled files are those of the manifest, byte for byte, and the two cores recorded the same frames. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { contentIdentity, readManifest } from '../../harness/capture/record/bundle.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const manifest = readManifest();

test('every bundled log and vector file is in the manifest, and the reverse', () => {
  const present = ['traces/logs', 'traces/vectors', 'traces/vectors/sequences'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.gz'))
      .map((name) => `${folder}/${name}`),
  );
  const listed = manifest.map((entry) => entry.file).filter((file) => file.endsWith('.gz'));
  expect([...present].sort()).toEqual([...listed].sort());
});

test('contents have the sizes and hashes of the manifest', () => {
  for (const entry of manifest) {
    expect([entry.file, contentIdentity(join(root, entry.file))]).toEqual([
      entry.file,
      { bytes: entry.bytes, sha256: entry.sha256 },
    ]);
  }
});

test('every entry of recordings.json has its log', () => {
  const recordings = JSON.parse(readFileSync(join(root, 'traces/recordings.json'), 'utf8')) as { log: string }[];
  const logs = manifest.map((entry) => entry.file).filter((file) => file.startsWith('traces/logs/'));
  expect(recordings.map((one) => `traces/logs/${one.log}.jsonl.gz`).sort()).toEqual([...logs].sort());
});

test('recordings, images and cases stay under 20 MB', () => {
  const size = (folder: string): number =>
    readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
      const path = join(folder, entry.name);
      return sum + (entry.isDirectory() ? size(path) : statSync(path).size);
    }, 0);
  // the schemas are made from the types: they are no data
  expect(size(join(root, 'traces')) - size(join(root, 'traces/schemas'))).toBeLessThan(20_000_000);
});

describe('accuracy and balanced', () => {
  const rows = (name: string): string[] => {
    const text = gunzipSync(readFileSync(join(root, `traces/logs/${name}.jsonl.gz`))).toString('utf8');
    return text.split('\n').slice(1, -2);
  };
  const pairs: readonly (readonly [accuracy: string, balanced: string])[] = [
    ...['02', '05', '08', '10', '11', '14', '20', '21', '25', '26'].map(
      (scenario) => [`soak-${scenario}-accuracy`, `soak-${scenario}-balanced`] as const,
    ),
    ['worked-example-accuracy', 'worked-example'],
    ['overflow-accuracy', 'overflow'],
  ];
  test.each(pairs)('%s has the same rows as %s', (accuracy, balanced) => {
    expect(rows(accuracy).length).toBeGreaterThan(300);
    expect(rows(accuracy)).toEqual(rows(balanced));
  });
  test('at least 60,000 frames were recorded on accuracy too', () => {
    const frames = manifest
      .filter((entry) => entry.file.endsWith('-accuracy.jsonl.gz'))
      .reduce((sum, entry) => sum + (entry.frames ?? 0), 0);
    expect(frames).toBeGreaterThanOrEqual(60_000);
  });
});
