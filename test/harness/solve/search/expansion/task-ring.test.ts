/** Tasks in shared memory: each is taken once, in the order posted, and taken over in that order. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createTaskQueue,
  createTaskRing,
  finishTask,
  MAX_NODES,
  POSTED,
  TAKEN,
  type Task,
  takeTask,
} from '../../../../../harness/solve/search/expansion/task-ring.js';

/** What happens to a ring: a task of so many nodes is posted, one is taken, or a taken one is finished. */
const EVENT = fc.oneof(
  fc.record({ is: fc.constant('post' as const), nodes: fc.integer({ min: 1, max: MAX_NODES }) }),
  fc.record({ is: fc.constant('take' as const) }),
  fc.record({ is: fc.constant('finish' as const), which: fc.nat() }),
);

test.each([
  ['from the first task on', 0],
  ['where the count of tasks wraps', 0x7fff_fffe],
])('tasks against two lists, %s', (_name, counted) => {
  fc.assert(
    fc.property(fc.array(EVENT, { minLength: 20, maxLength: 300 }), (events) => {
      const ring = createTaskRing(2, 10, 10);
      ring.control.fill(counted, POSTED, POSTED + 1).fill(counted, TAKEN, TAKEN + 1);
      const queue = createTaskQueue(ring);
      const waiting: number[] = [];
      const taken: { readonly task: Task; readonly first: number }[] = [];
      const present: { readonly first: number; readonly nodes: number; isDone: boolean }[] = [];
      let next = 0;
      for (const event of events) {
        if (event.is === 'post' && present.length < 32) {
          const nodes = Int32Array.from({ length: event.nodes }, () => next++);
          queue.post(nodes, 16, 3);
          const [first = 0] = nodes;
          waiting.push(first);
          present.push({ first, nodes: event.nodes, isDone: false });
        } else if (event.is === 'take') {
          const task = takeTask(ring);
          const first = waiting.shift();
          expect(task?.block[0]).toBe(first);
          if (task !== undefined && first !== undefined) taken.push({ task, first });
        } else if (event.is === 'finish' && taken.length > 0) {
          const [done] = taken.splice(event.which % taken.length, 1);
          if (done === undefined) continue;
          const { task, first } = done;
          expect([task.stride, task.varying]).toEqual([16, 3]);
          finishTask(ring, task, task.nodes, MAX_NODES + first);
          for (const one of present) one.isDone ||= one.first === first;
        }
        const open = present.find(({ isDone }) => !isDone);
        expect(queue.firstOpen()?.block[0]).toBe(open?.first);
        expect(queue.isFull()).toBe(present.length === 32);
        const [oldest] = present;
        expect(queue.isEmpty()).toBe(oldest === undefined);
        if (oldest === undefined) continue;
        expect([queue.isFirstDone(), queue.first().nodes]).toEqual([oldest.isDone, oldest.nodes]);
        if (!oldest.isDone) continue;
        expect(queue.firstResult()).toEqual([oldest.nodes, MAX_NODES + oldest.first]);
        queue.removeFirst();
        present.shift();
      }
    }),
    { numRuns: 200 },
  );
});

test('a ring is full with a task at each place, and a new task at a place is not done', () => {
  const ring = createTaskRing(2, 10, 10);
  const queue = createTaskQueue(ring);
  for (let round = 0; round < 2; round++) {
    for (let task = 0; task < 32; task++) {
      expect(queue.isFull()).toBe(false);
      queue.post(Int32Array.of(task), 16, 0);
      expect(queue.isFirstDone()).toBe(false);
    }
    expect(queue.isFull()).toBe(true);
    for (let task = takeTask(ring); task !== undefined; task = takeTask(ring)) finishTask(ring, task, 1, MAX_NODES);
    while (!queue.isEmpty()) queue.removeFirst();
  }
});

test('a ring has at least sixteen tasks a thread, a power of two', () => {
  expect([2, 3, 4, 5, 64].map((workers) => createTaskRing(workers, 1, 1).blocks.length)).toEqual([
    32, 64, 64, 128, 1024,
  ]);
});
