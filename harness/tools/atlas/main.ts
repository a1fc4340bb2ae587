/**
 * `npm run atlas [-- NAME...]`: searches the plans of the atlas, keeps the answers, and writes
 * docs/ATLAS.md. Answers of plans that are not named stay.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatError, LockstepError, nearest, packageRoot, writeFile } from '../../base/index.js';

import { ATLAS_PAGE, type AtlasAnswer, answersFile, keptAnswers } from './answers.js';
import { atlasPage } from './page.js';
import { type AtlasOptions, atlasPlans, searchAnswer } from './search-atlas.js';

interface Asked {
  readonly names: readonly string[];
  /** Only the page, from the kept answers. */
  readonly pageOnly: boolean;
  readonly options: AtlasOptions;
}

function wholeNumber(name: string, text: string): number {
  if (/^[1-9][0-9]{0,9}$/u.test(text)) return Number(text);
  throw new LockstepError('E_USAGE', `--${name} is no whole number from 1 on`, {
    found: text,
    remedy: `Give --${name} 600, say`,
  });
}

/** @throws LockstepError `E_USAGE` */
function readArguments(): Asked {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        time: { type: 'string', default: '600' },
        memory: { type: 'string', default: '4000' },
        'no-certificates': { type: 'boolean', default: false },
        page: { type: 'boolean', default: false },
      },
    });
    const [seconds, megabytes] = [wholeNumber('time', values.time), wholeNumber('memory', values.memory)];
    const options = { seconds, megabytes, certificates: !values['no-certificates'] };
    return { names: positionals, pageOnly: values.page, options };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new LockstepError('E_USAGE', error.message, {
      remedy: 'Give --time SECONDS, --memory MEGABYTES, --no-certificates, --page, or names of plans',
    });
  }
}

async function main(root: string, { names, pageOnly, options }: Asked): Promise<void> {
  const plans = atlasPlans(root);
  const unknown = names.find((name) => !plans.includes(name));
  if (unknown !== undefined) {
    throw new LockstepError('E_USAGE', `the atlas has no plan ${unknown}`, { remedy: nearest(unknown, plans) });
  }
  for (const name of pageOnly ? [] : names.length > 0 ? names : plans) {
    process.stderr.write(`${name}\n`);
    const answer = await searchAnswer(root, name, options);
    // each answer is kept at once, beside what another run has found meanwhile
    const kept = new Map<string, AtlasAnswer>();
    if (existsSync(answersFile(root))) for (const one of keptAnswers(root).answers) kept.set(one.plan, one);
    kept.set(name, answer);
    const answers = plans.flatMap((plan) => kept.get(plan) ?? []);
    writeFile(answersFile(root), `${JSON.stringify({ atlas: 1, answers }, null, 2)}\n`, 'answers');
  }
  writeFile(join(root, ATLAS_PAGE), atlasPage(keptAnswers(root)), 'page');
}

try {
  await main(packageRoot(), readArguments());
} catch (error) {
  if (!(error instanceof LockstepError)) throw error;
  process.stderr.write(`${formatError(error)}\n`);
  process.exitCode = 2;
}
