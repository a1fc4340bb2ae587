/**
 * What a command would do: it is played on a machine beside the battle's own, with the same step,
 * tables, settings and generator. The battle, its events and its notes stay as they are.
 */
import { IMAGE_BYTES } from '../../../rom-map/index.js';
import { read32 } from '../../int/uint.js';
import { createEventBuffer } from '../../system/battle.js';
import { type GaugeCell, gaugeCells, gaugeChanges } from '../../system/gauge-changes.js';
import type { Battle, EventBuffer, Happening, Named, Preview } from '../../system/system.js';
import { stepPlayed } from '../battle/commands.js';
import { PLAYED_BATTLE } from '../battle/program.js';
import * as Host from '../memory/cells/host.js';
import { createMachine, type LiveALiveBattle, type Machine, machineOf } from '../memory/machine.js';
import { tellBattle } from '../narration/tell.js';
import { OVERVIEW } from '../views/overview.js';
import { insteadOf } from './instead.js';
import { plainRefusal } from './refusals.js';

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
