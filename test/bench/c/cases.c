/*
 * The routines by name and number, and the mode that runs a stream of cases: the same code compares
 * the program's answers and those of core.
 *
 * A case (little-endian): u16 routine number, 3 x u16 arguments, u8 scripted, u16 draws, the draws,
 * u16 table bytes, each u8 bank u16 address u8 value, the image. An answer: u32 returned value, u16
 * draws used of the script or made, the drawn values (none for a script), the image.
 */
#include <stdio.h>

#include "machine.h"

typedef int32_t (*Routine)(Machine *machine, int a, int b, int c);

#define NOTHING_0(function) \
  static int32_t call_##function(Machine *m, int a, int b, int c) { (void)a, (void)b, (void)c; function(m); return 0; }
#define NOTHING_1(function) \
  static int32_t call_##function(Machine *m, int a, int b, int c) { (void)b, (void)c; function(m, a); return 0; }
#define NOTHING_2(function) \
  static int32_t call_##function(Machine *m, int a, int b, int c) { (void)c; function(m, a, b); return 0; }
#define VALUE_0(function) \
  static int32_t call_##function(Machine *m, int a, int b, int c) { (void)a, (void)b, (void)c; return function(m); }
#define VALUE_1(function) \
  static int32_t call_##function(Machine *m, int a, int b, int c) { (void)b, (void)c; return function(m, a); }
#define VALUE_2(function) \
  static int32_t call_##function(Machine *m, int a, int b, int c) { (void)c; return function(m, a, b); }
#define VALUE_3(function) \
  static int32_t call_##function(Machine *m, int a, int b, int c) { return function(m, a, b, c); }

/* C1:20CD takes its target and step from cells; its Z flag goes into the byte of the outcome. */
static int restore_step(Machine *machine, int current) {
  int target = machine->ram[ROW_DISABLED];
  int value = restored(current, target, machine->ram[TIME_STEP]);
  return outcome(0, value, value == target ? 1 : 0);
}

#define EACH_ROUTINE(ONE) \
  ONE("C0:B900 map-generator", VALUE_1, draw_map) \
  ONE("C0:BA16 multiply-16x16", NOTHING_0, multiply_16x16) \
  ONE("C1:6150 battle-generator", VALUE_0, step_battle_generator) \
  ONE("C1:17C2 level-change", NOTHING_1, change_level) \
  ONE("C1:17E6 level-change-negated", VALUE_1, change_level_negated) \
  ONE("C1:17F1 level-change-a", NOTHING_2, change_level_by) \
  ONE("C1:1C02 order-points-idle", NOTHING_1, order_points_idle) \
  ONE("C1:1C77 order-points-attack", NOTHING_1, order_points_attack) \
  ONE("C1:1C91 order-points-onset", NOTHING_1, order_points_onset) \
  ONE("C1:1CAC order-points-damage", NOTHING_1, order_points_damage) \
  ONE("C1:1CF7 abnormality-row", NOTHING_1, load_row) \
  ONE("C1:1DD0 poison-ally", VALUE_2, poison_ally) \
  ONE("C1:1DF8 set-ally-damage", NOTHING_1, set_ally_damage) \
  ONE("C1:1E26 set-ally-absorb", NOTHING_1, set_ally_absorb) \
  ONE("C1:1E4C poison-enemy", VALUE_3, poison_enemy) \
  ONE("C1:1E71 set-enemy-damage", NOTHING_1, set_enemy_damage) \
  ONE("C1:1EA3 set-enemy-absorb", NOTHING_1, set_enemy_absorb) \
  ONE("C1:20CD restore-step", VALUE_1, restore_step) \
  ONE("C1:2111 restore-enemy-level", NOTHING_1, restore_enemy_level) \
  ONE("C1:2133 restore-enemy-stats", NOTHING_1, restore_enemy_stats) \
  ONE("C1:21C1 restore-ally-level", NOTHING_1, restore_ally_level) \
  ONE("C1:21E1 restore-ally-stats", NOTHING_1, restore_ally_stats) \
  ONE("C1:2800 enemy-move-cost", VALUE_0, enemy_move_cost) \
  ONE("C1:2808 ally-move-cost", VALUE_1, ally_move_cost) \
  ONE("C1:281B ally-turn-ap", NOTHING_1, add_ally_turn) \
  ONE("C1:2821 ally-move-ap", NOTHING_1, add_ally_move) \
  ONE("C1:2826 ap-add-255", VALUE_0, add_points_255) \
  ONE("C1:2828 ap-add", NOTHING_1, add_points) \
  ONE("C1:2834 enemy-turn-ap", NOTHING_0, subtract_enemy_turn) \
  ONE("C1:283A enemy-move-ap", NOTHING_0, subtract_enemy_move) \
  ONE("C1:2841 ap-subtract", NOTHING_1, subtract_amount) \
  ONE("C1:3505 item-record", VALUE_1, item_record) \
  ONE("C1:3546 start-abnormality-species", VALUE_1, note_start_abnormality) \
  ONE("C1:35A9 start-abnormality-enemy", NOTHING_1, take_start_abnormality) \
  ONE("C1:446B ally-step-frame", VALUE_1, step_frame_of_ally) \
  ONE("C1:7A42 idle-frame", VALUE_0, begin_idle_frame) \
  ONE("C1:7AED ally-can-act", VALUE_0, current_ally_able) \
  ONE("C1:7F1C skill-time-step", VALUE_0, take_skill_time_step) \
  ONE("C1:8AD8 joypad-read", NOTHING_0, read_pads) \
  ONE("C1:8B15 joypad-copy", NOTHING_0, copy_pads) \
  ONE("C1:8E51 enemy-turn-test", VALUE_0, is_enemy_turn) \
  ONE("C1:8E51 enemy-turn-to-action", VALUE_0, enemy_turn_to_action) \
  ONE("C1:8E64 chosen-enemy-disabled", VALUE_1, may_act) \
  ONE("C1:8F49 enemy-step-on", NOTHING_0, next_decision_step) \
  ONE("C1:8F5A legs-locked-move", NOTHING_0, leg_locked_move) \
  ONE("C1:8F77 order-points-move", NOTHING_0, order_points_move) \
  ONE("C1:90A2 abnormality-release", NOTHING_1, release_abnormality) \
  ONE("C1:92C3 choose-enemy", VALUE_0, choose_enemy) \
  ONE("C1:92C3 choose-enemy-none", VALUE_0, choose_enemy_or_nobody) \
  ONE("C1:933C ordinary-enemy-present", VALUE_0, find_ordinary_enemy) \
  ONE("C1:9357 time-step", VALUE_0, take_time_step) \
  ONE("C1:93A0 ally-charge-scan", VALUE_2, scan_charges) \
  ONE("C1:93C5 ally-skill-fires", NOTHING_1, fire_ally_skill) \
  ONE("C1:941E enemy-skill-ap", VALUE_1, enemy_skill_start) \
  ONE("C1:9572 ally-pass", NOTHING_1, pass_turn) \
  ONE("C1:96CB ally-step", NOTHING_1, begin_ally_step) \
  ONE("C1:9920 ally-turn-flags", NOTHING_0, flag_ally_turn) \
  ONE("C1:9EFF set-current-ally", NOTHING_1, set_current_ally) \
  ONE("C1:9F02 next-ally", VALUE_1, next_by_rank) \
  ONE("C1:9F5A next-ally-present", VALUE_1, next_ally) \
  ONE("C1:CC2D abnormality-onset", VALUE_1, begin_abnormality) \
  ONE("C1:CC2D abnormality-onset-test", VALUE_1, take_over_abnormality) \
  ONE("C1:D94A wake-ally", NOTHING_1, wake_ally) \
  ONE("C1:D9B1 wake-enemy", VALUE_1, wake_enemy) \
  ONE("C1:E1A9 next-enemy-present", VALUE_1, next_enemy) \
  ONE("C1:E3FD enemy-moved-flag", VALUE_0, end_enemy_step) \
  ONE("C1:E429 enemy-turn-right", NOTHING_0, turn_enemy_right) \
  ONE("C1:E44A enemy-turn-ap", NOTHING_2, face_enemy) \
  ONE("C1:E476 enemy-turn-left", NOTHING_0, turn_enemy_left) \
  ONE("C1:EBAD battle-start-ap", NOTHING_0, start_action_points) \
  ONE("C1:EBC7 order-points-start-all", NOTHING_1, start_all_order_points) \
  ONE("C1:EBCE order-points-start", NOTHING_1, start_order_points) \
  ONE("C1:F3CE battle-start-flags", NOTHING_0, clear_start_flags) \
  ONE("C1:F55D battle-arg", NOTHING_0, take_party_argument) \
  ONE("C1:F570 party-setup-head", NOTHING_0, begin_party_set_up) \
  ONE("C1:F661 next-rank", VALUE_1, next_set_up_rank) \
  ONE("C1:F70C first-ally", VALUE_1, first_ally) \
  ONE("C1:FB2B ally-of-rank", VALUE_1, ally_of_rank) \
  ONE("C1:FC78 enemy-start-values", NOTHING_1, start_enemy_values)

#define DEFINE_CALL(name, form, function) form(function)
EACH_ROUTINE(DEFINE_CALL)

typedef struct {
  const char *name;
  Routine call;
} NamedRoutine;

#define TABLE_ROW(name, form, function) {name, call_##function},
static const NamedRoutine ROUTINES[] = {EACH_ROUTINE(TABLE_ROW)};
enum { ROUTINE_COUNT = sizeof ROUTINES / sizeof ROUTINES[0] };

/* Prints the names in the order of their numbers. */
static int print_routines(void) {
  for (int number = 0; number < ROUTINE_COUNT; number++) printf("%s\n", ROUTINES[number].name);
  return 0;
}

static int read_word(FILE *file) {
  int low = getc(file);
  int high = getc(file);
  return low == EOF || high == EOF ? -1 : low | (high << 8);
}

static int get_bytes(uint8_t *bytes, int count) { return fread(bytes, 1, (size_t)count, stdin) == (size_t)count; }

static void put_word(int value) {
  putchar(value & 0xff);
  putchar((value >> 8) & 0xff);
}

static void put_answer(const Machine *machine, int32_t returned) {
  const Events *events = machine->events;
  int made = 0;
  put_word(returned & 0xffff);
  put_word((int)((uint32_t)returned >> 16));
  if (machine->script != NULL) put_word(machine->script->next);
  else {
    for (int at = 0; at < events->length; at += events->words[at] == EVENT_DRAW ? 5 : 3) {
      if (events->words[at] == EVENT_DRAW) made++;
    }
    put_word(made);
    for (int at = 0; at < events->length; at += events->words[at] == EVENT_DRAW ? 5 : 3) {
      if (events->words[at] == EVENT_DRAW) putchar(events->words[at + 4]);
    }
  }
  fwrite(machine->ram, 1, IMAGE_BYTES, stdout);
}

/* Runs cases until the stream ends; 1 when it is cut off or names no routine. */
static int run_cases(Machine *machine) {
  static int32_t words[0x10000];
  static uint8_t draws[0x10000];
  Events events = {words, 0x10000, 0, 0};
  machine->events = &events;
  for (;;) {
    int number = read_word(stdin);
    if (number < 0) return ferror(stdin) ? 1 : 0;
    if (number >= ROUTINE_COUNT) return 1;
    int a = read_word(stdin);
    int b = read_word(stdin);
    int c = read_word(stdin);
    int scripted = getchar();
    DrawScript script = {draws, read_word(stdin), 0};
    if (script.count < 0 || !get_bytes(draws, script.count)) return 1;
    for (int left = read_word(stdin); left != 0; left--) {
      int bank = getchar();
      int address = read_word(stdin);
      int value = getchar();
      if (left < 0 || address < 0 || value == EOF) return 1;
      if (bank == 0xd5) machine->bank_d5[address] = (uint8_t)value;
    }
    if (!get_bytes(machine->ram, IMAGE_BYTES)) return 1;
    events.length = 0;
    machine->script = scripted != 0 ? &script : NULL;
    put_answer(machine, ROUTINES[number].call(machine, a, b, c));
  }
}
