/* Headless libretro recorder: runs a core on a ROM and writes windows of work RAM, one record per frame.
 *
 *   recorder CORE ROM --frames N --windows ADDR:LEN[,ADDR:LEN..] --out FILE
 *     [--input FILE] [--pokes FILE] [--option KEY=VALUE].. [--state-load FILE] [--state-save FILE]
 *     [--allow-opposite] [--stall SECONDS] [--progress] [--verbose]
 *
 *   cc -O2 -std=gnu11 -Wall -Wextra -Wl,--export-dynamic -o recorder recorder.c -ldl
 *
 * ADDR and LEN are hexadecimal and relative to work RAM: $7E:1E00 is 01E00, the last byte is 1FFFF.
 * --input lines:  FRAME MASKHEX            held until the next line; frames rise; libretro bits:
 *                                          B0 Y1 Select2 Start3 Up4 Down5 Left6 Right7 A8 X9 L10 R11
 * --pokes lines:  FRAME ADDRHEX HEXBYTES   written to work RAM before that frame runs; frames do not fall
 * In both files FRAME is decimal and counts from 0, and '#' starts a comment.
 *
 * Output (FORMAT.md beside this file has it field by field), little-endian:
 *   header   "LKSTREC\n", u16 version 1, u16 flags, u32 header length, u32 record length, u32 frames asked for,
 *            f64 frames per second, u16 windows, u16 options, windows (u32 address, u32 length),
 *            strings (u16 length, bytes): core name, core version, each option as KEY=VALUE
 *   records  u32 frame, u16 mask held during it, the windows as they stand when retro_run has returned
 *   trailer  u32 FFFFFFFF, "LKSTEND\n", u32 frames written, u32 status (0 complete, 1 interrupted), u32 CRC-32
 *
 * Exit: 0 done; 2 bad use or bad input; 3 the core stopped answering; 4 the core crashed or ended the process;
 *       5 the core refused; 6 a file could not be written; 130 interrupted.
 * Messages go to stderr as "@lockstep error CODE text", "@lockstep progress DONE TOTAL" and "@lockstep done FRAMES"; a
 * core may print without a newline in front of them, so readers look for the mark anywhere in a line.
 *
 * Three things are done here because cores were seen to need them:
 *   time() is constant: bsnes-mercury fills work RAM at power-on with noise seeded by time(0), no option against it;
 *   GET_VARIABLE never hands out NULL: bsnes-mercury compares the string without looking at the answer;
 *   a copier header is taken off: bsnes-mercury runs such an image without complaint, as garbage.
 * One translation unit: the parts below are included, so that one file and one command build it. */
#define _GNU_SOURCE
#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "libretro.h"
#include "report.h"
#include "files.h"
#include "scripts.h"
#include "core.h"
#include "output.h"
#include "states.h"

static const char usage[] =
  "recorder CORE ROM --frames N --windows ADDR:LEN[,..] --out FILE [--input FILE] [--pokes FILE] "
  "[--option KEY=VALUE].. [--state-load FILE] [--state-save FILE] [--allow-opposite] [--stall SECONDS] [--progress] "
  "[--verbose]; ADDR and LEN are hexadecimal, relative to $7E:0000";

int main(int argc, char **argv) {
  const char *rom_path = NULL, *input_path = NULL, *pokes_path = NULL, *state_in = NULL, *state_out = NULL;
  uint64_t frames = 0, seconds;
  bool allow_opposite = false, progress = false;
  dup2(STDERR_FILENO, STDOUT_FILENO); /* what a core prints is chatter */
  setvbuf(stdout, NULL, _IOLBF, 0);
  setenv("TZ", "UTC0", 1);
  for (int i = 1; i < argc; i++) {
    const char *name = argv[i];
    if (name[0] != '-') {
      if (!core_path) core_path = name;
      else if (!rom_path) rom_path = name;
      else fail(EXIT_USE, "E_RECORDER_USE", "'%s' is one file too many; usage: %s", name, usage);
      continue;
    }
    if (!strcmp(name, "--allow-opposite")) { allow_opposite = true; continue; }
    if (!strcmp(name, "--progress")) { progress = true; continue; }
    if (!strcmp(name, "--verbose")) { verbose = true; continue; }
    const char *const with_value[] = { "--frames", "--windows", "--input", "--pokes", "--out", "--option",
      "--state-load", "--state-save", "--stall" };
    size_t which = 0, known = sizeof with_value / sizeof *with_value;
    while (which < known && strcmp(name, with_value[which])) which++;
    if (which == known) fail(EXIT_USE, "E_RECORDER_USE", "there is no flag %s; usage: %s", name, usage);
    if (i + 1 >= argc) fail(EXIT_USE, "E_RECORDER_USE", "%s needs a value; usage: %s", name, usage);
    char *value = argv[++i];
    switch (which) {
    case 0:
      if (!parse_number(value, 10, 0xFFFFFFFEu, &frames) || !frames)
        fail(EXIT_USE, "E_RECORDER_USE", "--frames %s: expected a number from 1 to 4294967294", value);
      break;
    case 1: parse_windows(value); break;
    case 2: input_path = value; break;
    case 3: pokes_path = value; break;
    case 4: out_path = value; break;
    case 5: give_option(value); break;
    case 6: state_in = value; break;
    case 7: state_out = value; break;
    default:
      if (!parse_number(value, 10, 86400, &seconds) || !seconds)
        fail(EXIT_USE, "E_RECORDER_USE", "--stall %s: expected seconds, 1 to 86400", value);
      stall_seconds = (int)seconds;
    }
  }
  if (!core_path || !rom_path || !frames || !window_count || !out_path)
    fail(EXIT_USE, "E_RECORDER_USE", "missing: %s; usage: %s",
      !core_path ? "CORE" : !rom_path ? "ROM" : !frames ? "--frames" : !window_count ? "--windows" : "--out", usage);
  const char *const inputs[] = { core_path, rom_path, input_path, pokes_path, state_in };
  for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
    refuse_same_file(out_path, inputs[i]);
    if (inputs[i] != state_in) refuse_same_file(state_out, inputs[i]); /* going on from a state may replace it */
  }
  refuse_same_file(out_path, state_out);
  if (input_path) load_pad_script(input_path, allow_opposite);
  if (pokes_path) load_pokes(pokes_path);
  size_t rom_length, rom_header;
  uint8_t *rom = load_rom(rom_path, &rom_length, &rom_header);
  crc_init();
  install_handlers();

  open_core();
  phase = "retro_set_environment"; core.set_environment(environment_callback); beat++;
  struct retro_system_info info = { 0 };
  core.get_system_info(&info);
  if (info.need_fullpath && rom_header)
    fail(EXIT_USE, "E_ROM_HEADER", "ROM %s has a 512-byte copier header and this core reads the file by itself: take "
      "the header off first", rom_path);
  phase = "retro_init"; core.init(); beat++;
  core.set_video_refresh(video_callback);
  core.set_audio_sample(audio_callback);
  core.set_audio_sample_batch(audio_batch_callback);
  core.set_input_poll(poll_callback);
  core.set_input_state(input_callback);
  struct retro_game_info game = { .path = rom_path, .data = rom + rom_header, .size = rom_length };
  phase = "retro_load_game";
  if (!core.load_game(&game)) fail(EXIT_REFUSED, "E_ROM_REFUSED", "the core refused the ROM %s", rom_path);
  beat++;
  check_options();
  core.set_controller_port_device(0, DEVICE_JOYPAD);
  struct retro_av_info av;
  memset(&av, 0, sizeof av);
  core.get_system_av_info(&av);
  phase = "loading the state";
  if (state_in) load_state(state_in);
  beat++;
  uint8_t *ram = core.get_memory_data(MEMORY_SYSTEM_RAM);
  size_t ram_size = core.get_memory_size(MEMORY_SYSTEM_RAM);
  if (!ram || ram_size < WRAM_SIZE)
    fail(EXIT_REFUSED, "E_CORE_NO_WRAM", "the core shows %zu bytes of work RAM, not %d: is it a SNES core?",
      ram ? ram_size : 0, WRAM_SIZE);

  uint32_t flags = allow_opposite ? FLAG_OPPOSITE : 0;
  if (state_in) flags |= FLAG_STATE_LOADED;
  if (poke_count) flags |= FLAG_POKES;
  void *found_time = dlsym(RTLD_DEFAULT, "time");
  time_t (*own_time)(time_t *) = time;
  bool cores_get_ours = !memcmp(&found_time, &own_time, sizeof found_time); /* not so without --export-dynamic */
  if (cores_get_ours) flags |= FLAG_FIXED_TIME;
  phase = "opening the output";
  out_file = create(out_path, 0);
  setvbuf(out_file, NULL, _IOFBF, 1 << 18);
  write_header(&info, av.timing.fps, (uint32_t)frames, flags);
  beat++;

  uint32_t done = 0;
  size_t next_pad = 0, next_poke = 0;
  uint64_t shown = milliseconds();
  while (done < frames && !interrupted && !core_asked_to_stop) {
    frame_now = done;
    while (next_pad < pad_count && pad_events[next_pad].frame <= done) pad_mask = pad_events[next_pad++].mask;
    for (; next_poke < poke_count && pokes[next_poke].frame <= done; next_poke++)
      memcpy(ram + pokes[next_poke].address, poke_bytes + pokes[next_poke].at, pokes[next_poke].length);
    phase = "retro_run";
    core.run();
    phase = "writing the output";
    out_u32(done);
    out_u16(pad_mask);
    for (size_t i = 0; i < window_count; i++) out_bytes(ram + windows[i].address, windows[i].length);
    done++;
    beat++;
    if (progress) {
      uint64_t now = milliseconds();
      if (now - shown >= 100) { report("progress", done, (int64_t)frames); shown = now; }
    }
  }
  bool complete = done == frames;
  if (!complete && !interrupted)
    fail(EXIT_REFUSED, "E_CORE_STOPPED", "the core asked to be shut down in frame %u", frame_now);
  phase = "saving the state";
  if (complete && state_out) save_state(state_out);
  write_trailer(done, complete ? 0 : 1);
  remove_on_failure[0] = remove_on_failure[1] = NULL; /* from here on the files are good */
  if (progress) report("progress", done, (int64_t)frames);
  report(complete ? "done" : "interrupted", done, -1);
  fflush(stdout);
  /* The core's own clean-up is left out on purpose: the recording is complete, and the process ends here. */
  leave(complete ? 0 : EXIT_INTERRUPTED);
}
