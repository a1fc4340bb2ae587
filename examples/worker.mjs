// A battle in each of four workers: the core needs nothing of Node, and a battle is a byte array that can be sent.
//
//   node examples/worker.mjs

import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { apply, liveALive, read, restore, snapshot } from 'battle-lockstep/core';

const system = liveALive.LIVE_A_LIVE_BATTLE;
const start = () => system.create({ party: [{ character: 'takahara' }], formation: 0xde, generator: [1, 0, 231, 131] });

if (isMainThread) {
  const image = snapshot(start());
  for (const x of [4, 3, 2, 1]) {
    const worker = new Worker(new URL(import.meta.url), { workerData: { image, x } });
    worker.once('message', (points) => console.log(`to column ${x}: ${points} action points`));
    await new Promise((resolve) => worker.once('exit', resolve));
  }
} else {
  const battle = start();
  restore(battle, workerData.image);
  apply(system, battle, { command: 'move', x: workerData.x, y: 4 });
  parentPort.postMessage(read(battle, 'actionPoints'));
}
