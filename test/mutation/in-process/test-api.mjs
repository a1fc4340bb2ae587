/**
 * The part of Vitest's interface that the unit tests use, collecting tests in a list instead of
 * running them.
 */
import { format } from 'node:util';
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect';
import * as chai from 'chai';

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);
// whole images are compared often, and Vitest's own way goes over them byte by byte
chai.use(({ Assertion }, { flag, overwriteMethod }) => {
  for (const name of ['toEqual', 'toStrictEqual']) {
    overwriteMethod(Assertion.prototype, name, (original) => {
      return function equal(expected, ...rest) {
        const found = this._obj;
        const areBytes = found instanceof Uint8Array && expected?.constructor === found.constructor;
        if (areBytes && flag(this, 'negate') !== true && Buffer.compare(found, expected) === 0) return;
        original.call(this, expected, ...rest);
      };
    });
  }
});

export const expect = (value, message) => chai.expect(value, message);
Object.assign(expect, chai.expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT]);
globalThis[GLOBAL_EXPECT] ??= expect;
setState({ assertionCalls: 0, isExpectingAssertions: false, expectedAssertionsNumber: null }, expect);

/** `$name` from a table of objects, `%s` and the like from a table of values. */
function titleOf(title, row) {
  if (Array.isArray(row)) {
    const places = title.split(/%[sdijo]/).length - 1;
    return format(title, ...row.slice(0, places));
  }
  if (typeof row !== 'object' || row === null) return format(title, row);
  return title.replace(/\$(\w+)/g, (_, name) => String(row[name]));
}

async function inTurn(promise, parts) {
  await promise;
  for (const part of parts) await part();
}

/**
 * @returns what a test file imports as `vitest`, filling `tests` with `{ name, run }`; `beginFile` is
 *   called before each
 */
export function createTestApi(tests) {
  let prefix = '';
  let hooks = [];
  const test = (title, body) => {
    const before = hooks;
    tests.push({
      name: `${prefix}${title}`,
      // what waits leaves the runner's script, and with it the limit on the processor's time: only
      // what promises is waited for
      run: () => {
        const parts = [...before, body];
        for (const [index, part] of parts.entries()) {
          const promise = part();
          if (promise instanceof Promise) return inTurn(promise, parts.slice(index + 1));
        }
      },
    });
  };
  const describe = (title, body) => {
    const outer = [prefix, hooks];
    prefix = `${prefix}${title} > `;
    hooks = [...hooks];
    body();
    [prefix, hooks] = outer;
  };
  const each = (one) => (rows) => (title, body) => {
    for (const row of rows) one(titleOf(title, row), () => (Array.isArray(row) ? body(...row) : body(row)));
  };
  test.each = each(test);
  describe.each = each(describe);
  /** Hooks are those of a file. */
  const beginFile = () => {
    hooks = [];
  };
  // what stands after all tests counts them, and here not all of them run
  return { test, it: test, describe, expect, beforeEach: (hook) => hooks.push(hook), afterAll: () => {}, beginFile };
}
