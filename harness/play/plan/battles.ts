/**
 * Several battles in one plan: a `[[battle]]` table is the command `battle`, which begins the next
 * one, with the commands of that battle behind it. Everything else sees one list of commands.
 */
import type { PlanPlace } from './types.js';

type Table = Readonly<Record<string, unknown>>;

/** The command that a `[[battle]]` table stands for. */
export const NEXT_BATTLE = 'battle';

interface Battles {
  readonly do?: readonly Table[];
  readonly battle?: readonly (Table & { readonly do?: readonly Table[] })[];
}

/** Every table of a command with its path in the text, in the order of play. */
function placed(data: Table): readonly (readonly [path: string, table: Table])[] {
  const { do: first = [], battle: battles = [] } = data as Battles;
  const own = first.map((table, index) => [`do[${index}]`, table] as const);
  const next = battles.flatMap(({ do: steps = [], ...way }, number) => [
    [`battle[${number}]`, { command: NEXT_BATTLE, ...way }] as const,
    ...steps.map((table, index) => [`battle[${number}].do[${index}]`, table] as const),
  ]);
  return [...own, ...next];
}

/** The commands of all battles of a plan, each as a `[[do]]` table. */
export function stepTables(data: Table): readonly Table[] {
  return placed(data).map(([, table]) => table);
}

/** The same plan with one list of commands. */
export function withOneList(data: Table): Table {
  const { battle, ...rest } = data;
  return battle === undefined ? data : { ...rest, do: stepTables(data) };
}

/**
 * A locator that takes `do[n]` for the n-th command of all battles.
 * @param locate of the text
 */
export function locateSteps(data: Table, locate: (path: string) => PlanPlace): (path: string) => PlanPlace {
  if (data['battle'] === undefined) return locate;
  const paths = placed(data).map(([path]) => path);
  return (path) => {
    const [, number = '', rest = ''] = /^do\[(\d+)\](.*)$/su.exec(path) ?? [];
    const own = number === '' ? undefined : paths[Number(number)];
    return locate(own === undefined ? path : `${own}${rest}`);
  };
}
