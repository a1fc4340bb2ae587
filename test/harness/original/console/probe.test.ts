/** The timing probe on our own console against what an emulator recorded: one wrong cycle changes every later frame. */
import { expect, test } from 'vitest';
import { padWordOfMask } from '../../../../harness/base/pad-script.js';
import { createConsole } from '../../../../harness/original/console/console.js';
import {
  checksumText,
  PROBE_FROM,
  PROBE_WINDOWS,
  PROBES,
  probeImage,
  probePads,
  recordedChecksums,
} from '../../../fixtures/console/probe.js';

/** Half of what was recorded: the emulator suite compares all of it. */
const FRAMES = 300;

test.each(PROBES)('%s: every frame has the checksum that bsnes-mercury gave', (probe) => {
  const recorded = recordedChecksums()[probe];
  const console = createConsole(probeImage(probe));
  const events = probePads();
  let mask = 0;
  let next = 0;
  const mine: string[] = [];
  for (let frame = 0; frame < FRAMES; frame++) {
    for (let event = events[next]; event !== undefined && event.frame <= frame; event = events[++next])
      mask = event.mask;
    console.runFrame(padWordOfMask(mask));
    const parts = PROBE_WINDOWS.map(({ address, length }) => console.workRam.subarray(address, address + length));
    if (frame >= PROBE_FROM) mine.push(checksumText(Buffer.concat(parts)));
  }
  const first = mine.findIndex((checksum, index) => checksum !== recorded[index]);
  expect(first < 0 ? 'equal' : `frame ${first + PROBE_FROM}`).toBe('equal');
  expect([mine.length, new Set(mine).size]).toEqual([FRAMES - PROBE_FROM, FRAMES - PROBE_FROM]);
  expect(console.mapping).toBe(probe === 'fast' ? 'lorom' : 'hirom');
  const kinds = console.notes().map(({ kind }) => kind);
  expect(kinds).toEqual(['early-product', 'early-quotient', 'unmapped-read']);
});
