/** LIVE A LIVE: battles by commands, the turn engine by actions, and the guide's rules. */
import * as player from '../../../../../core/live-a-live/battle/player-commands.js';
import * as frame from '../../../../../core/live-a-live/drill/actions.js';
import { GUIDE_ERROR } from '../../../../../core/live-a-live/guide/commands.js';
import type { Said } from '../row.js';
import type { Given, StepRemedy } from './step-row.js';

const HERO = { formation: 0xde, generator: [1, 0, 231, 131], party: [{ character: 'takahara' }] };
const KICK = 0x7d;
const aim = (x: number, y: number, more: object = {}): Given => ({ command: 'skill', skill: KICK, x, y, ...more });
const OERSTED = { formation: 0, generator: [1, 2, 3, 4], party: [{ character: 'oersted', level: 9 }] };
const WIN: Given = { command: 'auto', policy: 'attack' };
const NEXT: Given = { command: 'battle', formation: 1 };
const HERBS = Array.from({ length: 16 }, () => 'naori-herb');

/** The first cell of the words "(x,y) ..." after a phrase. */
function cellAfter({ line }: Said, phrase: string): { readonly x: number; readonly y: number } {
  const found = /\((\d),(\d)\)/u.exec(line.slice(line.indexOf(phrase)));
  if (!line.includes(phrase) || found === null) throw new Error(`no cell is named: ${line}`);
  return { x: Number(found[1]), y: Number(found[2]) };
}

/** A skill that the message names, at a cell that it reaches from there. */
function namedSkill({ line }: Said): readonly Given[] {
  if (!/may use [^.]*\bdou-mawashi-kaiten-geri\b/u.test(line)) throw new Error(`no skill is named: ${line}`);
  return [{ command: 'skill', skill: 'dou-mawashi-kaiten-geri', x: 4, y: 3 }];
}

export const OF_BATTLE: readonly StepRemedy[] = [
  { number: player.E_OVER, setup: OERSTED, before: [WIN], bad: { command: 'step' }, good: [] },
  { number: player.E_ACTOR, setup: HERO, bad: { command: 'step', ally: 1 }, good: [{ command: 'step' }] },
  {
    number: player.E_NOBODY,
    setup: HERO,
    cells: { 'ally[0].statuses': 0x20 },
    bad: { command: 'step' },
    good: [{ command: 'wait' }],
  },
  {
    number: player.E_UNREACHABLE,
    setup: HERO,
    bad: { command: 'move', x: 0, y: 1 },
    good: (said) => [{ command: 'move', ...cellAfter(said, 'that it can walk to: ') }],
  },
  { number: player.E_SKILL, setup: HERO, bad: { ...aim(4, 3), skill: 0x85 }, good: namedSkill },
  {
    number: player.E_DISABLED,
    setup: HERO,
    cells: { 'ally[0].statuses': 0x04 },
    bad: aim(4, 3),
    good: [{ command: 'skill', skill: 'dou-mawashi-kaiten-geri', x: 4, y: 3 }],
  },
  {
    number: player.E_TARGET,
    setup: HERO,
    bad: aim(0, 0),
    good: (said) => {
      const { x, y } = cellAfter(said, 'it reaches ');
      return [aim(x, y)];
    },
  },
  {
    number: player.E_ITEM,
    setup: OERSTED,
    bad: { command: 'item', item: 'naori-herb', x: 3, y: 2 },
    good: [{ command: 'item', item: 'naori-herb', x: 3, y: 2 }],
    goodSetup: { ...OERSTED, items: ['naori-herb'] },
  },
  {
    number: player.E_ESCAPE,
    setup: { ...OERSTED, escape: false },
    bad: { command: 'escape' },
    good: [{ command: 'escape' }],
    goodSetup: OERSTED,
  },
  {
    number: player.E_PARAMETER,
    setup: HERO,
    bad: { command: 'wait', frames: 256 },
    good: [{ command: 'wait', frames: 255 }],
  },
  {
    number: player.E_LEG_LOCK,
    setup: HERO,
    cells: { 'ally[0].statuses': 0x02 },
    bad: { command: 'move', x: 5, y: 3 },
    good: [{ command: 'step' }],
  },
  {
    number: player.E_PRESSES,
    setup: HERO,
    cells: { actionPoints: 0xfff0 },
    bad: aim(4, 3, { presses: 'overflow' }),
    good: [aim(4, 3)],
  },
  { number: player.E_RUNNING, setup: OERSTED, bad: NEXT, good: [WIN, NEXT] },
  {
    number: player.E_LOST,
    setup: OERSTED,
    cells: { battleResult: 2 },
    bad: NEXT,
    good: [WIN, NEXT],
    goodCells: {},
  },
  {
    number: player.E_NO_ROOM,
    setup: { ...OERSTED, items: HERBS },
    cells: { battleResult: 1, 'droppedItem[0]': 1 },
    bad: NEXT,
    good: [NEXT],
    goodSetup: { ...OERSTED, items: HERBS.slice(1) },
  },
  {
    number: player.E_FALLEN,
    setup: OERSTED,
    cells: { battleResult: 1, 'record[0].hp': 0 },
    bad: { ...NEXT, heal: 0 },
    good: [NEXT],
  },
  { number: player.E_FORMATION, setup: OERSTED, before: [WIN], bad: { ...NEXT, formation: 0x82 }, good: [NEXT] },
  {
    number: player.E_AREA,
    setup: OERSTED,
    before: [WIN],
    bad: { command: 'battle', area: 5 },
    good: [{ ...NEXT, draws: 1 }],
  },
  { number: player.E_NOWHERE, setup: OERSTED, before: [WIN], bad: { command: 'battle' }, good: [NEXT] },
];

const ONE = { allies: [{ x: 0, y: 0, speed: 0 }], species: [{ hp: 50 }], enemies: [{ x: 3, y: 3 }] };
const CHARGED = { ...ONE, skills: [{ charge: 16 }] };
const START: Given = { command: 'wait' };
const OPEN: Given = { command: 'openArea' };

export const OF_FRAME: readonly StepRemedy[] = [
  {
    number: frame.ERROR_COMMAND,
    setup: ONE,
    before: [START],
    bad: { command: 'cancelArea' },
    good: [OPEN, { command: 'cancelArea' }],
  },
  {
    number: frame.ERROR_PAD,
    setup: ONE,
    bad: { command: 'frame', pad: 65_536 },
    good: [{ command: 'frame', pad: 65_535 }],
  },
  {
    number: frame.ERROR_BUSY,
    setup: CHARGED,
    before: [START, { command: 'skill' }],
    bad: { command: 'turn' },
    good: [{ command: 'waitForAlly' }, { command: 'enemySkill' }, { command: 'turn' }],
  },
  {
    number: frame.ERROR_BLOCKED,
    setup: ONE,
    before: [START],
    bad: { command: 'step', direction: 'up' },
    good: [{ command: 'step', direction: 'down' }],
  },
  {
    number: frame.ERROR_RANGE,
    setup: ONE,
    before: [START, OPEN, { command: 'areaTurn', presses: 2046 }],
    bad: { command: 'areaTurnToOverflow' },
    good: [{ command: 'areaTurn' }],
  },
];

const TWO = { ...ONE, allies: [{}, {}] };
const charges = (unit: number, charge: number): Given => ({ command: 'allySkill', unit, charge });

export const OF_GUIDE: readonly StepRemedy[] = [
  {
    number: GUIDE_ERROR.phase,
    setup: ONE,
    bad: { command: 'enemyMove' },
    good: [charges(0, 0), { command: 'enemyMove' }],
  },
  {
    number: GUIDE_ERROR.range,
    setup: ONE,
    switches: { strictCharge: 'yes' },
    bad: charges(0, 5),
    good: [charges(0, 16)],
  },
  {
    number: GUIDE_ERROR.unknown,
    setup: ONE,
    bad: { command: 'allyPass', unit: 2 },
    good: [{ command: 'allyPass', unit: 0 }],
  },
  {
    number: GUIDE_ERROR.busy,
    setup: TWO,
    before: [charges(0, 16)],
    bad: { command: 'allyPass', unit: 0 },
    good: [{ command: 'allyPass', unit: 1 }],
  },
  {
    number: GUIDE_ERROR.allyCanAct,
    setup: ONE,
    bad: { command: 'tickFrames', frames: 1 },
    good: [charges(0, 16), { command: 'tickFrames', frames: 1 }],
  },
  {
    number: GUIDE_ERROR.tableMissing,
    setup: { ...ONE, withoutTable: true },
    bad: { command: 'allyPass', unit: 0 },
    good: [{ command: 'allyPass', unit: 0 }],
    goodSetup: ONE,
  },
];
