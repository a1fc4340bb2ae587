/*
 * The machine of a routine: the packed image, the table bytes, the lent event buffer, and access to
 * bytes and words of the image. Same form as core/live-a-live/memory/machine.ts, core/int/uint.ts
 * and core/int/hardware.ts.
 *
 * The build writes cells.h from the one table of cells (harness/tools/bench/cell-header.ts): no
 * address stands here.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cells.h"

/*
 * Plants one known fault, which the comparison must find; see FAULTS in
 * harness/tools/bench/build-engine.ts.
 */
#ifndef FAULT
#define FAULT 0
#endif

typedef struct {
  int32_t *words;
  int capacity;
  int length;
  int lost;
} Events;

typedef struct {
  const uint8_t *values;
  int count;
  int next;
} DrawScript;

typedef struct {
  int idle_action_points;
  int countdown_first;
  int timers_count_down;
} Settings;

typedef struct {
  /* Packed image, with 64 KiB of zeros on either side for pointers outside the windows. */
  uint8_t *ram;
  /* 65,536 bytes of bank D5. */
  uint8_t *bank_d5;
  Events *events;
  DrawScript *script;
  Settings settings;
} Machine;

/* Exit in bits 24-30, byte (A) in bits 16-23, word (X or Y) in bits 0-15. */
typedef int32_t Outcome;

static inline Outcome outcome(int exit_number, int word, int byte) {
  return (exit_number << 24) | (byte << 16) | word;
}

static inline int exit_of(Outcome value) { return (int)((uint32_t)value >> 24); }
static inline int word_of(Outcome value) { return value & 0xffff; }
static inline int byte_of(Outcome value) { return (value >> 16) & 0xff; }

static inline int read16(const uint8_t *bytes, int at) { return bytes[at] | (bytes[at + 1] << 8); }

static inline void write16(uint8_t *bytes, int at, int value) {
  bytes[at] = (uint8_t)value;
  bytes[at + 1] = (uint8_t)((uint32_t)value >> 8);
}

static inline uint32_t read32(const uint8_t *bytes, int at) {
  return (uint32_t)read16(bytes, at) | ((uint32_t)read16(bytes, at + 2) << 16);
}

static inline void write32(uint8_t *bytes, int at, uint32_t value) {
  write16(bytes, at, (int)(value & 0xffff));
  write16(bytes, at + 2, (int)(value >> 16));
}

static inline int smaller(int a, int b) { return a < b ? a : b; }
static inline int larger(int a, int b) { return a > b ? a : b; }
static inline int saturating_add16(int a, int b) { return smaller(a + b, 0xffff); }
static inline int saturating_sub16(int a, int b) { return a > b ? a - b : 0; }
static inline int as_int8(int value) { return (int8_t)(value & 0xff); }
static inline int divide_quotient(int dividend, int divisor) { return divisor == 0 ? 0xffff : dividend / divisor; }

/* Signed 16 x 8 product of the PPU as 24 bits. */
static inline int multiply_signed_16x8(int a, int b) {
  return (int)((uint32_t)((int16_t)(a & 0xffff) * (int8_t)(b & 0xff)) & 0xffffffu);
}

static inline int table_byte(const uint8_t *bank, int address) { return bank[address & 0xffff]; }

static inline int table_word(const uint8_t *bank, int address) {
  return table_byte(bank, address) | (table_byte(bank, address + 1) << 8);
}

enum { EVENT_ROUTINE = 1, EVENT_DRAW = 2 };

static void push_event(Events *events, int kind, int count, int first, int second, int third, int fourth) {
  const int values[4] = {first, second, third, fourth};
  int at = events->length;
  if (at + 1 + count > events->capacity) {
    events->lost++;
    return;
  }
  events->words[at] = kind;
  for (int index = 0; index < count; index++) events->words[at + 1 + index] = values[index];
  events->length = at + 1 + count;
}

static inline void report_routine(Machine *machine, int routine, int subject) {
  if (machine->events != NULL) push_event(machine->events, EVENT_ROUTINE, 2, routine, subject, 0, 0);
}

#endif
