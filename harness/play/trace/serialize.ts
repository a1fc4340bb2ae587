/**
 * The one serializer of traces: text of header, rows and footer, keys in a fixed order, without the
 * LF.
 */
import type { RowCommand, TraceFooter, TraceHeader, TraceImage } from './types.js';

export function headerText(header: TraceHeader): string {
  const { emulator, rom, input, recorder } = header.source;
  const program = (identity: typeof emulator): typeof emulator =>
    identity && { name: identity.name, version: identity.version, sha256: identity.sha256 };
  // JSON.stringify keeps the order of insertion, so the order below is the order in the file.
  return JSON.stringify({
    trace: header.trace,
    system: header.system,
    systemVersion: header.systemVersion,
    ruleset: { name: header.ruleset.name, hash: header.ruleset.hash, switches: sortedKeys(header.ruleset.switches) },
    source: {
      kind: header.source.kind,
      emulator: program(emulator),
      rom: rom && {
        title: rom.title,
        sha256: rom.sha256,
        ...(rom.image && { image: imageObject(rom.image) }),
      },
      input: input && { sha256: input.sha256 },
      recorder: program(recorder),
    },
    unit: header.unit,
    from: header.from,
    setup: header.setup ?? null,
    ...(header.layout === undefined ? {} : { layout: header.layout }),
    cells: header.cells,
    inputs: header.inputs,
    sequence: header.sequence && { begin: header.sequence.begin, end: header.sequence.end },
    masks: header.masks.map((mask) => ({
      cell: mask.cell,
      from: mask.from,
      to: mask.to,
      reason: mask.reason,
      evidence: mask.evidence,
      date: mask.date,
    })),
    image: sortedKeys(header.image),
  });
}

function imageObject({ id, hash, by, size, title }: TraceImage): TraceImage {
  return { id, hash, by, ...(size === undefined ? {} : { size }), ...(title === undefined ? {} : { title }) };
}

function sortedKeys<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([first], [second]) => (first < second ? -1 : 1)));
}

/** What a row says, before it is text. */
export interface RowContent {
  readonly frame: number;
  /** Pad word, or the plain command. */
  readonly what: number | RowCommand;
  /** Code of a rejection, or empty. */
  readonly error: string;
  readonly full: boolean;
  /** Values of all cells when full, else pairs of index and value. */
  readonly values: ArrayLike<number>;
  /** How many entries of `values` belong to the row. */
  readonly length: number;
  readonly count: number;
  /** Triples of call site, state before, state after; undefined: the row says nothing of draws. */
  readonly draws?: ArrayLike<number> | undefined;
}

export function rowText(row: RowContent): string {
  let text = `[${row.frame},${typeof row.what === 'number' ? row.what : JSON.stringify(row.what)},`;
  if (row.error !== '') text += `${JSON.stringify(row.error)},`;
  if (row.full) text += '"full",';
  text += '[';
  for (let index = 0; index < row.length; index++) text += index === 0 ? row.values[index] : `,${row.values[index]}`;
  text += row.count > 1 ? `],${row.count}` : ']';
  if (row.draws !== undefined) text += `,"draws",[${Array.from(row.draws).join(',')}]`;
  return `${text}]`;
}

export function footerText(footer: TraceFooter): string {
  return `{"end":1,"rows":${footer.rows},"frames":${footer.frames},"sha256":"${footer.sha256}"}`;
}
