/** The reader of certificates as a target of the fuzz suite: as a file, and with a chain of hashes that fits. */
import { readFileSync } from 'node:fs';
import { canonicalJson } from '../../../harness/base/canonical-json.js';
import { LockstepError } from '../../../harness/base/errors.js';
import { checkCertificate } from '../../../harness/solve/check/check.js';
import { FIRST_LINK, LINK_LENGTH, linkOf, linkText } from '../../../harness/solve/check/form.js';
import { certify, counter, problemOf, sumPlan } from '../solve/check/certificates.js';
import { drawingCounter, surePlan } from '../solve/check/drawing-counter.js';
import { scratchPath, written } from './scratch.js';
import type { Target } from './targets.js';

/** The second adds as much as is drawn, and one system does for both. */
const SYSTEM = drawingCounter(1);
const ROUTE = counter();

async function sampleOf(system: typeof SYSTEM, text: string): Promise<Buffer> {
  const file = scratchPath('sample.jsonl');
  await certify(problemOf(system, written('sample.toml', text)), file);
  return readFileSync(file);
}

const SAMPLES = {
  route: await sampleOf(ROUTE, sumPlan([1, 4, 5], 12)),
  worst: await sampleOf(SYSTEM, surePlan([1, 4, 5], [15, 16], 6)),
};

async function check(bytes: Buffer, system: typeof SYSTEM): Promise<string> {
  const { accepted, line, reason, proven } = await checkCertificate(written('mutant.jsonl', bytes), {
    systems: [system],
  });
  if (!accepted) throw new LockstepError('E_CERTIFICATE', reason, { line });
  return canonicalJson(proven);
}

/** Links the lines anew, so that the damage reaches what they claim. */
function relinked(bytes: Buffer): Buffer {
  let link = FIRST_LINK;
  const lines = bytes.toString('latin1').split('\n').slice(0, -1);
  const texts = lines.map((line) => {
    const text = line.slice(0, -LINK_LENGTH);
    link = linkOf(link, Buffer.from(text, 'latin1'));
    return `${text}${linkText(link)}\n`;
  });
  return Buffer.from(texts.join(''), 'latin1');
}

export const CERTIFICATE_TARGETS: readonly Target[] = [
  {
    name: 'certificate of a route',
    samples: [SAMPLES.route],
    read: (bytes) => check(bytes, ROUTE),
    sealed: true,
    oneCode: true,
  },
  {
    name: 'certificate with a chain that fits',
    samples: [SAMPLES.worst],
    read: (bytes) => check(relinked(bytes), SYSTEM),
    sealed: false,
    oneCode: true,
  },
];
