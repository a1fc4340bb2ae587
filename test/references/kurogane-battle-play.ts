/** The second half of `kurogane-battle.ts`: what an accepted command does. */
import {
  type Action,
  actionNumber,
  type Command,
  type Fighter,
  fighterOf,
  mayWalkTo,
  numbersOf,
  open,
  type State,
  squaresApart,
  type Table,
} from './kurogane-battle.js';
import * as slow from './kurogane-engage.js';

/** K15, p23: destroyed, and who may overkill now. */
function destroy(state: State): void {
  const { attack } = state;
  if (attack === undefined) return;
  const target = fighterOf(state, attack.target);
  if (target.damage < target.hp) return;
  target.destroyed = true;
  const { side } = fighterOf(state, attack.attacker);
  const around = Array.from({ length: 9 }, (_, at) => [target.x - 1 + (at % 3), target.y - 1 + Math.floor(at / 3)]);
  for (const unit of state.fighters) {
    const may = unit.side === side && !unit.destroyed;
    unit.candidate = may && around.some(([x = -1, y = -1]) => mayWalkTo(state, unit, target, x, y));
  }
}

function actionsOf(state: State): Action[] {
  return (state.attack?.declared ?? []).flatMap((index) => state.table.actions[index] ?? []);
}

/** K13, K14, p56. */
function applyResult(state: State): void {
  const { attack, table } = state;
  if (attack === undefined) return;
  const target = fighterOf(state, attack.target);
  const { successes } = slow.attack(open(state), attack.faces);
  target.risk = attack.damage > 0 ? 0 : Math.min(target.risk + successes, 255);
  target.damage = Math.min(target.damage + attack.damage, 255);
  state.stage = 5;
  const effects = actionsOf(state).map(({ afterResolve }) => afterResolve);
  attack.moveAttacker = effects.includes('moveAttacker');
  attack.moveTarget = effects.includes('moveTarget') || (attack.damage > 0 && effects.includes('moveTargetOnDamage'));
  if (table.destroyTiming === 'seed') destroy(state);
  if (target.destroyed) attack.moveTarget = false;
}

function endAttack(state: State): void {
  state.stage = 0;
  state.attack = undefined;
  for (const unit of state.fighters) unit.candidate = false;
}

/** K15, p39, p40. */
function endRound(state: State): void {
  for (const unit of state.fighters) unit.collected = unit.collected || unit.destroyed;
  state.table.objectives.forEach((middle, index) => {
    const inside = state.fighters.filter(
      (unit) => !unit.destroyed && slow.gridDistance(unit.x - middle.x, unit.y - middle.y) <= 1,
    );
    const sides = new Set(inside.map(({ side }) => side));
    const [lone] = sides;
    if (sides.size === 1 && lone !== undefined) state.control[index] = lone;
    const holder = state.control[index];
    if (holder === 0 || holder === 1) state.score[holder] += 3;
  });
  if (state.round === state.table.rounds) state.ended = true;
  else state.round += 1;
}

function declare(state: State, command: Command): void {
  const { attacker, weapon, target, visible, allySees, mutualClear, distance } = numbersOf(command);
  const apart = squaresApart(state, fighterOf(state, attacker), fighterOf(state, target));
  state.stage = 1;
  state.attack = {
    ...{ attacker, weapon, target, visible, allySees, mutualClear, distance: distance === -1 ? apart : distance },
    ...{ declared: [], faces: [], damage: 0, moveTarget: false, moveAttacker: false, overkillDone: false },
  };
}

function roll(state: State, faces: readonly number[]): void {
  if (state.attack === undefined) return;
  state.attack.faces = faces;
  // K11: no success at all ends the attack
  if (slow.attack(open(state), faces).successes === 0) endAttack(state);
  else state.stage = 3;
}

function displace(state: State, command: Command, unit: Fighter): void {
  const { x, y, level, unit: index } = numbersOf(command);
  [unit.x, unit.y, unit.level] = [x, y, level];
  if (state.attack === undefined || command.command !== 'displace') return;
  if (state.attack.moveTarget && index === state.attack.target) state.attack.moveTarget = false;
  else state.attack.moveAttacker = false;
}

function overkill(state: State, command: Command): void {
  const { x, y, unit } = numbersOf(command);
  const mover = fighterOf(state, unit);
  if (state.attack === undefined) return;
  [mover.x, mover.y, mover.level] = [x, y, fighterOf(state, state.attack.target).level];
  state.attack.overkillDone = true;
  for (const other of state.fighters) other.candidate = false;
}

function fall(state: State, command: Command): void {
  const { unit, levels, forced } = numbersOf(command);
  const who = fighterOf(state, unit);
  who.level -= levels;
  who.risk = Math.min(who.risk + levels + (forced ? 2 : 0), 255);
}

/** Carries out a command that `refusals` lets pass. */
export function play(state: State, command: Command): void {
  const { unit, amount, faces } = numbersOf(command);
  const { attack } = state;
  if (command.command === 'declare') declare(state, command);
  else if (command.command === 'sizePool') state.stage = 2;
  else if (command.command === 'roll') roll(state, faces);
  else if (command.command === 'testDamage' && attack !== undefined) {
    attack.damage = slow.attack(open(state), attack.faces).damage;
    state.stage = 4;
  } else if (command.command === 'applyResult') applyResult(state);
  else if (command.command === 'displace' || command.command === 'place')
    displace(state, command, fighterOf(state, unit));
  else if (command.command === 'checkDestruction' && attack !== undefined) {
    [attack.moveAttacker, attack.moveTarget, state.stage] = [false, false, 6];
    destroy(state);
  } else if (command.command === 'overkill') overkill(state, command);
  else if (command.command === 'endAttack') endAttack(state);
  else if (command.command === 'fall') fall(state, command);
  else if (command.command === 'workOffRisk') fighterOf(state, unit).risk -= amount;
  else if (command.command === 'endRound') endRound(state);
  else attack?.declared.push(actionNumber(state, command));
}

export function begin(table: Table, fighters: readonly Fighter[]): State {
  return {
    ...{ table, fighters: fighters.map((unit) => ({ ...unit })), stage: 0, attack: undefined, round: 1, ended: false },
    ...{ score: [0, 0], control: table.objectives.map(() => 255) },
  };
}
