/** The nearest known word to a mistyped one. */

/** Edits (insert, delete, replace, swap of neighbours) that turn one word into the other. */
export function editDistance(first: string, second: string): number {
  const rows: number[][] = [Array.from({ length: second.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= first.length; i++) {
    const row = [i];
    for (let j = 1; j <= second.length; j++) {
      const same = first[i - 1] === second[j - 1] ? 0 : 1;
      let best = Math.min((rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (rows[i - 1]?.[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && first[i - 1] === second[j - 2] && first[i - 2] === second[j - 1]) {
        best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    rows.push(row);
  }
  return rows[first.length]?.[second.length] ?? 0;
}

/** Edits at most: two, or a third of the letters; one where a word has no more than three. */
function mostEdits({ length }: string): number {
  return length <= 3 ? 1 : Math.max(2, Math.floor(length / 3));
}

/** The known word nearest to a mistyped one, or undefined if none is near. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = mostEdits(word) + 1;
  for (const candidate of known) {
    // Very long words are not typed by hand; the distance would only cost time.
    if (word.length > 100 || candidate.length > 100) continue;
    // so many letters have to be inserted or deleted at least
    if (Math.abs(word.length - candidate.length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** A message is read on one screen: so many names, and so many letters of them, are enough. */
const [MOST_NAMES, LONGEST_NAME, MOST_LETTERS] = [20, 40, 160];

/** A remedy for an unknown word: `Did you mean X?`, or the list. */
export function nearest(word: string, known: readonly string[]): string {
  const guess = nearestWord(word, known);
  if (guess !== undefined) return `Did you mean ${guess}?`;
  if (known.length === 0) return 'Take it out';
  const shown: string[] = [];
  let letters = 0;
  for (const name of known.slice(0, MOST_NAMES)) {
    const cut = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}...` : name;
    letters += cut.length + 2;
    if (letters > MOST_LETTERS && shown.length > 0) break;
    shown.push(cut);
  }
  return `Known: ${shown.join(', ')}${shown.length < known.length ? ' ...' : ''}`;
}
