/** Workers that run this page's own script a second time. */
import type { Question, Reply } from '../work/messages.js';
import { createWorkerSide } from '../work/serve.js';

export interface Helper {
  ask(question: Question): void;
  end(): void;
}

/** What of a worker's global object is used here. */
interface WorkerScope {
  postMessage(reply: Reply): void;
  addEventListener(name: 'message', listener: (event: MessageEvent<Question>) => void): void;
}

/** A pause in which waiting messages are read: timers are slowed down, ports are not. */
function createPauses(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(0);
    });
}

/** Answers questions: what the script does in a worker. */
export function answerQuestions(): void {
  const scope = globalThis as unknown as WorkerScope;
  const side = createWorkerSide((reply) => scope.postMessage(reply), createPauses());
  scope.addEventListener('message', ({ data }) => side.ask(data));
}

/** @param answer gets every reply */
export function startHelper(answer: (reply: Reply) => void): Helper {
  const script = document.getElementById('running')?.textContent ?? '';
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(address);
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => answer(data));
  worker.addEventListener('error', ({ message }) => answer({ is: 'fault', message: `worker: ${message}` }));
  return {
    ask: (question) => worker.postMessage(question),
    end() {
      worker.terminate();
      URL.revokeObjectURL(address);
    },
  };
}
