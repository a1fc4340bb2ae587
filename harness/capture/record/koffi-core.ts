/**
 * A libretro core driven from Node through koffi. Every call of the core runs on koffi's worker (`.async`), never on
 * the main thread: bsnes-mercury calls back from coroutine stacks of its own, which V8 takes for a stack overflow.
 */

import { LockstepError } from '../../base/errors.js';
import { createEnvironment } from './koffi-environment.js';
import { importKoffi, type NativeLibrary } from './koffi-library.js';
import { WORK_RAM_SIZE } from './windows.js';

export interface KoffiCore {
  readonly name: string;
  readonly version: string;
  readonly framesPerSecond: number;
  /** The core's own work RAM, not a copy. */
  readonly ram: Uint8Array;
  readonly runFrame: (mask: number) => Promise<void>;
  readonly stopAsked: () => boolean;
  readonly saveState: () => Promise<Buffer>;
}

export interface KoffiGame {
  readonly core: string;
  readonly romPath: string;
  readonly image: Uint8Array;
  readonly copierHeader: boolean;
  readonly options: readonly (readonly [key: string, value: string])[];
  readonly state?: Buffer;
  /** Called whenever the core has done something. */
  readonly alive: (phase: string) => void;
}

const SYSTEM_RAM = 2;
const JOYPAD = 1;
const JOYPAD_MASK = 256;
const INTERFACE_VERSION = 1;

export async function openKoffiCore(game: KoffiGame): Promise<KoffiCore> {
  const koffi = await importKoffi();
  const library = loadLibrary(() => koffi.load(game.core), game.core);
  const call = (signature: string): ((...values: unknown[]) => Promise<unknown>) => {
    const native = findFunction(library, signature, game.core);
    return (...values) =>
      new Promise((resolve, reject) => {
        native.async(...values, (error: unknown, result: unknown) => (error ? reject(error) : resolve(result)));
      });
  };
  const callbackType = {
    environment: koffi.proto('bool EnvironmentCallback(uint command, void *data)'),
    video: koffi.proto('void VideoCallback(const void *data, uint width, uint height, size_t pitch)'),
    audio: koffi.proto('void AudioCallback(int16_t left, int16_t right)'),
    audioBatch: koffi.proto('size_t AudioBatchCallback(const void *data, size_t frames)'),
    poll: koffi.proto('void PollCallback()'),
    input: koffi.proto('int16_t InputCallback(uint port, uint device, uint index, uint id)'),
  };
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
  const register = (callback: (...values: never[]) => unknown, type: unknown): bigint =>
    koffi.register(callback, koffi.pointer(type));

  const interfaceVersion = await call('uint retro_api_version()')();
  if (interfaceVersion !== INTERFACE_VERSION) {
    throw new LockstepError('E_CORE_NOT_LIBRETRO', `core ${game.core} speaks libretro interface ${interfaceVersion}`);
  }
  const runFrame = call('void retro_run()');
  const environment = createEnvironment(koffi, game.options);
  let padMask = 0;
  game.alive('retro_set_environment');
  await call('void retro_set_environment(EnvironmentCallback *callback)')(
    register(environment.callback, callbackType.environment),
  );
  const info: { name?: string; version?: string; need_fullpath?: boolean } = {};
  await call('void retro_get_system_info(_Out_ retro_system_info *info)')(info);
  if (info.need_fullpath === true && game.copierHeader) {
    throw new LockstepError(
      'E_ROM_HEADER',
      `ROM ${game.romPath} has a copier header and this core reads the file itself`,
    );
  }
  game.alive('retro_init');
  await call('void retro_init()')();
  await call('void retro_set_video_refresh(VideoCallback *callback)')(register(() => undefined, callbackType.video));
  await call('void retro_set_audio_sample(AudioCallback *callback)')(register(() => undefined, callbackType.audio));
  await call('void retro_set_audio_sample_batch(AudioBatchCallback *callback)')(
    register((_data: unknown, frames: unknown) => frames, callbackType.audioBatch),
  );
  await call('void retro_set_input_poll(PollCallback *callback)')(register(() => undefined, callbackType.poll));
  await call('void retro_set_input_state(InputCallback *callback)')(
    register((port: number, device: number, index: number, id: number) => {
      if (port !== 0 || (device & 0xff) !== JOYPAD || index !== 0) return 0;
      if (id === JOYPAD_MASK) return padMask;
      return id < 16 ? (padMask >> id) & 1 : 0;
    }, callbackType.input),
  );
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
  const stateSize = async (): Promise<number> => Number(await call('size_t retro_serialize_size()')());
  if (game.state !== undefined) await loadState(game.state, await stateSize());
  const pointer = await call('void *retro_get_memory_data(uint id)')(SYSTEM_RAM);
  const size = Number(await call('size_t retro_get_memory_size(uint id)')(SYSTEM_RAM));
  if (pointer === null || size < WORK_RAM_SIZE) {
    throw new LockstepError('E_CORE_NO_WRAM', `the core shows ${size} bytes of work RAM, not ${WORK_RAM_SIZE}`);
  }

  async function loadState(state: Buffer, expected: number): Promise<void> {
    const bytes = Buffer.alloc(Math.max(state.length, expected));
    state.copy(bytes);
    if ((await call('bool retro_unserialize(const void *data, size_t size)')(bytes, state.length)) !== true) {
      throw new LockstepError(
        'E_STATE_REFUSED',
        `the core refused the state (${state.length} bytes, its own: ${expected})`,
      );
    }
  }
  return {
    name: info.name ?? '',
    version: info.version ?? '',
    framesPerSecond: av.fps ?? 0,
    ram: new Uint8Array(koffi.view(pointer, size)),
    runFrame: async (mask) => {
      padMask = mask;
      await runFrame();
    },
    stopAsked: environment.stopAsked,
    saveState: async () => {
      const bytes = Buffer.alloc(await stateSize());
      if ((await call('bool retro_serialize(void *data, size_t size)')(bytes, bytes.length)) !== true) {
        throw new LockstepError('E_STATE_REFUSED', 'the core gave no state');
      }
      return bytes;
    },
  };
}

function loadLibrary(load: () => NativeLibrary, core: string): NativeLibrary {
  try {
    return load();
  } catch (error) {
    throw new LockstepError('E_CORE_UNLOADABLE', `core ${core} cannot be opened (${String(error)})`);
  }
}

function findFunction(library: NativeLibrary, signature: string, core: string): ReturnType<NativeLibrary['func']> {
  try {
    return library.func(signature);
  } catch {
    const name = /retro_\w+(?=\()/u.exec(signature)?.[0] ?? signature;
    throw new LockstepError(
      'E_CORE_NOT_LIBRETRO',
      `${core} is a shared library but not a libretro core: it has no ${name}`,
    );
  }
}
