/** Imports between the files of the house, and the circles that they form. */
import { posix } from 'node:path';
import ts from 'typescript';
import { folderOf, type Offences, type Source } from './sources.js';

export interface Import {
  readonly from: string;
  readonly to: string;
}

/**
 * Every import of a file of the house by another, types and `import()` included.
 *
 * @throws where an import names a TypeScript file that is not there
 */
export function importsOf(sources: readonly Source[]): readonly Import[] {
  const paths = new Set(sources.map(({ path }) => path));
  return sources.flatMap(({ path, text }) =>
    ts
      .preProcessFile(text, true, true)
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.') && !fileName.endsWith('.json'))
      .map(({ fileName }) => {
        const to = posix.join(folderOf(path), fileName).replace(/\.js$/u, '.ts');
        if (!paths.has(to)) throw new Error(`${path} imports ${fileName}, which is no source file`);
        return { from: path, to };
      }),
  );
}

/** Groups of more than one name of which each can be reached from each (Tarjan), sorted. */
export function circlesOf(edges: readonly Import[]): readonly (readonly string[])[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    next.set(from, (next.get(from) ?? new Set()).add(to));
    if (!next.has(to)) next.set(to, new Set());
  }
  const number = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (name: string): number => {
    const own = number.size;
    number.set(name, own);
    let low = own;
    open.push(name);
    for (const other of next.get(name) ?? []) {
      if (!number.has(other)) low = Math.min(low, visit(other));
      else if (open.includes(other)) low = Math.min(low, number.get(other) ?? low);
    }
    lowest.set(name, low);
    if (low === own) {
      const circle = open.splice(open.indexOf(name));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  };
  for (const name of next.keys()) if (!number.has(name)) visit(name);
  return circles.sort((a, b) => (String(a) < String(b) ? -1 : 1));
}

/**
 * Files that show a folder to those outside: an `index.ts` that nothing in its folder imports, at
 * any depth. It stands for itself, above the folders that it shows, so that they may use the files
 * beside it.
 */
export function doorsOf(imports: readonly Import[]): ReadonlySet<string> {
  const isIndex = (path: string): boolean => posix.basename(path) === 'index.ts';
  const doors = new Set(imports.flatMap(({ from, to }) => [from, to]).filter(isIndex));
  for (const { from, to } of imports) if (isIndex(to) && from.startsWith(`${folderOf(to)}/`)) doors.delete(to);
  return doors;
}

function asOffences(circles: readonly (readonly string[])[]): Offences {
  return new Map(circles.map((circle) => [circle.join(' <-> '), circle.length]));
}

export function fileCircles(imports: readonly Import[]): Offences {
  return asOffences(circlesOf(imports));
}

export function folderCircles(imports: readonly Import[]): Offences {
  const doors = doorsOf(imports);
  const node = (path: string): string => (doors.has(path) ? path : folderOf(path));
  const edges = imports.map(({ from, to }) => ({ from: node(from), to: node(to) }));
  return asOffences(circlesOf(edges.filter(({ from, to }) => from !== to)));
}

/**
 * Position of a file's room in the list, or -1: the longest path that is the file or a folder above
 * it.
 */
export function roomIndex(rooms: readonly string[], path: string): number {
  let best = -1;
  rooms.forEach((room, index) => {
    const fits = path === room || path.startsWith(`${room}/`);
    if (fits && room.length > (rooms[best]?.length ?? -1)) best = index;
  });
  return best;
}

/** Imports from a room that stands later, counted by pairs of rooms. */
export function upwardImports(imports: readonly Import[], rooms: readonly string[]): Offences {
  const counts = new Map<string, number>();
  for (const { from, to } of imports) {
    const [low, high] = [roomIndex(rooms, from), roomIndex(rooms, to)];
    const pair = `${rooms[low]} -> ${rooms[high]}`;
    if (high > low) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}
