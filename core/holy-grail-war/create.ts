/**
 * Starts a war from plain data. Source: state list of seed 004's ruleset; H29 for the knowledge at
 * the start.
 */
import type { EventBuffer } from '../system/system.js';
import { pairFields, unitFields, warFields } from './cells.js';
import { beginKnowledge } from './knowledge.js';
import { legalCommands } from './legal.js';
import { Line, NONE } from './names.js';
import { readSetup } from './setup.js';
import { injuryLevel } from './stats.js';
import { stepWar } from './step.js';
import { readSwitches } from './switches.js';
import { beginTurn } from './turn-end.js';
import { cellsOf, createWar, type War, type WarBattle, writePair, writeUnit, writeWar } from './war.js';

function fillUnits(war: War): void {
  war.setup.units.forEach((unit, number) => {
    const fill = (name: keyof typeof unitFields, value: number): void =>
      writeUnit(war, number, unitFields[name], value);
    fill('str', unit.stats.str);
    fill('con', unit.stats.con);
    fill('agi', unit.stats.agi);
    fill('mag', unit.stats.mag);
    fill('luk', unit.luk);
    fill('np', unit.np);
    fill('hp', unit.hp);
    fill('maxHp', unit.maxHp);
    fill('mp', unit.mp);
    fill('maxMp', unit.maxMp);
    fill('lp', unit.lp);
    fill('maxLp', unit.maxLp);
    fill('advantage', unit.advantage);
    fill('upkeep', unit.upkeep);
    fill('injury', injuryLevel(unit.hp, unit.maxHp));
    fill('side', NONE);
    fill('line', Line.none);
    fill('gatherTopic', NONE);
  });
}

function fillPairs(war: War): void {
  war.setup.pairs.forEach((pair, number) => {
    writePair(war, number, pairFields.seals, pair.seals);
    writePair(war, number, pairFields.soulEaten, pair.soulEaten);
    writePair(war, number, pairFields.exposed, pair.exposed ? 1 : 0);
    writePair(war, number, pairFields.base, pair.base);
  });
}

/** Starts a battle. @throws RuleError with the path of the wrong data or switch */
export function createBattle(setup: unknown, switches?: Readonly<Record<string, string | number>>): WarBattle {
  const rules = readSwitches(switches);
  const war = createWar(readSetup(setup, rules.seals), rules);
  writeWar(war, warFields.day, war.setup.day);
  writeWar(war, warFields.slot, war.setup.slot);
  writeWar(war, warFields.phase, war.setup.phase);
  fillUnits(war);
  fillPairs(war);
  beginTurn(war);
  beginKnowledge(war);
  return {
    war,
    image: war.image,
    cells: cellsOf(war),
    step: (command: Int32Array, events: EventBuffer | undefined) => stepWar(war, command, events),
    legalCommands: (out: Int32Array) => legalCommands(war, out),
    idNumber: (kind: string, id: string) => war.ids.get(kind)?.indexOf(id) ?? -1,
    idName: (kind: string, number: number) => war.ids.get(kind)?.[number],
  };
}
