/**
 * What is seen of a battle besides its cells: units and board, the dice pool of the attack and why
 * each die is in it, the roll, the risk, and what comes next. Source: seed 003, K1 to K16.
 */
import { asInt8, asInt16, read16 } from '../int/uint.js';
import { countText, ownNamed } from '../system/names.js';
import type {
  Battle,
  GaugeShape,
  LabelledLines,
  PanelView,
  PlaceView,
  TableView,
  ThingView,
  UnitView,
  Views,
} from '../system/system.js';
import { poolInput, unitCell } from './board.js';
import { HEAD, NO_UNIT, STAGE, STAGE_WORDS } from './cells.js';
import { COMMANDS, specialError } from './commands.js';
import { attackValue, damageOf, defenceValue, poolSize, riskAfter } from './dice.js';
import { seriesDistribution } from './distribution.js';
import { levelWords } from './events.js';
import { termsOf } from './odds.js';
import { CLOSE_COMBAT, DEFENDER, hasEffect, type World } from './setup.js';

type Line = readonly [label: string, value: string];

// What viewers show of a battle: gauges, miniatures with their squares, the attacking side.

const GAUGES: readonly GaugeShape[] = [
  { cell: 'unit[*].damage', role: 'health', label: 'damage taken' },
  { cell: 'unit[*].hp', role: 'health', label: 'HP' },
  { cell: 'unit[*].risk', role: 'other', label: 'risk' },
  { cell: 'pool', role: 'other', label: 'dice to roll' },
  { cell: 'successes', role: 'other', label: 'successes' },
  { cell: 'score[0]', role: 'other', label: 'victory points of side 0' },
  { cell: 'score[1]', role: 'other', label: 'victory points of side 1' },
];

const SIDES = ['side 0', 'side 1'];

/** The miniatures that stand or lie on the table (K15). */
function unitViews(world: World): UnitView[] {
  return world.ids.unit.flatMap((name, unit) => {
    if (unitCell(world, unit, 'collected') !== 0) return [];
    const [x, y] = [unitCell(world, unit, 'x'), unitCell(world, unit, 'y')];
    const named = ownNamed(name, world.called.unit[unit] as string);
    const own = named === undefined ? {} : { named };
    return [
      { prefixes: [`unit[${unit}]`], name, ...own, side: unitCell(world, unit, 'side'), x, y, facing: '' as const },
    ];
  });
}

/** Side of the attacker; -1 between attacks. */
function attackingSide(world: World): number {
  const attacker = world.image[HEAD.attacker] as number;
  return attacker === NO_UNIT || world.image[HEAD.stage] === 0 ? -1 : unitCell(world, attacker, 'side');
}

/** Columns and rows of the table: as large as the positions on it. */
function tableSize(world: World): readonly [number, number] {
  let [columns, rows] = [1, 1];
  for (let unit = 0; unit < world.unitCount; unit++) {
    columns = Math.max(columns, unitCell(world, unit, 'x') + 1);
    rows = Math.max(rows, unitCell(world, unit, 'y') + 1);
  }
  for (const { x, y } of world.objectives) {
    columns = Math.max(columns, x + 1);
    rows = Math.max(rows, y + 1);
  }
  return [columns, rows];
}

// The present or last attack and the units, as text. Source: the output that seed 003 describes.

function signed(value: number): string {
  return value < 0 ? `- ${-value}` : `+ ${value}`;
}

function poolLine(world: World): string {
  const { image } = world;
  if (image[HEAD.poolCloseCombatZero] !== 0) return 'pool 0 (close combat out of place)';
  const shown = poolParts(world).map(({ dice, name }) => ` ${signed(dice)} ${name}`);
  return `pool ${image[HEAD.pool]} = ${image[HEAD.poolBase]} hit${shown.join('')}`;
}

function attackLines(world: World): string[] {
  const { image } = world;
  const attacker = image[HEAD.attacker] as number;
  if (attacker === NO_UNIT) return [];
  const names = [world.called.unit[attacker], world.called.unit[image[HEAD.target] as number]];
  return [
    `${names[0]} attacks ${names[1]} with ${world.called.weapon[image[HEAD.weapon] as number]} at ${image[HEAD.distance]}`,
    poolLine(world),
    `successes ${image[HEAD.successes]}, criticals ${image[HEAD.criticals]}`,
    `attack ${read16(image, HEAD.attackValue)} / defence ${read16(image, HEAD.defenceValue)}: ` +
      `damage ${read16(image, HEAD.damage)}`,
  ];
}

function printWorld(world: World): string {
  const units = world.called.unit.map((id, unit) => {
    const state = unitCell(world, unit, 'destroyed') === 0 ? '' : ', destroyed';
    const damage = `damage ${unitCell(world, unit, 'damage')}/${unitCell(world, unit, 'hp')}`;
    return `${id}: ${damage}, risk ${unitCell(world, unit, 'risk')}${state}`;
  });
  return `${[...attackLines(world), ...units].join('\n')}\n`;
}

// Why each die is in the pool (K3 to K10).

/** Dice that one rule adds to the pool or takes from it. */
interface PoolPart {
  /** -32768..32767, not 0. */
  readonly dice: number;
  /** Name in the one-line text of an attack. */
  readonly name: string;
  /** Why the dice are there, in the numbers of the attack, with the rule. */
  readonly reason: string;
}

function levelText({ image }: World): string {
  return levelWords(asInt16(read16(image, HEAD.levelDifference)), 'higher', 'lower');
}

function specialNames({ image, specials }: World): string {
  const declared = image[HEAD.specials] as number;
  const changing = specials.filter(({ poolDelta }, number) => poolDelta !== 0 && (declared & (1 << number)) !== 0);
  return changing.map(({ id }) => id).join(', ');
}

/** Rng of the weapon of the attack; 0 in an image that names none. */
function rangeInUse({ image, weapons }: World): number {
  return weapons[image[HEAD.weapon] as number]?.rng ?? 0;
}

/** @returns parts in the order of the rules; a part of 0 dice is left out */
function poolParts(world: World): readonly PoolPart[] {
  const { image } = world;
  const part = (dice: number, name: string, reason: string): PoolPart => ({ dice, name, reason });
  const target = world.called.unit[image[HEAD.target] as number];
  const place = `${target} ${levelText(world)}`;
  const parts: readonly PoolPart[] = [
    part(
      asInt16(read16(image, HEAD.poolDistance)),
      'distance',
      `distance ${image[HEAD.distance]} at Rng ${rangeInUse(world)} (K4)`,
    ),
    part(asInt8(image[HEAD.poolIndirect] as number), 'indirect', 'only an ally sees it (K6)'),
    part(image[HEAD.poolRisk] as number, 'risk', `risk of ${target} (K7)`),
    part(image[HEAD.poolClearShot] as number, 'clear shot', `nothing in between, ${place} (K8)`),
    part(image[HEAD.poolHighGround] as number, 'high ground', `${place}, in sight (K9)`),
    part(asInt16(read16(image, HEAD.poolSpecials)), 'specials', `${specialNames(world)} (K10)`),
    part(read16(image, HEAD.poolClamped), 'up to 0', 'a pool is not below 0 (KA1)'),
  ];
  return parts.filter(({ dice }) => dice !== 0);
}

/** Why each die is in the pool: one line for each rule that speaks. */
function poolReasons(world: World): readonly (readonly [dice: string, reason: string])[] {
  const { image } = world;
  const pool = image[HEAD.pool] as number;
  if (image[HEAD.poolCloseCombatZero] !== 0) {
    const place = `distance ${image[HEAD.distance]}, the target ${levelText(world)}`;
    return [['0 dice', `close combat does not reach: ${place} (K5)`]];
  }
  const rng = rangeInUse(world);
  const range = rng === CLOSE_COMBAT ? 'close combat' : `Rng ${rng}`;
  return [
    [`${image[HEAD.poolBase]} dice`, `Hit of ${world.called.weapon[image[HEAD.weapon] as number]}, ${range} (K3)`],
    ...poolParts(world).map(({ dice, reason }): readonly [string, string] => [
      dice > 0 ? `+${dice}` : String(dice),
      reason,
    ]),
    [`= ${pool} dice`, `to roll; ${image[HEAD.successMin]} to 6 succeeds, a 6 is critical as well (K11)`],
  ];
}

function rollLines({ image }: World): Line[] {
  const faces = [1, 2, 3, 4, 5, 6].map((face) => image[HEAD['faces[1]'] + face - 1] as number);
  if (faces.every((count) => count === 0)) return [];
  const shown = faces.flatMap((count, face) => (count === 0 ? [] : [`${count} x ${face + 1}`]));
  return [
    ['dice', shown.join(', ')],
    ['lowest success', String(image[HEAD.successMin])],
    ['successes', `${image[HEAD.successes]}, ${image[HEAD.criticals]} critical`],
    ['attack against defence', `${read16(image, HEAD.attackValue)} / ${read16(image, HEAD.defenceValue)}`],
    ['damage', String(read16(image, HEAD.damage))],
  ];
}

function panelsOfWorld(world: World): PanelView[] {
  const { image, called } = world;
  const attacker = image[HEAD.attacker] as number;
  const panels: PanelView[] = [];
  if (attacker !== NO_UNIT) {
    const names: Line = [
      `${called.unit[attacker]} attacks`,
      `${called.unit[image[HEAD.target] as number]} with ${called.weapon[image[HEAD.weapon] as number]} at ${image[HEAD.distance]}`,
    ];
    panels.push({ title: 'Dice pool', lines: [names, ...poolReasons(world)] });
    panels.push({ title: 'Roll', lines: rollLines(world) });
    if (image[HEAD.stage] === STAGE.SIZED) panels.push({ title: 'Chances of the roll', lines: chanceLines(world) });
  }
  const units = called.unit.map((id, unit): Line => {
    const state = unitCell(world, unit, 'destroyed') === 0 ? '' : ', destroyed';
    const damage = `damage ${unitCell(world, unit, 'damage')} of ${unitCell(world, unit, 'hp')}`;
    return [id, `risk ${unitCell(world, unit, 'risk')}, ${damage}${state}`];
  });
  if (image[HEAD.stage] === STAGE.IDLE) panels.push({ title: 'Best weapons', lines: weaponLines(world) });
  return [...panels.filter(({ lines }) => lines.length > 0), { title: 'Risk and damage', lines: units }];
}

const DIE = '\u25a2';
const FACES = ['\u2680', '\u2681', '\u2682', '\u2683', '\u2684', '\u2685'];

/** The pool as dice with the reason of each; what was rolled; what it comes to, step by step. */
function tableOfWorld(world: World): TableView {
  const { image, called } = world;
  const stage = image[HEAD.stage] as number;
  const steps = ['declare', 'size the pool', 'special actions, roll', 'damage test', 'apply the result', 'overkill'];
  const none = { steps: [], step: -1, places: [] };
  if (stage === STAGE.IDLE || image[HEAD.attacker] === NO_UNIT) return none;
  const at = [STAGE.IDLE, STAGE.DECLARED, STAGE.SIZED, STAGE.ROLLED, STAGE.TESTED].indexOf(stage as 0);
  const dice = (count: number, state?: 'taken'): ThingView[] =>
    Array.from({ length: Math.min(Math.abs(count), MOST_SHOWN) }, () => ({ name: DIE, ...(state && { state }) }));
  const weapon = called.weapon[image[HEAD.weapon] as number];
  const names = `${called.unit[image[HEAD.attacker] as number]} on ${called.unit[image[HEAD.target] as number]}`;
  const places: PlaceView[] = [{ name: names, note: `${weapon} at distance ${image[HEAD.distance]}`, things: [] }];
  if (stage === STAGE.SIZED) {
    for (const [label, reason] of poolReasons(world)) {
      const count = Number.parseInt(label.replace('= ', ''), 10);
      places.push({ name: reason, note: label, things: dice(count, count < 0 ? 'taken' : undefined) });
    }
    places.push(...chanceLines(world).map(([name, note]) => ({ name, note, things: [] })));
  }
  const least = image[HEAD.successMin] as number;
  const faces = FACES.flatMap((name, face) => {
    const count = image[HEAD['faces[1]'] + face] as number;
    const about = `${face + 1}${face + 1 >= least ? ': a success' : ''}${face === 5 ? ', critical' : ''}`;
    const mark = face + 1 >= least ? { state: 'marked' as const } : {};
    return Array.from({ length: Math.min(count, MOST_SHOWN) }, (): ThingView => ({ name, about, ...mark }));
  });
  if (faces.length > 0) {
    const note = `${countText(image[HEAD.successes] as number, 'success', 'successes')}, ${image[HEAD.criticals]} critical`;
    places.push({ name: 'Roll', note, things: faces });
  }
  if (stage >= STAGE.ROLLED && stage < STAGE.RESOLVED) {
    places.push(...testLines(world).map(([name, note]) => ({ name, note, things: [] })));
  }
  return { steps, step: at < 0 ? steps.length - 1 : at, places };
}

/** Attacks that are weighed at most: each takes the distribution of its dice. */
const MOST_ATTACKS = 64;
/** An attack that could be declared now. */
interface WeighedAttack {
  readonly weapon: number;
  readonly distance: number;
  readonly dice: number;
  /** Ways to deal damage, and to destroy the target, of all. */
  readonly ways: bigint;
  readonly kills: bigint;
  readonly total: bigint;
}

/** Weighs an attack in sight, without a clear shot, or undefined where none can be declared. */
function weigh(world: World, attacker: number, weapon: number, target: number): WeighedAttack | undefined {
  const { image } = world;
  const before = image.slice();
  const [declare, size] = ['declare', 'sizePool'].map((name) => COMMANDS.codeOf(name)) as [number, number];
  const declared = COMMANDS.step(world, Int32Array.of(declare, attacker, weapon, target, -1, 1, 0, 0), undefined);
  const sized = declared === 0 && COMMANDS.step(world, Int32Array.of(size), undefined) === 0;
  const [distance, dice] = [image[HEAD.distance] as number, image[HEAD.pool] as number];
  const dealt = sized && dice <= MOST_SHOWN ? damageWays(world, dice) : undefined;
  image.set(before);
  return dealt === undefined ? undefined : { weapon, distance, dice, ...dealt };
}

/** Whether there are so many attacks that weighing them would take long. */
function hasTooMany({ unitCount, carried }: World): boolean {
  const weapons = Array.from({ length: unitCount }, (_, unit) => (carried[unit] ?? []).length);
  return weapons.reduce((sum, count) => sum + count * unitCount, 0) > MOST_ATTACKS;
}

/** Every attack that a unit could declare on another now, in the order of its weapons. */
function attacksOn(world: World, attacker: number, target: number): readonly WeighedAttack[] {
  return [...new Set(world.carried[attacker])].flatMap((one) => weigh(world, attacker, one, target) ?? []);
}

function attackText(world: World, { weapon, distance, dice }: WeighedAttack): string {
  return `${world.called.weapon[weapon]} at ${distance}, ${countText(dice, 'die', 'dice')}`;
}

/** Every attack that could be declared now: the chances of damage and of destruction. */
function attacksInSight(world: World): Line[] {
  const units = Array.from({ length: world.unitCount }, (_, unit) => unit);
  return units.flatMap((attacker) =>
    units.flatMap((target) =>
      attacksOn(world, attacker, target).map((one): Line => {
        const destroys = one.kills === 0n ? '' : `; destroys ${shareText(one.kills, one.total)}`;
        const text = `${attackText(world, one)}: damage ${shareText(one.ways, one.total)}${destroys}`;
        return [`${world.called.unit[attacker]} on ${world.called.unit[target]}`, text];
      }),
    ),
  );
}

/** What the dice may bring now: of the roll that is due, else of each attack that is in sight. */
function chancesOfWorld(world: World): readonly PanelView[] {
  const stage = world.image[HEAD.stage] as number;
  if (world.image[HEAD.ended] !== 0) return [];
  if (stage === STAGE.SIZED) return [{ title: 'Chances of the roll', lines: chanceLines(world) }];
  if (stage !== STAGE.IDLE) return [];
  const many: Line = ['attacks', `more than ${MOST_ATTACKS}: a [query] asks for one`];
  const lines = hasTooMany(world) ? [many] : attacksInSight(world);
  return lines.length === 0 ? [] : [{ title: 'Attacks in sight, without a clear shot', lines }];
}

/** Of each living unit and each enemy: the weapon that most likely deals damage. */
function weaponLines(world: World): Line[] {
  if (hasTooMany(world)) return [];
  const units = Array.from({ length: world.unitCount }, (_, unit) => unit);
  return units.flatMap((attacker) =>
    units.flatMap((target): Line[] => {
      const found = attacksOn(world, attacker, target);
      // the same share keeps the order in which it carries them
      const best = found.reduce<WeighedAttack | undefined>(
        (best, one) => (best === undefined || one.ways * best.total > best.ways * one.total ? one : best),
        undefined,
      );
      if (best === undefined) return [];
      const pair = `${world.called.unit[attacker]} on ${world.called.unit[target]}`;
      return [[pair, `${attackText(world, best)}: damage ${shareText(best.ways, best.total)}`]];
    }),
  );
}

/** The columns of a route's table: the step, the pool, the roll, damage and risk of each unit. */
function ledgerOfWorld(world: World): LabelledLines {
  const { image } = world;
  const stage = image[HEAD.stage] as number;
  const isRolled = stage >= STAGE.ROLLED;
  return [
    ['step', STAGE_WORDS[stage] ?? ''],
    ['dice', stage >= STAGE.SIZED ? String(image[HEAD.pool]) : ''],
    ['successes', isRolled ? `${image[HEAD.successes]} (${image[HEAD.criticals]} critical)` : ''],
    ['deals', stage > STAGE.ROLLED ? String(read16(image, HEAD.damage)) : ''],
    ...world.called.unit.map((id, unit): Line => {
      const wreck = unitCell(world, unit, 'destroyed') === 0 ? '' : ' destroyed';
      const hp = `${unitCell(world, unit, 'damage')}/${unitCell(world, unit, 'hp')}`;
      return [id, `${hp} risk ${unitCell(world, unit, 'risk')}${wreck}`];
    }),
  ];
}

// What comes next, who may do what, and the exact chances of the roll.

/** A share in percent with three decimals, rounded down, from whole numbers alone. */
function shareText(ways: bigint, total: bigint): string {
  const thousandths = String((ways * 100_000n) / total).padStart(4, '0');
  return `${ways} of ${total}, ${thousandths.slice(0, -3)}.${thousandths.slice(-3)} %`;
}

/** Above this many dice the denominator would fill lines. */
const MOST_SHOWN = 20;

/** What becomes of the target, over all faces of the pool. */
function distributionOf(world: World, pool: number) {
  const { image } = world;
  const target = image[HEAD.target] as number;
  const start = { damage: unitCell(world, target, 'damage'), risk: unitCell(world, target, 'risk'), destroyed: false };
  const terms = { ...termsOf(world, target), riskSaturates: true };
  const attack = { poolFor: () => pool, successMin: image[HEAD.successMin] as number, terms };
  return { start, ...seriesDistribution(start, unitCell(world, target, 'hp'), [attack]) };
}

/** Ways of the pool to deal damage, and to destroy, of all. */
function damageWays(world: World, pool: number): Pick<WeighedAttack, 'ways' | 'kills' | 'total'> {
  if (pool === 0) return { ways: 0n, kills: 0n, total: 1n };
  const { start, states, total } = distributionOf(world, pool);
  const ways = states.reduce((sum, one) => (one.state.damage > start.damage ? sum + one.ways : sum), 0n);
  const kills = states.reduce((sum, one) => (one.state.destroyed ? sum + one.ways : sum), 0n);
  return { ways, kills, total };
}

function chanceLines(world: World): Line[] {
  const pool = world.image[HEAD.pool] as number;
  if (pool === 0) return [['chances', 'no dice: the attack misses']];
  if (pool > MOST_SHOWN) return [['chances', `of ${pool} dice: lockstep run PLAN --odds has them`]];
  const { start, states, total } = distributionOf(world, pool);
  const most = Math.max(...states.map(({ state }) => state.damage - start.damage));
  const share = (test: (damage: number, risk: number, destroyed: boolean) => boolean): string => {
    const fitting = states.filter(({ state }) => test(state.damage - start.damage, state.risk, state.destroyed));
    return shareText(
      fitting.reduce((sum, { ways }) => sum + ways, 0n),
      total,
    );
  };
  const risk = share((damage, after) => damage === 0 && after > start.risk);
  const lines: Line[] = [
    ['a miss', share((damage, after) => damage === 0 && after === start.risk)],
    ['risk instead of damage', risk],
  ];
  for (let damage = 1; damage <= most; damage++) {
    lines.push([`damage ${damage} or more`, share((dealt) => dealt >= damage)]);
  }
  lines.push(['the target destroyed', share((_damage, _risk, destroyed) => destroyed)]);
  return lines;
}

function specialLines(world: World): Line[] {
  return world.specials.flatMap((special, number): Line[] => {
    if (specialError(world, number) !== 0) return [];
    const who = special.side === DEFENDER ? 'the defender may react with' : 'the attacker may declare';
    return [[who, hasEffect(special) ? special.id : `${special.id}, which has no numbers and changes nothing`]];
  });
}

function testLines(world: World): Line[] {
  const { image } = world;
  const target = image[HEAD.target] as number;
  const terms = termsOf(world, target);
  const successes = image[HEAD.successes] as number;
  const attack = attackValue(terms.pow, successes);
  const criticals = image[HEAD.criticals] as number;
  const defence = defenceValue(terms.arm, terms.armDelta, criticals, terms.pen, terms.minimumArm);
  const damage = damageOf(attack, defence);
  const before = unitCell(world, target, 'risk');
  return [
    ['attack', `${attack} = Pow ${terms.pow} + ${countText(successes, 'success', 'successes')}`],
    [
      'defence',
      `${defence} = Arm ${terms.arm + terms.armDelta} - ${countText(criticals, 'critical')} - Pen ${terms.pen}, at least 3`,
    ],
    ['damage', `${damage} = ${attack} / ${defence}, rounded down`],
    ['risk', `${before} now, ${riskAfter(before, damage, successes)} then`],
  ];
}

function nextStep(stage: number, isLate: boolean): string {
  switch (stage) {
    case STAGE.IDLE:
      return 'an attack may be declared (step 1)';
    case STAGE.DECLARED:
      return 'the pool is sized (step 2)';
    case STAGE.SIZED:
      return 'special actions (step 3), then the roll (step 4)';
    case STAGE.ROLLED:
      return 'the damage test (step 5)';
    case STAGE.RESOLVED:
      return isLate ? 'movements, then the check of destruction' : 'overkill (step 7) or the end of the attack';
    case STAGE.CHECKED:
      return 'overkill (step 7) or the end of the attack';
    default:
      return 'the result is applied (step 6)';
  }
}

/** What comes next, who may do what, and the chances. */
function predictWorld(world: World): LabelledLines {
  const { image, rules } = world;
  const stage = image[HEAD.stage] as number;
  if (image[HEAD.ended] !== 0) return [['next', 'nothing: the last round is over']];
  const lines: Line[] = [['next', nextStep(stage, rules.destroyLate)]];
  if (stage === STAGE.IDLE || image[HEAD.attacker] === NO_UNIT) {
    return [...lines, ['round', `${image[HEAD.round]} of ${world.rounds}`]];
  }
  if (stage === STAGE.DECLARED) lines.push(['pool', `${poolSize(poolInput(world, 0))} dice`]);
  lines.push(...specialLines(world));
  if (stage === STAGE.SIZED) lines.push(...poolReasons(world), ...chanceLines(world));
  if (stage >= STAGE.ROLLED && stage < STAGE.RESOLVED) lines.push(...testLines(world));
  const candidates = world.called.unit.filter((_, unit) => unitCell(world, unit, 'candidate') !== 0);
  return candidates.length === 0 ? lines : [...lines, ['may take the overkill', candidates.join(', ')]];
}

/** @param worldOf the world of a battle of this system */
export function viewsOf(worldOf: (battle: Battle) => World): Views {
  return {
    print: (battle) => printWorld(worldOf(battle)),
    predict: (battle) => predictWorld(worldOf(battle)),
    panels: (battle) => panelsOfWorld(worldOf(battle)),
    table: (battle) => tableOfWorld(worldOf(battle)),
    chances: (battle) => chancesOfWorld(worldOf(battle)),
    ledger: (battle) => ledgerOfWorld(worldOf(battle)),
    overview: {
      gauges: GAUGES,
      units: (battle) => unitViews(worldOf(battle)),
      sides: () => SIDES,
      turn: (battle) => attackingSide(worldOf(battle)),
      board: (battle) => tableSize(worldOf(battle)),
    },
  };
}
