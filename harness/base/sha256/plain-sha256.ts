/**
 * SHA-256 in plain arithmetic (FIPS 180-4), for pages: a browser has no SHA-256 that answers at
 * once.
 */

/** A hash to which bytes are added piece by piece; `sha256.ts` has the same for Node. */
export interface Sha256 {
  update(bytes: Uint8Array | string): Sha256;
  /** Lower case; nothing may follow. */
  hex(): string;
}

const BLOCK = 64;

/** The first 32 bits of the fractional part. */
const fraction = (value: number): number => Math.floor((value - Math.floor(value)) * 0x1_0000_0000) | 0;

function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

const PRIMES = primes(64);
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const FIRST = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Takes a block of 64 bytes into the eight words of the state. */
function takeBlock(state: Int32Array, words: Int32Array, bytes: Uint8Array, from: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + from, BLOCK);
  for (let at = 0; at < 16; at++) words[at] = view.getInt32(4 * at);
  for (let at = 16; at < 64; at++) {
    const [early, late] = [words[at - 15] as number, words[at - 2] as number];
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[at] = ((words[at - 16] as number) + small + (words[at - 7] as number) + large) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < 64; at++) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + (ROUNDS[at] as number) + (words[at] as number)) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = ((state[at] as number) + word) | 0;
}

export function createPlainSha256(): Sha256 {
  const state = FIRST.slice();
  const words = new Int32Array(64);
  const rest = new Uint8Array(BLOCK);
  let kept = 0;
  let length = 0;

  function take(bytes: Uint8Array): void {
    let at = 0;
    if (kept > 0) {
      at = Math.min(BLOCK - kept, bytes.length);
      rest.set(bytes.subarray(0, at), kept);
      kept += at;
      if (kept < BLOCK) return;
      takeBlock(state, words, rest, 0);
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) takeBlock(state, words, bytes, at);
    rest.set(bytes.subarray(at));
    kept = bytes.length - at;
  }

  const hash: Sha256 = {
    update(given) {
      const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : given;
      length += bytes.length;
      take(bytes);
      return hash;
    },
    hex() {
      const end = new Uint8Array((kept < 56 ? 64 : 128) - kept);
      end[0] = 0x80;
      const view = new DataView(end.buffer);
      view.setUint32(end.length - 8, Math.floor(length / 0x2000_0000));
      view.setUint32(end.length - 4, (length * 8) >>> 0);
      take(end);
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
    },
  };
  return hash;
}
