/** Branches, jumps, calls and returns of the slow reference. */
import { bytesOf, C, type Execution, N, nextAddress, pull, push, V, Z, zero } from './cpu-places.js';

const BRANCH_TEST: Readonly<Record<string, readonly [flag: number, set: boolean]>> = {
  BPL: [N, false],
  BMI: [N, true],
  BVC: [V, false],
  BVS: [V, true],
  BCC: [C, false],
  BCS: [C, true],
  BNE: [Z, false],
  BEQ: [Z, true],
};

function branch(run: Execution, taken: boolean): void {
  const byte = run.operand(1);
  const from = nextAddress(run);
  if (!taken) return;
  run.r.pc = zero(from + byte - (byte > 127 ? 256 : 0));
  run.taken = true;
  run.farTaken = run.before.e === 1 && Math.floor(run.r.pc / 256) !== Math.floor(from / 256);
}

/** A pointer of a jump: it stays in its bank. */
export function pointer(run: Execution, bank: number, address: number, bytes: number): number {
  return run.gather(Array.from({ length: bytes }, (_, index) => bank * 65536 + zero(address + index)));
}

function jumpTarget(run: Execution, mode: string): number {
  const { pb, x } = run.before;
  const bank = pb * 65536;
  if (mode === 'al') return run.operand(3);
  const address = run.operand(2);
  if (mode === 'a') return bank + address;
  if (mode === '(a)') return bank + pointer(run, 0, address, 2);
  if (mode === '[a]') return pointer(run, 0, address, 3);
  return bank + pointer(run, pb, zero(address + x), 2);
}

/** The calls push between two bytes of their operand; what they push may even lie on the next one. */
function calls(run: Execution, mode: string): void {
  const { r, before } = run;
  const last = bytesOf(zero(before.pc + (mode === 'al' ? 3 : 2)), 2);
  if (mode === 'a') {
    r.pc = run.operand(2);
    push(run, last, true);
  } else if (mode === 'al') {
    r.pc = run.operand(2);
    push(run, [before.pb], false);
    r.pb = run.operand(1);
    push(run, last, false);
  } else {
    const low = run.operand(1);
    push(run, last, false);
    r.pc = pointer(run, before.pb, zero(low + 256 * run.operand(1) + before.x), 2);
  }
}

/** @returns whether the program counter has been set */
export function jumps(run: Execution, name: string, mode: string): boolean {
  const { r, before } = run;
  const test = BRANCH_TEST[name];
  if (test !== undefined) {
    const [flag, set] = test;
    branch(run, ((r.p & flag) !== 0) === set);
    return run.taken;
  }
  if (name === 'BRA') branch(run, true);
  else if (name === 'BRL') {
    const distance = run.operand(2);
    r.pc = zero(nextAddress(run) + distance);
  } else if (name === 'JSR' || name === 'JSL') calls(run, mode);
  else if (/^J/u.test(name)) {
    const target = jumpTarget(run, mode);
    r.pc = target % 65536;
    r.pb = Math.floor(target / 65536);
  } else if (name === 'RTS') r.pc = zero(pull(run, 2, true) + 1);
  else if (name === 'RTL') {
    const target = pull(run, 3, false);
    r.pc = zero((target % 65536) + 1);
    r.pb = Math.floor(target / 65536);
  } else if (name === 'RTI') {
    r.p = pull(run, 1, true);
    r.pc = pull(run, 2, true);
    if (before.e === 0) r.pb = pull(run, 1, true);
  } else return false;
  return true;
}
