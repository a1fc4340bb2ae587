/**
 * Verifies a trace with the library and prints where it first differs. Run: node verify-log.js FILE
 */
import { SYSTEMS, verifyLog } from 'battle-lockstep/harness';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('name a trace');

const result = await verifyLog(file, { systems: SYSTEMS });
const [cell] = result.first?.cells ?? [];
console.log(
  cell === undefined
    ? `${result.equal} of ${result.frames} frames equal`
    : `frame ${result.first?.frame}: ${cell.cell} is ${cell.mine}, recorded ${cell.theirs}`,
);
