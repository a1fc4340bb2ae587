/**
 * The schemas of what `--json` prints, one for each verb: from the types of the library's answers
 * where the verb is a client of a call, else from the keys that the verb's page has seen.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Types of the answers that a verb prints, and keys that it prints beside them. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  verify: ['VerifyAnswer', 'CpuTraceAnswer'],
  run: ['RunAnswer'],
  predict: ['PredictAnswer', 'FiguresAnswer'],
  odds: ['OddsAnswer', 'CalculatorAnswer', 'ChancesAnswer'],
  seeds: ['SeedsAnswer'],
  locate: ['LocateAnswer'],
  compare: ['CompareAnswer', 'CompareLinesAnswer'],
  explain: ['ExplainAnswer'],
  discover: ['DiscoverAnswer'],
  symbols: ['SymbolsAnswer', 'CompareSymbolsAnswer'],
  convert: ['ConvertAnswer'],
  report: ['ReportAnswer'],
  plan: ['WorkbenchAnswer', 'BegunPlanAnswer'],
  record: ['RecordAnswer', 'FollowAnswer'],
  'route verify': ['CheckAnswer'],
  'route search': ['RouteAnswer', 'PolicyAnswer', 'OutcomesAnswer', 'SplitAnswer', 'JobAnswer', 'WorkAnswer'],
  'route check': ['CertificateAnswer'],
  'route branch change': ['EditBranchAnswer'],
  'route branch compare': ['CompareLinesAnswer'],
  'route branch export': ['ExportBranchAnswer'],
  'route branch fork': ['EditBranchAnswer'],
  'route branch list': ['ListBranchesAnswer'],
  'route branch remove': ['EditBranchAnswer'],
  'route export': ['ExportRouteAnswer'],
  data: ['GameDataAnswer'],
  holes: ['TraceHolesAnswer'],
  'menu check': ['CheckMenusAnswer'],
  'timing learn': ['LearnTimingAnswer'],
  vectors: ['RunVectorsAnswer'],
  schema: ['SchemasAnswer'],
  step: ['ReadEntryAnswer'],
  'rom call': ['CallRoutineAnswer'],
  'rom check': ['CheckTablesAnswer'],
  'rom info': ['ImageInfoAnswer'],
  'rom routines': ['RoutinesAnswer'],
  'rom tables': ['ImageTablesAnswer'],
  'rom disassemble': ['DisassembleAnswer'],
  'rom prove': ['ProveImageAnswer', 'SharpnessAnswer'],
  'rom settle': ['SettleAnswer'],
};

interface Schema {
  readonly [key: string]: unknown;
}

const DIALECT = 'http://json-schema.org/draft-07/schema#';
/** Deepest level of a type that is described; what lies deeper is anything. */
const DEEPEST = 12;

/** Turns types into schemas: objects are closed, so that a key that no type has is a fault. */
function schemaMaker(checker: ts.TypeChecker) {
  function objectSchema(type: ts.Type, stack: readonly ts.Type[]): Schema {
    const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const symbol of checker.getPropertiesOfType(type)) {
      const own = checker.getTypeOfSymbol(symbol);
      const parts = own.isUnion() ? own.types : [own];
      const isOptional =
        (symbol.flags & ts.SymbolFlags.Optional) !== 0 ||
        parts.some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0);
      properties[symbol.name] = schemaOf(own, stack);
      if (!isOptional) required.push(symbol.name);
    }
    return {
      type: 'object',
      ...(Object.keys(properties).length === 0 ? {} : { properties }),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: index === undefined ? isAnything(type) : schemaOf(index, stack),
    };
  }

  /** `object` and `{}` say nothing of their keys. */
  function isAnything(type: ts.Type): boolean {
    return (type.flags & ts.TypeFlags.NonPrimitive) !== 0 || checker.getPropertiesOfType(type).length === 0;
  }

  function unionSchema(types: readonly ts.Type[], stack: readonly ts.Type[]): Schema {
    const there = types.filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0);
    const words = there.flatMap((type) => (type.isStringLiteral() || type.isNumberLiteral() ? [type.value] : []));
    const isTruth = (type: ts.Type): boolean => (type.flags & ts.TypeFlags.BooleanLiteral) !== 0;
    const rest = there.filter((type) => !type.isStringLiteral() && !type.isNumberLiteral() && !isTruth(type));
    const truths = there.filter(isTruth);
    const made = [
      ...(words.length > 0 ? [{ enum: [...words].sort() }] : []),
      ...(truths.length > 1 ? [{ type: 'boolean' }] : truths.map((type) => schemaOf(type, stack))),
      ...rest.map((type) => schemaOf(type, stack)),
    ];
    const different = [...new Map(made.map((one) => [JSON.stringify(one), one])).values()];
    const [only] = different;
    if (different.some((one) => Object.keys(one).length === 0)) return {};
    return different.length === 1 && only !== undefined ? only : { anyOf: different };
  }

  function schemaOf(type: ts.Type, stack: readonly ts.Type[] = []): Schema {
    const { flags } = type;
    if ((flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return {};
    if (type.isUnion()) return unionSchema(type.types, stack);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { enum: [type.value] };
    if ((flags & ts.TypeFlags.BooleanLiteral) !== 0) return { enum: [checker.typeToString(type) === 'true'] };
    if ((flags & ts.TypeFlags.StringLike) !== 0) return { type: 'string' };
    if ((flags & ts.TypeFlags.NumberLike) !== 0) return { type: 'number' };
    if ((flags & ts.TypeFlags.BooleanLike) !== 0) return { type: 'boolean' };
    if ((flags & ts.TypeFlags.Null) !== 0) return { type: 'null' };
    if (stack.length > DEEPEST || stack.includes(type)) return {};
    const within = [...stack, type];
    if (checker.isTupleType(type)) {
      const items = checker.getTypeArguments(type as ts.TypeReference).map((item) => schemaOf(item, within));
      const { fixedLength, hasRestElement } = (type as ts.TupleTypeReference).target;
      if (hasRestElement) return { type: 'array', minItems: fixedLength };
      return { type: 'array', items, minItems: items.length, maxItems: items.length };
    }
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference);
      return { type: 'array', ...(item === undefined ? {} : { items: schemaOf(item, within) }) };
    }
    return objectSchema(type, within);
  }

  return schemaOf;
}

/** The types of the library's door, checked. */
function answerTypes(root: string): (name: string) => Schema {
  const config = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile).config as {
    compilerOptions: object;
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const door = join(root, 'harness/library/index.ts');
  const given = { ...options, noEmit: true, composite: false, resolveJsonModule: true, types: ['node'] };
  const program = ts.createProgram([door], given);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(door);
  const symbol = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  const shown = symbol === undefined ? [] : checker.getExportsOfModule(symbol);
  const make = schemaMaker(checker);
  return (name) => {
    const found = shown.find((one) => one.name === name);
    if (found === undefined) throw new Error(`harness/library/index.ts shows no type ${name}`);
    const own = (found.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(found) : found;
    return make(checker.getDeclaredTypeOfSymbol(own));
  };
}

// The envelope round an answer.

const EXITS = [0, 1, 2, 3, 130];
const text = { type: 'string' };

function errorSchema(verb: string): Schema {
  const error = {
    type: 'object',
    properties: {
      code: { type: 'string', pattern: '^E_[A-Z0-9_]+$' },
      message: text,
      file: text,
      line: { type: 'number' },
      offset: { type: 'number' },
      found: text,
      expected: text,
      remedy: text,
    },
    required: ['code', 'message'],
    additionalProperties: false,
  };
  return {
    type: 'object',
    properties: {
      lockstep: { enum: [1] },
      verb: { enum: [verb] },
      exit: { enum: EXITS },
      ok: { enum: [false] },
      error,
    },
    required: ['lockstep', 'verb', 'exit', 'ok', 'error'],
    additionalProperties: false,
  };
}

function envelope(verb: string): {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: string[];
} {
  const planFailures = { type: 'array', items: text };
  return {
    properties: { lockstep: { enum: [1] }, verb: { enum: [verb] }, exit: { enum: EXITS }, planFailures },
    required: ['lockstep', 'verb', 'exit'],
  };
}

/** An answer in its envelope. A union of objects is one schema for each. */
function enveloped(verb: string, schema: Schema): readonly Schema[] {
  if (Array.isArray(schema['anyOf'])) return (schema['anyOf'] as Schema[]).flatMap((one) => enveloped(verb, one));
  const { properties, required } = envelope(verb);
  return [
    {
      ...schema,
      properties: { ...properties, ...(schema['properties'] as object) },
      required: [...required, ...((schema['required'] as string[] | undefined) ?? [])],
    },
  ];
}

// Verbs that are no clients yet: what their pages have seen.

const KINDS: Readonly<Record<string, string>> = {
  text: 'string',
  number: 'number',
  object: 'object',
  list: 'array',
  'true or false': 'boolean',
};

/** Kinds as a page tells them: `list of text`, `null or number`. */
function seenKind(kind: string): Schema {
  const [outer = '', items] = kind.split(' of ');
  const kinds = outer.replace('true or false', 'boolean').split(' or ');
  const types = kinds.map((one) => KINDS[one] ?? one);
  // what is null in one example may be anything in the next one
  if (types.every((type) => type === 'null')) return {};
  const inner = items === undefined ? {} : { items: seenKind(items) };
  return { type: [...new Set([...types, 'null'])], ...inner };
}

/** The verdicts are the library's own. */
function seenSchema(verb: string, page: string): Schema {
  const properties: Record<string, Schema> = { ok: { type: 'boolean' }, verdict: text };
  for (const [, key = '', kind = ''] of page.matchAll(/^\| `([^`.[\]]+)` \| (.+) \|$/gmu)) {
    if (['lockstep', 'verb', 'exit', 'ok', 'verdict'].includes(key)) continue;
    properties[key] = seenKind(kind);
  }
  const { properties: own, required } = envelope(verb);
  return {
    type: 'object',
    properties: { ...own, ...properties },
    required: [...required, 'ok', 'verdict'],
  };
}

/** Where the schemas stand in the checkout and in the package. */
export const RESULTS = 'traces/schemas/results.json';

/** Verbs by their pages, in the order of their names. */
export function pagedVerbs(root: string): string[] {
  const pages = readdirSync(join(root, 'docs/verbs')).filter((name) => name !== 'README.md');
  return pages
    .map((name) => {
      const [, verb = ''] = /^# lockstep (.+)$/mu.exec(readFileSync(join(root, 'docs/verbs', name), 'utf8')) ?? [];
      return verb;
    })
    .sort();
}

/** One schema a verb, a verb a line. @param verbs with a page in docs/verbs */
export function resultSchemas(root: string, verbs: readonly string[]): string {
  const typed = answerTypes(root);
  const schemas = verbs.map((verb): [string, Schema] => {
    const page = readFileSync(join(root, 'docs/verbs', `${verb.replaceAll(' ', '-')}.md`), 'utf8');
    const names = ANSWERS[verb];
    const answers =
      names === undefined
        ? [seenSchema(verb, page.split('<!-- json -->')[1] ?? '')]
        : names.flatMap((name) => enveloped(verb, typed(name)));
    return [verb, { $schema: DIALECT, title: `lockstep ${verb} --json`, anyOf: [...answers, errorSchema(verb)] }];
  });
  const lines = schemas.map(([verb, schema]) => `${JSON.stringify(verb)}: ${JSON.stringify(schema)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}
