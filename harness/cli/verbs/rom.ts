/** `lockstep rom`: identify and read a cartridge image. */
import type { Command } from 'commander';
import { type CliContext, example } from '../base/context.js';
import { register as registerCall } from './rom/call.js';
import { register as registerDisassemble } from './rom/disassemble.js';
import { registerCheck, register as registerInfo } from './rom/info.js';

import { register as registerProve } from './rom/prove.js';
import { register as registerRoutines } from './rom/routines.js';
import { register as registerSettle } from './rom/settle.js';
import { register as registerTables } from './rom/tables.js';

const PARTS = [
  registerInfo,
  registerCheck,
  registerTables,
  registerRoutines,
  registerDisassemble,
  registerCall,
  registerProve,
  registerSettle,
];

export function register(program: Command, context: CliContext): void {
  const rom = program
    .command('rom')
    .description(
      'identify and read a cartridge image, list the original routines, run its own code, prove it beside ours',
    )
    .addHelpText('after', example('rom tables --table species --record namcat'));
  for (const part of PARTS) part(rom, context);
}
