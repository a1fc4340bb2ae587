/** Every end of a call of original code, on programs of a few bytes written by hand. */
import { expect, test } from 'vitest';
import { type CallPlan, callOriginal } from '../../../../harness/original/proof/original-call.js';
import { createOriginalMachine, undoCall } from '../../../../harness/original/proof/original-machine.js';

const PLAN: CallPlan = {
  entry: 0x008000,
  direct: 0,
  dataBank: 0x7e,
  stack: 0x1fef,
  stops: new Map([[0x008100, 'C1:9336']]),
  exits: undefined,
  exitCell: -1,
  leftOut: [],
  generator: 0x008200,
};
const REGISTERS = { A: 0x12, X: 0, Y: 0, P: 0 };

function machineOf(...code: number[]) {
  const image = new Uint8Array(0x8000).fill(0xea);
  image.set(code);
  // the generator: LDA #$2A, RTS
  image.set([0xa9, 0x2a, 0x60], 0x200);
  return createOriginalMachine(image, 'lorom');
}

test.each([
  ['budget', [0x80, 0xfe]],
  ['code in work RAM', [0x4c, 0x00, 0x10]],
  ['address outside ROM', [0x5c, 0x00, 0x50, 0x00]],
  ['stopped', [0xdb]],
  ['waits', [0xcb]],
  ['software interrupt', [0x00, 0x00]],
  ['stack', [0x68, 0x68, 0x60]],
  ['stack', [0x20, 0x00, 0x80]],
  ['not supported', [0xa9, 0x01, 0x8f, 0x0b, 0x42, 0x00]],
])('a call that comes to no exit names the cause: %s, by %j', (unfinished, code) => {
  const result = callOriginal(machineOf(...code), PLAN, REGISTERS, { instructions: 1000 });
  expect([result.exit, result.unfinished]).toEqual([undefined, unfinished]);
  expect(result.reason).not.toBe('');
});

test('a call that returns leaves what it wrote, and is undone on request', () => {
  // STA $1234, RTS
  const machine = machineOf(0x8d, 0x34, 0x12, 0x60);
  machine.ram[0x1234] = 7;
  const result = callOriginal(machine, PLAN, REGISTERS, { instructions: 10 });
  expect([result.exit, result.instructions, machine.ram[0x1234]]).toEqual(['return', 1, 0x12]);
  undoCall(machine);
  expect(machine.ram[0x1234]).toBe(7);
});

test('a stop address has its name', () => {
  const result = callOriginal(machineOf(0x4c, 0x00, 0x81), PLAN, REGISTERS, { instructions: 10 });
  expect(result.exit).toBe('C1:9336');
});

test('a call draws by the code of the image, or takes the draws that are given', () => {
  // JSR $8200, STA $1234, RTS
  const code = [0x20, 0x00, 0x82, 0x8d, 0x34, 0x12, 0x60];
  expect(callOriginal(machineOf(...code), PLAN, REGISTERS, { instructions: 10 }).draws).toEqual([0x2a]);
  const given = callOriginal(machineOf(...code), PLAN, REGISTERS, { instructions: 10, draws: [0x55] });
  expect([given.draws, given.A & 0xff]).toEqual([[0x55], 0x55]);
});

test('a product read two cycles after its start is early, ten cycles after it is not', () => {
  // A = 3: 4202 and 4203, then LDA $4216 with and without four NOPs
  const start = [0x8f, 0x02, 0x42, 0x00, 0x8f, 0x03, 0x42, 0x00];
  const read = [0xaf, 0x16, 0x42, 0x00, 0x60];
  const early = machineOf(...start, ...read);
  callOriginal(early, PLAN, { ...REGISTERS, A: 3 }, { instructions: 20 });
  expect(early.registers.earlyReads.size).toBe(1);
  const late = machineOf(...start, 0xea, 0xea, 0xea, 0xea, ...read);
  expect(callOriginal(late, PLAN, { ...REGISTERS, A: 3 }, { instructions: 20 }).A).toBe(9);
  expect(late.registers.earlyReads.size).toBe(0);
});
