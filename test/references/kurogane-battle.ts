/**
 * Slow reference of a battle of attacks: the seven steps in their order, special actions and reactions as data, movements
 * after the result, destruction, overkill, falling, rounds and objectives. Written from rules/kurogane-engage.md (K1, K10,
 * K13 to K16, KA12, KA15, KA18, KA19, pages 23, 39, 40, 45, 48, 56) alone; pools and results come from the attack reference.
 *
 * `refusals` lists every code that fits a command; an empty list means that it is accepted. `kurogane-battle-play.ts`
 * carries it out.
 */
import * as slow from './kurogane-engage.js';
import { elementAt } from './reference-error.js';

export type Need =
  | 'commander'
  | 'companion'
  | 'enhance'
  | 'shield'
  | 'noLargeWeapon'
  | 'factionTo'
  | 'powerAttackWeapon'
  | 'closeCombatWeapon';

export interface Action {
  readonly name: string;
  readonly side: 'attacker' | 'defender';
  /** One of these lists must be met as a whole. */
  readonly needs: readonly (readonly Need[])[];
  readonly poolDelta: number;
  readonly successMin: number;
  readonly powDelta: number;
  readonly armDelta: number;
  readonly afterResolve: 'none' | 'moveTarget' | 'moveAttacker' | 'moveTargetOnDamage';
}

/** p48, without numbers of their own. */
export const PAGE_48: readonly Pick<Action, 'name' | 'side' | 'needs'>[] = [
  { name: 'enhance', side: 'attacker', needs: [['enhance', 'commander']] },
  { name: 'powerAttack', side: 'attacker', needs: [['powerAttackWeapon']] },
  { name: 'counter', side: 'defender', needs: [['commander'], ['companion', 'factionTo']] },
  { name: 'evade', side: 'defender', needs: [['commander', 'noLargeWeapon']] },
  { name: 'defend', side: 'defender', needs: [['shield']] },
];

export interface Fighter {
  x: number;
  y: number;
  level: number;
  readonly hp: number;
  damage: number;
  readonly arm: number;
  risk: number;
  readonly side: number;
  readonly mv: number;
  readonly commander: boolean;
  readonly enhance: boolean;
  readonly shield: boolean;
  readonly largeWeapon: boolean;
  readonly faction: string;
  readonly weapons: readonly number[];
  destroyed: boolean;
  collected: boolean;
  candidate: boolean;
}

export interface Table {
  readonly weapons: readonly slow.Weapon[];
  readonly actions: readonly Action[];
  readonly objectives: readonly { readonly x: number; readonly y: number }[];
  readonly rounds: number;
  readonly destroyTiming: 'seed' | 'wiki56';
  readonly specialsTiming: 'afterPool' | 'atDeclare';
  readonly riskCap: 'none' | 'saturate';
  readonly attackSwitches: Pick<slow.EngageSwitches, 'clearShotInMelee' | 'strictDistance' | 'metric'>;
}

export interface Attack {
  readonly attacker: number;
  readonly weapon: number;
  readonly target: number;
  readonly distance: number;
  readonly visible: boolean;
  readonly allySees: boolean;
  readonly mutualClear: boolean;
  readonly declared: number[];
  faces: readonly number[];
  damage: number;
  moveTarget: boolean;
  moveAttacker: boolean;
  overkillDone: boolean;
}

/** 0 none, 1 declared, 2 pool sized, 3 rolled, 4 damage tested, 5 result applied, 6 destruction checked. */
export type Stage = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export interface State {
  readonly table: Table;
  readonly fighters: Fighter[];
  stage: Stage;
  attack: Attack | undefined;
  round: number;
  ended: boolean;
  readonly score: [number, number];
  readonly control: number[];
}

export interface Command {
  readonly command: string;
  readonly [field: string]: number | string | readonly number[];
}

const number = (command: Command, name: string): number => {
  const value = command[name];
  return typeof value === 'number' ? value : 0;
};
export const numbersOf = (command: Command) => ({
  ...{ attacker: number(command, 'attacker'), weapon: number(command, 'weapon'), target: number(command, 'target') },
  ...{
    unit: number(command, 'unit'),
    x: number(command, 'x'),
    y: number(command, 'y'),
    level: number(command, 'level'),
  },
  ...{ levels: number(command, 'levels'), amount: number(command, 'amount'), forced: number(command, 'forced') === 1 },
  ...{ distance: number(command, 'distance'), visible: number(command, 'visible') === 1 },
  ...{ allySees: number(command, 'allySees') === 1, mutualClear: number(command, 'mutualClear') === 1 },
  faces: Array.isArray(command.faces) ? (command.faces as readonly number[]) : [],
});

export const fighterOf = (state: State, index: number): Fighter => elementAt(state.fighters, index, 'unit');

export function squaresApart(state: State, a: { x: number; y: number }, b: { x: number; y: number }): number {
  return slow.gridDistance(a.x - b.x, a.y - b.y, state.table.attackSwitches.metric);
}

/** The attack as the attack reference wants it: the numbers of all declared actions added up. */
export function attackSetup(state: State, attack: Attack): slow.AttackSetup {
  const attacker = fighterOf(state, attack.attacker);
  const target = fighterOf(state, attack.target);
  const actions = attack.declared.map((index) => elementAt(state.table.actions, index, 'action'));
  const sum = (name: 'poolDelta' | 'powDelta' | 'armDelta') => actions.reduce((all, action) => all + action[name], 0);
  const successMin = actions.filter((action) => action.successMin !== 0).at(-1)?.successMin;
  const sides = {
    attacker: { ...attacker, side: String(attacker.side) },
    target: { ...target, side: String(target.side) },
  };
  const { distance, visible, allySees, mutualClear } = attack;
  return {
    ...{ ...sides, weapon: elementAt(state.table.weapons, attack.weapon, 'weapon'), distance },
    ...{ levelDifference: target.level - attacker.level, visible, allySees, mutualClear },
    ...{ poolDelta: sum('poolDelta'), powDelta: sum('powDelta'), armDelta: sum('armDelta') },
    ...(successMin === undefined ? {} : { successMin }),
    switches: { ...state.table.attackSwitches, riskCap: state.table.riskCap === 'none' ? 255 : 254 },
  };
}

function isMet(state: State, attack: Attack, unit: Fighter, need: Need): boolean {
  const weapon = elementAt(state.table.weapons, attack.weapon, 'weapon');
  const answers: Record<Need, boolean> = {
    ...{ commander: unit.commander, companion: !unit.commander, enhance: unit.enhance, shield: unit.shield },
    ...{ noLargeWeapon: !unit.largeWeapon, factionTo: unit.faction === 'TO' },
    ...{ powerAttackWeapon: weapon.powerAttack === true, closeCombatWeapon: weapon.rng === 'C' },
  };
  return answers[need];
}

type Test = readonly [boolean, string];

export const failing = (...tests: readonly Test[]): string[] =>
  tests.filter(([wrong]) => wrong).map(([, code]) => code);

function declareRefusals(state: State, command: Command): string[] {
  const { attacker, weapon, target, visible, allySees, distance } = numbersOf(command);
  const [from, to] = [fighterOf(state, attacker), fighterOf(state, target)];
  const measured = distance === -1 ? squaresApart(state, from, to) : distance;
  const indirect = state.table.weapons[weapon]?.indirect === true;
  return failing(
    [state.ended, 'E_ENDED'],
    [state.stage !== 0, 'E_PHASE'],
    [!from.weapons.includes(weapon), 'E_UNKNOWN_ID'],
    [from.destroyed, 'E_ATTACKER_DESTROYED'],
    [to.destroyed, 'E_TARGET_DESTROYED'],
    [from.side === to.side, 'E_NOT_ENEMY'],
    [!visible && !allySees, 'E_NOT_VISIBLE'],
    [!visible && allySees && !indirect, 'E_NOT_INDIRECT'],
    [measured === 0 && state.table.attackSwitches.strictDistance, 'E_RANGE'],
  );
}

/** K10, KA19, p48: the attacker's before the one reaction, nothing twice, and only who may. */
function actionRefusals(state: State, index: number): string[] {
  const wanted = state.table.specialsTiming === 'afterPool' ? 2 : 1;
  const { attack } = state;
  if (state.stage !== wanted || attack === undefined) return ['E_PHASE'];
  const action = elementAt(state.table.actions, index, 'action');
  const unit = fighterOf(state, action.side === 'attacker' ? attack.attacker : attack.target);
  const reacted = attack.declared.some((before) => state.table.actions[before]?.side === 'defender');
  const may = action.needs.some((list) => list.every((need) => isMet(state, attack, unit, need)));
  return failing(
    [!may || attack.declared.includes(index), 'E_SPECIAL_NOT_ALLOWED'],
    [reacted && action.side === 'attacker', 'E_SPECIAL_ORDER'],
    [reacted && action.side === 'defender', 'E_TWO_REACTIONS'],
  );
}

function rollRefusals(state: State, faces: readonly number[]): string[] {
  if (state.stage !== 2 || state.attack === undefined) return ['E_PHASE'];
  const { pool } = slow.dicePool(attackSetup(state, state.attack));
  return failing([faces.length !== pool, 'E_DICE_COUNT'], [faces.some((face) => face < 1 || face > 6), 'E_DICE_FACE']);
}

/** p23: a walk of at most MV onto a free square beside the destroyed one. */
export function mayWalkTo(state: State, unit: Fighter, destroyed: Fighter, x: number, y: number): boolean {
  const inTheWay = state.fighters.some((other) => other !== unit && !other.collected && other.x === x && other.y === y);
  const onBoard = x >= 0 && y >= 0 && x <= 255 && y <= 255;
  const beside = squaresApart(state, destroyed, { x, y }) === 1;
  return onBoard && beside && !inTheWay && squaresApart(state, unit, { x, y }) <= unit.mv;
}

function overkillRefusals(state: State, command: Command): string[] {
  const { unit, x, y } = numbersOf(command);
  const { attack } = state;
  const last = state.table.destroyTiming === 'seed' ? 5 : 6;
  if (state.stage !== last || attack === undefined) return ['E_PHASE'];
  const mover = fighterOf(state, unit);
  const may = mover.candidate && !attack.overkillDone && mayWalkTo(state, mover, fighterOf(state, attack.target), x, y);
  return failing([!may, 'E_NOT_CANDIDATE'], [mover.destroyed, 'E_ATTACKER_DESTROYED']);
}

/** p45: a fall may come between attacks, or from the movement that follows a result, which p56 puts before step 7. */
function fallRefusals(state: State, command: Command): string[] {
  const { unit, levels, forced } = numbersOf(command);
  const who = fighterOf(state, unit);
  const risk = who.risk + levels + (forced ? 2 : 0);
  return failing(
    [state.ended, 'E_ENDED'],
    [state.stage !== 0 && state.stage !== 5, 'E_PHASE'],
    [who.destroyed, 'E_ATTACKER_DESTROYED'],
    [levels > who.level, 'E_RANGE'],
    [risk > 255 && state.table.riskCap === 'none', 'E_WIDTH'],
  );
}

function resultRefusals(state: State): string[] {
  if (state.stage !== 4 || state.attack === undefined) return ['E_PHASE'];
  const target = fighterOf(state, state.attack.target);
  const hits = state.attack.damage === 0 ? slow.attack(open(state), state.attack.faces).successes : 0;
  return failing([target.risk + hits > 255 && state.table.riskCap === 'none', 'E_WIDTH']);
}

/** The attack in progress, without the refusal of a risk above 255 by the attack reference. */
export function open(state: State): slow.AttackSetup {
  if (state.attack === undefined) throw new Error('no attack');
  const setup = attackSetup(state, state.attack);
  return { ...setup, switches: { ...setup.switches, riskCap: 254 } };
}

/** Every code that fits; none when the command is accepted. */
export function refusals(state: State, command: Command): string[] {
  const { unit, amount } = numbersOf(command);
  const who = state.fighters[unit];
  const idle: readonly Test[] = [
    [state.ended, 'E_ENDED'],
    [state.stage !== 0, 'E_PHASE'],
  ];
  const last = state.table.destroyTiming === 'seed' ? 5 : 6;
  switch (command.command) {
    case 'declare':
      return declareRefusals(state, command);
    case 'sizePool':
      return failing([state.stage !== 1, 'E_PHASE']);
    case 'roll':
      return rollRefusals(state, numbersOf(command).faces);
    case 'testDamage':
      return failing([state.stage !== 3, 'E_PHASE']);
    case 'applyResult':
      return resultRefusals(state);
    case 'displace': {
      const due = state.stage === 5 ? state.attack : undefined;
      const isDue = (due?.moveTarget && unit === due.target) || (due?.moveAttacker && unit === due.attacker);
      return failing([isDue !== true, 'E_PHASE'], [who?.destroyed === true, 'E_ATTACKER_DESTROYED']);
    }
    case 'checkDestruction':
      return failing([state.stage !== 5 || last === 5, 'E_PHASE']);
    case 'overkill':
      return overkillRefusals(state, command);
    case 'endAttack':
      return failing([state.stage !== last, 'E_PHASE']);
    case 'place':
      return failing(...idle, [who?.destroyed === true, 'E_ATTACKER_DESTROYED']);
    case 'fall':
      return fallRefusals(state, command);
    case 'workOffRisk':
      return failing(
        ...idle,
        [who?.destroyed === true, 'E_ATTACKER_DESTROYED'],
        [amount > (who?.risk ?? 0), 'E_RANGE'],
      );
    case 'endRound':
      return failing(...idle);
    default:
      return actionRefusals(state, actionNumber(state, command));
  }
}

/** An action of page 48 by its own command, one of the setup's own by `special`. */
export function actionNumber({ table }: State, { command, special }: Command): number {
  const name = command === 'special' ? special : command;
  return table.actions.findIndex((action) => action.name === name);
}
