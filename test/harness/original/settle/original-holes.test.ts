/**
 * The image's own code where ours has a hole: C1:D6B9 runs into C1:D6AE (`oneHitInArea`) for a skill
 * that deals one hit in its area. The image deals as many as it was written with.
 */
import { describe, expect, test } from 'vitest';
import { attackEnemies } from '../../../../core/live-a-live/combat/hits-on-enemies.js';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import { machineOf } from '../../../../core/live-a-live/memory/machine.js';
import { restore, snapshot } from '../../../../core/system/battle.js';
import { loadRomImage } from '../../../../harness/files/rom/image.js';
import { withImageCode } from '../../../../harness/original/settle/with-original.js';
import { placeByName } from '../../../../rom-map/index.js';
import { cli } from '../../cli/run-cli.js';
import { offsetOfBus, syntheticImage } from '../../files/rom/synthetic-image.js';
import { testFolder } from '../../fixtures/files.js';
import { AREA_OF_ONE_CELL, assemble } from './assemble.js';

const folder = testFolder();
const SKILL_HITS = 19;
const ONE_IN_AREA = 0x80;

function imageWith(code: string): Uint8Array {
  const image = syntheticImage();
  for (const [address, byte] of assemble(`${AREA_OF_ONE_CELL}\n${code}`)) image[address - 0xc0_0000] = byte;
  return image;
}

const dealt = (hits: number) =>
  imageWith(`.at C1:D6B9\njmp $D6AE\n.at C1:D6AE\nlda #$0${hits}\nsta {enemy[0].hitsAssigned}\nrts`);

function offsetOf(name: string): number {
  return placeByName(name)?.offset ?? -1;
}

/** A battle in which a skill of one hit in its area strikes. */
function strike(image: Uint8Array) {
  const file = folder.write('strike.sfc', image);
  const system = withImageCode(LIVE_A_LIVE_BATTLE, loadRomImage(file, { force: true }));
  const battle = system.create({ formation: 0xde, generator: [18, 52, 86, 120], party: [{ character: 'takahara' }] });
  const machine = machineOf(battle);
  machine.ram[offsetOf(`activeSkill[${SKILL_HITS}]`)] = ONE_IN_AREA;
  machine.ram[offsetOf('skillUser')] = Ally.FIRST & 0xff;
  machine.ram[offsetOf('skillUser') + 1] = Ally.FIRST >> 8;
  const before = snapshot(battle);
  const run = () => {
    attackEnemies(machine);
    return [machine.ram[offsetOf('enemy[0].hitsAssigned')], machine.ram.slice()] as const;
  };
  return { system, battle, before, run };
}

describe('a hole', () => {
  test.each([1, 3])('the image deals %i hits, and the battle names the hole', (hits) => {
    const { system, battle, run } = strike(dealt(hits));
    expect(run()[0]).toBe(hits);
    expect(system.capabilities.evidence?.filled?.(battle)).toEqual(['oneHitInArea']);
  });

  test('a snapshot from before it leads to the same image again, note included', () => {
    const { battle, before, run } = strike(dealt(3));
    const [, first] = run();
    restore(battle, before);
    const [, second] = run();
    expect(second).toEqual(first);
  });

  test('code that does not return is one error, and the battle is as it was', () => {
    const { battle, before, run } = strike(imageWith('.at C1:D6B9\nhere:\nbra here'));
    expect(run).toThrow(expect.objectContaining({ code: 'E_ROM_CALL', message: expect.stringContaining('C1:D6B9') }));
    const at = offsetOf('enemy[0].hitsAssigned');
    expect(battle.image[at]).toBe(before[at]);
  });
});

/** Every skill of the allies deals one hit in its area: byte 19 of 256 records of 25 bytes. */
function withOneHit(image: Uint8Array): Uint8Array {
  for (let skill = 0; skill < 256; skill++) image[offsetOfBus('D5:24CB') + 25 * skill + SKILL_HITS] = ONE_IN_AREA;
  return image;
}

describe('run --rom', () => {
  const run = async (image: Uint8Array) => {
    const file = folder.write('image.sfc', image);
    const plan = 'traces/live-a-live/present-day-namcat.toml';
    const words = ['run', 'live-a-live-battle', plan, '--rom', file, '--force-rom'];
    return cli(words, { systems: [LIVE_A_LIVE_BATTLE] });
  };
  const hpOf = (out: string) => Number(/enemy 0: namcat, HP (\d+) of 256/.exec(out)?.[1]);

  test('no hit of the image takes no HP, one does; both are named with the hash of the image', async () => {
    const none = await run(withOneHit(dealt(0)));
    const one = await run(withOneHit(dealt(1)));
    expect([none.code, hpOf(none.out)]).toEqual([0, 256]);
    expect(hpOf(one.out)).toBeLessThan(256);
    expect(one.out).toMatch(/filled by the image's own code \(SHA-256 [0-9a-f]{64}\): oneHitInArea, areas\n/);
  });

  test('code that does not return is one error with exit 2', async () => {
    const stuck = await run(withOneHit(imageWith('.at C1:D6B9\nhere:\nbra here')));
    expect([stuck.code, stuck.err]).toEqual([2, expect.stringMatching(/^E_ROM_CALL\b[^\n]*C1:D6B9[^\n]*\n$/)]);
  });
});
