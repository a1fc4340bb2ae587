/**
 * What can be typed in a plan of a system besides its commands: cells with the words of their
 * values, values that are derived from them, and ids. It is read off the battles of the bundled
 * plans, because cells depend on the setup.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isSetOfBits } from '../../../core/system/cell-value.js';
import type { Battle, CellDeclaration, System } from '../../../core/system/system.js';
import { SYSTEMS } from '../../base/index.js';
import { findPlanSystem, loadPlan, type SystemWords, startBattle, type WordsOfCell } from '../../play/index.js';

/** The most ids of a kind that are looked for. */
const MOST_IDS = 300;

function kindsOf({ commands }: System): readonly string[] {
  return [...new Set(commands.flatMap(({ parameters }) => parameters.flatMap(({ ids }) => ids ?? [])))];
}

function idsOf(battle: Battle, kind: string): readonly string[] {
  const ids: string[] = [];
  for (let id = battle.idName(kind, 0); id !== undefined && ids.length < MOST_IDS; ) {
    ids.push(id);
    id = battle.idName(kind, ids.length);
  }
  return ids;
}

/** `card[ID].zone`, `unit[N].x`, `moveMap[X,Y]`: what is in brackets differs by the battle. */
function patternOf(name: string, battle: Battle): string {
  return name.replace(/(\w*)\[([^\]]*)\]/gu, (_, kind: string, inside: string) => {
    if (/^\d+,\d+$/u.test(inside)) return `${kind}[X,Y]`;
    const isId = !/^\d+$/u.test(inside) || battle.idName(kind, Number(inside)) !== undefined;
    return `${kind}[${isId ? 'ID' : 'N'}]`;
  });
}

/** The kind of ids that the words of a cell are, or undefined: they are the rules' own. */
function kindOfWords(words: readonly string[], battle: Battle, own: readonly string[]): string | undefined {
  return own.find((kind) => {
    const ids = idsOf(battle, kind);
    return ids.length > 0 && ids.length === words.length && ids.every((id, index) => words[index] === id);
  });
}

/** Whether the words of a cell stand for one bit each. */
function cellOf(cell: CellDeclaration, battle: Battle, own: readonly string[]): WordsOfCell {
  const { width, signed = false, none, meaning } = cell;
  const words = Object.values(cell.words ?? {});
  const kind = words.length === 0 ? undefined : kindOfWords(words, battle, own);
  return {
    name: patternOf(cell.name, battle),
    least: signed ? -(2 ** (8 * width - 1)) : 0,
    greatest: 2 ** (8 * width - (signed ? 1 : 0)) - 1,
    meaning,
    ...(none === undefined ? {} : { none }),
    ...(kind !== undefined ? { ids: kind } : words.length === 0 ? {} : { words }),
    ...(isSetOfBits(cell) ? { isBits: true } : {}),
  };
}

/** The number in the name of a cell, such as 6 of `faces[6]`. */
function numberOf({ name }: CellDeclaration): number {
  return Number(/\[(\d+)\]/u.exec(name)?.[1] ?? -1);
}

/** What all cells of a pattern mean; where numbers in it differ, what the first and the last do. */
function meaningOf(members: readonly CellDeclaration[], meaning: string): string {
  const [first, ...rest] = [...members].sort((a, b) => numberOf(a) - numberOf(b));
  const last = rest.at(-1);
  const withoutNumbers = (text: string): string => text.replace(/\d+/gu, '');
  if (first === undefined || last === undefined || first.meaning === last.meaning || numberOf(first) < 0)
    return meaning;
  if (withoutNumbers(first.meaning) !== withoutNumbers(last.meaning)) return meaning;
  return `${first.name}: ${first.meaning}; to ${last.name}: ${last.meaning}`;
}

async function battlesOf(root: string, system: System): Promise<readonly Battle[]> {
  const traces = join(root, 'traces');
  const battles: Battle[] = [];
  for (const file of readdirSync(traces, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.toml') || !file.startsWith(system.id)) continue;
    const plan = loadPlan(join(traces, file));
    if ((await findPlanSystem(SYSTEMS, plan)) === system) battles.push(await startBattle(system, plan));
  }
  return battles;
}

/** @throws Error for a system without a bundled plan */
async function wordsOfSystem(root: string, system: System): Promise<SystemWords> {
  const battles = await battlesOf(root, system);
  const [first] = battles;
  if (first === undefined) throw new Error(`${system.id} has no bundled plan`);
  const lists = kindsOf(system).map((kind) => [kind, battles.map((battle) => idsOf(battle, kind))] as const);
  const isOwn = ([, ids]: (typeof lists)[number]): boolean =>
    ids.some((list) => list.join() !== ids[0]?.join()) || (ids[0]?.length ?? 0) === 0;
  const own = lists.filter(isOwn).map(([kind]) => kind);
  const cells = new Map<string, WordsOfCell>();
  const members = new Map<string, CellDeclaration[]>();
  for (const battle of battles) {
    for (const cell of battle.cells) {
      const row = cellOf(cell, battle, [...own, ...kindsOf(system)]);
      members.set(row.name, [...(members.get(row.name) ?? []), cell]);
      const before = cells.get(row.name);
      // a list of the user's own that one battle leaves empty
      if (before === undefined || (before.ids === undefined && before.words === undefined)) cells.set(row.name, row);
    }
  }
  return {
    cells: [...cells.values()].map((row) => ({ ...row, meaning: meaningOf(members.get(row.name) ?? [], row.meaning) })),
    ids: Object.fromEntries(lists.map((list) => [list[0], isOwn(list) ? [] : (list[1][0] ?? [])])),
  };
}

/** @param root folder of the package */
export async function wordsOfSystems(
  root: string,
  systems: readonly System[],
): Promise<Readonly<Record<string, SystemWords>>> {
  const words: Record<string, SystemWords> = {};
  for (const system of systems) words[system.id] = await wordsOfSystem(root, system);
  return words;
}

/** Text of the module that the schema of a system's plans reads. */
export function wordsModule(words: Readonly<Record<string, SystemWords>>): string {
  const data = Object.entries(words).map(([id, { cells, ids }]) => {
    const rows = cells.map((cell) => `      ${JSON.stringify(cell)},\n`).join('');
    return `  ${JSON.stringify(id)}: {\n    cells: [\n${rows}    ],\n    ids: ${JSON.stringify(ids)},\n  },\n`;
  });
  return `/** Generated by \`npm run generate\` from the battles of the bundled plans. Do not edit. */
import type { SystemWords } from './words.js';

export const SYSTEM_WORDS: Readonly<Record<string, SystemWords>> = {
${data.join('')}};
`;
}
