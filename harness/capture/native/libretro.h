/* The libretro interface as far as the recorder needs it, written out by hand: constants and struct layouts of the
 * public interface. */
enum {
  ENV_GET_CAN_DUPE = 3, ENV_SHUTDOWN = 7, ENV_SET_PERFORMANCE_LEVEL = 8, ENV_GET_SYSTEM_DIRECTORY = 9,
  ENV_SET_PIXEL_FORMAT = 10, ENV_SET_INPUT_DESCRIPTORS = 11, ENV_GET_VARIABLE = 15, ENV_SET_VARIABLES = 16,
  ENV_GET_VARIABLE_UPDATE = 17, ENV_GET_LOG_INTERFACE = 27, ENV_GET_SAVE_DIRECTORY = 31, ENV_SET_GEOMETRY = 37,
  ENV_GET_AUDIO_VIDEO_ENABLE = 47 | 0x10000, ENV_GET_INPUT_BITMASKS = 51 | 0x10000, ENV_GET_CORE_OPTIONS_VERSION = 52
};
enum { MEMORY_SYSTEM_RAM = 2, DEVICE_JOYPAD = 1, JOYPAD_MASK = 256, RETRO_API = 1 };
struct retro_variable { const char *key, *value; };
struct retro_game_info { const char *path; const void *data; size_t size; const char *meta; };
struct retro_system_info { const char *name, *version, *extensions; bool need_fullpath, block_extract; };
struct retro_av_info {
  struct { unsigned base_width, base_height, max_width, max_height; float aspect; } geometry;
  struct { double fps, sample_rate; } timing;
};
struct retro_log_callback { void (*log)(int, const char *, ...); };
