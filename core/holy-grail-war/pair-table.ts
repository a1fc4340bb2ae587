/**
 * The pair table: attack, hits and damage of every unit on every opposing unit. Source: H24, H25,
 * H26. In the end step it holds the dealt damage; before, the damage with the present points;
 * outside a battle, the damage between units of different pairs without points.
 */
import { exchangeFields, warFields } from './cells.js';
import { attackNow, damageNow, hitsNow, opposes } from './damage.js';
import { BattleStep } from './names.js';
import { isAlive } from './stats.js';
import { readExchange, readWar, type War } from './war.js';

export interface PairTableRow {
  readonly attacker: number;
  readonly defender: number;
  readonly attack: number;
  readonly hits: number;
  readonly damage: number;
}

function recordedRow(war: War, attacker: number, defender: number): PairTableRow {
  return {
    attacker,
    defender,
    attack: readExchange(war, attacker, defender, exchangeFields.attack),
    hits: readExchange(war, attacker, defender, exchangeFields.hits),
    damage: readExchange(war, attacker, defender, exchangeFields.damage),
  };
}

function presentRow(war: War, attacker: number, defender: number): PairTableRow {
  return {
    attacker,
    defender,
    attack: attackNow(war, attacker, defender),
    hits: hitsNow(war, attacker, defender),
    damage: damageNow(war, attacker, defender),
  };
}

function strangers(war: War, attacker: number, defender: number): boolean {
  return war.pairOf[attacker] !== war.pairOf[defender] && isAlive(war, attacker) && isAlive(war, defender);
}

/** The pair table. @returns one row for each direction, by attacker's number */
export function pairTable(war: War): PairTableRow[] {
  const step = readWar(war, warFields.battleStep);
  const rows: PairTableRow[] = [];
  for (let attacker = 0; attacker < war.unitCount; attacker++) {
    for (let defender = 0; defender < war.unitCount; defender++) {
      if (step === BattleStep.end) {
        const row = recordedRow(war, attacker, defender);
        // of two who met, one at least has hits: their agilities differ in one sense only (H24)
        if (row.hits !== 0 || recordedRow(war, defender, attacker).hits !== 0) rows.push(row);
      } else if (step === BattleStep.none ? strangers(war, attacker, defender) : opposes(war, attacker, defender)) {
        rows.push(presentRow(war, attacker, defender));
      }
    }
  }
  return rows;
}
