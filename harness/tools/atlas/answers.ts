/** The answers that the atlas shows, as `traces/live-a-live/atlas/answers.json` keeps them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OtherSetting, RowCommand } from '../../play/index.js';
import type { MetricName } from '../../solve/index.js';

interface AtlasRoute {
  readonly cost: number;
  readonly amounts: Readonly<Record<MetricName, number>>;
  readonly moves: readonly RowCommand[];
  /** SHA-256 of the state's key at its end. */
  readonly end: string;
}

export interface AtlasCertificate {
  readonly sha256: string;
  readonly states: number;
  readonly trusts: readonly string[];
}

export interface AtlasAnswer {
  /** Name of the plan, without folder and `.toml`. */
  readonly plan: string;
  /** SHA-256 of the plan as it was searched. */
  readonly planHash: string;
  readonly system: string;
  readonly ruleset: string;
  readonly proven: boolean;
  /** No route costs less. */
  readonly bound: number;
  /** Conditions, such as `switch decisionPasses = 2`. */
  readonly under: readonly string[];
  readonly states: number;
  readonly expanded: number;
  /** Null: none was found. */
  readonly route: AtlasRoute | null;
  /** What the route comes to under every other setting; null: there is no route. */
  readonly settings: {
    readonly played: number;
    /** Those under which it does not hold as it is. */
    readonly changing: readonly OtherSetting[];
  } | null;
  /** Null: none was asked for, or the answer is no proof. */
  readonly certificate: AtlasCertificate | null;
}

export interface Atlas {
  readonly atlas: 1;
  readonly answers: readonly AtlasAnswer[];
}

/** The folder of the atlas's plans, in the checkout. */
export const ATLAS_FOLDER = 'traces/live-a-live/atlas';
export const ATLAS_PAGE = 'docs/ATLAS.md';

/** The file of the kept answers. @param root folder of the checkout */
export function answersFile(root: string): string {
  return join(root, ATLAS_FOLDER, 'answers.json');
}

/** @param root folder of the checkout */
export function keptAnswers(root: string): Atlas {
  return JSON.parse(readFileSync(answersFile(root), 'utf8')) as Atlas;
}
