/** Tables of commands and setups that must be refused, and that the tables leave no error of a system out. */
import { expect, test } from 'vitest';
import { apply, type PlainCommand } from '../../core/system/battle.js';
import type { Battle, System } from '../../core/system/system.js';

type Switches = Readonly<Record<string, string | number>>;

export interface CommandCase {
  readonly code: string;
  readonly what: string;
  readonly setup?: object;
  readonly switches?: Switches;
  readonly before?: readonly PlainCommand[];
  readonly command: PlainCommand;
}

/** Each command is refused with its code and the image untouched; together they show every error of the system. */
export function testCommands(
  system: System,
  cases: readonly CommandCase[],
  start: (setup?: object, switches?: Switches) => Battle,
): void {
  test.each(cases)('$code: $what', ({ code, setup, switches, before, command }) => {
    const battle = start(setup, switches);
    for (const earlier of before ?? []) apply(system, battle, earlier);
    const image = battle.image.slice();
    expect(() => apply(system, battle, command)).toThrow(expect.objectContaining({ name: 'RuleError', code }));
    expect(battle.image).toEqual(image);
  });

  test('every error of the table is in the cases above, and numbers are 1, 2, 3 ...', () => {
    const seen = new Set(cases.map((entry) => entry.code));
    expect(system.errors.map((error) => error.code).filter((code) => !seen.has(code))).toEqual([]);
    expect(system.errors.map((error) => error.number)).toEqual(system.errors.map((_, index) => index + 1));
  });
}

export type SetupCase = readonly [code: string, path: string, setup: unknown, switches?: Switches];

/** Each setup is refused with its code and place; together they show every code in `codes`. */
export function testSetups(system: System, cases: readonly SetupCase[], codes: readonly string[]): void {
  for (const [code, path, setup, switches] of cases) {
    test(`${code} at ${path}`, () => {
      expect(() => system.create(setup, switches)).toThrow(expect.objectContaining({ name: 'RuleError', code, path }));
    });
  }

  test('every code that only the setup throws is in the cases above', () => {
    const seen = new Set(cases.map(([code]) => code));
    expect(codes.filter((code) => !seen.has(code))).toEqual([]);
  });
}
