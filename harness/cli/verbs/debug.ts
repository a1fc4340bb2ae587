/**
 * `lockstep debug`: the debug adapter, on standard input and output or on a port of this machine.
 */
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import { LockstepError } from '../../base/index.js';
import { givenOf, type ImageOptions, loadGiven, type SettledOptions } from '../../library/index.js';
import { LOOPBACK, type SessionDefaults, servePort, serveStreams } from '../../views/index.js';
import { type CliContext, example, jsonLine } from '../base/context.js';
import { addGivenOptions, romOption } from '../base/given.js';
import { type NamesOptions, parseNumber } from '../base/options.js';

interface Options extends ImageOptions, NamesOptions, SettledOptions {
  readonly rom?: string;
  readonly port?: string;
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  const command = program
    .command('debug')
    .description('run the debug adapter for editors: step both ways through logs and plans')
    .option('--port <number>', `listen on ${LOOPBACK} instead of standard input; 0: a free port`)
    .option('--json', 'with --port: print the address as JSON')
    .addOption(romOption())
    .addHelpText('after', example('debug', 'debug --port 4711'));
  addGivenOptions(command).action(async (options: Options) => {
    const { systems, language, ...opened } = loadGiven(givenOf(context, options));
    const given: SessionDefaults = { systems, language, opened };
    const note = (text: string): void => context.err(`${text}\n`);
    if (options.port === undefined) {
      if (!(await serveStreams(given, process.stdin, process.stdout, note))) context.exit(2);
      return;
    }
    const port = parseNumber(options.port, 'port', 0xffff);
    const signal = context.signal();
    const server = await servePort(given, port, note).catch((error: Error) => {
      throw new LockstepError('E_PORT', 'the port cannot be opened', {
        found: `${port}: ${error.message}`,
        remedy: 'Choose another port',
      });
    });
    const address = { host: LOOPBACK, port: (server.address() as AddressInfo).port };
    // at once: whoever started it waits for the address
    if (options.json === true) context.out(jsonLine(address));
    else note(`listening on ${address.host}:${address.port}`);
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    server.close();
    context.exit(130);
  });
}
