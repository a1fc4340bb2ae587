import type { OwnRoutine } from 'battle-lockstep/harness';

/** How the image is laid out. */
export const GAME = { mapping: 'lorom' } as const;

const COINS = { at: '7E:0010', max: 99 };
const LIVES = { at: '7E:0012' };
const VELOCITY = { at: '7E:0014', bytes: 2 } as const;
const HEIGHT = { at: '7E:0016', bytes: 2 } as const;

/** A hundred coins are a life, of which nobody has more than 99. */
const addCoins: OwnRoutine = {
  name: 'addCoins',
  entry: '00:8020',
  // the game gives no other numbers of coins
  reads: { coins: COINS, gain: { at: '7E:0011', values: [1, 5, 10, 50] }, lives: LIVES },
  writes: { coins: COINS, lives: LIVES },
  ours(game) {
    const coins = game.read('coins') + game.read('gain');
    game.write('coins', coins < 100 ? coins : coins - 100);
    const lives = game.read('lives');
    if (coins >= 100 && lives < 99) game.write('lives', lives + 1);
  },
};

/** A step of a jump: gravity, the fastest fall, the floor. The carry says: landed. */
const fall: OwnRoutine = {
  name: 'fall',
  entry: '00:8050',
  reads: { velocity: VELOCITY, height: HEIGHT, floor: { at: '7E:0018', bytes: 2 } },
  writes: { velocity: VELOCITY, height: HEIGHT },
  gives: ['C'],
  ours(game) {
    const faster = (game.read('velocity') + 0x30) & 0xffff;
    const isRising = faster >= 0x8000;
    const velocity = isRising ? faster : Math.min(faster, 0x400);
    const height = (game.read('height') + velocity) & 0xffff;
    const floor = game.read('floor');
    const isLanded = height >= floor;
    game.write('velocity', isLanded ? 0 : velocity);
    game.write('height', isLanded ? floor : height);
    game.C = isLanded ? 1 : 0;
  },
};

/** How many thresholds the experience has reached. */
const levelOf: OwnRoutine = {
  name: 'levelOf',
  entry: '00:8090',
  reads: { experience: { at: '7E:001A', bytes: 2 } },
  writes: { level: { at: '7E:001C' } },
  tables: { thresholds: { at: '00:8100', bytes: 2, count: 8 } },
  ours(game) {
    const experience = game.read('experience');
    let level = 0;
    while (level < 8 && experience >= game.read('thresholds', level)) level++;
    game.write('level', level);
  },
};

export const ROUTINES: readonly OwnRoutine[] = [addCoins, fall, levelOf];
