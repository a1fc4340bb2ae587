/**
 * The commands: one for each step of an attack (K1), and the extensions around it: movements after
 * the result (page 56), falling (45), objectives (39), rounds (40). Each is a row; its refusal
 * stands above what it does. Source: seed 003, K1 to K16, KA10, KA15, KA17, KA18.
 */
import { asInt16, read16, saturatingAdd16, write16 } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import { type CommandRow, declareCommands, type LegalList, type ParameterRow } from '../system/declare-system.js';
import type { EventBuffer } from '../system/system.js';
import {
  canOverkillOnto,
  isAlive,
  isCandidate,
  measure,
  poolInput,
  setUnitCell,
  unitCell,
  unitDistance,
  weaponInUse,
} from './board.js';
import { HEAD, NO_UNIT, objectiveAt, STAGE } from './cells.js';
import {
  attackValue,
  CRITICAL_FACE,
  clearShotBonus,
  damageOf,
  damageTotal,
  defenceValue,
  distancePenalty,
  highGroundBonus,
  indirectPenalty,
  isInCloseCombat,
  poolSize,
  poolSum,
  riskAfter,
  SUCCESS_MIN,
} from './dice.js';
import { ERROR } from './errors.js';
import { EVENT } from './events.js';
import {
  AFTER,
  CLOSE_COMBAT,
  CONDITIONS,
  DEFENDER,
  MAX_SPECIALS,
  MEASURED,
  SPECIAL_NAMES,
  type Special,
  type Square,
  type World,
} from './setup.js';

/** Maximum number of dice: a pool has 8 bits. */
export const DICE_CAPACITY = 255;

type Events = EventBuffer | undefined;
type Row = CommandRow<World>;
type Parameter = ParameterRow<World>;

function word(command: Int32Array, index: number): number {
  return command[index] ?? 0;
}

function isUnit(world: World, unit: number): boolean {
  return unit >= 0 && unit < world.unitCount;
}

function isFlag(value: number): boolean {
  return value === 0 || value === 1;
}

/** An error where the attack is not at this step. */
function unlessAt(world: World, stage: number): number {
  return world.image[HEAD.stage] === stage ? 0 : ERROR.PHASE;
}

/** KA17: an error about risk beyond its width. */
function riskError(world: World, risk: number): number {
  return risk > 255 && !world.rules.riskSaturates ? ERROR.WIDTH : 0;
}

function squareError(x: number, y: number, level: number): number {
  return x < 0 || x > 255 || y < 0 || y > 255 || level < 0 || level > 255 ? ERROR.WIDTH : 0;
}

function moveTo(world: World, unit: number, x: number, y: number, level: number): void {
  setUnitCell(world, unit, 'x', x);
  setUnitCell(world, unit, 'y', y);
  setUnitCell(world, unit, 'level', level);
}

const flag = (name: string, meaning: string): Parameter => ({ name, min: 0, max: 1, optional: 0, meaning });
const unit = (name: string, meaning: string): Parameter => ({ name, min: 0, max: 31, ids: 'unit', meaning });
const X: Parameter = { name: 'x', min: 0, max: 255, meaning: 'column of the square' };
const Y: Parameter = { name: 'y', min: 0, max: 255, meaning: 'row of the square' };
const LEVEL: Parameter = { name: 'level', min: 0, max: 255, optional: 0, meaning: 'height of the square' };

// Step 1

/** The declared distance: as given, or measured. */
function declaredDistance(world: World, attacker: number, target: number, given: number): number {
  return given === MEASURED ? unitDistance(world, attacker, target) : given;
}

/** An error where no attack can begin now. */
function beginError({ image }: World): number {
  if (image[HEAD.ended] !== 0) return ERROR.ENDED;
  return image[HEAD.stage] === STAGE.IDLE ? 0 : ERROR.PHASE;
}

/** An error about who attacks whom, whatever the weapon. */
function pairError(world: World, attacker: number, target: number): number {
  if (!isAlive(world, attacker)) return ERROR.ATTACKER_DESTROYED;
  if (unitCell(world, attacker, 'side') === unitCell(world, target, 'side')) return ERROR.NOT_ENEMY;
  return isAlive(world, target) ? 0 : ERROR.TARGET_DESTROYED;
}

function declareError(world: World, command: Int32Array): number {
  const attacker = word(command, 1);
  const weapon = word(command, 2);
  const target = word(command, 3);
  const given = word(command, 4);
  if (!isUnit(world, attacker) || !isUnit(world, target)) return ERROR.UNKNOWN_ID;
  if (world.carried[attacker]?.includes(weapon) !== true) return ERROR.UNKNOWN_ID;
  if (given < MEASURED || given > 255) return ERROR.WIDTH;
  for (let index = 5; index <= 7; index++) if (!isFlag(word(command, index))) return ERROR.WIDTH;
  const pair = pairError(world, attacker, target);
  if (pair !== 0) return pair;
  const sight = sightError(world, command);
  if (sight !== 0) return sight;
  const distance = declaredDistance(world, attacker, target, given);
  if (distance > 255) return ERROR.WIDTH;
  return distance === 0 && world.rules.strictDistance ? ERROR.RANGE : 0;
}

/** K2, K6: an error about sight. */
function sightError(world: World, command: Int32Array): number {
  if (word(command, 5) !== 0) return 0;
  if (word(command, 6) === 0) return ERROR.NOT_VISIBLE;
  return world.weapons[word(command, 2)]?.indirect === true ? 0 : ERROR.NOT_INDIRECT;
}

/** Step 1 (K2): declares an attack and clears the last one. */
function declareAttack(world: World, command: Int32Array, events: Events): void {
  const { image } = world;
  const attacker = command[1] as number;
  const weapon = command[2] as number;
  const target = command[3] as number;
  const distance = declaredDistance(world, attacker, target, command[4] as number);
  image.fill(0, HEAD.stage, HEAD.round);
  image[HEAD.stage] = STAGE.DECLARED;
  image[HEAD.attacker] = attacker;
  image[HEAD.weapon] = weapon;
  image[HEAD.target] = target;
  image[HEAD.distance] = distance;
  const difference = unitCell(world, target, 'level') - unitCell(world, attacker, 'level');
  write16(image, HEAD.levelDifference, difference & 0xffff);
  image[HEAD.visible] = command[5] as number;
  image[HEAD.allySees] = command[6] as number;
  image[HEAD.mutualClear] = command[7] as number;
  image[HEAD.successMin] = SUCCESS_MIN;
  for (let unit = 0; unit < world.unitCount; unit++) setUnitCell(world, unit, 'candidate', 0);
  pushEvent(events, EVENT.declared, 4, attacker, weapon, target, distance);
}

/** Lists distances. -1 measures the positions and may itself be refused. */
function listDistances(world: World, list: LegalList<World>, a: number, w: number, t: number, sees: 0 | 1): void {
  const isLegal = (distance: number): boolean => list.isLegal(world, a, w, t, distance, sees, 1 - sees);
  const measured = isLegal(MEASURED);
  const zero = isLegal(0);
  if (!isLegal(1)) return;
  if (measured && !zero) listDeclaration(list, a, w, t, MEASURED, MEASURED, sees);
  listDeclaration(list, a, w, t, zero ? (measured ? MEASURED : 0) : 1, 255, sees);
}

function listDeclaration(
  list: LegalList<World>,
  attacker: number,
  weapon: number,
  target: number,
  from: number,
  to: number,
  sees: 0 | 1,
): void {
  if (!list.begin()) return;
  list.fix(attacker, weapon, target);
  list.span(from, to);
  list.span(sees, sees);
  // unseen, an ally must see it
  list.span(1 - sees, 1);
  list.span(0, 1);
}

function listDeclarations(world: World, list: LegalList<World>): void {
  for (let attacker = 0; attacker < world.unitCount; attacker++) {
    const carried = world.carried[attacker] as readonly number[];
    for (let index = 0; index < carried.length; index++) {
      const weapon = carried[index] as number;
      if (carried.indexOf(weapon) !== index) continue;
      for (let target = 0; target < world.unitCount; target++) {
        if (pairError(world, attacker, target) !== 0) continue;
        listDistances(world, list, attacker, weapon, target, 1);
        listDistances(world, list, attacker, weapon, target, 0);
      }
    }
  }
}

const DECLARE: Row = {
  code: 1,
  name: 'declare',
  parameters: [
    unit('attacker', 'who attacks'),
    { name: 'weapon', min: 0, max: 255, ids: 'weapon', meaning: 'a weapon of the attacker' },
    unit('target', 'who is attacked'),
    { name: 'distance', min: MEASURED, max: 255, optional: MEASURED, meaning: 'distance; -1 measures the positions' },
    { ...flag('visible', 'the attacker sees the target'), optional: 1 },
    {
      ...flag('allySees', 'an ally of the attacker sees the target'),
      goesWith: { of: 'visible', must: [0], may: [1] },
    },
    flag('mutualClear', 'free line between the centres, half of each silhouette seen both ways'),
  ],
  meaning: 'step 1: weapon and target (K2)',
  when: beginError,
  refuses: declareError,
  act: declareAttack,
  legal: listDeclarations,
};

// Step 2

/** Writes the parts and the sum, and reports each part. */
export function writePool(world: World, events: EventBuffer | undefined): void {
  const { image } = world;
  const from = poolInput(world, 0);
  const outOfPlace = from.rng === CLOSE_COMBAT && !isInCloseCombat(from.distance, from.levelDifference);
  const sum = poolSum(from);
  const clamped = Math.max(0, -sum);
  const size = poolSize(from);
  // each part right before its report, so that who asks for the writer of a part finds its rule
  image[HEAD.poolBase] = from.hit;
  pushEvent(events, EVENT.poolBase, 1, from.hit);
  const distance = 0 - distancePenalty(from.distance, from.rng);
  write16(image, HEAD.poolDistance, distance & 0xffff);
  pushEvent(events, EVENT.poolDistance, 1, distance);
  const indirect = 0 - indirectPenalty(from);
  image[HEAD.poolIndirect] = indirect & 0xff;
  pushEvent(events, EVENT.poolIndirect, 1, indirect);
  image[HEAD.poolRisk] = from.risk;
  pushEvent(events, EVENT.poolRisk, 1, from.risk);
  const clearShot = clearShotBonus(from);
  image[HEAD.poolClearShot] = clearShot;
  pushEvent(events, EVENT.poolClearShot, 1, clearShot);
  const highGround = highGroundBonus(from);
  image[HEAD.poolHighGround] = highGround;
  pushEvent(events, EVENT.poolHighGround, 1, highGround);
  if (from.specials !== 0) pushEvent(events, EVENT.poolSpecials, 1, from.specials);
  image[HEAD.poolCloseCombatZero] = outOfPlace ? 1 : 0;
  if (outOfPlace) pushEvent(events, EVENT.poolCloseCombat, 2, from.distance, from.levelDifference);
  write16(image, HEAD.poolClamped, clamped);
  image[HEAD.pool] = size;
  pushEvent(events, EVENT.poolSized, 2, size, clamped);
}

const SIZE_POOL: Row = {
  code: 2,
  name: 'sizePool',
  meaning: 'step 2: how many dice (K3 to K9)',
  refuses: (world) =>
    unlessAt(world, STAGE.DECLARED) || (poolSize(poolInput(world, 0)) > DICE_CAPACITY ? ERROR.WIDTH : 0),
  act(world, _command, events) {
    writePool(world, events);
    world.image[HEAD.stage] = STAGE.SIZED;
  },
};

// Step 3

/** Bits of CONDITIONS that a unit meets with the weapon of the attack. */
function conditionsOf(world: World, unit: number): number {
  const weapon = world.weapons[world.image[HEAD.weapon] as number];
  return (
    (unitCell(world, unit, 'commander') !== 0 ? CONDITIONS.commander : CONDITIONS.companion) |
    (unitCell(world, unit, 'enhance') !== 0 ? CONDITIONS.enhance : 0) |
    (unitCell(world, unit, 'shield') !== 0 ? CONDITIONS.shield : 0) |
    (unitCell(world, unit, 'largeWeapon') === 0 ? CONDITIONS.noLargeWeapon : 0) |
    (unitCell(world, unit, 'factionTo') !== 0 ? CONDITIONS.factionTo : 0) |
    (weapon?.powerAttack === true ? CONDITIONS.powerAttackWeapon : 0) |
    (weapon?.rng === CLOSE_COMBAT ? CONDITIONS.closeCombatWeapon : 0)
  );
}

/** p48: whether the unit whose action it is may declare it. */
function mayDeclare(world: World, { side, needs }: Special): boolean {
  const met = conditionsOf(world, world.image[side === DEFENDER ? HEAD.target : HEAD.attacker] as number);
  for (const needed of needs) if ((met & needed) === needed) return true;
  return false;
}

function hasReacted(world: World): boolean {
  const declared = world.image[HEAD.specials] as number;
  for (let special = 0; special < world.specials.length; special++) {
    if ((declared & (1 << special)) !== 0 && world.specials[special]?.side === DEFENDER) return true;
  }
  return false;
}

/** Returns 0, or the error that keeps a special action from being declared now. */
export function specialError(world: World, number: number): number {
  const special = world.specials[number];
  if (special === undefined) return ERROR.UNKNOWN_ID;
  const stage = world.rules.specialsFirst ? STAGE.DECLARED : STAGE.SIZED;
  if (world.image[HEAD.stage] !== stage) return ERROR.PHASE;
  const declared = world.image[HEAD.specials] as number;
  if (hasReacted(world)) {
    return special.side === DEFENDER ? ERROR.TWO_REACTIONS : ERROR.SPECIAL_ORDER;
  }
  if ((declared & (1 << number)) !== 0 || !mayDeclare(world, special)) return ERROR.SPECIAL_NOT_ALLOWED;
  if (stage !== STAGE.SIZED) return 0;
  return poolSize(poolInput(world, special.poolDelta)) > DICE_CAPACITY ? ERROR.WIDTH : 0;
}

function addSigned(world: World, at: number, delta: number): void {
  write16(world.image, at, (asInt16(read16(world.image, at)) + delta) & 0xffff);
}

/** Step 3 (K10): applies the hooks of a special action; a known pool is summed up again. */
function declareSpecial(world: World, special: number, events: Events): void {
  const { image } = world;
  const hooks = world.specials[special] as Special;
  image[HEAD.specials] = (image[HEAD.specials] as number) | (1 << special);
  addSigned(world, HEAD.poolSpecials, hooks.poolDelta);
  addSigned(world, HEAD.powDelta, hooks.powDelta);
  addSigned(world, HEAD.armDelta, hooks.armDelta);
  if (hooks.successMin !== 0) image[HEAD.successMin] = hooks.successMin;
  const unit = image[hooks.side === DEFENDER ? HEAD.target : HEAD.attacker] as number;
  pushEvent(events, EVENT.special, 2, special, unit);
  if (image[HEAD.stage] === STAGE.SIZED && hooks.poolDelta !== 0) writePool(world, events);
}

/** The actions of page 48, from the code 3 on. */
const SPECIALS = [
  'step 3, attacker: an eligible commander (K10)',
  'step 3, attacker: the weapon has it (K10)',
  'step 3, reaction: commander or companion of TO (K10)',
  'step 3, reaction: commander without large weapon (K10)',
  'step 3, reaction: a shield is equipped (K10)',
].map(
  (meaning, special): Row => ({
    ...{ code: 3 + special, name: SPECIAL_NAMES[special] as string, meaning },
    refuses: (world) => specialError(world, special),
    act: (world, _command, events) => declareSpecial(world, special, events),
  }),
);

/** Those of page 48 have commands of their own. */
const SPECIAL: Row = {
  code: 19,
  name: 'special',
  parameters: [
    {
      name: 'special',
      min: SPECIAL_NAMES.length,
      max: MAX_SPECIALS - 1,
      ids: 'special',
      meaning: 'an action of your own in [setup.specials]',
    },
  ],
  meaning: 'step 3: a special action or reaction of the setup’s own (K10)',
  refuses: (world, command) =>
    word(command, 1) < SPECIAL_NAMES.length ? ERROR.UNKNOWN_ID : specialError(world, word(command, 1)),
  act: (world, command, events) => declareSpecial(world, command[1] as number, events),
};

// Step 4

function endAttack(world: World, events: Events): void {
  world.image[HEAD.stage] = STAGE.IDLE;
  pushEvent(events, EVENT.attackEnded, 1, world.image[HEAD.attacker] as number);
}

function rollError(world: World, command: Int32Array): number {
  const count = word(command, 1);
  if (count !== world.image[HEAD.pool]) return ERROR.DICE_COUNT;
  for (let index = 0; index < count; index++) {
    const face = word(command, 2 + index);
    if (face < 1 || face > 6) return ERROR.DICE_FACE;
  }
  return 0;
}

/** Step 4 (K11): rolls. Without a success the attack ends and nothing changes. */
function roll(world: World, command: Int32Array, events: Events): void {
  const { image } = world;
  const count = command[1] as number;
  const minFace = image[HEAD.successMin] as number;
  let successes = 0;
  let criticals = 0;
  for (let index = 0; index < count; index++) {
    const face = command[2 + index] as number;
    const at = HEAD['faces[1]'] + face - 1;
    image[at] = (image[at] as number) + 1;
    if (face >= minFace) successes++;
    if (face === CRITICAL_FACE) criticals++;
  }
  image[HEAD.successes] = successes;
  image[HEAD.criticals] = criticals;
  image[HEAD.stage] = STAGE.ROLLED;
  pushEvent(events, EVENT.rolled, 3, count, successes, criticals);
  if (successes > 0) return;
  pushEvent(events, EVENT.missed, 1, image[HEAD.target] as number);
  endAttack(world, events);
}

const ROLL: Row = {
  code: 8,
  name: 'roll',
  parameters: [
    {
      ...{ name: 'faces', min: 1, max: 6, capacity: DICE_CAPACITY, meaning: 'what the dice show' },
      ...{ mayBeAbsent: true, neededWhen: 'when the pool has dice, one face for each' },
      length: (world) => world.image[HEAD.pool] as number,
    },
  ],
  meaning: 'step 4: successes and criticals; none at all ends the attack (K11)',
  when: (world) => unlessAt(world, STAGE.SIZED),
  refuses: rollError,
  act: roll,
};

// Step 5

/** Step 5 (K12): computes the damage. */
function testDamage(world: World, _command: Int32Array, events: Events): void {
  const { image, rules } = world;
  const weapon = weaponInUse(world);
  const attack = attackValue(weapon.pow + asInt16(read16(image, HEAD.powDelta)), image[HEAD.successes] as number);
  const defence = defenceValue(
    unitCell(world, image[HEAD.target] as number, 'arm'),
    asInt16(read16(image, HEAD.armDelta)),
    image[HEAD.criticals] as number,
    weapon.pen,
    rules.minimumArm,
  );
  const damage = damageOf(attack, defence);
  write16(image, HEAD.attackValue, attack);
  write16(image, HEAD.defenceValue, defence);
  write16(image, HEAD.damage, damage);
  image[HEAD.stage] = STAGE.TESTED;
  pushEvent(events, EVENT.damageTested, 3, attack, defence, damage);
}

const TEST_DAMAGE: Row = {
  ...{ code: 9, name: 'testDamage', meaning: 'step 5: attack over defence (K12)' },
  refuses: (world) => unlessAt(world, STAGE.ROLLED),
  act: testDamage,
};

// Step 6, and the movements that follow it

function applyError(world: World): number {
  if (world.image[HEAD.stage] !== STAGE.TESTED) return ERROR.PHASE;
  const before = unitCell(world, world.image[HEAD.target] as number, 'risk');
  const damage = read16(world.image, HEAD.damage);
  return riskError(world, riskAfter(before, damage, world.image[HEAD.successes] as number));
}

/** K15: destroys the target if due, and finds the candidates for overkill (K16). */
function destroyIfDue(world: World, events: Events): void {
  const { image } = world;
  const target = image[HEAD.target] as number;
  if (unitCell(world, target, 'damage') < unitCell(world, target, 'hp')) return;
  setUnitCell(world, target, 'destroyed', 1);
  image[HEAD.destroys] = 1;
  image[HEAD.moveTarget] = 0;
  pushEvent(events, EVENT.destroyed, 1, target);
  for (let unit = 0; unit < world.unitCount; unit++) {
    if (!isCandidate(world, unit, image[HEAD.attacker] as number, target)) continue;
    setUnitCell(world, unit, 'candidate', 1);
    pushEvent(events, EVENT.overkillCandidate, 1, unit);
  }
}

/** p48, p56: reports the movements that declared actions cause now. */
function orderMovements(world: World, damage: number, events: Events): void {
  const { image, specials } = world;
  for (let special = 0; special < specials.length; special++) {
    if (((image[HEAD.specials] as number) & (1 << special)) === 0) continue;
    const action = (specials[special] as Special).afterResolve;
    if (action === AFTER.none || (action === AFTER.moveTargetOnDamage && damage === 0)) continue;
    if (action === AFTER.moveTarget || action === AFTER.moveTargetOnDamage) image[HEAD.moveTarget] = 1;
    if (action === AFTER.moveAttacker) image[HEAD.moveAttacker] = 1;
    pushEvent(events, EVENT.afterResolve, 2, special, action);
  }
}

/** Step 6 (K13 to K15): applies damage or risk. */
function applyResult(world: World, _command: Int32Array, events: Events): void {
  const { image } = world;
  const target = image[HEAD.target] as number;
  const damage = read16(image, HEAD.damage);
  const successes = image[HEAD.successes] as number;
  const before = unitCell(world, target, 'risk');
  const risk = Math.min(riskAfter(before, damage, successes), 255);
  setUnitCell(world, target, 'risk', risk);
  image[HEAD.stage] = STAGE.RESOLVED;
  if (damage > 0) {
    const total = damageTotal(unitCell(world, target, 'damage'), damage);
    setUnitCell(world, target, 'damage', total);
    pushEvent(events, EVENT.damaged, 3, target, damage, total);
    pushEvent(events, EVENT.riskCleared, 2, target, before);
  } else pushEvent(events, EVENT.riskAdded, 3, target, risk - before, risk);
  orderMovements(world, damage, events);
  if (!world.rules.destroyLate) destroyIfDue(world, events);
}

const APPLY_RESULT: Row = {
  ...{ code: 10, name: 'applyResult', meaning: 'step 6: damage or risk (K13 to K15)' },
  refuses: applyError,
  act: applyResult,
};

function displaceError(world: World, command: Int32Array): number {
  const unit = word(command, 1);
  if (!isUnit(world, unit)) return ERROR.UNKNOWN_ID;
  const square = squareError(word(command, 2), word(command, 3), word(command, 4));
  if (square !== 0) return square;
  const due =
    (unit === world.image[HEAD.target] && world.image[HEAD.moveTarget] !== 0) ||
    (unit === world.image[HEAD.attacker] && world.image[HEAD.moveAttacker] !== 0);
  return due ? 0 : ERROR.PHASE;
}

/** p56: moves a displaced unit. */
function displace(world: World, command: Int32Array, events: Events): void {
  const unit = command[1] as number;
  const isTarget = unit === world.image[HEAD.target];
  world.image[isTarget ? HEAD.moveTarget : HEAD.moveAttacker] = 0;
  moveTo(world, unit, command[2] as number, command[3] as number, command[4] as number);
  pushEvent(events, EVENT.displaced, 4, unit, command[2], command[3], command[4]);
}

const DISPLACE: Row = {
  code: 11,
  name: 'displace',
  parameters: [unit('unit', 'attacker or target'), X, Y, LEVEL],
  meaning: 'extension: a movement that a declared special action causes after the result',
  when: (world) => unlessAt(world, STAGE.RESOLVED),
  refuses: displaceError,
  act: displace,
};

/** KA15: destroys at the later moment. */
function checkDestruction(world: World, _command: Int32Array, events: Events): void {
  world.image[HEAD.moveTarget] = 0;
  world.image[HEAD.moveAttacker] = 0;
  world.image[HEAD.stage] = STAGE.CHECKED;
  destroyIfDue(world, events);
}

const CHECK_DESTRUCTION: Row = {
  code: 18,
  name: 'checkDestruction',
  meaning: 'KA15: the target is destroyed now, after the movements, when the switch destroyTiming is wiki56',
  refuses: (world) => (world.rules.destroyLate ? unlessAt(world, STAGE.RESOLVED) : ERROR.PHASE),
  act: checkDestruction,
};

// Step 7

function lastStage(world: World): number {
  return world.rules.destroyLate ? STAGE.CHECKED : STAGE.RESOLVED;
}

function overkillError(world: World, command: Int32Array): number {
  const unit = word(command, 1);
  const x = word(command, 2);
  const y = word(command, 3);
  if (!isUnit(world, unit)) return ERROR.UNKNOWN_ID;
  const square = squareError(x, y, 0);
  if (square !== 0) return square;
  if (world.image[HEAD.overkillDone] !== 0 || unitCell(world, unit, 'candidate') === 0) return ERROR.NOT_CANDIDATE;
  const target = world.image[HEAD.target] as number;
  return canOverkillOnto(world, unit, target, x, y) ? 0 : ERROR.NOT_CANDIDATE;
}

/**
 * Step 7 (K16, p23): moves one unit for each destroyed enemy at once, onto a square of that enemy's
 * height.
 */
function overkill(world: World, command: Int32Array, events: Events): void {
  const unit = command[1] as number;
  const x = command[2] as number;
  const y = command[3] as number;
  moveTo(world, unit, x, y, unitCell(world, world.image[HEAD.target] as number, 'level'));
  world.image[HEAD.overkillDone] = 1;
  for (let other = 0; other < world.unitCount; other++) setUnitCell(world, other, 'candidate', 0);
  pushEvent(events, EVENT.overkill, 3, unit, x, y);
}

function listOverkills(world: World, list: LegalList<World>, unit: number): void {
  const target = world.image[HEAD.target] as number;
  if (target >= world.unitCount) return;
  const column = unitCell(world, target, 'x');
  const row = unitCell(world, target, 'y');
  for (let y = row - 1; y <= row + 1; y++) {
    for (let x = column - 1; x <= column + 1; x++) {
      if (!list.isLegal(world, unit, x, y) || !list.begin()) continue;
      list.fix(unit, x, y);
    }
  }
}

const OVERKILL: Row = {
  code: 12,
  name: 'overkill',
  parameters: [unit('unit', 'a candidate'), X, Y],
  meaning: 'step 7: moves the unit beside the destroyed one (K16)',
  when: (world) => unlessAt(world, lastStage(world)),
  refuses: overkillError,
  act: overkill,
  legal: listOverkills,
};

/** Ends the attack and its chances of overkill. */
function finishAttack(world: World, _command: Int32Array, events: Events): void {
  for (let unit = 0; unit < world.unitCount; unit++) setUnitCell(world, unit, 'candidate', 0);
  endAttack(world, events);
}

const END_ATTACK: Row = {
  ...{ code: 13, name: 'endAttack', meaning: 'the attack is over' },
  refuses: (world) => unlessAt(world, lastStage(world)),
  act: finishAttack,
};

// Outside the attacks

function unitError(world: World, command: Int32Array): number {
  return isUnit(world, word(command, 1)) ? 0 : ERROR.UNKNOWN_ID;
}

function amountError(amount: number, limit: number): number {
  if (amount < 0 || amount > 255) return ERROR.WIDTH;
  return amount === 0 || amount > limit ? ERROR.RANGE : 0;
}

function destroyedError(world: World, unit: number): number {
  return isAlive(world, unit) ? 0 : ERROR.ATTACKER_DESTROYED;
}

const PLACE: Row = {
  code: 14,
  name: 'place',
  parameters: [unit('unit', 'the unit'), X, Y, LEVEL],
  meaning: 'between attacks: where a unit stands (movement is outside of these rules)',
  when: beginError,
  refuses: (world, command) =>
    unitError(world, command) ||
    squareError(word(command, 2), word(command, 3), word(command, 4)) ||
    destroyedError(world, word(command, 1)),
  act(world, command, events) {
    moveTo(world, command[1] as number, command[2] as number, command[3] as number, command[4] as number);
    pushEvent(events, EVENT.placed, 4, command[1], command[2], command[3], command[4]);
  },
};

/** p45: additional risk of a forced fall. */
const FORCED_FALL_RISK = 2;

function fallError(world: World, command: Int32Array): number {
  const error = unitError(world, command);
  if (error !== 0) return error;
  const unit = word(command, 1);
  const levels = word(command, 2);
  const forced = word(command, 3);
  if (!isFlag(forced)) return ERROR.WIDTH;
  return (
    amountError(levels, unitCell(world, unit, 'level')) ||
    destroyedError(world, unit) ||
    riskError(world, unitCell(world, unit, 'risk') + levels + FORCED_FALL_RISK * forced)
  );
}

const FALL: Row = {
  code: 15,
  name: 'fall',
  parameters: [
    unit('unit', 'who falls'),
    { name: 'levels', min: 1, max: 255, meaning: 'how many levels', upwards: true },
    { ...flag('forced', 'somebody else caused it'), each: true },
  ],
  meaning: 'extension: risk for every level, two more when forced',
  // a fall may be what the result of an attack brought about
  when: (world) =>
    world.image[HEAD.stage] === STAGE.RESOLVED && world.image[HEAD.ended] === 0 ? 0 : beginError(world),
  refuses: fallError,
  act(world, command, events) {
    const unit = command[1] as number;
    const levels = command[2] as number;
    const more = levels + FORCED_FALL_RISK * (command[3] as number);
    const risk = Math.min(unitCell(world, unit, 'risk') + more, 255);
    setUnitCell(world, unit, 'risk', risk);
    setUnitCell(world, unit, 'level', unitCell(world, unit, 'level') - levels);
    pushEvent(events, EVENT.fell, 3, unit, levels, risk);
  },
};

const WORK_OFF_RISK: Row = {
  code: 16,
  name: 'workOffRisk',
  parameters: [unit('unit', 'the unit'), { name: 'amount', min: 1, max: 255, meaning: 'risk removed', upwards: true }],
  meaning: 'extension: remaining movement takes risk away; the rate is the caller’s',
  when: beginError,
  refuses(world, command) {
    const unit = word(command, 1);
    const error = unitError(world, command);
    if (error !== 0) return error;
    return amountError(word(command, 2), unitCell(world, unit, 'risk')) || destroyedError(world, unit);
  },
  act(world, command, events) {
    const unit = command[1] as number;
    setUnitCell(world, unit, 'risk', unitCell(world, unit, 'risk') - (command[2] as number));
    pushEvent(events, EVENT.riskWorkedOff, 2, unit, command[2]);
  },
};

/** p39: victory points for each objective at the end of a round. */
const OBJECTIVE_POINTS = 3;

/**
 * The only side with living units on the square or its four neighbours; NO_UNIT for none or both.
 */
function soleSide(world: World, square: Square): number {
  let found = NO_UNIT;
  for (let unit = 0; unit < world.unitCount; unit++) {
    if (!isAlive(world, unit)) continue;
    if (measure(false, unitCell(world, unit, 'x'), unitCell(world, unit, 'y'), square.x, square.y) > 1) continue;
    const side = unitCell(world, unit, 'side');
    if (found !== NO_UNIT && found !== side) return NO_UNIT;
    found = side;
  }
  return found;
}

function scoreObjective(world: World, objective: number, events: Events): void {
  const at = objectiveAt(world.unitCount, objective);
  const side = soleSide(world, world.objectives[objective] as Square);
  if (side !== NO_UNIT && world.image[at] !== side) {
    world.image[at] = side;
    pushEvent(events, EVENT.controlled, 2, objective, side);
  }
  const owner = world.image[at] as number;
  if (owner === NO_UNIT) return;
  const score = owner === 0 ? HEAD['score[0]'] : HEAD['score[1]'];
  write16(world.image, score, saturatingAdd16(read16(world.image, score), OBJECTIVE_POINTS));
}

function endRound(world: World, _command: Int32Array, events: Events): void {
  const { image } = world;
  for (let unit = 0; unit < world.unitCount; unit++) {
    if (isAlive(world, unit) || unitCell(world, unit, 'collected') !== 0) continue;
    setUnitCell(world, unit, 'collected', 1);
    pushEvent(events, EVENT.collected, 1, unit);
  }
  for (let objective = 0; objective < world.objectives.length; objective++) scoreObjective(world, objective, events);
  const round = image[HEAD.round] as number;
  pushEvent(events, EVENT.roundEnded, 1, round);
  if (round < world.rounds) image[HEAD.round] = round + 1;
  else image[HEAD.ended] = 1;
}

const END_ROUND: Row = {
  code: 17,
  name: 'endRound',
  meaning: 'collects destroyed miniatures (K15); extension: objectives are scored',
  refuses: (world) => (world.image[HEAD.ended] !== 0 ? ERROR.ENDED : unlessAt(world, STAGE.IDLE)),
  act: endRound,
};

/** In the order of the page. */
export const COMMANDS = declareCommands<World>(
  [
    ...[DECLARE, SIZE_POOL, ...SPECIALS, ROLL, TEST_DAMAGE, APPLY_RESULT, DISPLACE, CHECK_DESTRUCTION, OVERKILL],
    ...[END_ATTACK, PLACE, FALL, WORK_OFF_RISK, END_ROUND, SPECIAL],
  ],
  [...['special', 'roll', 'declare'], { each: 'unit', of: ['displace', 'place', 'fall', 'workOffRisk', 'overkill'] }],
  ERROR.UNKNOWN_ID,
);
