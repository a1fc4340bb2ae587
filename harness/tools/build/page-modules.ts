/** Modules that a page has in the place of those of the command. */
import { ROUTINES } from '../../../rom-map/index.js';

/** Without generated code a search goes on with the loop. */
const GENERATED = /[\\/]dist[\\/]harness[\\/]solve[\\/]search[\\/]state[\\/]generated-code\.js$/u;
const NO_CODE = 'export const compilePart = undefined;\n';
const SHA256 = /[\\/]dist[\\/]harness[\\/]base[\\/]sha256\.js$/u;
const TRIAL = /[\\/]dist[\\/]harness[\\/]play[\\/]timeline[\\/]guarded\.js$/u;
const ZSTANDARD = /[\\/]dist[\\/]harness[\\/]base[\\/]zstandard\.js$/u;
const OWN_ZSTANDARD = `import { Decompress } from 'fzstd'; export const zstandard = () => ({ Decompress });\n`;
const PLAIN_TRIAL = `export { guarded } from './plain.js';\n`;
const PLAIN = `export { createPlainSha256 as createSha256 } from './plain-sha256.js';\n`;
const ROUTINE_TABLE = /[\\/]dist[\\/]rom-map[\\/]routines\.generated\.js$/u;

/** A page names routines, and says nothing of their files and vectors. */
const namesOfRoutines = (): string => {
  const rows = ROUTINES.map(({ routine, name }) => [routine, name]);
  return `export const ROUTINES = ${JSON.stringify(rows)}.map(([routine, name]) => ({ routine, name }));\n`;
};

/** Puts what needs no Node in the place of what does. */
export function pageModules(): { name: string; load: (id: string) => string | null } {
  const instead = [
    [SHA256, PLAIN],
    [TRIAL, PLAIN_TRIAL],
    [GENERATED, NO_CODE],
    [ZSTANDARD, OWN_ZSTANDARD],
    [ROUTINE_TABLE, namesOfRoutines()],
  ] as const;
  return { name: 'page-modules', load: (id) => instead.find(([module]) => module.test(id))?.[1] ?? null };
}
