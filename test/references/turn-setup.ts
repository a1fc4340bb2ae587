/**
 * Slow reference of the start of a battle in the cartridge, as far as the turn engine needs it: points, flags, party order,
 * start values and start abnormalities (rules/live-a-live-routines.md part 1; header lines of the vectors).
 * Evidence: executed.
 */
import { presentEnemies } from './turn-choice.js';
import { allyPresent } from './turn-points.js';
import {
  battleValue,
  cell,
  done,
  draw,
  firstEnemy,
  hasBits,
  lastAlly,
  leave,
  lowByte,
  type Outcome,
  type Routine,
  ram,
  readByte,
  readWord,
  recordOf,
  setRam,
  setRamWord,
  speciesOf,
  tableBank,
  type World,
} from './turn-world.js';

/** C1:EBAD. */
export const battleStartPoints: Routine = (world) => {
  setRamWord(world, cell.actionPoints, 0);
  setRamWord(world, cell.actingEnemy, ram(world, firstEnemy + 1) === 0x80 ? 0 : firstEnemy);
  return leave('C1:EBC0');
};

function startOrderOf(world: World, x: number): void {
  const intellect = ram(world, speciesOf(world, x) + 0x28);
  setRam(world, battleValue(0xac, x, 4), lowByte(256 - intellect));
  for (const offset of [5, 6, 7]) setRam(world, battleValue(0xac, x, offset), 0);
}

/** C1:EBCE. */
export const startOrder: Routine = (world, { x }) => {
  startOrderOf(world, x);
  return leave('C1:EBE9');
};

/** C1:EBC7: absent enemies are left alone. */
export const startOrderOfAll: Routine = (world) => {
  for (const x of presentEnemies(world)) startOrderOf(world, x);
  return leave('C1:EBEB');
};

/** C1:F3CE. */
export const battleStartFlags: Routine = (world) => {
  for (const address of [0x03aa, 0x038b, 0x0395, 0x0396, cell.allySkillFlag, cell.turnFlag]) setRam(world, address, 0);
  return leave('C1:F3DA');
};

/** C1:F55D. */
export const battleArgument: Routine = (world) => {
  setRam(world, cell.partyArgument, (ram(world, 0x0040) & 0xc0) / 2);
  return leave('C1:F565');
};

/** C1:F570. */
export const partySetupHead: Routine = (world) => {
  setRamWord(world, cell.currentAlly, lastAlly);
  setRam(world, cell.battleKind, Math.floor(ram(world, 0x0041) / 4));
  return leave('C1:F57E');
};

/** C1:F661. */
export const nextRank: Routine = (world, { x }) => {
  const rank = lowByte(ram(world, cell.scan) + 1);
  setRam(world, cell.scan, rank);
  return leave(rank === 4 ? 'C1:F66A' : 'C1:F623', { x: (x + 1) % 65536 });
};

/** C1:F70C. */
export const firstControllableAlly: Routine = (world, { y }) => {
  setRam(world, cell.scan, lowByte(ram(world, cell.scan) + 1));
  if (!hasBits(ram(world, y + 1), 0x40)) return leave('C1:F715');
  setRamWord(world, cell.currentAlly, y);
  return leave('C1:F724');
};

/** C1:446B. */
export const allyStepFrame: Routine = (world, { x }) => {
  const count = lowByte(ram(world, x + 0x06) + 1);
  setRam(world, x + 0x06, count);
  if (count !== ram(world, x + 0x07)) return leave('C1:449A');
  setRam(world, x + 0x18, ram(world, x + 0x1a));
  setRam(world, x + 0x19, ram(world, x + 0x1b));
  return leave('C1:4482');
};

const itemAddress = (world: World, id: number) => (readWord(world, tableBank + 0x0068) + 16 * id) % 65536;

/** C1:3505. */
export const itemRecord: Routine = (world, { a }) => done({ x: itemAddress(world, lowByte(a)) });

/** C1:3546: a species that already has a note leads into unpublished bytes. */
export const startAbnormalityOfSpecies: Routine = (world, { x }) => {
  const end = leave('C1:35A7');
  if (!allyPresent(world, x)) return end;
  const item = ram(world, recordOf(world, x) + 0x26);
  if (item === 0) return end;
  const kinds = readByte(world, tableBank + ((itemAddress(world, item) + 13) % 65536));
  const abnormality = kinds % 16;
  const race = Math.floor(kinds / 16);
  if (abnormality === 0) return end;
  for (let species = 0x1a00; species < firstEnemy; species += 0x40) {
    const matches = hasBits(ram(world, species + 1), 0x40) && ram(world, species + 0x37) % 16 === race;
    if (!matches) continue;
    if (ram(world, species + 0x0a) !== 0) return leave('C1:358C');
    setRam(world, species + 0x0a, abnormality);
  }
  return end;
};

/** C1:35A9. */
export const startAbnormalityOfEnemy: Routine = (world, { x }) => {
  const note = ram(world, speciesOf(world, x) + 0x0a);
  if (note !== 0 && note !== 0xff && draw(world) < 0x80) setRam(world, battleValue(0xaa, x, 2), note);
  return done();
};

/** C1:FC78: the start statuses' timers are drawn only when `rolls` is set (three bytes there are unpublished). */
function enemyStart(world: World, y: number, rolls: boolean): Outcome {
  const species = speciesOf(world, y);
  const hpByte = ram(world, species + 0x24);
  const hp = hpByte >= 0x80 ? (hpByte - 0x80) * 16 : hpByte;
  setRamWord(world, battleValue(0xaa, y, 0), hp);
  setRamWord(world, species + 0x10, hp);
  const level = ram(world, species + 0x29) % 128;
  setRam(world, battleValue(0xab, y, 0), level);
  setRam(world, species + 0x0b, level);
  for (let stat = 0; stat < 4; stat += 1) {
    setRam(world, battleValue(0xaa, y, 3 + stat), ram(world, species + 0x25 + stat));
  }
  for (const offset of [2, 7, 8, 9, 10, 11, 12, 13, 14, 15]) setRam(world, battleValue(0xaa, y, offset), 0);
  for (const offset of [8, 9]) setRam(world, battleValue(0xab, y, offset), 0);
  const chance = ram(world, species + 0x3c);
  if (chance < 16) {
    setRam(world, battleValue(0xaa, y, 2), chance);
    return done();
  }
  const statuses = ram(world, species + 0x3b);
  setRam(world, battleValue(0xaa, y, 7), statuses);
  const time = chance % 16;
  for (let bit = 0; bit < 8 && time !== 0; bit += 1) {
    if (!hasBits(statuses, 2 ** bit)) continue;
    if (!rolls) return leave('C1:35CD');
    const timer = battleValue(0xaa, y, 8 + bit);
    if (draw(world) < (chance | 0x0f)) setRam(world, timer, Math.min(ram(world, timer) + 16 * time, 255));
  }
  return done();
}

export const enemyStartValues: Routine = (world, { y }) => enemyStart(world, y, false);
export const enemyStartValuesWithRolls: Routine = (world, { y }) => enemyStart(world, y, true);
