/** Second half of `npm run build`: the bundles of `entries.ts`, made of what the compiler wrote. */
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { packageRoot } from '../../base/package-root.js';
import { BUNDLES, type BundleEntry, STYLES } from './entries.js';
import { fixFunctions } from './fixed-functions.js';
import { inlineExpressions } from './inline-expressions.js';

function optionalPackages(): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  const { optionalDependencies = {}, peerDependencies = {} } = manifest as Record<string, object>;
  return Object.keys({ ...optionalDependencies, ...peerDependencies });
}

async function makeBundle({ from, to, platform }: BundleEntry): Promise<void> {
  const dist = join(packageRoot(), 'dist');
  const isPage = platform === 'browser';
  const build = await rolldown({
    input: join(dist, from),
    platform,
    // optional packages are looked up when they are needed; tinypool starts a thread with a file of
    // its own
    external: [...optionalPackages(), 'tinypool'],
    treeshake: true,
    logLevel: 'warn',
    checks: { pluginTimings: false },
    plugins: isPage
      ? []
      : [
          {
            name: 'fixed-functions-and-expressions',
            renderChunk(code) {
              const fixed = fixFunctions(code, this.parse(code));
              return inlineExpressions(fixed, this.parse(fixed));
            },
          },
        ],
  });
  const file = join(dist, to);
  await build.write({
    file: `${file}.tmp`,
    format: isPage ? 'iife' : 'esm',
    codeSplitting: false,
    comments: false,
    minify: isPage,
  });
  await build.close();
  if (!isPage) chmodSync(`${file}.tmp`, 0o755);
  renameSync(`${file}.tmp`, file);
}

for (const entry of BUNDLES) await makeBundle(entry);
const styles = STYLES.from.map((path) => readFileSync(join(packageRoot(), path), 'utf8'));
writeFileSync(join(packageRoot(), STYLES.to), styles.join('\n'));
