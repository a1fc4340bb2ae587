/** A long list of which only the rows in view stand in the page, a few more above and below. */

export interface RowsInView {
  /** Other rows. @param heightOf height of a row, in pixels */
  set(count: number, heightOf: (index: number) => number): void;
  /** Scrolls no farther than a row needs to be seen whole. */
  reveal(index: number): void;
}

/** What stands in the page: rows `from` to before `to`, with empty room around them in pixels. */
export interface InView {
  readonly from: number;
  readonly to: number;
  readonly above: number;
  readonly below: number;
}

/** Rows that are drawn above and below those in view. */
const MORE = 12;
/** Browsers stop counting pixels somewhere above this: a higher list scrolls in larger steps. */
const MOST_PIXELS = 8_000_000;

/** The last row that begins at a height or above it. */
function rowAt(tops: readonly number[], y: number): number {
  let [low, high] = [0, tops.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] as number) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where each row begins, and where the last one ends. */
function topsOf(count: number, heightOf: (index: number) => number): number[] {
  const tops = [0];
  for (let index = 0; index < count; index++) tops.push((tops[index] as number) + heightOf(index));
  return tops;
}

/**
 * @param head height of what stays at the top of the scrolled box, in pixels
 * @param draw puts rows into the page
 */
export function createRowsInView(scroll: HTMLElement, head: number, draw: (view: InView) => void): RowsInView {
  let tops: readonly number[] = [0];
  // asking the page for sizes and places would lay it out each time; `at` counts in the whole list
  let [height, at] = [innerHeight, 0];
  let [from, to] = [0, 0];
  /** Row that has to stay in view when the size changes, or -1. */
  let revealed = -1;

  /** Pixels of the whole list for one of the scrolled height: both ends are reached. */
  function scale(): number {
    const end = tops[tops.length - 1] as number;
    return end <= MOST_PIXELS ? 1 : (end - height) / (MOST_PIXELS - height);
  }

  function look(isNew: boolean): void {
    const count = tops.length - 1;
    const ratio = scale();
    const [first, last] = [rowAt(tops, at), Math.min(count, rowAt(tops, at + height) + 1)];
    if (!isNew && ratio === 1 && first >= from && last <= to) return;
    from = Math.max(0, Math.min(first, count) - MORE);
    to = Math.min(count, last + MORE);
    const [top, bottom, end] = [tops[from], tops[to], tops[count]] as [number, number, number];
    const above = Math.max(0, top - at + at / ratio);
    draw({ from, to, above, below: Math.max(0, Math.min(end, MOST_PIXELS) - above - (bottom - top)) });
  }

  function reveal(index: number): void {
    revealed = index;
    const [top, bottom] = [tops[index] ?? 0, tops[index + 1] ?? 0];
    let next = at;
    if (bottom + head > next + height) next = bottom + head - height;
    if (top < next) next = top;
    if (next === at) return;
    at = next;
    look(false);
    scroll.scrollTop = at / scale();
  }

  scroll.addEventListener('scroll', () => {
    const ratio = scale();
    const isOurs = Math.abs(scroll.scrollTop - at / ratio) <= 1;
    if (!isOurs) revealed = -1;
    // one pixel of the bar may be many of the list
    if (!isOurs || ratio === 1) at = scroll.scrollTop * ratio;
    look(false);
  });
  new ResizeObserver(() => {
    const isShown = height === 0 && scroll.clientHeight > 0;
    height = scroll.clientHeight;
    if (height === 0) return;
    look(false);
    // a box that is not shown forgets how far it was scrolled
    if (isShown) scroll.scrollTop = at / scale();
    if (revealed >= 0) reveal(revealed);
  }).observe(scroll);

  return {
    set(count, heightOf) {
      tops = topsOf(count, heightOf);
      at = Math.min(at, Math.max(0, (tops[count] as number) + head - height));
      look(true);
    },
    reveal,
  };
}
