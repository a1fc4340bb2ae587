/** What kind of value stands under each key of a verb's `--json`. */

/** Deepest level that a page shows; what lies deeper is called an object. */
const DEEPEST = 2;
/** Objects with more keys than this are maps, such as cells by name. */
const MOST_KEYS = 24;

/** One line for each key, such as `logs[].file` and `text`. */
export interface ShapeLine {
  readonly key: string;
  readonly kind: string;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'true or false';
  return typeof value;
}

/** Several values of one key: their kinds, each once. */
function kinds(values: readonly unknown[]): string {
  return [...new Set(values.map(kindOf))].sort().join(' or ');
}

function keyLines(key: string, values: readonly unknown[], depth: number): readonly ShapeLine[] {
  const items = values.flatMap((value) => (Array.isArray(value) ? (value as readonly unknown[]) : []));
  const objects = [...values, ...items].filter(isObject);
  const path = items.some(isObject) ? `${key}[]` : key;
  const itemKind = items.length > 0 && objects.length === 0 ? ` of ${kinds(items)}` : '';
  const own = { key, kind: `${kinds(values)}${itemKind}` };
  if (depth === DEEPEST || objects.length === 0) return [own];
  const inner = objectLines(objects, depth + 1);
  const keys = new Set(objects.flatMap((object) => Object.keys(object)));
  return keys.size > MOST_KEYS ? [own] : [own, ...inner.map((line) => ({ ...line, key: `${path}.${line.key}` }))];
}

function objectLines(objects: readonly Readonly<Record<string, unknown>>[], depth: number): readonly ShapeLine[] {
  const keys = [...new Set(objects.flatMap((object) => Object.keys(object)))].sort();
  return keys.flatMap((key) => {
    const values = objects.filter((object) => Object.hasOwn(object, key)).map((object) => object[key]);
    return keyLines(key, values, depth);
  });
}

/** The lines of one JSON value, keys in the order of their letters. */
export function shapeLines(value: unknown): readonly ShapeLine[] {
  if (isObject(value)) return objectLines([value], 1);
  return Array.isArray(value) ? keyLines('(the whole)', [value], 1) : [{ key: '(the whole)', kind: kindOf(value) }];
}
