// Builds the drill ROM: assembles drill.s, links it, writes the header's checksum, prints the
// SHA-256.
//   node build.mjs [--battle | --duel | --menu] [--define NAME=1]... [--labels FILE] [OUTPUT]
// OUTPUT: beside this file drill.sfc; with --battle drill-battle.sfc, the image that has the
// routines of hits and damage as well; with --duel drill-duel.sfc, which plays whole battles;
// with --menu drill-menu.sfc, whose battles are ordered through a menu. ca65 and ld65 (cc65 2.19) come from the environment (CA65,
// LD65) or from PATH. The same sources give the same bytes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const HEADER = 0x7fc0;

function readArguments(words) {
  const chosen = { defines: [], labels: undefined, output: undefined };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === '--battle') chosen.defines.push('BATTLE=1');
    else if (word === '--duel') chosen.defines.push('BATTLE=1', 'DUEL=1');
    else if (word === '--menu') chosen.defines.push('BATTLE=1', 'DUEL=1', 'MENU=1');
    else if (word === '--define') chosen.defines.push(words[++at]);
    else if (word === '--labels') chosen.labels = resolve(words[++at]);
    else if (word.startsWith('--')) throw new Error(`unknown option ${word}`);
    else chosen.output = resolve(word);
  }
  if (chosen.defines.some((define) => define === undefined)) throw new Error('--define needs NAME=1');
  chosen.output ??= join(folder, imageName(chosen.defines));
  return chosen;
}

function imageName(defines) {
  if (defines.includes('MENU=1')) return 'drill-menu.sfc';
  if (defines.includes('DUEL=1')) return 'drill-duel.sfc';
  return defines.includes('BATTLE=1') ? 'drill-battle.sfc' : 'drill.sfc';
}

function run(tool, words) {
  const result = spawnSync(tool, words, { encoding: 'utf8' });
  if (result.error) throw new Error(`${tool}: ${result.error.message} (set CA65 and LD65, or install cc65)`);
  if (result.status !== 0) throw new Error(`${tool} failed:\n${result.stderr}`);
  if (result.stderr) process.stderr.write(result.stderr);
}

/**
 * The two fields count as FFFFh and 0: a sum and its complement add the same to the total, whatever
 * they are.
 */
function writeChecksum(image) {
  image.writeUInt16LE(0xffff, HEADER + 0x1c);
  image.writeUInt16LE(0, HEADER + 0x1e);
  let sum = 0;
  for (const byte of image) sum = (sum + byte) & 0xffff;
  image.writeUInt16LE(sum ^ 0xffff, HEADER + 0x1c);
  image.writeUInt16LE(sum, HEADER + 0x1e);
}

function build({ defines, labels, output }) {
  const work = mkdtempSync(join(tmpdir(), 'drill-'));
  try {
    const object = join(work, 'drill.o');
    const linked = join(work, 'drill.sfc');
    const flags = defines.flatMap((define) => ['-D', define]);
    const source = ['-I', folder, '-o', object, join(folder, 'drill.s')];
    run(process.env.CA65 ?? 'ca65', ['--cpu', '65816', '-g', ...flags, ...source]);
    const extra = labels === undefined ? [] : ['-Ln', labels];
    run(process.env.LD65 ?? 'ld65', ['-C', join(folder, 'lorom.cfg'), ...extra, '-o', linked, object]);
    const image = readFileSync(linked);
    writeChecksum(image);
    writeFileSync(output, image);
    return createHash('sha256').update(image).digest('hex');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

try {
  const chosen = readArguments(process.argv.slice(2));
  console.log(`${build(chosen)}  ${chosen.output}`);
} catch (error) {
  console.error(`build: ${error instanceof Error ? error.message : error}`);
  process.exit(2);
}
