/** The worker's side: answers the questions of the page, and lets new ones in between. */
import { LockstepError } from '../../../base/errors.js';
import { findSystem } from '../../../base/find-system.js';
import { SYSTEMS } from '../../../base/systems.js';
import { startBegun } from '../../../play/plan/begun-state.js';
import { readPlan } from '../../../play/plan/read-plan.js';
import type { SearchProgress } from '../../../solve/search/problem/outcome.js';
import type { Question, Reply } from './messages.js';
import { createOddsReader, FIRST_PLAYS, MOST_PLAYS, type OddsReader } from './odds-work.js';
import { findBest } from './search-work.js';
import { whyTold } from './why-work.js';

type Asked<Kind extends Question['is']> = Extract<Question, { readonly is: Kind }>;

export interface WorkerSide {
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
    reply({ is: 'fault', message: error instanceof LockstepError ? error.message : String(error) });
  };
  return {
    ask(question) {
      try {
        if (question.is === 'open') open(question);
        else if (question.is === 'odds') odds(question).catch(fault);
        else if (question.is === 'search') search(question).catch(fault);
        else if (question.is === 'why') why(question).catch(fault);
        else stopping.abort();
      } catch (error) {
        fault(error);
      }
    },
  };
}
