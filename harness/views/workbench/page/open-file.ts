/** Files that are opened in the page, by what they hold: plans, branch files, logs, states. */

import { SYSTEMS, sentenceOf, unwrapped } from '../../../base/index.js';

import { isBranchText, MAX_PLAN_BYTES, type PlanOfLog, planOfLog, rowsOfBytes } from '../../../play/index.js';

import { element } from '../../parts/dom.js';
import { fromBase64, through } from '../../parts/packed.js';
import type { NamedPlan } from '../branch-lines.js';

// A plan's text in the page's address, in the browser's own store, and as a file.

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

/** What an address holds. */
export interface PlanOfAddress {
  /** Undefined: no plan, or a damaged one. */
  readonly text: string | undefined;
  /** It was cut or changed on its way, or unpacks to more than a plan may have. */
  readonly isDamaged: boolean;
}

export async function planOfAddress(hash: string): Promise<PlanOfAddress> {
  if (!hash.startsWith('#p=')) return { text: undefined, isDamaged: false };
  try {
    const packed = fromBase64(hash.slice('#p='.length));
    const bytes = await through(packed, new DecompressionStream('gzip'), MAX_PLAN_BYTES);
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isDamaged: false };
  } catch (error) {
    // what letters, the packing and the text are refused with
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    return { text: undefined, isDamaged: true };
  }
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

export type OpenedFile =
  | { readonly is: 'plan' | 'branches'; readonly name: string; readonly text: string }
  | { readonly is: 'log'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly is: 'state'; readonly name: string; readonly bytes: Uint8Array };

/** The text of a file; undefined for one that holds none. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}

/** Largest content of a wrapping, in bytes. */
const MAX_UNPACKED = 512 * 1024 * 1024;
const LOG = /^\{\s*"trace"\s*:/u;

async function openedFile(file: File): Promise<OpenedFile> {
  const packed = new Uint8Array(await file.arrayBuffer());
  const { name } = file;
  const { bytes } = unwrapped(packed, name, MAX_UNPACKED);
  if (LOG.test(new TextDecoder().decode(bytes.subarray(0, 32)))) return { is: 'log', name, bytes };
  const text = textOf(bytes);
  // as it is: the plan names the SHA-256 of the file
  if (text === undefined) return { is: 'state', name, bytes: packed };
  return { is: isBranchText(text) ? 'branches' : 'plan', name, text };
}

/** Branches come behind the plan that they belong to. */
export async function openedFiles(files: Iterable<File>): Promise<OpenedFile[]> {
  const opened = await Promise.all([...files].map(openedFile));
  return [...opened.filter(({ is }) => is !== 'branches'), ...opened.filter(({ is }) => is === 'branches')];
}

/** First and last frame of a log. @throws LockstepError for a damaged one */
async function framesOf(bytes: Uint8Array, name: string): Promise<readonly [first: number, last: number]> {
  const rows = rowsOfBytes(bytes, name, { allowIncomplete: true });
  let [first, last] = [-1, -1];
  do {
    while (rows.next()) {
      const { frame, count } = rows.row;
      if (first < 0) first = frame;
      last = frame + count - 1;
    }
  } while (await rows.fill());
  return [first, last];
}

const planNameOf = (log: string): string => `${log.replace(/\.jsonl(?:\.gz)?$/iu, '')}.toml`;

export interface LogPanel {
  readonly node: HTMLDialogElement;
  /** Asks for the frame after which a plan begins; a log of commands opens at once. */
  open(name: string, bytes: Uint8Array): Promise<void>;
}

/** @param take gets the plan of the log */
export function createLogPanel(take: (name: string, plan: PlanOfLog) => void): LogPanel {
  const said = element('p', { role: 'status' });
  const frame = element('input', { type: 'number', 'aria-label': 'frame' });
  const form = element(
    'form',
    { class: 'bar' },
    element('label', {}, 'begin after frame ', frame),
    element('button', {}, 'Begin'),
  );
  const close = element('form', { method: 'dialog' }, element('button', {}, 'Close'));
  const title = element('h2', { id: 'log-title' }, 'A battle of this log');
  const node = element('dialog', { id: 'log', 'aria-labelledby': 'log-title' }, title, said, form, close);
  let log: { readonly name: string; readonly bytes: Uint8Array } | undefined;

  async function begin(at: number | undefined): Promise<void> {
    if (log === undefined) return;
    const { name, bytes } = log;
    const start = at === undefined ? undefined : { trace: name, frame: at };
    take(planNameOf(name), await planOfLog(SYSTEMS, () => rowsOfBytes(bytes, name), `From ${name}`, start));
    node.close();
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    begin(Number(frame.value)).catch((error: unknown) => {
      said.textContent = sentenceOf(error);
      said.classList.add('fault');
    });
  });
  return {
    node,
    async open(name, bytes) {
      log = { name, bytes };
      if (rowsOfBytes(bytes, name, { allowIncomplete: true }).header.unit !== 'frame') return begin(undefined);
      const [first, last] = await framesOf(bytes, name);
      said.classList.remove('fault');
      said.textContent = `${name}: frames ${first} to ${last}. The plan begins with the state after the frame that you name.`;
      frame.min = String(first);
      frame.max = frame.value = String(last);
      node.showModal();
    },
  };
}
