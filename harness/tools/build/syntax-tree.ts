/** The part of the syntax tree (ESTree) that the build uses. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly kind?: string;
  readonly operator?: string;
  readonly value?: unknown;
  readonly computed?: boolean;
  readonly async?: boolean;
  readonly generator?: boolean;
  readonly id?: Node | null;
  readonly init?: Node | null;
  readonly left?: Node;
  readonly right?: Node;
  readonly argument?: Node | null;
  readonly object?: Node;
  readonly property?: Node;
  readonly callee?: Node;
  readonly param?: Node | null;
  readonly params?: readonly Node[];
  readonly arguments?: readonly Node[];
  readonly source?: Node | null;
  readonly specifiers?: readonly Node[];
  readonly local?: Node;
  readonly exported?: Node;
  readonly declarations?: readonly Node[];
  readonly body?: Node | readonly Node[];
}

export interface Program extends Node {
  readonly body: readonly Node[];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** Direct children of a node, in the order of its fields. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

/** Calls `visit` for a node and all its descendants, parents first. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}
