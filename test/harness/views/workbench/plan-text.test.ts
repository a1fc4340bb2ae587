/** A plan's text under changes: what is not changed stays byte for byte. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { readPlan } from '../../../../harness/play/plan/read-plan.js';
import {
  cutPlan,
  insertCommand,
  joinPlan,
  moveCommand,
  removeCommand,
} from '../../../../harness/views/workbench/plan-text.js';

const traces = join(packageRoot(), 'traces');
const plans = readdirSync(traces, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /^[\w-]+\/[\w-]+\.toml$/.test(name),
);
const textOf = (name: string): string => readFileSync(join(traces, name), 'utf8');
const stepsOf = (text: string) =>
  readPlan(new TextEncoder().encode(text), 'test.toml').steps.map(({ command }) => command);

test('the bundled plans are there', () => {
  expect(plans.length).toBeGreaterThan(35);
});

/** Several battles in a plan. */
const chains = plans.filter((name) => textOf(name).includes('[[battle]]'));
const single = plans.filter((name) => !chains.includes(name));

test.each(chains)('%s: of several battles, a new command stands in the battle that it comes in', (name) => {
  const text = textOf(name);
  const cut = cutPlan(text);
  const steps = stepsOf(text);
  for (let at = 0; at <= steps.length; at++) {
    const longer = joinPlan(insertCommand(cut, at, { command: 'wait', frames: 3 }));
    expect(stepsOf(longer)).toEqual([...steps.slice(0, at), { command: 'wait', frames: 3 }, ...steps.slice(at)]);
    const begun = steps.slice(0, at).some(({ command }) => command === 'battle');
    const added = longer.split('\n').filter((line) => line !== '');
    for (const line of text.split('\n').filter((one) => one !== '')) {
      expect(added).toContain(line);
      added.splice(added.indexOf(line), 1);
    }
    expect(added.sort()).toEqual([begun ? '[[battle.do]]' : '[[do]]', 'command = "wait"', 'frames = 3']);
  }
});

test.each(chains)(
  '%s: a command that is moved into another battle is one of that, and moved back the text is as before',
  (name) => {
    const text = textOf(name);
    const cut = cutPlan(text);
    const steps = stepsOf(text);
    for (const [from, to] of [
      [0, 1],
      [0, steps.length - 1],
      [steps.length - 1, 0],
    ] as const) {
      const moved = cutPlan(joinPlan(moveCommand(cut, from, to)));
      const others = steps.filter((_, index) => index !== from);
      const expected = [...others.slice(0, to), steps[from], ...others.slice(to)];
      expect(stepsOf(joinPlan(moved))).toEqual(expected);
      expect(stepsOf(joinPlan(moveCommand(moved, to, from)))).toEqual(steps);
    }
    const first = steps.findIndex(({ command }) => command === 'battle');
    const fewer = joinPlan(removeCommand(cut, first));
    expect(stepsOf(fewer)).toEqual(steps.filter((_, index) => index !== first));
  },
);

test.each(plans)('%s: cut and joined it is the same, with one part for each command', (name) => {
  const text = textOf(name);
  const cut = cutPlan(text);
  expect(joinPlan(cut)).toBe(text);
  expect(cut.commands.length).toBe(stepsOf(text).length);
});

test.each(single)('%s: a new command changes no other line', (name) => {
  const text = textOf(name);
  const cut = cutPlan(text);
  for (const at of [0, cut.commands.length >> 1, cut.commands.length]) {
    const longer = joinPlan(insertCommand(cut, at, { command: 'wait', frames: 3 }));
    const steps = stepsOf(text);
    expect(stepsOf(longer)).toEqual([...steps.slice(0, at), { command: 'wait', frames: 3 }, ...steps.slice(at)]);
    const added = longer.split('\n').filter((line) => line !== '');
    for (const line of text.split('\n').filter((one) => one !== '')) {
      expect(added).toContain(line);
      added.splice(added.indexOf(line), 1);
    }
    expect(added.sort()).toEqual(['[[do]]', 'command = "wait"', 'frames = 3']);
  }
});

test('comments go with the command below them', () => {
  const text =
    'plan = 1\n\n# first\n[[do]]\ncommand = "a"\n\n# second\n# and more\n[[do]]\ncommand = "b"\n# end of b\n';
  const cut = cutPlan(text);
  expect(cut.commands).toEqual([
    '# first\n[[do]]\ncommand = "a"\n\n',
    '# second\n# and more\n[[do]]\ncommand = "b"\n# end of b\n',
  ]);
  expect(joinPlan(removeCommand(cut, 0))).toBe('plan = 1\n\n# second\n# and more\n[[do]]\ncommand = "b"\n# end of b\n');
  expect(joinPlan(moveCommand(cut, 1, 0))).toBe(
    'plan = 1\n\n# second\n# and more\n[[do]]\ncommand = "b"\n# end of b\n\n# first\n[[do]]\ncommand = "a"\n\n',
  );
});

test('tables of a command, tables between commands and behind them stay where they are', () => {
  const text =
    'plan = 1\n[[do]]\ncommand = "a"\n[do.expect]\nx = 1\n[[expect]]\nafter = 1\n[expect.cells]\ny = 2\n[[do]]\ncommand = "b"\n[search]\nz = 1\n';
  const cut = cutPlan(text);
  expect(cut.commands.length).toBe(2);
  expect(cut.tail).toBe('[search]\nz = 1\n');
  expect(joinPlan(cut)).toBe(text);
});

test('commands in one list, and a header within a text of several lines, are written anew with the same data', () => {
  for (const text of [
    'plan = 1\nsystem = "x"\ndo = [{ command = "a" }, { command = "b" }]\n',
    'plan = 1\nsystem = "x"\ntitle = """\n[[do]]\n"""\n[[do]]\ncommand = "a"\n[[do]]\ncommand = "b"\n',
  ]) {
    const cut = cutPlan(text);
    expect(cut.commands.length).toBe(2);
    expect(stepsOf(joinPlan(cut))).toEqual([{ command: 'a' }, { command: 'b' }]);
  }
});

test('any changes give the commands of a list under the same changes', () => {
  const change = fc.record({ kind: fc.constantFrom('insert', 'remove', 'move'), at: fc.nat(9), to: fc.nat(9) });
  const ending = fc.constantFrom('\n', '\n\n', '');
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), ending, (changes, end) => {
      let cut = cutPlan(`plan = 1\nsystem = "x"\n[[do]]\ncommand = "first"\n# kept${end}`);
      let names = ['first'];
      for (const [number, { kind, at, to }] of changes.entries()) {
        if (kind === 'insert') {
          const place = at % (names.length + 1);
          cut = insertCommand(cut, place, { command: `c${number}` });
          names = [...names.slice(0, place), `c${number}`, ...names.slice(place)];
        } else if (names.length > 0) {
          const place = at % names.length;
          const [name = ''] = names.splice(place, 1);
          if (kind === 'remove') cut = removeCommand(cut, place);
          else {
            const target = to % (names.length + 1);
            cut = moveCommand(cut, place, target);
            names.splice(target, 0, name);
          }
        }
        expect(stepsOf(joinPlan(cut)).map(({ command }) => command)).toEqual(names);
      }
    }),
  );
});
