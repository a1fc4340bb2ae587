/** Modules that a page has in the place of those of the command. */

/** Without generated code a search goes on with the loop. */
const GENERATED = /[\\/]dist[\\/]harness[\\/]search[\\/]state[\\/]generated-code\.js$/u;
const NO_CODE = 'export const compilePart = undefined;\n';
const SHA256 = /[\\/]dist[\\/]harness[\\/]base[\\/]sha256[\\/]sha256\.js$/u;
const PLAIN = `export { createPlainSha256 as createSha256 } from './plain-sha256.js';\n`;

/** Puts what needs no Node in the place of what does. */
export function pageModules(): { name: string; load: (id: string) => string | null } {
  return { name: 'page-modules', load: (id) => (SHA256.test(id) ? PLAIN : GENERATED.test(id) ? NO_CODE : null) };
}
