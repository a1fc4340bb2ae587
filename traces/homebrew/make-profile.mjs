// Writes cpu-profile.json: where the drill ROM's routines stand, for `lockstep verify TRACE
// --profile drill` and `lockstep rom prove`.
//   node build.mjs --labels LABELS && node make-profile.mjs LABELS
//   node build.mjs --battle --labels LABELS && node make-profile.mjs LABELS --battle
//     (cpu-profile-battle.json)
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const read = (name) => readFileSync(join(folder, name), 'utf8');

function labelsOf(path) {
  const labels = new Map();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const match = /^al ([0-9A-F]{6}) \.(\w+)$/.exec(line);
    if (match) labels.set(match[2], match[1]);
  }
  return labels;
}

/** Labels of call mode by number, from the table at the end of calls.s. */
function callLabels() {
  return new Map(
    [...read('calls.s').matchAll(/\.addr\s+(\w+)\s*;\s*(\d+) /g)].map((match) => [Number(match[2]), match[1]]),
  );
}

const path = process.argv[2];
if (path === undefined) {
  console.error('usage: make-profile.mjs LABELS');
  process.exit(2);
}
const isBattle = process.argv[3] === '--battle';
const image = isBattle ? 'drill-battle' : 'drill';
const labels = labelsOf(path);

/** Branches that no call can send both ways: label, bytes from it, why. */
const ONE_WAY = [
  ['startTimerStore', -4, 'each timer was 0 before, and one addition of at most F0h sets no carry'],
  ['draw', 3, 'draws are given to both sides by the proof; the list on page 1F is for call mode on an emulator'],
  ['damageToEnemy', 3, 'taken, it is C1:D978, whose cases stand under its own name'],
  ['inflictStatuses', 3, 'taken, it is C1:DBF5, whose cases stand under its own name'],
];

function oneWayBranches() {
  const found = ONE_WAY.filter(([label]) => labels.has(label)).map(([label, bytes, reason]) => [
    (Number.parseInt(labels.get(label), 16) + bytes).toString(16).toUpperCase().padStart(6, '0'),
    reason,
  ]);
  return Object.fromEntries(found);
}

const names = callLabels();
/** Of these the ROM has one way alone, for states that the caller has tested. */
const PARTS = new Set(['C1:8F5A legs-locked-move']);
const seen = new Set();
const routines = [];
for (const call of JSON.parse(read('calls.json'))) {
  if (call.routine === '65816' || call.image === 'duel' || (call.image === 'battle' && !isBattle)) continue;
  const name = call.name.slice(call.routine.length + 1).replace(/\.inferred$/, '');
  const entry = labels.get(names.get(call.number));
  if (entry === undefined) throw new Error(`no label for call ${call.number}`);
  const key = `${call.routine} ${name} ${entry}`;
  if (seen.has(key)) continue;
  seen.add(key);
  // the carry has no place in our functions' results
  const { C: _, ...registers } = call.registers;
  const part = PARTS.has(`${call.routine} ${name}`) ? { part: true } : {};
  routines.push({ routine: call.routine, name, entry, exits: call.exits, registers, ...part });
}
const profile = {
  profile: 1,
  name: image,
  what: 'our test ROM (LoROM), not the game',
  mapping: 'lorom',
  rom: createHash('sha256')
    .update(readFileSync(join(folder, `${image}.sfc`)))
    .digest('hex'),
  entryState: { direct: 0x1e40, dataBank: 0x7e, stack: 0x02ef },
  exitCell: '7E1E41',
  // the second image keeps its draw journal at 2000
  scratch: ['7E1E40-7E1FFF', ...(isBattle ? ['7E2000-7E21FF'] : [])],
  // without stopsAtCap, pushesEnemies, totalsLeftOut, stopsAtStep and the byte behind it: a caller sets and clears them
  anyAtEntry: ['7E1E40-7E1E7F', '7E1E81-7E1E91', '7E1E96-7E1EEF'],
  tables: [{ at: labels.get('abnormalityRows'), is: 'D5644B', bytes: 2048 }],
  tableCells: { '7E1F00': 'D50068', '7E1F01': 'D50069' },
  // one byte of an item's record: 1F02 its address, 1F04 its value
  freeTableByte: { bank: 0xd5, address: '7E1F02', value: '7E1F04' },
  tableBytes: { D50060: [0x4b, 0x64] },
  // whole ways round the game's unpublished stretches, for `lockstep rom settle`
  ways: {
    'C1:7A42': labels.get('timeAndEnemies'),
    'C1:9357': labels.get('timeAndEnemies'),
    'C1:20F2': labels.get('timePasses'),
  },
  oneWay: oneWayBranches(),
};
const rows = routines.map((row) => `    ${JSON.stringify(row)}`).join(',\n');
writeFileSync(
  join(folder, isBattle ? 'cpu-profile-battle.json' : 'cpu-profile.json'),
  `${JSON.stringify(profile, undefined, 2).slice(0, -2)},\n  "routines": [\n${rows}\n  ]\n}\n`,
);
