/** Puts a battle into a state stored as bytes, as in the nodes of an exact search. */

export interface ImageWords {
  /** The image at the root, now, and in the loaded state. */
  readonly root: Int32Array;
  readonly image: Int32Array;
  readonly before: Int32Array;
  /** Words of time in the key of the loaded state: those of the root. */
  readonly time: Int32Array;
}

/**
 * Loads a node. @param bytes,at differences from the root, one byte for each of the `count` first
 * `lanes`; see `VaryingBytes`
 */
export type LoadNode = (bytes: Uint8Array, at: number, lanes: Int32Array, count: number) => void;

function bytesOf(words: Int32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

/**
 * Creates the loader. @param index word of the image by number; higher numbers are words of time
 */
export function createLoadNode(words: ImageWords, index: Int32Array): LoadNode {
  const root = bytesOf(words.root);
  const image = bytesOf(words.image);
  const before = bytesOf(words.before);
  const time = bytesOf(words.time);
  const length = image.length;
  /** Byte of the image by lane; after the image, the byte of time. */
  const addresses = Int32Array.from({ length: 4 * index.length + time.length }, (_, lane) => {
    const word = index[lane >> 2];
    return word === undefined ? length + lane - 4 * index.length : 4 * word + (lane & 3);
  });
  return (bytes, at, lanes, count) => {
    for (let place = 0; place < count; place++) {
      const address = addresses[lanes[place] as number] as number;
      const difference = bytes[at + place] as number;
      if (address < length) {
        const value = (root[address] as number) ^ difference;
        image[address] = value;
        before[address] = value;
      } else {
        const byte = address - length;
        time[byte] = (time[byte] as number) ^ difference;
      }
    }
  };
}
