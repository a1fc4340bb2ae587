/**
 * The readers of what a search and a stepper keep, and of what comes over a connection, as targets
 * of the fuzz suite: branch files, jobs, checkpoints, profiles, live replies, the debug adapter.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { canonicalJson } from '../../../harness/base/canonical-json.js';
import { LockstepError } from '../../../harness/base/errors.js';
import { packageRoot } from '../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { createNwaReplies } from '../../../harness/capture/live/connect.js';
import { readSettled } from '../../../harness/original/settle/settled-file.js';
import { parseBranchFile } from '../../../harness/play/branches/file.js';
import { openCheckpoint } from '../../../harness/solve/search/checkpoint/checkpoint.js';

import {
  checkJob,
  checkResult,
  checkSplitRecord,
  withHash,
  withId,
} from '../../../harness/solve/search/jobs/job-form.js';
import { serveStreams } from '../../../harness/views/debug/serve.js';
import type { Random } from './random.js';
import { written } from './scratch.js';
import type { Target } from './targets.js';

const HASH = 'a'.repeat(64);

const BRANCHES = `branches = 1
file = "log.jsonl.gz"
sha256 = "${HASH}"
done = 3
[[edit]]
edit = "fork"
branch = "first, with \\"quotes\\""
parent = "recording"
at = 40
[[edit]]
edit = "write"
branch = "first, with \\"quotes\\""
at = 100
address = "7E03AE"
bytes = "FFFF"
[[edit]]
edit = "insert"
branch = "first, with \\"quotes\\""
at = 101
do = { command = "step", direction = "up" }
`;

/** What was read, without the text itself and the lines of edits. */
function readBranches(bytes: Buffer): string {
  const { parent, sha256, done, edits } = parseBranchFile(bytes.toString('utf8'), 'mutant.toml');
  return JSON.stringify([parent, sha256, done, edits]);
}

const ID = 'b'.repeat(32);
const [PLAN, RULESET] = [HASH, '0123456789abcdef'];
const JOB = withId({
  job: 1,
  plan: PLAN,
  ruleset: RULESET,
  nodes: 1000,
  prefixes: [
    { path: [0, 3, 2], cost: 3, bound: 5 },
    { path: [], cost: 0, bound: 2 },
  ],
});
const RESULT = withHash({ result: 2, id: ID, proven: true, bound: 7, found: [], nodes: 12, expanded: 5 });
const SPLIT = withHash({ split: 2, plan: PLAN, ruleset: RULESET, count: 2, nodes: 1000, jobs: [ID, ID] });

/** A form that carries a hash of itself: whatever is accepted must be what was written. */
function hashed(name: string, sample: unknown, check: (data: unknown, file: string) => unknown): Target {
  const read = (bytes: Buffer): string => {
    let data: unknown;
    try {
      data = JSON.parse(bytes.toString('utf8'));
    } catch {
      throw new LockstepError('E_JOB', 'the text is no JSON');
    }
    return canonicalJson(check(data, 'mutant.json'));
  };
  return { name, samples: [Buffer.from(JSON.stringify(sample))], read, sealed: true, oneCode: true };
}

const IDENTITY = { kind: 'shortest', plan: HASH, ruleset: RULESET, start: HASH, packing: 'p' } as const;
const NODE_WORDS = 12;

/** The form by its description, so that the writer is not asked for what the reader must accept. */
function checkpointBytes(): Buffer {
  const header = {
    ...IDENTITY,
    checkpoint: 2,
    nodes: 3,
    stride: 4,
    places: [],
    expanded: 2,
    batches: [],
    ends: [],
    edgeWords: 0,
  };
  const content = Buffer.concat([Buffer.from(`${canonicalJson(header)}\n`), Buffer.alloc(4 * NODE_WORDS, 7)]);
  return Buffer.concat([content, createHash('sha256').update(content).digest()]);
}

function readCheckpoint(bytes: Buffer): string {
  const opened = openCheckpoint(written('mutant.search', bytes), IDENTITY);
  const words = new Int32Array(NODE_WORDS);
  opened.read(words);
  opened.finish();
  return JSON.stringify([opened.checkpoint, [...words]]);
}

function settledBytes(): Buffer {
  const content = { settled: 1, image: { sha256: HASH, published: true, profile: 'cartridge' }, rows: [] };
  const digest = createHash('sha256').update(canonicalJson(content)).digest('hex');
  return Buffer.from(JSON.stringify({ ...content, digest }));
}

const REPLIES = Buffer.concat([
  Buffer.from('\nname:bsnes\nversion:1\n\n'),
  Buffer.from([0, 0, 0, 0, 4, 1, 2, 3, 4]),
  Buffer.from('\n\n'),
  Buffer.from('\nerror:not_allowed\nreason:busy\n\n'),
]);

/** In pieces of a random size, as a network gives them. */
function readReplies(bytes: Buffer, random: Random): string {
  const replies = createNwaReplies('nwa://localhost:1');
  const all: unknown[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random.below(bytes.length);
    for (const reply of replies.feed(bytes.subarray(at, at + size))) {
      all.push(reply.kind === 'data' ? [...reply.bytes] : [...reply.values]);
    }
    at += size;
  }
  return JSON.stringify(all);
}

const PLAYED = join(packageRoot(), 'traces/fftcg/x1.toml');
const LAST = 9999;

const REQUESTS = [
  ['initialize', { adapterID: 'lockstep' }],
  ['launch', { program: PLAYED, frame: 1 }],
  ['setFunctionBreakpoints', { breakpoints: [{ name: 'F8', condition: 'passes > 0', hitCondition: '2' }] }],
  ['setDataBreakpoints', { breakpoints: [{ dataId: 'priority', condition: 'priority == 1' }] }],
  ['configurationDone', {}],
  ['next', { threadId: 1 }],
  ['stackTrace', { threadId: 1, startFrame: 0, levels: 4 }],
  ['scopes', { frameId: 1 }],
  ['variables', { variablesReference: 1, start: 0, count: 9 }],
  ['evaluate', { expression: 'stackDepth + passes', context: 'watch', frameId: 1 }],
  ['readMemory', { memoryReference: '000100', offset: 0, count: 8 }],
  ['stepBack', { threadId: 1 }],
].map(([command, args], index) => JSON.stringify({ seq: index + 1, type: 'request', command, arguments: args }));

function framed(text: string | Buffer): Buffer {
  const body = Buffer.from(text);
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

/** Every line is a message; the last one is undamaged, and its answer ends the conversation. */
async function converse(bytes: Buffer): Promise<string> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let said = '';
  const answered = new Promise<void>((resolve) =>
    output.on('data', (piece: Buffer) => {
      said += piece.toString('utf8');
      if (said.includes(`"request_seq":${LAST}`)) resolve();
    }),
  );
  const notes: string[] = [];
  const given = { systems: SYSTEMS, language: 'en' } as const;
  const ended = serveStreams(given, input, output, (text) => notes.push(text));
  for (const line of bytes.toString('latin1').split('\n'))
    if (line !== '') input.write(framed(Buffer.from(line, 'latin1')));
  input.write(framed(JSON.stringify({ seq: LAST, type: 'request', command: 'threads', arguments: {} })));
  await Promise.race([answered, ended]);
  input.end();
  // a session that goes on keeps its memory
  await ended;
  if (said.includes('E_INTERNAL')) throw new Error(said.slice(Math.max(0, said.indexOf('E_INTERNAL') - 200)));
  const [note] = notes;
  if (note === undefined) return said;
  const code = /^E_[A-Z_]+/u.exec(note)?.[0];
  if (code !== 'E_REQUEST') throw new Error(note);
  throw new LockstepError('E_REQUEST', note);
}

export const KEPT_TARGETS: readonly Target[] = [
  { name: 'branch file', samples: [Buffer.from(BRANCHES)], read: readBranches, sealed: false, oneCode: true },
  hashed('job', JOB, checkJob),
  hashed('job result', RESULT, checkResult),
  hashed('split record', SPLIT, checkSplitRecord),
  { name: 'checkpoint', samples: [checkpointBytes()], read: readCheckpoint, sealed: true, oneCode: true },
  {
    name: 'settled profile',
    samples: [settledBytes()],
    read: (bytes) => canonicalJson(readSettled(written('mutant.json', bytes), undefined)),
    sealed: true,
  },
  { name: 'live replies', samples: [REPLIES], read: readReplies, sealed: false, oneCode: true, lenient: true },
  {
    name: 'debug adapter',
    samples: [Buffer.from(REQUESTS.join('\n'))],
    read: converse,
    sealed: false,
    oneCode: true,
    lenient: true,
    short: 100,
  },
];
