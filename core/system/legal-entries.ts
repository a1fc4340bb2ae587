/** The legal commands of a battle, read from the words in which it lists them. */
import type { Battle, CommandShape } from './declarations.js';

/** Values of a parameter, from the least to the greatest; of a list those of its members. */
export interface LegalSpan {
  readonly from: number;
  readonly to: number;
  /** Of a list. */
  readonly lengths: readonly [least: number, most: number] | undefined;
}

export interface LegalEntry {
  readonly shape: CommandShape;
  /** By parameter. */
  readonly spans: readonly LegalSpan[];
}

/** @param words room for the list; what has none is left out */
export function legalEntries(battle: Battle, commands: readonly CommandShape[], words: Int32Array): LegalEntry[] {
  const length = battle.legalCommands(words);
  const entries: LegalEntry[] = [];
  for (let at = 0; at < length; ) {
    const shape = commands.find(({ code }) => code === words[at]);
    if (shape === undefined) break;
    at++;
    const next = (): number => words[at++] as number;
    const spans = shape.parameters.map(({ capacity }): LegalSpan => {
      const lengths = capacity === undefined ? undefined : ([next(), next()] as const);
      return { from: next(), to: next(), lengths };
    });
    entries.push({ shape, spans });
  }
  return entries;
}
