/** Names of the console's registers, as its manual and every emulator have them. */

const VIDEO = `
  INIDISP OBSEL OAMADDL OAMADDH OAMDATA BGMODE MOSAIC BG1SC BG2SC BG3SC BG4SC BG12NBA BG34NBA BG1HOFS BG1VOFS BG2HOFS
  BG2VOFS BG3HOFS BG3VOFS BG4HOFS BG4VOFS VMAIN VMADDL VMADDH VMDATAL VMDATAH M7SEL M7A M7B M7C M7D M7X
  M7Y CGADD CGDATA W12SEL W34SEL WOBJSEL WH0 WH1 WH2 WH3 WBGLOG WOBJLOG TM TS TMW TSW
  CGWSEL CGADSUB COLDATA SETINI MPYL MPYM MPYH SLHV OAMDATAREAD VMDATALREAD VMDATAHREAD CGDATAREAD OPHCT OPVCT STAT77 STAT78`;
const PROCESSOR = `
  NMITIMEN WRIO WRMPYA WRMPYB WRDIVL WRDIVH WRDIVB HTIMEL HTIMEH VTIMEL VTIMEH MDMAEN HDMAEN MEMSEL - -
  RDNMI TIMEUP HVBJOY RDIO RDDIVL RDDIVH RDMPYL RDMPYH JOY1L JOY1H JOY2L JOY2H JOY3L JOY3H JOY4L JOY4H`;
const CHANNEL = 'DMAP BBAD A1TL A1TH A1B DASL DASH DASB A2AL A2AH NTRL';

const NAMES = new Map<number, string>([
  [0x2180, 'WMDATA'],
  [0x2181, 'WMADDL'],
  [0x2182, 'WMADDM'],
  [0x2183, 'WMADDH'],
  [0x4016, 'JOYSER0'],
  [0x4017, 'JOYSER1'],
]);

function add(first: number, list: string, suffix = ''): void {
  for (const [index, name] of list.trim().split(/\s+/u).entries()) {
    if (name !== '-') NAMES.set(first + index, name + suffix);
  }
}

add(0x2100, VIDEO);
add(0x2140, 'APUIO0 APUIO1 APUIO2 APUIO3');
add(0x4200, PROCESSOR);
for (let channel = 0; channel < 8; channel++) add(0x4300 + channel * 0x10, CHANNEL, String(channel));

/** @param register 2000..5FFF of a system bank */
export function hardwareName(register: number): string | undefined {
  return NAMES.get(register);
}
