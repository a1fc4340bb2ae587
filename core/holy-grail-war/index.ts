/**
 * Holy Grail War: turns of preparation and decisions, MP, injuries, rounds with sealed points,
 * signed damage, seals, knowledge. Source: seed 004 (a forum role-playing game's rules); rules H1
 * to H31, decisions HA1 to HA26.
 */
import type { DeclaredSystem } from '../declared/declared.js';
import { type DeclaredBattle, declareSystem } from '../system/declare-system.js';
import type { SwitchValues } from '../system/switches.js';
import { type Battle, type OddsTable, RuleError } from '../system/system.js';
import { pairFields, unitFields, warFields } from './cells.js';
import { COMMANDS } from './commands.js';
import { ERRORS } from './errors.js';
import { EVENTS } from './events.js';
import { beginKnowledge } from './knowledge.js';
import { Line, NONE, TERMS } from './names.js';
import { GAUGES, panelsOfWar, printWar, sideNames, tableOfWar, unitViews } from './panels.js';
import { predictWar } from './predict.js';
import { beginTurn } from './round-end.js';
import { QUERY, type Rules, readSetup, SETUP, type Setup, SWITCHES } from './setup.js';
import { sheetOfPair } from './sheet.js';
import { injuryLevel } from './stats.js';
import { cellsOf, createWar, type War, writePair, writeUnit, writeWar } from './war.js';
import { whatIf } from './what-if.js';

export { attackValue, damageValue, hitCount } from './damage.js';
export { healCost, preparationIncome } from './magic.js';
export { type PairTableRow, pairTable } from './panels.js';
export { injuryLevel } from './stats.js';
export { allSplits, whatIf } from './what-if.js';

/** A battle that carries its war, for the capabilities. */
export type WarBattle = DeclaredBattle<War>;

/**
 * The war of a battle of this system. @throws RuleError `E_UNKNOWN_ID` for a battle of another
 * system
 */
export function warOf(battle: Battle): War {
  if ('world' in battle && 'pairCount' in (battle as WarBattle).world) return (battle as WarBattle).world;
  throw new RuleError('E_UNKNOWN_ID', 'this battle is not one of holy-grail-war');
}

/** Answers a what-if query; the query's table `switches` holds its switches. */
function odds(setup: unknown, query: unknown): OddsTable {
  const given = typeof query === 'object' && query !== null && 'switches' in query ? query.switches : undefined;
  return whatIf(SYSTEM.create(setup, given as SwitchValues | undefined).world, query);
}

/** Begins a war. */
function startWar(setup: Setup, rules: Rules): War {
  const war = createWar(setup, rules);
  writeWar(war, warFields.day, setup.day);
  writeWar(war, warFields.slot, setup.slot);
  writeWar(war, warFields.phase, setup.phase);
  setup.units.forEach((unit, number) => {
    const injury = injuryLevel(unit.hp, unit.maxHp);
    const cells: Readonly<Record<string, unknown>> = {
      ...unit,
      injury,
      side: NONE,
      line: Line.none,
      gatherTopic: NONE,
    };
    for (const [name, field] of Object.entries(unitFields)) {
      const value = cells[name];
      if (typeof value === 'number') writeUnit(war, number, field, value);
    }
  });
  setup.pairs.forEach(({ seals, soulEaten, exposed, base }, number) => {
    writePair(war, number, pairFields.seals, seals);
    writePair(war, number, pairFields.soulEaten, soulEaten);
    writePair(war, number, pairFields.exposed, exposed ? 1 : 0);
    writePair(war, number, pairFields.base, base);
  });
  return war;
}

/** Each pair has a sheet, and may read that of another. */
const pairIds = (battle: Battle): readonly string[] => warOf(battle).setup.pairs.map(({ id }) => id);

const SYSTEM = declareSystem({
  id: 'holy-grail-war',
  version: 1,
  title: 'Holy Grail War forum RPG',
  unit: 'step',
  setup: SETUP,
  query: QUERY,
  switches: SWITCHES,
  commands: COMMANDS,
  events: EVENTS,
  errors: ERRORS,
  terms: TERMS,
  start(setup, rules) {
    const war = startWar(readSetup(setup, rules.seals), rules);
    beginTurn(war);
    beginKnowledge(war);
    return war;
  },
  cells: cellsOf,
  capabilities: () => ({
    odds,
    views: {
      print: (battle) => printWar(warOf(battle)),
      predict: (battle) => predictWar(warOf(battle)),
      panels: (battle) => panelsOfWar(warOf(battle)),
      table: (battle) => tableOfWar(warOf(battle)),
      sheets: {
        subjects: pairIds,
        readers: pairIds,
        sheet: (battle, pair, reader) => sheetOfPair(warOf(battle), pair, reader),
      },
      overview: {
        gauges: GAUGES,
        units: (battle) => unitViews(warOf(battle)),
        sides: (battle) => sideNames(warOf(battle)),
      },
    },
  }),
});

export const holyGrailWar: DeclaredSystem<'holy-grail-war'> = SYSTEM;
