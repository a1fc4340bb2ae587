/**
 * The generated parts of a system's page in `docs/systems`: what its declarations hold. Rules,
 * stories and reasons are written by people around them.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { neededText } from '../../../core/system/legal-text.js';
import { withArticle } from '../../../core/system/names.js';
import type { FieldShape, ParameterShape, System, TableShape, ValueShape } from '../../../core/system/system.js';
import type { SystemWords, WordsOfCell } from '../../play/index.js';
import { withPart } from './marked.js';
import { table } from './pages.js';

const code = (text: string | number): string => `\`${text}\``;

/** A span of whole numbers; the ends of what a number can hold are none of the rules'. */
function spanWords(least: number, greatest: number): string {
  if (least === greatest) return String(least);
  if (greatest < Number.MAX_SAFE_INTEGER) return `${least} to ${greatest}`;
  return least > Number.MIN_SAFE_INTEGER ? `${least} or more` : 'any whole number';
}

/** The permitted values of a field in words. */
function valueWords(shape: ValueShape): string {
  switch (shape.is) {
    case 'integer':
      return spanWords(shape.least, shape.greatest);
    case 'text':
      return 'text';
    case 'flag':
      return '`true` or `false`';
    case 'word':
      return shape.words.map(code).join(', ');
    case 'name':
      return `the name of a ${shape.of}`;
    case 'list':
      return `list${shape.most === undefined ? '' : ` of at most ${shape.most}`}: ${valueWords(shape.of)}`;
    case 'table':
      return 'table';
    case 'entries':
      return `table with keys of your own: ${valueWords(shape.of)}`;
    case 'either':
      return shape.forms.map(valueWords).join('; or ');
  }
}

/** The tables inside a value, each with the text behind the name of the field. */
function innerTables(shape: ValueShape, suffix: string): readonly (readonly [suffix: string, table: TableShape])[] {
  if (shape.is === 'table') return [[suffix, shape]];
  if (shape.is === 'list') return innerTables(shape.of, `${suffix}[]`);
  if (shape.is === 'entries') return innerTables(shape.of, `${suffix}.*`);
  return shape.is === 'either' ? shape.forms.flatMap((form) => innerTables(form, suffix)) : [];
}

function fieldRows(fields: readonly FieldShape[], before: string): string[][] {
  return fields.flatMap(({ name, value, meaning, isRequired, otherwise }) => [
    [code(`${before}${name}`), valueWords(value), isRequired === true ? 'required' : (otherwise ?? ''), meaning],
    ...innerTables(value, '').flatMap(([suffix, inner]) => fieldRows(inner.fields, `${before}${name}${suffix}.`)),
  ]);
}

function shapePart(shape: TableShape | undefined): string {
  if (shape === undefined) return 'None is published.';
  return table(['field', 'values', 'when omitted', 'is'], fieldRows(shape.fields, '')).trimEnd();
}

function takenWords({ min, max, capacity, ids }: ParameterShape): string {
  const values = ids === undefined ? spanWords(min, max) : `id of ${withArticle(ids)}`;
  return capacity === undefined ? values : `list of at most ${capacity}: ${values}`;
}

function commandsPart({ commands, capabilities: { actions } }: System): string {
  const shapes = [...(actions?.shapes ?? []), ...commands];
  const rows = shapes.map(({ name, meaning }) => [code(name), meaning]);
  const parameters = shapes.flatMap((shape) =>
    shape.parameters.map((one) => [
      ...[code(shape.name), code(one.name), takenWords(one), neededText(one), one.meaning],
    ]),
  );
  const all = table(['command', 'does'], rows).trimEnd();
  const head = ['command', 'parameter', 'takes', 'needed', 'is'];
  return `${all}\n\n${table(head, parameters).trimEnd()}`;
}

function switchesPart({ switches }: System): string {
  const rows = switches.map(({ name, values, default: standard, evidence }) => [
    code(name),
    [standard, ...values.filter((value) => value !== standard)].map(code).join(', '),
    evidence,
  ]);
  return table(['switch', 'values, the default first', 'evidence'], rows).trimEnd();
}

function eventsPart({ events }: System): string {
  const rows = events.map(({ name, rule, fields }) => [code(name), rule, fields.map(code).join(', ')]);
  return table(['event', 'rule', 'holds'], rows).trimEnd();
}

function errorsPart({ errors }: System): string {
  const rows = errors.map(({ code: name, meaning, remedy }) => [code(name), meaning, remedy ?? '']);
  const withRemedy = rows.some(([, , remedy]) => remedy !== '');
  const head = ['error', 'means', 'remedy'];
  const columns = withRemedy ? 3 : 2;
  return table(
    head.slice(0, columns),
    rows.map((row) => row.slice(0, columns)),
  ).trimEnd();
}

/** `0 the deck, 1 the hand`; ids and the word for none likewise. */
function cellWords({ least, greatest, none, words, ids, isBits }: WordsOfCell): string {
  const values = words?.map((word, value) => `${isBits ? 2 ** value : value} ${code(word)}`) ?? [];
  if (words !== undefined && isBits) values.push(`several: "${words.slice(0, 2).join(', ')}"`);
  if (ids !== undefined)
    values.push(isBits ? `number, or ids of all in it: "${ids}, ${ids}"` : `number or id of ${withArticle(ids)}`);
  if (none !== undefined) values.push(`${none[0]} ${code(none[1])}`);
  return words === undefined && ids === undefined
    ? [spanWords(least, greatest), ...values].join('; ')
    : values.join(', ');
}

function cellsPart({ capabilities: { values = [] } }: System, { cells }: SystemWords): string {
  const rows = cells.map((cell) => [code(cell.name), cellWords(cell), cell.meaning]);
  const derived = values.map(({ name, meaning }) => [code(name), 'derived, a number', meaning]);
  return table(['cell', 'values', 'is'], [...rows, ...derived]).trimEnd();
}

function idsPart(_: System, { ids }: SystemWords): string {
  const rows = Object.entries(ids).map(([kind, names]) => [
    kind,
    names.length === 0 ? 'those of the setup' : names.map(code).join(', '),
  ]);
  return table(['kind', 'ids'], rows).trimEnd();
}

function termsPart({ terms = {} }: System): string {
  return table(
    ['English', 'the seed'],
    // a text with fields is a sentence and no word
    Object.entries(terms).flatMap((row) => (row[0].includes('{') ? [] : [[...row]])),
  ).trimEnd();
}

/** The keys of a plan, with a switch, a command and a cell of the system in their places. */
function formPart({ id, switches, commands, errors }: System, { cells }: SystemWords): string {
  const [one] = switches;
  const command = commands.find(({ parameters }) => parameters.length > 0);
  const [parameter] = command?.parameters ?? [];
  const cell = cells[0]?.name ?? '';
  const example = parameter?.ids === undefined ? String(parameter?.min ?? 0) : `"${withArticle(parameter.ids)}"`;
  const move = `command = "${command?.name}", ${parameter?.name} = `;
  const rows: readonly (readonly [line: string, meaning: string])[] = [
    ['plan = 1', 'the form of the file'],
    [`system = "${id}"`, ''],
    ['[ruleset.switches]', 'only what is not the default'],
    [`${one?.name} = ${JSON.stringify(one?.default)}`, ''],
    ['[setup]', 'the fields below'],
    ['[[do]]', 'a command, in the order of play'],
    [`command = "${command?.name}"`, 'and its parameters'],
    [`${parameter?.name} = ${example}`, ''],
    ['label = "here"', 'what checks and a search call it'],
    [`expect = { "${cell}" = 1 }`, 'cells after it: a value, a word, { min = 1, max = 2 }'],
    [`error = "${errors[0]?.code}"`, 'instead: it must be refused with this'],
    ['[[expect]]', 'cells at another place'],
    ['after = 0', 'a label, or how many commands are over'],
    [`cells = { "${cell}" = 1 }`, ''],
    ['[search]', '`lockstep route search` finds the best way'],
    ['after = "here"', 'where it begins; left out: behind all commands'],
    [`moves = [{ ${move}[${example}] }]`, 'a list: each value; a parameter that takes a list is written as it is'],
    ['enemyMoves = []', 'what the others may do, as moves has it; enemies = "worst" or "any"'],
    ['goal = {}', 'cells that must hold at the end, as expect has them'],
    ['keep = {}', 'cells that must hold after every move'],
    ['cost = "actions"', 'what is counted'],
    ['limits = { cost = 20 }', 'where it ends'],
  ];
  const width = Math.max(...rows.map(([line]) => line.length));
  const lines = rows.map(([line, meaning]) => (meaning === '' ? line : `${line.padEnd(width)}  # ${meaning}`));
  return `\`\`\`toml plan.toml\n${lines.join('\n')}\n\`\`\`\n\nAll forms of a search: [SEARCH.md](../SEARCH.md).`;
}

/** The parts of a page by their names. */
export const SYSTEM_PARTS: Readonly<Record<string, (system: System, words: SystemWords) => string>> = {
  form: formPart,
  setup: ({ setupShape }) => shapePart(setupShape),
  query: ({ queryShape }) => shapePart(queryShape),
  commands: commandsPart,
  switches: switchesPart,
  events: eventsPart,
  errors: errorsPart,
  cells: cellsPart,
  ids: idsPart,
  terms: termsPart,
};

/** The pages of a folder that belong to a system: `docs/systems/ID.md`. */
export function systemsWithPage(root: string, systems: readonly System[]): readonly System[] {
  const names = new Set(readdirSync(join(root, 'docs/systems')));
  return systems.filter(({ id }) => names.has(`${id}.md`));
}

/** A system's page with new generated parts. @throws Error for a page without a part's marks */
export function systemPage(page: string, system: System, words: SystemWords): string {
  const file = `docs/systems/${system.id}.md`;
  return Object.entries(SYSTEM_PARTS).reduce(
    (text, [name, part]) => withPart(text, file, name, part(system, words)),
    page,
  );
}
