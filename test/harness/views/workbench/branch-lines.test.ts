/** Branch files of the workbench beside those of `lockstep route branch`: the same edits make the same states. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { openBook } from '../../../../harness/play/branches/book.js';
import { openBranches, writeBranches } from '../../../../harness/views/workbench/branch-lines.js';
import { openSession, type Session } from '../../../../harness/views/workbench/session.js';

const folder = mkdtempSync(join(tmpdir(), 'branch-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const textOf = (name: string): string => readFileSync(join(packageRoot(), 'traces', name), 'utf8');
const opened = (text: string): Session => openSession(SYSTEMS, text, join(folder, 'plan.toml'), 'en');

/** The last state of a session. */
const lastOf = (session: Session): Uint8Array => session.imageAt(session.rows().length);

const PLANS = [
  'live-a-live/takahara-namcat.toml',
  'srpg-movement/guide.toml',
  'fftcg/x1.toml',
  'holy-grail-war/turn.toml',
];

test.each(PLANS)('%s without its last command: written, read by both, the same state', async (name) => {
  const text = textOf(name);
  const plan = opened(text);
  const branch = opened(text);
  branch.remove(branch.rows().length - 1);
  const file = join(folder, 'plan.branches.toml');
  writeFileSync(join(folder, 'plan.toml'), text);
  const written = await writeBranches(plan, [{ name: 'shorter', session: branch }]);
  writeFileSync(file, written.replace(join(folder, 'plan.toml'), 'plan.toml'));
  const { timeline, lineOf } = await openBook(file, readFileSync(file, 'utf8'), { systems: SYSTEMS });
  const line = lineOf('shorter');
  expect(timeline.state(timeline.length(line), line)).toEqual(lastOf(branch));
  const [again] = await openBranches(plan, readFileSync(file, 'utf8'), file);
  expect(again?.name).toBe('shorter');
  expect(lastOf(opened(again?.text ?? ''))).toEqual(lastOf(branch));
});

test('a command in the middle is taken out: the branch is one deletion, and what follows stays the plan’s', async () => {
  const plan = opened(textOf('live-a-live/takahara-namcat.toml'));
  const branch = opened(plan.text());
  // one of three equal steps
  branch.remove(9);
  const edits = await writeBranches(plan, [{ name: 'other', session: branch }]);
  expect(edits.match(/edit = "(\w+)"/gu)).toEqual(['edit = "fork"', 'edit = "delete"']);
  const [again] = await openBranches(plan, edits, 'b.toml');
  const opens = opened(again?.text ?? '');
  expect(opens.rows().map(({ text }) => text)).toEqual(branch.rows().map(({ text }) => text));
  expect(lastOf(opens)).toEqual(lastOf(branch));
});

test('branches of a changed plan are refused, and so is one whose command is refused', async () => {
  const plan = opened(textOf('live-a-live/takahara-namcat.toml'));
  const branch = opened(plan.text());
  branch.remove(12);
  const text = await writeBranches(plan, [{ name: 'one', session: branch }]);
  const other = opened(plan.text().replace('[1, 0, 231, 131]', '[1, 0, 231, 132]'));
  await expect(openBranches(other, text, 'b.toml')).rejects.toThrow('these branches belong to another plan');
  branch.goTo(2);
  branch.play({ command: 'move', x: 0, y: 0 });
  expect(branch.verdict().holds).toBe(false);
  await expect(writeBranches(plan, [{ name: 'one', session: branch }])).rejects.toThrow('one cannot be saved');
});
