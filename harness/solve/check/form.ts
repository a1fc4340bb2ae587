/**
 * The form of a certificate: lines of JSON, each with a link of a chain of hashes at its end. The
 * writer in `harness/solve/search` uses this file and `state-key.ts`, and nothing else of this
 * room.
 */
import { createHash } from 'node:crypto';
import type { SettingVerdict } from '../../play/index.js';

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

/** What the first line of every certificate says. */
export interface CommonHeader {
  readonly certificate: typeof CERTIFICATE_VERSION;
  readonly system: string;
  readonly systemVersion: number;
  /** Hash of the rules, 16 hexadecimal digits. */
  readonly ruleset: string;
  /** SHA-256 of the plan's bytes. */
  readonly planHash: string;
  /** The plan's text. */
  readonly plan: string;
  /** SHA-256 of the log or state that the plan begins with; left out where it has a `[setup]`. */
  readonly startHash?: string;
  readonly trusts: readonly Trust[];
  /** Number of lines that follow, without the last one. */
  readonly states: number;
}

/** What becomes of a route under another setting of a switch, or from other start places. */
export interface CertifiedSetting {
  readonly switch: string;
  readonly value: string | number;
  readonly verdict: SettingVerdict;
  /** Of a route that breaks: its move, counted from 1; 0: before the first. */
  readonly step?: number;
  /** What breaks there, or which figures are others. */
  readonly detail?: string;
}

/** The first line of a cheapest route's certificate. */
export interface CertificateHeader extends CommonHeader {
  /** The route under every other setting, in the order of the switches, then of the places. */
  readonly robustness?: readonly CertifiedSetting[];
  /** Cost of the cheapest route; -1: there is no route. */
  readonly cost: number;
  /** The route, as places in the list of moves: `moves`, then `enemyMoves`, then the start's. */
  readonly route: readonly number[];
}

/** The first line of a worst case's certificate. */
export interface WorstHeader extends CommonHeader {
  readonly kind: 'worst';
  /** Lowest cost that is sure, whatever happens; -1: none is sure within the limits. */
  readonly cost: number;
}

/** The first line of a policy's certificate. */
export interface PolicyHeader extends CommonHeader {
  readonly kind: 'chance';
  /** The highest chance to reach the goal, as `63/64`. */
  readonly chance: string;
}

/** A line of a point: what a player knows, as the states that look alike with their weights. */
export interface PolicyLine {
  /** SHA-256 of the states' keys and weights, its first 32 hexadecimal digits. */
  readonly state: string;
  /** Chance from here of the policy that makes `move`. */
  readonly atLeast: string;
  /** No policy has more from here. */
  readonly atMost: string;
  /** -1: nothing is claimed of a policy from here. */
  readonly move: number;
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

/**
 * A line of a worst case's state. An entry of `refuted` is the place of a move, then what decides
 * against it: values of its draws, or the place of an outcome of its dice. Where the enemies
 * choose, it is the move that they choose.
 */
export interface WorstLine {
  readonly state: string;
  /** No plan is sure of less from here. */
  readonly atLeast: number;
  readonly refuted: readonly (readonly number[])[];
  /** A plan is sure of this from here; -1: not needed. */
  readonly atMost: number;
  /** The move of that plan; -1: not needed, or the enemies choose. */
  readonly move: number;
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
