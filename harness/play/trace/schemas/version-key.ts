/**
 * The key that says which form a file has, with the version of that form: `plan = 1`. What to do
 * about it depends on whether it is missing, newer than this program, or no version at all.
 */

/** Forms that people write, by their keys. */
const FORMS: Readonly<Record<string, string>> = {
  plan: 'a plan',
  branches: 'a branch file',
  columns: 'a column map',
  menus: 'a menu profile',
  timing: 'a timing profile',
  profile: 'a profile for processor logs',
};

interface VersionFault {
  readonly message: string;
  readonly rest: { readonly found?: string; readonly expected: string; readonly remedy: string };
}

type Keys = Readonly<Record<string, unknown>>;

/** What to do about a wrong version. @param otherwise where it is none of a later program */
export function versionRemedy(given: unknown, otherwise: string): string {
  return typeof given === 'number' && given > 1 ? 'Use a newer battle-lockstep' : otherwise;
}

/** @param entry the key with its version, as the file writes it @param place where it stands */
function faultOf(key: string, data: Keys, entry: string, place: string): VersionFault | undefined {
  const given = data[key];
  if (given === 1) return undefined;
  if (given === undefined) {
    const other = Object.keys(FORMS).find((one) => data[one] === 1);
    if (other === undefined) {
      return { message: `missing key ${key}`, rest: { expected: entry, remedy: `Write \`${entry}\` as ${place}` } };
    }
    const message = `this is ${FORMS[other]} and not ${FORMS[key]}`;
    return { message, rest: { expected: entry, remedy: `Name ${FORMS[key]}` } };
  }
  const remedy = versionRemedy(given, `Write \`${entry}\``);
  const rest = { found: JSON.stringify(given), expected: '1', remedy };
  return { message: `unknown version of the ${key} form`, rest };
}

/** Of a TOML file; undefined where the version is the known one. */
export function tomlVersionFault(key: string, data: unknown): VersionFault | undefined {
  return faultOf(key, data as Keys, `${key} = 1`, 'the first line');
}

/** The same of a JSON file; what is no object has no keys, which its reader says. */
export function jsonVersionFault(key: string, json: unknown): VersionFault | undefined {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  return isObject ? faultOf(key, json as Keys, `"${key}": 1`, 'its first key') : undefined;
}
