/**
 * Line ends of old Macs: a text whose first line ends with CR alone has such ends throughout, and
 * is read as if they were LF. LF and CR LF stay as they are.
 */

/** Replaces them in a text that comes in pieces. Call it with '' at the end. */
export function lineFeeds(): (piece: string) => string {
  let isOld: boolean | undefined;
  /** A CR at the end of a piece, whose LF may be in the next one. */
  let kept = '';
  return (piece) => {
    if (isOld === false) return piece;
    const text = kept + piece;
    kept = '';
    if (isOld === undefined) {
      const end = text.search(/[\r\n]/u);
      if (end < 0) return text;
      if (text[end] === '\r' && end === text.length - 1 && piece !== '') {
        kept = '\r';
        return text.slice(0, -1);
      }
      isOld = text[end] === '\r' && text[end + 1] !== '\n';
    }
    return isOld ? text.replaceAll('\r', '\n') : text;
  };
}

/** The same for a text as a whole. */
export function withLineFeeds(text: string): string {
  const feeds = lineFeeds();
  return feeds(text) + feeds('');
}
