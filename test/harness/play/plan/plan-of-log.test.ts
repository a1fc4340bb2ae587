/** Plans of logs, read from bytes as a page reads them and from a file as the command does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readCell } from '../../../../core/system/battle.js';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { planOfLog } from '../../../../harness/play/plan/plan-of-log.js';
import { rowsOfBytes } from '../../../../harness/play/trace/decoder.js';
import { openSession } from '../../../../harness/views/workbench/session.js';

function bytesOf(name: string): Uint8Array {
  const bytes = readFileSync(join(packageRoot(), 'traces', name));
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

test('after a frame of a recorded log the plan begins with what was recorded there', async () => {
  const bytes = bytesOf('logs/overflow.jsonl.gz');
  const start = { trace: 'overflow.jsonl.gz', frame: 2405 };
  const { text, begun } = await planOfLog(SYSTEMS, () => rowsOfBytes(bytes, 'overflow'), 'From it', start);
  const { battle } = openSession(SYSTEMS, text, 'overflow.toml', 'en', begun);
  const cell = battle.cells.find(({ name }) => name === 'actionPoints');
  // the row of that frame in the log
  expect(cell && readCell(battle.image, cell)).toBe(65044);
});

test('every command of a log becomes one of the plan; a log of frames needs a frame', async () => {
  const x1 = bytesOf('golden/fftcg/x1.jsonl');
  const { text } = await planOfLog(SYSTEMS, () => rowsOfBytes(x1, 'x1'), 'From x1', undefined);
  const session = openSession(SYSTEMS, text, 'x1.toml', 'en');
  const rows = new TextDecoder().decode(x1).trimEnd().split('\n').length - 2;
  expect([session.rows().length, session.verdict().holds]).toEqual([rows, true]);
  const log = bytesOf('logs/overflow.jsonl.gz');
  await expect(planOfLog(SYSTEMS, () => rowsOfBytes(log, 'o'), 't', undefined)).rejects.toThrow(
    'the frame to begin after',
  );
  const late = { trace: 'o', frame: 9999 };
  await expect(planOfLog(SYSTEMS, () => rowsOfBytes(log, 'o'), 't', late)).rejects.toThrow('ends before that frame');
});

test('a log that is cut or changed is refused as the file is', async () => {
  const bytes = bytesOf('golden/fftcg/x1.jsonl');
  const cut = (): Promise<unknown> =>
    planOfLog(SYSTEMS, () => rowsOfBytes(bytes.subarray(0, -200), 'x1'), 't', undefined);
  await expect(cut()).rejects.toMatchObject({ code: 'E_TRACE_INCOMPLETE' });
  const changed = new TextEncoder().encode(new TextDecoder().decode(bytes).replace('"full"', '"full" '));
  await expect(planOfLog(SYSTEMS, () => rowsOfBytes(changed, 'x1'), 't', undefined)).rejects.toThrow();
  await expect(planOfLog(SYSTEMS, () => rowsOfBytes(new Uint8Array(0), 'x1'), 't', undefined)).rejects.toMatchObject({
    code: 'E_TRACE_EMPTY',
  });
});
