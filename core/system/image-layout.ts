// The bytes of a battle's image.

/**
 * Creates an image of zeros. The buffer behind it goes on to a multiple of four bytes, so that a
 * search may read an image of any length in words of four bytes. The bytes behind the image are no
 * part of it and stay 0.
 * @param bytes length of the image, 0 or more
 */
export function createImage(bytes: number): Uint8Array {
  return new Uint8Array(new ArrayBuffer((bytes + 3) & ~3), 0, bytes);
}

/** Where the cells of an image lie, for systems in which cells moved between versions. */
export interface ImageLayout {
  /** 2 or more; a system without a layout has the version 1. */
  readonly version: number;
  /**
   * Address today of a byte that an earlier version had at `address`.
   * @param version 1 to the one of today
   */
  readonly addressToday: (version: number, address: number) => number;
}
