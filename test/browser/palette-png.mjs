/**
 * Rewrites a PNG of a screen with a palette: every pixel gets the nearest of a few colours. Pictures of a page have few
 * colours besides the edges of letters, and take a fraction of the bytes.
 */
import { deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Of a picture that the package holds, and of one for the page on the network. */
const FEW = 16;
const MORE = 64;

/** Chunks by kind; those of the same kind are put together. */
function chunksOf(png) {
  const chunks = new Map();
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const kind = png.toString('latin1', at + 4, at + 8);
    chunks.set(kind, Buffer.concat([chunks.get(kind) ?? Buffer.alloc(0), png.subarray(at + 8, at + 8 + length)]));
    at += length + 12;
  }
  return chunks;
}

function paeth(left, up, corner) {
  const [toLeft, toUp, toCorner] = [left, up, corner].map((one) => Math.abs(left + up - corner - one));
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Undoes the filters of the lines, in place. */
function plainPixels(lines, width, height, size) {
  const stride = width * size;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x < size ? 0 : pixels[at - size];
      const up = y === 0 ? 0 : pixels[at - stride];
      const corner = x < size || y === 0 ? 0 : pixels[at - stride - size];
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      pixels[at] = lines[y * (stride + 1) + 1 + x] + guess;
    }
  }
  return pixels;
}

function distanceOf(colour, other) {
  return [16, 8, 0].reduce((sum, shift) => sum + (((colour >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
}

/**
 * Chooses a palette: one after the other the colour whose pixels are furthest from what is chosen.
 * @returns colours (RGB in 24 bits), and the number in it of every colour
 */
function paletteOf(counts, size) {
  const palette = [];
  const numbers = new Map();
  const distances = new Map([...counts.keys()].map((colour) => [colour, Number.MAX_SAFE_INTEGER]));
  while (palette.length < Math.min(size, counts.size)) {
    let next;
    let most = -1;
    for (const [colour, distance] of distances) {
      const weight = palette.length === 0 ? counts.get(colour) : counts.get(colour) * distance;
      if (weight > most) [next, most] = [colour, weight];
    }
    palette.push(next);
    for (const [colour, before] of distances) {
      const distance = distanceOf(colour, next);
      if (distance >= before) continue;
      distances.set(colour, distance);
      numbers.set(colour, palette.length - 1);
    }
  }
  return { palette, numbers };
}

function crc(bytes) {
  let sum = 0xffff_ffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb8_8320 : sum >>> 1;
  }
  return ~sum >>> 0;
}

function chunk(kind, bytes) {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), bytes]);
  const length = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
}

/**
 * @param png 8 bits a channel, RGB or RGBA without transparency, not interlaced
 * @param isPacked whether the package holds it: 16 colours in 4 bits a pixel, else 64 in 8
 */
export function palettePng(png, isPacked) {
  const chunks = chunksOf(png);
  const head = chunks.get('IHDR');
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const size = { 2: 3, 6: 4 }[head[9]];
  if (head[8] !== 8 || size === undefined || head[12] !== 0) return png;
  const pixels = plainPixels(inflateSync(chunks.get('IDAT')), width, height, size);
  const colourAt = (at) => pixels.readUIntBE(at, 3);
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += size) counts.set(colourAt(at), (counts.get(colourAt(at)) ?? 0) + 1);
  const { palette, numbers } = paletteOf(counts, isPacked ? FEW : MORE);
  const bits = isPacked ? 4 : 8;
  const stride = 1 + Math.ceil((width * bits) / 8);
  const lines = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const number = numbers.get(colourAt((y * width + x) * size));
      const at = y * stride + 1 + ((x * bits) >> 3);
      lines[at] |= isPacked && x % 2 === 0 ? number << 4 : number;
    }
  }
  const newHead = Buffer.from(head);
  newHead[8] = bits;
  newHead[9] = 3;
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const data = deflateSync(lines, { level: 9, memLevel: 9 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', newHead),
    chunk('PLTE', colours),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
