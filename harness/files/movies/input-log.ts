/** The input log of a BizHawk movie or branch: the log key and one row a frame. */

import { type Archive, eachLine, type Member, memberPlace } from '../../base/archive.js';
import { countText } from '../../base/number-text.js';
import { createRowParser, type LogKey, parseLogKey } from './log-key.js';
import type { MovieInput, MovieLayout } from './movie.js';
import { failMovie } from './movie-error.js';
import { collectRows, MAX_ROWS } from './row-collector.js';

export interface InputLog {
  readonly key: LogKey;
  readonly input: MovieInput;
  readonly layout: MovieLayout;
  readonly dropped: readonly string[];
}

/** Reads input rows. @param key the log key of the movie, for a branch that has none of its own */
export function readInputLog(archive: Archive, member: Member, key?: LogKey): InputLog {
  const place = memberPlace(archive.file, member.name);
  let known = key;
  let rows = collectRows(known?.pads ?? 1);
  let parser = known === undefined ? undefined : createRowParser(known, rows, place);
  const lineEnd = eachLine(archive, member, (line, number) => {
    if (line.startsWith('LogKey:')) {
      if (rows.count > 0) failMovie('E_MOVIE', 'a second log key follows input rows', { file: place, line: number });
      known = parseLogKey(line, place, number);
      rows = collectRows(known.pads);
      parser = createRowParser(known, rows, place);
    }
    if (!line.startsWith('|')) return;
    if (parser === undefined) {
      return failMovie('E_MOVIE', 'an input row comes before the log key', {
        file: place,
        line: number,
        found: line.slice(0, 60),
        expected: 'LogKey:',
      });
    }
    if (rows.count >= MAX_ROWS)
      failMovie('E_MOVIE', 'the movie is too long', {
        file: place,
        line: number,
        expected: `at most ${MAX_ROWS} rows`,
      });
    parser.row(line, number);
  });
  if (known === undefined || parser === undefined)
    return failMovie('E_MOVIE', 'the input log has no log key', {
      file: place,
      found: 'no line LogKey:',
      expected: 'LogKey:',
    });
  const dropped = [...parser.used()].map(([name, count]) => `${name} is used in ${countText(count, 'row')}`);
  return {
    key: known,
    input: rows.input(),
    layout: { lineEnd, groups: known.groups, pressed: parser.pressed() },
    dropped,
  };
}
