/**
 * Values of the cell `scenario`, 0-8, that rules speak of. Source: C1:0CF2, 24D2 (executed);
 * `CHAPTERS` of `rom-map/tables/layouts.ts`.
 */
export const PREHISTORIC = 1;
export const KUNG_FU = 3;
export const PRESENT_DAY = 5;
export const BAKUMATSU = 7;
export const LAST_CHAPTER = 8;
