/**
 * The sentences of the events and further terms in Japanese, in the words of seed 004. They stand
 * apart from the engine: a program that imports it alone does not carry them.
 */

import type { Terms } from '../system/names.js';
import type { EventValues, System } from '../system/system.js';

import { narrationOfEvents, type Template } from '../system/tell-events.js';
import { EVENTS } from './events.js';
import { BattleStep, Lasts, TARGET_KINDS } from './names.js';

/** Words beside those of the engine. */
const MORE_TERMS: Terms = {
  gather: '情報収集',
  luck: '運',
  class: 'クラス',
  attribute: '属性',
  'do nothing': '行動なし',
  'act with a skill': 'スキル・宝具',
  'use a skill': 'スキル・宝具',
  'act freely': 'その他の行動',
  none: 'なし',
  accept: '受け入れ',
  stop: '阻止',
  flee: '逃走',
  help: '救援要請',
  other: 'その他',
  'all of it': '全て',
  effect: '効果',
  'at once': '即時',
  'until the round ends': 'ラウンド終了まで',
  'until the turn ends': 'ターン終了まで',
  uninjured: '無傷',
  'an unknown area': '不明なエリア',
  nothing: 'なし',
  'no battle': '戦闘なし',
  'points are paid for and attacks renounced': 'バトルステップ: 配分ステータスの消費と攻撃の放棄',
  injury: '負傷度',
  'command seal': '令呪',
  'luck point': 'LP',
  day: '日',
  'left loses': '左の損害',
  'left HP': '左のHP',
  'right loses': '右の損害',
  'right HP': '右のHP',
  battle: '戦闘',
  'next income of {pair}': '{pair}の次のMP増減',
  'MP of {pair}, three turns ahead': '{pair}の3ターン先までのMP',
  '{unit} allocates in step {step}': '{unit}が段階{step}で配分',
  '{unit} leaves for MP': '{unit}の離脱に要るMP',
};

/** H28: what one seal does. */
const SEALS: readonly string[] = [
  '短い命令（{what}）',
  '魔+2（1ラウンド）',
  '筋+3（1ラウンド）',
  '耐+3（1ラウンド）',
  '敏+3（1ラウンド）',
  'HP+6',
  'MP+6',
  '{what}のランクを1上昇（1ターン）',
  '{what}の消費MPを1回半減',
  'サーヴァントを召喚',
  '{what}を無効化（1ターン）',
  'MP消費無しで離脱',
  '奇跡（{what}）',
];

/** H7, H12: an action with what it is aimed at, where it has a target. */
function actionInJapanese({ action = 0 }: EventValues): string {
  return TARGET_KINDS[action] === undefined ? '{action}' : '{action}（{target}）';
}

/** The sentences in the words of seed 004. */
const JAPANESE: Readonly<Record<string, Template>> = {
  mpIncome: '{pair}のこのターンのMP増減：{delta}',
  mpChanged: '{unit}のMP：{before}→{after}',
  hpChanged: '{unit}のHP：{before}→{after}',
  healed: '{unit}はMPを{cost}消費してHPを{hp}回復',
  vanished: '{unit}は維持費を払えず消滅',
  phaseBegan: '{phase}フェイズ開始',
  actionChosen: (values) => `{unit}の能動行動：${actionInJapanese(values)}{details}`,
  noticed: '{pair}は{unit}を察知',
  reactionChosen: '{pair}の{unit}への受動行動：{reaction}',
  reactionGranted: '裁定（{reason}）：{pair}は受動行動を{limit}回まで取れる',
  actionDone: (values) => `{unit}：${actionInJapanese(values)}を処理{details}`,
  actionBlocked: '{unit}の{action}は阻止された',
  communicated: '{pair}と{with}のコミュニケーション成立',
  soulsEaten: '{unit}の魂喰い：MP{amount}回復、累計{total}',
  secrecyBroken: '{pair}は神秘の秘匿に抵触',
  freeAction: '{unit}はその他の行動を行った：{reason}',
  factsKnown: '{pair}は{unit}について知る：{facts}',
  skillKnown: '{pair}は{skill}について知る：{parts}',
  skillUsed: ({ multiple }) => `{unit}は{skill}を使用、効果{effect}${multiple === 1 ? '' : '、{multiple}倍'}`,
  statChanged: ({ lasts }) => `{unit}の{stat}：{amount}${lasts === Lasts.now ? '' : '（{lasts}）'}`,
  skillDisabled: '{skill}は無効（{lasts}）',
  sealUsed: ({ effect = 0 }) => `{pair}は令呪を使用：${SEALS[effect] ?? '{effect}'}、残り{left}画`,
  miracle: '{pair}は奇跡を求める：{reason}',
  rankStays: '{skill}のランクは変わらない',
  adjusted: '裁定（{reason}）：{unit}の{stat}{amount}',
  battleOpened: '戦闘開始：{units}名',
  linesSealed: '陣営{side}は前衛・後衛を決定',
  lineOpened: '{unit}は{line}',
  stepBegan: ({ step }) => (step === BattleStep.allocation ? '優位{level}以下の全員が配分ステータスを配分' : '{step}'),
  magPaid: '{unit}は配分ステータスのためにMPを1消費',
  attackRenounced: '{unit}は攻撃を放棄：耐+1、敏+1',
  allocationSealed: '{unit}は配分ステータス{points}を配分、非公開',
  allocationOpened: '{unit}の配分ステータス公開：筋{str}、耐{con}、敏{agi}',
  exchange: '{attacker}対{defender}：攻撃{attack}、攻撃回数{hits}',
  damage: ({ damage = 0 }) =>
    damage < 0 ? `{attacker}は{defender}から${-damage}ダメージを受ける` : '{attacker}→{defender}：{damage}ダメージ',
  dying: '{unit}は致命ダメージを受けた',
  died: '{unit}は死亡',
  lethalAvoided: '{unit}はLPを{lpCost}消費して致命ダメージを回避、HP{hp}',
  escaped: '{unit}はMPを{cost}消費して戦闘から離脱',
  roundEnded: '第{round}ラウンド終了',
  battleEnded: '第{round}ラウンドで戦闘終了',
  battleClosed: '裁定（{reason}）：戦闘終了',
  turnEnded: '{day}日目{slot}のターン終了',
  warEnded: '裁定（{reason}）：聖杯戦争終了',
  injuryChanged: '{unit}は{level}',
  joined: '{unit}は陣営{side}で戦闘に参加',
  summoned: '{unit}はマスターの元へ召喚された：{area}',
  calledAway: '{unit}は戦闘から外れた',
  revived: '{unit}は致命の状態から回復、HP{hp}',
  allocationOwed: '{unit}は配分ステータス{points}を配分する',
  compared: '筋{str}対耐{con}、敏{ownAgi}対{enemyAgi}',
};

/**
 * Gives the system its sentences in Japanese. They are not in it from the start: who bundles the
 * engine alone has no use for them.
 * @returns the same system
 */
export function withJapanese(system: System): System {
  const terms = { ...system.terms, ...MORE_TERMS };
  const narration = narrationOfEvents({ ...EVENTS.sentences, terms, japanese: JAPANESE });
  return Object.assign(system, { terms, narration });
}
