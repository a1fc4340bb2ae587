/**
 * Drives a libretro core from Node through koffi. Every call runs on koffi's worker (`.async`),
 * never on the main thread: bsnes-mercury calls back from its own coroutine stacks, which V8 takes
 * for a stack overflow.
 */

import { readFileSync, realpathSync } from 'node:fs';
import { countText } from '../../../core/system/names.js';
import { WORK_RAM_BYTES } from '../../../rom-map/index.js';
import { LockstepError } from '../../base/index.js';

// The part of koffi that the recorder uses. koffi is optional, so the project compiles without its
// types.

type NativeFunction = ((...values: unknown[]) => unknown) & {
  async: (...valuesAndCallback: unknown[]) => void;
};

interface NativeLibrary {
  func(signature: string): NativeFunction;
}

interface KoffiModule {
  load(path: string): NativeLibrary;
  proto(signature: string): unknown;
  pointer(type: unknown): unknown;
  struct(name: string, members: Readonly<Record<string, string>>): unknown;
  register(callback: (...values: never[]) => unknown, type: unknown): bigint;
  address(buffer: Buffer): bigint;
  view(pointer: unknown, length: number): ArrayBuffer;
  decode(pointer: unknown, offset: number, type: string): unknown;
  encode(pointer: unknown, offset: number, type: string, value: unknown): void;
}

async function importKoffi(): Promise<KoffiModule> {
  const name: string = 'koffi';
  try {
    const module = (await import(name)) as { default: KoffiModule };
    return module.default;
  } catch (error) {
    throw new LockstepError('E_RECORDER_NONE', 'the optional package koffi cannot be loaded', {
      found: String(error),
      remedy: 'Install it: npm install koffi@3.3.4',
    });
  }
}

// The environment callback. It has no log interface: koffi has no callbacks with variable
// arguments.

const POINTER_SIZE = 8;
const EXPERIMENTAL = 0x10000;
const COMMAND = {
  getCanDupe: 3,
  shutdown: 7,
  setPerformanceLevel: 8,
  getSystemDirectory: 9,
  setPixelFormat: 10,
  setInputDescriptors: 11,
  getVariable: 15,
  setVariables: 16,
  getVariableUpdate: 17,
  getSaveDirectory: 31,
  setGeometry: 37,
  getAudioVideoEnable: 47 | EXPERIMENTAL,
  getInputBitmasks: 51 | EXPERIMENTAL,
  getCoreOptionsVersion: 52,
} as const;

interface CoreOption {
  value: string | undefined;
  allowed: readonly string[] | undefined;
  readonly given: boolean;
  known: boolean;
}

interface CoreEnvironment {
  readonly callback: (command: number, data: unknown) => boolean;
  /** Refuses given options that the core does not know. */
  readonly checkOptions: () => void;
  readonly stopAsked: () => boolean;
}

interface Environment {
  readonly koffi: KoffiModule;
  readonly options: Map<string, CoreOption>;
  /** C strings that outlive the call: the map keeps their bytes. */
  readonly texts: Map<string, { readonly bytes: Buffer; readonly address: bigint }>;
  stopAsked: boolean;
}

/** @throws LockstepError `E_OPTION` for an option that is given twice */
function givenOptions(given: readonly (readonly [key: string, value: string])[]): Map<string, CoreOption> {
  const options = new Map<string, CoreOption>();
  for (const [key, value] of given) {
    if (options.has(key)) throw new LockstepError('E_OPTION', `--option ${key} is given twice`);
    options.set(key, { value, allowed: undefined, given: true, known: false });
  }
  return options;
}

function textAddress({ koffi, texts }: Environment, text: string): bigint {
  const known = texts.get(text);
  if (known !== undefined) return known.address;
  const bytes = Buffer.from(`${text}\0`);
  const address = koffi.address(bytes);
  texts.set(text, { bytes, address });
  return address;
}

function textAt({ koffi }: Environment, data: unknown, offset: number): string | null {
  return koffi.decode(data, offset, 'const char *') as string | null;
}

/** Values that a core allows: `Name; first|second`. */
function allowedValues(text: string): string[] | undefined {
  const semicolon = text.indexOf(';');
  if (semicolon < 0) return undefined;
  return text
    .slice(semicolon + 1)
    .replace(/^ +/u, '')
    .split('|');
}

/** Takes the core's options. */
function setVariables(environment: Environment, data: unknown): void {
  const { options } = environment;
  for (let offset = 0; ; offset += 2 * POINTER_SIZE) {
    const key = textAt(environment, data, offset);
    if (key === null) return;
    const allowed = allowedValues(textAt(environment, data, offset + POINTER_SIZE) ?? '');
    const option = options.get(key) ?? { value: undefined, allowed: undefined, given: false, known: true };
    option.known = true;
    option.allowed ??= allowed;
    option.value ??= allowed?.[0];
    options.set(key, option);
  }
}

/** Never leaves NULL behind: bsnes-mercury compares the string whatever the answer is. */
function getVariable(environment: Environment, data: unknown): boolean {
  const { koffi, options } = environment;
  const option = options.get(textAt(environment, data, 0) ?? '');
  if (option !== undefined) option.known = true;
  if (option?.value !== undefined) {
    koffi.encode(data, POINTER_SIZE, 'uintptr_t', textAddress(environment, option.value));
    return true;
  }
  if (textAt(environment, data, POINTER_SIZE) === null) {
    koffi.encode(data, POINTER_SIZE, 'uintptr_t', textAddress(environment, ''));
  }
  return false;
}

/** Answers a command of the core. @returns false for a command that is not known */
function answer(environment: Environment, command: number, data: unknown): boolean {
  const { koffi } = environment;
  switch (command) {
    case COMMAND.getCanDupe:
      koffi.encode(data, 0, 'bool', true);
      return true;
    case COMMAND.shutdown:
      environment.stopAsked = true;
      return true;
    case COMMAND.getSystemDirectory:
    case COMMAND.getSaveDirectory:
      koffi.encode(data, 0, 'uintptr_t', textAddress(environment, '/nonexistent'));
      return true;
    case COMMAND.setPerformanceLevel:
    case COMMAND.setPixelFormat:
    case COMMAND.setInputDescriptors:
    case COMMAND.setGeometry:
    case COMMAND.getInputBitmasks:
      return true;
    case COMMAND.setVariables:
      if (data !== null) setVariables(environment, data);
      return true;
    case COMMAND.getVariable:
      return getVariable(environment, data);
    case COMMAND.getVariableUpdate:
      koffi.encode(data, 0, 'bool', false);
      return true;
    case COMMAND.getCoreOptionsVersion:
      koffi.encode(data, 0, 'uint', 0);
      return true;
    case COMMAND.getAudioVideoEnable:
      if (data !== null) koffi.encode(data, 0, 'int', 0); // neither picture nor sound
      return true;
    default:
      return false;
  }
}

/**
 * @throws LockstepError `E_OPTION` for a given option that the core does not have, or not with this
 * value
 */
function checkOptions({ options }: Environment): void {
  for (const [key, option] of options) {
    if (!option.given) continue;
    if (!option.known) throw new LockstepError('E_OPTION', `--option ${key}: this core has no such option`);
    if (option.allowed !== undefined && !option.allowed.includes(option.value ?? '')) {
      const list = option.allowed.join('|');
      throw new LockstepError('E_OPTION', `--option ${key}: '${option.value}' is none of ${list}`);
    }
  }
}

/** @throws LockstepError `E_OPTION` for an option that is given twice */
function createEnvironment(
  koffi: KoffiModule,
  given: readonly (readonly [key: string, value: string])[],
): CoreEnvironment {
  const environment: Environment = { koffi, options: givenOptions(given), texts: new Map(), stopAsked: false };
  return {
    callback: (command, data) => answer(environment, command, data),
    checkOptions: () => checkOptions(environment),
    stopAsked: () => environment.stopAsked,
  };
}

interface KoffiCore {
  readonly name: string;
  readonly version: string;
  readonly framesPerSecond: number;
  /** The core sees a constant `time()`. */
  readonly fixedTime: boolean;
  /** The core's own work RAM, not a copy. */
  readonly ram: Uint8Array;
  readonly runFrame: (mask: number) => Promise<void>;
  readonly stopAsked: () => boolean;
  readonly saveState: () => Promise<Buffer>;
}

interface KoffiGame {
  readonly core: string;
  readonly romPath: string;
  readonly image: Uint8Array;
  readonly copierHeader: boolean;
  readonly options: readonly (readonly [key: string, value: string])[];
  readonly state?: Buffer;
  /** Called after every activity of the core. */
  readonly alive: (phase: string) => void;
}

const SYSTEM_RAM = 2;
const JOYPAD = 1;
const JOYPAD_MASK = 256;
const INTERFACE_VERSION = 1;

type Call = (signature: string) => (...values: unknown[]) => Promise<unknown>;

/** A core's library, before and after its game is loaded. */
interface Library {
  readonly koffi: KoffiModule;
  readonly game: KoffiGame;
  /** A function of the core, to be run on koffi's worker. */
  readonly call: Call;
  readonly environment: CoreEnvironment;
  readonly info: { name?: string; version?: string; need_fullpath?: boolean };
  /** Buttons that are held. */
  padMask: number;
}

function callsOf(library: NativeLibrary, core: string): Call {
  return (signature) => {
    const native = findFunction(library, signature, core);
    return (...values) =>
      new Promise((resolve, reject) => {
        native.async(...values, (error: unknown, result: unknown) => (error ? reject(error) : resolve(result)));
      });
  };
}

function declareStructures(koffi: KoffiModule): void {
  koffi.struct('retro_game_info', { path: 'const char *', data: 'void *', size: 'size_t', meta: 'const char *' });
  koffi.struct('retro_system_info', {
    name: 'const char *',
    version: 'const char *',
    extensions: 'const char *',
    need_fullpath: 'bool',
    block_extract: 'bool',
  });
  koffi.struct('retro_av_info', {
    base_width: 'uint',
    base_height: 'uint',
    max_width: 'uint',
    max_height: 'uint',
    aspect: 'float',
    fps: 'double',
    sample_rate: 'double',
  });
}

function declareCallbacks(koffi: KoffiModule) {
  return {
    environment: koffi.proto('bool EnvironmentCallback(uint command, void *data)'),
    video: koffi.proto('void VideoCallback(const void *data, uint width, uint height, size_t pitch)'),
    audio: koffi.proto('void AudioCallback(int16_t left, int16_t right)'),
    audioBatch: koffi.proto('size_t AudioBatchCallback(const void *data, size_t frames)'),
    poll: koffi.proto('void PollCallback()'),
    input: koffi.proto('int16_t InputCallback(uint port, uint device, uint index, uint id)'),
  };
}

/** Initializes the core and gives it its callbacks. */
async function startCore(library: Library): Promise<void> {
  const { koffi, game, call, environment, info } = library;
  const types = declareCallbacks(koffi);
  declareStructures(koffi);
  const register = (callback: (...values: never[]) => unknown, type: unknown): bigint =>
    koffi.register(callback, koffi.pointer(type));
  const version = await call('uint retro_api_version()')();
  if (version !== INTERFACE_VERSION) {
    throw new LockstepError('E_CORE_NOT_LIBRETRO', `core ${game.core} speaks libretro interface ${version}`);
  }
  game.alive('retro_set_environment');
  await call('void retro_set_environment(EnvironmentCallback *callback)')(
    register(environment.callback, types.environment),
  );
  await call('void retro_get_system_info(_Out_ retro_system_info *info)')(info);
  if (info.need_fullpath === true && game.copierHeader) {
    throw new LockstepError(
      'E_ROM_HEADER',
      `ROM ${game.romPath} has a copier header and this core reads the file itself`,
    );
  }
  game.alive('retro_init');
  await call('void retro_init()')();
  await call('void retro_set_video_refresh(VideoCallback *callback)')(register(() => undefined, types.video));
  await call('void retro_set_audio_sample(AudioCallback *callback)')(register(() => undefined, types.audio));
  await call('void retro_set_audio_sample_batch(AudioBatchCallback *callback)')(
    register((_data: unknown, frames: unknown) => frames, types.audioBatch),
  );
  await call('void retro_set_input_poll(PollCallback *callback)')(register(() => undefined, types.poll));
  await call('void retro_set_input_state(InputCallback *callback)')(
    register((port: number, device: number, index: number, id: number) => {
      if (port !== 0 || (device & 0xff) !== JOYPAD || index !== 0) return 0;
      if (id === JOYPAD_MASK) return library.padMask;
      return id < 16 ? (library.padMask >> id) & 1 : 0;
    }, types.input),
  );
}

/** Loads the game, and its state where one is given. @returns frames per second */
async function loadGame({ game, call, environment }: Library): Promise<number> {
  game.alive('retro_load_game');
  const image = Buffer.from(game.image);
  const gameInfo = { path: game.romPath, data: image, size: image.length, meta: null };
  if ((await call('bool retro_load_game(const retro_game_info *game)')(gameInfo)) !== true) {
    throw new LockstepError('E_ROM_REFUSED', `the core refused the ROM ${game.romPath}`);
  }
  game.alive('retro_load_game');
  environment.checkOptions();
  await call('void retro_set_controller_port_device(uint port, uint device)')(0, JOYPAD);
  const av: { fps?: number } = {};
  await call('void retro_get_system_av_info(_Out_ retro_av_info *info)')(av);
  if (game.state !== undefined) await loadState(call, game.state, await stateSize(call));
  return av.fps ?? 0;
}

async function stateSize(call: Call): Promise<number> {
  return Number(await call('size_t retro_serialize_size()')());
}

async function loadState(call: Call, state: Buffer, expected: number): Promise<void> {
  const bytes = Buffer.alloc(Math.max(state.length, expected));
  state.copy(bytes);
  if ((await call('bool retro_unserialize(const void *data, size_t size)')(bytes, state.length)) === true) return;
  throw new LockstepError(
    'E_STATE_REFUSED',
    `the core refused the state (${countText(state.length, 'byte')}, its own: ${expected})`,
  );
}

async function saveState(call: Call): Promise<Buffer> {
  const bytes = Buffer.alloc(await stateSize(call));
  if ((await call('bool retro_serialize(void *data, size_t size)')(bytes, bytes.length)) === true) return bytes;
  throw new LockstepError('E_STATE_REFUSED', 'the core returned no state');
}

/** The core's own work RAM. @throws LockstepError `E_CORE_NO_WRAM` */
async function workRam({ koffi, call }: Library): Promise<Uint8Array> {
  const pointer = await call('void *retro_get_memory_data(uint id)')(SYSTEM_RAM);
  const size = Number(await call('size_t retro_get_memory_size(uint id)')(SYSTEM_RAM));
  if (pointer !== null && size >= WORK_RAM_BYTES) return new Uint8Array(koffi.view(pointer, size));
  throw new LockstepError(
    'E_CORE_NO_WRAM',
    `the core shows ${countText(size, 'byte')} of work RAM, not ${WORK_RAM_BYTES}`,
  );
}

/**
 * Opens a core and loads its game.
 * @throws LockstepError with a code for each fault of core, image and options
 */
export async function openKoffiCore(game: KoffiGame): Promise<KoffiCore> {
  const koffi = await importKoffi();
  const native = loadLibrary(() => koffi.load(game.core), game.core);
  const call = callsOf(native, game.core);
  const fixedTime = fixTime(koffi, game.core);
  const environment = createEnvironment(koffi, game.options);
  const library: Library = { koffi, game, call, environment, info: {}, padMask: 0 };
  await startCore(library);
  const framesPerSecond = await loadGame(library);
  const ram = await workRam(library);
  const runFrame = call('void retro_run()');
  return {
    name: library.info.name ?? '',
    version: library.info.version ?? '',
    framesPerSecond,
    fixedTime,
    ram,
    runFrame: async (mask) => {
      library.padMask = mask;
      await runFrame();
    },
    stopAsked: environment.stopAsked,
    saveState: () => saveState(call),
  };
}

// A constant time() for the core: bsnes-mercury fills work RAM at power-on with noise that time(0)
// seeds, and has no option against it. On 64-bit Linux the core's own slots for time() (in its
// dynamic relocations, ELF) are pointed at a callback of ours before the core runs. Elsewhere, and
// where a core has no such slot, it sees the true time and the recording says so.

/** 2020-01-01 00:00:00 UTC, in seconds since 1970. */
const CONSTANT_TIME = 1_577_836_800;
const PAGE = 4096n;

/** ELF: what is read of a 64-bit little-endian shared library. */
const ELF = {
  magic: 0x464c457f,
  class64: 2,
  littleEndian: 1,
  segment: { load: 1, dynamic: 2, size: 56 },
  tag: { pltBytes: 2, strings: 5, symbols: 6, rela: 7, relaBytes: 8, jumpSlots: 23 },
  symbolBytes: 24,
  relocationBytes: 24,
  /** GLOB_DAT and JUMP_SLOT of x86-64 and of AArch64. */
  slotTypes: [6, 7, 1025, 1026],
} as const;

/** Places, from the library's own 0 on, of the slots that hold another library's function. */
function functionSlots(file: Buffer, name: string): number[] {
  const supported =
    file.length > 64 && file.readUInt32LE(0) === ELF.magic && file[4] === ELF.class64 && file[5] === ELF.littleEndian;
  if (!supported) return [];
  const word = (at: number): number => Number(file.readBigUInt64LE(at));
  const [table, count] = [word(0x20), file.readUInt16LE(0x38)];
  const segments = Array.from({ length: count }, (_, index) => table + index * ELF.segment.size).map((at) => ({
    type: file.readUInt32LE(at),
    offset: word(at + 8),
    address: word(at + 16),
    bytes: word(at + 32),
  }));
  const place = (address: number): number => {
    const holder = segments.find(
      (one) => one.type === ELF.segment.load && address >= one.address && address < one.address + one.bytes,
    );
    return holder === undefined ? file.length : address - holder.address + holder.offset;
  };
  const dynamic = segments.find(({ type }) => type === ELF.segment.dynamic);
  if (dynamic === undefined) return [];
  const tags = new Map<number, number>();
  for (let at = dynamic.offset; at < dynamic.offset + dynamic.bytes; at += 16) tags.set(word(at), word(at + 8));
  const tag = (number: number): number => tags.get(number) ?? 0;
  const [symbols, strings] = [place(tag(ELF.tag.symbols)), place(tag(ELF.tag.strings))];
  const wanted = `${name}\0`;
  const slotsOf = (start: number, bytes: number): number[] => {
    const slots: number[] = [];
    for (let at = place(start); at < place(start) + bytes; at += ELF.relocationBytes) {
      const symbol = symbols + file.readUInt32LE(at + 12) * ELF.symbolBytes;
      const text = strings + file.readUInt32LE(symbol);
      const named = file.toString('latin1', text, text + wanted.length) === wanted;
      if (named && ELF.slotTypes.includes(file.readUInt32LE(at + 8) as 6)) slots.push(word(at));
    }
    return slots;
  };
  return [
    ...slotsOf(tag(ELF.tag.rela), tag(ELF.tag.relaBytes)),
    ...slotsOf(tag(ELF.tag.jumpSlots), tag(ELF.tag.pltBytes)),
  ];
}

/** Where a loaded library begins in this process. */
function loadedAt(path: string): bigint | undefined {
  const maps = readFileSync('/proc/self/maps', 'latin1').split('\n');
  const first = maps.find((line) => line.endsWith(` ${path}`) && / 00000000 /u.test(line));
  return first === undefined ? undefined : BigInt(`0x${first.slice(0, first.indexOf('-'))}`);
}

/** Gives the core a constant time(). @returns whether the core has a slot for it, and it was set */
function fixTime(koffi: KoffiModule, core: string): boolean {
  if (process.platform !== 'linux') return false;
  const path = realpathSync(core);
  const [slots, base] = [functionSlots(readFileSync(path), 'time'), loadedAt(path)];
  if (slots.length === 0 || base === undefined) return false;
  const protect = koffi.load('libc.so.6').func('int mprotect(uint64_t address, size_t length, int protection)');
  const answer = koffi.register(
    (out: unknown) => {
      if (out !== null) koffi.encode(out, 0, 'int64_t', CONSTANT_TIME);
      return CONSTANT_TIME;
    },
    koffi.pointer(koffi.proto('int64_t TimeCallback(void *out)')),
  );
  const readAndWrite = 3;
  return slots.every((slot) => {
    const address = base + BigInt(slot);
    if (protect(address & ~(PAGE - 1n), PAGE, readAndWrite) !== 0) return false;
    koffi.encode(address, 0, 'uint64_t', answer);
    return true;
  });
}

function loadLibrary(load: () => NativeLibrary, core: string): NativeLibrary {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('Failed to load')) throw error;
    throw new LockstepError('E_CORE_UNLOADABLE', `core ${core} cannot be opened (${String(error)})`);
  }
}

function findFunction(library: NativeLibrary, signature: string, core: string): ReturnType<NativeLibrary['func']> {
  try {
    return library.func(signature);
  } catch (error) {
    // koffi has no codes: a signature that it cannot read is a fault of ours
    if (!(error instanceof Error) || !error.message.startsWith('Cannot find function')) throw error;
    const name = /retro_\w+(?=\()/u.exec(signature)?.[0] ?? signature;
    throw new LockstepError(
      'E_CORE_NOT_LIBRETRO',
      `${core} is a shared library but not a libretro core: it has no ${name}`,
    );
  }
}
