/** The views of the stepper as lines of text: facts, board, memory, why-chain, branches, help. */

import { padTo, plainText } from '../../base/index.js';

import {
  type EntryFacts,
  eventText,
  factsText,
  gaugeText,
  type Timeline,
  turnText,
  type UnitFact,
  unitText,
} from '../../play/index.js';

const VIEWS = ['facts', 'board', 'memory', 'why', 'compare', 'branches', 'code', 'help'] as const;
export type ViewName = (typeof VIEWS)[number];

/**
 * The facts without head and turn, which every view shows. Within an entry: the events up to the
 * call.
 */
export function factLines(facts: EntryFacts, call: number, all: boolean, notes: readonly string[] = []): string[] {
  const options = { scratch: all, passive: all, notes };
  const turn = turnText(facts);
  const lines = factsText(facts, options)
    .slice(1)
    .map((line) => line.slice(2))
    .filter((line) => line !== turn || turn === '');
  if (call === 0) return lines;
  const events = facts.events.map((event) => `${event.call === call ? '>' : ' '} ${eventText(event)}`);
  return [`at call ${call} of ${facts.events.length}`, ...events, ...lines.slice(0, lines.length - events.length)];
}

const ARROWS: Readonly<Record<string, string>> = {
  'lower right': '\\>',
  'lower left': '</',
  'upper right': '/>',
  'upper left': '<\\',
  '': '  ',
};
const TILE = 6;
/** Letters of the sides on the board. */
const SIDES = 'AEBCDFGH';

/** Side letter, number of the unit (or its index) and facing: four columns for numbers below 10. */
function tileText(unit: UnitFact, index: number): string {
  const number = /\[(\d+)\]$/.exec(unit.prefixes[0] ?? '')?.[1] ?? String(index);
  return `${SIDES[unit.side] ?? '?'}${number}${ARROWS[unit.facing]}`;
}

/** The board with its units, and below it the system's own print. */
export function boardLines(timeline: Timeline, facts: EntryFacts): string[] {
  const lines: string[] = [];
  if (facts.board !== undefined) {
    const [columns, rows] = facts.board;
    const on = facts.units.filter((unit) => unit.x >= 0 && unit.x < columns && unit.y >= 0 && unit.y < rows);
    if (columns * TILE > 400 || rows > 400) lines.push(`a board of ${columns} x ${rows} is too large to be drawn`);
    else {
      lines.push(`   ${Array.from({ length: columns }, (_, x) => padTo(String(x), TILE)).join('')}`);
      for (let y = 0; y < rows; y++) {
        let row = padTo(String(y), 3);
        for (let x = 0; x < columns; x++) {
          const unit = on.find((one) => one.x === x && one.y === y);
          row += padTo(unit === undefined ? '.' : tileText(unit, on.indexOf(unit)), TILE);
        }
        lines.push(row.trimEnd());
      }
      on.forEach((unit, index) => {
        lines.push(`${tileText(unit, index).slice(0, -2)} = ${unitText(unit)}`);
      });
    }
    lines.push('');
  }
  const print = timeline.system.capabilities.views?.print;
  if (print !== undefined) lines.push(...print(timeline.battle).split('\n').map(plainText));
  if (lines.length === 0) {
    lines.push('this system has no board; its units:', ...facts.units.map(unitText), ...facts.gauges.map(gaugeText));
  }
  return lines;
}

/** Addresses and bytes, 16 a line; changed bytes are followed by `*`. */
export function memoryLines(timeline: Timeline, before: Uint8Array, after: Uint8Array): string[] {
  return timeline.cells.regions.flatMap((region) => {
    const lines: string[] = [];
    const first = region.address & ~15;
    for (let line = first; line < region.address + region.length; line += 16) {
      let text = `${line.toString(16).toUpperCase().padStart(6, '0')} `;
      for (let address = line; address < line + 16; address++) {
        const within = address - region.address;
        const offset = region.offset + within;
        if (within < 0 || within >= region.length) text += '   ';
        else {
          const hex = (after[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0');
          text += `${hex}${before[offset] === after[offset] ? ' ' : '*'}`;
        }
        if (address === line + 7) text += ' ';
      }
      lines.push(text.trimEnd());
    }
    return lines;
  });
}

export const HELP: readonly string[] = [
  'Right f      one on (hold to run)          Left b       one back',
  '.            next frame, inside commands   ,            frame before',
  'Down n       next action                   Up p         previous action',
  ']            next routine call             [            previous routine call',
  'PageDown     60 on                         PageUp       60 back',
  'Home         start                         End          end',
  'Space        run, stop                     g G          go to a command (12, 12.5, label), to a frame',
  'm M          next, previous enemy action',
  'd D          next, previous draw           e E          next, previous enemy turn',
  't T          next, previous turn           x X          next, previous difference',
  '/ \\          run forwards, backwards to a condition',
  'r R          the last condition again, forwards, backwards',
  'v            next view: facts, board, memory',
  'j k          scroll the view down, up      a            show working cells too',
  'w W          add, remove a watch           y            why has a cell its value?',
  "o            into the image's own code, where it ran (--rom)",
  'B N          new branch here, rename it    Tab          next branch',
  'l            list of branches              c            compare with its parent',
  's            set a cell (on a branch)      u U          undo, redo (without limit)',
  'i I          set this input, insert one after it: 0200, or a command as JSON',
  '- Delete     delete this entry (on a branch)',
  'Esc          end a search, back to facts   h ?          this help',
  'q Ctrl-C     quit',
  '',
  'Conditions: draw, turn, enemy turn, enemy action, difference, action, change CELL, routine C1:1C02,',
  'or an expression: actionPoints >= 256 and not changed(turnFlag), previous(CELL),',
  '$7E03AE.2 & 0x8000, frame, pad; with and or not = != < <= > >= + - & ( ).',
];
