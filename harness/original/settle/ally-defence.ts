/**
 * The row `allyDefence`: what an attack on an ally leaves of total and HP (C1:CBA6), in states that
 * tell every share of the defence apart. Which value of 0377 an attack writes is not printed, so
 * that all fifteen with a defence are run.
 */
import { read16 } from '../../../core/int/uint.js';
import { loseTotal } from '../../../core/live-a-live/combat/totals-on-allies.js';
import * as Ally from '../../../core/live-a-live/memory/cells/ally.js';
import { PRESENT } from '../../../core/live-a-live/memory/state-bits.js';
import { settingsOf } from '../../../core/live-a-live/memory/switches.js';
import { placeByName, WORK_RAM } from '../../../rom-map/index.js';
import { wholeWayPlan } from '../proof/image-profile.js';
import { callOriginal } from '../proof/original-call.js';
import { addressIn, INSTRUCTIONS, loadOriginal, memoryOf, type SettleMachine, type StateResult } from './run-probe.js';
import { differenceText, isSame, type Judged } from './verdict.js';

const DAMAGE = 'C1:CBA6';
const KINDS = Array.from({ length: 15 }, (_, index) => index + 1);
const WATCHED = ['ally[0].totalDamage', 'record[0].hp'] as const;
const STAND_IN = 'our stand-in';

/** Blows: one and several hits, a total below the defence and one above the cap, evaded or not. */
const BLOWS = [
  { singleHit: 60, hits: 3, defence: 43, hp: 500, attributeMark: 0 },
  { singleHit: 100, hits: 1, defence: 255, hp: 500, attributeMark: 0 },
  { singleHit: 500, hits: 3, defence: 201, hp: 999, attributeMark: 0 },
  { singleHit: 90, hits: 2, defence: 77, hp: 30, attributeMark: 0xff },
];
/** The two low bits of a skill's byte 10: 1/4, 1/2, 1 and 0 of the defence. */
const SHARES = [0, 1, 2, 3];

type Cells = Readonly<Record<string, number>>;

interface Blow {
  readonly what: string;
  readonly hits: number;
  readonly cells: Cells;
}

function blowsOf(kind: number): Blow[] {
  return SHARES.flatMap((share) =>
    BLOWS.map(({ singleHit, hits, defence, hp, attributeMark }) => ({
      what: `0377 = ${kind}, ${hits} x ${singleHit} on a defence of ${defence}, byte 10 = ${share}`,
      hits,
      cells: {
        driver: kind,
        skillCoefficients: share,
        work0310: hits,
        'ally[0].id': 1,
        'ally[0].state': PRESENT,
        'ally[0].record': 0x0d00,
        'ally[0].hitsLanded': hits,
        'ally[0].singleHit': singleHit,
        'ally[0].attributeMark': attributeMark,
        'record[0].hp': hp,
        'record[0].maxHp': 999,
        'record[0].defence': defence,
      },
    })),
  );
}

function wordsOf(ram: Uint8Array, isPacked: boolean): number[] {
  return WATCHED.map((name) => {
    const place = placeByName(name);
    return read16(ram, isPacked ? (place?.offset ?? 0) : (place?.address ?? 0) - WORK_RAM);
  });
}

function ourWords({ ours }: SettleMachine, { cells, hits }: Blow): number[] {
  ours.machine.ram.set(memoryOf(cells));
  ours.machine.events.length = 0;
  loseTotal({ ...ours.machine, settings: settingsOf() }, Ally.FIRST, hits);
  return wordsOf(ours.machine.ram, true);
}

/** Both sides of every blow of a kind, or why the image's code came to no end. */
function runKind(machine: SettleMachine, entry: number, kind: number): readonly StateResult[] | string {
  const { original } = machine;
  const plan = wholeWayPlan(machine.image.profile, entry);
  const results: StateResult[] = [];
  for (const blow of blowsOf(kind)) {
    loadOriginal(machine, memoryOf(blow.cells));
    const registers = { A: 0, X: Ally.FIRST, Y: 0, P: 0 };
    const { exit, unfinished, reason } = callOriginal(original, plan, registers, { instructions: INSTRUCTIONS });
    if (exit === undefined) return `the code from ${DAMAGE} came to no end: ${unfinished}, ${reason} (${blow.what})`;
    const theirs = { exit: '', values: wordsOf(original.ram, false) };
    results.push({ what: blow.what, theirs, ours: [{ exit: '', values: ourWords(machine, blow) }] });
  }
  return results;
}

/** @returns how many of the states agree from the first on */
function agreeing(states: readonly StateResult[]): number {
  const first = states.findIndex(({ theirs, ours: [mine] }) => mine === undefined || !isSame(theirs, mine));
  return first < 0 ? states.length : first;
}

/** The stand-in against the image, for every value of 0377 that an attack may write. */
export function judgeAllyDefence(machine: SettleMachine): Judged {
  const none = { value: undefined, states: 0, first: '', reason: '' };
  const entry = addressIn(machine, DAMAGE);
  if (entry === undefined) {
    return { ...none, verdict: 'not reached', reason: `the profile ${machine.image.profile.name} has no ${DAMAGE}` };
  }
  const runs: (readonly StateResult[])[] = [];
  for (const kind of KINDS) {
    const states = runKind(machine, entry, kind);
    if (typeof states === 'string') return { ...none, verdict: 'not reached', reason: states };
    runs.push(states);
  }
  const counts = runs.map(agreeing);
  const states = runs.reduce((sum, one) => sum + one.length, 0);
  const differing = runs.filter((one, index) => counts[index] !== one.length);
  if (differing.length === 0) return { ...none, verdict: 'agrees', states };
  const nearest = differing.reduce((best, one) => (agreeing(one) > agreeing(best) ? one : best));
  const state = nearest[agreeing(nearest)] as StateResult;
  const first = differenceText({ watched: WATCHED }, state, 0, STAND_IN);
  if (differing.length === runs.length) return { ...none, verdict: 'none', states, first };
  const kinds = KINDS.filter((_, index) => counts[index] === runs[index]?.length).join(', ');
  const reason = `as ${STAND_IN} where 0377 ends in ${kinds}; elsewhere ${first}; which value an attack on an ally writes is not printed`;
  return { ...none, verdict: 'runs', states, reason };
}
