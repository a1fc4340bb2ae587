/** Words for the numbers of a game: places in a turn, zones, owed choices. */
import type { Terms } from '../system/names.js';
import { TIMING } from './timing.js';

/** By the number of ZONE. */
export const ZONE_WORDS: readonly string[] = [
  'the deck',
  'the hand',
  'the field',
  'the damage zone',
  'the Break Zone',
  'the stack',
  'the Limit Break deck',
  'the Limit Break deck, face up',
];

/** By the number of PHASE (F2), as the printed game calls them in English. */
export const PHASE_WORDS: readonly string[] = [
  'Active Phase',
  'Draw Phase',
  'Main Phase 1',
  'Attack Phase',
  'Main Phase 2',
  'End Phase',
];

/** By the number of STEP. */
export const STEP_WORDS: readonly string[] = [
  'none',
  '4-1 preparation',
  '4-2 declaration',
  '4-3 block',
  '4-4 damage',
  'First Strike',
];

/** By the number of PENDING: what a player owes. */
export const CHOICE_WORDS: readonly string[] = [
  'nothing',
  'the attackers',
  'a blocker, or none',
  'how the damage is split over the party',
  'whether to use the EX Burst',
  'the order and the targets of the triggers',
  'the cards to discard',
];

/** The place that follows two passes with an empty stack, but for 4-4. */
const FOLLOWING: Readonly<Record<string, string>> = {
  'Main Phase 1': '4-1 Attack Preparation Step',
  '4-1 Attack Preparation Step': '4-2 Attack Declaration Step',
  '4-2 Attack Declaration Step': '4-3 Block Declaration Step',
  '4-3 Block Declaration Step': '4-4 Damage Resolution Step',
  'First Strike': '4-4 Damage Resolution Step',
  'Main Phase 2': 'End Phase',
  'End Phase': 'the next turn',
};

/** What follows two passes on an empty stack; after 4-4 a switch decides (FA10). */
export function placeAfter(place: string, loopToPreparation: boolean): string {
  return FOLLOWING[place] ?? (loopToPreparation ? '4-1 Attack Preparation Step' : '4-2 Attack Declaration Step');
}

/** Name of a place in a turn, as the timing table has it, or undefined. */
export function placeName(phase: number, step: number): string | undefined {
  return TIMING.find((row) => row.phase === phase && row.step === step)?.place;
}

/** Words of the sentences, and what seed 001 calls them. */
export const TERMS: Terms = {
  'Active Phase': 'アクティブフェイズ',
  'Draw Phase': 'ドローフェイズ',
  'Main Phase 1': 'メインフェイズ(1回目)',
  'Attack Phase': 'アタックフェイズ',
  'Main Phase 2': 'メインフェイズ(2回目)',
  'End Phase': 'エンドフェイズ',
  '4-1 Attack Preparation Step': 'アタック準備ステップ',
  '4-2 Attack Declaration Step': 'アタック指定ステップ',
  '4-3 Block Declaration Step': 'ブロック指定ステップ',
  '4-4 Damage Resolution Step': 'ダメージ解決ステップ',
  'the hand': '手札',
  'the field': 'フィールド',
  'the damage zone': 'ダメージゾーン',
  'the stack': 'スタック',
  'EX Burst': 'EXバースト',
  Haste: 'ヘイスト',
  Brave: 'ブレイブ',
  power: 'パワー',
  turn: 'ターン',
  damage: 'ダメージ',
  attacks: 'アタック',
  blocks: 'ブロック',
  resolves: '解決',
  'the deck': 'デッキ',
  'the Break Zone': 'ブレイクゾーン',
  'the Limit Break deck': 'リミットブレイクデッキ',
  'the Limit Break deck, face up': 'リミットブレイクデッキ（表向き）',
  'First Strike': '先制攻撃',
  'Back Attack': 'バックアタック',
  'the attackers': 'アタックするフォワード',
  'a blocker, or none': 'ブロックするフォワード、またはなし',
  'how the damage is split over the party': 'パーティへのダメージの割り振り',
  'whether to use the EX Burst': 'EXバーストを使うか',
  'the order and the targets of the triggers': '誘発の順番と対象',
  'the cards to discard': '捨てるカード',
  'a card that has left': '離れたカード',
  'the next turn': '次のターン',
  'a draw': '引き分け',
  'the first player has won': '先攻の勝ち',
  'the second player has won': '後攻の勝ち',
  '{player} has won': '{player}の勝ち',
  '; the stack from its top: {stack}': '、スタック上から：{stack}',
  ', the other one has passed; if {player} passes, {next} follows': '、相手はパス済み。{player}もパスすると{next}へ',
  ', the other one has passed; if {player} passes, {item} resolves':
    '、相手はパス済み。{player}もパスすると{item}を解決',
  '{item} | {more}': '{item} | {more}',
  '{item} by {player} on {targets}': '{player}の{item}（対象：{targets}）',
  '{player}: priority': '{player}に優先権',
  'items on the stack': 'スタックの数',
  'stack {place}': 'スタック{place}',
  'if both pass': '両者がパスすると',
  place: '場所',
  next: '次',
  dull: 'ダル',
  active: 'アクティブ',
  frozen: '凍結',
  position: '状態',
};
