/**
 * Types of each system's setup, commands and cells, for programs: a wrong key, command or cell name
 * does not compile. Their names come from the declarations (`npm run generate`).
 */
import * as outer from '../system/battle.js';
import type { Battle, EventBuffer, PlainCommand, System } from '../system/system.js';
import type { Declared } from './declared.generated.js';

export type * from './declared.generated.js';

/** A command of a system; of any system where its id is not known. */
export type CommandOf<Id> = Id extends keyof Declared ? Declared[Id]['command'] : PlainCommand;
/** The name of a cell of a system; any text where its id is not known. */
export type CellOf<Id> = Id extends keyof Declared ? Declared[Id]['cell'] : string;
/** Keys that a table must have. */
type Needed<Shape> = { [Key in keyof Shape]-?: object extends Pick<Shape, Key> ? never : Key }[keyof Shape];

/** A table that is given: every key is known, every value fits. Some shapes have free keys. */
type FitsTable<Shape, Given> = [Shape] extends [never]
  ? never
  : [keyof Given] extends [never]
    ? Given
    : string extends keyof Given
      ? Given
      : string extends keyof Shape
        ? { readonly [Key in keyof Given]: Fits<Shape[keyof Shape], Given[Key]> }
        : { readonly [Key in keyof Given]: Key extends keyof Shape ? Fits<Shape[Key], Given[Key]> : never } & {
            readonly [Key in Needed<Shape>]: unknown;
          };

/**
 * What is given where it fits a form of data, else the form. A value that is known only when the
 * program runs, such as any text, is checked then.
 */
type Fits<Shape, Given> = unknown extends Shape
  ? Given
  : unknown extends Given
    ? Given
    : Given extends null | undefined
      ? Given
      : Given extends readonly (infer One)[]
        ? Extract<Shape, readonly unknown[]> extends readonly (infer Of)[]
          ? [Extract<Shape, readonly unknown[]>] extends [never]
            ? Shape
            : readonly Fits<Of, One>[]
          : Shape
        : Given extends object
          ? FitsTable<Exclude<Extract<Shape, object>, readonly unknown[]>, Given>
          : Given extends Shape
            ? Given
            : string extends Given
              ? FitsWide<Shape, string, Given>
              : number extends Given
                ? FitsWide<Shape, number, Given>
                : Shape;
/** Any text or number where some text or number fits. */
type FitsWide<Shape, Wide, Given> = [Extract<Shape, Wide>] extends [never] ? Shape : Given;

/**
 * A setup whose keys and values, and those of the tables in it, all fit the declared form; of one
 * that does not fit the form itself, so that the compiler says where the two differ.
 */
export type SetupOf<Id extends keyof Declared, Given> = [Given] extends [Fits<Declared[Id]['setup'], Given>]
  ? Given
  : Declared[Id]['setup'];

/** The same of a command: its parameters and names fit the declared command of its name. */
export type CommandFor<Id, Given> = [Given] extends [CheckedCommand<Id, Given>] ? Given : CommandOf<Id>;

type CheckedCommand<Id, Given> = Id extends keyof Declared
  ? Given extends { readonly command: infer Name }
    ? [Extract<CommandOf<Id>, { readonly command: Name }>] extends [never]
      ? CommandOf<Id>
      : Fits<Extract<CommandOf<Id>, { readonly command: Name }>, Given>
    : CommandOf<Id>
  : PlainCommand;

/** Whether the number of a record or list is one that the memory has; of `enemy[3].hp` the 3. */
type HasNumber<
  Id extends keyof Declared,
  Name,
> = Name extends `${infer Record}[${infer Number extends number}]${string}`
  ? Record extends keyof Declared[Id]['numbers']
    ? Number extends Declared[Id]['numbers'][Record]
      ? true
      : number extends Number
        ? true
        : false
    : true
  : true;

/** The records and lists of a system with the number that was given. */
type Numbered<Cell, Number extends string> = Cell extends `${infer Record}[${string}]${infer Field}`
  ? `${Record}[${Number}]${Field}`
  : never;

/** The first kind of names of which there are any. */
type Or<Some, Others> = [Some] extends [never] ? Others : Some;
type FirstTwo<Text> = Text extends `${infer One}${infer Two}${string}` ? `${One}${Two}` : '';
type First<Text> = Text extends `${infer Letter}${string}` ? Letter : '';

/**
 * Names of records and lists that are like the one that was given: of its record a field with the
 * same first letter, the same field of another record, then any field of its record.
 */
type RecordsLike<Names, Record extends string, Number extends string, Field extends string> = Or<
  Field extends `.${infer Rest}` ? Extract<Names, `${Record}[${Number}].${First<Rest>}${string}`> : never,
  Or<Extract<Names, `${string}[${Number}]${Field}`>, Or<Extract<Names, `${Record}[${string}`>, Names>>
>;

/** The names that are like the one that was given. */
type CellsLike<Id extends keyof Declared, Name> = Name extends `${infer Record}[${infer Number}]${infer Field}`
  ? `${Record}[0]${Field}` extends CellOf<Id>
    ? Record extends keyof Declared[Id]['numbers']
      ? `${Record}[${Declared[Id]['numbers'][Record] & number}]${Field}`
      : CellOf<Id>
    : RecordsLike<Numbered<CellOf<Id>, Number>, Record, Number, Field>
  : Or<Extract<Exclude<CellOf<Id>, `${string}[${string}`>, `${FirstTwo<Name>}${string}`>, CellOf<Id>>;

/** The name of a cell where the system has it, else the names that it may have meant. */
export type CellFor<Id, Name> = Id extends keyof Declared
  ? string extends Name
    ? Name
    : Name extends CellOf<Id>
      ? HasNumber<Id, Name> extends true
        ? Name
        : CellsLike<Id, Name>
      : CellsLike<Id, Name>
  : Name;

/** Marks a battle with its system, for the compiler alone: no battle holds it. */
export interface BattleOf<Id> {
  readonly systemId?: Id | undefined;
}

/** A system whose setup, commands and cells the compiler knows. */
export interface DeclaredSystem<Id extends keyof Declared> extends Omit<System, 'id' | 'create'> {
  readonly id: Id;
  /** Starts a battle. @throws RuleError with the path of the wrong data */
  create<const Given>(
    setup: SetupOf<Id, Given>,
    switches?: Readonly<Record<string, string | number>>,
  ): Battle & BattleOf<Id>;
}

/**
 * Runs one command given as plain data.
 * @throws RuleError with the reason and what would be legal, and leaves the image untouched
 */
export function apply<Id extends string, const Given extends PlainCommand>(
  system: System & { readonly id: Id },
  battle: Battle & BattleOf<NoInfer<Id>>,
  command: CommandFor<Id, Given>,
  events?: EventBuffer,
): void {
  outer.apply(system, battle, command as unknown as PlainCommand, events);
}

/** Value of a cell by name. @throws RuleError `E_UNKNOWN_ID` for an unknown name */
export function read<Id extends string, const Name extends string>(
  battle: Battle & BattleOf<Id>,
  name: CellFor<Id, Name>,
): number {
  return outer.read(battle, name as string);
}
