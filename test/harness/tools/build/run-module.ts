/** Runs a module without imports and returns what it puts into `out`. */
export function runModule(code: string): unknown[] {
  const out: unknown[] = [];
  new Function('out', `'use strict';${code}`)(out);
  return out;
}
