/* The core: opening it with an explanation when that fails, its options, the callbacks it is given, the ROM. */

/* ---- core options ---- */
static struct option *find_option(const char *key) {
  for (size_t i = 0; i < option_count; i++) if (!strcmp(options[i].key, key)) return &options[i];
  return NULL;
}
static struct option *add_option(const char *key, size_t key_length) {
  options = need_memory(realloc(options, (option_count + 1) * sizeof *options));
  options[option_count] = (struct option){ .key = need_memory(strndup(key, key_length)) };
  return &options[option_count++];
}
static void give_option(const char *text) {
  const char *equals = strchr(text, '=');
  if (!equals || equals == text) fail(EXIT_USE, "E_OPTION", "--option %s: expected KEY=VALUE", text);
  struct option *o = add_option(text, (size_t)(equals - text));
  for (size_t i = 0; i + 1 < option_count; i++)
    if (!strcmp(options[i].key, o->key)) fail(EXIT_USE, "E_OPTION", "--option %s is given twice", o->key);
  o->value = need_memory(strdup(equals + 1));
  o->given = true;
}
/* What a core declares is "Description; default|other|..": the default stands unless the command line has another. */
static void declare_option(const char *key, const char *text) {
  struct option *o = find_option(key);
  if (!o) o = add_option(key, strlen(key));
  o->known = true;
  const char *list = text ? strchr(text, ';') : NULL;
  if (!list) return;
  for (list++; *list == ' '; list++) ;
  if (!o->allowed) o->allowed = need_memory(strdup(list));
  if (!o->value) o->value = need_memory(strndup(list, strcspn(list, "|")));
}
static bool option_allows(const struct option *o) {
  size_t length = strlen(o->value);
  for (const char *p = o->allowed; p; p = strchr(p, '|'), p = p ? p + 1 : NULL)
    if (strcspn(p, "|") == length && !strncmp(p, o->value, length)) return true;
  return false;
}
static void check_options(void) {
  for (size_t i = 0; i < option_count; i++) {
    const struct option *o = &options[i];
    if (o->given && !o->known) fail(EXIT_USE, "E_OPTION", "--option %s: this core has no such option", o->key);
    if (o->given && o->allowed && !option_allows(o)) fail(EXIT_USE, "E_OPTION", "--option %s: '%s' is none of %s",
      o->key, o->value, o->allowed);
  }
}

/* ---- callbacks ---- */
static void log_callback(int level, const char *format, ...) {
  if (!verbose) return;
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "[core %d] ", level);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
}
static bool environment_callback(unsigned command, void *data) {
  switch (command) {
  case ENV_GET_CAN_DUPE: *(bool *)data = true; return true;
  case ENV_SHUTDOWN: core_asked_to_stop = true; return true;
  case ENV_GET_SYSTEM_DIRECTORY: case ENV_GET_SAVE_DIRECTORY: *(const char **)data = "/nonexistent"; return true;
  case ENV_SET_PERFORMANCE_LEVEL: case ENV_SET_PIXEL_FORMAT: case ENV_SET_INPUT_DESCRIPTORS: case ENV_SET_GEOMETRY:
    return true;
  case ENV_SET_VARIABLES:
    for (const struct retro_variable *v = data; v && v->key; v++) declare_option(v->key, v->value);
    return true;
  case ENV_GET_VARIABLE: {
    struct retro_variable *v = data;
    struct option *o = v->key ? find_option(v->key) : NULL;
    if (o) o->known = true;
    if (o && o->value) { v->value = o->value; return true; }
    if (!v->value) v->value = "";
    return false;
  }
  case ENV_GET_VARIABLE_UPDATE: *(bool *)data = false; return true;
  case ENV_GET_LOG_INTERFACE: ((struct retro_log_callback *)data)->log = log_callback; return true;
  case ENV_GET_CORE_OPTIONS_VERSION: *(unsigned *)data = 0; return true;
  case ENV_GET_INPUT_BITMASKS: return true;
  case ENV_GET_AUDIO_VIDEO_ENABLE: if (data) *(int *)data = 0; return true; /* neither picture nor sound */
  default: return false;
  }
}
static void video_callback(const void *data, unsigned width, unsigned height,
  size_t pitch) { (void)data; (void)width; (void)height; (void)pitch; }
static void audio_callback(int16_t left, int16_t right) { (void)left; (void)right; }
static size_t audio_batch_callback(const int16_t *data, size_t frames) { (void)data; return frames; }
static void poll_callback(void) {}
static int16_t input_callback(unsigned port, unsigned device, unsigned index, unsigned id) {
  if (port || (device & 0xFF) != DEVICE_JOYPAD || index) return 0;
  if (id == JOYPAD_MASK) return (int16_t)pad_mask;
  return id < 16 ? (int16_t)(pad_mask >> id & 1) : 0;
}

/* ---- the core ---- */
static const char *core_path;
static void *core_library;
static struct {
  unsigned (*api_version)(void);
  void (*set_environment)(bool (*)(unsigned, void *));
  void (*get_system_info)(struct retro_system_info *);
  void (*init)(void);
  void (*set_video_refresh)(void (*)(const void *, unsigned, unsigned, size_t));
  void (*set_audio_sample)(void (*)(int16_t, int16_t));
  void (*set_audio_sample_batch)(size_t (*)(const int16_t *, size_t));
  void (*set_input_poll)(void (*)(void));
  void (*set_input_state)(int16_t (*)(unsigned, unsigned, unsigned, unsigned));
  bool (*load_game)(const struct retro_game_info *);
  void (*set_controller_port_device)(unsigned, unsigned);
  void (*get_system_av_info)(struct retro_av_info *);
  void *(*get_memory_data)(unsigned);
  size_t (*get_memory_size)(unsigned);
  void (*run)(void);
  size_t (*serialize_size)(void);
  bool (*serialize)(void *, size_t);
  bool (*unserialize)(const void *, size_t);
  void (*unload_game)(void);
  void (*deinit)(void);
} core;
static void find_symbol(void **slot, const char *name) {
  *slot = dlsym(core_library, name);
  if (!*slot)
    fail(EXIT_USE, "E_CORE_NOT_LIBRETRO", "%s is a shared library but not a libretro core: it has no %s", core_path,
      name);
}
static void open_core(void) {
  size_t room = strlen(core_path) + 3;
  char *path = need_memory(malloc(room));
  /* a bare name would be looked up in the linker's path */
  snprintf(path, room, "%s%s", strchr(core_path, '/') ? "" : "./", core_path);
  struct stat status;
  if (stat(path, &status)) fail(EXIT_USE, "E_CORE_MISSING", "core %s: %s", core_path, strerror(errno));
  if (!S_ISREG(status.st_mode)) fail(EXIT_USE, "E_CORE_UNLOADABLE", "core %s is not a file", core_path);
  phase = "opening the core";
  core_library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!core_library) {
    const char *why = dlerror();
    const char *hint = "";
    if (!why) why = "no reason given";
    if (strstr(why, "invalid ELF") || strstr(why, "file too short"))
      hint = ": it is not a shared library of this system";
    else if (strstr(why, "wrong ELF class") || strstr(why, "cannot open shared object file"))
      hint = ": it is built for another architecture, or a library that it needs is missing";
    else if (strstr(why, "undefined symbol"))
      hint = ": it needs a library that is not there, or another version of it";
    fail(EXIT_USE, "E_CORE_UNLOADABLE", "core %s cannot be opened%s (%s)", core_path, hint, why);
  }
  free(path);
#define SYMBOL(field) find_symbol((void **)&core.field, "retro_" #field)
  SYMBOL(api_version); SYMBOL(set_environment); SYMBOL(get_system_info); SYMBOL(init); SYMBOL(set_video_refresh);
  SYMBOL(set_audio_sample); SYMBOL(set_audio_sample_batch); SYMBOL(set_input_poll); SYMBOL(set_input_state);
  SYMBOL(load_game); SYMBOL(set_controller_port_device); SYMBOL(get_system_av_info); SYMBOL(get_memory_data);
  SYMBOL(get_memory_size); SYMBOL(run); SYMBOL(serialize_size); SYMBOL(serialize); SYMBOL(unserialize);
  SYMBOL(unload_game); SYMBOL(deinit);
#undef SYMBOL
  unsigned api = core.api_version();
  if (api != RETRO_API)
    fail(EXIT_USE, "E_CORE_NOT_LIBRETRO", "core %s speaks libretro interface %u, not %d", core_path, api, RETRO_API);
}
static uint8_t *load_rom(const char *path, size_t *length, size_t *header) {
  uint8_t *bytes = read_file(path, "ROM", length);
  if (!*length) fail(EXIT_USE, "E_ROM_EMPTY", "ROM %s is empty", path);
  *header = *length % 1024 == 512 ? 512 : 0;
  *length -= *header;
  if (*length % 1024 || *length < ROM_SMALLEST || *length > ROM_LARGEST)
    fail(EXIT_USE, "E_ROM_SIZE", "ROM %s: %zu bytes%s are no cartridge size (a multiple of 1024 from %d to %d, with "
      "or without a 512-byte copier header)", path, *length, *header ? " without the copier header" : "", ROM_SMALLEST,
      ROM_LARGEST);
  return bytes;
}
