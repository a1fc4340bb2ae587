/**
 * The unpublished stretches that a played battle runs through: what is taken there, and on what evidence. Each has a bit in
 * the cell `unpublishedUsed`, so that a result names those it depended on.
 */
import { read32, write32 } from '../../int/uint.js';
import { UNPUBLISHED_USED } from '../cells.js';
import type { Machine } from '../machine.js';

export interface UnpublishedStretch {
  readonly bit: number;
  readonly name: string;
  /** First addresses of the stretch in bank C1. */
  readonly addresses: string;
  /** What the model does there. */
  readonly taken: string;
  readonly evidence: string;
}

export const TIME_PASSES = 0;
export const FRAME_ORDER = 1;
export const LATE_DECISION = 2;
export const SKILL_CHOSEN = 3;
export const ENEMY_STEP = 4;
export const RANGE_LINES = 5;
export const SURROUNDINGS_RANGE = 6;
export const AREA_SHAPES = 7;
export const ENEMY_TARGETS = 8;
export const SKILL_ORDER = 9;
export const ONE_HIT = 10;
export const HITS_ON_ALLIES = 11;
export const ALLY_DEFENCE = 12;
export const STATUS_ON_ALLIES = 13;
export const CHANGES_OF_ALLIES = 14;
export const ALLY_DISPLACEMENT = 15;
export const DEFEAT = 16;
export const FIELD_CALLER = 17;
export const POISON_CALLER = 18;
export const COUNTER_FIRES = 19;
export const CURES = 20;
export const ONSET_LEVEL = 21;
export const BLOW_FROM_BEHIND = 22;
export const TRAJECTORIES = 23;
export const TARGET_FACING = 24;
export const SPOILS = 25;
export const NEXT_ALLY = 26;
export const SPECIAL_TYPES = 27;
export const PLAYER_MOVES = 28;

/** In the order of their bits. */
export const UNPUBLISHED: readonly UnpublishedStretch[] = [
  {
    bit: TIME_PASSES,
    name: 'time passes',
    addresses: 'C1:20F2, 2153, 21F8',
    taken: 'stats and levels are restored, then charges, then status timers fall by the time step',
    evidence: 'the pages give the units; no printed instruction lowers them',
  },
  {
    bit: FRAME_ORDER,
    name: 'order of a frame',
    addresses: 'C1:9362, 93E1, 943F',
    taken: "time, a due ally, a due enemy, the enemies' decision, then the player",
    evidence: 'order of the printed calls 9357, 93A0, 941E, 8E51, 9480',
  },
  {
    bit: LATE_DECISION,
    name: 'decision states 4 and on',
    addresses: 'C1:8E06',
    taken: 'states 4 to 7 repeat 0 to 3, state 8 moves',
    evidence: 'the page on enemy skills: move, skills, move, skills, then move',
  },
  {
    bit: SKILL_CHOSEN,
    name: 'a skill was chosen',
    addresses: 'C1:8F06, 8F30',
    taken: 'the range is marked before the slot is tried; order points fall when the skill fires',
    evidence: "C1:1C77 is an attack's decrease; its caller is not printed",
  },
  {
    bit: ENEMY_STEP,
    name: 'an enemy step succeeded',
    addresses: 'C1:E3C9, E404',
    taken: "cost C1:283A, turn flag 0, the cell is taken over after the step's frames; nobody acts meanwhile",
    evidence: 'the address map names E3D9 and E3FD; the number of frames is an input',
  },
  {
    bit: RANGE_LINES,
    name: 'further range lines',
    addresses: 'C1:399A, 39B3, 39CC, 39E5, 3A32, 3BB4, 3BCD, 3BE6, 3BFF',
    taken:
      'bits 0 to 7 are the lines clockwise from the diagonal for a user who faces down and right, mirrored for the other facings; straight lines start from the whole side of a box',
    evidence: 'record layout and examples of the pages on skills',
  },
  {
    bit: SURROUNDINGS_RANGE,
    name: 'surroundings of the user',
    addresses: 'C1:3AB2, 3B81',
    taken: "the user's box widened on all sides by the area",
    evidence: 'example of the page on skills',
  },
  {
    bit: AREA_SHAPES,
    name: 'areas but 5 x 5',
    addresses: 'C1:3817, 382B, 3846, 385D',
    taken: '1 x 1, 3 x 3, 5 x 5, everything, and the row and column shapes of byte 21, round the target',
    evidence: 'record layout',
  },
  {
    bit: ENEMY_TARGETS,
    name: "target of an enemy's recovery or surroundings",
    addresses: 'C1:E284, E28B, E29B',
    taken: 'one draw starts the search as for an attack, for a recovery among the enemies',
    evidence: 'C1:285D takes the side as an argument',
  },
  {
    bit: SKILL_ORDER,
    name: "order of a skill's parts",
    addresses: 'C1:D580, D80C, CC45, CC6F',
    taken:
      'time, base cell, hits and targets, per hit check, value, statuses, changes, onset; then per target displacement, onset, total; then field, counters',
    evidence: 'order of the printed calls; D80C-D814 has room for three calls',
  },
  {
    bit: ONE_HIT,
    name: 'one hit in the area',
    addresses: 'C1:D6AE',
    taken: 'everybody in the area is dealt one hit, without a draw',
    evidence: 'the page on hits: one hit each',
  },
  {
    bit: HITS_ON_ALLIES,
    name: 'hits on allies',
    addresses: 'C1:D614, D785, D8C6',
    taken: "the mirror image of hits on enemies; hits by level go by the enemy's level",
    evidence: 'the pages give one rule for both sides',
  },
  {
    bit: ALLY_DEFENCE,
    name: 'defence of allies',
    addresses: 'C1:CD78',
    taken: 'defence x 1/4, 1/2, 1 or 0 is taken off the product, not below 0',
    evidence: 'C1:CDA5 subtracts it; the share is in the record layout',
  },
  {
    bit: STATUS_ON_ALLIES,
    name: 'statuses of allies',
    addresses: 'C1:DC9A and its callers',
    taken: "the mirror image of C1:DB38 with the ally's timers and immunity",
    evidence: 'the pages give one rule for both sides',
  },
  {
    bit: CHANGES_OF_ALLIES,
    name: 'changed stats of allies',
    addresses: 'C1:DD27',
    taken: 'the mirror image of C1:DD8F',
    evidence: 'C1:DCC1 begins alike',
  },
  {
    bit: ALLY_DISPLACEMENT,
    name: 'displacement of allies and of users',
    addresses: 'C1:CF13, CF36',
    taken: 'the mirror image of C1:CBE3 and D052; displacements of the user are left out',
    evidence: 'the page: 3/4 for both sides',
  },
  {
    bit: DEFEAT,
    name: 'defeat',
    addresses: 'C1:CCD6, 7BD3',
    taken:
      'an enemy without HP or petrified leaves; an ally without HP is out of the fight, at the next damage he leaves; without a LEADER the BREAKDOWN enemies leave',
    evidence: 'the pages on the basics, statuses and BREAK DOWN',
  },
  {
    bit: FIELD_CALLER,
    name: 'when fields fire',
    addresses: 'C1:1F64',
    taken: 'after each skill use; when the bottom right cell has just lost its field nothing is hurt',
    evidence: 'the page on fields',
  },
  {
    bit: POISON_CALLER,
    name: 'when poison hurts',
    addresses: 'C1:1DC8, 1E1C',
    taken: 'allies then enemies when the action points fall below 256',
    evidence: 'the page on statuses',
  },
  {
    bit: COUNTER_FIRES,
    name: 'counters fire',
    addresses: 'C1:3D7A, 181C, A17B, A21B',
    taken: "at once, at the attacker's cell, without action points; enemies by their slots in the same way",
    evidence: 'the page on counters',
  },
  {
    bit: CURES,
    name: 'cures',
    addresses: 'callers of C1:D900, D978',
    taken: 'statuses named with a formula byte of 0 are taken away; an ally out of the fight is back',
    evidence: 'record layout and the page on the basics',
  },
  {
    bit: ONSET_LEVEL,
    name: 'level change of an onset',
    addresses: 'C1:17E3, 17EF and the callers of 17C2, 17E6',
    taken: 'as the switch onsetLevel says',
    evidence: 'both signs are printed, not who calls which',
  },
  {
    bit: BLOW_FROM_BEHIND,
    name: 'onset by a blow from behind',
    addresses: 'C1:DA03',
    taken: 'the abnormality of attribute 7 (back)',
    evidence: 'the page on skills: a blow from behind counts as attribute back as well',
  },
  {
    bit: TRAJECTORIES,
    name: 'straight and piercing skills',
    addresses: 'callers of C1:380E',
    taken: 'straight: the first opponent on the line; piercing: all up to the target, or to the edge',
    evidence: 'the page on skills',
  },
  {
    bit: TARGET_FACING,
    name: 'facing while a target is chosen',
    addresses: 'C1:99A5',
    taken: "a target in another facing's range turns the user at no cost; L and R cost a turn each",
    evidence: 'the page on the cursor; the guide on L and R',
  },
  {
    bit: SPOILS,
    name: 'after the victory',
    addresses: 'C1:2380, 23B6, 273C, 2541',
    taken:
      'a drop for each kind of enemy in the order of species blocks, then experience, growth and a skill for each ally',
    evidence: 'the routines are executed, their order is not printed',
  },
  {
    bit: NEXT_ALLY,
    name: 'the next able ally',
    addresses: 'C1:7B02, 9F52',
    taken: 'from the current ally on by rank, at most four tries',
    evidence: 'the counter 0309 starts at 4',
  },
  {
    bit: SPECIAL_TYPES,
    name: 'special types of skills',
    addresses: 'handlers of record byte 21',
    taken: 'drain, hurt when missed and self-destruction; the others have no effect of their own',
    evidence: 'record layout',
  },
  {
    bit: PLAYER_MOVES,
    name: 'steps of the player',
    addresses: 'C1:948D, 9580',
    taken: 'a direction sets its half of the facing, then the step begins',
    evidence: 'the handlers are executed, the dispatch is not printed',
  },
];

/** Notes that the battle ran through a stretch. */
export function assume(machine: Machine, bit: number): void {
  const ram = machine.ram;
  write32(ram, UNPUBLISHED_USED, read32(ram, UNPUBLISHED_USED) | (1 << bit));
}

/** The stretches of a battle's image. */
export function stretchesUsed(ram: Uint8Array): readonly UnpublishedStretch[] {
  const used = read32(ram, UNPUBLISHED_USED);
  return UNPUBLISHED.filter(({ bit }) => ((used >>> bit) & 1) !== 0);
}
