/** A plan's text in the page's address, in the browser's own store, and as a file. */

import { fromBase64, through } from '../../parts/packed.js';
import type { NamedPlan } from '../branch-lines.js';

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** `#p=...`: the plan, compressed. */
export async function addressOf(text: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream('gzip'));
  return `#p=${toBase64(packed)}`;
}

/** The plan of an address, or undefined: it holds none. */
export async function planOfAddress(hash: string): Promise<string | undefined> {
  const packed = /^#p=([\w-]+)$/u.exec(hash)?.[1];
  if (packed === undefined) return undefined;
  const bytes = await through(fromBase64(packed), new DecompressionStream('gzip'));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** A plan with its branches as the browser's own store keeps them. */
export interface KeptPlan {
  readonly text: string;
  readonly branches: readonly NamedPlan[];
}

const keyOf = (file: string): string => `battle-lockstep plan ${file}`;

let isWaiting = false;
let latest: readonly [file: string, written: string, plan: KeptPlan] | undefined;

function store(): void {
  isWaiting = false;
  if (latest === undefined) return;
  const [file, written, plan] = latest;
  latest = undefined;
  try {
    localStorage.setItem(keyOf(file), JSON.stringify({ written, ...plan }));
  } catch {
    // a page without a store of its own still works
  }
}

/**
 * Keeps a plan under the file's name as soon as nothing else is to be done; a browser without a
 * store keeps nothing.
 */
export function keep(file: string, written: string, plan: KeptPlan): void {
  latest = [file, written, plan];
  if (isWaiting) return;
  isWaiting = true;
  // a store is written while the page waits: it takes milliseconds
  if (typeof requestIdleCallback === 'function') requestIdleCallback(store, { timeout: 500 });
  else setTimeout(store, 100);
}

addEventListener('pagehide', store);

/** What was kept of the file since the page was written with this text, or undefined. */
export function kept(file: string, written: string): KeptPlan | undefined {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(file)) ?? 'null');
    const { written: from, text, branches } = (found ?? {}) as { written?: unknown } & Partial<KeptPlan>;
    if (from !== written || typeof text !== 'string') return undefined;
    return { text, branches: Array.isArray(branches) ? branches : [] };
  } catch {
    return undefined;
  }
}

/** Hands a text to the browser as a file. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/toml' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Lets the user choose files: plans, branch files, logs, states. */
export function chooseFiles(): Promise<readonly File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
