/** Writes to registers of the console through which memory changes without a visible store. */
import { WORK_RAM } from '../../../rom-map/index.js';
import type { AccessState } from './access-state.js';

/** Data port of work RAM, and the three registers of its address. */
const PORT_DATA = 0x2180;
const PORT_ADDRESS_FIRST = 0x2181;
const PORT_ADDRESS_LAST = 0x2183;
const DMA_START = 0x420b;
const DMA_CHANNELS = 0x4300;
/** The B-bus register 2180 as a DMA channel names it. */
const PORT_AS_TARGET = 0x80;

function setPort(state: AccessState): void {
  const [low = -1, middle = -1, high = -1] = state.registers.subarray(PORT_ADDRESS_FIRST, PORT_ADDRESS_LAST + 1);
  state.portAddress = low < 0 || middle < 0 || high < 0 ? -1 : low | (middle << 8) | ((high & 1) << 16);
}

function forgetAll(state: AccessState): void {
  state.memory.forget();
  state.onDma();
}

function writePort(state: AccessState, value: number): void {
  const { portAddress, sink, memory } = state;
  if (portAddress < 0) {
    forgetAll(state);
    return;
  }
  sink.write(WORK_RAM + portAddress, value);
  memory.set(WORK_RAM + portAddress, value);
  state.portAddress = (portAddress + 1) & 0x1ffff;
}

function runChannel(state: AccessState, channel: number): void {
  const { registers, memory } = state;
  const base = DMA_CHANNELS + channel * 16;
  const control = registers[base] as number;
  const target = registers[base + 1] as number;
  const size = (registers[base + 5] as number) | ((registers[base + 6] as number) << 8);
  if (control < 0 || target < 0 || (control & 0x80) !== 0) {
    forgetAll(state);
  } else if (target === PORT_AS_TARGET) {
    if (state.portAddress < 0 || size < 0) memory.forget();
    else memory.forgetRange(state.portAddress, size === 0 ? 0x1_0000 : size);
    state.portAddress = -1;
    state.onDma();
  }
  registers[base + 5] = 0;
  registers[base + 6] = 0;
}

/** Runs a DMA. Only transfers into work RAM matter; an unknown channel may be one. */
function runDma(state: AccessState, channels: number): void {
  for (let channel = 0; channel < 8; channel++) {
    if (channels < 0 || (channels & (1 << channel)) !== 0) runChannel(state, channel);
  }
}

/** Writes a register and follows its effect. @param value a byte, or -1: unknown */
export function writeRegister(state: AccessState, address: number, value: number): void {
  state.sink.write(address, value);
  state.registers[address] = value;
  if (address === PORT_DATA) writePort(state, value);
  else if (address >= PORT_ADDRESS_FIRST && address <= PORT_ADDRESS_LAST) setPort(state);
  else if (address === DMA_START && value !== 0) runDma(state, value);
}
