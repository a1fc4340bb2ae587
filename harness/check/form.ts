/**
 * The form of a certificate: lines of JSON, each with a link of a chain of hashes at its end. The
 * writer in `harness/search` uses this file and `state-key.ts`, and nothing else of this room.
 */
import { createHash } from 'node:crypto';

export const CERTIFICATE_VERSION = 1;
/** Largest size of a file, packed or not, and of a line. */
export const MAX_BYTES = 1 << 30;
export const MAX_LINE_BYTES = 32 * 1024 * 1024;
export const MAX_STATES = 2_000_000;

/**
 * What a proof takes from the core besides its step: `bound`, the lower bound on the remaining
 * cost; `key`, the choice of the cells that decide a state's future.
 */
export const TRUSTS = ['bound', 'key'] as const;
export type Trust = (typeof TRUSTS)[number];

/** The first line. */
export interface CertificateHeader {
  readonly certificate: typeof CERTIFICATE_VERSION;
  readonly system: string;
  readonly systemVersion: number;
  /** Hash of the rules, 16 hexadecimal digits. */
  readonly ruleset: string;
  /** SHA-256 of the plan's bytes. */
  readonly planHash: string;
  /** The plan's text. */
  readonly plan: string;
  readonly trusts: readonly Trust[];
  /** Cost of the cheapest route; -1: there is no route. */
  readonly cost: number;
  /** The route, as places in the list of moves: `moves`, then `enemyMoves`, then the start's. */
  readonly route: readonly number[];
  /** Number of lines that follow, without the last one. */
  readonly states: number;
}

/** A line of a state whose moves are all refuted. Lines are sorted by cost, then by state. */
export interface StateLine {
  /** Lowest cost at which the state is reached. */
  readonly cost: number;
  /** Lower bound on the cost from here to the goal. */
  readonly bound: number;
  /** SHA-256 of the state's key, its first 32 hexadecimal digits. */
  readonly state: string;
}

/** The last line. */
export interface CertificateEnd {
  /** Number of states. */
  readonly end: number;
}

const LINK_DIGITS = 32;
/** The link before the first line. */
export const FIRST_LINK = '0'.repeat(LINK_DIGITS);

/** Characters of a link at the end of a line: `,"link":"…"}`. */
export const LINK_LENGTH = LINK_DIGITS + 11;

/** The link of a line. @param text of the line before its link */
export function linkOf(before: string, text: string | Uint8Array): string {
  return createHash('sha256').update(before).update(text).digest('hex').slice(0, LINK_DIGITS);
}

/** The end of a line with its link. */
export function linkText(link: string): string {
  return `,"link":"${link}"}`;
}
