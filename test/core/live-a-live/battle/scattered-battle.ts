/** Battles of the published tables whose units stand anywhere that is free, look anywhere and carry statuses. */
import { createBattle } from '../../../../core/live-a-live/index.js';
import { FORMATIONS } from '../../../../rom-map/tables/formations.js';
import { FIELD, Memory } from '../../../references/live-a-live/played-memory.js';
import { numbers } from './reference-battle.js';

const PARTY = ['oersted', 'straybow', 'uranus', 'hash'].map((character) => ({ character, level: 16 }));
/** Ordinary formations with a free place for four allies: some of each chapter. */
const NUMBERS = FORMATIONS.filter(({ mode, enemies, allies }) => {
  const places = new Set(allies.map((place) => place && `${place.x},${place.y}`));
  return mode === 0 && enemies.length > 0 && places.size === 4 && !allies.includes(null);
}).map(({ number }) => number);
let battles: readonly Uint8Array[] | undefined;

/** Not on import, so that a test can fail on them. */
function startingImages(): readonly Uint8Array[] {
  battles ??= Array.from({ length: 24 }, (_, index) => NUMBERS[index * 9])
    .filter((number) => number !== undefined)
    .map((formation) => createBattle({ formation, party: PARTY }).image);
  return battles;
}

/** @param image gets the battle */
export function scatter(image: Uint8Array, seed: number): Memory {
  const memory = new Memory(image);
  const below = numbers(seed);
  const images = startingImages();
  image.set(images[seed % images.length] ?? []);
  for (const cell of [0x338, 0x339, 0x33a, 0x33b]) memory.set(cell, below(256));
  for (let ally = 0; ally < 4; ally++) {
    const own = memory.allyBlock(ally);
    const from = FIELD + 8 * memory.get(own + 0x19) + memory.get(own + 0x18);
    const [x, y] = [below(7), below(7)];
    memory.set(own + 0x1d, below(4));
    memory.set(own + 0x39, [0, 0, 0, 8, 0x11, 0xff][below(6)] ?? 0);
    if ((memory.get(FIELD + 8 * y + x) & 31) !== 0) continue;
    memory.set(from, 0);
    memory.set(own + 0x18, x);
    memory.set(own + 0x19, y);
    if (below(9) === 0) memory.set(own + 1, 0);
    else memory.set(FIELD + 8 * y + x, 0xa0 + ally + 1);
  }
  return memory;
}
