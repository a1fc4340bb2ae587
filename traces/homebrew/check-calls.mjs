// Runs the routine vectors through the drill ROM's call mode on a real emulator core and compares
// the answers.
//   node check-calls.mjs VECTORS --core CORE.so [--turn | --duel] [--rom FILE] [--only TEXT]
//     [--verbose]
// Every routine of the second image on drill-battle.sfc; with --turn those of the first one on
// drill.sfc, with --duel those of the third one on drill-duel.sfc. VECTORS: folder with NAME.jsonl or NAME.jsonl.gz, one for each name of calls.json
// (those that are missing are named).
// The recorder of the built package runs the core (npm run build, npm install koffi).
// Exit 0: every applicable case agrees; 1: one differs; 2: bad use, or nothing was compared.
//
// Per case: all cells of the declared pages get a pattern that changes from case to case, then the
// case's own inputs, then the call block. Compared afterwards: the exit, the registers named in
// calls.json, every cell that the case says was written (scratch cells of the file's header
// excepted), and that no other cell of those pages has changed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const folder = dirname(fileURLToPath(import.meta.url));
const RECORDER = resolve(folder, '../../dist/harness/capture/record/koffi-child.js');
const FIRST_FRAME = 40; // the ROM clears work RAM and loads scenario 0 before this
const CALL_BLOCK = 0x1e20;
const GIVEN = 0x1f00; // item table, one item byte, supplied draws
const PAGES = [0x00, 0x03, 0x04, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11, 0x12, 0x1a, 0x1b, 0x1c, 0x1d].concat([
  0x90, 0x9e, 0xaa, 0xab, 0xac, 0xad, 0xe9, 0xea, 0xfe,
]);

// The abnormality rows that the ROM holds: a case that read other table bytes does not apply to it.
const ROW_TABLE = 0xd5644b;
const ROWS = Buffer.from(
  '040000070201320004000109030328000400020c05031e000400fe0602014600' +
    '0400fc04010050008400000903032800c400000903032800e400000903032800' +
    'fa00fb010ffe6400f000020401050500e000fe0f080a05000000000502072300' +
    '100002060f002d00c000fb00080732000000fc090f0064007c00030f0f0f0000',
  'hex',
);

function fail(message) {
  console.error(`check-calls: ${message}`);
  process.exit(2);
}

function readArguments(words) {
  const chosen = {
    vectors: undefined,
    core: undefined,
    rom: undefined,
    turn: false,
    duel: false,
    only: '',
    verbose: false,
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (['--verbose', '--turn', '--duel'].includes(word)) chosen[word.slice(2)] = true;
    else if (['--core', '--rom', '--only'].includes(word)) {
      const value = words[++at];
      if (value === undefined) fail(`${word} needs a value`);
      chosen[word.slice(2)] = word === '--only' ? value : resolve(value);
    } else if (word.startsWith('--')) fail(`unknown option ${word}`);
    else if (chosen.vectors === undefined) chosen.vectors = resolve(word);
    else fail(`one folder of vectors, not '${word}' as well`);
  }
  if (chosen.vectors === undefined || chosen.core === undefined) fail('usage: check-calls.mjs VECTORS --core CORE.so');
  const image = chosen.duel ? 'drill-duel.sfc' : 'drill-battle.sfc';
  chosen.rom ??= join(folder, chosen.turn ? 'drill.sfc' : image);
  return chosen;
}

function readVectors(path) {
  const bytes = existsSync(path) ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`));
  const [header, ...cases] = bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return { header, cases };
}

const workRamAddress = (name) => (name.startsWith('7E') ? Number.parseInt(name.slice(2), 16) : undefined);

/** Where each declared page stands in a recorded row. */
function layOut() {
  const offsets = new Map(PAGES.map((page, index) => [page, index * 256]));
  return { offsets, callAt: PAGES.length * 256, length: PAGES.length * 256 + 16 };
}
const layout = layOut();
const offsetOf = (address) => {
  const page = layout.offsets.get(address >> 8);
  return page === undefined ? undefined : page + (address & 0xff);
};

function pattern(index) {
  const bytes = Buffer.alloc(PAGES.length * 256);
  let state = (index * 2654435761 + 12345) >>> 0;
  for (let at = 0; at < bytes.length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

/**
 * What the given bytes of the cartridge's tables mean for the ROM; a text when the case does not
 * apply.
 */
function readTableBytes(bytes, given) {
  for (const [name, value] of Object.entries(bytes)) {
    const address = Number.parseInt(name, 16);
    const row = address - ROW_TABLE;
    if (row >= 0 && row < ROWS.length) {
      if (ROWS[row] !== value) return 'another abnormality row than the built-in one';
    } else if (row >= ROWS.length && row < 256) return 'a row beyond the sixteen that are built in';
    else if (address === 0xd50068) given[0] = value;
    else if (address === 0xd50069) given[1] = value;
    else if (address === 0xd50060 || address === 0xd50061)
      continue; // where the rows stand: not used here
    else if (given[5] === 0) {
      given.writeUInt16LE(address & 0xffff, 2);
      given[4] = value;
      given[5] = 1;
    } else return 'more than one byte of another table';
  }
  return undefined;
}

/** Turns a case into the bytes to poke, or says why it does not apply. */
function prepare(call, one, index) {
  const cells = pattern(index);
  const block = Buffer.alloc(16);
  const given = Buffer.alloc(64);
  const registers = { A: 0, X: 0, Y: 0, P: 0x20, ...one.in.regs };
  const memory = one.in.mem ?? {};
  for (const [name, value] of Object.entries(memory)) {
    const address = workRamAddress(name);
    const offset = address === undefined ? undefined : offsetOf(address);
    if (offset !== undefined) cells[offset] = value;
    else if (name === '002134') block[10] = value;
    else if (name === '002135') block[11] = value;
    else if (!/^00420[2-6]$/.test(name)) return { reason: `input ${name} cannot be given` };
  }
  for (const name of Object.keys(one.out.mem ?? {})) {
    const address = workRamAddress(name);
    if (address !== undefined && offsetOf(address) === undefined) return { reason: `output ${name} is not recorded` };
  }
  if (call.name.endsWith('hw-multiply')) registers.A = (memory['004202'] ?? 0) | ((memory['004203'] ?? 0) << 8);
  if (call.name.endsWith('hw-divide')) {
    registers.A = (memory['004204'] ?? 0) | ((memory['004205'] ?? 0) << 8);
    registers.X = memory['004206'] ?? 0;
  }
  const reason = readTableBytes(one.in.rom ?? {}, given);
  if (reason !== undefined) return { reason };
  given[5] = 0;
  if (one.draws !== undefined && memory['7E0338'] === undefined) {
    if (one.draws.length > 32) return { reason: 'more than 32 draws' };
    given[0x10] = one.draws.length;
    given.set(one.draws, 0x20);
  }
  block[0] = call.number;
  block.writeUInt16LE(registers.A, 2);
  block.writeUInt16LE(registers.X, 4);
  block.writeUInt16LE(registers.Y, 6);
  block[8] = registers.P & 0xff;
  return { cells, block, given };
}

const hex = (value, digits) => value.toString(16).toUpperCase().padStart(digits, '0');

function compareRegister(call, name, want, have, exit) {
  const rule = call.registers[name];
  if (rule === 'word') return want === have;
  if (rule === 'low') return (want & 0xff) === (have & 0xff);
  if (rule === 'low at an exit') return exit === 'return' || (want & 0xff) === (have & 0xff);
  if (rule === 'low on return') return exit !== 'return' || (want & 0xff) === (have & 0xff);
  if (rule === 'Z') return (want & 2) === (have & 2);
  if (rule === 'flag' && name === 'C') return (want & 1) === (have & 1);
  return fail(`calls.json: register rule '${rule}' of ${call.name}`);
}

/**
 * The hardware files name registers of the unit; the ROM answers them in A ($4214) and X ($4216).
 */
function unitRegisters(one, block) {
  const answers = { '004214': block[2], '004215': block[3], '004216': block[4], '004217': block[5] };
  return Object.entries(one.out.mem).flatMap(([name, value]) =>
    answers[name] === value ? [] : [`${name}: ${hex(answers[name], 2)}, expected ${hex(value, 2)}`],
  );
}

function compare(call, scratch, one, before, row) {
  const block = row.subarray(layout.callAt);
  if (block[0] !== 0) return ['no answer within the frame'];
  const differences = [];
  const exit = call.exits[block[1]] ?? `number ${block[1]}`;
  if (exit !== one.out.exit) differences.push(`exit ${exit}, expected ${one.out.exit}`);
  const have = {
    A: block.readUInt16LE(2),
    X: block.readUInt16LE(4),
    Y: block.readUInt16LE(6),
    P: block[8],
    C: block[8],
  };
  for (const name of Object.keys(call.registers)) {
    const want = one.out.regs[name === 'C' ? 'P' : name];
    if (!compareRegister(call, name, want, have[name], one.out.exit)) {
      differences.push(`${name} ${hex(have[name], 4)}, expected ${hex(want, 4)}`);
    }
  }
  if (one.out.mem?.['004214'] !== undefined) return [...differences, ...unitRegisters(one, block)];
  const expected = Buffer.from(before);
  for (const [name, value] of Object.entries(one.out.mem ?? {})) expected[offsetOf(workRamAddress(name))] = value;
  PAGES.forEach((page, index) => {
    for (let low = 0; low < 256; low += 1) {
      const at = index * 256 + low;
      const name = `7E${hex(page, 2)}${hex(low, 2)}`;
      if (row[at] === expected[at] || scratch.has(name)) continue;
      differences.push(`${name}: ${hex(row[at], 2)}, expected ${hex(expected[at], 2)} (was ${hex(before[at], 2)})`);
    }
  });
  return differences;
}

/** Runs all prepared cases, one per frame, and returns the recorded rows. */
function record(tools, prepared) {
  const lines = [];
  prepared.forEach((one, index) => {
    const frame = FIRST_FRAME + index;
    PAGES.forEach((page, at) => {
      lines.push(`${frame} ${hex(page * 256, 5)} ${one.cells.subarray(at * 256, at * 256 + 256).toString('hex')}`);
    });
    lines.push(`${frame} ${hex(GIVEN, 5)} ${one.given.toString('hex')}`);
    lines.push(`${frame} ${hex(CALL_BLOCK, 5)} ${one.block.toString('hex')}`);
  });
  const pokes = join(tools.work, 'pokes.txt');
  const out = join(tools.work, 'calls.rec');
  writeFileSync(pokes, `${lines.join('\n')}\n`);
  const windows = [...PAGES.map((page) => `${hex(page * 256, 5)}:100`), `${hex(CALL_BLOCK, 5)}:10`].join(',');
  const frames = String(FIRST_FRAME + prepared.length);
  const words = [tools.core, tools.rom, '--frames', frames, '--windows', windows, '--pokes', pokes, '--out', out];
  const env = { ...process.env, UV_THREADPOOL_SIZE: '1', TZ: 'UTC0' };
  const result = spawnSync(process.execPath, [RECORDER, ...words], { encoding: 'utf8', env });
  if (result.status !== 0) fail(`the recorder failed: ${result.error?.message ?? result.stderr}`);
  const file = readFileSync(out);
  const start = file.readUInt32LE(12);
  const length = file.readUInt32LE(16);
  return prepared.map((_one, index) => {
    const at = start + (FIRST_FRAME + index) * length;
    if (file.readUInt32LE(at) !== FIRST_FRAME + index) fail(`the recording has no frame ${FIRST_FRAME + index}`);
    return file.subarray(at + 6, at + length);
  });
}

/** `7E0308` or `7E0308-0312`: a cell, or all from one to the other. */
function scratchCells(names) {
  const cells = new Set();
  for (const name of names) {
    const [first, last = first.slice(2)] = name.split('-');
    const end = Number.parseInt(last, 16);
    for (let address = workRamAddress(first); address <= end; address += 1) cells.add(`7E${hex(address, 4)}`);
  }
  return cells;
}

function checkFile(tools, call, path) {
  const { header, cases } = readVectors(path);
  const scratch = scratchCells(header.scratch ?? []);
  const result = { passed: 0, failed: 0, notApplicable: 0, reasons: new Set(), examples: [] };
  const prepared = [];
  cases.forEach((one, index) => {
    const ready = prepare(call, one, index);
    if (ready.reason === undefined) prepared.push({ ...ready, one, index });
    else {
      result.notApplicable += 1;
      result.reasons.add(ready.reason);
    }
  });
  if (prepared.length === 0) return result;
  const rows = record(tools, prepared);
  prepared.forEach((ready, at) => {
    const differences = compare(call, scratch, ready.one, ready.cells, rows[at]);
    if (differences.length === 0) result.passed += 1;
    else {
      result.failed += 1;
      result.examples.push(`  case ${ready.index + 1}: ${differences.slice(0, 4).join('; ')}`);
    }
  });
  return result;
}

function main() {
  const chosen = readArguments(process.argv.slice(2));
  const applies = ({ image }) => (image === undefined ? true : chosen.duel || (image === 'battle' && !chosen.turn));
  const calls = JSON.parse(readFileSync(join(folder, 'calls.json'), 'utf8')).filter(
    (call) => call.name.includes(chosen.only) && applies(call),
  );
  const work = mkdtempSync(join(tmpdir(), 'drill-calls-'));
  const total = { passed: 0, failed: 0, notApplicable: 0 };
  const areas = new Map(calls.map(({ area }) => [area, { passed: 0, failed: 0, notApplicable: 0 }]));
  const missing = [];
  try {
    const tools = { work, core: chosen.core, rom: chosen.rom };
    for (const call of calls) {
      const path = join(chosen.vectors, `${call.name}.jsonl`);
      if (!existsSync(path) && !existsSync(`${path}.gz`)) {
        missing.push(call.name);
        continue;
      }
      const result = checkFile(tools, call, path);
      for (const sum of [total, areas.get(call.area)]) for (const key of Object.keys(sum)) sum[key] += result[key];
      const why = result.notApplicable === 0 ? '' : ` (${[...result.reasons].slice(0, 2).join('; ')})`;
      console.log(
        `${call.name}: ${result.passed} passed, ${result.failed} failed, ${result.notApplicable} not applicable${why}`,
      );
      for (const line of chosen.verbose ? result.examples : result.examples.slice(0, 3)) console.log(line);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  if (missing.length > 0) console.log(`no vectors for: ${missing.join(', ')}`);
  for (const [area, { passed, failed, notApplicable }] of areas) {
    console.log(`area ${area}: ${passed} passed, ${failed} failed, ${notApplicable} not applicable`);
  }
  console.log(`total: ${total.passed} passed, ${total.failed} failed, ${total.notApplicable} not applicable`);
  process.exitCode = total.failed > 0 ? 1 : total.passed === 0 ? 2 : 0;
}

main();
