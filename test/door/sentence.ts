/** The README's promise: the sentence that the door measured, between two marks of a page. */

/** What a part of the way takes. */
export interface Stretch {
  readonly name: string;
  /** Lines typed on the command line. */
  readonly commands: number;
  /** Lines of files that the page has written. */
  readonly written: number;
  /** Lines of the page, and lines that the commands print. */
  readonly read: number;
  readonly printed: number;
  readonly seconds: number;
  /** Of the processor: others on the machine do not change them. */
  readonly processor: number;
}

/** What leads from nothing to a proven route. */
const TO_A_ROUTE = /^(?:git clone|npm ci|npm start|1-|3-)/u;

export function routeOf(way: readonly Stretch[]): readonly Stretch[] {
  return way.filter(({ name }) => TO_A_ROUTE.test(name));
}

export function total(parts: readonly Stretch[]): Omit<Stretch, 'name'> {
  const sum = (pick: (one: Stretch) => number): number => parts.reduce((all, one) => all + pick(one), 0);
  return {
    commands: sum((one) => one.commands),
    written: sum((one) => one.written),
    read: sum((one) => one.read),
    printed: sum((one) => one.printed),
    seconds: sum((one) => one.seconds),
    processor: sum((one) => one.processor),
  };
}

const countText = (count: number, noun: string): string => `${count} ${count === 1 ? noun : `${noun}s`}`;

/** @param machine words such as `two cores, Node 20.19.2` */
export function doorSentence(way: readonly Stretch[], machine: string): string {
  const { commands, read, printed, seconds } = total(routeOf(way));
  const parts = [
    countText(commands, 'command'),
    `${countText(read + printed, 'line')} to read`,
    // a started minute is a minute: a promise is not rounded down
    countText(Math.ceil(seconds / 60), 'minute'),
  ];
  return `From nothing to a proven route: ${parts.join(', ')} (\`npm run door\` on ${machine}).`;
}

export const BEGIN = '<!-- door -->';
export const END = '<!-- end of door -->';

/** The page with the sentence between its marks. @throws Error for a page without them */
export function withSentence(page: string, sentence: string, file: string): string {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error(`${file} needs the lines ${BEGIN} and ${END} where the sentence shall stand`);
  return `${page.slice(0, from)}${BEGIN}\n\n${sentence}\n\n${page.slice(to)}`;
}
