/**
 * Cells of the host window as the slow references address them: bank 7E is 0000-FFFF, the host window follows from 10000 on.
 * Written from rom-map/CELLS.md.
 */
export const HOST = 0x1_0000;
/** Bytes of the host window that the references keep. */
export const HOST_BYTES = 0x280;

export const PHASE = HOST + 0x06;
export const PROGRAM = HOST + 0x10;
export const BATTLE_RESULT = HOST + 0x11;
/** 32 bits. */
export const BATTLE_FRAMES = HOST + 0x14;
/** 32 bits. */
export const ASSUMED_FRAMES = HOST + 0x18;
/** 32 bits, one a stretch. */
export const UNPUBLISHED_USED = HOST + 0x1c;
/** Four bytes. */
export const DROPPED_ITEMS = HOST + 0x20;
export const ENEMY_STEP_FRAMES = HOST + 0x24;
export const ALLY_SKILL_FRAMES = HOST + 0x26;
export const ENEMY_SKILL_FRAMES = HOST + 0x28;
export const ALLY_SKILL_COUNT = HOST + 0x30;
export const ENEMY_SKILL_COUNT = HOST + 0x32;
export const ENEMY_STEP_COUNT = HOST + 0x34;
export const LEVELS_GAINED = HOST + 0x38;
/** Sixteen bytes. */
export const INVENTORY = HOST + 0x40;

/** Address by which the references know a byte of the model's image. */
export function referenceAddress(address: number): number {
  return address >= 0x100_0000 ? HOST + address - 0x100_0000 : address & 0xffff;
}
