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
};
