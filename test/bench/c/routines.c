/*
 * The turn engine's routines, one function for each, as in the files of core/live-a-live. The same
 * branches in the same order; nothing is rearranged for speed.
 */
#include "machine.h"

/* ---- generators.ts ---- */

static int battle_generator_value(int oldest_word) {
#if FAULT == 1
  return divide_quotient(oldest_word, 12) & 0xff;
#else
  return divide_quotient(oldest_word, 13) & 0xff;
#endif
}

static void reseed(uint8_t *ram) {
  int mix = ram[DEMO_FLAG] != 1;
  write16(ram, BATTLE_GENERATOR, 0x162e ^ (mix ? read16(ram, MAP_GENERATOR) : 0));
  write16(ram, BATTLE_GENERATOR + 2, 0x1234 ^ (mix ? read16(ram, BATTLE_TIMER) : 0));
}

static int step_battle_generator(Machine *machine) {
  uint8_t *ram = machine->ram;
  if (read32(ram, BATTLE_GENERATOR) == 0) reseed(ram);
  int value = battle_generator_value(read16(ram, BATTLE_GENERATOR));
  ram[BATTLE_GENERATOR] = ram[BATTLE_GENERATOR + 1];
  ram[BATTLE_GENERATOR + 1] = ram[BATTLE_GENERATOR + 2];
  ram[BATTLE_GENERATOR + 2] = ram[BATTLE_GENERATOR + 3];
  ram[BATTLE_GENERATOR + 3] = (uint8_t)value;
  return value;
}

static int draw_battle(Machine *machine, int site) {
  DrawScript *script = machine->script;
  if (script != NULL) {
    int at = script->next++;
    return at < script->count ? script->values[at] : 0;
  }
  Events *events = machine->events;
  if (events == NULL) return step_battle_generator(machine);
  int before = (int)read32(machine->ram, BATTLE_GENERATOR);
  int value = step_battle_generator(machine);
  push_event(events, EVENT_DRAW, 4, site, before, (int)read32(machine->ram, BATTLE_GENERATOR), value);
  return value;
}

static void multiply_16x16(Machine *machine) {
  uint8_t *ram = machine->ram;
  write32(ram, MULTIPLY_PRODUCT, (uint32_t)read16(ram, MULTIPLY_FACTOR_A) * (uint32_t)read16(ram, MULTIPLY_FACTOR_B));
}

static int draw_map(Machine *machine, int range) {
  uint8_t *ram = machine->ram;
  int state = (0x3d09 * (read16(ram, MAP_GENERATOR) + 1)) & 0xffff;
  write16(ram, MAP_GENERATOR, state);
  write16(ram, MULTIPLY_FACTOR_A, range);
  write16(ram, MULTIPLY_FACTOR_B, state);
  multiply_16x16(machine);
  return read16(ram, MULTIPLY_PRODUCT + 2);
}

/* ---- joypad.ts ---- */

static int accepted_pad(int word) { return (word & 0x0f) == 0 ? word : 0; }

static void read_pads(Machine *machine) {
  uint8_t *ram = machine->ram;
  write16(ram, PAD_1, accepted_pad(read16(ram, JOYPAD_1)));
  write16(ram, PAD_2, accepted_pad(read16(ram, JOYPAD_2)));
}

static void copy_pads(Machine *machine) {
  uint8_t *ram = machine->ram;
  write16(ram, PAD_1_COPY, read16(ram, PAD_1));
  write16(ram, PAD_2_COPY, read16(ram, PAD_2));
}

/* ---- presence.ts ---- */

enum { ALLY_ABSENT = 1 };
enum { ENEMY_PRESENT = 0x7f, ENEMY_LIST_DONE = 0x80, ENEMY_ABSENT = 0x00 };

static int is_ally_present(const uint8_t *ram, int ally) {
  return ram[ally + ALLY_ID] != 0xff && (ram[ally + ALLY_STATE] & PRESENT) != 0;
}

static int is_enemy_present(const uint8_t *ram, int enemy) { return (ram[enemy + ENEMY_STATE] & PRESENT) != 0; }

static Outcome next_ally(Machine *machine, int ally) {
  int next = (ally + ALLY_STRIDE) & 0xffff;
  return outcome(is_ally_present(machine->ram, next) ? 0 : ALLY_ABSENT, next, 0);
}

static Outcome next_enemy(Machine *machine, int enemy) {
  int next = (enemy + ENEMY_STRIDE) & 0xffff;
  if (next == ENEMY_END) return outcome(0, next, ENEMY_LIST_DONE);
  int state = machine->ram[next + ENEMY_STATE];
  if ((state & PRESENT) != 0) return outcome(0, next, ENEMY_PRESENT);
  return outcome(0, next, state == END_OF_LIST ? ENEMY_LIST_DONE : ENEMY_ABSENT);
}

/* ---- action-points.ts ---- */

enum { SPEED_CAP = 226, FLOOR_ON_BORROW = 16, HALF_SKILL_GAIN = 255 };

static int move_cost(int speed) { return 64 - (smaller(speed, SPEED_CAP) >> 2); }
static int turn_cost(int speed) { return move_cost(speed) >> 1; }
static int enemy_skill_points(int action_points) { return (action_points & 0x6f) | 0x10; }

static int subtract_points(int action_points, int cost) {
  int left = action_points - cost;
#if FAULT == 2
  return left < 0 ? 0 : left;
#else
  return left < 0 ? FLOOR_ON_BORROW : left;
#endif
}

static int enemy_move_cost(Machine *machine) {
  return move_cost(machine->ram[read16(machine->ram, ACTING_ENEMY) + ENEMY_SPEED]);
}

static int ally_move_cost(Machine *machine, int ally) { return move_cost(machine->ram[ally + ALLY_SPEED]); }

static void add_points(Machine *machine, int amount) {
  uint8_t *ram = machine->ram;
  write16(ram, ACTION_POINTS, read16(ram, ACTION_POINTS) + (amount & 0xff));
}

static int add_points_255(Machine *machine) {
  add_points(machine, HALF_SKILL_GAIN);
  return read16(machine->ram, ACTION_POINTS);
}

static void add_ally_turn(Machine *machine, int ally) { add_points(machine, turn_cost(machine->ram[ally + ALLY_SPEED])); }
static void add_ally_move(Machine *machine, int ally) { add_points(machine, ally_move_cost(machine, ally)); }

static void subtract_amount(Machine *machine, int amount) {
  uint8_t *ram = machine->ram;
  write16(ram, ROW_DISABLED, amount & 0xff);
  write16(ram, ACTION_POINTS, subtract_points(read16(ram, ACTION_POINTS), amount & 0xff));
}

static void subtract_enemy_turn(Machine *machine) { subtract_amount(machine, enemy_move_cost(machine) >> 1); }
static void subtract_enemy_move(Machine *machine) { subtract_amount(machine, enemy_move_cost(machine)); }

/* ---- order-points.ts ---- */

enum { DAMAGE_STEPS_CAP = 15, DRAW_NEEDED = 0x10000 };

static int start_points(int intellect) { return (0 - intellect) & 0xff; }
static int points_after_move(int points) { return (points >> 1) + (points >> 2); }
static int points_after_onset(int points, int onset) { return saturating_add16(points >> 1, onset); }

static int damage_divisor(int max_hp) { return larger(max_hp >> 4, 1); }

static int damage_steps(int damage, int max_hp) {
  int steps = ((divide_quotient(damage, damage_divisor(max_hp) & 0xff) & 0xff) + 1) & 0xff;
  return smaller(steps, DAMAGE_STEPS_CAP);
}

static int idle_points(int points, int increase) {
  int change = as_int8(increase);
  int sum = (points & 0xff) + change;
  int high = points >> 8;
  int low = sum & 0xff;
#if FAULT == 3
  if (sum > 0xff && high != 0xff) high++;
#else
  if (sum > 0xff) {
    if (high == 0xff) low = 0xff;
    else low = ++high;
  }
#endif
  else if (sum < 0) {
    if (high == 0) low = 0;
    else low = --high;
  }
  return (high << 8) | low | (low == 0 ? DRAW_NEEDED : 0);
}

static void start_order_points(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  int intellect = ram[read16(ram, enemy + ENEMY_SPECIES) + SPECIES_INTELLECT];
  write16(ram, enemy + ENEMY_ORDER_POINTS, start_points(intellect));
  ram[enemy + ENEMY_AI_STEP] = 0;
  ram[enemy + ENEMY_NEAREST_ALLY] = 0;
}

static void order_points_move(Machine *machine) {
  int at = read16(machine->ram, ACTING_ENEMY) + ENEMY_ORDER_POINTS;
  write16(machine->ram, at, points_after_move(read16(machine->ram, at)));
}

static void leg_locked_move(Machine *machine) {
  machine->ram[read16(machine->ram, ACTING_ENEMY) + ENEMY_AI_STEP] = 0;
  order_points_move(machine);
}

static void order_points_attack(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  ram[ROW_BYTE_7] = 0;
  int at = enemy + ENEMY_ORDER_POINTS;
  write16(ram, at, saturating_sub16(read16(ram, at), ram[ROW_ATTACK_DECREASE]));
}

static void order_points_onset(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  ram[ROW_DAMAGE_CONSTANT] = 0;
  int at = enemy + ENEMY_ORDER_POINTS;
  write16(ram, at, points_after_onset(read16(ram, at), ram[ROW_ONSET]));
}

static void order_points_damage(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  int max_hp = read16(ram, read16(ram, enemy + ENEMY_SPECIES) + SPECIES_MAX_HP);
  write16(ram, WORK_0310, damage_divisor(max_hp));
  int steps = damage_steps(read16(ram, PPU_PRODUCT), max_hp);
  int at = enemy + ENEMY_ORDER_POINTS;
  write16(ram, at, saturating_add16(read16(ram, at), steps * ram[ROW_DAMAGE_CONSTANT]));
}

static void order_points_idle(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  int at = enemy + ENEMY_ORDER_POINTS;
  int points = idle_points(read16(ram, at), ram[ROW_NON_ATTACK_INCREASE]);
  write16(ram, at, points);
  if ((points & DRAW_NEEDED) != 0) ram[at] = (uint8_t)(draw_battle(machine, 0xc11c02) & 15);
}

/* ---- abnormality.ts ---- */

static int changed_level(int level, int change) {
  int sum = level + as_int8(change);
  return sum > 0xff ? 0xff : larger(sum, 0);
}

static void load_row(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  const uint8_t *bank = machine->bank_d5;
  int id = ram[enemy + ENEMY_ABNORMALITY] & 0x1f;
  int address = table_word(bank, POINTER_ABNORMALITY) + 8 * id;
  for (int index = 0; index < 8; index++) ram[ROW_DISABLED + index] = (uint8_t)table_byte(bank, address + index);
}

static void change_level(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  int at = enemy + ENEMY_LEVEL;
  ram[at] = (uint8_t)changed_level(ram[at], ram[ROW_LEVEL_CHANGE]);
}

static void change_level_by(Machine *machine, int enemy, int change) {
  machine->ram[ROW_LEVEL_CHANGE] = (uint8_t)change;
  change_level(machine, enemy);
}

static int change_level_negated(Machine *machine, int enemy) {
  int change = (0 - machine->ram[ROW_LEVEL_CHANGE]) & 0xff;
  if (change == 0x80) return 0;
  change_level_by(machine, enemy, change);
  return 1;
}

static void release_abnormality(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  if (ram[enemy + ENEMY_ABNORMALITY] == 0) return;
  if (ram[enemy + ENEMY_SKILL_STATE] != 0 || ram[enemy + ENEMY_AI_STEP] != 0) return;
  if ((draw_battle(machine, 0xc190a2) & 0x7f) < ram[enemy + ENEMY_LEVEL]) ram[enemy + ENEMY_ABNORMALITY] = 0;
}

static int take_over_abnormality(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  int pending = ram[enemy + ENEMY_PENDING_ABNORMALITY];
  if ((pending & 0x80) == 0 || (pending & 0x0f) == ram[enemy + ENEMY_ABNORMALITY]) return 0;
  ram[enemy + ENEMY_ABNORMALITY] = (uint8_t)(pending & 0x0f);
  return 1;
}

static int begin_abnormality(Machine *machine, int enemy) {
  if (!take_over_abnormality(machine, enemy)) return 0;
  load_row(machine, enemy);
  order_points_onset(machine, enemy);
  return 1;
}

/* ---- ally-actions.ts ---- */

enum { AFTER_ALLY_SKILL = 0x80, AFTER_ALLY_ACTION = 0x40, CODE_STEP = 0x40, CODE_TURN = 0x20, CODE_IDLE = 0x10 };
enum { ALLY_STEPPING = 0x20, ALLY_CHARGING = 0x40, ALLY_EXECUTING = 0xf0, STEP_RUNNING = 0x08, SKILL_FIRING = 0x10 };
enum { STEP_FRAMES = 12 };

static void fire_ally_skill(Machine *machine, int ally) {
  uint8_t *ram = machine->ram;
  ram[ALLY_SKILL_FLAG] = 0x10;
  ram[ally + ALLY_SKILL_STATE] = ALLY_EXECUTING;
  ram[ALLY_ACTION_FLAGS] = ram[ALLY_ACTION_FLAGS] | SKILL_FIRING;
  add_points_255(machine);
  add_points_255(machine);
  ram[TURN_FLAG] = AFTER_ALLY_SKILL;
}

static void pass_turn(Machine *machine, int ally) {
  add_ally_move(machine, ally);
  machine->ram[TIME_CODE] = CODE_STEP;
  machine->ram[TURN_FLAG] = AFTER_ALLY_ACTION;
}

static void begin_ally_step(Machine *machine, int ally) {
  uint8_t *ram = machine->ram;
  add_ally_move(machine, ally);
  ram[TURN_FLAG] = AFTER_ALLY_ACTION;
  ram[TIME_CODE] = CODE_STEP;
  ram[ALLY_ACTION_FLAGS] = STEP_RUNNING;
  ram[ally + ALLY_SKILL_STATE] = ALLY_STEPPING;
  ram[ally + ALLY_CHARGE] = 0;
  ram[ally + ALLY_CHARGE_LENGTH] = STEP_FRAMES;
  ram[ally + ALLY_WALK_1E] = 0;
  ram[ally + ALLY_WALK_1F] = 4;
}

static int step_frame_of_ally(Machine *machine, int ally) {
  uint8_t *ram = machine->ram;
  int frames = (ram[ally + ALLY_CHARGE] + 1) & 0xff;
  ram[ally + ALLY_CHARGE] = (uint8_t)frames;
  if (frames != ram[ally + ALLY_CHARGE_LENGTH]) return 0;
  write16(ram, ally + ALLY_CELL_X, read16(ram, ally + ALLY_WANTED_X));
  return 1;
}

static void flag_ally_turn(Machine *machine) {
  machine->ram[TURN_FLAG] = AFTER_ALLY_ACTION;
  machine->ram[TIME_CODE] = CODE_TURN;
}

/* ---- ally-order.ts ---- */

enum { ONE_MACHINE = 1, NO_SUCH_RANK = 2, MEMBER_ABSENT = 1, RANK_MISSING = 2, KEEPS_FROM_ACTING = 0x60 };

static int slot_of_rank(const uint8_t *ram, int rank) {
  for (int slot = 0; slot < 4; slot++)
    if (ram[ALLY_RANK + slot] == rank) return slot;
  return -1;
}

static Outcome ally_of_rank(Machine *machine, int y) {
  uint8_t *ram = machine->ram;
  if ((ram[MACHINE_FLAG] & 0xf0) != 0) return outcome(ONE_MACHINE, y, 0);
  int slot = slot_of_rank(ram, ram[SUBJECT]);
  ram[WORK_0308] = (uint8_t)(slot < 0 ? 4 : slot);
  if (slot < 0) return outcome(NO_SUCH_RANK, RANKS_END, 0);
  return outcome(0, ALLY_FIRST + ALLY_STRIDE * slot, 0);
}

static Outcome next_by_rank(Machine *machine, int ally) {
  uint8_t *ram = machine->ram;
  int slot = ((ally - ALLY_FIRST) >> 6) & 3;
  int rank = (ram[ALLY_RANK + slot] + 1) & 3;
  ram[WORK_0308 + 1] = 4;
  ram[WORK_0312] = (uint8_t)rank;
  int next = slot_of_rank(ram, rank);
  ram[WORK_0308] = (uint8_t)(next < 0 ? 4 : next);
  if (next < 0) return outcome(RANK_MISSING, ally, 0);
  int block = ALLY_FIRST + ALLY_STRIDE * next;
  write16(ram, WORK_0310, block);
  return outcome(is_ally_present(ram, block) ? 0 : MEMBER_ABSENT, block, 0);
}

static void set_current_ally(Machine *machine, int ally) { write16(machine->ram, CURRENT_ALLY, ally); }

static int is_ally_able(const uint8_t *ram, int ally) {
  return (ram[ally + ALLY_STATUSES] & DISABLING) == 0 && (ram[ally + ALLY_SKILL_STATE] & KEEPS_FROM_ACTING) == 0;
}

/* The byte of one that cannot act is the whole one that keeps it: statuses before the skill state. */
static Outcome current_ally_able(Machine *machine) {
  const uint8_t *ram = machine->ram;
  int ally = read16(ram, CURRENT_ALLY);
  if (is_ally_able(ram, ally)) return outcome(0, ally, 0xff);
  int statuses = ram[ally + ALLY_STATUSES];
  return outcome(1, ally, (statuses & DISABLING) != 0 ? statuses : ram[ally + ALLY_SKILL_STATE]);
}

static Outcome next_set_up_rank(Machine *machine, int cursor) {
  uint8_t *ram = machine->ram;
  int rank = (ram[SUBJECT] + 1) & 0xff;
  ram[SUBJECT] = (uint8_t)rank;
  return outcome(rank == 4 ? 1 : 0, (cursor + 1) & 0xffff, 0);
}

static Outcome first_ally(Machine *machine, int ally) {
  uint8_t *ram = machine->ram;
  ram[SUBJECT] = (uint8_t)(ram[SUBJECT] + 1);
  if ((ram[ally + ALLY_STATE] & PRESENT) == 0) return outcome(1, 0, 0);
  set_current_ally(machine, ally);
  return 0;
}

/* ---- charge.ts ---- */

enum { CHARGE_RUNNING = 1, SCAN_DONE = 2, SCAN_ABSENT = 3 };

static int is_charging(const uint8_t *ram, int ally) {
  return ram[ally + ALLY_SKILL_STATE] == ALLY_CHARGING && (ram[ally + ALLY_STATUSES] & DISABLING) == 0;
}

static Outcome scan_charges(Machine *machine, int ally, int absent) {
  uint8_t *ram = machine->ram;
  int block = ally;
  int skip = absent != 0;
  for (;;) {
    if (!skip && is_charging(ram, block)) {
      if (ram[block + ALLY_CHARGE] != 0) return outcome(CHARGE_RUNNING, block, 0);
      fire_ally_skill(machine, block);
      return outcome(0, block, 0);
    }
    if (block == ALLY_LAST) return outcome(SCAN_DONE, block, 0);
    Outcome next = next_ally(machine, block);
    block = word_of(next);
    if (exit_of(next) != 0) return outcome(SCAN_ABSENT, block, 0);
    skip = 0;
  }
}

/* ---- enemy-actions.ts ---- */

enum { ENEMY_EXECUTING = 0x20, ENEMY_CHARGING = 0x40, FREE_TURN = 0x80, DRIVEN = 0x20 };

static const uint8_t FACING_RIGHT[4] = {0x40, 0xc0, 0x00, 0x80};
static const uint8_t FACING_LEFT[4] = {0x80, 0x00, 0xc0, 0x40};

static int facing_right(int facing) { return FACING_RIGHT[(facing >> 6) & 3]; }
static int facing_left(int facing) { return FACING_LEFT[(facing >> 6) & 3]; }

static void fire_enemy_skill(Machine *machine) {
  uint8_t *ram = machine->ram;
  ram[TURN_FLAG] = 0;
  ram[ALLY_SKILL_FLAG] = 0;
  write16(ram, ACTION_POINTS, enemy_skill_points(ram[ACTION_POINTS]));
  ram[read16(ram, ACTING_ENEMY) + ENEMY_SKILL_STATE] = ENEMY_EXECUTING;
  ram[ENEMY_ACTION_FLAGS] = ram[ENEMY_ACTION_FLAGS] | SKILL_FIRING;
}

static int enemy_skill_start(Machine *machine, int nothing) {
  if (nothing != 0) return 1;
  fire_enemy_skill(machine);
  return 0;
}

static void face_enemy(Machine *machine, int enemy, int facing) {
  uint8_t *ram = machine->ram;
  ram[enemy + ENEMY_FACING] = (uint8_t)facing;
  if ((ram[ALLY_ACTION_FLAGS] & FREE_TURN) != 0) return;
  int cost = enemy_move_cost(machine) >> 1;
  if (ram[enemy + ENEMY_STATE] == DRIVEN) {
    add_points(machine, cost);
    ram[TURN_FLAG] = AFTER_ALLY_ACTION;
    ram[TIME_CODE] = CODE_TURN;
    return;
  }
  subtract_amount(machine, cost);
  ram[TURN_FLAG] = 0;
}

static void turn_enemy_right(Machine *machine) {
  int enemy = read16(machine->ram, ACTING_ENEMY);
  face_enemy(machine, enemy, facing_right(machine->ram[enemy + ENEMY_FACING]));
}

static void turn_enemy_left(Machine *machine) {
  int enemy = read16(machine->ram, ACTING_ENEMY);
  face_enemy(machine, enemy, facing_left(machine->ram[enemy + ENEMY_FACING]));
}

static int end_enemy_step(Machine *machine) {
  machine->ram[TURN_FLAG] = 0;
  return read16(machine->ram, ACTING_ENEMY);
}

static void next_decision_step(Machine *machine) {
  uint8_t *ram = machine->ram;
  int enemy = read16(ram, ACTING_ENEMY);
  ram[enemy + ENEMY_SKILL_STATE] = 0;
  ram[enemy + ENEMY_AI_STEP] = (uint8_t)((ram[enemy + ENEMY_AI_STEP] + 1) & 15);
}

/* ---- enemy-choice.ts ---- */

enum { BREAKDOWN = 0x02, OBJECT = 0x04, NO_CANDIDATE = 1, GOES_ON_TO_ACT = 1, NOBODY_TO_ACT = 2 };

static int is_enemy_turn(Machine *machine) {
  return machine->ram[ACTION_POINTS + 1] != 0 && machine->ram[TURN_FLAG] != 0;
}

static int type_of(const uint8_t *ram, int enemy) { return ram[read16(ram, enemy + ENEMY_SPECIES) + SPECIES_TYPE]; }

static int find_ordinary_enemy(Machine *machine) {
  uint8_t *ram = machine->ram;
  int enemy = ENEMY_FIRST;
  ram[ORDINARY_ENEMY_PRESENT] = 0;
  for (; enemy != ENEMY_END; enemy += ENEMY_STRIDE) {
    int state = ram[enemy + ENEMY_STATE];
    if ((state & PRESENT) != 0) {
      if ((type_of(ram, enemy) & (BREAKDOWN | OBJECT)) == 0) {
        ram[ORDINARY_ENEMY_PRESENT] = 0xff;
        break;
      }
    } else if (state == END_OF_LIST) break;
  }
  return enemy;
}

static Outcome choose_enemy(Machine *machine) {
  uint8_t *ram = machine->ram;
  find_ordinary_enemy(machine);
  int best = 0;
  int best_points = 0;
  int enemy = ENEMY_FIRST;
  for (; enemy != ENEMY_END; enemy += ENEMY_STRIDE) {
    int state = ram[enemy + ENEMY_STATE];
    if ((state & PRESENT) == 0) {
      if (state == END_OF_LIST) break;
      continue;
    }
    int type = type_of(ram, enemy);
    if ((type & OBJECT) != 0) continue;
    if ((type & BREAKDOWN) != 0) {
      ram[enemy + ENEMY_ABNORMALITY] = 0;
      if (ram[ORDINARY_ENEMY_PRESENT] == 0) continue;
    }
    int points = read16(ram, enemy + ENEMY_ORDER_POINTS);
    if (best != 0) {
      write16(ram, WORK_0312, points);
#if FAULT == 4
      if (points <= best_points) continue;
#else
      if (points < best_points) continue;
#endif
    }
    best = enemy;
    best_points = points;
    write16(ram, WORK_0310, points);
    write16(ram, WORK_0314, enemy);
  }
  if (best == 0) return outcome(NO_CANDIDATE, enemy, 0);
  write16(ram, ACTING_ENEMY, best);
  return outcome(0, best, 0);
}

static Outcome choose_enemy_or_nobody(Machine *machine) {
  Outcome chosen = choose_enemy(machine);
  if (exit_of(chosen) == 0) return chosen;
  write16(machine->ram, ACTING_ENEMY, 0);
  return 0;
}

static int may_act(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  if (ram[enemy + ENEMY_SKILL_STATE] != 0) return 0;
  if ((ram[enemy + ENEMY_STATUSES] & DISABLING) == 0) return 1;
  int at = enemy + ENEMY_ORDER_POINTS;
  write16(ram, at, read16(ram, at) >> 1);
  return 0;
}

static Outcome enemy_turn_to_action(Machine *machine) {
  if (!is_enemy_turn(machine)) return 0;
  Outcome chosen = choose_enemy(machine);
  if (exit_of(chosen) != 0) return outcome(NOBODY_TO_ACT, 0, 0);
  if (!may_act(machine, chosen)) return 0;
  release_abnormality(machine, chosen);
  load_row(machine, chosen);
  return outcome(GOES_ON_TO_ACT, chosen, 0);
}

static Outcome enemy_turn(Machine *machine) {
  Outcome result = enemy_turn_to_action(machine);
  if (exit_of(result) != NOBODY_TO_ACT) return result;
  write16(machine->ram, ACTING_ENEMY, 0);
  return 0;
}

/* ---- poison.ts ---- */

enum { RECOVERY = 0x80, RECOVERY_HITS = 0xff, NO_POISON = 0, POISON_SET = 1, POISON_LIST_END = 2 };

static int poison_damage(int hp) {
  int sixteenth = hp >> 4;
  return sixteenth == 0 ? 1 : sixteenth;
}

static void mark_one_hit(uint8_t *ram) { ram[WORK_0310] = 1; }

static void set_ally_damage(Machine *machine, int ally) {
  uint8_t *ram = machine->ram;
  write16(ram, ally + ALLY_SINGLE_HIT, read16(ram, WORK_0310));
  ram[ally + ALLY_HITS_ASSIGNED] = 1;
  ram[ally + ALLY_HITS_LANDED] = 1;
  ram[ally + ALLY_BONUS] = 0;
  ram[ally + ALLY_ATTRIBUTE_MARK] = 0;
  write16(ram, SUBJECT, ally);
  mark_one_hit(ram);
}

static void set_ally_absorb(Machine *machine, int ally) {
  uint8_t *ram = machine->ram;
  write16(ram, ally + ALLY_SINGLE_HIT, read16(ram, WORK_0310));
  ram[ally + ALLY_HITS_ASSIGNED] = RECOVERY_HITS;
  ram[ally + ALLY_HITS_LANDED] = 0;
  ram[ally + ALLY_ATTRIBUTE_MARK] = 0;
  write16(ram, SUBJECT, ally);
  mark_one_hit(ram);
}

static void set_enemy_damage(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  write16(ram, enemy + ENEMY_SINGLE_HIT, read16(ram, WORK_0310));
  ram[enemy + ENEMY_HITS_ASSIGNED] = 1;
  ram[enemy + ENEMY_HITS_LANDED] = 1;
  ram[enemy + ENEMY_BONUS] = 0;
  ram[enemy + ENEMY_ATTRIBUTE_MARK] = 0;
  ram[ABSORB_FLAG] = 0;
  write16(ram, SUBJECT, enemy);
  mark_one_hit(ram);
}

static void set_enemy_absorb(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  write16(ram, enemy + ENEMY_SINGLE_HIT, read16(ram, WORK_0310));
  ram[enemy + ENEMY_HITS_ASSIGNED] = RECOVERY_HITS;
  ram[enemy + ENEMY_HITS_LANDED] = 0;
  ram[enemy + ENEMY_ATTRIBUTE_MARK] = 0;
  ram[ABSORB_FLAG] = RECOVERY;
  write16(ram, SUBJECT, enemy);
  mark_one_hit(ram);
}

static int poison_present_ally(Machine *machine, int ally) {
  uint8_t *ram = machine->ram;
  if ((ram[ally + ALLY_STATUSES] & POISON) == 0) return 0;
  write16(ram, WORK_0310, poison_damage(read16(ram, read16(ram, ally + ALLY_RECORD) + RECORD_HP)));
  set_ally_damage(machine, ally);
  return 1;
}

static int poison_ally(Machine *machine, int ally, int absent) {
  if (absent != 0 || machine->ram[ally + ALLY_STATUSES] == OUT_OF_FIGHT) return 0;
  return poison_present_ally(machine, ally);
}

static int poison_present_enemy(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  if ((ram[enemy + ENEMY_STATUSES] & POISON) == 0) return 0;
  write16(ram, WORK_0310, poison_damage(read16(ram, enemy + ENEMY_HP)));
  set_enemy_damage(machine, enemy);
  return 1;
}

static int poison_enemy(Machine *machine, int enemy, int end, int absent) {
  if (end != 0) return POISON_LIST_END;
  if (absent != 0) return NO_POISON;
  return poison_present_enemy(machine, enemy) ? POISON_SET : NO_POISON;
}

/* ---- waking.ts ---- */

enum { ALWAYS_ONE_DAMAGE = 0xd0 };

static void wake_ally(Machine *machine, int ally) {
  uint8_t *ram = machine->ram;
  int statuses = ram[ally + ALLY_STATUSES];
  if (statuses == OUT_OF_FIGHT) return;
  ram[ally + ALLY_STATUSES] = (uint8_t)(statuses & ~SLEEP);
  ram[ally + ALLY_TIMER_SLEEP] = 0;
}

static int wake_enemy(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  ram[enemy + ENEMY_STATUSES] = (uint8_t)(ram[enemy + ENEMY_STATUSES] & ~SLEEP);
  ram[enemy + ENEMY_TIMER_SLEEP] = 0;
  if (ram[enemy + ENEMY_ID] != ALWAYS_ONE_DAMAGE) return 0;
  write16(ram, enemy + ENEMY_SINGLE_HIT, 1);
  return 1;
}

/* ---- time.ts ---- */

enum { SKILL_STEP = 16, NOBODY_CAN_ACT = 0x80 };

static int restored(int current, int normal, int step) {
  if (current < normal) {
    int raised = current + step;
    return smaller(raised, normal);
  }
  int lowered = current - step;
  return larger(lowered, normal);
}

static int begin_idle_frame(Machine *machine) {
  uint8_t *ram = machine->ram;
  if (ram[TIME_CODE] != 0 || ram[PLAYER_STATE] != NOBODY_CAN_ACT) return 0;
  ram[TIME_CODE] = CODE_IDLE;
  ram[TIME_STEP] = 1;
  return 1;
}

static int take_time_step(Machine *machine) {
  uint8_t *ram = machine->ram;
  ram[TIME_STEP] = (uint8_t)(ram[TIME_CODE] >> 4);
  return begin_idle_frame(machine);
}

static int take_skill_time_step(Machine *machine) {
  if (machine->ram[NO_TIME_PASSES] != 0) return 0;
  machine->ram[TIME_STEP] = SKILL_STEP;
  return 1;
}

static void restore_level(uint8_t *ram, int at, int normal) {
  if ((ram[TIME_STEP] & 0xf0) != 0) ram[at] = (uint8_t)restored(ram[at], normal, 1);
}

static void restore_stats(uint8_t *ram, int at, int normal_at) {
  int step = ram[TIME_STEP];
  for (int stat = 0; stat < 4; stat++) ram[at + stat] = (uint8_t)restored(ram[at + stat], ram[normal_at + stat], step);
}

static void restore_enemy_level(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  restore_level(ram, enemy + ENEMY_LEVEL, ram[read16(ram, enemy + ENEMY_SPECIES) + SPECIES_LEVEL]);
}

static void restore_enemy_stats(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  restore_stats(ram, enemy + ENEMY_STATS, read16(ram, enemy + ENEMY_SPECIES) + SPECIES_STATS);
}

static void restore_ally_level(Machine *machine, int ally) {
  uint8_t *ram = machine->ram;
  restore_level(ram, ally + ALLY_LEVEL, ram[read16(ram, ally + ALLY_RECORD) + RECORD_LEVEL]);
}

static void restore_ally_stats(Machine *machine, int ally) {
  restore_stats(machine->ram, ally + ALLY_STATS, ally + ALLY_BASE_STATS);
}

/* ---- battle-start.ts ---- */

enum { NOTED_ALREADY = 1 };

static int hp_of_byte(int byte) { return byte < 0x80 ? byte : (byte & 0x7f) << 4; }

static void clear_start_flags(Machine *machine) {
  uint8_t *ram = machine->ram;
  ram[START_FLAG_03AA] = 0;
  ram[START_FLAG_038B] = 0;
  ram[START_FLAG_0395] = 0;
  ram[START_FLAG_0396] = 0;
  ram[ALLY_SKILL_FLAG] = 0;
  ram[TURN_FLAG] = 0;
}

static void start_action_points(Machine *machine) {
  uint8_t *ram = machine->ram;
  write16(ram, ACTION_POINTS, 0);
  write16(ram, ACTING_ENEMY, ram[ENEMY_FIRST + ENEMY_STATE] == END_OF_LIST ? 0 : ENEMY_FIRST);
}

static void start_all_order_points(Machine *machine, int before) {
  int enemy = before;
  for (;;) {
    Outcome next = next_enemy(machine, enemy);
    enemy = word_of(next);
    if (byte_of(next) == ENEMY_LIST_DONE) return;
    if (byte_of(next) == ENEMY_PRESENT) start_order_points(machine, enemy);
  }
}

static void start_statuses(Machine *machine, int enemy, int statuses, int chance) {
  uint8_t *ram = machine->ram;
  ram[enemy + ENEMY_STATUSES] = (uint8_t)statuses;
  int time = (chance & 0x0f) << 4;
  if (time == 0) return;
  for (int bit = 0; bit < 8; bit++) {
    if (((statuses >> bit) & 1) == 0 || draw_battle(machine, 0xc1fc78) >= (chance | 0x0f)) continue;
    int at = enemy + ENEMY_TIMERS + bit;
    int sum = ram[at] + time;
    ram[at] = (uint8_t)smaller(sum, 0xff);
  }
}

static void start_enemy_values(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  int species = read16(ram, enemy + ENEMY_SPECIES);
  int hp = hp_of_byte(ram[species + SPECIES_HP_BYTE]);
  write16(ram, enemy + ENEMY_HP, hp);
  write16(ram, species + SPECIES_MAX_HP, hp);
  int level = ram[species + SPECIES_LEVEL_BYTE] & 0x7f;
  ram[species + SPECIES_LEVEL] = (uint8_t)level;
  ram[enemy + ENEMY_LEVEL] = (uint8_t)level;
  for (int stat = 0; stat < 4; stat++) ram[enemy + ENEMY_STATS + stat] = ram[species + SPECIES_STATS + stat];
  ram[enemy + ENEMY_STATUSES] = 0;
  for (int bit = 0; bit < 8; bit++) ram[enemy + ENEMY_TIMERS + bit] = 0;
  ram[enemy + ENEMY_PENDING_ABNORMALITY] = 0;
  ram[enemy + ENEMY_PENDING_CELL_09] = 0;
  int chance = ram[species + SPECIES_START_CHANCE];
  ram[enemy + ENEMY_ABNORMALITY] = (uint8_t)(chance < 0x10 ? chance : 0);
  ram[WORK_0310] = (uint8_t)(chance < 0x10 ? 0 : chance | 0x0f);
  if (chance >= 0x10) start_statuses(machine, enemy, ram[species + SPECIES_START_STATUSES], chance);
}

static int item_record(Machine *machine, int item) {
  return (16 * (item & 0xff) + table_word(machine->bank_d5, POINTER_ITEMS)) & 0xffff;
}

static Outcome note_start_abnormality(Machine *machine, int ally) {
  uint8_t *ram = machine->ram;
  if (!is_ally_present(ram, ally)) return 0;
  int item = ram[read16(ram, ally + ALLY_RECORD) + RECORD_LEFT_ITEM];
  if (item == 0) return 0;
  int effect = table_byte(machine->bank_d5, item_record(machine, item) + 13);
  int abnormality = effect & 0x0f;
  if (abnormality == 0) return 0;
  int race = effect >> 4;
  ram[WORK_0310] = (uint8_t)race;
  ram[WORK_0310 + 1] = (uint8_t)abnormality;
  for (int index = 0; index < 4; index++) {
    int species = SPECIES_FIRST + SPECIES_STRIDE * index;
    if ((ram[species + SPECIES_STATE] & PRESENT) == 0) continue;
    if ((ram[species + SPECIES_RACE] & 0x0f) != race) continue;
    if (ram[species + SPECIES_START_ABNORMALITY] != 0) return outcome(NOTED_ALREADY, 0, 0);
    ram[species + SPECIES_START_ABNORMALITY] = (uint8_t)abnormality;
  }
  return 0;
}

static void take_start_abnormality(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  int note = ram[read16(ram, enemy + ENEMY_SPECIES) + SPECIES_START_ABNORMALITY];
  if (note == 0 || note == 0xff) return;
  if (draw_battle(machine, 0xc135a9) < 0x80) ram[enemy + ENEMY_ABNORMALITY] = (uint8_t)note;
}

static void take_party_argument(Machine *machine) {
  machine->ram[PARTY_ARGUMENT] = (uint8_t)((machine->ram[MAP_ARGUMENT] & 0xc0) >> 1);
}

static void begin_party_set_up(Machine *machine) {
  write16(machine->ram, CURRENT_ALLY, ALLY_LAST);
  machine->ram[AREA_NUMBER] = (uint8_t)((machine->ram[BACKGROUND] & 0xfc) >> 2);
}
