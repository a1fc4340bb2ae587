/** The disassembly view: the code of the adapter's own image, as `rom disassemble` lists it. */
import type { AddressInfo } from 'node:net';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { loadRomImage } from '../../../../harness/files/rom/image.js';
import type { ImageSystem } from '../../../../harness/files/rom/with-image.js';
import { servePort } from '../../../../harness/views/debug/serve.js';
import { cli } from '../../cli/run-cli.js';
import { traceFile } from './client.js';

const rom = traceFile('homebrew/drill.sfc');

async function opened(
  systems: typeof SYSTEMS,
): Promise<{ client: DebugClient; can: boolean; stop: () => Promise<void> }> {
  const server = await servePort({ systems, language: 'en' }, 0, () => undefined);
  const client = new DebugClient('node', '', 'lockstep');
  await client.start((server.address() as AddressInfo).port);
  const { body } = await client.initializeRequest();
  const initialized = client.waitForEvent('initialized', 60_000);
  await client.launchRequest({ program: traceFile('logs/overflow.jsonl.gz') } as DebugProtocol.LaunchRequestArguments);
  await initialized;
  const stop = async (): Promise<void> => {
    await client.stop();
    server.close();
  };
  return { client, can: body?.supportsDisassembleRequest === true, stop };
}

const ask = (client: DebugClient, more: object): Promise<DebugProtocol.DisassembleResponse> =>
  client.customRequest('disassemble', {
    memoryReference: '0x008000',
    instructionCount: 6,
    ...more,
  }) as Promise<DebugProtocol.DisassembleResponse>;

test('lists as many instructions as asked for, those before the start as unknown', async () => {
  const image = loadRomImage(rom, { force: true });
  // the test ROM has code and no tables: the systems keep the published ones
  const systems = SYSTEMS.map((system): ImageSystem => ({ ...system, rom: image }));
  const { client, can, stop } = await opened(systems);
  try {
    expect(can).toBe(true);
    const { body } = await ask(client, { instructionOffset: -2 });
    const { out } = await cli(['rom', 'disassemble', rom, '00:8000', '--instructions', '4', '--json'], {
      systems: SYSTEMS,
    });
    const { instructions: lines } = JSON.parse(out) as { instructions: { address: string; bytes: string }[] };
    const found = body?.instructions ?? [];
    expect(found).toHaveLength(6);
    expect(found.slice(0, 2).map(({ instruction, presentationHint }) => [instruction, presentationHint])).toEqual([
      ['??', 'invalid'],
      ['??', 'invalid'],
    ]);
    expect(found.slice(2).map(({ address }) => address)).toEqual(
      lines.map(({ address }) => `0x${address.replace(':', '')}`),
    );
    expect(found[2]?.instruction).toMatch(/^SEI/);
    const far = await ask(client, { instructionCount: 3, instructionOffset: 1 });
    expect(far.body?.instructions[0]?.address).toBe(found[3]?.address);
    await expect(ask(client, { memoryReference: 'x' })).rejects.toThrow(/E_UNKNOWN_ID/);
  } finally {
    await stop();
  }
});

test('without an image the view is not offered, and refused where it is asked for', async () => {
  const { client, can, stop } = await opened(SYSTEMS);
  try {
    expect(can).toBe(false);
    await expect(ask(client, {})).rejects.toThrow(/E_REQUEST: no image is at hand/);
  } finally {
    await stop();
  }
});
