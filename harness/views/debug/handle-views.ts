/** Requests for views: threads, stack, source, variables, expressions. */
import { basename } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { LockstepError } from '../../base/errors.js';
import { differenceText, eventText, headText } from '../../play/entry-view/index.js';
import { compileExpression } from '../../play/timeline/index.js';
import { type Arguments, object, optionalNumber, optionalText, text, wholeNumber } from './arguments.js';
import { consoleCommand } from './console.js';
import type { Handler } from './session.js';
import { lineOfEntry, sourceLines } from './source-view.js';
import { currentScopes, type DebugState, held, hold, imagesOf, shownEntry, shownFacts, THREAD } from './state.js';
import { type Child, memoryReference } from './variables.js';

/**
 * The source view of a line. Its reference is the same in every session, so old breakpoints still
 * fit.
 */
export function sourceOf({ timeline }: DebugState, line: number): DebugProtocol.Source {
  const branch = line === 0 ? '' : ` (${timeline.lines().find((one) => one.line === line)?.name ?? line})`;
  return {
    name: `${basename(timeline.file)}${branch}`,
    path: `lockstep:${timeline.file}${branch}`,
    sourceReference: line + 1,
    origin: 'annotated trace',
  };
}

function linesOf(state: DebugState, line: number): string[] {
  let lines = state.sources.get(line);
  if (lines === undefined) {
    lines = sourceLines(state.timeline, line);
    state.sources.set(line, lines);
  }
  return lines;
}

function isHex(args: Arguments): boolean {
  return object(args, 'format')['hex'] === true;
}

function stackOf(state: DebugState): DebugProtocol.StackFrame[] {
  const facts = shownFacts(state);
  const source = sourceOf(state, state.line);
  const line = lineOfEntry(state.timeline, shownEntry(state));
  const entry = { id: 1, name: headText(facts), source, line, column: 1 };
  const event = facts.events[state.call - 1];
  if (event === undefined) return [entry];
  const address = /^([0-9A-F]{2}):([0-9A-F]{4})/u.exec(event.routine);
  const code = address === null ? {} : { instructionPointerReference: `0x${address[1]}${address[2]}` };
  return [{ ...entry, ...code, id: 2, name: eventText(event) }, entry];
}

function variableOf(state: DebugState, child: Child): DebugProtocol.Variable {
  const { name, value, cell, scope } = child;
  return {
    name,
    value,
    variablesReference: scope === undefined ? 0 : hold(state, scope),
    ...(cell === undefined
      ? {}
      : { evaluateName: cell.name, memoryReference: memoryReference(cell), type: cell.meaning }),
  };
}

const variables: Handler = (args, session) => {
  const state = session.state();
  const children = held(state, wholeNumber(args, 'variablesReference', 1)).children();
  const start = optionalNumber(args, 'start', 0);
  const count = optionalNumber(args, 'count', 0);
  const chosen = count > 0 ? children.slice(start, start + count) : children;
  return { variables: chosen.map((child) => variableOf(state, child)) };
};

const evaluate: Handler = async (args, session) => {
  const state = session.state();
  const { timeline } = state;
  const given = text(args, 'expression').trim();
  if (optionalText(args, 'context') === 'repl') {
    const answer = await consoleCommand(state, given, session);
    if (answer !== undefined) return { result: answer, variablesReference: 0 };
  }
  const { evaluate: compute } = compileExpression(given, timeline.cells);
  const images = imagesOf(state);
  const facts = shownFacts(state);
  const pad = facts.at === 0 ? -1 : timeline.input(facts.at, state.line).pad;
  const value = compute(images.before, images.after, { frame: facts.frame, pad });
  const cell = timeline.cells.names.find(given);
  const result = isHex(args) && value >= 0 ? `0x${value.toString(16).toUpperCase()}` : String(value);
  return {
    result,
    variablesReference: 0,
    ...(cell === undefined ? {} : { memoryReference: memoryReference(cell), type: cell.meaning }),
  };
};

export const viewHandlers: Readonly<Record<string, Handler>> = {
  threads: () => ({ threads: [{ id: THREAD, name: 'battle' }] }),
  stackTrace(args, session) {
    const all = stackOf(session.state());
    const start = optionalNumber(args, 'startFrame', 0);
    const levels = optionalNumber(args, 'levels', 0);
    return { stackFrames: all.slice(start, levels > 0 ? start + levels : undefined), totalFrames: all.length };
  },
  scopes(args, session) {
    const state = session.state();
    wholeNumber(args, 'frameId', 1, 2);
    return {
      scopes: currentScopes(state, isHex(args)).map((scope) => ({
        name: scope.name,
        variablesReference: hold(state, scope),
        expensive: false,
      })),
    };
  },
  variables,
  source(args, session) {
    const state = session.state();
    const reference = Number(object(args, 'source')['sourceReference'] ?? args['sourceReference']);
    if (!state.timeline.lines().some(({ line }) => line === reference - 1)) {
      throw new LockstepError('E_REQUEST', 'there is no such source', { found: String(reference) });
    }
    return { content: `${linesOf(state, reference - 1).join('\n')}\n`, mimeType: 'text/plain' };
  },
  loadedSources(_args, session) {
    const state = session.state();
    return { sources: state.timeline.lines().map(({ line }) => sourceOf(state, line)) };
  },
  evaluate,
  completions(args, session) {
    const { timeline } = session.state();
    const before = text(args, 'text').slice(0, wholeNumber(args, 'column', 1) - 1);
    const word = /[^\s()!<>=&|+-]*$/u.exec(before)?.[0] ?? '';
    const names = timeline.cells.cells.map((cell) => cell.name).filter((name) => name.startsWith(word));
    const start = before.length - word.length + 1;
    return { targets: names.slice(0, 200).map((label) => ({ label, start, length: word.length, type: 'field' })) };
  },
  exceptionInfo(_args, session) {
    const facts = shownFacts(session.state());
    const [head = 'a condition holds', ...cells] =
      facts.difference === undefined ? [] : differenceText(facts.difference);
    return { exceptionId: head, description: cells.join('\n'), breakMode: 'always' };
  },
};
