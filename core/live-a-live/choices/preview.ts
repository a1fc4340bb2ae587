/**
 * What a command would do: it is played on a machine beside the battle's own, with the same step,
 * tables, settings and generator. The battle, its events and its notes stay as they are.
 */

import { IMAGE_BYTES } from '../../../rom-map/index.js';
import { read32 } from '../../int/uint.js';
import { createEventBuffer } from '../../system/battle.js';
import { type GaugeCell, gaugeCells, gaugeChanges } from '../../system/gauge-changes.js';
import type { Battle, EventBuffer, Happening, Named, Preview } from '../../system/system.js';
import { actor, SKILL_USABLE, skillAt } from '../battle/choices.js';
import { idOfNumber } from '../battle/command-shapes.js';
import { stepPlayed } from '../battle/commands.js';
import { PLAYED_BATTLE } from '../battle/decision-frames.js';
import * as player from '../battle/player-commands.js';
import { GRID_WIDTH } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Host from '../memory/cells/host.js';
import { SKILL_SLOTS } from '../memory/character-entry.js';
import { createMachine, type LiveALiveBattle, type Machine, machineOf } from '../memory/machine.js';
import { tellBattle } from '../narration/tell.js';
import { OVERVIEW } from '../views/overview.js';
import { cellWords, facingsTo, reachedCells, reachOfSkill, walkedCells } from './choices.js';
import { NOTHING_REACHED, NOWHERE_TO_WALK, plainRefusal } from './refusals.js';

// What a refused command could have named instead.

function usableSkills(ram: Uint8Array, ally: number): string {
  const names: string[] = [];
  for (let slot = 0; slot < SKILL_SLOTS; slot++) {
    if (skillAt(ram, ally, slot) !== SKILL_USABLE) continue;
    const number = ram[ally + slot + Ally.LIST_SKILL] as number;
    names.push(idOfNumber(ram, 'skill', number) ?? String(number));
  }
  return names.length === 0 ? 'it has no skill that may be used now' : `it may use ${names.join(', ')}`;
}

function reachedInstead(machine: Machine, scratch: Machine, ally: number, words: Int32Array): string {
  const number = words[1] as number;
  const skill = words[0] === player.ITEM ? player.skillOfItem(machine, number) : number;
  const reach = reachOfSkill(machine, scratch, ally, skill);
  const cells = reachedCells(reach);
  if (cells.length === 0) return NOTHING_REACHED;
  // only a command with a facing is refused a cell that some facing reaches
  const others = facingsTo(reach, GRID_WIDTH * (words[3] as number) + (words[2] as number));
  const ways = others.map((way) => idOfNumber(machine.ram, 'facing', way));
  const turned = ways.length === 0 ? '' : `; this cell with the facing ${ways.join(' or ')}`;
  return `it reaches ${cellWords(cells)}${turned}`;
}

/** Cells that are named instead of one that no way leads to. */
const NEAREST_CELLS = 6;

function walkedInstead(machine: Machine, ally: number, words: Int32Array): string {
  const [, wantedX = 0, wantedY = 0] = words;
  const distance = (cell: number): number => Math.abs((cell & 7) - wantedX) + Math.abs((cell >> 3) - wantedY);
  const cells = walkedCells(machine, ally);
  if (cells.length === 0) return NOWHERE_TO_WALK;
  const nearest = cells.sort((a, b) => distance(a) - distance(b)).slice(0, NEAREST_CELLS);
  return `the nearest cells that it can walk to: ${cellWords(nearest)}`;
}

/**
 * Half a sentence, or empty: the cells in reach, the cells to walk to, or the skills that may be
 * used.
 * @param scratch work space @param error number of the rule error
 */
export function insteadOf(machine: Machine, scratch: Machine, words: Int32Array, error: number): string {
  const ally = actor(machine.ram);
  if (ally === 0) return '';
  if (error === player.E_TARGET) return reachedInstead(machine, scratch, ally, words);
  if (error === player.E_UNREACHABLE) return walkedInstead(machine, ally, words);
  if (error === player.E_SKILL || error === player.E_DISABLED) return usableSkills(machine.ram, ally);
  return '';
}

/** Words of events of one command: a whole enemies' turn. */
const EVENT_WORDS = 1 << 16;

interface Trial {
  readonly battle: LiveALiveBattle;
  readonly scratch: Machine;
  readonly gauges: readonly GaugeCell[];
}

const TRIALS = new WeakMap<Battle, Trial>();
/** Lent to every preview: no two run at once. */
let lent: EventBuffer | undefined;

function trialOf(battle: Battle): Trial {
  const known = TRIALS.get(battle);
  if (known !== undefined) return known;
  const { tables, settings, holes } = machineOf(battle);
  const machine = createMachine(IMAGE_BYTES, tables, settings, holes);
  const made: Trial = {
    battle: { ...battle, machine, image: machine.ram },
    scratch: createMachine(IMAGE_BYTES, tables, settings, holes),
    gauges: gaugeCells(battle.cells, OVERVIEW.gauges),
  };
  TRIALS.set(battle, made);
  return made;
}

/** What befalls a unit, and whose turn comes. */
const NO_ACTIONS = new Set(['next', 'change', 'poison', 'experience', 'level', 'learn']);

/** Who did something, each once. */
function actorsOf(happenings: readonly Happening[]): Named[] {
  const actors = new Map<string, Named>();
  for (const { kind, actor } of happenings) {
    if (actor !== undefined && !NO_ACTIONS.has(kind)) actors.set(actor.id, actor);
  }
  return [...actors.values()];
}

function refused(error: string, reason: string): Preview {
  return { error, reason, frames: 0, changes: [], acted: [], next: undefined, happenings: [] };
}

/** Plays an encoded command beside the battle and says what it came to. */
export function preview(battle: Battle, command: Int32Array): Preview {
  const trial = trialOf(battle);
  const { machine, image } = trial.battle;
  image.set(battle.image);
  lent ??= createEventBuffer(EVENT_WORDS);
  lent.length = 0;
  lent.lost = 0;
  machine.events = lent;
  const result = stepPlayed(machine, trial.scratch, command);
  if (result !== 0) {
    const { code, reason } = plainRefusal(result);
    const instead = insteadOf(machine, trial.scratch, command, result);
    return refused(code, instead === '' ? reason : `${reason}: ${instead}`);
  }
  const happenings = tellBattle(trial.battle, battle.image, lent, PLAYED_BATTLE);
  return {
    error: '',
    reason: '',
    frames: read32(image, Host.BATTLE_FRAMES) - read32(battle.image, Host.BATTLE_FRAMES),
    changes: gaugeChanges(trial.gauges, battle.image, trial.battle.image),
    acted: actorsOf(happenings),
    next: happenings.find(({ kind }) => kind === 'next')?.actor,
    happenings,
  };
}
