/**
 * The events of a step, each with its rule and its sentence. Provenance `decision` names a point of
 * FA1-FA18; `extension` is not in seed 001.
 */
import { declareEvents } from '../system/declare-system.js';
import { idOr, signedWord, type Template, type WordOf } from '../system/tell-events.js';
import { NONE, ZONE } from './cells.js';
import { CHOICE_WORDS, placeName, STEP_WORDS, TERMS, ZONE_WORDS } from './words.js';

/** An ability and its card; a Summon is its own ability. */
function abilityOn(word: WordOf): string {
  return word('ability') === word('card') ? '{card}' : '{ability} of {card}';
}

function abilityInJapanese(word: WordOf): string {
  return word('ability') === word('card') ? '{card}' : '{card}の{ability}';
}

/** The sentences in the words of seed 001. */
const JAPANESE: Readonly<Record<string, Template>> = {
  phase: 'ターン{turn}（{turnPlayer}）：{phase}',
  priority: '{player}に優先権{outlook}',
  passed: '{player}はパス',
  pushed: (_, word) => `{controller}の${abilityInJapanese(word)}をスタックに乗せる、スタック{depth}`,
  resolved: ({ depth = 0 }, word) => `${abilityInJapanese(word)}を解決、スタック残り${depth - 1}`,
  cancelled: ({ depth = 0 }, word) => `${abilityInJapanese(word)}は打ち消し、スタック残り${depth - 1}`,
  played: '{player}は{card}をプレイ',
  moved: ({ from, to }) =>
    from === ZONE.limitBreak && to === ZONE.limitBreakUsed ? '{card}を表向きにする' : '{card}：{from}→{to}',
  drew: '{player}は{card}を引く',
  activated: '{card}をアクティブ状態にする',
  dulled: '{card}をダル状態にする',
  attacked: '{card}がアタック',
  blocked: ({ card }) => (card === NONE ? 'ブロックしない' : '{card}がブロック'),
  dealt: '{source}は{target}に{amount}ダメージ、合計{total}',
  playerDamaged: '{player}に1点ダメージ（{card}）、合計{total}点',
  exBurst: ({ use }) => `{card}のEXバーストを使用${use === 0 ? 'しない' : 'する'}`,
  triggered: (_, word) => `${abilityInJapanese(word)}が誘発`,
  powerChanged: (_, word) =>
    word('power') === '' ? '{card}のパワー{powerMod}' : '{card}のパワー{power}（{powerMod}）',
  clamped: '{card}の値は範囲の端{value}で止まる',
  healed: '{card}のダメージが消える',
  owed: '{player}が選ぶ：{choice}',
  ended: 'ゲーム終了：{outcome}',
  frozen: '{card}は凍結',
  thawed: '{card}の凍結が解ける',
  dropped: (_, word) => `${abilityInJapanese(word)}の対象がなくなる`,
  used: (_, word) => `{player}は${abilityInJapanese(word)}を使用`,
  limitBreak: '{player}は{card}をリミットブレイクでプレイ、{turned}枚を表向きにする',
  granted: '{card}はターン終了時まで{keyword}を得る',
  found: ({ card }) => (card === NONE ? '{player}は該当カードなし' : '{player}は{card}を手札に加える'),
};

export const EVENTS = declareEvents(
  {
    phase: [1, 'F2', 'turn turnPlayer phase step', 'turn {turn} of {turnPlayer}: {phase}'],
    priority: [2, 'F8', 'player passes', '{player} has priority{outlook}'],
    passed: [3, 'F8', 'player', '{player} passes'],
    pushed: [
      4,
      'F17',
      'card ability controller depth',
      (_, word) => `${abilityOn(word)} goes on the stack for {controller}, {depth:item} there now`,
    ],
    // the item itself is still on the stack when it is reported
    resolved: [
      5,
      'F19',
      'card ability controller depth',
      ({ depth = 0 }, word) => `${abilityOn(word)} resolves, ${depth - 1} left on the stack`,
    ],
    cancelled: [
      6,
      'FA11',
      'card ability controller depth',
      ({ depth = 0 }, word) => `${abilityOn(word)} is cancelled, ${depth - 1} left on the stack`,
      'decision',
    ],
    played: [7, 'F6', 'player card', '{player} plays {card}'],
    moved: [
      8,
      'F17',
      'card from to',
      ({ from, to }) =>
        from === ZONE.limitBreak && to === ZONE.limitBreakUsed
          ? '{card} is turned face up'
          : '{card} goes from {from} to {to}',
    ],
    drew: [9, 'F4', 'player card', '{player} draws {card}'],
    activated: [10, 'F3', 'card', '{card} is activated'],
    dulled: [11, 'F11', 'card', '{card} is dulled'],
    attacked: [12, 'F11', 'card', '{card} attacks'],
    blocked: [13, 'F12', 'card', ({ card }) => (card === NONE ? 'nobody blocks' : '{card} blocks')],
    dealt: [14, 'F13', 'source target amount total', '{source} deals {amount} damage to {target}, {total} in all'],
    playerDamaged: [15, 'F13', 'player card total', '{player} takes a point of damage, {card}; {total} in all'],
    exBurst: [16, 'F14', 'card use', 'the EX Burst of {card} is {use}'],
    triggered: [17, 'FA6', 'card ability', (_, word) => `${abilityOn(word)} triggers`, 'decision'],
    powerChanged: [
      18,
      'FA18',
      'card powerMod',
      (_, word) =>
        word('power') === '' ? 'the power of {card} changes by {powerMod}' : '{card} has power {power} ({powerMod})',
      'decision',
    ],
    clamped: [19, 'FA18', 'card value', 'a value of {card} stops at {value}, the end of its range', 'decision'],
    healed: [20, 'F16', 'card', 'damage of {card} is gone'],
    owed: [21, 'F8', 'choice player', '{player} has to choose {choice}'],
    ended: [22, 'FA7', 'outcome', 'the game is over: {outcome}', 'decision'],
    frozen: [23, 'CR 15.2.4', 'card', '{card} is frozen', 'extension'],
    thawed: [24, 'CR 15.2.4', 'card', '{card} thaws', 'extension'],
    dropped: [25, 'FA11', 'card ability', (_, word) => `${abilityOn(word)} has no target left`, 'decision'],
    used: [26, 'F5', 'player card ability', (_, word) => `{player} uses ${abilityOn(word)}`],
    limitBreak: [
      27,
      'CR 15.2',
      'player card turned',
      '{player} plays {card} by limit break, {turned:card} turned over',
      'extension',
    ],
    granted: [28, 'CR 15.2', 'card keyword', '{card} has {keyword} until the end of the turn', 'extension'],
    found: [
      29,
      'FA20',
      'player card',
      ({ card }) => (card === NONE ? '{player} finds no such card' : '{player} takes {card} into the hand'),
      'decision',
    ],
  },
  {
    turnPlayer: 'player',
    controller: 'player',
    source: idOr('card', NONE, 'a card that has left'),
    target: 'card',
    'phase.phase': (phase, { step = 0 }) => placeName(phase, step),
    'phase.step': STEP_WORDS,
    from: ZONE_WORDS,
    to: ZONE_WORDS,
    card: idOr('card', NONE, 'none'),
    // by the bit in KEYWORD
    keyword: ['', 'Haste', 'Brave', '', 'First Strike', '', '', '', 'Back Attack'],
    use: ['declined', 'used'],
    powerMod: signedWord,
    choice: CHOICE_WORDS,
    outcome: (outcome, _values, battle) => {
      if (outcome === 3) return 'a draw';
      const winner = battle.idName('player', outcome - 1);
      return winner === undefined ? undefined : `${winner} has won`;
    },
  },
  { terms: TERMS, japanese: JAPANESE },
);

/** Kinds of the events. */
export const EVENT = EVENTS.kinds;
