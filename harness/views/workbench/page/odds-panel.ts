/** What may come of the pointed choice: a histogram of the HP lost, and the chances in words. */
import { element, shape } from '../../parts/dom.js';
import type { Likelihood, RowOdds, UnitOdds } from '../work/messages.js';

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

function unitNodes(unit: UnitOdds, name: string): Node[] {
  const values = unit.lost.map(([hp]) => hp);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const [verb, low, high] = most <= 0 && least < 0 ? ['recovers', -most, -least] : ['loses', least, most];
  const range = low === high ? String(low) : `${low} to ${high}`;
  const summary = `${name} ${verb} ${range} HP, has ${unit.hp}`;
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
      title.textContent = name === '' ? 'Odds' : `Odds of ${name}`;
      if (odds === undefined) {
        content.replaceChildren(element('p', { class: 'quiet' }, name === '' ? '' : 'no draws to look at'));
        return;
      }
      const units = odds.units.filter(({ lost }) => lost.length > 0);
      const nodes = units.flatMap((unit) => unitNodes(unit, nameOf(unit.prefix)));
      if (nodes.length === 0) nodes.push(element('p', { class: 'quiet' }, 'touches nobody from there'));
      if (odds.open !== '') nodes.push(element('p', { class: 'fault' }, odds.open));
      content.replaceChildren(...nodes);
    },
  };
}
