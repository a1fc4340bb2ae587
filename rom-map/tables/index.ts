/** The game's tables: layouts, published figures, lookups. */
export * from './abnormalities.js';
export * from './bank-bytes.js';
export * from './catalogue.js';
export * from './characters.js';
export * from './compare-tables.js';
export * from './formations.js';
export * from './items.js';
export * from './layouts.js';
export * from './move-patterns.js';
export * from './places.js';
export * from './present-day.js';
export * from './record-layout.js';
export type { WrittenRow } from './rows/written-row.js';
export * from './skills.js';
export * from './species.js';
export * from './table.js';
