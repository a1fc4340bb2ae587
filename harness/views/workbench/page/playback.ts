/** Plays on the board what the shown command did: half a second, step by step, or not at all. */
import { afterDrawn, button, element } from '../../parts/dom.js';
import type { KnownStates } from '../known-states.js';
import type { PlayedCommand } from '../played-steps.js';
import type { Session } from '../session.js';
import type { BoardPanel } from './plan-panel.js';

export interface Playback {
  readonly node: HTMLElement;
  /** The shown state: plays the command before it if the page has just gone on to it. */
  show(session: Session, known: KnownStates): void;
  replay(): void;
  /** The reader points at a choice: the board is for that. */
  leave(): void;
  /** So many moments on or back. */
  step(by: number): void;
  /** Lets things move, or not. */
  toggle(): void;
}

const KEY = 'battle-lockstep motion';
/** Milliseconds of a command, and of a moment at most. */
const [WHOLE, LONGEST] = [500, 250];

/** As the reader chose, else as the system asks for. */
function isMotionWanted(): boolean {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem(KEY);
  } catch {
    // a page without a store of its own asks the system
  }
  return chosen === null ? !matchMedia('(prefers-reduced-motion: reduce)').matches : chosen === 'on';
}

export function createPlayback(board: () => Pick<BoardPanel, 'trace' | 'moment'>): Playback {
  const said = element('span', { class: 'said quiet', tabindex: '0' });
  const motion = button('', 'motion on or off (m)', () => playback.toggle());
  const node = element('div', { class: 'playback' });
  node.append(
    button('\u25b6', 'play this command again (space)', () => playback.replay()),
    button('\u2039', 'moment before (Shift + \u2190)', () => playback.step(-1)),
    button('\u203a', 'next moment (Shift + \u2192)', () => playback.step(1)),
    ...[motion, said],
  );
  let moves = isMotionWanted();
  let last: readonly [lines: Session, at: number] | undefined;
  let played: PlayedCommand | undefined;
  /** The moment that is drawn; undefined: the end. */
  let now: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeft = false;

  function nameMotion(): void {
    motion.textContent = moves ? 'motion on' : 'motion off';
    motion.setAttribute('aria-pressed', String(moves));
  }

  /** Draws a moment; undefined: the end with all that happened. */
  function draw(at: number | undefined): void {
    const step = at === undefined ? undefined : played?.steps[at];
    // the board shows the end by itself until a moment is drawn
    if (step !== undefined || now !== undefined) board().moment(step?.units);
    now = at;
    board().trace(step?.trace ?? played?.whole);
    const count = played?.steps.length ?? 0;
    said.textContent = step === undefined ? '' : [`${(at ?? 0) + 1} of ${count}`, ...step.said].join('; ');
  }

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function run(): void {
    stop();
    isLeft = false;
    const count = played?.steps.length ?? 0;
    if (count === 0) return;
    const pause = Math.min(LONGEST, WHOLE / count);
    let at = 0;
    const next = (): void => {
      draw(at < count ? at : undefined);
      timer = at++ < count ? setTimeout(next, pause) : undefined;
    };
    next();
  }

  const playback: Playback = {
    node,
    show(session, known) {
      const at = session.at();
      const isSame = last !== undefined && last[0] === session && last[1] === at && played !== undefined;
      const isNext = last !== undefined && last[0] === session && at === last[1] + 1;
      last = [session, at];
      if (isSame && known.playedAt(at) === played) return;
      stop();
      isLeft = false;
      played = undefined;
      now = undefined;
      draw(undefined);
      node.hidden = at === 0;
      if (at === 0) return;
      // the state is shown before what led to it
      afterDrawn(() => {
        if (last?.[0] !== session || session.at() !== at) return;
        played = known.playedAt(at);
        if (isLeft) return;
        if (isNext && moves) run();
        else draw(undefined);
      });
    },
    replay: run,
    leave() {
      stop();
      isLeft = true;
      if (now === undefined) return;
      now = undefined;
      said.textContent = '';
      board().moment(undefined);
    },
    step(by) {
      stop();
      isLeft = false;
      const count = played?.steps.length ?? 0;
      if (count === 0) return;
      const next = (now ?? count) + by;
      draw(next >= count ? undefined : Math.max(0, next));
    },
    toggle() {
      moves = !moves;
      nameMotion();
      try {
        localStorage.setItem(KEY, moves ? 'on' : 'off');
      } catch {
        // the choice then lasts as long as the page
      }
      if (!moves && timer !== undefined) {
        stop();
        draw(undefined);
      }
    },
  };
  nameMotion();
  return playback;
}
