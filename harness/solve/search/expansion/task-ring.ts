/**
 * Tasks of a search in memory that its threads share. They are posted in the order of a batch, each
 * is taken by one thread, and the first thread takes their children over in the order posted. No
 * message goes from thread to thread for a task.
 */

/** Words of a child before its words of time and of the search, which its changes follow. */
export const CHILD_PARENT = 0;
export const CHILD_MOVE = 1;
export const CHILD_STEP_COST = 2;
export const CHILD_BOUND = 3;
export const CHILD_HASH = 4;
export const CHILD_CHANGES = 5;
export const CHILD_WORDS = 6;

/** Maximum number of nodes of a task; its children begin after this many words of its block. */
export const MAX_NODES = 256;
/** Words for the children of a task: when they are full, the remaining nodes are left over. */
const CHILD_ROOM = 1 << 18;
/** Tasks for each thread, at least: those that wait, are in work, or are finished. */
const TASKS_EACH = 16;

// numbers that all threads see, far enough apart for cache lines of their own
export const POSTED = 0;
export const TAKEN = 16;
const HANDED = 32;
const FIRST_TASK = 48;
/** Words of a task among these numbers, and where they are. */
const TASK_WORDS = 16;
const IS_DONE = 0;
const NODES = 1;
const STRIDE = 2;
const VARYING = 3;
const EXPANDED = 4;
const CHILDREN_END = 5;

/** The tasks in shared memory. */
export interface TaskRing {
  /** How many tasks were posted and taken, and the numbers of each task. */
  readonly control: Int32Array;
  /** Nodes and children of each task. */
  readonly blocks: readonly Int32Array[];
}

/** A task that a thread has taken. */
export interface Task {
  /** Its place in the ring. */
  readonly place: number;
  readonly block: Int32Array;
  readonly nodes: number;
  /** Words of a node, and the number of varying bytes, when it was posted. */
  readonly stride: number;
  readonly varying: number;
}

/**
 * @param workers number of threads
 * @param maxWords maximum number of words for the children of one node
 * @param room words for the children of a task, besides those of one node
 */
export function createTaskRing(workers: number, maxWords: number, room = CHILD_ROOM): TaskRing {
  // a power of two: counts of tasks may wrap
  const places = 1 << (32 - Math.clz32(TASKS_EACH * workers - 1));
  const shared = (words: number): Int32Array => new Int32Array(new SharedArrayBuffer(4 * words));
  return {
    control: shared(FIRST_TASK + TASK_WORDS * places),
    blocks: Array.from({ length: places }, () => shared(MAX_NODES + maxWords + room)),
  };
}

function placeOf({ blocks }: TaskRing, count: number): number {
  return count & (blocks.length - 1);
}

function wordsOf(place: number): number {
  return FIRST_TASK + TASK_WORDS * place;
}

function taskAt({ control, blocks }: TaskRing, place: number): Task {
  const at = wordsOf(place);
  return {
    place,
    block: blocks[place] as Int32Array,
    nodes: control[at + NODES] as number,
    stride: control[at + STRIDE] as number,
    varying: control[at + VARYING] as number,
  };
}

/** Takes the task that has waited longest, or returns undefined. */
export function takeTask(ring: TaskRing): Task | undefined {
  const { control } = ring;
  for (;;) {
    const taken = Atomics.load(control, TAKEN);
    if (taken === Atomics.load(control, POSTED)) return undefined;
    if (Atomics.compareExchange(control, TAKEN, taken, (taken + 1) | 0) === taken) {
      return taskAt(ring, placeOf(ring, taken));
    }
  }
}

/** Takes the task that has waited longest, and waits until there is one. */
export function awaitTask(ring: TaskRing): Task {
  const { control } = ring;
  for (;;) {
    const posted = Atomics.load(control, POSTED);
    const task = takeTask(ring);
    if (task !== undefined) return task;
    Atomics.wait(control, POSTED, posted);
  }
}

/** Marks a task as done. @param end end of the children of its expanded nodes */
export function finishTask({ control }: TaskRing, { place }: Task, expanded: number, end: number): void {
  const at = wordsOf(place);
  control[at + EXPANDED] = expanded;
  control[at + CHILDREN_END] = end;
  Atomics.store(control, at + IS_DONE, 1);
  Atomics.notify(control, at + IS_DONE);
}

/** Counts nodes that another thread than the first one expanded. */
export function countHanded({ control }: TaskRing, nodes: number): void {
  Atomics.add(control, HANDED, nodes);
}

/** Number of nodes that other threads expanded. */
export function handedNodes({ control }: TaskRing): number {
  return Atomics.load(control, HANDED) >>> 0;
}

/** The first thread's side of a ring: it alone posts tasks and takes their children over. */
export interface TaskQueue {
  isFull(): boolean;
  isEmpty(): boolean;
  /** Posts nodes as the last task. There must be room for it. */
  post(nodes: Int32Array, stride: number, varying: number): void;
  isFirstDone(): boolean;
  /** The task that was posted first of those in the ring. */
  first(): Task;
  /** Result of the first task, which is done; see `branchTask`. */
  firstResult(): readonly [expanded: number, end: number];
  /** The first task that is not done. */
  firstOpen(): Task | undefined;
  /** Waits for the end of a task, no longer than so many milliseconds. */
  awaitDone(task: Task, milliseconds: number): void;
  removeFirst(): void;
}

export function createTaskQueue(ring: TaskRing): TaskQueue {
  const { control, blocks } = ring;
  let posted = Atomics.load(control, POSTED);
  let removed = posted;
  const isDone = (place: number): boolean => Atomics.load(control, wordsOf(place) + IS_DONE) !== 0;
  return {
    isFull: () => ((posted - removed) | 0) === blocks.length,
    isEmpty: () => posted === removed,
    post(nodes, stride, varying) {
      const place = placeOf(ring, posted);
      (blocks[place] as Int32Array).set(nodes);
      const at = wordsOf(place);
      control[at + NODES] = nodes.length;
      control[at + STRIDE] = stride;
      control[at + VARYING] = varying;
      control[at + IS_DONE] = 0;
      posted = (posted + 1) | 0;
      Atomics.store(control, POSTED, posted);
      Atomics.notify(control, POSTED, 1);
    },
    isFirstDone: () => isDone(placeOf(ring, removed)),
    first: () => taskAt(ring, placeOf(ring, removed)),
    firstResult() {
      const at = wordsOf(placeOf(ring, removed));
      return [control[at + EXPANDED] as number, control[at + CHILDREN_END] as number];
    },
    firstOpen() {
      for (let count = removed; count !== posted; count = (count + 1) | 0) {
        const place = placeOf(ring, count);
        if (!isDone(place)) return taskAt(ring, place);
      }
      return undefined;
    },
    awaitDone({ place }, milliseconds) {
      Atomics.wait(control, wordsOf(place) + IS_DONE, 0, milliseconds);
    },
    removeFirst() {
      removed = (removed + 1) | 0;
    },
  };
}
