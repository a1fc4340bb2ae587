/** Follows a running game above the board: its state, its place in the plan, where it leaves it. */
import type { Language } from '../../../../core/system/system.js';
import { LockstepError, reasonText } from '../../../base/index.js';
import { connectUsb2snes, type LiveSource, USB2SNES_PORT } from '../../../capture/index.js';

import { readPlan } from '../../../play/index.js';
import { element } from '../../parts/dom.js';
import type { ShownState } from '../../parts/steps.js';
import { timelineOf } from '../branch-lines.js';
import { createPlanPlaces, type FollowedPlan, followPlan, type LiveNews, liveWords } from '../live/live-words.js';

import { loopbackAddress } from '../live/loopback.js';

import type { Session } from '../session.js';

export interface LivePanel {
  readonly node: HTMLElement;
  /** Opens the line for an address, or closes it and ends what is followed. */
  toggle(): void;
}

interface LiveActions {
  readonly session: () => Session;
  readonly language: Language;
  /** Shows the game's state in the place of the plan's; undefined: the plan's again. */
  show(state: ShownState | undefined): void;
  /** Goes to the command at which the game is. */
  goTo(row: number): void;
}

async function followedPlan(session: Session, language: Language): Promise<FollowedPlan> {
  const timeline = await timelineOf(session, language);
  const { system } = session;
  const repeats = session.rows().map(({ repeat }) => repeat);
  const { switches } = readPlan(new TextEncoder().encode(session.text()), session.file()).ruleset;
  return { system, switches, places: createPlanPlaces(timeline, repeats, language), language };
}

/** Elements of the panel. */
function createParts() {
  const address = element('input', {
    type: 'text',
    value: `ws://localhost:${USB2SNES_PORT}`,
    spellcheck: 'false',
    'aria-label': 'address of the running game',
  });
  const device = element('input', { type: 'text', placeholder: 'device', spellcheck: 'false', 'aria-label': 'device' });
  device.title = 'name of the device, where the server has several';
  const connect = element('button', {}, 'Follow');
  const said = element('p', { role: 'status' });
  const form = element('form', { class: 'bar' }, address, device, connect);
  const node = element('div', { id: 'live', hidden: '' }, form, said);
  const say = (text: string, isFault: boolean): void => {
    said.textContent = said.title = text;
    said.classList.toggle('fault', isFault);
  };
  return { address, device, connect, form, node, say };
}

const reasonOf = (error: unknown): string => (error instanceof LockstepError ? reasonText(error) : String(error));

/** Tells news until it is stopped. @throws LockstepError */
async function follow(order: FollowedGame, tell: (news: LiveNews) => void): Promise<void> {
  const { session, language, address, device, signal } = order;
  const plan = await followedPlan(session, language);
  const connect = (): Promise<LiveSource> => connectUsb2snes(WebSocket, address, device === '' ? undefined : device);
  await followPlan({ plan, connect, tell, signal });
}

interface FollowedGame {
  readonly session: Session;
  readonly language: Language;
  readonly address: string;
  /** Empty: the only one. */
  readonly device: string;
  readonly signal: AbortSignal;
}

export function createLivePanel(actions: LiveActions): LivePanel {
  const { address, device, connect, form, node, say } = createParts();
  let following: AbortController | undefined;
  let row = -1;

  function tell(news: LiveNews, session: Session): void {
    const { text, isFault } = liveWords(news, session.rows());
    say(text, isFault);
    if (news.is !== 'battle') return;
    actions.show(news.state);
    const next = news.place?.row ?? news.parting?.row ?? -1;
    if (next === row || next < 0) return;
    row = next;
    actions.goTo(row);
  }

  function stop(): void {
    following?.abort();
    following = undefined;
    row = -1;
    connect.textContent = 'Follow';
    actions.show(undefined);
  }

  function end(error: unknown): void {
    stop();
    say(reasonOf(error), true);
  }

  /** @throws LockstepError for an address of another machine */
  async function begin(): Promise<void> {
    const session = actions.session();
    const text = session.text();
    const to = loopbackAddress(address.value);
    if (session.system.capabilities.consoleState === undefined) {
      return say('battles of this system run on no console: there is no game to follow', true);
    }
    const own = new AbortController();
    following = own;
    connect.textContent = 'Stop';
    say('connecting', false);
    const game = { session, language: actions.language, address: to, device: device.value.trim(), signal: own.signal };
    await follow(game, (news) => {
      if (following !== own) return;
      if (actions.session().text() === text) return tell(news, session);
      // its places were those of another plan
      stop();
      begin().catch(end);
    });
    if (following === own) stop();
  }

  // keys of the page would play a choice
  form.addEventListener('keydown', (event) => event.key !== 'Escape' && event.stopPropagation());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (following === undefined) return void begin().catch(end);
    stop();
    say('', false);
  });
  return {
    node,
    toggle() {
      node.hidden = !node.hidden;
      if (!node.hidden) return address.focus();
      stop();
      say('', false);
    },
  };
}
