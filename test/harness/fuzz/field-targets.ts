/** The files of the trade in `test/fixtures/field`, damaged, for every reader that takes files of others. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formOf, lookAt } from '../../../harness/base/forms.js';
import { decodeText } from '../../../harness/base/reading.js';
import { unwrapped } from '../../../harness/base/unwrap.js';
import { readMovieBytes } from '../../../harness/files/movies/read-movie.js';
import { readWatchList } from '../../../harness/files/rom/symbols/read.js';

import { unwrap } from '../../../harness/files/states/unwrap.js';
import { readCpuTrace } from '../../../harness/original/cpu-trace/reader.js';
import { written } from './scratch.js';
import type { Target } from './targets.js';

export const FIELD = join(import.meta.dirname, '../../fixtures/field');
/** Names of the corpus; `forms.tsv` says what each is. */
export const FIELD_FILES: readonly string[] = readdirSync(FIELD).filter((name) => name !== 'forms.tsv');

/** Samples that a reader takes undamaged. */
const TAKEN: Readonly<Record<string, RegExp>> = {
  movies: /^(?:movie(?:-143)?\.(?:bk2|lsmv|mmo|smv)|project|snapshot\.smv|padded|movie-in|movie\.bk2\.gz|latches)/u,
  states: /^(?:state\.(?:rzip|mss|bst|State)|work-ram|snapshot)/u,
  lists: /^(?!nes|utf16).*\.(?:wch|mlb|msl|sym|lbl|dbg)$|^(?:diztinguish|notes|map)\./u,
  traces: /^(?!geiger-short|other-console).*\.log$/u,
  forms: /^(?!empty)/u,
};

function samplesOf(name: string): Buffer[] {
  return FIELD_FILES.filter((file) => TAKEN[name]?.test(file) === true).map((file) => readFileSync(join(FIELD, file)));
}

const MOST = 1 << 20;

async function readTrace(bytes: Buffer): Promise<string> {
  let rows = 0;
  const { dialect } = await readCpuTrace(written('field.log', bytes), () => {
    rows++;
  });
  return `${dialect.id} ${rows}`;
}

const READERS: Readonly<Record<string, Target['read']>> = {
  'field: forms': (bytes) => {
    const plain = unwrapped(bytes, 'mutant', MOST);
    return `${plain.wrappings.join()} ${formOf(lookAt(plain.bytes, plain.bytes.length))?.name ?? ''}`;
  },
  'field: movies': (bytes) => JSON.stringify(readMovieBytes(bytes, 'mutant').input),
  'field: states': (bytes) =>
    unwrap(bytes, 'mutant')
      .map((one) => `${one.form} ${one.bytes.length}`)
      .join(),
  'field: lists': (bytes) => JSON.stringify(readWatchList(decodeText(bytes, 'mutant'), undefined, 'mutant')),
  'field: traces': readTrace,
};

/** Most damages of one form are another form or none: few codes, and many mutants that are accepted. */
export const FIELD_TARGETS: readonly Target[] = Object.entries(READERS).map(([name, read]) => ({
  name,
  samples: samplesOf(name.slice('field: '.length)),
  read,
  sealed: false,
  lenient: true,
  oneCode: true,
}));
