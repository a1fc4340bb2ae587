/** Planted faults: bytes of the test ROM that are changed in memory, and the routine that has to show it. */

export interface Fault {
  readonly what: string;
  /** LoROM address in bank 00. */
  readonly at: number;
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** Name of the routine. */
  readonly routine: string;
}

export const FAULTS: readonly Fault[] = [
  { what: 'a level held at 254', at: 0x901f, from: [0xff], to: [0xfe], routine: 'level-change' },
  { what: 'no upper limit of a level', at: 0x901c, from: [0x90], to: [0x80], routine: 'level-change' },
  { what: 'a level held at 1', at: 0x9029, from: [0x00], to: [0x01], routine: 'level-change' },
  { what: 'the exit of 128 at 129', at: 0x9032, from: [0x80], to: [0x81], routine: 'level-change-negated' },
  { what: 'a speed held at 221', at: 0x8a12, from: [0xe2], to: [0xdd], routine: 'ally-move-cost' },
  { what: 'no speed limit', at: 0x8a0f, from: [0x90], to: [0x80], routine: 'ally-move-cost' },
  { what: 'a cost from 65', at: 0x8a18, from: [0x40], to: [0x41], routine: 'ally-move-cost' },
  { what: 'a turn as dear as a step', at: 0x8a20, from: [0x4a], to: [0xea], routine: 'ally-turn-ap' },
  { what: '254 points', at: 0x8a29, from: [0xff], to: [0xfe], routine: 'ap-add-255' },
  { what: 'a carry that was not cleared', at: 0x8a2f, from: [0x18], to: [0x38], routine: 'ap-add' },
  { what: 'a lost write', at: 0x8a33, from: [0x8d], to: [0xad], routine: 'ap-add' },
  { what: 'no lower limit of points', at: 0x8a4f, from: [0xb0], to: [0x80], routine: 'ap-subtract' },
  { what: 'points that fall to 17', at: 0x8a52, from: [0x10], to: [0x11], routine: 'ap-subtract' },
  {
    what: 'points of a fired skill once',
    at: 0x8a5d,
    from: [0x20, 0x28, 0x8a],
    to: [0xea, 0xea, 0xea],
    routine: 'ally-skill-fires',
  },
  { what: 'another flag of a fired skill', at: 0x8a66, from: [0x80], to: [0x81], routine: 'ally-skill-fires' },
  { what: 'order points held at 254', at: 0x8ac2, from: [0xff], to: [0xfe], routine: 'order-points-idle' },
  { what: 'a lost draw', at: 0x8ad8, from: [0x20, 0x3e, 0x93], to: [0xea, 0xea, 0xea], routine: 'order-points-idle' },
  { what: 'five bits of a draw', at: 0x8adc, from: [0x0f], to: [0x1f], routine: 'order-points-idle' },
  { what: 'a draw at one point left', at: 0x8ad5, from: [0x00], to: [0x01], routine: 'order-points-idle' },
  { what: 'half rounded up', at: 0x8b72, from: [0x18], to: [0x38], routine: 'order-points-move' },
  { what: 'the wrong exit', at: 0x8c60, from: [0x01], to: [0x00], routine: 'enemy-turn-test' },
  { what: 'a branch the other way', at: 0x8c5c, from: [0xf0], to: [0xd0], routine: 'enemy-turn-test' },
  { what: 'a status that does not disable', at: 0x8d0c, from: [0xb0], to: [0xa0], routine: 'ally-can-act' },
  { what: 'an exit that is none', at: 0x8d1e, from: [0x01], to: [0x03], routine: 'ally-can-act' },
  { what: 'another demo flag', at: 0x9372, from: [0x01], to: [0x02], routine: 'battle-generator' },
  { what: 'a division by 12', at: 0x9393, from: [0x0d], to: [0x0c], routine: 'battle-generator' },
  { what: 'a quotient read too early', at: 0x9398, from: [0xea, 0xea], to: [0x80, 0x06], routine: 'battle-generator' },
  {
    what: 'a write too many',
    at: 0x9398,
    from: [0xea, 0xea, 0xea],
    to: [0x8d, 0x0c, 0x00],
    routine: 'battle-generator',
  },
  {
    what: 'a tie to the side of the first enemy',
    at: 0x8c02,
    from: [
      0x30, 0x13, 0xbc, 0x04, 0x91, 0x8c, 0x12, 0x03, 0xcc, 0x10, 0x03, 0x90, 0xf0, 0x8c, 0x10, 0x03, 0x8e, 0x14, 0x03,
      0x80, 0xe8, 0xae, 0x14, 0x03, 0x8e, 0xac, 0x03, 0x64, 0x01, 0x60,
    ],
    to: [
      0x30, 0x15, 0xbc, 0x04, 0x91, 0x8c, 0x12, 0x03, 0xcc, 0x10, 0x03, 0xf0, 0xf0, 0x90, 0xee, 0x8c, 0x10, 0x03, 0x8e,
      0x14, 0x03, 0x80, 0xe6, 0xae, 0x14, 0x03, 0x8e, 0xac, 0x03, 0x60,
    ],
    routine: 'choose-enemy',
  },
  { what: 'eight ranks', at: 0x8e1b, from: [0x03], to: [0x07], routine: 'next-ally' },
  { what: 'a search of three', at: 0x8e29, from: [0x04], to: [0x03], routine: 'next-ally' },
];

/** Those that only single values show: no published case is run, varied cases find them. */
export const RARE = [
  'a carry that was not cleared',
  'no upper limit of a level',
  'five bits of a draw',
  'the wrong exit',
];

/** A copy with the fault in it. @throws Error where the ROM holds other bytes */
export function plant(image: Uint8Array, fault: Fault): Uint8Array {
  const copy = image.slice();
  fault.from.forEach((byte, index) => {
    const offset = fault.at - 0x8000 + index;
    if (copy[offset] !== byte) throw new Error(`${fault.what}: the ROM has ${copy[offset]} at ${fault.at + index}`);
    copy[offset] = fault.to[index] ?? byte;
  });
  return copy;
}
