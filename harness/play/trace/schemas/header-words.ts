/** The closed lists of words in a trace's header, for its schema and for its types. */

/** What wrote a log; decides the total of `verify` to which its frames belong. */
export const SOURCE_KINDS = [
  'homebrew',
  'cartridge',
  'unknown-image',
  'own-cpu',
  'model',
  'reference',
  'plan',
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** What one row of a trace stands for. */
export const TRACE_UNITS = ['frame', 'command', 'step'] as const;
export type TraceUnit = (typeof TRACE_UNITS)[number];

/**
 * Who compared the recorded image with the published ones: the recorder, the emulator by its own
 * hash, or a user afterwards.
 */
export const IMAGE_WITNESSES = ['recorder', 'emulator', 'user'] as const;
export type ImageWitness = (typeof IMAGE_WITNESSES)[number];
