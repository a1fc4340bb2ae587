/** What the page says of a running game, in sentences. */
import { reasonText } from '../../../base/errors.js';
import type { PlayedRow } from '../play-rows.js';
import type { LiveNews, Parting } from './follow-plan.js';
import type { PlanPlace } from './plan-places.js';

export interface LiveWords {
  readonly text: string;
  /** It cannot go on, or the game is not in the plan. */
  readonly isFault: boolean;
}

/** Differences that are told. */
const MOST_TOLD = 4;

const FAULTS = {
  other: 'no battle of this plan’s game is in its memory',
  between: 'it is not in a battle',
  before: 'its battle is set up and has not begun',
  moment: 'something is under way that memory does not show whole',
} as const;

type Rows = readonly Pick<PlayedRow, 'label' | 'text'>[];

function afterText(row: number, rows: Rows): string {
  if (row === 0) return 'at the start of the plan';
  const { label = '', text = '' } = rows[row - 1] ?? {};
  return `after command ${row} of ${rows.length}, ${label === '' ? text : label}`;
}

function placeText({ row, inside, drawsDiffer }: PlanPlace, rows: Rows): string {
  const place =
    inside === 0
      ? afterText(row, rows)
      : `in command ${row + 1} of ${rows.length}, ${rows[row]?.label || rows[row]?.text}: frame ${inside}`;
  return drawsDiffer ? `${place}; its generator stands elsewhere than in the plan, so that draws will differ` : place;
}

function partingText({ row, differences }: Parting, rows: Rows): string {
  const told = differences.slice(0, MOST_TOLD).map(({ what, game, plan }) => `${what} ${game} (plan: ${plan})`);
  const more = differences.length - told.length;
  return `the game left the plan ${afterText(row, rows)}: ${told.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** @param rows of the plan */
export function liveWords(news: LiveNews, rows: Rows): LiveWords {
  if (news.is === 'connecting') return { text: 'connecting', isFault: false };
  if (news.is === 'lost' || news.is === 'ended') {
    const { reason } = news;
    return { text: news.is === 'lost' ? `${reason.message}; connecting again` : reasonText(reason), isFault: true };
  }
  const { name, rom = '' } = news.source;
  const whose = `${name}${rom === '' ? '' : `, ${rom}`}`;
  if (news.is === 'torn') {
    return { text: `${whose}: the game goes on during each reading; pause it to see it`, isFault: false };
  }
  if (news.is === 'waiting') {
    return { text: `${whose}: ${FAULTS[news.fault.kind]} (${news.fault.found})`, isFault: news.fault.kind === 'other' };
  }
  const { place, parting } = news;
  if (place !== undefined) return { text: `${whose}: ${placeText(place, rows)}`, isFault: false };
  return { text: parting === undefined ? whose : `${whose}: ${partingText(parting, rows)}`, isFault: true };
}
