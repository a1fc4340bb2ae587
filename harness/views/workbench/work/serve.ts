/** The worker's side: answers the questions of the page, and lets new ones in between. */
import { snapshot } from '../../../../core/system/battle.js';
import type { Battle, System } from '../../../../core/system/system.js';
import {
  drained,
  findSystem,
  LockstepError,
  plainText,
  reasonText,
  SYSTEMS,
  shownCellValue,
} from '../../../base/index.js';

import {
  type BegunState,
  type Cause,
  inputWords,
  otherSettingLines,
  placeText,
  readPlan,
  startBegun,
  type Timeline,
  why,
  writerText,
} from '../../../play/index.js';

import {
  actorOf,
  boundedText,
  type Chance,
  calculatorLines,
  calculatorSteps,
  commandOdds,
  conditionLines,
  createProblem,
  createUnitReader,
  type DrawGraph,
  type DrawnSystem,
  isTouched,
  isUse,
  mostOf,
  NEVER,
  OPEN,
  type Outlook,
  type Problem,
  percentText,
  type Route,
  robustnessOf,
  type SearchProgress,
  type Share,
  searchShortest,
  tryOut,
  type UnitOutcome,
  type UnitReader,
  unheldText,
  verdictText,
} from '../../../solve/index.js';

import { rowEnds, timelineOf } from '../branch-lines.js';
import type { Likelihood, Question, Reply, RowOdds, SearchFound, ToldCause, UnitOdds } from './messages.js';

// What may come of each choice, by the same graphs as `lockstep odds`.

/** Frames played for a command before others get their turn, and at most. */
const FIRST_PLAYS = 400;
const MOST_PLAYS = 100_000;

interface OddsReader {
  /** The commands are asked of this state from now on. */
  begin(image: Uint8Array): void;
  /**
   * @returns undefined for a command that uses nothing, or takes effect only behind another's turn
   */
  of(words: Int32Array, plays: number): RowOdds | undefined;
}

/** @param round added before the rest is cut off: 0, or one less than a whole to round up */
const inMillionths = ({ numerator, bits }: Chance, round = 0n): number =>
  Number((numerator * 1_000_000n + round) >> BigInt(bits)) / 1_000_000;

/** The ends of a bound are rounded outwards; an exact chance is one number, 0 only for never. */
export function likelihood({ chance }: Pick<Share, 'chance'>, open: Chance): Likelihood {
  const bounded = { least: chance, open };
  const [most, text] = [mostOf(bounded), boundedText(bounded)];
  const share = inMillionths(chance);
  if (open.numerator > 0n) return { share, most: inMillionths(most, (1n << BigInt(most.bits)) - 1n), text };
  const exact = chance.numerator > 0n ? Math.max(share, 0.000_001) : 0;
  return { share: exact, most: exact, text };
}

const isPossible = ({ chance }: Share): boolean => chance.numerator !== NEVER.numerator;

function unitOdds(outcome: UnitOutcome, open: Chance): UnitOdds {
  const { unit, lost, hurt, out, moved, turned, statuses, abnormalities } = outcome;
  const named: (readonly [string, Share])[] = [
    ...statuses,
    ...abnormalities.map(([number, share]) => [`abnormality ${number}`, share] as const),
    ['moved', moved],
    ['turned', turned],
  ];
  const unheld = unheldText(outcome, open);
  return {
    prefix: unit.prefix,
    hp: unit.hp,
    lost: lost.map(([hp, share]) => [hp, likelihood(share, open)] as const),
    hit: likelihood(hurt, open),
    out: likelihood(out, open),
    more: [
      ...(unheld === '' ? [] : [`${unheld} on the screen`]),
      ...named.flatMap(([name, share]) => (isPossible(share) ? [`${name} ${likelihood(share, open).text}`] : [])),
    ],
  };
}

/** Draws on the longest way through a graph. */
function mostDraws({ points, start }: DrawGraph): number {
  const known = new Map<number, number>();
  const behind = ({ to, skips }: { readonly to: number; readonly skips: number }): number =>
    skips + (to === OPEN ? 0 : (known.get(to) ?? 0));
  // children of a point that is not known yet are looked at first
  const stack = start.to === OPEN ? [] : [start.to];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const point = points[top];
    const edges =
      point?.is === 'draw' || point?.is === 'parting'
        ? point.edges
        : point?.is === 'frame' && point.next
          ? [point.next]
          : [];
    const waiting = edges.filter(({ to }) => to !== OPEN && !known.has(to));
    if (waiting.length > 0) {
      stack.push(...waiting.map(({ to }) => to));
      continue;
    }
    known.set(top, (point?.is === 'draw' ? 1 : 0) + Math.max(0, ...edges.map(behind)));
    stack.pop();
  }
  return behind(start);
}

const openText = (open: Chance): string => (open.numerator === 0n ? '' : `${percentText(open)} not looked at yet`);

/** @returns undefined for a system without draws that could be looked at */
function createOddsReader(system: System, battle: Battle): OddsReader | undefined {
  const { forceDraws: force, generator, framePlay } = system.capabilities.planning ?? {};
  if (force === undefined || generator === undefined || framePlay === undefined) return undefined;
  const drawn: DrawnSystem = { system, force, generator, framePlay };
  const reader: UnitReader = createUnitReader(system, battle);
  let start = battle.image.slice();
  let outlook: Outlook = { position: { ...drawn, battle }, reader, rings: [], actor: undefined };
  return {
    begin(image) {
      start = image.slice();
      outlook = { ...outlook, actor: actorOf(battle, reader.read(start)) };
      battle.image.set(start);
    },
    of(words, plays) {
      battle.image.set(start);
      const shape = system.commands.find(({ code }) => code === words[0]);
      if (shape === undefined || !framePlay(battle).takes(shape.code) || !isUse(shape)) return undefined;
      const isSoon = tryOut(drawn, battle, words);
      battle.image.set(start);
      if (!isSoon) return undefined;
      const { graphs, units, open } = commandOdds(outlook, start, words, { horizon: 'effect', plays });
      const isOther = ({ unit }: UnitOutcome): number => (unit.side === outlook.actor?.side ? 1 : 0);
      const touched = units.filter(isTouched).sort((a, b) => isOther(a) - isOther(b));
      return {
        units: touched.map((unit) => unitOdds(unit, open)),
        open: openText(open),
        draws: Math.max(...graphs.map(mostDraws)),
      };
    },
  };
}

// The best route from a state, by the search of the command line, on one thread.

/** A page is no place for more. */
const MEMORY_BYTES = 96 * 1024 * 1024;
const PROGRESS_MILLISECONDS = 200;

interface PageSearch {
  /** A plan with `[search]`. */
  readonly text: string;
  readonly file: string;
  readonly begun?: BegunState | undefined;
  /** Of time, exact search and beam together. */
  readonly milliseconds: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: SearchProgress) => void;
}

/**
 * Searches from the end of a plan.
 * @throws LockstepError for a plan that cannot be searched here
 */
async function findBest(asked: PageSearch): Promise<SearchFound> {
  const { text, file, begun, milliseconds, signal, progress } = asked;
  const plan = readPlan(new TextEncoder().encode(text), file);
  const system = findSystem(SYSTEMS, plan.system, file, 1, plan.setup);
  const problem = createProblem(system, startBegun(system, plan, begun), plan);
  if (problem.enemies === 'worst' || problem.luck !== undefined) {
    throw new LockstepError('E_OPTION', 'a page searches for the shortest route alone', {
      found: problem.luck === undefined ? 'enemies = "worst"' : 'maximise',
      remedy: 'Save the plan and give it to `lockstep route search`',
    });
  }
  const start = snapshot(problem.battle);
  const nodes = problem.nodeLimit;
  const limits = { memoryBytes: MEMORY_BYTES, nodes, milliseconds };
  const answer = await searchShortest(problem, {
    ...limits,
    signal,
    progress,
    progressEvery: PROGRESS_MILLISECONDS,
  });
  const [best] = answer.routes;
  const commands = best?.moves.filter(({ isBefore }) => isBefore !== true).map(({ command }) => command);
  const conditions = answer.proven ? conditionLines(answer.under) : [];
  const settings = best === undefined ? [] : await settingLines({ problem, start, best, ...asked });
  return { verdict: verdictText(answer), conditions: [...conditions, ...settings], commands };
}

/** What the found route comes to under every other setting, a line each. */
async function settingLines({
  problem,
  start,
  best,
  begun,
  signal,
}: Pick<PageSearch, 'begun' | 'signal'> & {
  readonly problem: Problem;
  readonly start: Uint8Array;
  readonly best: Route;
}): Promise<string[]> {
  // their setup is not known under another setting
  if (begun !== undefined) return ['other settings were not played: the page began from a state, not from a setup'];
  if (signal.aborted) return ['other settings were not played: the search was stopped'];
  return otherSettingLines('moves', await robustnessOf(problem, start, best, signal));
}

// Why a cell has its value: the chain of causes that `lockstep step` shows, as plain data.

/** `C1:D726, value 68`: states of the generator are left to the cells below. */
function drawText({ shape, words }: Cause['draws'][number]): string {
  const told = shape.fields.flatMap((field, index) => {
    const value = words[index] ?? 0;
    if (field === 'before' || field === 'after') return [];
    return [placeText(field, value, true) ?? `${field} ${value}`];
  });
  return told.join(', ');
}

function toldCause(timeline: Timeline, cause: Cause): ToldCause {
  const { cell, value, at, frame, writes, input, draws, causes, notFollowed, complete } = cause;
  const textOf = (number: number): string => shownCellValue(cell, number);
  const inner = writes.slice(1).map(({ before }) => textOf(before));
  return {
    cell: plainText(cell.name),
    value: textOf(value),
    before: writes[0] === undefined ? '' : textOf(writes[0].before),
    between: inner,
    place: at === 0 ? '' : `${timeline.system.unit} ${frame}`,
    writers: [...new Set(writes.map(({ writer }) => writerText(writer)))],
    input: input === undefined ? '' : inputWords(timeline, at, 0),
    draws: draws.map(drawText),
    causes: causes.map((one) => toldCause(timeline, one)),
    notFollowed: notFollowed.map(({ name }) => plainText(name)),
    isWhole: complete,
  };
}

/** @throws LockstepError for an unknown cell */
async function whyTold(question: Extract<Question, { readonly is: 'why' }>): Promise<ToldCause> {
  const { text, file, begun, at, cell, language } = question;
  const plan = readPlan(new TextEncoder().encode(text), file);
  const system = findSystem(SYSTEMS, plan.system, file, 1, plan.setup);
  const timeline = await timelineOf({ system, begun, text: () => text, file: () => file }, language);
  const ends = rowEnds(
    plan.steps.map(({ repeat }) => repeat),
    timeline,
  );
  const place = Math.min(at === 0 ? 0 : (ends[at - 1] ?? 0), timeline.length());
  return toldCause(timeline, await why(timeline, timeline.cells.get(cell), place));
}

// The calculator: what `lockstep odds --attacker` answers.

/** @throws LockstepError for names and figures that are not there */
function calculated(question: Asked<'calculate'>, reply: (answer: Reply) => void): Reply {
  const { attacker, attackerLevel, skill, defender, defenderLevel, side } = question;
  const table = drained(
    calculatorSteps(findSystem(SYSTEMS, 'live-a-live-battle', 'odds', 1), {
      ...{ attacker, skill, defender, side, plays: MOST_PLAYS },
      attackerFigures: { level: attackerLevel, stats: {} },
      defenderFigures: { level: defenderLevel, stats: {} },
      progress: (done, all) => reply({ is: 'calculating', done, all }),
    }),
  );
  return { is: 'calculated', lines: calculatorLines(table), dependsOn: table.unpublished.join(', ') };
}

type Asked<Kind extends Question['is']> = Extract<Question, { readonly is: Kind }>;

interface WorkerSide {
  ask(question: Question): void;
}

/** Number of no question. */
const NOTHING = 0;
/** Milliseconds of work after which waiting questions are read. */
const SLICE = 20;

/**
 * @param reply sends an answer to the page
 * @param pause ends when waiting questions have been read
 */
export function createWorkerSide(reply: (answer: Reply) => void, pause: () => Promise<void>): WorkerSide {
  let reader: OddsReader | undefined;
  let latest = NOTHING;

  function open({ text, file, begun }: Asked<'open'>): void {
    const plan = readPlan(new TextEncoder().encode(text), file);
    const system = findSystem(SYSTEMS, plan.system, file, 1, plan.setup);
    reader = createOddsReader(system, startBegun(system, plan, begun));
    // what is still asked of the battle before is not asked of this one
    latest = NOTHING;
  }

  /** Every command at first with few frames, then those with something left open with many. */
  async function odds({ number, image, commands }: Asked<'odds'>): Promise<void> {
    latest = number;
    reader?.begin(image);
    let unfinished = commands.map((_, index) => index);
    let since = Date.now();
    for (let plays = FIRST_PLAYS; unfinished.length > 0 && plays <= MOST_PLAYS; plays *= 5) {
      const left: number[] = [];
      for (const index of unfinished) {
        const found = reader?.of(commands[index] as Int32Array, plays);
        reply({ is: 'odds', number, index, odds: found });
        if (found !== undefined && found.open !== '') left.push(index);
        if (Date.now() - since < SLICE) continue;
        await pause();
        if (latest !== number) return;
        since = Date.now();
      }
      unfinished = left;
    }
    reply({ is: 'all odds', number });
  }

  let stopping = new AbortController();

  async function search({ text, file, begun, milliseconds }: Asked<'search'>): Promise<void> {
    stopping = new AbortController();
    const progress = ({ best, bound, nodes: states }: SearchProgress): void => {
      reply({ is: 'searching', best, bound, states });
    };
    const found = await findBest({ text, file, begun, milliseconds, signal: stopping.signal, progress });
    reply({ is: 'found', found });
  }

  async function why(question: Asked<'why'>): Promise<void> {
    reply({ is: 'why', cause: await whyTold(question) });
  }

  const fault = (error: unknown): void => {
    reply({ is: 'fault', message: error instanceof LockstepError ? reasonText(error) : String(error) });
  };
  return {
    ask(question) {
      try {
        if (question.is === 'open') open(question);
        else if (question.is === 'odds') odds(question).catch(fault);
        else if (question.is === 'search') search(question).catch(fault);
        else if (question.is === 'why') why(question).catch(fault);
        else if (question.is === 'calculate') reply(calculated(question, reply));
        else stopping.abort();
      } catch (error) {
        fault(error);
      }
    },
  };
}
