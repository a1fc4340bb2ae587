/**
 * The searches of the atlas, each by the command as a user types it: the answer, its certificate,
 * and the check of the certificate.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LockstepError, sha256OfFile } from '../../base/index.js';

import type { Answer } from '../../solve/index.js';
import { ATLAS_FOLDER, type AtlasAnswer, type AtlasCertificate } from './answers.js';

export interface AtlasOptions {
  /** Seconds and megabytes for each search. */
  readonly seconds: number;
  readonly megabytes: number;
  readonly certificates: boolean;
}

/** Longest output of a search. */
const OUTPUT_BYTES = 16 << 20;

/** Names of the atlas's plans, sorted. @param root folder of the checkout */
export function atlasPlans(root: string): string[] {
  return readdirSync(join(root, ATLAS_FOLDER))
    .filter((name) => name.endsWith('.toml'))
    .map((name) => name.slice(0, -'.toml'.length))
    .sort();
}

/** @throws LockstepError `E_INTERNAL` for a command that ends with another exit code */
function run(root: string, words: readonly string[], codes: readonly number[]): unknown {
  const command = join(root, 'dist/harness/cli/lockstep.js');
  const { status, stdout } = spawnSync(process.execPath, [command, ...words, '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: OUTPUT_BYTES,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (codes.includes(status ?? -1)) return JSON.parse(stdout);
  throw new LockstepError('E_INTERNAL', `lockstep ${words.join(' ')} ended with ${status}`);
}

/** The certificate that a search wrote, once the checker accepted it. */
async function checkedCertificate(root: string, certificate: string, plan: string): Promise<AtlasCertificate> {
  const checked = run(root, ['route', 'check', certificate, '--plan', plan], [0]) as {
    readonly proven: { readonly states: number; readonly trusts: readonly string[] };
  };
  const { states, trusts } = checked.proven;
  return { sha256: await sha256OfFile(certificate), states, trusts };
}

/** Searches one plan of the atlas. @param root folder of the checkout */
export async function searchAnswer(root: string, name: string, options: AtlasOptions): Promise<AtlasAnswer> {
  const plan = join(ATLAS_FOLDER, `${name}.toml`);
  const folder = join(root, 'dist/atlas');
  const certificate = join(folder, `${name}.jsonl`);
  mkdirSync(folder, { recursive: true });
  const limits = ['--time', String(options.seconds), '--memory', String(options.megabytes), '--workers', '2'];
  const wanted = options.certificates ? ['--certificate', certificate, '--trust', 'bound'] : [];
  // without a proof it ends with 2 where a certificate was asked for, and has its answer still
  const found = run(root, ['route', 'search', plan, ...limits, ...wanted], [0, 1, 2]) as Answer;
  if (found.routes === undefined) throw new LockstepError('E_INTERNAL', `the search of ${plan} was refused`);
  const [best] = found.routes;
  const settings = found.robustness ?? [];
  const hasProof = found.proven && best !== undefined;
  return {
    plan: name,
    planHash: await sha256OfFile(join(root, plan)),
    system: found.system,
    ruleset: found.ruleset,
    proven: hasProof,
    bound: found.bound,
    under: found.under,
    states: found.nodes,
    expanded: found.expanded,
    route:
      best === undefined
        ? null
        : {
            cost: best.cost,
            amounts: best.amounts,
            moves: best.moves.map(({ command }) => command),
            end: best.end,
          },
    settings:
      best === undefined
        ? null
        : { played: settings.length, changing: settings.filter((one) => one.verdict !== 'holds') },
    certificate: hasProof && options.certificates ? await checkedCertificate(root, certificate, plan) : null,
  };
}
