/** Routines that run further in the sequences than in their own file. */
import { enemyTurn } from '../../../core/live-a-live/enemy-choice.js';
import { drawBattle } from '../../../core/live-a-live/generators.js';
import type { Machine } from '../../../core/live-a-live/machine.js';
import { type AdapterTable, adapter } from '../adapter.js';

/** A call of the generator counts as a draw here. */
function draw(machine: Machine): number {
  return drawBattle(machine, 0xc16150);
}

export const SEQUENCE_ADAPTERS: AdapterTable = {
  'C1:6150': adapter('generators', draw, [], { returns: 'value', results: { A8: 'value' } }),
  'C1:8E51': adapter('enemy-choice', enemyTurn, [], { returns: 'outcome', exits: ['return', 'C1:8E85'] }),
};
