/** Work of a thread that verifies: takes items, posts what it found, and ends. */
import { parentPort } from 'node:worker_threads';
import { SYSTEMS } from '../../base/index.js';
import { ownerOfCell } from '../../play/index.js';
import { doItems, type ItemOutcome, type VerifyWork } from './shared-work.js';

/** An item's place in the list, and what was found. */
export interface PostedItem {
  readonly index: number;
  readonly outcome: ItemOutcome;
}

/** Does the items that no other thread has taken. */
export function verifyItems(work: VerifyWork): Promise<void> {
  return doItems(work, { systems: SYSTEMS, ownerOf: ownerOfCell }, (index, outcome) => {
    const posted: PostedItem = { index, outcome };
    parentPort?.postMessage(posted);
  });
}
