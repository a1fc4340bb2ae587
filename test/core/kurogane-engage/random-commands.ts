/**
 * Random commands for the system and for the slow reference of a battle of attacks: after each the cells that a rule fixes
 * are equal, and a refusal has a code that fits.
 */
import { expect } from 'vitest';
import { createBattle, type KuroganeBattle, kuroganeEngage } from '../../../core/kurogane-engage/index.js';
import { apply, type PlainCommand, readCell } from '../../../core/system/battle.js';
import { type CellDeclaration, RuleError } from '../../../core/system/system.js';
import {
  type Action,
  attackSetup,
  type Command,
  type Fighter,
  type Need,
  PAGE_48,
  refusals,
  type State,
  type Table,
} from '../../references/kurogane-battle.js';
import { begin, play } from '../../references/kurogane-battle-play.js';
import * as slow from '../../references/kurogane-engage.js';
import { type Dice, diceOf } from '../seeded-dice.js';

const NEEDS: readonly Need[] = [
  ...(['commander', 'companion', 'enhance', 'shield', 'noLargeWeapon'] as const),
  ...(['factionTo', 'powerAttackWeapon', 'closeCombatWeapon'] as const),
];
const EFFECTS = ['none', 'moveTarget', 'moveAttacker', 'moveTargetOnDamage'] as const;

/** The system and what makes its battles. */
interface Module {
  readonly createBattle: typeof createBattle;
  readonly kuroganeEngage: typeof kuroganeEngage;
}

function actionsOf({ among, below }: Dice): Action[] {
  const numbers = () => ({
    ...{ poolDelta: below(6) - 3, successMin: among([0, 0, 3, 5]), powDelta: below(7) - 3, armDelta: below(7) - 3 },
    afterResolve: among(EFFECTS),
  });
  const own = Array.from({ length: below(4) }, (_, index) => ({
    ...{ name: `own${index}`, side: among(['attacker', 'defender'] as const) },
    needs: Array.from({ length: 1 + below(2) }, () => [among(NEEDS), among(NEEDS)].slice(0, 1 + below(2))),
  }));
  return [...PAGE_48, ...own].map((action) => ({ ...action, ...numbers() }));
}

function tableOf(dice: Dice): Table {
  const { among, below } = dice;
  const weapon = (rng: number | 'C') => ({
    ...{ hit: 1 + below(4), rng, pow: below(9), pen: below(3), indirect: below(2) === 0, powerAttack: below(2) === 0 },
  });
  return {
    ...{ weapons: [weapon(1 + below(4)), weapon('C')], actions: actionsOf(dice), rounds: 1 + below(4) },
    objectives: Array.from({ length: below(3) }, () => ({ x: below(6), y: below(6) })),
    ...{
      destroyTiming: among(['seed', 'wiki56'] as const),
      specialsTiming: among(['afterPool', 'atDeclare'] as const),
    },
    ...{ riskCap: among(['none', 'saturate'] as const) },
    attackSwitches: {
      ...{ clearShotInMelee: below(2) === 0, strictDistance: below(3) === 0 },
      metric: among(['manhattan', 'chebyshev'] as const),
    },
  };
}

function fightersOf({ among, below }: Dice): Fighter[] {
  return Array.from({ length: 3 + below(3) }, (_, index) => ({
    ...{ x: below(6), y: below(6), level: below(3), hp: 1 + below(3), damage: 0, arm: 3 + below(8) },
    ...{ risk: among([0, 0, 1, 3]), side: index < 2 ? index : below(2), mv: below(4), commander: below(2) === 0 },
    ...{ enhance: below(2) === 0, shield: below(2) === 0, largeWeapon: below(3) === 0 },
    ...{ faction: among(['', 'TO']), weapons: [0, 1], destroyed: false, collected: false, candidate: false },
  }));
}

function systemBattle(module: Module, table: Table, fighters: readonly Fighter[]): KuroganeBattle {
  const specials = Object.fromEntries(
    table.actions.map(({ name, side, needs, ...numbers }) => [
      name,
      name.startsWith('own') ? { side, needs, ...numbers } : numbers,
    ]),
  );
  const { clearShotInMelee, strictDistance, metric } = table.attackSwitches;
  return module.createBattle(
    {
      weapons: table.weapons.map((weapon, index) => ({ id: `w${index}`, ...weapon })),
      units: fighters.map(({ destroyed, collected, candidate, weapons, ...unit }, index) => ({
        ...{ id: `u${index}`, ...unit, weapons: weapons.map((weapon) => `w${weapon}`) },
      })),
      ...{ specials, objectives: table.objectives, rounds: table.rounds },
    },
    {
      ...{ destroyTiming: table.destroyTiming, specialsTiming: table.specialsTiming, riskCap: table.riskCap },
      ...{ clearShotInMelee: clearShotInMelee ? 'yes' : 'no', strictDistance: strictDistance ? 'yes' : 'no', metric },
    },
  );
}

/** The commands that fit the stage, most of the time. */
const BY_STAGE: readonly (readonly string[])[] = [
  ['declare', 'declare', 'declare', 'declare', 'place', 'fall', 'workOffRisk', 'endRound'],
  ['sizePool', 'special', 'special', 'special'],
  ['roll', 'special', 'special', 'special'],
  ['testDamage'],
  ['applyResult'],
  ['displace', 'displace', 'overkill', 'overkill', 'checkDestruction', 'endAttack', 'fall'],
  ['overkill', 'overkill', 'endAttack', 'displace'],
];

function commandOf(state: State, dice: Dice): Command {
  const { among, below } = dice;
  const { attack } = state;
  const many = state.fighters.length;
  const command = among(BY_STAGE[below(8) === 0 ? below(7) : state.stage] ?? []);
  const foe = attack === undefined ? undefined : state.fighters[attack.target];
  const near = (value: number | undefined) => Math.max(0, (value ?? below(6)) + below(3) - 1);
  const square = { x: near(foe?.x), y: near(foe?.y) };
  const flags = { visible: Math.min(below(4), 1), allySees: below(2), mutualClear: below(2) };
  if (command === 'declare') {
    const distance = among([-1, -1, 1, below(9)]);
    const attacker = below(many);
    const enemies = state.fighters.flatMap(({ side }, index) =>
      side === state.fighters[attacker]?.side ? [] : [index],
    );
    const target = enemies.length > 0 && below(6) > 0 ? among(enemies) : below(many);
    return { command, attacker, weapon: below(2), target, distance, ...flags };
  }
  if (command === 'special') {
    const name = among(state.table.actions).name;
    return name.startsWith('own') ? { command, special: name } : { command: name };
  }
  if (command === 'roll') {
    const pool = attack === undefined ? below(4) : slow.dicePool(attackSetup(state, attack)).pool;
    return { command, faces: Array.from({ length: below(20) === 0 ? pool + 1 : pool }, () => 1 + below(6)) };
  }
  const candidate = state.fighters.findIndex((unit) => unit.candidate);
  const due = attack?.moveAttacker === true && below(2) === 0 ? attack.attacker : (attack?.target ?? below(many));
  if (command === 'overkill')
    return { command, unit: candidate >= 0 && below(3) > 0 ? candidate : below(many), ...square };
  if (command === 'displace') return { command, unit: below(4) === 0 ? below(many) : due, ...square, level: below(3) };
  if (command === 'place') return { command, unit: below(many), x: below(6), y: below(6), level: below(3) };
  if (command === 'fall') return { command, unit: below(many), levels: 1 + below(3), forced: below(2) };
  if (command === 'workOffRisk') return { command, unit: below(many), amount: 1 + below(3) };
  return { command };
}

type Cells = ReadonlyMap<string, CellDeclaration>;

/** What the rules fix of the image. */
function expectedCells(state: State): Record<string, number> {
  const { attack, stage } = state;
  const cells: Record<string, number> = { stage, ended: Number(state.ended) };
  [cells['score[0]'], cells['score[1]']] = state.score;
  state.control.forEach((side, index) => {
    cells[`objective[${index}].side`] = side;
  });
  if (!state.ended) cells.round = state.round;
  state.fighters.forEach((unit, index) => {
    for (const name of ['x', 'y', 'level', 'damage', 'risk'] as const) cells[`unit[${index}].${name}`] = unit[name];
    for (const name of ['destroyed', 'collected', 'candidate'] as const) {
      cells[`unit[${index}].${name}`] = Number(unit[name]);
    }
  });
  if (attack === undefined) return cells;
  const setup = attackSetup(state, attack);
  cells.specials = attack.declared.reduce((bits, index) => bits + 2 ** index, 0);
  if (stage >= 2 && stage <= 3) cells.pool = slow.dicePool(setup).pool;
  if (stage === 5) [cells.moveTarget, cells.moveAttacker] = [Number(attack.moveTarget), Number(attack.moveAttacker)];
  if (stage !== 4) return cells;
  const result = slow.attack({ ...setup, switches: { ...setup.switches, riskCap: 254 } }, attack.faces);
  [cells.successes, cells.criticals, cells.damage] = [result.successes, result.criticals, result.damage];
  [cells.attackValue, cells.defenceValue] = [result.attack, result.defence];
  return cells;
}

function codeOf(module: Module, battle: KuroganeBattle, { command, ...given }: Command): string {
  const named: Record<string, number | string | readonly number[]> = { ...given };
  for (const key of ['attacker', 'target', 'unit']) if (key in named) named[key] = `u${named[key]}`;
  if ('weapon' in named) named.weapon = `w${named.weapon}`;
  try {
    apply(module.kuroganeEngage, battle, { command, ...named } as PlainCommand);
  } catch (error) {
    if (error instanceof RuleError) return error.code;
    throw error;
  }
  return '';
}

/** Beginnings of what `compareRandomCommands` counts: each has to come up. */
export const KINDS = [
  'enhance ',
  'powerAttack ',
  'counter ',
  'evade ',
  'defend ',
  'special ',
  'overkill ',
  'displace ',
] as const;

/**
 * Plays battles until so many commands were compared.
 * @param module one with a planted fault, too
 * @returns how often each command or code was met
 */
export function compareRandomCommands(
  seed: number,
  commands: number,
  module: Module = { createBattle, kuroganeEngage },
): ReadonlyMap<string, number> {
  const dice = diceOf(seed);
  const met = new Map<string, number>();
  for (let done = 0; done < commands; ) {
    const [table, fighters] = [tableOf(dice), fightersOf(dice)];
    const battle = systemBattle(module, table, fighters);
    const state = begin(table, fighters);
    const cells: Cells = new Map(battle.cells.map((cell) => [cell.name, cell]));
    const log: Command[] = [];
    for (let step = 0; step < 80 && done < commands; step += 1, done += 1) {
      const command = commandOf(state, dice);
      log.push(command);
      const codes = refusals(state, command);
      const code = codeOf(module, battle, command);
      const place = () => JSON.stringify({ done, codes, log: log.slice(-8), table, units: state.fighters });
      if (codes.length === 0 ? code !== '' : !codes.includes(code)) expect.fail(`${code || 'accepted'}: ${place()}`);
      met.set(`${command.command} ${code}`, (met.get(`${command.command} ${code}`) ?? 0) + 1);
      if (code === '') play(state, command);
      const ours = expectedCells(state);
      const theirs = Object.fromEntries(
        Object.keys(ours).map((name) => [name, readCell(battle.image, cells.get(name) as CellDeclaration)]),
      );
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) expect(theirs, place()).toEqual(ours);
    }
  }
  return met;
}
