/**
 * Records the images on which the parts of played battles are timed, while battles are played and
 * their routines are reported. The event buffer looks at every report, which would influence the
 * engine's compiler; therefore this runs in a thread of its own.
 */
import { EVENT_ROUTINE } from '../../../core/live-a-live/memory/machine.js';
import type { EventBuffer } from '../../../core/system/system.js';
import { AUTO, beginBout, boutsOf, EVENT_WORDS, RANDOM } from './bouts.js';

/** Parts of a battle: the player's choice, and frames by their content. */
export const PARTS_OF_BATTLE = ['choice', 'idle', 'decision', 'skill', 'other'] as const;
export type BattlePart = (typeof PARTS_OF_BATTLE)[number];

interface RecordedPart {
  /** Mean number of choices or frames in a battle. */
  readonly timesPerBattle: number;
  readonly images: readonly Uint8Array[];
}
export type RecordedInputs = Readonly<Record<BattlePart, RecordedPart>>;

/** Number of battles played, and of images kept for each part. */
const BATTLES = 140;
const IMAGES = 1024;

const FRAME = 0xc19357;
const IDLE_FRAME = 0xc17a54;
const ENEMY_TURN = 0xc18e51;
const SKILLS: readonly number[] = [0xc193c5, 0xc1941e];

/** Keeps images spread evenly over all that come: when it is full, every second one is dropped. */
class Sample {
  images: Uint8Array[] = [];
  seen = 0;
  private every = 1;

  add(image: Uint8Array): void {
    if (this.seen++ % this.every !== 0) return;
    if (this.images.length === IMAGES) {
      this.images = this.images.filter((_, at) => at % 2 === 0);
      this.every *= 2;
      if ((this.seen - 1) % this.every !== 0) return;
    }
    this.images.push(image);
  }
}

/** An event buffer that reports each routine at once. */
function watchedBuffer(onRoutine: (routine: number) => void): EventBuffer {
  const words = new Int32Array(EVENT_WORDS);
  let length = 0;
  return {
    words,
    lost: 0,
    unread: 0,
    get length(): number {
      return length;
    },
    set length(next: number) {
      const at = length;
      length = next;
      if (next > at && words[at] === EVENT_ROUTINE) onRoutine(words[at + 1] as number);
    },
  };
}

function partOf(routines: ReadonlySet<number>): BattlePart {
  if (SKILLS.some((routine) => routines.has(routine))) return 'skill';
  if (routines.has(ENEMY_TURN)) return 'decision';
  return routines.has(IDLE_FRAME) ? 'idle' : 'other';
}

export function recordInputs(): RecordedInputs {
  const bouts = boutsOf();
  const samples = new Map(PARTS_OF_BATTLE.map((part) => [part, new Sample()]));
  const times = new Map<BattlePart, number>();
  for (let number = 0; number < BATTLES; number++) {
    const { battle, offsetOf } = beginBout(bouts, number);
    const { image } = battle;
    let frame: { readonly image: Uint8Array; readonly routines: Set<number> } | undefined;
    let before: BattlePart = 'choice';
    const note = (part: BattlePart, taken: Uint8Array): void => {
      times.set(part, (times.get(part) ?? 0) + 1);
      // idle frames and decisions are taken together from the first of them on
      if (part !== before || part === 'skill' || part === 'other') samples.get(part)?.add(taken);
      before = part;
    };
    const endFrame = (): void => {
      if (frame !== undefined) note(partOf(frame.routines), frame.image);
      frame = undefined;
    };
    const events = watchedBuffer((routine) => {
      if (routine === FRAME) {
        endFrame();
        frame = { image: image.slice(), routines: new Set() };
      } else frame?.routines.add(routine);
    });
    const command = Int32Array.of(AUTO, RANDOM, 1, number, 0, 0, 0, 0);
    while (image[offsetOf('battleResult')] === 0) {
      before = 'other';
      note('choice', image.slice());
      battle.step(command, events);
      endFrame();
      events.length = 0;
    }
  }
  const recorded = PARTS_OF_BATTLE.map((part) => {
    const images = samples.get(part)?.images ?? [];
    return [part, { timesPerBattle: (times.get(part) ?? 0) / BATTLES, images }];
  });
  return Object.fromEntries(recorded) as RecordedInputs;
}
