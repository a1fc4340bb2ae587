/** The calculator: what a skill of one fighter does to another, without a plan. A worker counts. */
import { CHARACTERS, maxHpOf, SPECIES } from '../../../../rom-map/index.js';
import { element } from '../../parts/dom.js';
import type { Reply } from '../work/messages.js';
import { type Helper, startHelper } from './worker.js';

export interface CalculatorPanel {
  readonly node: HTMLDialogElement;
  open(): void;
}

type Calculated = Extract<Reply, { readonly is: 'calculated' }>;

/** Every enemy: a skill has to be named then. */
const ALL = 'all';
const SIDES = ['front', 'side', 'back'];

function tableNode({ lines: { title, meaning, head, rows, notes }, dependsOn }: Calculated): HTMLElement[] {
  const cells = (kind: 'th' | 'td', texts: readonly string[]): HTMLElement[] =>
    texts.map((text) => element(kind, kind === 'th' ? { scope: 'col' } : {}, text));
  const body = rows.map((row) => element('tr', {}, ...cells('td', row)));
  return [
    element('h3', {}, title),
    ...(rows.length === 0
      ? []
      : [
          element(
            'table',
            {},
            element('thead', {}, element('tr', {}, ...cells('th', head))),
            element('tbody', {}, ...body),
          ),
        ]),
    ...notes.map((note) => element('p', {}, note)),
    element('p', { class: 'quiet' }, meaning),
    ...(dependsOn === '' ? [] : [element('p', { class: 'quiet' }, `rests on unpublished code: ${dependsOn}`)]),
  ];
}

/** What the form still needs, as a sentence. */
function missingOf(who = '', whom = '', what = ''): string | undefined {
  if (who === '' || whom === '') return 'Name who uses the skill, and on whom.';
  return whom === ALL && what === ''
    ? 'All skills on all enemies are too many: name a skill, or one enemy.'
    : undefined;
}

export function createCalculatorPanel(): CalculatorPanel {
  const fighters = element(
    'datalist',
    { id: 'fighters' },
    ...[...CHARACTERS.rows, ...SPECIES.rows.filter((row) => maxHpOf(row) > 0)].map(({ id, japanese }) =>
      element('option', { value: id, label: japanese }),
    ),
  );
  const field = (label: string, placeholder: string, list?: string): HTMLInputElement =>
    element('input', {
      'aria-label': label,
      placeholder,
      spellcheck: 'false',
      ...(list === undefined ? {} : { list }),
    });
  const level = (label: string): HTMLInputElement =>
    element('input', { type: 'number', min: '1', max: '99', 'aria-label': label, placeholder: 'level' });
  const [attacker, defender] = [
    field('attacker', 'who: takahara', 'fighters'),
    field('defender', 'whom: namcat, all', 'fighters'),
  ];
  const [own, other] = [level('level of the attacker'), level('level of the defender')];
  const skill = field('skill', 'skill: all');
  const side = element(
    'select',
    { 'aria-label': 'side' },
    ...['each side', ...SIDES].map((name) => element('option', {}, name)),
  );
  const form = element(
    'form',
    { class: 'bar' },
    attacker,
    own,
    skill,
    defender,
    other,
    side,
    element('button', {}, 'Calculate'),
  );
  const said = element('div', { class: 'said', role: 'status', tabindex: '0' });
  const close = element('form', { method: 'dialog' }, element('button', {}, 'Close'));
  const title = element('h2', { id: 'calculator-title' }, 'Odds calculator');
  const parts = [title, form, fighters, said, close];
  const node = element('dialog', { id: 'calculator', 'aria-labelledby': 'calculator-title' }, ...parts);
  let helper: Helper | undefined;

  function end(...answer: readonly (string | HTMLElement)[]): void {
    helper?.end();
    helper = undefined;
    said.replaceChildren(...answer);
  }

  function answer(reply: Reply): void {
    if (reply.is === 'calculating') said.replaceChildren(`${reply.done} of ${reply.all} fights`);
    if (reply.is === 'calculated') end(...tableNode(reply));
    if (reply.is === 'fault') end(element('p', { class: 'fault' }, reply.message));
  }

  const levelOf = ({ value }: HTMLInputElement): number | undefined => (value === '' ? undefined : Number(value));

  function begin(): void {
    const [who, whom, what] = [attacker, defender, skill].map(({ value }) => value.trim());
    const missing = missingOf(who, whom, what);
    end(missing ?? '0 fights');
    if (missing !== undefined || who === undefined || whom === undefined) return;
    helper = startHelper(answer);
    helper.ask({
      ...{ is: 'calculate', attacker: who, defender: whom, skill: what || undefined },
      ...{ attackerLevel: levelOf(own), defenderLevel: levelOf(other) },
      side: side.selectedIndex === 0 ? undefined : SIDES[side.selectedIndex - 1],
    });
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    begin();
  });
  node.addEventListener('close', () => end());
  return {
    node,
    open: () => node.showModal(),
  };
}
