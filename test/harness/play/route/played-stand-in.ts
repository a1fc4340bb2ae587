/** A battle of LIVE A LIVE behind the console that knows only the page of its menus. */
import { expect } from 'vitest';
import { createEventBuffer } from '../../../../core/system/battle.js';
import type { Battle, System } from '../../../../core/system/system.js';
import type { StandInBattle } from '../../../references/menu-console.js';
import { OTHERS, ofSkill } from './made-up-image.js';

/** Offset of a cell. */
export const at = (battle: Battle, name: string): number => {
  const cell = battle.cells.find((one) => one.name === name);
  if (cell === undefined) throw new Error(name);
  return cell.offset;
};

/** Still frames by the events of a frame: its own reading of them, by their numbers. */
function stillFrames(words: Int32Array, from: number, to: number): number {
  let frames = 0;
  let use: { number: number; units: Set<number> } | undefined;
  const endUse = (): void => {
    if (use !== undefined) frames += ofSkill(use.number, use.units.size);
    use = undefined;
  };
  for (let word = from; word < to; ) {
    const [kind, unit, what, first] = [words[word], words[word + 1], words[word + 2], words[word + 3]] as number[];
    const isAlly = (unit as number) >= 0x1c00;
    word += kind === 1 || kind === 5 ? 3 : 5;
    if (kind === 3 && (what === 1 || what === 2)) {
      endUse();
      use = { number: (first as number) + (isAlly ? 0 : 256), units: new Set() };
    } else if (kind === 3 && what === 6 && isAlly) frames += OTHERS.turn;
    else if (kind === 3 && what === 5 && !isAlly) frames += OTHERS.enemyStep;
    else if (kind === 3 && what === 17) frames += OTHERS.end;
    else if (kind === 4 && what === 1 && first === 1) use?.units.add(unit as number);
  }
  endUse();
  return frames;
}

/** The battle behind the stand-in: it asks for nothing but commands, and gives their frames one by one. */
export function standIn(system: System, battle: Battle): StandInBattle {
  const events = createEventBuffer(1 << 18);
  const command = new Int32Array(16);
  const { image } = battle;
  const phase = at(battle, 'phase');
  const result = at(battle, 'battleResult');
  const ally = at(battle, 'currentAlly');
  const code = (name: string): number => system.commands.find((shape) => shape.name === name)?.code ?? -1;
  let shown: number[] = [];
  let begun = false;

  function play(name: string, ...numbers: number[]): void {
    command.fill(0);
    command.set([code(name), ...numbers]);
    events.length = 0;
    let read = 0;
    const frames: number[] = [];
    const isFirst = image[phase] === 1;
    system.capabilities.views?.watchFrames?.(battle, () => {
      frames.push(stillFrames(events.words, read, events.length));
      read = events.length;
    });
    expect(battle.step(command, events), name).toBe(0);
    // the battle's first frame was shown before the first order
    shown = isFirst ? frames.slice(1) : frames;
  }
  const block = (): number =>
    (image[ally] as number) + 256 * (image[ally + 1] as number) - 0x1c00 + at(battle, 'ally[0].id');
  const field = (name: string): number => at(battle, `ally[0].${name}`) - at(battle, 'ally[0].id');
  const numberAt = (list: 'skills' | 'items', place: number): number =>
    image[list === 'skills' ? block() + field('listSkill') + place : at(battle, 'inventory') + place] as number;

  return {
    frame() {
      if (!begun) {
        begun = true;
        return OTHERS.start;
      }
      if (shown.length === 0) play('wait', 1);
      return shown.shift() as number;
    },
    asked: () => shown.length === 0 && image[result] === 0,
    over: () => shown.length === 0 && image[result] !== 0,
    order(name, { place = 0, cell = 0, presses = 0, direction = 0, side = 0 }) {
      const [x, y] = [image[block() + field('cellX')] as number, image[block() + field('cellY')] as number];
      if (name === 'step')
        play('move', x + ([0, 0, -1, 1][direction] as number), y + ([-1, 1, 0, 0][direction] as number), -1, 0);
      else if (name === 'turn') play('turn', side, -1, 0);
      else if (name === 'stepInPlace') play('step', -1, 0);
      else if (name === 'pass') play('pass', -1, 0);
      else if (name === 'escape') play('escape', -1);
      else if (name === 'skill') play('skill', numberAt('skills', place), cell & 7, cell >> 3, -1, presses, -1, 0);
      else play('item', numberAt('items', place), cell & 7, cell >> 3, -1, -1, 0);
    },
    targets(list, place) {
      // whom a command reaches, by what the battle itself accepts
      const number = numberAt(list, place);
      const before = image.slice();
      const cells: number[] = [];
      const own = 8 * (image[block() + field('cellY')] as number) + (image[block() + field('cellX')] as number);
      for (let cell = 0; cell < 56; cell++) {
        if (((image[at(battle, 'fieldGrid[0]') + cell] as number) & 15) === 0) continue;
        command.fill(0);
        const rest = list === 'skills' ? [-1, 0, -1, 0] : [-1, -1, 0];
        command.set([code(list === 'skills' ? 'skill' : 'item'), number, cell & 7, cell >> 3, ...rest]);
        system.capabilities.views?.watchFrames?.(battle, undefined);
        if (battle.step(command, undefined) === 0) cells.push(cell);
        image.set(before);
      }
      const isEnemy = (cell: number): boolean => ((image[at(battle, 'fieldGrid[0]') + cell] as number) & 16) !== 0;
      const enemies = cells.filter(isEnemy);
      // a skill that reaches nobody but its user is used there
      return enemies.length > 0 ? enemies : cells.includes(own) ? [own] : cells;
    },
  };
}
