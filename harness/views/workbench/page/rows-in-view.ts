/** A long list of which only the rows in view stand in the page, a few more above and below. */

export interface RowsInView {
  /** Other rows. @param heights of the rows, in pixels */
  set(heights: readonly number[]): void;
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

/**
 * @param head height of what stays at the top of the scrolled box, in pixels
 * @param draw puts rows into the page
 */
export function createRowsInView(scroll: HTMLElement, head: number, draw: (view: InView) => void): RowsInView {
  let tops: readonly number[] = [0];
  // asking the page for sizes and places would lay it out each time
  let [height, at] = [innerHeight, 0];
  let [from, to] = [0, 0];
  /** Row that has to stay in view when the size changes, or -1. */
  let revealed = -1;

  function look(isNew: boolean): void {
    const count = tops.length - 1;
    const [first, last] = [rowAt(tops, at), Math.min(count, rowAt(tops, at + height) + 1)];
    if (!isNew && first >= from && last <= to) return;
    from = Math.max(0, Math.min(first, count) - MORE);
    to = Math.min(count, last + MORE);
    const end = tops[count] as number;
    draw({ from, to, above: tops[from] as number, below: end - (tops[to] as number) });
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
    scroll.scrollTop = at;
  }

  scroll.addEventListener('scroll', () => {
    if (Math.abs(scroll.scrollTop - at) > 1) revealed = -1;
    at = scroll.scrollTop;
    look(false);
  });
  new ResizeObserver(() => {
    const isShown = height === 0 && scroll.clientHeight > 0;
    height = scroll.clientHeight;
    if (height === 0) return;
    look(false);
    // a box that is not shown forgets how far it was scrolled
    if (isShown) scroll.scrollTop = at;
    if (revealed >= 0) reveal(revealed);
  }).observe(scroll);

  return {
    set(heights) {
      let top = 0;
      tops = [
        0,
        ...heights.map((one) => {
          top += one;
          return top;
        }),
      ];
      look(true);
    },
    reveal,
  };
}
