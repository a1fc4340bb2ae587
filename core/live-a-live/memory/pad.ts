/**
 * Bits of a pad word as the console reads it: high byte B Y Select Start Up Down Left Right, low
 * byte A X L R.
 */
export const PAD_B = 0x8000;
export const PAD_Y = 0x4000;
export const PAD_SELECT = 0x2000;
export const PAD_START = 0x1000;
export const PAD_UP = 0x0800;
export const PAD_DOWN = 0x0400;
export const PAD_LEFT = 0x0200;
export const PAD_RIGHT = 0x0100;
export const PAD_A = 0x0080;
export const PAD_X = 0x0040;
export const PAD_L = 0x0020;
export const PAD_R = 0x0010;
export const PAD_DIRECTIONS = PAD_UP | PAD_DOWN | PAD_LEFT | PAD_RIGHT;
