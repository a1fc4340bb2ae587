/**
 * Habits of the source: short functions and files, few positional arguments, narrow comments,
 * folders that can be overlooked.
 */
import { describe, expect, test } from 'vitest';
import { type Habits, measureHabits } from './habits.js';
import { habitOffences } from './offences.js';
import { complaints, knownOffences } from './sources.js';

const found = habitOffences();
const known = knownOffences();

describe('habits', () => {
  test.each<keyof Habits>(['longFunctions', 'longFiles', 'positionalCalls', 'wideComments', 'crowdedFolders'])(
    '%s',
    (habit) => {
      expect(complaints(found[habit], known[habit] ?? {})).toEqual([]);
    },
  );
});

describe('how habits are measured', () => {
  const lines = (count: number): string => '  x();\n'.repeat(count);
  const measure = (text: string) => measureHabits([{ path: 'core/a.ts', text }], () => 'core');

  test('a function of 70 lines is none too many, of whatever kind one of 71 is', () => {
    expect(measure(`function f() {\n${lines(68)}}\n`).longFunctions.size).toBe(0);
    const text = `function f() {\n${lines(69)}}
const g = () => {\n${lines(70)}};
const h = { m() {\n${lines(71)}}, n: function () {\n${lines(72)}} };
run(async () => {\n${lines(73)}});
run(() => {\n${lines(74)}});
class K { get p() {\n${lines(75)}} }
`;
    expect([...measure(text).longFunctions]).toEqual([
      ['core/a.ts f', 71],
      ['core/a.ts g', 72],
      ['core/a.ts m', 73],
      ['core/a.ts n', 74],
      ['core/a.ts callback of run', 75],
      ['core/a.ts callback of run #2', 76],
      ['core/a.ts p', 77],
    ]);
  });
  test('a file of 350 lines is none too many', () => {
    expect(measure(lines(350)).longFiles.size).toBe(0);
    expect([...measure(lines(351)).longFiles]).toEqual([['core/a.ts', 351]]);
  });
  test('calls of more than 6 positional arguments count, lists and spreads do not', () => {
    const text = `f(1, 2, 3, 4, 5, 6); f(1, 2, 3, 4, 5, 6, 7); o.f(1, 2, 3, 4, 5, 6, 7); o.f(1, 2, 3, 4, 5, 6, 7);
Uint8Array.of(1, 2, 3, 4, 5, 6, 7); list(1, 2, 3, 4, 5, 6, 7); f(1, 2, 3, 4, 5, 6, ...more);
function list(...numbers) {}
`;
    expect([...measure(text).positionalCalls]).toEqual([
      ['core/a.ts f', 1],
      ['core/a.ts o.f', 2],
    ]);
  });
  test('comments wider than 100 columns count, code as wide does not', () => {
    const wide = 'w'.repeat(98);
    expect([...measure(`/**\n * ${wide}\n */\n// ${wide.slice(1)}\n// ${wide}\nx('${wide}');\n`).wideComments]).toEqual(
      [['core', 2]],
    );
  });
  test('a folder with 36 files of its own is crowded', () => {
    const files = (count: number) => Array.from({ length: count }, (_, at) => ({ path: `core/x/${at}.ts`, text: '' }));
    expect(measureHabits(files(35), () => '').crowdedFolders.size).toBe(0);
    expect([...measureHabits(files(36), () => '').crowdedFolders]).toEqual([['core/x', 36]]);
  });
});
