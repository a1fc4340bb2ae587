/** What may come of the pointed choice: a histogram of the HP lost, and the chances in words. */
import type { Language } from '../../../../core/system/system.js';
import { afterDrawn, element, shape } from '../../parts/dom.js';
import type { ChoiceRow } from '../plain-choices.js';
import type { Session } from '../session.js';
import type { Likelihood, Question, Reply, RowOdds, UnitOdds } from '../work/messages.js';
import { type Helper, startHelper } from './worker.js';

// Asks a worker for the odds of the listed choices, and hands them on as they come.

export interface OddsFeed {
  /** The plan's system and rules are asked from now on. */
  open(session: Session, language: Language): void;
  /** Choices of the shown state, the most wanted first. */
  ask(session: Session, rows: readonly ChoiceRow[]): void;
  of(row: ChoiceRow): RowOdds | undefined;
}

interface OddsListener {
  told(row: ChoiceRow, index: number, odds: RowOdds): void;
  done(): void;
  fault(message: string): void;
}

export function createOddsFeed(listener: OddsListener): OddsFeed {
  let helper: Helper | undefined;
  /** Asked before the worker runs: it starts when the page is drawn. */
  let waiting: Question[] = [];
  let number = 0;
  let rows: readonly ChoiceRow[] = [];
  let known = new Map<ChoiceRow, RowOdds>();

  function answer(reply: Reply): void {
    if (reply.is === 'fault') listener.fault(reply.message);
    if (reply.is === 'odds' && reply.number === number && reply.odds !== undefined) {
      const row = rows[reply.index];
      if (row === undefined) return;
      known.set(row, reply.odds);
      listener.told(row, reply.index, reply.odds);
    }
    if (reply.is === 'all odds' && reply.number === number) listener.done();
  }

  function begin(): void {
    const started = startHelper(answer);
    helper = started;
    for (const question of waiting) started.ask(question);
    waiting = [];
  }

  function send(question: Question): void {
    if (helper !== undefined) helper.ask(question);
    else if (waiting.push(question) === 1) afterDrawn(begin);
  }

  return {
    open(session, language) {
      if (session.system.capabilities.planning?.forceDraws === undefined) return;
      send({ is: 'open', text: session.text(), file: session.file(), language, begun: session.begun });
    },
    ask(session, listed) {
      number++;
      rows = listed;
      known = new Map();
      if (session.system.capabilities.planning?.forceDraws === undefined) return;
      const image = session.battle.image.slice();
      send({ is: 'odds', number, image, commands: rows.map(({ words }) => words) });
    },
    of: (row) => known.get(row),
  };
}

export interface OddsPanel {
  readonly node: HTMLElement;
  /** @param odds undefined: they are not known, or there are none */
  show(title: string, odds: RowOdds | undefined, nameOf: (prefix: string) => string): void;
}

const [WIDTH, HEIGHT] = [300, 56];
const LEAST_BAR = 2;

function barsOf({ lost }: UnitOdds, name: string): SVGElement {
  const values = lost.map(([hp]) => hp);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const highest = Math.max(...lost.map(([, { share }]) => share));
  const step = WIDTH / (most - least + 1);
  const label = `HP that ${name} loses: ${lost.map(([hp, { text }]) => `${hp}: ${text}`).join(', ')}`;
  const picture = shape('svg', {
    class: 'histogram',
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    role: 'img',
    'aria-label': label,
  });
  for (const [hp, { share, text }] of lost) {
    const height = Math.max(LEAST_BAR, (share / highest) * HEIGHT);
    const width = Math.max(1, step * 0.9);
    const place = { x: `${(hp - least) * step}`, y: `${HEIGHT - height}`, width: `${width}`, height: `${height}` };
    const bar = shape('rect', { ...place, class: hp === 0 ? 'bar-none' : 'bar-hit' });
    bar.append(shape('title', {}, `${hp} HP: ${text}`));
    picture.append(bar);
  }
  return picture;
}

/** `81.25%`; what always or never happens needs no number. */
function chanceText({ share, most, text }: Likelihood): string {
  if (most === 0) return 'never';
  return share === 1 ? 'always' : text;
}

/** @param open what was not looked at: HP that nobody has seen yet may be lost there */
function unitNodes(unit: UnitOdds, name: string, open: string): Node[] {
  const values = unit.lost.map(([hp]) => hp);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const [verb, low, high] = most <= 0 && least < 0 ? ['recovers', -most, -least] : ['loses', least, most];
  const range = low === high ? String(low) : `${low} to ${high}`;
  const soFar = open === '' ? '' : ' as far as was looked at';
  const summary = `${name} ${verb} ${range} HP${soFar}, has ${unit.hp}`;
  const likely = [`hit: ${chanceText(unit.hit)}`, `KO: ${chanceText(unit.out)}`, ...unit.more].join('; ');
  const nodes: Node[] = [element('h3', {}, summary)];
  // a single value needs no picture
  if (values.length > 1) {
    const ends = element(
      'div',
      { class: 'ends quiet' },
      element('span', {}, String(least)),
      element('span', {}, String(most)),
    );
    nodes.push(barsOf(unit, name), ends);
  }
  return [...nodes, element('p', {}, likely)];
}

export function createOddsPanel(): OddsPanel {
  const title = element('h2');
  const content = element('div', { id: 'odds-of-choice' });
  const node = element('div', { id: 'odds', class: 'scroll', tabindex: '0', 'aria-label': 'odds' }, title, content);
  return {
    node,
    show(name, odds, nameOf) {
      node.hidden = odds === undefined && name !== '';
      title.textContent = name === '' ? 'Odds' : `Odds of ${name}`;
      if (odds === undefined) {
        // dice that are commands have a panel, and other choices leave nothing to chance
        content.replaceChildren();
        return;
      }
      const units = odds.units.filter(({ lost }) => lost.length > 0);
      const nodes = units.flatMap((unit) => unitNodes(unit, nameOf(unit.prefix), odds.open));
      if (nodes.length === 0) nodes.push(element('p', { class: 'quiet' }, 'touches nobody from there'));
      if (odds.open !== '') nodes.push(element('p', { class: 'fault' }, odds.open));
      content.replaceChildren(...nodes);
    },
  };
}
