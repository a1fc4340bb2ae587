/** Cartridge identity and address mapping. */
export * from './checksum.js';
export * from './header.js';
export * from './known-images.js';
export * from './mapping.js';
