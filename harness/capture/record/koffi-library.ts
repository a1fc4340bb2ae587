/**
 * The part of koffi that the recorder uses. koffi is optional, so the project compiles without its
 * types.
 */

import { LockstepError } from '../../base/errors.js';

export type NativeFunction = ((...values: unknown[]) => unknown) & {
  async: (...valuesAndCallback: unknown[]) => void;
};

export interface NativeLibrary {
  func(signature: string): NativeFunction;
}

export interface KoffiModule {
  load(path: string): NativeLibrary;
  proto(signature: string): unknown;
  pointer(type: unknown): unknown;
  struct(name: string, members: Readonly<Record<string, string>>): unknown;
  register(callback: (...values: never[]) => unknown, type: unknown): bigint;
  address(buffer: Buffer): bigint;
  view(pointer: unknown, length: number): ArrayBuffer;
  decode(pointer: unknown, offset: number, type: string): unknown;
  encode(pointer: unknown, offset: number, type: string, value: unknown): void;
}

export async function importKoffi(): Promise<KoffiModule> {
  const name: string = 'koffi';
  try {
    const module = (await import(name)) as { default: KoffiModule };
    return module.default;
  } catch (error) {
    throw new LockstepError('E_RECORDER_NONE', 'the optional package koffi cannot be loaded', {
      found: String(error),
      remedy: 'Install it: npm install koffi@3.3.4',
    });
  }
}
