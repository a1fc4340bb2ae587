/**
 * Holy Grail War: turns of preparation and decisions, MP, injuries, rounds with sealed points,
 * signed damage, seals, knowledge. Source: seed 004 (a forum role-playing game's rules); rules H1
 * to H31, decisions HA1 to HA26.
 */
import type { DeclaredSystem } from '../declared/declared.js';
import { type Battle, type OddsTable, RuleError } from '../system/system.js';
import { commands } from './commands.js';
import { createBattle } from './create.js';
import { ERRORS } from './errors.js';
import { EVENTS } from './events.js';
import { GAUGES, panelsOfWar, printWar, sideNames, unitViews } from './panels.js';
import { predictWar } from './predict.js';
import { QUERY_SHAPE, SETUP_SHAPE } from './setup.js';

import { switches } from './switches.js';
import type { War, WarBattle } from './war.js';
import { whatIf } from './what-if.js';

export { attackValue, damageValue, hitCount } from './damage.js';
export { healCost, preparationIncome } from './magic.js';
export { type PairTableRow, pairTable } from './panels.js';
export { injuryLevel } from './stats.js';
export type { WarBattle } from './war.js';
export { allSplits, whatIf } from './what-if.js';

/**
 * The war of a battle of this system. @throws RuleError `E_UNKNOWN_ID` for a battle of another
 * system
 */
export function warOf(battle: Battle): War {
  if (!('war' in battle)) throw new RuleError('E_UNKNOWN_ID', 'this battle is not one of holy-grail-war');
  return (battle as WarBattle).war;
}

/** Answers a what-if query; the query's table `switches` holds its switches. */
function odds(setup: unknown, query: unknown): OddsTable {
  const given = typeof query === 'object' && query !== null && 'switches' in query ? query.switches : undefined;
  return whatIf(createBattle(setup, given as Record<string, string | number> | undefined).war, query);
}

export const holyGrailWar: DeclaredSystem<'holy-grail-war'> = {
  id: 'holy-grail-war',
  version: 1,
  title: 'Holy Grail War forum RPG',
  unit: 'step',
  commands,
  events: EVENTS.shapes,
  errors: ERRORS.shapes,
  switches,
  narration: EVENTS.narration,
  setupShape: SETUP_SHAPE,
  queryShape: QUERY_SHAPE,
  capabilities: {
    odds,
    views: {
      print: (battle) => printWar(warOf(battle)),
      predict: (battle) => predictWar(warOf(battle)),
      panels: (battle) => panelsOfWar(warOf(battle)),
      overview: {
        gauges: GAUGES,
        units: (battle) => unitViews(warOf(battle)),
        sides: (battle) => sideNames(warOf(battle)),
      },
    },
  },
  create: createBattle,
};
