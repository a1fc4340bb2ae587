/* A libretro core that emulates nothing, for tests of the recorders: it counts its frames in work
 * RAM and misbehaves on
 * request.  cc -shared -fPIC -DMISBEHAVE_... -o tiny.so tiny-core.c
 * Work RAM after frame N: 0000 frames run (u32), 0004 pad mask seen (u16), 0006 sum of the bytes at
 * 0010..0013 (u16), 0008 time(0) (u32), 1FFFF: 5A. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct variable { const char *key, *value; };
struct system_info { const char *name, *version, *extensions; bool need_fullpath, block_extract; };
struct av_info { unsigned geometry[4]; float aspect; double fps, sample_rate; };
struct game_info { const char *path; const uint8_t *data; size_t size; const char *meta; };

static uint8_t ram[0x20000];
static uint32_t frames;
static bool (*environment)(unsigned, void *);
static void (*input_poll)(void);
static int16_t (*input_state)(unsigned, unsigned, unsigned, unsigned);

static void put32(unsigned at, uint32_t value) { for (int i = 0; i < 4; i++) ram[at + i] = (uint8_t)(value >> 8 * i); }

unsigned retro_api_version(void) {
#ifdef MISBEHAVE_VERSION
  return 2;
#else
  return 1;
#endif
}
void retro_set_environment(bool (*callback)(unsigned, void *)) {
  environment = callback;
  struct variable options[] = { { "tiny_speed", "Speed; slow|fast" }, { NULL, NULL } };
  environment(16, options);
}
void retro_get_system_info(struct system_info *info) {
  info->name = "tiny"; info->version = "1.0"; info->extensions = "sfc";
  info->need_fullpath = info->block_extract = false;
}
void retro_init(void) {
  /* as bsnes-mercury does: compares without looking at the answer */
  struct variable unknown = { "tiny_unknown", NULL };
  environment(15, &unknown);
  if (!strcmp(unknown.value, "never")) abort();
#ifdef MISBEHAVE_INIT
  *(volatile int *)8 = 1;
#endif
}
void retro_set_video_refresh(void *callback) { (void)callback; }
void retro_set_audio_sample(void *callback) { (void)callback; }
void retro_set_audio_sample_batch(void *callback) { (void)callback; }
void retro_set_input_poll(void (*callback)(void)) { input_poll = callback; }
void retro_set_input_state(int16_t (*callback)(unsigned, unsigned, unsigned, unsigned)) { input_state = callback; }
void retro_set_controller_port_device(unsigned port, unsigned device) { (void)port; (void)device; }
bool retro_load_game(const struct game_info *game) {
#ifdef MISBEHAVE_LOAD
  return false;
#endif
  ram[0x1FFFF] = 0x5A;
  /* the first byte of the image as the core sees it: shows whether a copier header was taken off */
  ram[0x20] = game->data[0];
  struct variable speed = { "tiny_speed", NULL };
  ram[0x21] = environment(15, &speed) ? (uint8_t)speed.value[0] : 0;
  return true;
}
void retro_get_system_av_info(struct av_info *info) { memset(info, 0, sizeof *info); info->fps = 50.5; }
void *retro_get_memory_data(unsigned id) { return id == 2 ? ram : NULL; }
size_t retro_get_memory_size(unsigned id) {
#ifdef MISBEHAVE_RAM
  return id == 2 ? 0x800 : 0;
#else
  return id == 2 ? sizeof ram : 0;
#endif
}
void retro_run(void) {
  input_poll();
  unsigned mask = 0;
  for (unsigned id = 0; id < 12; id++) mask |= (unsigned)(input_state(0, 1, 0, id) != 0) << id;
#ifdef MISBEHAVE_CHATTER
  printf("chatter without an end");
  if (frames % 2) fputs("error @lock", stderr);
#endif
#ifdef MISBEHAVE_ABORT
  if (frames == 3) abort();
#endif
#ifdef MISBEHAVE_EXIT
  if (frames == 3) exit(0);
#endif
#ifdef MISBEHAVE_HANG
  while (frames == 3) usleep(1000);
#endif
#ifdef MISBEHAVE_SHUTDOWN
  if (frames == 3) environment(7, NULL);
#endif
#ifdef MISBEHAVE_SLOW
  usleep(10000);
#endif
  put32(0, ++frames);
  ram[4] = (uint8_t)mask; ram[5] = (uint8_t)(mask >> 8);
  unsigned sum = (unsigned)ram[0x10] + ram[0x11] + ram[0x12] + ram[0x13];
  ram[6] = (uint8_t)sum; ram[7] = (uint8_t)(sum >> 8);
  put32(8, (uint32_t)time(NULL));
}
size_t retro_serialize_size(void) { return 8; }
bool retro_serialize(void *data, size_t size) {
  if (size < 8) return false;
  memcpy(data, "TINY", 4);
  memcpy((char *)data + 4, &frames, 4);
  return true;
}
bool retro_unserialize(const void *data, size_t size) {
  if (size != 8 || memcmp(data, "TINY", 4)) return false;
  memcpy(&frames, (const char *)data + 4, 4);
  return true;
}
void retro_unload_game(void) {}
void retro_deinit(void) {}
