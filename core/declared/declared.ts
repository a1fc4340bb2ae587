/**
 * Types of each system's setup, commands and cells, for programs: a wrong key, command or cell name
 * does not compile. Their names come from the declarations (`npm run generate`).
 */
import * as outer from '../system/battle.js';
import type { Battle, EventBuffer, PlainCommand, System } from '../system/system.js';
import type { Declared } from './declared.generated.js';

/** A command of a system; of any system where its id is not known. */
export type CommandOf<Id> = Id extends keyof Declared ? Declared[Id]['command'] : PlainCommand;
/** The name of a cell of a system; any text where its id is not known. */
export type CellOf<Id> = Id extends keyof Declared ? Declared[Id]['cell'] : string;
/** Data whose keys are all in a tree of names; values are checked when the battle starts. */
type Known<Names, Given> = unknown extends Names
  ? Given
  : Given extends readonly (infer One)[]
    ? readonly Known<Names, One>[]
    : Given extends object
      ? string extends keyof Given
        ? Given
        : { readonly [Key in keyof Given]: Key extends keyof Names ? Known<Names[Key], Given[Key]> : never }
      : Given;
/** A setup whose keys, and those of the tables in it, are all known. */
export type SetupOf<Id extends keyof Declared, Given> = Given & Known<Declared[Id]['setup'], Given>;

/** Marks a battle with its system, for the compiler alone: no battle holds it. */
export interface BattleOf<Id> {
  readonly systemId?: Id;
}

/** A system whose setup, commands and cells the compiler knows. */
export interface DeclaredSystem<Id extends keyof Declared> extends Omit<System, 'id' | 'create'> {
  readonly id: Id;
  /** Starts a battle. @throws RuleError with the path of the wrong data */
  create<Given>(setup: SetupOf<Id, Given>, switches?: Readonly<Record<string, string | number>>): Battle & BattleOf<Id>;
}

/**
 * Runs one command given as plain data.
 * @throws RuleError with the reason and what would be legal, and leaves the image untouched
 */
export function apply<Id extends string>(
  system: System & { readonly id: Id },
  battle: Battle,
  command: CommandOf<Id>,
  events?: EventBuffer,
): void {
  outer.apply(system, battle, command as PlainCommand, events);
}

/** Value of a cell by name. @throws RuleError `E_UNKNOWN_ID` for an unknown name */
export function read<Id extends string>(battle: Battle & BattleOf<Id>, name: CellOf<Id>): number {
  return outer.read(battle, name);
}
