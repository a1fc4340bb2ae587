/** The published test client, over a port: what an editor would send, and what comes back. */
import type { AddressInfo, Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { servePort } from '../../../../harness/views/debug/serve.js';

export function traceFile(name: string): string {
  return fileURLToPath(new URL(`../../../../traces/${name}`, import.meta.url));
}

export interface Served {
  readonly server: Server;
  readonly port: number;
  readonly notes: string[];
}

export async function serve(): Promise<Served> {
  const notes: string[] = [];
  const server = await servePort({ systems: SYSTEMS, language: 'en' }, 0, (text) => notes.push(text));
  return { server, port: (server.address() as AddressInfo).port, notes };
}

/** A client with a log open, before its first entry. */
export async function open(
  port: number,
  file: string,
  more: Record<string, unknown> = {},
  onOutput: (text: string) => void = () => undefined,
): Promise<DebugClient> {
  const client = new DebugClient('node', '', 'lockstep');
  client.on('output', (event: DebugProtocol.OutputEvent) => onOutput(event.body.output));
  client.defaultTimeout = 60_000;
  await client.start(port);
  await client.initializeRequest();
  const initialized = client.waitForEvent('initialized', 60_000);
  await client.launchRequest({ program: file, ...more } as DebugProtocol.LaunchRequestArguments);
  await initialized;
  const entered = client.waitForEvent('stopped', 60_000);
  await client.configurationDoneRequest();
  await entered;
  return client;
}

/** Sends a request that moves and waits for the stop. */
export async function move(
  client: DebugClient,
  command: string,
  args: object = {},
): Promise<DebugProtocol.StoppedEvent['body']> {
  const stopped = client.waitForEvent('stopped', 60_000);
  await client.send(command, { threadId: 1, ...args });
  return (await stopped).body as DebugProtocol.StoppedEvent['body'];
}

/** Line of the top stack frame. */
export async function lineOf(client: DebugClient): Promise<number> {
  const { body } = await client.stackTraceRequest({ threadId: 1 });
  return body.stackFrames[0]?.line ?? -1;
}

export async function shown(client: DebugClient, expression: string): Promise<string> {
  return (await client.evaluateRequest({ expression, context: 'watch' })).body.result;
}
