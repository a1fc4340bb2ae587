/**
 * A cartridge image that is opened once and asked: one routine of its code called, listed, all of
 * them proved, the unpublished stretches settled.
 */
import { FLAG_M, FLAG_X } from '../../core/cpu/index.js';
import { countText } from '../../core/system/names.js';
import type { System } from '../../core/system/system.js';
import { formatBus } from '../../rom-map/cartridge/index.js';
import { LockstepError, paced, SYSTEMS } from '../base/index.js';
import { imageJson, parseBus, type RomImage, readRomImage, romImageOf } from '../files/index.js';
import {
  byteAt,
  type CallReport,
  type CallState,
  type ChosenImage,
  type ChosenPlace,
  calledText,
  callJson,
  callText,
  cellBytes,
  chooseImageProof,
  choosePlace,
  chosenImageOf,
  chosenLines,
  countVerdicts,
  disassemble,
  drawValues,
  type EntryNumber,
  emptyState,
  type GivenTables,
  imageUnderTest,
  listingJson,
  listingText,
  loadProfile,
  type OwnEntry,
  openedSettled,
  PROFILE_NAMES,
  publishedCasesOf,
  registerValues,
  runCall,
  settleJson,
  settleText,
  settlingSteps,
  stateAtEntry,
  stateOfEntry,
  stateOfHoleAt,
  stateOfPlan,
  stateOfPublishedCase,
  stateText,
  tableValues,
  tracedText,
  traceFrames,
  withImageCodeAll,
  writeSettled,
} from '../original/index.js';
import { type Answer, answerOf, endAborted, type Plain, unlessAborted } from './answer.js';
import { failuresOfFile, type PlainError, plainError } from './certificates.js';
import { givenSettled, type ImageOptions, restsOn, romOptions, type SettledOptions } from './given.js';
import type { GivenPlan } from './load-plan.js';
import { type OwnFailures, type PlanListener, tellFailures } from './luck.js';
import { ownLayout } from './own-routines.js';
import { type CallOptions, checkParameters, type SignalOptions } from './parameters.js';
import {
  type ProveImageAnswer,
  type ProveImageOptions,
  type ProvenImage,
  proveImage,
  type SharpnessAnswer,
} from './prove-image.js';

export interface OpenImageOptions extends ImageOptions, SettledOptions, CallOptions {
  /** How a game of your own lies in its image: `prove` then takes routines of your own. */
  readonly mapping?: 'lorom' | 'hirom' | undefined;
  /** Direct page, data bank and stack pointer at the entry of its routines. */
  readonly entry?: OwnEntry | undefined;
}

/** An image that is asked; each call takes one object and gives an answer, as all calls do. */
export interface OpenedImage {
  /** Its file; `IMAGE` of bytes. */
  readonly file: string;
  readonly sha256: string;
  /**
   * Runs one routine of the image's own code: exit, registers, cells read and written, draws,
   * cycles.
   */
  call(options: CallRoutineOptions): Promise<CallRoutineAnswer>;
  /** Lists a routine of the image's own code, with widths and names. */
  disassemble(options: DisassembleOptions): Promise<DisassembleAnswer>;
  /**
   * Runs the image's own code beside our functions, or beside yours (`mapping`): published cases,
   * then varied ones. With `faults` it says how sharp that is.
   */
  prove(options?: ProveImageOptions): Promise<ProveImageAnswer | SharpnessAnswer>;
  /** Settles every unpublished stretch and its switch by the image's own code. */
  settle(options?: SettleOptions): Promise<SettleAnswer>;
}

const OPEN = {
  patch: 'file',
  as: 'text',
  forceRom: 'flag',
  profile: 'file',
  mapping: ['lorom', 'hirom'],
  entry: 'table',
} as const;
/** What texts call an image that is no file, where a command wants its name. */
const IN_MEMORY = 'IMAGE';

/**
 * Opens a cartridge image, one of our test ROMs, or with `mapping` a game of your own: `call`,
 * `disassemble`, `prove` and `settle` ask it.
 * @param image name of a file, or its bytes, with a copier header or without
 * @throws LockstepError for what is no image, and a patch that does not fit; each call says what it
 * needs to know of the image
 */
export function openImage(image: string | Uint8Array, options: OpenImageOptions = {}): OpenedImage {
  const isFile = typeof image === 'string';
  checkParameters('openImage', { ...options, image }, { ...OPEN, image: isFile ? 'file' : 'bytes' }, ['image']);
  const read = isFile ? readRomImage(image, options.patch) : romImageOf(image, IN_MEMORY, options.patch);
  const { signal, systems = SYSTEMS } = options;
  const opened: Opened = { read, options, systems };
  const proven: ProvenImage = {
    read,
    under: () => chooseImageProof(read, PROFILE_NAMES.map(loadProfile), options.as),
    own: ownLayout(options),
    words: { as: options.as, patch: options.patch },
    inputs: isFile ? [image] : [],
  };
  return Object.freeze({
    file: read.file,
    sha256: read.identity.sha256,
    call: (given: CallRoutineOptions) => callRoutine(opened, { signal, ...given }),
    disassemble: (given: DisassembleOptions) => disassembleRoutine(opened, { signal, ...given }),
    prove: (given: ProveImageOptions = {}) => proveImage(proven, { signal, ...given }),
    settle: (given: SettleOptions = {}) => settleStretches(proven, { signal, ...given }),
  });
}

/** An image as it was read, and what was said of it. */
interface Opened {
  readonly read: Omit<RomImage, 'forced'>;
  readonly options: OpenImageOptions;
  readonly systems: readonly System[];
}

function chosenOf({ read, options }: Opened): ChosenImage {
  return chosenImageOf(read, romOptions(options));
}

/** @throws LockstepError `E_ROM_ADDRESS` where no ROM answers */
function checkInRom({ rom, mapping }: ChosenImage, address: number): void {
  if (byteAt({ image: rom.image, mapping }, address) >= 0) return;
  throw new LockstepError('E_ROM_ADDRESS', 'no ROM answers at this address', {
    file: rom.file,
    found: formatBus(address),
    expected: mapping === 'hirom' ? 'C0:0000 to FF:FFFF, or 8000 to FFFF of a bank' : '8000 to FFFF of a bank',
    remedy: '`lockstep rom info IMAGE --address A` tells where addresses lie in the image',
  });
}

/** @throws LockstepError `E_OPTION` for a count that is not from 1 to the largest */
function checkCount(value: number, name: string, largest: number): void {
  if (value >= 1 && value <= largest) return;
  throw new LockstepError('E_OPTION', `--${name} is not a count`, {
    found: `${value}`,
    expected: `a number from 1 to ${largest}`,
    remedy: 'Give a decimal number',
  });
}

// Widths at the entry of a routine.

interface WidthOptions {
  /** Bits of the accumulator at the start: 8 or 16; left out: what is known of the routine. */
  readonly accumulator?: 8 | 16 | undefined;
  /** Bits of the index registers. */
  readonly index?: 8 | 16 | undefined;
}

const WIDTHS = { accumulator: 'count', index: 'count' } as const;

/** 1 = 8 bits, 0 = 16 bits, undefined = not given. @throws LockstepError `E_USAGE` */
function widthsOf(call: string, { accumulator, index }: WidthOptions) {
  const bit = (name: string, bits: number | undefined): 0 | 1 | undefined => {
    if (bits === undefined || bits === 16) return bits === undefined ? undefined : 0;
    if (bits === 8) return 1;
    throw new LockstepError('E_USAGE', `${call}: ${name} has no such width`, {
      found: `${bits}`,
      expected: '8 or 16',
      remedy: 'Give one of them',
    });
  };
  return { m: bit('accumulator', accumulator), x: bit('index', index) };
}

// A routine that is called.

export interface CallRoutineOptions extends WidthOptions, PlanListener, SignalOptions {
  /** A bus address (`C1:1C02`), or a routine by its name. */
  readonly place: string;
  /** Cells that are set: `enemy[3].orderPoints=500`, `7E03AE=18`. */
  readonly cells?: readonly string[];
  /** Registers that are set: A, X, Y, P, D, DB, such as `A=7`. */
  readonly registers?: readonly string[];
  /** Bytes of the cartridge's tables that are set: `D50068=8`. */
  readonly table?: readonly string[];
  /** What the battle generator gives, such as `12,0,255`; then 0. */
  readonly draws?: string | undefined;
  /** Begins with the cells of a log, with `frame` or `at`; a log or plan with `hole`. */
  readonly from?: string | undefined;
  /** Of a log: at the end of this frame. */
  readonly frame?: number | undefined;
  /** Of `plan` a label or number of commands; of `from` at the end of this command. */
  readonly at?: string | number | undefined;
  /** With `from`: at this call of the image's code in that frame or command. */
  readonly hole?: number | undefined;
  /** Begins with a case of a vector file, `FILE:LINE`, and compares with its published outcome. */
  readonly case?: string | undefined;
  /** Begins with the battle of a plan, at its end or with `at`. */
  readonly plan?: GivenPlan | undefined;
  /** Instructions at most, 1..100000000; left out: 1000000. */
  readonly limit?: number | undefined;
  /** Has every instruction before it runs in `trace` and in the text. */
  readonly trace?: boolean | undefined;
  /** Hears head and trace of the text as they come; the answer then has neither. */
  readonly onText?: ((text: string) => void) | undefined;
}

interface CalledData extends OwnFailures {
  readonly image: ReturnType<typeof imageJson>;
  /** Where it was called. */
  readonly address: string;
  /** The state that it began with, in words. */
  readonly from: string;
  /** Instructions, registers and names, a line each. */
  readonly trace?: readonly string[];
  /** Why it came to no exit. */
  readonly error?: PlainError;
}

/** What a call did; of a hole that takes frames, how many and what was held. */
export type CallRoutineAnswer = Answer<'answered' | 'holds' | 'differs' | 'incomplete'> &
  Plain<CalledData & (ReturnType<typeof callJson> | ReturnType<typeof traceFrames>)>;

const MAX_CALLED = 100_000_000;
const CALLED = 1_000_000;

function caseState(text: string, image: ChosenImage, place: ChosenPlace): CallState {
  const { profile, rom } = image;
  if (profile === undefined) {
    throw new LockstepError('E_USAGE', '--case needs an image whose routines are known', {
      remedy: 'Give --cell and --register, or say with --as what the image is',
    });
  }
  const state = stateOfPublishedCase(text, imageUnderTest(rom.image, profile, !rom.forced));
  const called = place.routine?.routine ?? '';
  if (called === '' || called === state.header.routine) return state;
  throw new LockstepError('E_OPTION', 'the case is of another routine', {
    found: `${state.header.routine} ${state.header.name}`,
    expected: called,
    remedy: 'Name the routine of the case',
  });
}

function checkBeginnings({ from, frame, hole, case: published, plan, at }: CallRoutineOptions): void {
  if (hole !== undefined && from === undefined) {
    throw new LockstepError('E_USAGE', '--hole names a call within a frame or command', {
      remedy: 'Give --from and --frame too, or --at in place of --frame where commands are counted',
    });
  }
  if (frame !== undefined && at !== undefined) {
    throw new LockstepError('E_USAGE', '--at and --frame both say where to begin', { remedy: 'Leave one of them out' });
  }
  if (frame !== undefined && plan !== undefined && from === undefined) {
    throw new LockstepError('E_USAGE', '--frame goes with --from: a plan counts commands', { remedy: 'Give --at' });
  }
  if ((from === undefined && frame !== undefined) || (from !== undefined && frame === undefined && at === undefined)) {
    throw new LockstepError('E_USAGE', '--from and --frame belong together', {
      remedy: 'Give both, or --at in place of --frame where commands are counted',
    });
  }
  if (at !== undefined && plan === undefined && from === undefined) {
    throw new LockstepError('E_USAGE', '--at names a command', { remedy: 'Give --plan or --from too' });
  }
  const given = Object.entries({ '--case': published, '--from': from, '--plan': plan }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  if (given.length < 2) return;
  throw new LockstepError('E_USAGE', `${given.slice(0, 2).join(' and ')} are two beginnings`, {
    remedy: 'Give one of them',
  });
}

/** The entry of `--from`. @throws LockstepError `E_OPTION` for an `--at` that is no number */
function givenEntry({ frame, at = '' }: CallRoutineOptions): EntryNumber {
  if (frame !== undefined) return { option: '--frame', number: frame };
  if (/^\d{1,9}$/u.test(String(at))) return { option: '--at', number: Number(at) };
  throw new LockstepError('E_OPTION', '--at is not a number of a command', {
    found: String(at),
    expected: 'a whole number',
    remedy: 'Labels and steps go with --plan',
  });
}

/** The state that a call begins with, and what a plan that it comes from does not hold. */
interface Begun extends OwnFailures {
  readonly state: CallState;
}

async function baseState(
  { systems, options }: Opened,
  asked: CallRoutineOptions,
  image: ChosenImage,
  place: ChosenPlace,
): Promise<Begun> {
  checkBeginnings(asked);
  const { hole, from: file, plan, at, signal } = asked;
  if (hole !== undefined && file !== undefined) {
    let own: OwnFailures = {};
    const load = {
      systems: withImageCodeAll(systems, image.rom),
      ...openedSettled(givenSettled(options.profile, image.rom)),
      onFailures: (sentences: readonly string[]) => {
        own = tellFailures(asked, sentences);
      },
      ...(signal === undefined ? {} : { signal }),
    };
    const where = { file, entry: givenEntry(asked), hole, routine: place.address };
    return { state: await stateOfHoleAt(load, where), ...own };
  }
  if (plan !== undefined) {
    const own = tellFailures(asked, await failuresOfFile(plan, systems));
    return { state: await stateOfPlan(systems, plan, at === undefined ? undefined : String(at)), ...own };
  }
  if (file !== undefined) return { state: await stateOfEntry(file, givenEntry(asked)) };
  return { state: asked.case === undefined ? emptyState() : caseState(asked.case, image, place) };
}

/** A copy of the image with the table bytes that the user sets laid over its own. */
function withTables(chosen: ChosenImage, { rom }: GivenTables): ChosenImage {
  if (rom.size === 0) return chosen;
  const image = chosen.rom.image.slice();
  for (const [offset, value] of rom) image[offset] = value;
  return { ...chosen, rom: { ...chosen.rom, image } };
}

/** The state with what the user sets on top; then a case has no published outcome any more. */
function withSettings(state: CallState, options: CallRoutineOptions, tables: GivenTables): CallState {
  const { cells = [], registers: given = [], table = [] } = options;
  const { D, DB, ...registers } = registerValues(given);
  const isSame = [...cells, ...given, ...table].length === 0 && options.draws === undefined;
  return {
    ...state,
    registers: { ...state.registers, ...registers },
    direct: D ?? state.direct,
    dataBank: DB ?? state.dataBank,
    bytes: new Map([...state.bytes, ...cellBytes(cells, state.bytes), ...tables.cells]),
    draws: options.draws === undefined ? state.draws : drawValues(options.draws),
    published: isSame ? state.published : undefined,
  };
}

function noExit(file: string, found: string): LockstepError {
  return new LockstepError('E_ROM_CALL', 'the routine came to no exit', {
    file,
    found,
    expected: 'RTS or RTL at the level of the call, or an exit of the routine',
    remedy: '--trace shows the way there; --limit sets the instructions, --register and --cell the state',
  });
}

/** @throws LockstepError `E_USAGE` where the state of a hole that takes frames is set */
function checkFrames({ cells = [], registers = [], table = [], draws }: CallRoutineOptions, file: string): void {
  if ([...cells, ...registers, ...table].length === 0 && draws === undefined) return;
  throw new LockstepError('E_USAGE', 'this hole takes frames: it runs from the state of the battle alone', {
    file,
    remedy: 'Leave --cell, --register, --table and --draws out',
  });
}

function calledVerdict({ result, differences }: CallReport): 'answered' | 'holds' | 'differs' | 'incomplete' {
  if (result.exit === undefined) return 'incomplete';
  if (differences === undefined) return 'answered';
  return differences.length > 0 ? 'differs' : 'holds';
}

const CALL_KINDS = {
  ...WIDTHS,
  place: 'text',
  cells: 'texts',
  registers: 'texts',
  table: 'texts',
  draws: 'text',
  from: 'file',
  frame: 'count',
  at: 'place',
  hole: 'count',
  case: 'text',
  plan: 'plan',
  limit: 'count',
  trace: 'flag',
  onText: 'function',
  onPlanFailures: 'function',
} as const;

async function callRoutine(opened: Opened, options: CallRoutineOptions): Promise<CallRoutineAnswer> {
  checkParameters('call', options, CALL_KINDS, ['place']);
  const { limit = CALLED, trace: isTraced = false, onText, signal } = options;
  const chosen = chosenOf(opened);
  const tables = tableValues(options.table ?? [], chosen.rom.image, chosen.profile);
  const image = withTables(chosen, tables);
  const place = choosePlace(options.place, image);
  checkInRom(image, place.address);
  checkCount(limit, 'limit', MAX_CALLED);
  const { m = 1, x = 0 } = widthsOf('call', options);
  endAborted(signal, 'call');
  const { state: begun, ...own } = await unlessAborted('call', () => baseState(opened, options, image, place));
  endAborted(signal, 'call');
  const state = withSettings(begun, options, tables);
  const { file } = image.rom;
  const head = `${chosenLines(image).join('\n')}\n${calledText(image, place)}, from ${state.from}\n`;
  onText?.(head);
  const lines: string[] = [];
  const keep = onText === undefined ? (line: string) => void lines.push(line) : (line: string) => onText(`${line}\n`);
  const common = { image: imageJson(image.rom), address: formatBus(place.address), from: state.from, ...own };
  const traced = isTraced && onText === undefined ? { trace: lines } : {};
  const before = (): string => (onText === undefined ? `${head}${lines.map((line) => `${line}\n`).join('')}` : '');
  const { from, plan, profile, case: published } = { ...opened.options, ...options };
  const files = { from, plan, case: published, settled: profile };
  const dependsOn = restsOn({ image: image.rom }, { files });
  const { frames } = state;
  if (frames !== undefined) {
    checkFrames(options, file);
    const most = isTraced ? limit : 0;
    const ran = traceFrames(image, frames.image, frames.way, most, keep);
    const fault = ran.frames < 0 ? { error: plainError(noExit(file, 'none within its frames')) } : {};
    const text = (): string => `${before()}${tracedText(ran, most)}\n`;
    return answerOf(
      ran.frames < 0 ? 'incomplete' : 'answered',
      dependsOn,
      { ...common, ...ran, ...traced, ...fault },
      text,
    );
  }
  const report = runCall({
    image,
    place,
    state,
    widths: m * FLAG_M + x * FLAG_X,
    isWhole: options.hole !== undefined,
    limit,
    trace: isTraced ? keep : undefined,
  });
  const { unfinished, reason } = report.result;
  const fault = report.result.exit === undefined ? { error: plainError(noExit(file, `${unfinished}, ${reason}`)) } : {};
  const data = { ...common, ...callJson(report), ...traced, ...fault };
  return answerOf(calledVerdict(report), dependsOn, data, () => `${before()}${callText(report)}`);
}

// A routine that is listed.

export interface DisassembleOptions extends WidthOptions, SignalOptions {
  /** A bus address (`C1:1C02`), or a routine by its name. */
  readonly place: string;
  /** No instruction begins past this address. */
  readonly end?: string | undefined;
  /** Instructions at most, 1..20000; left out: 400. */
  readonly instructions?: number | undefined;
}

interface ListedData extends ReturnType<typeof listingJson> {
  readonly image: ReturnType<typeof imageJson> & { readonly what: string };
  /** What is known of the processor where it begins. */
  readonly entry: string;
}

export type DisassembleAnswer = Answer<'answered'> & Plain<ListedData>;

const MAX_LISTED = 20_000;
const LISTED = 400;
const NO_END = 0xff_ffff;

function endOf(text: string | undefined, start: number): number {
  if (text === undefined) return NO_END;
  const end = parseBus(text);
  if (end >= start && end >>> 16 === start >>> 16) return end;
  throw new LockstepError('E_OPTION', '--end does not lie behind the start in its bank', {
    found: formatBus(end),
    expected: `${formatBus(start)} to ${formatBus(start | 0xffff)}`,
    remedy: 'Name the last address that is to be listed',
  });
}

async function disassembleRoutine(opened: Opened, options: DisassembleOptions): Promise<DisassembleAnswer> {
  const kinds = { ...WIDTHS, place: 'text', end: 'text', instructions: 'count' } as const;
  checkParameters('disassemble', options, kinds, ['place']);
  endAborted(options.signal, 'disassemble');
  const image = chosenOf(opened);
  const place = choosePlace(options.place, image);
  checkInRom(image, place.address);
  const state = stateAtEntry(image, place, widthsOf('disassemble', options));
  const { instructions = LISTED } = options;
  checkCount(instructions, 'instructions', MAX_LISTED);
  const listing = disassemble({ image: image.rom.image, mapping: image.mapping }, place.address, image.names, {
    state,
    instructions,
    end: endOf(options.end, place.address),
  });
  const entry = stateText(state);
  const data: ListedData = { image: { ...imageJson(image.rom), what: image.what }, entry, ...listingJson(listing) };
  return answerOf('answered', restsOn({ image: image.rom }, {}), data, () => {
    const head = [...chosenLines(image), `entry: ${entry}`];
    return `${head.join('\n')}\n${listingText(listing, image.names)}`;
  });
}

// Unpublished stretches that are settled.

export interface SettleOptions extends SignalOptions {
  /** Writes there what is settled: addresses, hashes and values, no byte of the image. */
  readonly output?: string | undefined;
  /** Has in its text every way into a stretch with what the image's code wrote. */
  readonly all?: boolean | undefined;
  /** Hears each stretch that is through. */
  readonly onProgress?: ((done: number, all: number, stretch: string) => void) | undefined;
}

interface SettledData extends ReturnType<typeof settleJson> {
  /** Why nothing holds of the image. */
  readonly error?: PlainError;
}

export type SettleAnswer = Answer<'holds' | 'differs' | 'incomplete'> & Plain<SettledData>;

function nothingReached(file: string, stretches: number): LockstepError {
  return new LockstepError('E_NOTHING_COMPARED', 'no unpublished stretch was reached', {
    file,
    found: `${countText(stretches, 'stretch', 'stretches')}, none of them in this image`,
    expected: "a cartridge image whose routines stand at the game's addresses",
    remedy: 'Name your own cartridge image',
  });
}

async function settleStretches({ read, under, inputs }: ProvenImage, options: SettleOptions): Promise<SettleAnswer> {
  const kinds = { output: 'output', all: 'flag', onProgress: 'function', image: 'files' } as const;
  checkParameters('settle', { ...options, image: inputs }, kinds);
  const { output, all, onProgress, signal } = options;
  endAborted(signal, 'settle');
  const image = under();
  const steps = settlingSteps(image, publishedCasesOf, (done, count, row) => onProgress?.(done, count, row.name));
  const result = await paced(steps, signal);
  const { rows } = result;
  const reached = rows.length - countVerdicts(rows, 'not reached', 'not in this image');
  const answered = (verdict: SettleAnswer['verdict'], written: string, more: object = {}): SettleAnswer =>
    answerOf(
      verdict,
      [`image SHA-256 ${image.sha256.slice(0, 16)}`],
      { ...settleJson(result), ...more },
      () => `${settleText(result, all === true)}${written}`,
    );
  endAborted(signal, 'settle', () => answered('incomplete', 'interrupted: these rows alone are through\n'));
  if (reached === 0) return answered('incomplete', '', { error: plainError(nothingReached(read.file, rows.length)) });
  if (output !== undefined) writeSettled(result, output);
  const written = output === undefined ? '' : `${output}: a profile of ${countText(reached, 'stretch', 'stretches')}\n`;
  return answered(countVerdicts(rows, 'none') > 0 ? 'differs' : 'holds', written);
}
