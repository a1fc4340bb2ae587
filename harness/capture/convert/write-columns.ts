/** The column map that reads an exported table back. */
import { stringify } from 'smol-toml';
import { openTrace } from '../../play/trace/reader.js';

/** TOML text. @throws LockstepError when the file is no trace */
export async function columnsFor(file: string, form: 'csv' | 'rows'): Promise<string> {
  const reader = await openTrace(file, { allowIncomplete: true });
  reader.close();
  const { header } = reader;
  const { emulator, rom } = header.source;
  return `${stringify({
    columns: 1,
    system: header.system,
    from: header.from,
    start: Object.keys(header.image).length === 0 ? 'created' : 'first-row',
    format: form,
    ...(header.setup === null ? {} : { setup: header.setup }),
    frame: 'frame',
    pad: 'pad',
    inputs: [...header.inputs],
    ...(header.sequence === null ? {} : { sequence: header.sequence }),
    source: {
      kind: header.source.kind,
      ...(emulator === null ? {} : { emulator: { name: emulator.name, version: emulator.version } }),
      ...(rom === null ? {} : { rom: { title: rom.title, ...(rom.sha256 === null ? {} : { sha256: rom.sha256 }) } }),
    },
    image: header.image,
    cells: Object.fromEntries(header.cells.map(([name]) => [name, name])),
  })}\n`;
}
