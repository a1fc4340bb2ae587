/*
 * The turn engine in C: the time to compare TypeScript's with, and a second reading of the same
 * routines over the same packed image. Everything is one translation unit, so that the compiler can
 * inline as freely as that of TypeScript.
 *
 *   engine routines                  names of the routines, one per line
 *   engine cases  < stream           answers a stream of cases (cases.c)
 *   engine run < stream              runs all frames for every further byte of the stream and
 *                                    writes "NANOSECONDS CHECKSUM" each time
 *
 * The run stream (little-endian): u32 steps, u8 idle action points, u8 countdown first, u8 timers
 * count down, u8 0, the image, the 65,536 bytes of bank D5, one u16 pad word per step; then a byte
 * for each requested run. Nanoseconds are the process's own processor time.
 */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <time.h>

#include "machine.h"
#include "routines.c"
#include "frame.c"
#include "cases.c"

enum { GUARD_BYTES = 0x10000, BANK_BYTES = 0x10000, ERROR_COMMAND = 1, ERROR_PAD = 2, COMMAND_FRAME = 1 };

/* The step as a battle offers it: checks the encoded command, then runs a frame. */
static int battle_step(Machine *machine, const int32_t *command, Events *events) {
  if (command[0] != COMMAND_FRAME) return ERROR_COMMAND;
  int pad = command[1];
  if (pad < 0 || pad > 0xffff) return ERROR_PAD;
  machine->events = events;
  step_frame(machine, pad);
  return 0;
}

static uint32_t checksum(const uint8_t *bytes, int count) {
  uint32_t hash = 0x811c9dc5u;
  for (int at = 0; at < count; at++) hash = (hash ^ bytes[at]) * 0x01000193u;
  return hash;
}

static double nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static int run_frames(Machine *machine) {
  static uint8_t start[IMAGE_BYTES];
  uint8_t head[8];
  if (!get_bytes(head, 8)) return 1;
  int steps = (int)read32(head, 0);
  machine->settings.idle_action_points = head[4];
  machine->settings.countdown_first = head[5];
  machine->settings.timers_count_down = head[6];
  uint16_t *pads = malloc((size_t)steps * sizeof *pads);
  if (pads == NULL || !get_bytes(start, IMAGE_BYTES) || !get_bytes(machine->bank_d5, BANK_BYTES)) return 1;
  for (int at = 0; at < steps; at++) {
    int word = read_word(stdin);
    if (word < 0) return 1;
    pads[at] = (uint16_t)word;
  }
  int32_t command[2] = {COMMAND_FRAME, 0};
  while (getchar() != EOF) {
    memcpy(machine->ram, start, IMAGE_BYTES);
    double began = nanoseconds();
    for (int at = 0; at < steps; at++) {
      command[1] = pads[at];
      if (battle_step(machine, command, NULL) != 0) return 1;
    }
    double took = nanoseconds() - began;
    printf("%.0f %08x\n", took, (unsigned)checksum(machine->ram, IMAGE_BYTES));
    fflush(stdout);
  }
  free(pads);
  return 0;
}

int main(int count, char **arguments) {
  uint8_t *memory = calloc(1, GUARD_BYTES + IMAGE_BYTES + GUARD_BYTES);
  uint8_t *bank = calloc(1, BANK_BYTES);
  if (memory == NULL || bank == NULL) return 1;
  Machine machine = {memory + GUARD_BYTES, bank, NULL, NULL, {10, 0, 1}};
  int result = 2;
  if (count == 2 && strcmp(arguments[1], "routines") == 0) result = print_routines();
  else if (count == 2 && strcmp(arguments[1], "cases") == 0) result = run_cases(&machine);
  else if (count == 2 && strcmp(arguments[1], "run") == 0) result = run_frames(&machine);
  else fprintf(stderr, "engine routines | cases | run\n");
  free(memory);
  free(bank);
  return result;
}
