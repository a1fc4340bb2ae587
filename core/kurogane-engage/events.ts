/**
 * The events of a step and their sentences. Rule ids are those of seed 003; pages of its wiki are
 * written p23, p39, p45, p48, p56.
 */
import { declareEvents } from '../system/declare-system.js';
import { countText, type Terms } from '../system/names.js';
import { signedWord, type Template } from '../system/tell-events.js';
import { AFTER } from './setup.js';

/** By the number in SPECIAL_NAMES; an action of the setup goes by its id. */
const SPECIAL_WORDS: readonly string[] = ['enhance', 'power attack', 'counter', 'evade', 'defend'];

/** Where the target stands, seen from the attacker. */
export function levelWords(difference: number, up: string, down: string): string {
  if (difference === 0) return 'on the same level';
  return `${countText(Math.abs(difference), 'level')} ${difference > 0 ? up : down}`;
}

/** Words of the sentences, and what seed 003 calls them. */
export const TERMS: Terms = {
  risk: 'リスク',
  critical: 'クリティカルヒット',
  success: '成功ダイス',
  successes: '成功ダイス',
  die: 'ダイス',
  dice: 'ダイス',
  'a clear shot': 'クリアショット',
  'high ground': 'ハイグラウンド',
  'indirect fire': '間接射撃',
  'close combat': '白兵',
  overkill: 'オーバーキル',
  enhance: 'エンハンス',
  'power attack': 'パワーアタック',
  counter: '反撃',
  evade: '回避',
  defend: '防御',
  defence: '防御判定値',
  damage: 'ダメージ',
  destroyed: '撃破',
  distance: '距離',
  level: '階層',
  specials: '特殊行動',
  round: 'ラウンド',
  weapon: '武装',
  hit: '命中',
  'clear shot': 'クリアショット',
  indirect: '間接射撃',
  'damage taken': '受けたダメージ',
  'dice to roll': 'ロールするダイス',
  'victory points of side {side}': '陣営{side}の勝利点',
  'side {side}': '陣営{side}',
  'between attacks': '攻撃の合間',
  declared: '攻撃の宣言',
  'pool sized': 'ダイス数決定',
  rolled: 'ダイスロール',
  'result applied': '結果処理',
  'an attack may be declared (step 1)': '攻撃を宣言できる（手順1）',
};

/** The sentences in the words of seed 003. */
const JAPANESE: Readonly<Record<string, Template>> = {
  declared: '{attacker}は{weapon}で{target}を攻撃（距離{distance}）',
  poolBase: '武装のダイス：{dice}',
  poolDistance: '距離による補正：{dice}',
  poolIndirect: '間接射撃による補正：{dice}',
  poolRisk: 'リスクによる補正：{dice}',
  poolClearShot: 'クリアショットによる補正：{dice}',
  poolHighGround: 'ハイグラウンドによる補正：{dice}',
  poolSpecials: '特殊行動による補正：{dice}',
  poolCloseCombat: 'ダイスなし：白兵は距離{distance}、階層差{levelDifference}に届かない',
  poolSized: ({ clamped = 0 }) => `ロールするダイス：{dice}${clamped > 0 ? `（合計は${-clamped}）` : ''}`,
  special: '{unit}は{special}を宣言',
  rolled: 'ダイス{dice}個：成功ダイス{successes}、クリティカルヒット{criticals}',
  missed: '{target}に命中せず',
  damageTested: '攻撃力{attack}対防御判定値{defence}：{damage}ダメージ',
  damaged: '{target}に{damage}ダメージ、合計{total}',
  riskCleared: '{target}のリスクが{removed}減る',
  riskAdded: '{target}にリスク{added}、現在{risk}',
  destroyed: '{target}を撃破',
  overkillCandidate: '{unit}はオーバーキルを行える',
  overkill: 'オーバーキル：{unit}は({x},{y})へ移動',
  afterResolve: ({ action }) => `攻撃の後、{special}で${action === AFTER.moveAttacker ? '攻撃側' : '防御側'}を移動`,
  displaced: '{unit}は({x},{y})へ移動、階層{level}',
  fell: '{unit}は{levels}階層落下、リスク{risk}',
  riskWorkedOff: '{unit}はリスクを{removed}解消',
  collected: '{unit}を回収',
  controlled: '目標{objective}は陣営{side}が支配',
  roundEnded: '第{round}ラウンド終了',
  placed: '{unit}を({x},{y})に配置、階層{level}',
  attackEnded: '{attacker}の攻撃終了',
};

export const EVENTS = declareEvents(
  {
    declared: [
      1,
      'K2',
      'attacker weapon target distance',
      '{attacker} attacks {target} with {weapon} at distance {distance}',
    ],
    poolBase: [2, 'K3', 'dice', 'dice of the weapon: {dice}'],
    poolDistance: [3, 'K4', 'dice', 'dice for the distance: {dice}'],
    poolIndirect: [4, 'K6', 'dice', 'dice for indirect fire: {dice}'],
    poolRisk: [5, 'K7', 'dice', 'dice for risk: {dice}'],
    poolClearShot: [6, 'K8', 'dice', 'dice for a clear shot: {dice}'],
    poolHighGround: [7, 'K9', 'dice', 'dice for high ground: {dice}'],
    poolSpecials: [8, 'K10', 'dice', 'dice of specials: {dice}', 'extension'],
    poolCloseCombat: [
      9,
      'K5',
      'distance levelDifference',
      ({ levelDifference = 0 }) =>
        `no dice: close combat does not reach distance {distance}, ${levelWords(levelDifference, 'up', 'down')}`,
    ],
    poolSized: [
      10,
      'KA1',
      'dice clamped',
      ({ clamped = 0 }) => `{dice:die|dice} to roll${clamped > 0 ? `, the sum is ${-clamped}` : ''}`,
      'decision',
    ],
    special: [11, 'K10', 'special unit', '{unit} declares {special}'],
    rolled: [
      12,
      'K11',
      'dice successes criticals',
      '{dice:die|dice}: {successes:success|successes}, {criticals:critical}',
    ],
    missed: [13, 'K11', 'target', '{target} is missed'],
    damageTested: [14, 'K12', 'attack defence damage', 'attack {attack} against defence {defence}: {damage} damage'],
    damaged: [15, 'K13', 'target damage total', '{target} takes {damage} damage, {total} in all'],
    riskCleared: [16, 'K13', 'target removed', '{target} loses {removed} risk'],
    riskAdded: [17, 'K14', 'target added risk', '{target} gets {added} risk, {risk} now'],
    destroyed: [18, 'K15', 'target', '{target} is destroyed'],
    overkillCandidate: [19, 'K16', 'unit', '{unit} may take the overkill', 'extension'],
    overkill: [20, 'K16', 'unit x y', 'overkill: {unit} moves to ({x},{y})', 'extension'],
    afterResolve: [
      21,
      'p48',
      'special action',
      ({ action }) => `after the attack, {special} moves the ${action === AFTER.moveAttacker ? 'attacker' : 'target'}`,
      'extension',
    ],
    displaced: [22, 'p56', 'unit x y level', '{unit} is moved to ({x},{y}), level {level}', 'extension'],
    fell: [23, 'p45', 'unit levels risk', '{unit} falls {levels:level}, {risk} risk now', 'extension'],
    riskWorkedOff: [24, 'p45', 'unit removed', '{unit} works off {removed} risk', 'extension'],
    collected: [25, 'K15', 'unit', '{unit} is collected'],
    controlled: [26, 'p39', 'objective side', 'objective {objective} is held by side {side}', 'extension'],
    roundEnded: [27, 'p40', 'round', 'round {round} is over', 'extension'],
    placed: [28, 'K1', 'unit x y level', '{unit} is placed on ({x},{y}), level {level}', 'extension'],
    attackEnded: [29, 'K1', 'attacker', 'the attack of {attacker} is over'],
  },
  {
    attacker: 'unit',
    target: 'unit',
    special: (special, _values, battle) => SPECIAL_WORDS[special] ?? battle.idName('special', special),
    // by the number in AFTER
    action: ['nothing', 'move the target', 'move the attacker', 'move the target'],
    'poolDistance.dice': signedWord,
    'poolIndirect.dice': signedWord,
    'poolRisk.dice': signedWord,
    'poolClearShot.dice': signedWord,
    'poolHighGround.dice': signedWord,
    'poolSpecials.dice': signedWord,
  },
  { terms: TERMS, japanese: JAPANESE },
);

/** Kinds of the events. */
export const EVENT = EVENTS.kinds;
