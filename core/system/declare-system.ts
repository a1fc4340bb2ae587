/**
 * One declaration of a system: a command, an event, an error and a switch are one row each. Step,
 * list of legal commands, narration and the published declarations come from the rows.
 */
import { encodedLength } from './battle.js';
import { integerShape, tableShape, wordShape } from './data-shape.js';
import type { Ids, Kind } from './declared-data.js';
import { ownNamed } from './names.js';
import { entriesAt, textAt } from './plain-data.js';
import { chooseSwitches, type SwitchValues } from './switches.js';
import {
  type Battle,
  type Capabilities,
  type CellDeclaration,
  type CommandShape,
  type EventBuffer,
  type EventShape,
  type ParameterShape,
  RuleError,
  type RuleErrorShape,
  type SwitchShape,
  type System,
} from './system.js';
import { type EventSentences, narrationOfEvents, type Template, type Wording } from './tell-events.js';

/** The first entry of each row by the row's name. */
function firstsOf<Name extends string>(rows: Readonly<Record<Name, readonly [number, ...unknown[]]>>) {
  return Object.fromEntries(Object.entries<readonly unknown[]>(rows).map(([name, row]) => [name, row[0]])) as Readonly<
    Record<Name, number>
  >;
}

/** An error of a step. Its code is `E_` and the row's name, unless it has another one. */
export type ErrorRow = readonly [number: number, meaning: string, remedy: string, code?: string];

/** @returns return values of a step by name, and the published errors */
export function declareErrors<Name extends string>(rows: Readonly<Record<Name, ErrorRow>>) {
  const shapes = Object.entries<ErrorRow>(rows).map(([name, [number, meaning, remedy, other]]): RuleErrorShape => {
    const code = other ?? `E_${name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`;
    return { number, code, meaning, remedy };
  });
  return { numbers: firstsOf(rows), shapes };
}

/** An event; its fields are separated by spaces. A rule of the seed stands without a provenance. */
export type EventRow = readonly [
  kind: number,
  rule: string,
  fields: string,
  sentence: Template,
  provenance?: EventShape['provenance'],
];

/**
 * @param wordings as in `EventSentences`, and `more` as well
 * @returns kinds by name, published events, their sentences, and the narration by them
 */
export function declareEvents<Name extends string>(
  rows: Readonly<Record<Name, EventRow>>,
  wordings: Readonly<Record<string, Wording>>,
  more: Pick<EventSentences, 'beside' | 'isSaidElsewhere' | 'terms' | 'japanese'> = {},
) {
  const all = Object.entries<EventRow>(rows);
  const shapes = all.map(
    ([name, [kind, rule, fields, , provenance = 'seed']]): EventShape => ({
      ...{ kind, name, rule, provenance, fields: fields.split(' ') },
    }),
  );
  const templates = Object.fromEntries(all.map(([name, row]) => [name, row[3]]));
  const sentences: EventSentences = { events: shapes, templates, wordings, ...more };
  return { kinds: firstsOf(rows), shapes, sentences, narration: narrationOfEvents(sentences) };
}

/**
 * A switch, its default first. Of two values the rules read one as true: `on`, else `yes`, else the
 * one that is not the default. Of more values they read the value.
 */
export type SwitchRow = readonly [
  name: string,
  values: readonly [string | number, ...(string | number)[]],
  evidence: string,
  on?: string,
];

/** What the rules read of switches. */
type RulesOf<Rows> = {
  readonly [Name in keyof Rows]: Rows[Name] extends readonly [
    string,
    infer Values extends readonly unknown[],
    ...unknown[],
  ]
    ? Values extends readonly [unknown, unknown]
      ? boolean
      : Values[number]
    : never;
};

/** @param rows by the name in the rules */
export function declareSwitches<const Rows extends Readonly<Record<string, SwitchRow>>>(rows: Rows) {
  const shapes = Object.values<SwitchRow>(rows).map(
    ([name, values, evidence]): SwitchShape => ({ name, values, default: values[0], evidence }),
  );
  const fields = shapes.map(({ name, values, evidence: meaning }) => {
    const numbers = values.filter((value) => typeof value === 'number');
    const range = [Math.min(...numbers), Math.max(...numbers)] as const;
    return { name, value: numbers.length > 0 ? integerShape(range) : wordShape(values.map(String)), meaning };
  });
  return {
    shapes,
    /**
     * The rules of a ruleset. @throws RuleError `E_UNKNOWN_ID` for an unknown switch, `E_RANGE` for
     * a value that it does not have
     */
    read(given: SwitchValues = {}): RulesOf<Rows> {
      const value = chooseSwitches(shapes, given);
      const rules = Object.entries<SwitchRow>(rows).map(([rule, [name, values, , on]]) => {
        if (values.length > 2) return [rule, value(name)];
        return [rule, value(name) === (on ?? (values[0] === 'yes' ? 'yes' : values[1]))];
      });
      return Object.fromEntries(rules) as RulesOf<Rows>;
    },
    /** Switches as a table of plain data; their names and values are checked by `read`. */
    kind: {
      shape: tableShape(fields),
      read: (place) =>
        Object.fromEntries(
          entriesAt(place).map(([name, given]) => [
            name,
            typeof given.value === 'number' ? given.value : textAt(given),
          ]),
        ),
    } satisfies Kind<SwitchValues> as Kind<SwitchValues>,
  };
}

/** The constants of a battle and its image. */
export interface DeclaredWorld {
  readonly image: Uint8Array;
  readonly ids: Ids;
  /** What people call what has an id, by its kind, in the order of the ids; else it is the id. */
  readonly called?: Ids;
}

/**
 * A parameter, and the values of it that may be legal. Left out: each id of its kind is tried, any
 * other range is legal as a whole where its least value is.
 */
export interface ParameterRow<World> extends ParameterShape {
  /** Each value is tried. */
  readonly each?: true;
  /** Every value from the least to the highest that is legal. */
  readonly upwards?: true;
  /** The greatest value that is legal in this battle, where it is not `max`. */
  readonly most?: (world: World) => number;
  /** Of a list: its length. */
  readonly length?: (world: World) => number;
}

/** A command. Its functions work on bytes and allocate nothing. */
interface CommandHead<World> extends Omit<CommandShape, 'parameters'> {
  /** Left out: it has none. */
  readonly parameters?: readonly ParameterRow<World>[];
  /**
   * 0, or the number of the error that refuses it now whatever its parameters; looked at before
   * all else. Left out: it may come at any time.
   */
  readonly when?: (world: World) => number;
  /**
   * Lists what is legal, where its parameters depend on one another. @param first number of the
   * outer loop that the order has around the command, or -1 @param second of the inner loop
   */
  readonly legal?: (world: World, list: LegalList<World>, first: number, second: number) => void;
}

export interface CheckedCommand<World> extends CommandHead<World> {
  /** 0, or the number of the error; nothing is written. */
  readonly refuses: (world: World, command: Int32Array) => number;
  /** Carries out a command that is not refused. */
  readonly act: (world: World, command: Int32Array, events: EventBuffer | undefined) => void;
}

/** A command whose refusals need what it would write. Its row lists what is legal. */
interface WholeCommand<World> extends CommandHead<World> {
  readonly legal: NonNullable<CommandHead<World>['legal']>;
  /** 0, or the number of the error with the image untouched. */
  readonly run: (world: World, command: Int32Array, events: EventBuffer | undefined) => number;
}

export type CommandRow<World> = CheckedCommand<World> | WholeCommand<World>;

/** The list of legal commands while one command is listed. */
export interface LegalList<World> {
  /** Whether the command is legal with these values, and 0 in what follows. */
  isLegal(
    world: World,
    first: number,
    second?: number,
    third?: number,
    fourth?: number,
    fifth?: number,
    sixth?: number,
  ): boolean;
  /** Begins an entry; false: it has no room. */
  begin(): boolean;
  /** Begins an entry whose first parameters have one value each. */
  beginWith(first: number, second?: number): boolean;
  /** The range of the next parameter. */
  span(least: number, greatest: number): void;
  /** The next three parameters, each with one value. */
  fix(first: number, second: number, third: number): void;
}

/**
 * The order of the list: names of commands, and loops over the ids of a kind. A command in a loop
 * has that id as its first parameter, or lists what it likes. Commands without parameters that the
 * order does not name come first.
 */
export type LegalOrder = readonly (string | { readonly each: string; readonly of: LegalOrder })[];

/** What holds for all commands of a system. */
interface AllCommands<World> {
  /**
   * Numbers of the errors of a command that does not have the form of its parameters. Left out: the
   * commands look at them.
   */
  readonly form?: { readonly range: number; readonly id: number; readonly duplicate: number };
  /** 0, or the number of the error that refuses every command now. */
  readonly when?: (world: World) => number;
  /** What follows from every command by itself. */
  readonly after?: (world: World, events: EventBuffer | undefined) => void;
}

/** Writes the legal commands of a world into words, and returns their length. */
type ListLegal<World> = (world: World, words: Int32Array) => number;

/**
 * A row, its lengths, and its place in the order of the list. All have one form, whatever a row
 * leaves out: a step and a list read them fast.
 */
interface Node<World> {
  readonly name: string;
  readonly code: number;
  readonly meaning: string;
  readonly asks: CommandShape['asks'] | undefined;
  readonly parameters: readonly ParameterRow<World>[];
  readonly when: CommandHead<World>['when'] | undefined;
  readonly refuses: CheckedCommand<World>['refuses'] | undefined;
  readonly act: CheckedCommand<World>['act'] | undefined;
  readonly run: WholeCommand<World>['run'] | undefined;
  readonly legal: CommandHead<World>['legal'] | undefined;
  /** Words of the command, and of its entry in the list. */
  readonly length: number;
  readonly entry: number;
  /** Of a loop: the kind of ids, and what is in it; empty for a command. */
  readonly each: string;
  readonly of: readonly Node<World>[];
}

const COMMAND = { each: '', of: [] } as const;

function nodeOf<World>(row: CommandRow<World>): Node<World> {
  const { code, name, meaning, asks, parameters = [], when, legal } = row;
  const { refuses = undefined, act = undefined } = 'refuses' in row ? row : {};
  const run = 'run' in row ? row.run : undefined;
  const length = encodedLength({ code, name, meaning, parameters });
  const entry = parameters.reduce((sum, { capacity }) => sum + (capacity === undefined ? 2 : 4), 1);
  return { name, code, meaning, asks, parameters, when, refuses, act, run, legal, length, entry, ...COMMAND };
}

function legalLister<World extends DeclaredWorld>(
  rows: readonly Node<World>[],
  order: LegalOrder,
  over: AllCommands<World>['when'],
) {
  const named = new Set<string>();
  const listedIn = (names: LegalOrder): readonly Node<World>[] =>
    names.flatMap((name): readonly Node<World>[] => {
      if (typeof name !== 'string') return [{ ...(rows[0] as Node<World>), each: name.each, of: listedIn(name.of) }];
      named.add(name);
      return rows.filter((row) => row.name === name);
    });
  const ordered = listedIn(order);
  const listed = [...rows.filter(({ name, length }) => length === 1 && !named.has(name)), ...ordered];
  const longest = Math.max(...rows.map(({ length }) => length));
  const probe = new Int32Array(longest);
  const least = new Int32Array(longest);
  const greatest = new Int32Array(longest);
  // of the call and the command that is being listed
  let words: Int32Array = new Int32Array(0);
  let length = 0;
  let row = rows[0] as Node<World>;
  let refuses: CheckedCommand<World>['refuses'] = () => 0;
  /** Word of the parameter that is tried upwards, or 0. */
  let upwards = 0;

  const list: LegalList<World> = {
    isLegal(world, first, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0) {
      probe[1] = first;
      probe[2] = second;
      probe[3] = third;
      probe[4] = fourth;
      probe[5] = fifth;
      probe[6] = sixth;
      return refuses(world, probe) === 0;
    },
    begin() {
      if (length + row.entry > words.length) return false;
      words[length++] = row.code;
      return true;
    },
    beginWith(first, second = -1) {
      if (!list.begin()) return false;
      list.span(first, first);
      if (second >= 0) list.span(second, second);
      return true;
    },
    span(from, to) {
      words[length++] = from;
      words[length++] = to;
    },
    fix(first, second, third) {
      list.span(first, first);
      list.span(second, second);
      list.span(third, third);
    },
  };

  /** Writes the entry that is tried, if it is legal. */
  function enter(world: World): void {
    if (refuses(world, probe) !== 0) return;
    const { parameters } = row;
    for (let index = 0; index < parameters.length; index++) {
      const parameter = parameters[index] as ParameterRow<World>;
      if (parameter.upwards !== true) continue;
      let highest = parameter.min;
      do {
        greatest[index] = highest;
        highest++;
        probe[upwards] = highest;
      } while (highest <= parameter.max && refuses(world, probe) === 0);
      probe[upwards] = parameter.min;
    }
    if (!list.begin()) return;
    for (let index = 0; index < parameters.length; index++) {
      const parameter = parameters[index] as ParameterRow<World>;
      if (parameter.length !== undefined) list.span(parameter.length(world), parameter.length(world));
      list.span(least[index] as number, greatest[index] as number);
    }
  }

  /** Tries the values of a parameter and of those behind it. @param at its word */
  function attempt(world: World, index: number, at: number): void {
    const parameter = row.parameters[index];
    if (parameter === undefined) {
      enter(world);
      return;
    }
    const { min, max, ids, each, capacity = 0 } = parameter;
    if (each === undefined && ids === undefined) {
      if (parameter.upwards === true) upwards = at;
      probe[at] = parameter.length?.(world) ?? min;
      probe.fill(min, at + 1, at + 1 + capacity);
      least[index] = min;
      greatest[index] = parameter.most?.(world) ?? max;
      attempt(world, index + 1, at + 1 + capacity);
      return;
    }
    const last = ids === undefined ? max : (world.ids[ids] as readonly string[]).length - 1;
    for (let value = min; value <= last; value++) fix(world, index, at, value);
  }

  function fix(world: World, index: number, at: number, value: number): void {
    probe[at] = value;
    least[index] = value;
    greatest[index] = value;
    attempt(world, index + 1, at + 1);
  }

  /** Whether anything of a command may be legal now; it is the row that is listed then. */
  function begin(world: World, next: Node<World>): boolean {
    row = next;
    if (next.when !== undefined && next.when(world) !== 0) return false;
    if (next.refuses === undefined) return true;
    refuses = next.refuses;
    probe[0] = next.code;
    for (let at = 1; at < next.length; at++) probe[at] = 0;
    return true;
  }

  function walk(world: World, nodes: readonly Node<World>[], first: number, second: number): void {
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes[index] as Node<World>;
      if (node.each !== '') {
        const count = (world.ids[node.each] as readonly string[]).length;
        for (let id = 0; id < count; id++) walk(world, node.of, first < 0 ? id : first, first < 0 ? -1 : id);
        continue;
      }
      if (!begin(world, node)) continue;
      if (node.legal !== undefined) node.legal(world, list, first, second);
      else if (first < 0) attempt(world, 0, 1);
      else fix(world, 0, 1, first);
    }
  }

  return (world: World, out: Int32Array): number => {
    words = out;
    length = 0;
    if (over === undefined || over(world) === 0) walk(world, listed, -1, -1);
    return length;
  };
}

/** 0, or the number of an error about a command's form: ranges, ids, no id twice in a list. */
function formError<World extends DeclaredWorld>(
  world: World,
  { parameters }: Node<World>,
  command: Int32Array,
  errors: NonNullable<AllCommands<World>['form']>,
): number {
  let at = 1;
  for (let index = 0; index < parameters.length; index++) {
    const { ids, min, max, capacity } = parameters[index] as ParameterRow<World>;
    const most = ids === undefined ? max : (world.ids[ids] as readonly string[]).length - 1;
    const outside = ids === undefined ? errors.range : errors.id;
    if (capacity === undefined) {
      const value = command[at++];
      if (value === undefined) return errors.range;
      if (value < min || value > most) return outside;
      continue;
    }
    const count = command[at] ?? -1;
    if (count < 0 || count > capacity) return errors.range;
    for (let one = 1; one <= count; one++) {
      const value = command[at + one];
      if (value === undefined) return errors.range;
      if (value < min || value > most) return outside;
      for (let other = 1; ids !== undefined && other < one; other++) {
        if (command[at + other] === value) return errors.duplicate;
      }
    }
    at += 1 + capacity;
  }
  return 0;
}

/** The commands of a system. */
export interface DeclaredCommands<World> {
  readonly shapes: readonly CommandShape[];
  /** Code of a command by its name. */
  readonly codeOf: (name: string) => number;
  /** Returns 0, or the number of the error with the image untouched. */
  readonly step: (world: World, command: Int32Array, events: EventBuffer | undefined) => number;
  /** Writes what is legal as `Battle.legalCommands`. */
  readonly listLegal: ListLegal<World>;
}

/** @param unknown number of the error for a command with another code */
export function declareCommands<World extends DeclaredWorld>(
  given: readonly CommandRow<World>[],
  order: LegalOrder,
  unknown: number,
  { form, when: over, after }: AllCommands<World> = {},
): DeclaredCommands<World> {
  const rows = given.map((row) => nodeOf(row));
  const byCode: (Node<World> | undefined)[] = [];
  for (const row of rows) byCode[row.code] = row;
  return {
    shapes: rows.map(({ code, name, parameters, meaning, asks }) => ({
      ...{ code, name, meaning, ...(asks && { asks }) },
      parameters: parameters.map(({ each, upwards, most, length, ...parameter }) => parameter),
    })),
    codeOf(name) {
      const row = rows.find((candidate) => candidate.name === name);
      if (row === undefined) throw new RuleError('E_INTERNAL', `no command is called ${name}`);
      return row.code;
    },
    step(world, command, events) {
      const row = byCode[command[0] as number];
      if (row === undefined) return unknown;
      let refused = form === undefined ? 0 : formError(world, row, command, form);
      if (refused === 0 && over !== undefined) refused = over(world);
      if (refused === 0 && row.when !== undefined) refused = row.when(world);
      if (refused !== 0) return refused;
      if (row.run !== undefined) refused = row.run(world, command, events);
      else {
        if (row.refuses !== undefined) refused = row.refuses(world, command);
        if (refused === 0 && row.act !== undefined) row.act(world, command, events);
      }
      if (refused === 0 && after !== undefined) after(world, events);
      return refused;
    },
    listLegal: legalLister(rows, order, over),
  };
}

/** A battle with its world. */
export interface DeclaredBattle<World> extends Battle {
  readonly world: World;
}

/** What a system declares, besides what its rows are made into. */
export interface SystemDeclaration<World extends DeclaredWorld, Rules>
  extends Pick<System, 'id' | 'version' | 'title' | 'unit' | 'fitSetup' | 'terms'> {
  readonly setup: { readonly shape: NonNullable<System['setupShape']> };
  readonly query?: { readonly shape: NonNullable<System['queryShape']> };
  readonly commands: DeclaredCommands<World>;
  readonly events: Pick<System, 'narration'> & { readonly shapes: System['events'] };
  readonly errors: { readonly shapes: System['errors'] };
  readonly switches: {
    readonly shapes: System['switches'];
    readonly read: (given: SwitchValues) => Rules;
  };
  /** Starts a world. @throws RuleError with the path of the wrong data */
  readonly start: (setup: unknown, rules: Rules) => World;
  readonly cells: (world: World) => readonly CellDeclaration[];
  /** @param worldOf the world of a battle, which is refused if it belongs to another system */
  readonly capabilities: (worldOf: (battle: Battle) => World) => Capabilities;
}

/** A system from its declaration. */
export function declareSystem<World extends DeclaredWorld, Rules, const Id extends string>(
  declaration: SystemDeclaration<World, Rules> & { readonly id: Id },
) {
  const { id, version, title, unit, setup, query, commands, events, errors, switches, fitSetup, terms } = declaration;
  const worldOf = (battle: Battle): World => {
    if ('world' in battle) return (battle as DeclaredBattle<World>).world;
    throw new RuleError('E_TYPE', `this is not a battle of ${id}`);
  };
  return {
    ...{ id, version, title, unit, commands: commands.shapes, events: events.shapes, errors: errors.shapes },
    ...{ switches: switches.shapes, narration: events.narration, setupShape: setup.shape },
    ...(query === undefined ? {} : { queryShape: query.shape }),
    ...(fitSetup === undefined ? {} : { fitSetup }),
    ...(terms === undefined ? {} : { terms }),
    capabilities: declaration.capabilities(worldOf),
    /** Starts a battle. @throws RuleError for a wrong setup or switch */
    create(given: unknown, chosen: SwitchValues = {}): DeclaredBattle<World> {
      const world = declaration.start(given, switches.read(chosen));
      let cells: readonly CellDeclaration[] | undefined;
      return {
        world,
        image: world.image,
        // they may be many thousands, and are declared when somebody asks
        get cells() {
          cells ??= declaration.cells(world);
          return cells;
        },
        step: (command, buffer) => commands.step(world, command, buffer),
        legalCommands: (words) => commands.listLegal(world, words),
        idNumber: (kind, name) => world.ids[kind]?.indexOf(name) ?? -1,
        idName: (kind, number) => world.ids[kind]?.[number],
        named(kind, number) {
          const name = world.called?.[kind]?.[number];
          return name === undefined ? undefined : ownNamed(world.ids[kind]?.[number] ?? '', name);
        },
      };
    },
  };
}
