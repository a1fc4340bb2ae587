/** Battles of hand-made images, for the holes that their code fills. */
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import { machineOf } from '../../../../core/live-a-live/memory/machine.js';
import type { System } from '../../../../core/system/system.js';
import { loadRomImage } from '../../../../harness/files/rom/image.js';
import { placeByName } from '../../../../rom-map/index.js';
import { syntheticImage } from '../../files/rom/synthetic-image.js';
import type { testFolder } from '../../fixtures/files.js';
import { assemble } from './assemble.js';

/** An image with this code. @param change what else is put into it */
export function romWith(
  folder: ReturnType<typeof testFolder>,
  code: string,
  change: (image: Uint8Array) => void = () => undefined,
) {
  const image = syntheticImage();
  for (const [address, byte] of assemble(code)) image[address - 0xc0_0000] = byte;
  change(image);
  return loadRomImage(folder.write('game.sfc', image), { force: true });
}

export function placeOf(name: string) {
  const place = placeByName(name);
  if (place === undefined) throw new Error(`no cell ${name}`);
  return place;
}

/** A battle with cells set by name; every cell of the field lies in the area. */
export function battleOf(system: System, cells: Readonly<Record<string, number>>) {
  const battle = system.create({ formation: 0xde, generator: [200, 100, 50, 25], party: [{ character: 'takahara' }] });
  const machine = machineOf(battle);
  machine.ram.fill(0x0f, placeOf('rangeGrid[0]').offset, placeOf('rangeGrid[0]').offset + 56);
  const put = (name: string, value: number): void => {
    const { offset, width } = placeOf(name);
    for (let index = 0; index < width; index++) machine.ram[offset + index] = value >>> (8 * index);
  };
  put('skillUser', Ally.FIRST);
  for (const [name, value] of Object.entries(cells)) put(name, value);
  return { battle, machine, read: (name: string) => machine.ram[placeOf(name).offset] };
}
