/**
 * The events of a step and their sentences. Rules S1 to S19 are the seed's, SA its quirks, SE1
 * battle parameters, SE2 turns, SE3 movement types, SE4 features of other engines (paths, threat,
 * several turns). Order points have the address of their routine.
 */

import { read16 } from '../int/uint.js';
import { type DeclaredBattle, declareEvents } from '../system/declare-system.js';
import type { Terms } from '../system/names.js';
import type { Battle, EventValues } from '../system/system.js';
import type { Template } from '../system/tell-events.js';
import { HEAD, UNIT, unitAt } from './cells.js';
import { strikersOf, type Way, wayOf } from './threat.js';
import type { World } from './world.js';

function squaresText(way: Way): string {
  return way.squares.map(([x, y]) => `(${x},${y})`).join(' ');
}

/** The way that a move took: found anew on the map as it was before. */
function wayTaken(world: World, before: Uint8Array, unit: number, x: number, y: number): string {
  const after = world.image.slice();
  world.image.set(before);
  const way = wayOf(world, unit, x, y);
  world.image.set(after);
  if (way === undefined || way.squares.length < 2) return '';
  return ` by ${squaresText(way)}, ${way.left} movement left`;
}

function cellText(world: World, unit: number, field: number, width: 1 | 2): string {
  const at = unitAt(unit) + field;
  return String(width === 1 ? world.image[at] : read16(world.image, at));
}

/** The way in the path cells. */
function writtenWay({ image, layout }: World): Way {
  const squares = Array.from({ length: read16(image, HEAD.pathLength) }, (_, index) => {
    const at = layout.pathAt + 2 * index;
    return [image[at] as number, image[at + 1] as number] as const;
  });
  return { squares, left: 0 };
}

/** Further words of an event; none where nothing but the events of a battle is known. */
function beside(battle: Battle, before: Uint8Array, event: string, values: EventValues): Record<string, string> {
  if (!('world' in battle)) return {};
  const { world } = battle as DeclaredBattle<World>;
  const { unit = 0, target = 0, side = 0, x = 0, y = 0 } = values;
  if (event === 'calculated') return { move: cellText(world, unit, UNIT.move, 1) };
  if (event === 'moved') return { way: wayTaken(world, before, unit, x, y) };
  if (event === 'attacked') return { maxHp: ` of ${cellText(world, target, UNIT.maxHp, 2)}` };
  if (event === 'threatCounted') return { strikers: `: ${strikersOf(world, side, x, y).join(', ')}` };
  return event === 'pathFound' ? { way: `: ${squaresText(writtenWay(world))}` } : {};
}

/** Words of the sentences, and what seed 002 calls them. */
export const TERMS: Terms = {
  movement: '移動力',
  unit: 'ユニット',
  map: '戦闘マップ',
  'cannot move to': '移動できません',
  'moves to': '移動します',
  ground: '地面',
  'order points': '順序ポイント',
  'side {side}': '陣営{side}',
  ' by {squares}, {left} movement left': '（{squares}、残り移動力{left}）',
  ' of {hp}': '/{hp}',
  turn: 'ターン',
  side: '陣営',
  nobody: 'なし',
  'may act': '行動できるユニット',
  'acts now': '行動中',
  'waiting time': '待ち時間',
};

/** The sentences in the words of seed 002. */
const JAPANESE: Readonly<Record<string, Template>> = {
  calculated: (_values, word) => `{unit}の移動範囲：{squares}マス${word('move') === '' ? '' : '（移動力{move}）'}`,
  destinationTested: ({ result }) => `({x},{y})には移動でき${result === 0 ? 'ません' : 'ます'}`,
  stepRead: ({ value = 0 }) => (value < 0 ? '({x},{y})には届きません' : '({x},{y})での残り移動力：{value}'),
  squareTested: ({ result }) => `({x},{y})には移動力{move}で${result === 0 ? '進入できません' : '進入できます'}`,
  moved: '{unit}は({x},{y})に移動します{way}',
  notMoved: '{unit}は({x},{y})には移動できません',
  placed: '{unit}を({x},{y})に配置',
  added: ({ isNew }) => (isNew === 0 ? '{unit}は既に戦闘マップにいる' : '{unit}を戦闘マップに追加'),
  printed: '表示：合計{bytes}バイト',
  pathFound: ({ squares = 1 }) => `{unit}の経路：${squares - 1}歩{way}`,
  turnsCounted: ({ turns = 0 }) => (turns < 0 ? '{unit}は({x},{y})に着けない' : '{unit}は({x},{y})まで{turns}ターン'),
  threatCounted: ({ units = 0 }) =>
    units === 0
      ? '({x},{y})を攻撃できる陣営{side}のユニットはいない'
      : '({x},{y})を攻撃できる陣営{side}のユニット：{units}体{strikers}',
  attacked: '{unit}は{target}を攻撃：{damage}ダメージ、残りHP{hp}{maxHp}',
  defeated: '{unit}は倒れた',
  finished: '{unit}は行動終了',
  phaseBegan: 'ターン{turn}：陣営{side}のフェイズ開始',
  unitActive: '次：{unit}',
  orderPointsMove: '{unit}の順序ポイント：{before}→{after}（移動）',
  orderPointsAttack: '{unit}の順序ポイント：{before}→{after}（攻撃）',
  orderPointsDamage: '{unit}の順序ポイント：{before}→{after}（被弾）',
  orderPointsIdle: '{unit}の順序ポイント：{before}→{after}（時間経過）',
  orderPointsHalved: '{unit}の順序ポイント：{before}→{after}（移動せずに終了）',
  battleEnded: '戦闘終了：陣営{side}の勝ち',
};

export const EVENTS = declareEvents(
  {
    calculated: [
      1,
      'S13',
      'unit squares',
      (_values, word) => `{unit} can reach {squares:square}${word('move') === '' ? '' : ' with {move} movement'}`,
    ],
    destinationTested: [2, 'S17', 'x y result', '({x},{y}) is {result} destination of the MoveMap'],
    stepRead: [
      3,
      'S13',
      'x y value',
      ({ value = 0 }) => (value < 0 ? '({x},{y}) is out of reach' : '({x},{y}) is reached with {value} movement left'),
    ],
    squareTested: [4, 'S10', 'x y move result', '({x},{y}) {result} be entered with {move} movement left'],
    moved: [5, 'S17', 'unit x y', '{unit} moves to ({x},{y}){way}'],
    notMoved: [6, 'S17', 'unit x y', '{unit} cannot move to ({x},{y})'],
    placed: [7, 'SA10', 'unit x y', '{unit} is placed on ({x},{y})'],
    added: [8, 'S11', 'unit isNew', ({ isNew }) => (isNew === 0 ? '{unit} is on the map already' : '{unit} joins')],
    printed: [9, 'S18', 'bytes', 'text is printed, {bytes:byte} in all'],
    // the squares of the path begin with the unit's own
    pathFound: [
      10,
      'SE4',
      'unit squares',
      ({ squares = 1 }) => `the way of {unit}, ${squares - 1} step${squares === 2 ? '' : 's'}{way}`,
      'extension',
    ],
    turnsCounted: [
      11,
      'SE4',
      'unit turns x y',
      ({ turns = 0 }) => (turns < 0 ? '{unit} never gets to ({x},{y})' : '{unit} needs {turns:turn} to ({x},{y})'),
      'extension',
    ],
    threatCounted: [
      12,
      'SE4',
      'side units x y',
      ({ units = 0 }) =>
        units === 0
          ? 'nobody of side {side} could move and strike ({x},{y})'
          : '{units:unit} of side {side} could move and strike ({x},{y}){strikers}',
      'extension',
    ],
    attacked: [
      13,
      'SE1',
      'unit target damage hp',
      '{unit} attacks {target}: {damage} damage, {hp}{maxHp} HP left',
      'extension',
    ],
    defeated: [14, 'SE1', 'unit', '{unit} is defeated', 'extension'],
    finished: [15, 'SE2', 'unit', '{unit} is done', 'extension'],
    phaseBegan: [16, 'SE2', 'side turn', 'turn {turn}: the phase of side {side} begins', 'extension'],
    unitActive: [17, 'SE2', 'unit', 'next: {unit}', 'extension'],
    orderPointsMove: [
      18,
      'C1:8F77',
      'unit before after',
      'order points of {unit}: {before} to {after}, it moved',
      'executed',
    ],
    orderPointsAttack: [
      19,
      'C1:1C77',
      'unit before after',
      'order points of {unit}: {before} to {after}, it attacked',
      'executed',
    ],
    orderPointsDamage: [
      20,
      'C1:1CAC',
      'unit before after',
      'order points of {unit}: {before} to {after}, it was hit',
      'executed',
    ],
    orderPointsIdle: [
      21,
      'C1:1C02',
      'unit before after',
      'order points of {unit}: {before} to {after}, time passes',
      'executed',
    ],
    orderPointsHalved: [
      22,
      'C1:8E64',
      'unit before after',
      'order points of {unit}: {before} to {after}, it ends its turn without moving',
      'executed',
    ],
    battleEnded: [23, 'SE2', 'side', 'the battle is over, side {side} stands', 'extension'],
  },
  {
    target: 'unit',
    'destinationTested.result': ['no', 'a'],
    'squareTested.result': ['cannot', 'can'],
    'stepRead.value': (value) => (value < 0 ? 'never' : undefined),
    turns: (turns) => (turns < 0 ? 'never' : undefined),
  },
  { beside, terms: TERMS, japanese: JAPANESE },
);

/** Kinds of the events. */
export const EVENT = EVENTS.kinds;
