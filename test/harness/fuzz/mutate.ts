/** Damages bytes the way disks, networks, editors and careless programs do. */
import type { Random } from './random.js';

const NUMBERS = [
  '0',
  '-1',
  '1.5',
  '255',
  '256',
  '65535',
  '65536',
  '4294967296',
  '1e9',
  '99999999999999999999',
  '00',
  '',
];
const TOKENS = [
  '"',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '\n',
  '\r\n',
  '\0',
  '\\',
  '#',
  '=',
  '"full"',
  'null',
  '"""',
  '[[',
  ']]',
];

type Mutation = (bytes: Buffer, random: Random, other: Buffer) => Buffer;

function flipBit(bytes: Buffer, random: Random): Buffer {
  const out = Buffer.from(bytes);
  const at = random.below(out.length);
  out[at] = (out[at] ?? 0) ^ (1 << random.below(8));
  return out;
}

function truncate(bytes: Buffer, random: Random): Buffer {
  return Buffer.from(bytes.subarray(0, random.below(bytes.length)));
}

function cutOut(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(40))]);
}

function double(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length);
  return Buffer.concat([bytes.subarray(0, at + random.below(200)), bytes.subarray(at)]);
}

function splice(bytes: Buffer, random: Random, other: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, random.below(bytes.length)), other.subarray(random.below(other.length))]);
}

function insert(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  const token =
    random.below(4) === 0 ? Buffer.of(random.below(256), random.below(256)) : Buffer.from(random.pick(TOKENS));
  return Buffer.concat([bytes.subarray(0, at), token, bytes.subarray(at)]);
}

/** Replaces one run of digits. */
function editNumber(bytes: Buffer, random: Random): Buffer {
  const text = bytes.toString('latin1');
  const numbers = [...text.matchAll(/\d+/g)];
  if (numbers.length === 0) return flipBit(bytes, random);
  const match = random.pick(numbers);
  const value = random.below(2) === 0 ? random.pick(NUMBERS) : String(random.below(100_000));
  return Buffer.from(text.slice(0, match.index) + value + text.slice(match.index + match[0].length), 'latin1');
}

function lines(bytes: Buffer, random: Random): Buffer {
  const list = bytes.toString('latin1').split('\n');
  const [one, two] = [random.below(list.length), random.below(list.length)];
  const kind = random.below(3);
  if (kind === 0) [list[one], list[two]] = [list[two] ?? '', list[one] ?? ''];
  else if (kind === 1) list.splice(one, 1);
  else list.splice(two, 0, list[one] ?? '');
  return Buffer.from(list.join('\n'), 'latin1');
}

const MUTATIONS: readonly Mutation[] = [
  flipBit,
  truncate,
  cutOut,
  double,
  splice,
  insert,
  editNumber,
  editNumber,
  lines,
];

/** One to three damages. */
export function mutate(bytes: Buffer, random: Random, other: Buffer): Buffer {
  let out = bytes;
  for (let count = 1 + random.below(3); count > 0; count--) {
    if (out.length > 0) out = random.pick(MUTATIONS)(out, random, other);
  }
  return out;
}
