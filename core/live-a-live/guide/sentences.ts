/** Sentences of what a step of the guide reports, and of the figures that it changes. */
import { read16 } from '../../int/uint.js';
import { inJapanese, type Language, type Terms } from '../../system/names.js';
import type { Battle, Happening, LabelledLines, Narration } from '../../system/system.js';
import { narrationOfEvents } from '../../system/tell-events.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { freeActions, pressesToOverflow } from '../turn/predict.js';
import { isListEnd } from '../turn/time-passes.js';
import { VIEW_TERMS } from '../views/overview.js';
import { GUIDE_EVENTS } from './commands.js';
import { guideMoveCost, guideTurnCost, overflowWindow, SKILL_GAIN } from './rules.js';
import type { GuideSettings } from './switches.js';

/** By the event's name. */
const TEMPLATES: Readonly<Record<string, string>> = {
  skillEmitted: 'ally {unit} uses its skill',
  orderHeld: 'order points of enemy {enemy} are held, they would be {exact}',
  'THRESHOLD-255': 'the action points reach 255',
  chargeNotMultipleOf16: 'a charge of {charge} is no multiple of 16',
  enemyChosen: 'enemy {enemy} acts next',
};

/** The sentences in the words of seed 000. */
const JAPANESE: Readonly<Record<string, string>> = {
  skillEmitted: '味方{unit}が技を使う',
  orderHeld: '敵{enemy}の順序ポイントは据え置き、本来は{exact}',
  'THRESHOLD-255': '行動ポイントが255に達する',
  chargeNotMultipleOf16: 'チャージ{charge}は16の倍数ではない',
  enemyChosen: '次に動くのは敵{enemy}',
};

/** Words of the sentences, and what seed 000 calls them. */
export const TERMS: Terms = {
  ...VIEW_TERMS,
  // a longer text before those that may stand in it
  '{figure}: {before} to {after}': '{figure}：{before}→{after}',
  skill: '技',
  'charge of ally {number}': '味方{number}のチャージ',
  'order points of enemy {number}': '敵{number}の順序ポイント',
  'the allies are next': '次：味方',
  'enemy turn {from}': '敵のターンになる値',
  'after a skill': '技の後',
  next: '次',
  'the allies': '味方',
  'enemy {number} order points': '敵{number}の順序ポイント',
  'ally {number} moves before the enemies': '味方{number}の敵の前の移動回数',
  'ally {number} turns before the enemies': '味方{number}の敵の前の方向転換回数',
  'ally {number} presses of L or R to the overflow': '味方{number}のオーバーフローまでのLR回数',
  '{left}, each costs {cost}': '{left}、1回{cost}',
  never: 'なし',
  'any number': '無制限',
};

const OF_EVENTS = narrationOfEvents({ events: GUIDE_EVENTS, templates: TEMPLATES, terms: TERMS, japanese: JAPANESE });

/** A figure that a step may change: its name, and its value in an image. */
type Figure = readonly [name: string, value: number];

/** The units of each side by their number and where they lie in the memory. */
function* units(ram: Uint8Array): Iterable<readonly [kind: 'ally' | 'enemy', number: number, at: number]> {
  for (let at = Ally.FIRST; at <= Ally.LAST; at += Ally.STRIDE) {
    if (isAllyPresent(ram, at)) yield ['ally', (at - Ally.FIRST) / Ally.STRIDE, at];
  }
  for (let at = Enemy.FIRST; !isListEnd(ram, at); at += Enemy.STRIDE) {
    if (isEnemyPresent(ram, at)) yield ['enemy', (at - Enemy.FIRST) / Enemy.STRIDE, at];
  }
}

/** L1, L13, L18: action points, charges and order points. */
function figuresOf(ram: Uint8Array): Figure[] {
  return [
    ['action points', read16(ram, Cell.ACTION_POINTS)],
    ...Array.from(units(ram), ([kind, number, at]): Figure => {
      if (kind === 'ally') return [`charge of ally ${number}`, ram[at + Ally.CHARGE] as number];
      return [`order points of enemy ${number}`, read16(ram, at + Enemy.ORDER_POINTS)];
    }),
  ];
}

/** A figure before and after a step. */
interface ChangedFigure extends Happening {
  readonly figure: string;
}

const CHANGED = 'figureChanged';
const ALLIES_NEXT = 'alliesNext';
const BARE = { frame: 0, actor: undefined, what: undefined, results: [], draws: [] } as const;

function changesOf(before: Uint8Array, after: Uint8Array): Happening[] {
  const old = new Map(figuresOf(before));
  const changes = figuresOf(after).flatMap(([figure, value]): ChangedFigure[] => {
    const was = old.get(figure) ?? value;
    return was === value ? [] : [{ ...BARE, kind: CHANGED, figure, amounts: { before: was, after: value } }];
  });
  const isOver = read16(before, Cell.ACTING_ENEMY) !== 0 && read16(after, Cell.ACTING_ENEMY) === 0;
  return isOver ? [...changes, { ...BARE, kind: ALLIES_NEXT, amounts: {} }] : changes;
}

export const GUIDE_NARRATION: Narration = {
  ...OF_EVENTS,
  tell: (battle, before, events) => [...changesOf(before, battle.image), ...OF_EVENTS.tell(battle, before, events)],
  sentence(happening: Happening, language: Language): string {
    const { kind, amounts } = happening;
    const told = (text: string): string => (language === 'ja' ? inJapanese(text, TERMS) : text);
    if (kind === ALLIES_NEXT) return told('the allies are next');
    if (kind !== CHANGED) return OF_EVENTS.sentence(happening, language);
    return told(`${(happening as ChangedFigure).figure}: ${amounts['before']} to ${amounts['after']}`);
  },
};

/** The columns of a route's table: the figures, and who is next. */
export function ledgerOfGuide({ image: ram }: Battle): LabelledLines {
  const acting = read16(ram, Cell.ACTING_ENEMY);
  const figures = figuresOf(ram).map(([name, value]) => [name, String(value)] as const);
  return [...figures, ['next', acting === 0 ? 'the allies' : `enemy ${(acting - Enemy.FIRST) / Enemy.STRIDE}`]];
}

/** What comes next by the page: whose turn, what is left of it, the wrap (L2 to L11, A2). */
export function predictGuide({ image: ram }: Battle, settings: GuideSettings): LabelledLines {
  const points = read16(ram, Cell.ACTION_POINTS);
  const acting = read16(ram, Cell.ACTING_ENEMY);
  const lines: (readonly [string, string])[] = [
    ['action points', String(points)],
    ['enemy turn from', String(settings.enemyTurnAt)],
    ['next', acting === 0 ? 'the allies' : `enemy ${(acting - Enemy.FIRST) / Enemy.STRIDE}`],
    ['after a skill', String((points + SKILL_GAIN) & 0xffff)],
  ];
  for (const [kind, number, at] of units(ram)) {
    if (kind === 'enemy') {
      lines.push([`enemy ${number} order points`, String(read16(ram, at + Enemy.ORDER_POINTS))]);
      continue;
    }
    const speed = ram[at + Ally.SPEED] as number;
    const [move, turn] = [guideMoveCost(speed), guideTurnCost(speed, settings)];
    const free = (cost: number): string => {
      const left = freeActions(points, cost, settings.enemyTurnAt);
      return left < 0 ? 'any number' : String(left);
    };
    const presses = pressesToOverflow(points, turn, overflowWindow(settings));
    lines.push([`ally ${number} moves before the enemies`, `${free(move)}, each costs ${move}`]);
    lines.push([`ally ${number} turns before the enemies`, `${free(turn)}, each costs ${turn}`]);
    lines.push([`ally ${number} presses of L or R to the overflow`, presses < 0 ? 'never' : String(presses)]);
  }
  return lines;
}
