/**
 * Parties of the chapters as a public guide sends them into a battle, and the battle itself:
 * `preset` of a set-up. Where a guide names no level, or nobody gains one in the chapter, a member
 * has the level that the game's table gives it.
 */
import type { CHAPTERS } from '../../../rom-map/tables/layouts.js';
import { isAbsent, type Place } from '../../system/plain-data.js';
import { RuleError } from '../../system/system.js';

interface Member {
  /** Id of a character. */
  readonly character: string;
  /** Left out: the level of the game's table. */
  readonly level?: number;
}

export interface Preset {
  readonly id: string;
  readonly scenario: (typeof CHAPTERS)[number];
  readonly formation: number;
  readonly party: readonly Member[];
  /** What of it comes from where. */
  readonly source: string;
}

/** Levels of the chapters in which no ordinary enemy gives experience before the battle. */
const OF_THE_TABLE = 'levels: the game’s table, as nothing in the chapter before it gives experience';
const TABLES = 'formation and levels: tables of hosoboso/livealive@29c15e1';

function four(level: number): readonly Member[] {
  return ['takahara', 'sundown', 'oboromaru', 'akira'].map((character) => ({ character, level }));
}

export const PRESETS: readonly Preset[] = [
  {
    id: 'prehistoric-king-mammoth',
    scenario: 'prehistoric',
    formation: 0xd8,
    party: [{ character: 'pogo', level: 12 }, { character: 'gori' }],
    source: 'livealive.starfree.jp/sfc/genshi/boss.html: Pogo about 12, at least 5; of Gori no level',
  },
  {
    id: 'kung-fu-tiger',
    scenario: 'kung-fu',
    formation: 0xe1,
    party: [
      { character: 'shinzanken-master' },
      { character: 'yun', level: 8 },
      { character: 'lei', level: 8 },
      { character: 'sammo', level: 8 },
    ],
    source: 'hitgame.jugem.jp/?eid=6: up to 8 against the tigers of the bamboo before the training',
  },
  {
    id: 'bakumatsu-ryunosuke',
    scenario: 'bakumatsu',
    formation: 0xa1,
    party: [{ character: 'oboromaru', level: 13 }, { character: 'captive' }],
    source: 'livealive.starfree.jp/sfc/bakumatsu/boss.html: 13, for the skill learned there; of the captive no level',
  },
  {
    id: 'western-duel',
    scenario: 'western',
    formation: 0xac,
    party: [{ character: 'sundown' }],
    source: `livealivem.stars.ne.jp/sfc/seibu/kouryaku01.html: Sundown alone against Mad Dog; ${OF_THE_TABLE}`,
  },
  {
    id: 'western-mad-dog',
    scenario: 'western',
    formation: 0xc0,
    party: [{ character: 'sundown' }, { character: 'mad-dog' }],
    source: `livealive.starfree.jp/re_seibu/kouryaku05.html: Mad Dog joins, all traps but one set; ${OF_THE_TABLE}`,
  },
  {
    id: 'western-fifteen',
    scenario: 'western',
    formation: 0xd2,
    party: [{ character: 'sundown' }, { character: 'mad-dog' }],
    source: `livealive.starfree.jp/re_seibu/omake.html: no trap set, fifteen enemies; ${OF_THE_TABLE}`,
  },
  {
    id: 'present-day-odie-o',
    scenario: 'present-day',
    formation: 0xf5,
    party: [{ character: 'takahara' }],
    source: `${TABLES}; ${OF_THE_TABLE}`,
  },
  {
    id: 'near-future-crusader',
    scenario: 'near-future',
    formation: 0xea,
    party: [{ character: 'akira' }],
    source: `${TABLES}; no guide with a level was found`,
  },
  {
    id: 'science-fiction-captain-square',
    scenario: 'science-fiction',
    formation: 0x5c,
    party: [{ character: 'captain-square' }],
    source: `${TABLES}; ${OF_THE_TABLE}`,
  },
  {
    id: 'medieval-entomophobia',
    scenario: 'medieval',
    formation: 0xe5,
    party: [{ character: 'oersted', level: 10 }],
    source: 'livealive.starfree.jp/re_chusei/kouryaku03.html, a guide of the remake: 10 on entering the mountain alone',
  },
  {
    id: 'last-limber-scylla',
    scenario: 'last',
    formation: 0xc6,
    party: four(18),
    source: 'livealive.starfree.jp/sfc/saishu/last.html: 16 at least, 18 on the average; which four is the player’s',
  },
  {
    id: 'last-odio',
    scenario: 'last',
    formation: 0xff,
    party: four(20),
    source: 'livealive.starfree.jp/sfc/saishu/last.html: 20 on the average wins safely; which four is the player’s',
  },
];

/** The preset of a set-up, or undefined. @throws RuleError `E_UNKNOWN_ID` */
export function presetAt(place: Place): Preset | undefined {
  if (isAbsent(place)) return undefined;
  const { value: word, path } = place;
  const found = PRESETS.find(({ id }) => id === word);
  if (found !== undefined) return found;
  const known = PRESETS.map(({ id }) => id);
  throw new RuleError('E_UNKNOWN_ID', `${path}: there is no preset ${String(word)}`, path, {
    word: String(word),
    known,
  });
}
