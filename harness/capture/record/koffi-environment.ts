/**
 * The environment callback that a libretro core talks to, for the koffi recorder. It answers as the C recorder's does
 * (harness/capture/native/core.h), apart from the log interface: koffi has no callbacks with variable arguments.
 */

import { LockstepError } from '../../base/errors.js';
import type { KoffiModule } from './koffi-library.js';

const POINTER_SIZE = 8;
const EXPERIMENTAL = 0x10000;
const COMMAND = {
  getCanDupe: 3,
  shutdown: 7,
  setPerformanceLevel: 8,
  getSystemDirectory: 9,
  setPixelFormat: 10,
  setInputDescriptors: 11,
  getVariable: 15,
  setVariables: 16,
  getVariableUpdate: 17,
  getSaveDirectory: 31,
  setGeometry: 37,
  getAudioVideoEnable: 47 | EXPERIMENTAL,
  getInputBitmasks: 51 | EXPERIMENTAL,
  getCoreOptionsVersion: 52,
} as const;

interface CoreOption {
  value: string | undefined;
  allowed: readonly string[] | undefined;
  readonly given: boolean;
  known: boolean;
}

export interface CoreEnvironment {
  readonly callback: (command: number, data: unknown) => boolean;
  /** Refuses given options that the core does not know. */
  readonly checkOptions: () => void;
  readonly stopAsked: () => boolean;
}

export function createEnvironment(
  koffi: KoffiModule,
  given: readonly (readonly [key: string, value: string])[],
): CoreEnvironment {
  const options = new Map<string, CoreOption>();
  for (const [key, value] of given) {
    if (options.has(key)) throw new LockstepError('E_OPTION', `--option ${key} is given twice`);
    options.set(key, { value, allowed: undefined, given: true, known: false });
  }
  const texts = new Map<string, { readonly bytes: Buffer; readonly address: bigint }>();
  let stop = false;

  /** A C string that outlives the call: the map keeps its bytes. */
  function textAddress(text: string): bigint {
    const known = texts.get(text);
    if (known !== undefined) return known.address;
    const bytes = Buffer.from(`${text}\0`);
    const address = koffi.address(bytes);
    texts.set(text, { bytes, address });
    return address;
  }
  function textAt(data: unknown, offset: number): string | null {
    return koffi.decode(data, offset, 'const char *') as string | null;
  }
  function declare(data: unknown): void {
    for (let offset = 0; ; offset += 2 * POINTER_SIZE) {
      const key = textAt(data, offset);
      if (key === null) return;
      const text = textAt(data, offset + POINTER_SIZE) ?? '';
      const option = options.get(key) ?? { value: undefined, allowed: undefined, given: false, known: true };
      const semicolon = text.indexOf(';');
      const allowed =
        semicolon < 0
          ? undefined
          : text
              .slice(semicolon + 1)
              .replace(/^ +/u, '')
              .split('|');
      option.known = true;
      option.allowed ??= allowed;
      option.value ??= allowed?.[0];
      options.set(key, option);
    }
  }
  /** Never leaves NULL behind: bsnes-mercury compares the string whatever the answer is. */
  function getVariable(data: unknown): boolean {
    const option = options.get(textAt(data, 0) ?? '');
    if (option !== undefined) option.known = true;
    if (option?.value !== undefined) {
      koffi.encode(data, POINTER_SIZE, 'uintptr_t', textAddress(option.value));
      return true;
    }
    if (textAt(data, POINTER_SIZE) === null) koffi.encode(data, POINTER_SIZE, 'uintptr_t', textAddress(''));
    return false;
  }
  function callback(command: number, data: unknown): boolean {
    switch (command) {
      case COMMAND.getCanDupe:
        koffi.encode(data, 0, 'bool', true);
        return true;
      case COMMAND.shutdown:
        stop = true;
        return true;
      case COMMAND.getSystemDirectory:
      case COMMAND.getSaveDirectory:
        koffi.encode(data, 0, 'uintptr_t', textAddress('/nonexistent'));
        return true;
      case COMMAND.setPerformanceLevel:
      case COMMAND.setPixelFormat:
      case COMMAND.setInputDescriptors:
      case COMMAND.setGeometry:
      case COMMAND.getInputBitmasks:
        return true;
      case COMMAND.setVariables:
        if (data !== null) declare(data);
        return true;
      case COMMAND.getVariable:
        return getVariable(data);
      case COMMAND.getVariableUpdate:
        koffi.encode(data, 0, 'bool', false);
        return true;
      case COMMAND.getCoreOptionsVersion:
        koffi.encode(data, 0, 'uint', 0);
        return true;
      case COMMAND.getAudioVideoEnable:
        if (data !== null) koffi.encode(data, 0, 'int', 0); // neither picture nor sound
        return true;
      default:
        return false;
    }
  }
  function checkOptions(): void {
    for (const [key, option] of options) {
      if (!option.given) continue;
      if (!option.known) throw new LockstepError('E_OPTION', `--option ${key}: this core has no such option`);
      if (option.allowed !== undefined && !option.allowed.includes(option.value ?? '')) {
        const list = option.allowed.join('|');
        throw new LockstepError('E_OPTION', `--option ${key}: '${option.value}' is none of ${list}`);
      }
    }
  }
  return { callback, checkOptions, stopAsked: () => stop };
}
