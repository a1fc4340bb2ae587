/**
 * What the house measures of its source files: lengths of functions and files, positional
 * arguments, widths of comments.
 */
import ts from 'typescript';
import { folderOf, type Offences, type Source } from './sources.js';

export const LIMITS = {
  functionLines: 70,
  fileLines: 350,
  arguments: 6,
  commentColumns: 100,
  folderFiles: 35,
} as const;

type Body = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration;

function isFunction(node: ts.Node): node is Body {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isAccessor(node) ||
    ts.isConstructorDeclaration(node)
  );
}

function functionName(node: Body, file: ts.SourceFile): string {
  if (node.name !== undefined) return node.name.getText(file);
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText(file);
  return ts.isCallExpression(parent) || ts.isNewExpression(parent)
    ? `callback of ${parent.expression.getText(file).replace(/\s+/gu, '')}`
    : 'nameless';
}

/** Counts or sizes under names; the second of one name in a file is `name #2`. */
function addOwn(into: Map<string, number>, what: string, size: number): void {
  let name = what;
  for (let number = 2; into.has(name); number++) name = `${what} #${number}`;
  into.set(name, size);
}

/**
 * Called name of a call by position: `f(…)`, `a.f(…)`, `new F(…)`; spread arguments have no
 * position.
 */
function positionalCall(node: ts.Node, file: ts.SourceFile): string | undefined {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
  const given = node.arguments ?? [];
  if (given.length <= LIMITS.arguments || given.some(ts.isSpreadElement)) return undefined;
  return node.expression.getText(file).replace(/\s+/gu, '');
}

export interface Habits {
  readonly longFunctions: Offences;
  readonly longFiles: Offences;
  readonly positionalCalls: Offences;
  readonly wideComments: Offences;
  readonly crowdedFolders: Offences;
}

/** Lines that hold nothing but comment and are wider than the limit. */
export function wideCommentLines(text: string): number {
  return text.split('\n').filter((line) => line.length > LIMITS.commentColumns && /^\s*(\/\/|\/\*|\*)/u.test(line))
    .length;
}

/** @param roomOf name under which the wide comments of a file are counted */
export function measureHabits(sources: readonly Source[], roomOf: (path: string) => string): Habits {
  const longFunctions = new Map<string, number>();
  const longFiles = new Map<string, number>();
  const wideComments = new Map<string, number>();
  const calls: { path: string; name: string }[] = [];
  /** Functions with a rest parameter, and `of` of the arrays: their arguments are a list. */
  const takesList = new Set(['of']);
  for (const { path, text } of sources) {
    const lines = text.split('\n').length - 1;
    if (lines > LIMITS.fileLines) longFiles.set(path, lines);
    const wide = wideCommentLines(text);
    if (wide > 0) wideComments.set(roomOf(path), (wideComments.get(roomOf(path)) ?? 0) + wide);
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const lineOf = (at: number): number => file.getLineAndCharacterOfPosition(at).line;
    const visit = (node: ts.Node): void => {
      if (isFunction(node) && node.body !== undefined) {
        const name = functionName(node, file);
        const length = lineOf(node.end) - lineOf(node.getStart(file)) + 1;
        if (length > LIMITS.functionLines) addOwn(longFunctions, `${path} ${name}`, length);
        if (node.parameters.some(({ dotDotDotToken }) => dotDotDotToken !== undefined)) takesList.add(name);
      }
      const name = positionalCall(node, file);
      if (name !== undefined) calls.push({ path, name });
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  const positionalCalls = new Map<string, number>();
  for (const { path, name } of calls) {
    if (takesList.has(name.slice(name.lastIndexOf('.') + 1))) continue;
    const what = `${path} ${name}`;
    positionalCalls.set(what, (positionalCalls.get(what) ?? 0) + 1);
  }
  return { longFunctions, longFiles, positionalCalls, wideComments, crowdedFolders: crowdedFolders(sources) };
}

function crowdedFolders(sources: readonly Source[]): Offences {
  const counts = new Map<string, number>();
  for (const { path } of sources) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  return new Map([...counts].filter(([, count]) => count > LIMITS.folderFiles));
}
