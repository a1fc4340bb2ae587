/*
 * The frame program: battle start, time and enemy half, player half, skills of the test ROM, as in
 * the rooms turn, frame and drill of core/live-a-live.
 */
#include "machine.h"

enum { PHASE_START = 1, PHASE_RUNNING = 2 };
enum {
  PAD_B = 0x8000, PAD_Y = 0x4000, PAD_SELECT = 0x2000, PAD_START = 0x1000,
  PAD_UP = 0x0800, PAD_DOWN = 0x0400, PAD_LEFT = 0x0200, PAD_RIGHT = 0x0100,
  PAD_A = 0x0080, PAD_X = 0x0040, PAD_L = 0x0020, PAD_R = 0x0010,
  PAD_DIRECTIONS = PAD_UP | PAD_DOWN | PAD_LEFT | PAD_RIGHT
};

/* ---- time-passes.ts ---- */

static int is_list_end(const uint8_t *ram, int enemy) {
  return enemy == FRAME_ENEMIES_END || ram[enemy + ENEMY_STATE] == END_OF_LIST;
}

static int count_down(int value, int step) { return value > step ? value - step : 0; }

static void count_timers(uint8_t *ram, int timers, int statuses, int step) {
  for (int bit = 0; bit < 8; bit++) {
    int timer = ram[timers + bit];
    if (timer == 0) continue;
    int left = count_down(timer, step);
    ram[timers + bit] = (uint8_t)left;
    if (left == 0) ram[statuses] = (uint8_t)(ram[statuses] & ~(1 << bit));
  }
}

static void restore_all(Machine *machine) {
  uint8_t *ram = machine->ram;
  for (int enemy = ENEMY_FIRST; !is_list_end(ram, enemy); enemy += ENEMY_STRIDE) {
    if (!is_enemy_present(ram, enemy)) continue;
    restore_enemy_level(machine, enemy);
    restore_enemy_stats(machine, enemy);
  }
  for (int ally = ALLY_FIRST; ally <= ALLY_LAST; ally += ALLY_STRIDE) {
    if (!is_ally_present(ram, ally)) continue;
    restore_ally_level(machine, ally);
    restore_ally_stats(machine, ally);
  }
}

static void count_charges(uint8_t *ram, int step) {
  for (int ally = ALLY_FIRST; ally <= ALLY_LAST; ally += ALLY_STRIDE) {
    if (ram[ally + ALLY_SKILL_STATE] != ALLY_CHARGING || !is_ally_present(ram, ally)) continue;
    ram[ally + ALLY_CHARGE] = (uint8_t)count_down(ram[ally + ALLY_CHARGE], step);
  }
  for (int enemy = ENEMY_FIRST; !is_list_end(ram, enemy); enemy += ENEMY_STRIDE) {
    if (ram[enemy + ENEMY_SKILL_STATE] != ENEMY_CHARGING || !is_enemy_present(ram, enemy)) continue;
    ram[enemy + ENEMY_CHARGE] = (uint8_t)count_down(ram[enemy + ENEMY_CHARGE], step);
  }
}

static void count_statuses(uint8_t *ram, int step) {
  for (int enemy = ENEMY_FIRST; !is_list_end(ram, enemy); enemy += ENEMY_STRIDE) {
    if (is_enemy_present(ram, enemy)) count_timers(ram, enemy + ENEMY_TIMERS, enemy + ENEMY_STATUSES, step);
  }
  for (int ally = ALLY_FIRST; ally <= ALLY_LAST; ally += ALLY_STRIDE) {
    if (!is_ally_present(ram, ally) || ram[ally + ALLY_STATUSES] == OUT_OF_FIGHT) continue;
    count_timers(ram, ally + ALLY_TIMERS, ally + ALLY_STATUSES, step);
  }
}

static void pass_time(Machine *machine) {
  report_routine(machine, 0xc120f2, 0);
  int step = machine->ram[TIME_STEP];
  restore_all(machine);
  count_charges(machine->ram, step);
  if (machine->settings.timers_count_down) count_statuses(machine->ram, step);
}

/* ---- drill-skills.ts ---- */

enum {
  DRILL_DAMAGE = 1, DRILL_ONSET = 2, DRILL_ENEMY_STAT = 3, DRILL_ALLY_STAT = 4, DRILL_ENEMY_STATUS = 5,
  DRILL_ALLY_STATUS = 6, DRILL_WAKE = 7, DRILL_LEAVE = 8, DRILL_POISON = 9, DRILL_RETURN = 10
};
enum { DRILL_RECORD_BYTES = 16, EFFECT_BYTES = 4, FIRST_EFFECT = 4, STAT_LEVEL = 4, LAST_SLOT = 14 };

static int drill_record(int skill) { return DRILL_SKILLS + DRILL_RECORD_BYTES * (skill & 15); }
static int drill_charge(const uint8_t *ram, int skill) { return ram[drill_record(skill)]; }
static int target_enemy(const uint8_t *ram) { return ENEMY_FIRST + ENEMY_STRIDE * ram[TARGET_CURSOR]; }

static void damage(Machine *machine, int enemy, int single, int hits) {
  int product = multiply_signed_16x8(single, hits);
  write16(machine->ram, PPU_PRODUCT, product);
  machine->ram[PPU_PRODUCT + 2] = (uint8_t)(product >> 16);
  report_routine(machine, 0xc11cac, enemy);
  load_row(machine, enemy);
  order_points_damage(machine, enemy);
}

static void onset(Machine *machine, int enemy, int pending, int negated) {
  machine->ram[enemy + ENEMY_PENDING_ABNORMALITY] = (uint8_t)pending;
  report_routine(machine, 0xc1cc2d, enemy);
  if (!begin_abnormality(machine, enemy)) return;
  if (negated == 0) change_level(machine, enemy);
  else change_level_negated(machine, enemy);
}

static void set_stat(uint8_t *ram, int stat, int value, int stats, int level) {
  if (stat < STAT_LEVEL) ram[stats + stat] = (uint8_t)value;
  else if (stat == STAT_LEVEL) ram[level] = (uint8_t)value;
}

static void set_status(uint8_t *ram, int status, int time, int statuses, int timers) {
  int bit = status & 7;
  ram[statuses] = (uint8_t)(ram[statuses] | (1 << bit));
  ram[timers + bit] = (uint8_t)time;
}

static void bring_back(uint8_t *ram, int slot) {
  int at = ENEMY_FIRST + ENEMY_STRIDE * slot + ENEMY_STATE;
  if (slot <= LAST_SLOT && ram[at] == 0) ram[at] = 0xff;
}

static void apply_effect(Machine *machine, int at, int enemy, int ally) {
  uint8_t *ram = machine->ram;
  int first = ram[at + 1];
  int second = ram[at + 2];
  switch (ram[at]) {
    case DRILL_DAMAGE:
      if (is_enemy_present(ram, enemy)) damage(machine, enemy, first | (second << 8), ram[at + 3]);
      return;
    case DRILL_ONSET:
      if (is_enemy_present(ram, enemy)) onset(machine, enemy, first, second);
      return;
    case DRILL_ENEMY_STAT:
      if (is_enemy_present(ram, enemy)) set_stat(ram, first, second, enemy + ENEMY_STATS, enemy + ENEMY_LEVEL);
      return;
    case DRILL_ALLY_STAT:
      if (is_ally_present(ram, ally)) set_stat(ram, first, second, ally + ALLY_STATS, ally + ALLY_LEVEL);
      return;
    case DRILL_ENEMY_STATUS:
      if (is_enemy_present(ram, enemy)) set_status(ram, first, second, enemy + ENEMY_STATUSES, enemy + ENEMY_TIMERS);
      return;
    case DRILL_ALLY_STATUS:
      if (is_ally_present(ram, ally)) set_status(ram, first, second, ally + ALLY_STATUSES, ally + ALLY_TIMERS);
      return;
    case DRILL_WAKE:
      if (is_enemy_present(ram, enemy)) wake_enemy(machine, enemy);
      if (is_ally_present(ram, ally)) wake_ally(machine, ally);
      return;
    case DRILL_LEAVE:
      if (is_enemy_present(ram, enemy)) ram[enemy + ENEMY_STATE] = 0;
      return;
    case DRILL_POISON:
      if (is_enemy_present(ram, enemy)) poison_enemy(machine, enemy, 0, 0);
      if (is_ally_present(ram, ally)) poison_ally(machine, ally, 0);
      return;
    case DRILL_RETURN:
      bring_back(ram, first);
      return;
    default:
      return;
  }
}

static void resolve(Machine *machine, int record, int enemy, int ally) {
  uint8_t *ram = machine->ram;
  ram[NO_TIME_PASSES] = ram[record + 1];
  report_routine(machine, 0xc17f1c, 0);
  if (take_skill_time_step(machine)) pass_time(machine);
  for (int effect = 0; effect < 3; effect++) {
    apply_effect(machine, record + FIRST_EFFECT + EFFECT_BYTES * effect, enemy, ally);
  }
  ram[TIME_CODE] = 0;
}

static void resolve_ally_skill(Machine *machine, int ally) {
  uint8_t *ram = machine->ram;
  int record = drill_record(ram[ally + ALLY_LAST_SKILL]);
  resolve(machine, record, target_enemy(ram), ally);
  ram[ally + ALLY_SKILL_STATE] = 0;
  ram[ALLY_ACTION_FLAGS] = (uint8_t)(ram[ALLY_ACTION_FLAGS] & ~SKILL_FIRING);
  ram[ALLY_SKILL_FLAG] = 0;
}

static void resolve_enemy_skill(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  resolve(machine, drill_record(ram[enemy + ENEMY_CHOSEN_SKILL]), enemy, read16(ram, CURRENT_ALLY));
  ram[enemy + ENEMY_SKILL_STATE] = 0;
  ram[ENEMY_ACTION_FLAGS] = (uint8_t)(ram[ENEMY_ACTION_FLAGS] & ~SKILL_FIRING);
}

/* ---- drill-decision.ts ---- */

static int charge_with_b(int charge) { return charge == 0 ? 16 : charge; }

static void choose_skill(Machine *machine, int enemy, int with_b) {
  uint8_t *ram = machine->ram;
  int skill = ram[SKILL_CURSOR];
  int charge = drill_charge(ram, skill);
  ram[enemy + ENEMY_CHOSEN_SKILL] = (uint8_t)skill;
  ram[enemy + ENEMY_CHARGE] = (uint8_t)(with_b ? charge_with_b(charge) : charge);
  ram[enemy + ENEMY_SKILL_STATE] = ENEMY_CHARGING;
}

static void end_move(Machine *machine, int enemy) {
  report_routine(machine, 0xc18f77, enemy);
  order_points_move(machine);
}

static void decide_by_pad(Machine *machine, int enemy, int pad) {
  if ((pad & (PAD_START | PAD_SELECT)) != PAD_START) return;
  if ((pad & (PAD_A | PAD_B)) != 0) choose_skill(machine, enemy, (pad & PAD_A) == 0);
  else if ((pad & PAD_X) != 0) leg_locked_move(machine);
  else if ((pad & PAD_Y) != 0) next_decision_step(machine);
  else if ((pad & PAD_L) != 0) {
    report_routine(machine, 0xc1e476, enemy);
    turn_enemy_left(machine);
    end_move(machine, enemy);
  } else if ((pad & PAD_R) != 0) {
    report_routine(machine, 0xc1e429, enemy);
    turn_enemy_right(machine);
    end_move(machine, enemy);
  } else if ((pad & PAD_DIRECTIONS) != 0) {
    report_routine(machine, 0xc1283a, enemy);
    subtract_enemy_move(machine);
    end_enemy_step(machine);
    end_move(machine, enemy);
  }
}

/* ---- time-half.ts ---- */

static int due_ally(const uint8_t *ram) {
  for (int ally = ALLY_FIRST; ally <= ALLY_LAST; ally += ALLY_STRIDE) {
    if (ram[ally + ALLY_CHARGE] == 0 && is_ally_present(ram, ally) && is_charging(ram, ally)) return ally;
  }
  return 0;
}

static int due_enemy(const uint8_t *ram) {
  for (int enemy = ENEMY_FIRST; !is_list_end(ram, enemy); enemy += ENEMY_STRIDE) {
    if (ram[enemy + ENEMY_CHARGE] != 0 || ram[enemy + ENEMY_SKILL_STATE] != ENEMY_CHARGING) continue;
    if (is_enemy_present(ram, enemy) && (ram[enemy + ENEMY_STATUSES] & DISABLING) == 0) return enemy;
  }
  return 0;
}

static void raise_all_order_points(Machine *machine) {
  uint8_t *ram = machine->ram;
  for (int enemy = ENEMY_FIRST; !is_list_end(ram, enemy); enemy += ENEMY_STRIDE) {
    if (!is_enemy_present(ram, enemy)) continue;
    report_routine(machine, 0xc11c02, enemy);
    load_row(machine, enemy);
    order_points_idle(machine, enemy);
  }
}

static void fire_ally(Machine *machine, int ally) {
  report_routine(machine, 0xc193c5, ally);
  fire_ally_skill(machine, ally);
  resolve_ally_skill(machine, ally);
}

static void fire_enemy(Machine *machine, int enemy) {
  uint8_t *ram = machine->ram;
  int acting = read16(ram, ACTING_ENEMY);
  report_routine(machine, 0xc1941e, enemy);
  write16(ram, ACTING_ENEMY, enemy);
  fire_enemy_skill(machine);
  load_row(machine, enemy);
  order_points_attack(machine, enemy);
  ram[enemy + ENEMY_AI_STEP] = 0;
  resolve_enemy_skill(machine, enemy);
  write16(ram, ACTING_ENEMY, acting);
}

static void run_time_half(Machine *machine, int pad) {
  uint8_t *ram = machine->ram;
  report_routine(machine, 0xc19357, 0);
  if (take_time_step(machine)) {
    report_routine(machine, 0xc17a54, 0);
    add_points(machine, machine->settings.idle_action_points);
  }
  int ally = due_ally(ram);
  int enemy = due_enemy(ram);
  if (ram[TIME_STEP] != 0) pass_time(machine);
#if FAULT == 5
  enemy = due_enemy(ram);
#endif
  if (machine->settings.countdown_first) {
    ally = due_ally(ram);
    enemy = due_enemy(ram);
  }
  if (ram[TIME_CODE] != 0) {
    raise_all_order_points(machine);
    ram[TIME_CODE] = 0;
  }
  if (((ram[ALLY_ACTION_FLAGS] | ram[ENEMY_ACTION_FLAGS]) & (STEP_RUNNING | SKILL_FIRING)) != 0) return;
  if (ally != 0) fire_ally(machine, ally);
  else if (enemy != 0) fire_enemy(machine, enemy);
  if (ally != 0 || enemy != 0) return;
  if (!is_enemy_turn(machine)) return;
  report_routine(machine, 0xc18e51, 0);
  Outcome turn = enemy_turn(machine);
  if (exit_of(turn) != 0) decide_by_pad(machine, word_of(turn), pad);
}

/* ---- player-half.ts ---- */

enum { IN_PROGRESS = 0xff, ITEM_SKILL = 15, LAST_TARGET = 14, LAST_CELL = 6 };

static const uint8_t FACING_AFTER_RIGHT[4] = {1, 3, 0, 2};
static const uint8_t FACING_AFTER_LEFT[4] = {2, 0, 3, 1};

static void walk(Machine *machine) {
  uint8_t *ram = machine->ram;
  int ally = read16(ram, CURRENT_ALLY);
  report_routine(machine, 0xc1446b, ally);
  if (step_frame_of_ally(machine, ally)) {
    ram[ALLY_ACTION_FLAGS] = 0;
    ram[ally + ALLY_SKILL_STATE] = 0;
    ram[PLAYER_STATE] = 0;
  } else ram[PLAYER_STATE] = IN_PROGRESS;
}

static int find_able_ally(Machine *machine) {
  uint8_t *ram = machine->ram;
  int first = read16(ram, CURRENT_ALLY);
  int candidate = first;
  for (int tries = 0;; tries++) {
    set_current_ally(machine, candidate);
    if (is_ally_present(ram, candidate) && exit_of(current_ally_able(machine)) == 0) return candidate;
    if (tries == 4) break;
    Outcome next = next_by_rank(machine, candidate);
    if (exit_of(next) == RANK_MISSING) break;
    candidate = word_of(next);
  }
  set_current_ally(machine, first);
  return 0;
}

static void move_cursors(uint8_t *ram, int pad) {
  int skill = ram[SKILL_CURSOR];
  int target = ram[TARGET_CURSOR];
  if ((pad & PAD_START) != 0) ram[AREA_MODE] = 1;
  else if ((pad & PAD_RIGHT) != 0) ram[SKILL_CURSOR] = (uint8_t)((skill + 1) & 15);
  else if ((pad & PAD_LEFT) != 0) ram[SKILL_CURSOR] = (uint8_t)((skill - 1) & 15);
  else if ((pad & PAD_DOWN) != 0) ram[TARGET_CURSOR] = (uint8_t)(target == LAST_TARGET ? 0 : target + 1);
  else if ((pad & PAD_UP) != 0) ram[TARGET_CURSOR] = (uint8_t)(target == 0 ? LAST_TARGET : target - 1);
}

static void use_skill(uint8_t *ram, int ally, int skill, int charge) {
  ram[ally + ALLY_LAST_SKILL] = (uint8_t)skill;
  ram[ally + ALLY_CHARGE_LENGTH] = (uint8_t)charge;
  ram[ally + ALLY_CHARGE] = (uint8_t)charge;
  ram[ally + ALLY_SKILL_STATE] = ALLY_CHARGING;
}

static void use_cursor_skill(uint8_t *ram, int ally, int with_b) {
  int skill = ram[SKILL_CURSOR];
  int charge = drill_charge(ram, skill);
  use_skill(ram, ally, skill, with_b ? charge_with_b(charge) : charge);
}

static void choose_area(Machine *machine, int ally, int pad) {
  uint8_t *ram = machine->ram;
  if ((pad & (PAD_L | PAD_R)) != 0) {
    report_routine(machine, 0xc1281b, ally);
    add_ally_turn(machine, ally);
  } else if ((pad & (PAD_A | PAD_B)) != 0) {
    if ((pad & PAD_A) != 0) use_cursor_skill(ram, ally, 0);
    ram[AREA_MODE] = 0;
  }
}

static void turn_ally(Machine *machine, int ally, const uint8_t *order) {
  uint8_t *ram = machine->ram;
  int facing = ram[ally + ALLY_FACING];
  ram[ally + ALLY_FACING] = facing > 3 ? 0 : order[facing];
  report_routine(machine, 0xc1281b, ally);
  add_ally_turn(machine, ally);
  flag_ally_turn(machine);
}

static void pass(Machine *machine, int ally) {
  report_routine(machine, 0xc19572, ally);
  pass_turn(machine, ally);
  Outcome next = next_by_rank(machine, ally);
  if (exit_of(next) == 0) set_current_ally(machine, word_of(next));
}

static void step_ally(Machine *machine, int ally, int pad) {
  uint8_t *ram = machine->ram;
  int x = ram[ally + ALLY_CELL_X];
  int y = ram[ally + ALLY_CELL_Y];
  int from = FIELD_GRID + 8 * y + x;
  int facing = ram[ally + ALLY_FACING];
  if ((pad & PAD_UP) != 0) {
    facing |= 2;
    y--;
  } else if ((pad & PAD_DOWN) != 0) {
    facing &= ~2;
    y++;
  } else if ((pad & PAD_LEFT) != 0) {
    facing |= 1;
    x--;
  } else {
    facing &= ~1;
    x++;
  }
  ram[ally + ALLY_FACING] = (uint8_t)facing;
  if (x < 0 || x > LAST_CELL || y < 0 || y > LAST_CELL) return;
  int to = FIELD_GRID + 8 * y + x;
  if ((ram[to] & 0x0f) != 0) return;
  ram[ally + ALLY_WANTED_X] = (uint8_t)x;
  ram[ally + ALLY_WANTED_Y] = (uint8_t)y;
  ram[from] = ram[from] & 0xe0;
  ram[to] = (uint8_t)((ram[to] & 0xe0) | (((ally - ALLY_FIRST) >> 6) + 1));
  report_routine(machine, 0xc196cb, ally);
  begin_ally_step(machine, ally);
}

static void act(Machine *machine, int ally, int pad) {
  uint8_t *ram = machine->ram;
  if ((pad & (PAD_A | PAD_B)) != 0) use_cursor_skill(ram, ally, (pad & PAD_A) == 0);
  else if ((pad & PAD_X) != 0) use_skill(ram, ally, ITEM_SKILL, 0);
  else if ((pad & (PAD_L | PAD_R)) == (PAD_L | PAD_R)) pass(machine, ally);
  else if ((pad & PAD_R) != 0) turn_ally(machine, ally, FACING_AFTER_RIGHT);
  else if ((pad & PAD_L) != 0) turn_ally(machine, ally, FACING_AFTER_LEFT);
  else if ((pad & PAD_Y) != 0) {
    report_routine(machine, 0xc19572, ally);
    pass_turn(machine, ally);
  } else if ((pad & PAD_DIRECTIONS) != 0) step_ally(machine, ally, pad);
}

static void run_player_half(Machine *machine, int pad) {
  uint8_t *ram = machine->ram;
  if ((ram[ALLY_ACTION_FLAGS] & STEP_RUNNING) != 0) {
    walk(machine);
    return;
  }
  int ally = find_able_ally(machine);
  ram[PLAYER_STATE] = ally == 0 ? NOBODY_CAN_ACT : 0;
  if (ally == 0) return;
  if ((pad & PAD_SELECT) != 0) move_cursors(ram, pad);
  else if ((pad & PAD_START) != 0) return;
  else if (ram[AREA_MODE] != 0) choose_area(machine, ally, pad);
  else act(machine, ally, pad);
}

/* ---- frame.ts ---- */

static void start_battle(Machine *machine) {
  uint8_t *ram = machine->ram;
  report_routine(machine, 0xc1f3ce, 0);
  clear_start_flags(machine);
  for (int enemy = ENEMY_FIRST; !is_list_end(ram, enemy); enemy += ENEMY_STRIDE) {
    if (is_enemy_present(ram, enemy)) start_enemy_values(machine, enemy);
  }
  start_action_points(machine);
  start_all_order_points(machine, ENEMY_FIRST - ENEMY_STRIDE);
  ram[TIME_CODE] = 0;
  ram[TIME_STEP] = 0;
  ram[ALLY_ACTION_FLAGS] = 0;
  ram[ENEMY_ACTION_FLAGS] = 0;
  ram[PLAYER_STATE] = 0;
  ram[AREA_MODE] = 0;
  write16(ram, SUBJECT, 0);
  Outcome first = ally_of_rank(machine, 0);
  set_current_ally(machine, exit_of(first) == 0 ? word_of(first) : ALLY_FIRST);
}

static void step_frame(Machine *machine, int pad) {
  uint8_t *ram = machine->ram;
  write16(ram, SEQUENCE_BEGIN, read16(ram, SEQUENCE_BEGIN) + 1);
  write16(ram, BATTLE_TIMER, read16(ram, BATTLE_TIMER) - 1);
  write16(ram, JOYPAD_1, pad);
  write16(ram, PAD_WORD, pad);
  read_pads(machine);
  copy_pads(machine);
  if (ram[PHASE] == PHASE_START) {
    start_battle(machine);
    ram[PHASE] = PHASE_RUNNING;
  } else {
    int accepted = read16(ram, PAD_1);
    if (ram[AREA_MODE] == 0) run_time_half(machine, accepted);
    run_player_half(machine, accepted);
  }
  write16(ram, SEQUENCE_END, read16(ram, SEQUENCE_BEGIN));
}
