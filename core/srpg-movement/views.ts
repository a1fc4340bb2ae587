/** The map from four sides: ground with units, reach, zones, threat; and a route's table. */

import { read16 } from '../int/uint.js';
import { ownNamed } from '../system/names.js';
import type {
  Battle,
  GaugeShape,
  GroundView,
  LabelledLines,
  PanelView,
  ReachView,
  UnitView,
  Views,
} from '../system/system.js';
import { HEAD, NEVER_WORD, NO_UNIT, UNIT, unitAt } from './cells.js';
import { COMMANDS, planningOf } from './commands.js';
import { transcript, view } from './print.js';
import { FORBIDDEN, MARK_ZONE, UNREACHED } from './reach.js';
import { type Standing, standingsOf, threatCounts, threatMap, wayOf } from './threat.js';
import {
  calculate,
  clearMarks,
  markOthers,
  mayStop,
  moveMapValue,
  reachMarked,
  squareOf,
  startSquare,
} from './unit-reach.js';
import { findUnit, groundCost, groundType, isOnMap, isPresent, unitSide, unitX, unitY, type World } from './world.js';

// The map as viewers show it: ground types with their costs, and the reach that was calculated.

function costText(cost: number): string {
  return cost === FORBIDDEN ? 'nobody enters' : `costs ${cost}`;
}

/** S7, S13: the costs are those of the seed's table, without movement types. */
function groundView(world: World): GroundView {
  const { width, height } = world.layout;
  const calculated = world.image[HEAD.calculatedUnit] as number;
  const kinds: string[] = [];
  const meanings: Record<string, string> = {};
  const reach: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const kind = String(groundType(world, x, y));
      kinds.push(kind);
      meanings[kind] ??= costText(groundCost(world, x, y));
      const left = moveMapValue(world, x, y);
      reach.push(left === UNREACHED ? -1 : left);
    }
  }
  if (calculated === NO_UNIT) return { kinds, meanings, reachOf: '' };
  return { kinds, meanings, reach, reachOf: world.called.unit[calculated] as string };
}

/** Numbers of the units that are shown, in their order. */
const shownUnits = (world: World): number[] =>
  Array.from(world.called.unit.keys()).filter((unit) => isPresent(world, unit));

/** SE4: where a unit may go and strike, whoever's turn it is, and the commands for it. */
function reachOfUnit(world: World, shown: number): ReachView | undefined {
  const unit = shownUnits(world)[shown];
  if (unit === undefined || !isOnMap(world, unit)) return undefined;
  const { image, layout, ids, rules } = world;
  const { width, height } = layout;
  const left = new Array<number>(width * height).fill(-1);
  reachMarked(world, unit);
  const start = startSquare(world, unit);
  for (const square of world.buffers.touched.subarray(0, world.buffers.touchedCount)) {
    if (!mayStop(world, square, start)) continue;
    const [x, y] = [(square % world.stride) - 1, Math.floor(square / world.stride) - 1];
    left[y * width + x] = world.buffers.remaining[square] as number;
  }
  clearMarks(world);
  const strikes = new Uint8Array(width * height);
  threatMap(world, unit, strikes, new Int32Array((width + 1) * height));
  const id = ids.unit[unit] as string;
  const isTaken = (name: string, ...words: readonly number[]): boolean => {
    const before = image.slice();
    const error = COMMANDS.step(world, Int32Array.of(COMMANDS.codeOf(name) ?? 0, ...words), undefined);
    image.set(before);
    return error === 0;
  };
  return {
    left,
    strikes,
    wayTo: (x, y) => wayOf(world, unit, x, y)?.squares ?? [],
    commandsTo(x, y) {
      const other = findUnit(world, x, y, unit);
      if (other >= 0) {
        const mayStrike = rules.damageByDifference && isTaken('attack', unit, other, 0);
        return mayStrike ? [{ command: 'attack', unit: id, target: ids.unit[other] }] : [];
      }
      const before = image.slice();
      const isKnown = image[HEAD.calculatedUnit] === unit;
      if (!isKnown) calculate(world, unit);
      const mayMove = isTaken('moveUnit', unit, x, y);
      image.set(before);
      const calc = isKnown ? [] : [{ command: 'calc', unit: id }];
      return mayMove ? [...calc, { command: 'moveUnit', unit: id, x, y }] : [];
    },
  };
}

// What viewers show of a battle: gauges, units with their squares, whose turn it is (SE2).

/** The gauges of a battle; those of an order of turns that its switches do not use are left out. */
function gaugeShapes(worldOf: (battle: Battle) => World): readonly GaugeShape[] {
  const under = (turnOrder: World['rules']['turnOrder']) => ({
    isUsed: (battle: Battle): boolean => worldOf(battle).rules.turnOrder === turnOrder,
  });
  return [
    { cell: 'unit[*].orderPoints', role: 'order', label: 'order points', ...under('order-points') },
    { cell: 'unit[*].wait', role: 'order', label: 'waiting time', ...under('wait') },
    { cell: 'unit[*].hp', role: 'health', label: 'HP' },
    { cell: 'unit[*].move', role: 'other', label: 'movement' },
  ];
}

const OVERVIEW_SIDES = ['side 0', 'side 1', 'side 2', 'side 3', 'side 4', 'side 5', 'side 6', 'side 7'];

/** Names of the sides, up to the highest side with a unit. */
function sideNames(world: World): readonly string[] {
  let maxSide = 0;
  for (let unit = 0; unit < world.layout.unitCount; unit++) maxSide = Math.max(maxSide, unitSide(world, unit));
  return OVERVIEW_SIDES.slice(0, maxSide + 1);
}

function unitViews(world: World): UnitView[] {
  return world.ids.unit.flatMap((name, unit) => {
    if (!isPresent(world, unit)) return [];
    const [x, y] = [unitX(world, unit), unitY(world, unit)];
    const named = ownNamed(name, world.called.unit[unit] as string);
    const own = named === undefined ? {} : { named };
    return [{ prefixes: [`unit[${unit}]`], name, ...own, side: unitSide(world, unit), x, y, facing: '' as const }];
  });
}

/** Side whose turn it is, or -1: without turns nobody is active. */
function turnSide(world: World): number {
  if (world.rules.turnOrder === 'phases') return world.image[HEAD.phaseSide] as number;
  const unit = world.image[HEAD.activeUnit] as number;
  return unit === NO_UNIT ? -1 : unitSide(world, unit);
}

/** Columns and rows up to which a map is a panel. */
const MOST = 40;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SIDES = 8;

type Line = readonly [label: string, value: string];

/** Rows of squares, each as wide as the widest. */
function mapLines({ layout }: World, cell: (x: number, y: number) => string): Line[] {
  const rows = Array.from({ length: layout.height }, (_, y) =>
    Array.from({ length: layout.width }, (_square, x) => cell(x, y)),
  );
  const width = Math.max(...rows.flat().map(({ length }) => length));
  return rows.map((row, y) => [`row ${y}`, row.map((text) => text.padStart(width)).join(' ')]);
}

function letterOf(unit: number): string {
  return LETTERS[unit] ?? String(unit);
}

function groundLines(world: World): Line[] {
  const at = (x: number, y: number): number =>
    world.called.unit.findIndex(
      (_, unit) => isPresent(world, unit) && unitX(world, unit) === x && unitY(world, unit) === y,
    );
  const names = world.called.unit.flatMap((id, unit): Line[] => (isPresent(world, unit) ? [[letterOf(unit), id]] : []));
  const rows = mapLines(world, (x, y) => {
    const unit = at(x, y);
    const cost = groundCost(world, x, y);
    return unit >= 0 ? letterOf(unit) : cost === FORBIDDEN ? NEVER_WORD : String(cost);
  });
  return [...rows, ...names];
}

function reachLines(world: World): Line[] {
  return mapLines(world, (x, y) => {
    const left = moveMapValue(world, x, y);
    return left === UNREACHED ? '.' : String(left);
  });
}

/** Squares that end a move of the unit. */
function zoneLines(world: World, unit: number): Line[] {
  markOthers(world, unit);
  const lines = mapLines(world, (x, y) =>
    ((world.marks[squareOf(world, x, y)] as number) & MARK_ZONE) === 0 ? '.' : 'z',
  );
  clearMarks(world);
  return lines;
}

/** Whose reach or turn it is, or -1. */
function unitInView({ image, layout }: World): number {
  const calculated = image[HEAD.calculatedUnit] as number;
  const unit = calculated === NO_UNIT ? (image[HEAD.activeUnit] as number) : calculated;
  return unit < layout.unitCount ? unit : -1;
}

function isArmed(world: World, side: number): boolean {
  return world.called.unit.some((_, unit) => {
    const strikes = (world.image[unitAt(unit) + UNIT.maxRange] as number) > 0;
    return strikes && isPresent(world, unit) && unitSide(world, unit) === side;
  });
}

// Where a unit is safe (SE4): the squares of its reach, and who could strike it there.

/** By how many a unit could be struck on each square of its reach; a dot where it does not come. */
function dangerLines(world: World, standings: readonly Standing[]): Line[] {
  const found = new Map(standings.map(({ x, y, strikers }) => [`${x},${y}`, String(strikers.length)]));
  return mapLines(world, (x, y) => found.get(`${x},${y}`) ?? '.');
}

/** Whether anybody of another side could ever strike it. */
function hasArmedEnemies(world: World, unit: number): boolean {
  const own = unitSide(world, unit);
  return Array.from({ length: SIDES }, (_, side) => side).some((side) => side !== own && isArmed(world, side));
}

const dangerTitle = (name: string): string => `Squares of ${name}, and how many could strike there next`;

const squareText = ({ x, y }: Standing): string => `(${x},${y})`;

/** Safe squares, then the others by who could strike there, the fewest first. */
function safetyLines({ called }: World, standings: readonly Standing[]): Line[] {
  const safe = standings.filter(({ strikers }) => strikers.length === 0);
  const groups = new Map<string, { label: string; squares: Standing[] }>();
  for (const one of standings) {
    if (one.strikers.length === 0) continue;
    const names = one.strikers.map(({ unit, damage }) => {
      const name = called.unit[unit] as string;
      return damage === undefined ? name : `${name} ${damage}`;
    });
    const all = one.strikers.reduce((sum, { damage = 0 }) => sum + damage, 0);
    const sum = one.strikers.length > 1 && one.strikers[0]?.damage !== undefined ? `, ${all} in all` : '';
    const label = `${names.join(', ')}${sum}`;
    const group = groups.get(label) ?? { label, squares: [] };
    group.squares.push(one);
    groups.set(label, group);
  }
  const count = ({ squares }: { squares: Standing[] }): number => squares[0]?.strikers.length ?? 0;
  const struck = [...groups.values()].sort((one, other) => count(one) - count(other));
  return [
    ['safe', safe.length === 0 ? 'nowhere' : safe.map(squareText).join(' ')],
    ...struck.map(({ label, squares }): Line => [label, squares.map(squareText).join(' ')]),
  ];
}

function figureLines(world: World, unit: number): Line[] {
  const { image } = world;
  const at = unitAt(unit);
  const [nearest, farthest] = [image[at + UNIT.minRange] as number, image[at + UNIT.maxRange] as number];
  const range = nearest === farthest ? `${farthest}` : `${nearest} to ${farthest}`;
  return [
    ['side', String(unitSide(world, unit))],
    ['square', `(${unitX(world, unit)},${unitY(world, unit)})`],
    ['HP', `${read16(image, at + UNIT.hp)} of ${read16(image, at + UNIT.maxHp)}`],
    ['movement', String(image[at + UNIT.move])],
    ['strikes at', farthest === 0 ? 'nobody' : range],
    ['attack, defence', `${read16(image, at + UNIT.attack)}, ${read16(image, at + UNIT.defence)}`],
  ];
}

/** A unit's figures; where it may go, and who could strike it there next. */
function sheetOfUnit(world: World, unit: number): PanelView[] {
  const name = world.called.unit[unit] as string;
  const figures = { title: `Sheet of ${name}`, lines: figureLines(world, unit) };
  if (!isPresent(world, unit)) return [{ ...figures, lines: [['place', 'not on the map']] }];
  const standings = standingsOf(world, unit);
  const map = world.layout.width > MOST ? [] : [{ title: dangerTitle(name), lines: dangerLines(world, standings) }];
  const squares = safetyLines(world, standings);
  return [figures, ...map, { title: `Who could strike ${name} where, and for how much`, lines: squares }];
}

function panelsOfWorld(world: World): PanelView[] {
  const { layout, rules, called } = world;
  if (layout.width > MOST || layout.height > MOST) return [];
  const panels: PanelView[] = [{ title: 'Costs and units', lines: groundLines(world) }];
  const calculated = world.image[HEAD.calculatedUnit] as number;
  if (calculated !== NO_UNIT) {
    panels.push({ title: `Movement left to ${called.unit[calculated]}`, lines: reachLines(world) });
  }
  const unit = unitInView(world);
  if (rules.zones && unit >= 0 && isOnMap(world, unit)) {
    panels.push({ title: `Zones that stop ${called.unit[unit]}`, lines: zoneLines(world, unit) });
  }
  if (unit >= 0 && isOnMap(world, unit) && hasArmedEnemies(world, unit)) {
    const lines = dangerLines(world, standingsOf(world, unit));
    panels.push({ title: dangerTitle(called.unit[unit] as string), lines });
  }
  for (let side = 0; side < SIDES; side++) {
    if (!isArmed(world, side)) continue;
    const counts = threatCounts(world, (one) => unitSide(world, one) === side);
    const count = (x: number, y: number): string => String(counts[y * layout.width + x] || '.');
    panels.push({ title: `Units of side ${side} that could strike`, lines: mapLines(world, count) });
  }
  return panels;
}

function turnLines({ image, rules, called }: World): Line[] {
  if (rules.turnOrder === 'free') return [];
  if (rules.turnOrder === 'phases') return [['phase of', `side ${image[HEAD.phaseSide]}`]];
  return [['acts', called.unit[image[HEAD.activeUnit] as number] ?? 'nobody']];
}

/** The columns of a route's table: whose turn it is; place, HP and time of each unit. */
function ledgerOfWorld(world: World): LabelledLines {
  const { image, rules, called } = world;
  const units = called.unit.map((id, unit): Line => {
    const at = unitAt(unit);
    if (!isPresent(world, unit)) return [id, read16(image, at + UNIT.hp) === 0 ? 'defeated' : 'not there'];
    const hp = `${read16(image, at + UNIT.hp)}/${read16(image, at + UNIT.maxHp)}`;
    const place = `(${unitX(world, unit)},${unitY(world, unit)}) ${hp}`;
    if (rules.turnOrder === 'wait') return [id, `${place} waits ${read16(image, at + UNIT.wait)}`];
    return [id, rules.turnOrder === 'order-points' ? `${place} order ${read16(image, at + UNIT.orderPoints)}` : place];
  });
  return [...turnLines(world), ...units];
}

// Who acts next, as lines (SE2); empty without turns.

function phaseLines(world: World): Line[] {
  const side = world.image[HEAD.phaseSide] as number;
  const waiting = world.called.unit.filter(
    (_, unit) =>
      isPresent(world, unit) && unitSide(world, unit) === side && world.image[unitAt(unit) + UNIT.finished] === 0,
  );
  return [
    ['turn', String(read16(world.image, HEAD.turn))],
    ['side', String(side)],
    ['may act', waiting.join(', ')],
  ];
}

/** What comes next, as labelled lines. */
function predictTurns(world: World): readonly Line[] {
  if (world.rules.turnOrder === 'free') return [];
  if (world.image[HEAD.ended] !== 0) return [['ended', 'yes']];
  if (world.rules.turnOrder === 'phases') return phaseLines(world);
  const field = world.rules.turnOrder === 'wait' ? UNIT.wait : UNIT.orderPoints;
  const label = world.rules.turnOrder === 'wait' ? 'waiting time of' : 'order points of';
  const lines: Line[] = [['acts now', world.called.unit[world.image[HEAD.activeUnit] as number] ?? 'nobody']];
  world.called.unit.forEach((id, unit) => {
    if (isPresent(world, unit)) lines.push([`${label} ${id}`, String(read16(world.image, unitAt(unit) + field))]);
  });
  return lines;
}

/** The printed text, or the present state before anything was printed. */
function printed(world: World): string {
  const text = transcript(world);
  return text === '' ? view(world) : text;
}

/** Outcomes that are counted one by one. */
const MOST_OUTCOMES = 65_536;

/** C1:1C02: who acts after `idle`, over all draws that it needs; other commands draw nothing. */
function chancesOf(worldOf: (battle: Battle) => World, battle: Battle): readonly PanelView[] {
  const world = worldOf(battle);
  const { image, called } = world;
  const code = COMMANDS.codeOf('idle');
  const outcomes = planningOf(worldOf).outcomes?.(battle, code, MOST_OUTCOMES);
  if (outcomes === undefined) return [];
  const title = 'Draws of idle: who acts then';
  if (typeof outcomes === 'number') return [{ title, lines: [['draws', `${outcomes} outcomes are not counted`]] }];
  const before = image.slice();
  const counts = new Map<string, number>();
  for (const { command } of outcomes) {
    COMMANDS.step(world, command, undefined);
    const name = called.unit[image[HEAD.activeUnit] as number] ?? 'nobody';
    counts.set(name, (counts.get(name) ?? 0) + 1);
    image.set(before);
  }
  const all = outcomes.length;
  const draws = all === 1 ? 'none: no low byte becomes 0' : `${Math.log2(all) / 4}, each 0 to 15`;
  return [
    { title, lines: [['draws', draws], ...[...counts].map(([name, ways]): Line => [name, `${ways} of ${all}`])] },
  ];
}

/** @param worldOf the world of a battle */
export function viewsOf(worldOf: (battle: Battle) => World): Views {
  const of =
    <Seen>(show: (world: World) => Seen) =>
    (battle: Battle): Seen =>
      show(worldOf(battle));
  return {
    print: of(printed),
    predict: of(predictTurns),
    chances: (battle) => chancesOf(worldOf, battle),
    ledger: of(ledgerOfWorld),
    panels: of(panelsOfWorld),
    sheets: {
      subjects: of(({ ids }) => ids.unit),
      sheet: (battle, unit) => sheetOfUnit(worldOf(battle), unit),
    },
    overview: {
      gauges: gaugeShapes(worldOf),
      units: of(unitViews),
      sides: of(sideNames),
      turn: of(turnSide),
      board: of(({ layout }) => [layout.width, layout.height]),
      ground: of(groundView),
      reach: (battle, unit) => reachOfUnit(worldOf(battle), unit),
      threat: (battle, side) => threatCounts(worldOf(battle), (unit) => unitSide(worldOf(battle), unit) !== side),
    },
  };
}
