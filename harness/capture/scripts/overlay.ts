/**
 * Assembles an overlay script: what a planner wants to see, drawn in the game's window, with what a
 * plan says next.
 */
import { moveCost } from '../../../core/live-a-live/turn/action-points.js';
import { OVERFLOW_WINDOW } from '../../../core/live-a-live/turn/predict.js';
import { createEventBuffer } from '../../../core/system/battle.js';
import type { Battle, System } from '../../../core/system/system.js';
import { BLOCKS, type BlockKind } from '../../../rom-map/index.js';
import { LockstepError } from '../../base/index.js';
import { commandText, type Move, type Plan, type PlanStep, type PlanVisitor, playPlan } from '../../play/index.js';

import { luaText, offsetOfCell, type RecorderEmulator, scriptPart } from './script.js';

const CELLS: readonly (readonly [name: string, width: number])[] = [
  ['actionPoints', 2],
  ['turnFlag', 1],
];
const FIELDS: Readonly<Record<'ally' | 'enemy' | 'species', readonly (readonly [name: string, width: number])[]>> = {
  ally: [
    ['id', 1],
    ['state', 1],
    ['speed', 1],
    ['skillState', 1],
    ['charge', 1],
  ],
  enemy: [
    ['state', 1],
    ['species', 2],
    ['orderPoints', 2],
    ['skillState', 1],
    ['charge', 1],
  ],
  species: [['type', 1]],
};
/** Events of one command; draws beyond are not followed. */
const EVENTS = 1 << 16;

function block(kind: BlockKind & keyof typeof FIELDS): string {
  const { base, stride, count } = BLOCKS[kind];
  const fields = FIELDS[kind].map(([name, width]) => `${name} = {${offsetOfCell(`${kind}[0].${name}`)},${width}}`);
  return `${kind} = {first = ${base}, stride = ${stride}, count = ${count}, fields = {${fields.join(', ')}}}`;
}

/** The four bytes in the order of their addresses. */
function stateText(state: number): string {
  const bytes = [0, 8, 16, 24].map((shift) => (state >>> shift) & 0xff);
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Parameters whose names an emulator's font does not have, as ids. */
function plainIds(battle: Battle, move: Move | string, { command }: PlanStep): Record<string, string> {
  if (typeof move === 'string') return {};
  const ids = move.shape.parameters.flatMap(({ name, ids: kind }, index) => {
    const given = command[name];
    if (kind === undefined || typeof given !== 'string') return [];
    const id = battle.idName?.(kind, move.words[1 + index] as number);
    return id === undefined ? [] : [[name, id] as const];
  });
  return Object.fromEntries(ids);
}

/** Each command of a plan with the states of the generator from its beginning to its end. */
function planRows(system: System, battle: Battle, plan: Plan): string[] {
  const { generator } = system.capabilities.planning ?? {};
  const draws = system.capabilities.evidence?.draws;
  if (generator === undefined || draws === undefined) {
    throw new LockstepError('E_CAPABILITY', `${system.id} has no generator to follow a plan by`, {
      file: plan.file,
      remedy: 'Name a plan of battles by commands',
    });
  }
  const events = createEventBuffer(EVENTS);
  const width = new Map(system.events.map(({ kind, fields }) => [kind, fields.length + 1]));
  const rows: string[] = [];
  let states = new Set<number>();
  const visitor: PlanVisitor = {
    before() {
      states = new Set([generator.read(battle)]);
      return 'play';
    },
    command() {
      for (let at = 0; at < events.length; at += width.get(events.words[at] as number) ?? 1) {
        if (events.words[at] === draws) states.add((events.words[at + 3] as number) >>> 0);
      }
    },
    after({ step, move }) {
      const said = { ...step.command, ...plainIds(battle, move, step) };
      const known = [...states].map((state) => `['${stateText(state)}']=1`).join(',');
      const label = step.label === undefined ? '' : ` (${step.label})`;
      rows.push(`{${luaText(`${commandText(said)}${label}`)},{${known}}}`);
    },
  };
  playPlan(system, battle, plan, visitor, { events });
  return rows;
}

/** A plan and the battle at its start. */
export interface OverlayPlan {
  readonly system: System;
  readonly battle: Battle;
  readonly plan: Plan;
}

/** @throws LockstepError `E_CAPABILITY`, `E_PLAN_REJECTED` */
export function overlayScript(emulator: RecorderEmulator, followed: OverlayPlan | undefined): string {
  const cells = CELLS.map(([name, width]) => `${name} = {${offsetOfCell(name)},${width}}`);
  const fields = [
    `cells = {${cells.join(', ')}}`,
    ...(['ally', 'enemy', 'species'] as const).map(block),
    `generator = ${offsetOfCell('battleGenerator.a0')}`,
    `speedCap = ${4 * (64 - moveCost(255))}`,
    `window = {${OVERFLOW_WINDOW.first},${OVERFLOW_WINDOW.last}}`,
    ...(followed === undefined
      ? []
      : [`plan = {\n    ${planRows(followed.system, followed.battle, followed.plan).join(',\n    ')},\n  }`]),
  ];
  return [
    `-- Overlay for ${emulator}, made by \`lockstep symbols --format lua --overlay --emulator ${emulator}\`.`,
    '-- harness/capture/scripts/README.md tells how to use it.',
    `local LOCKSTEP = {\n  ${fields.join(',\n  ')},\n}\n`,
    `local createOverlay = (function()\n${scriptPart('overlay')}end)()\n`,
    scriptPart(`overlay-${emulator}`),
  ].join('\n');
}
