/** Checks the content of the lines of a certificate: every key, its type and its range. */
import { createHash } from 'node:crypto';
import { nearest } from '../../base/index.js';
import { SETTING_VERDICTS } from '../../play/index.js';
import {
  CERTIFICATE_VERSION,
  type CertificateEnd,
  type CertificateHeader,
  type CertifiedSetting,
  type CommonHeader,
  MAX_STATES,
  type PolicyHeader,
  type PolicyLine,
  type StateLine,
  TRUSTS,
  type WorstHeader,
  type WorstLine,
} from './form.js';
import { badFile, type CertificateLine } from './read-lines.js';

type Test = (value: unknown) => boolean;

const MAX_MOVES = 1_000_000;
const isText: Test = (value) => typeof value === 'string';
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isHex =
  (digits: number): Test =>
  (value) =>
    typeof value === 'string' && value.length === digits && /^[0-9a-f]*$/u.test(value);
const isList =
  (test: Test, most: number): Test =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(test);

const isCost: Test = (value) => value === -1 || isCount(value);

/** Longest list of draws that decide against a move. */
const MAX_DRAWS = 10_000;

const COMMON: Readonly<Record<keyof CommonHeader, Test>> = {
  certificate: (value) => value === CERTIFICATE_VERSION,
  system: isText,
  systemVersion: isCount,
  ruleset: isHex(16),
  planHash: isHex(64),
  plan: isText,
  startHash: (value) => value === undefined || isHex(64)(value),
  trusts: isList((value) => (TRUSTS as readonly unknown[]).includes(value), TRUSTS.length),
  states: (value) => isCount(value) && value <= MAX_STATES,
};
/** Switches have few values, and start places are played up to 625. */
const MAX_SETTINGS = 10_000;
const SETTING: Readonly<Record<keyof CertifiedSetting, Test>> = {
  switch: isText,
  value: (value) => isText(value) || Number.isSafeInteger(value),
  verdict: (value) => (SETTING_VERDICTS as readonly unknown[]).includes(value),
  step: (value) => value === undefined || isCount(value),
  detail: (value) => value === undefined || isText(value),
};
const isSetting: Test = (value) =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).every((key) => Object.hasOwn(SETTING, key)) &&
  Object.entries(SETTING).every(([key, test]) => test((value as Record<string, unknown>)[key]));

const HEADER: Readonly<Record<keyof CertificateHeader, Test>> = {
  ...COMMON,
  cost: isCost,
  route: isList(isCount, MAX_MOVES),
  robustness: (value) => value === undefined || isList(isSetting, MAX_SETTINGS)(value),
};
const WORST_HEADER: Readonly<Record<keyof WorstHeader, Test>> = {
  ...COMMON,
  kind: (value) => value === 'worst',
  cost: isCost,
};
/** Digits of a fraction. */
const MAX_DIGITS = 10_000;
const isChance: Test = (value) =>
  typeof value === 'string' && value.length <= MAX_DIGITS && /^(0|[1-9]\d*)\/[1-9]\d*$/u.test(value);
const POLICY_HEADER: Readonly<Record<keyof PolicyHeader, Test>> = {
  ...COMMON,
  kind: (value) => value === 'chance',
  chance: isChance,
};
const POLICY: Readonly<Record<keyof PolicyLine, Test>> = {
  state: isHex(32),
  atLeast: isChance,
  atMost: isChance,
  move: isCost,
};
const WORST: Readonly<Record<keyof WorstLine, Test>> = {
  state: isHex(32),
  atLeast: isCount,
  refuted: isList((value) => isList(isCount, MAX_DRAWS)(value) && (value as unknown[]).length > 0, MAX_MOVES),
  atMost: isCost,
  move: isCost,
};
const STATE: Readonly<Record<keyof StateLine, Test>> = { cost: isCount, bound: isCount, state: isHex(32) };
const END: Readonly<Record<keyof CertificateEnd, Test>> = { end: isCount };

function checkKeys(file: string, { number, data }: CertificateLine, keys: Readonly<Record<string, Test>>): void {
  const names = Object.keys(keys);
  const given = typeof data === 'object' && data !== null ? Object.keys(data) : [];
  const unknown = given.find((name) => !names.includes(name));
  if (unknown !== undefined) throw badFile(file, number, `unknown key ${unknown}`, nearest(unknown, names));
  for (const name of names) {
    const value = (data as Record<string, unknown> | null)?.[name];
    if ((keys[name] as Test)(value)) continue;
    const found = value === undefined ? 'nothing' : (JSON.stringify(value) ?? '').slice(0, 100);
    throw badFile(file, number, `${name} is missing or wrong`, 'Write the certificate again', found);
  }
}

export type AnyHeader = CertificateHeader | WorstHeader | PolicyHeader;

/** @throws LockstepError `E_CERTIFICATE` */
export function headerOf(file: string, line: CertificateLine | undefined): AnyHeader {
  if (line === undefined) throw badFile(file, 1, 'the file is empty', 'Write the certificate again');
  const version = (line.data as { readonly certificate?: unknown } | null)?.certificate;
  if (version !== CERTIFICATE_VERSION) {
    const found = JSON.stringify(version);
    throw badFile(file, 1, 'unknown version of the certificate form', 'Use the battle-lockstep that made it', found);
  }
  const { kind } = line.data as { readonly kind?: unknown };
  checkKeys(file, line, kind === undefined ? HEADER : kind === 'chance' ? POLICY_HEADER : WORST_HEADER);
  const header = line.data as AnyHeader;
  const hash = createHash('sha256').update(header.plan).digest('hex');
  if (hash !== header.planHash) {
    throw badFile(file, 1, 'the plan in the certificate is not the one it names', 'Write the certificate again', hash);
  }
  return header;
}

/** @throws LockstepError `E_CERTIFICATE` */
export function stateOf(file: string, line: CertificateLine): StateLine {
  checkKeys(file, line, STATE);
  return line.data as StateLine;
}

/** @throws LockstepError `E_CERTIFICATE` */
export function worstOf(file: string, line: CertificateLine): WorstLine {
  checkKeys(file, line, WORST);
  return line.data as WorstLine;
}

/** @throws LockstepError `E_CERTIFICATE` */
export function policyOf(file: string, line: CertificateLine): PolicyLine {
  checkKeys(file, line, POLICY);
  return line.data as PolicyLine;
}

export function isEnd({ data }: CertificateLine): boolean {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, 'end');
}

/** @throws LockstepError `E_CERTIFICATE` */
export function endOf(file: string, line: CertificateLine): CertificateEnd {
  checkKeys(file, line, END);
  return line.data as CertificateEnd;
}
