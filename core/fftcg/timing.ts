/**
 * Who may do what, and when: the one table that a step asks. Source: F3-F16. The extension columns
 * are CR 15.2.8 (Back Attack) and CR 15.2.3.3 (the window between the two batches of First Strike,
 * in which players may only pass).
 */

export const PHASE = { active: 0, draw: 1, main1: 2, attack: 3, main2: 4, end: 5 } as const;
/** Steps 4-1 to 4-4 of the Attack Phase; `none` elsewhere; `firstStrike` is an extension. */
export const STEP = { none: 0, preparation: 1, declaration: 2, block: 3, damage: 4, firstStrike: 5 } as const;

/** Bits: what a player with priority may do. */
export const RIGHT = { pass: 1, summon: 2, ability: 4, character: 8, backAttack: 16 } as const;

/** The owed choice, which comes before anything else. */
export const PENDING = { none: 0, attack: 1, block: 2, partyDamage: 3, exBurst: 4, triggers: 5, discard: 6 } as const;

export interface TimingRow {
  readonly place: string;
  readonly rule: string;
  readonly phase: number;
  readonly step: number;
  /** Bits of RIGHT for the turn player; 0 where no player has priority. */
  readonly turnPlayer: number;
  readonly nonTurnPlayer: number;
}

const respond = RIGHT.pass | RIGHT.summon | RIGHT.ability | RIGHT.backAttack;
const main = respond | RIGHT.character;

export const TIMING: readonly TimingRow[] = [
  { place: 'Active Phase', rule: 'F3', phase: PHASE.active, step: STEP.none, turnPlayer: 0, nonTurnPlayer: 0 },
  { place: 'Draw Phase', rule: 'F4', phase: PHASE.draw, step: STEP.none, turnPlayer: 0, nonTurnPlayer: 0 },
  { place: 'Main Phase 1', rule: 'F5', phase: PHASE.main1, step: STEP.none, turnPlayer: main, nonTurnPlayer: respond },
  {
    place: '4-1 Attack Preparation Step',
    rule: 'F10',
    phase: PHASE.attack,
    step: STEP.preparation,
    turnPlayer: respond,
    nonTurnPlayer: respond,
  },
  {
    place: '4-2 Attack Declaration Step',
    rule: 'F11',
    phase: PHASE.attack,
    step: STEP.declaration,
    turnPlayer: respond,
    nonTurnPlayer: respond,
  },
  {
    place: '4-3 Block Declaration Step',
    rule: 'F12',
    phase: PHASE.attack,
    step: STEP.block,
    turnPlayer: respond,
    nonTurnPlayer: respond,
  },
  {
    place: '4-4 Damage Resolution Step',
    rule: 'F14',
    phase: PHASE.attack,
    step: STEP.damage,
    turnPlayer: respond,
    nonTurnPlayer: respond,
  },
  {
    place: 'First Strike',
    rule: 'CR 15.2.3',
    phase: PHASE.attack,
    step: STEP.firstStrike,
    turnPlayer: RIGHT.pass,
    nonTurnPlayer: RIGHT.pass,
  },
  { place: 'Main Phase 2', rule: 'F5', phase: PHASE.main2, step: STEP.none, turnPlayer: main, nonTurnPlayer: respond },
  // The only priority in End is that of the switch endWindow, for triggers: nobody may use anything
  // (F16).
  {
    place: 'End Phase',
    rule: 'F16',
    phase: PHASE.end,
    step: STEP.none,
    turnPlayer: RIGHT.pass,
    nonTurnPlayer: RIGHT.pass,
  },
];

const STEPS = 6;

/** Bits of RIGHT by phase, step and role. */
function rightsOf(rows: typeof TIMING): Uint8Array {
  const made = new Uint8Array((PHASE.end + 1) * STEPS * 2);
  for (const row of rows) {
    made[(row.phase * STEPS + row.step) * 2] = row.turnPlayer;
    made[(row.phase * STEPS + row.step) * 2 + 1] = row.nonTurnPlayer;
  }
  return made;
}

const rights = rightsOf(TIMING);

/** Bits of RIGHT at a step. @param role 0 turn player, 1 non-turn player */
export function rightsAt(phase: number, step: number, role: number): number {
  return rights[(phase * STEPS + step) * 2 + role] ?? 0;
}
