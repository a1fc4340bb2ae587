/**
 * Whole FF-TCG games by legal random choices from a seed: games and commands per second, legality
 * listing included.
 */
import { type Choose, createSelfPlay, sampleSetup } from '../../../core/fftcg/index.js';
import { checksum } from './measure/checksum.js';
import { ratesOf, type Spread, timed } from './measure/measure.js';

export interface FftcgResult {
  readonly games: number;
  readonly commands: number;
  readonly repeats: number;
  readonly gamesPerSecond: Spread;
  readonly commandsPerSecond: Spread;
  readonly checksum: string;
}

/** A xorshift32 of our own. @param seed not 0 */
export function chooserOf(seed: number): Choose {
  let state = seed | 0;
  return (count) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % count;
  };
}

const DECK_SEED = 7;
const GAME_SEED = 4242;

export function benchFftcg(games: number, repeats: number): FftcgResult {
  const play = createSelfPlay(sampleSetup(chooserOf(DECK_SEED)));
  const ends = new Uint8Array(4 * games);
  const view = new DataView(ends.buffer);
  let commands = 0;
  const run = (): void => {
    const choose = chooserOf(GAME_SEED);
    commands = 0;
    for (let game = 0; game < games; game++) {
      play.reset();
      const made = play.play(choose);
      view.setUint32(4 * game, made, true);
      commands += made;
    }
  };
  run();
  const times: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) times.push(timed(run));
  return {
    games,
    commands,
    repeats,
    gamesPerSecond: ratesOf(times, games),
    commandsPerSecond: ratesOf(times, commands),
    // lengths of all games, and how the last one stands at its end
    checksum: checksum(Uint8Array.from([...ends, ...play.battle.image])),
  };
}
