/* Messages, exit codes, signals and the watchdog: every way in which a recording can end before its last frame.
 * Ends leave no half-written file behind, whoever causes them. Messages are one write(2) each, so that nothing lands
 * inside of them; the handlers use async-signal-safe calls only. */

/* ---- exit codes, limits ---- */
enum { EXIT_USE = 2, EXIT_STALL = 3, EXIT_CRASH = 4, EXIT_REFUSED = 5, EXIT_WRITE = 6, EXIT_INTERRUPTED = 130 };
enum { WRAM_SIZE = 0x20000, ROM_SMALLEST = 0x8000, ROM_LARGEST = 0x1000000, FILE_LARGEST = 0x4000000,
  WINDOWS_MOST = 65535, WINDOW_BYTES_MOST = 0x1000000, DEFAULT_STALL = 30 };
enum { FLAG_FIXED_TIME = 1, FLAG_KOFFI = 2, FLAG_STATE_LOADED = 4, FLAG_POKES = 8, FLAG_OPPOSITE = 16 };
#define FORMAT_VERSION 1
#define FIXED_TIME_VALUE ((time_t)1577836800) /* 2020-01-01 00:00:00 UTC */

/* The executable's time() is found before libc's by a core that is opened later (needs -Wl,--export-dynamic). */
__attribute__((visibility("default"))) time_t time(time_t *out) {
  if (out) *out = FIXED_TIME_VALUE;
  return FIXED_TIME_VALUE;
}

/* ---- state that callbacks and signal handlers need ---- */
struct option { char *key, *value, *allowed; bool given, known; };
static struct option *options;
static size_t option_count;
static unsigned pad_mask;
static bool verbose, core_asked_to_stop;
static const char *volatile phase = "start";
static volatile uint32_t frame_now;
static volatile uint32_t beat;             /* grows whenever something happened; the watchdog looks at it */
static volatile sig_atomic_t interrupted, finished;
static int stall_seconds = DEFAULT_STALL;
static const char *volatile remove_on_failure[2]; /* output file, state file: only regular files that we opened */

/* ---- messages: one write(2) per line, so that nothing lands inside of it ---- */
static void put(const char *text, size_t length) {
  while (length) {
    ssize_t done = write(STDERR_FILENO, text, length);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0 && errno == EPIPE) interrupted = 1; /* whoever listened has gone: stop at the next frame */
    if (done <= 0) return;
    text += done;
    length -= (size_t)done;
  }
}
static void remove_half_written(void) {
  for (int i = 0; i < 2; i++) if (remove_on_failure[i]) unlink(remove_on_failure[i]);
}
__attribute__((noreturn)) static void leave(int code) {
  finished = 1;
  if (code != EXIT_INTERRUPTED && code != 0) remove_half_written();
  _exit(code); /* no destructors: a half-started core may hang in them */
}
__attribute__((noreturn, format(printf, 3, 4))) static void fail(int code, const char *name, const char *format, ...) {
  char line[4096];
  int head = snprintf(line, sizeof line, "@lockstep error %s ", name);
  va_list arguments;
  va_start(arguments, format);
  int body = vsnprintf(line + head, sizeof line - (size_t)head - 1, format, arguments);
  va_end(arguments);
  size_t length = (size_t)head + (size_t)(body < 0 ? 0 : body);
  if (length > sizeof line - 2) length = sizeof line - 2;
  for (size_t i = 0; i < length; i++) if (line[i] == '\n' || line[i] == '\r') line[i] = ' ';
  line[length] = '\n';
  put(line, length + 1);
  leave(code);
}
static void *need_memory(void *p) {
  if (!p) fail(EXIT_WRITE, "E_RECORDER_MEMORY", "out of memory");
  return p;
}

/* ---- signals (only async-signal-safe calls) ---- */
static size_t append(char *line, size_t at, size_t size, const char *text) {
  while (*text && at < size) line[at++] = *text++;
  return at;
}
static size_t append_number(char *line, size_t at, size_t size, uint32_t value) {
  char digits[11], *d = digits + 10;
  *d = 0;
  do *--d = (char)('0' + value % 10); while (value /= 10);
  return append(line, at, size, d);
}
__attribute__((noreturn)) static void die_in_handler(int code, const char *text, uint32_t number) {
  char line[256];
  size_t n = append(line, 0, sizeof line - 1, text);
  n = append_number(line, n, sizeof line - 1, number);
  n = append(line, n, sizeof line - 1, code == EXIT_STALL ? " s (" : " (");
  n = append(line, n, sizeof line - 1, phase);
  n = append(line, n, sizeof line - 1, ", frame ");
  n = append_number(line, n, sizeof line - 1, frame_now);
  n = append(line, n, sizeof line - 1, ")");
  line[n++] = '\n';
  put(line, n);
  finished = 1;
  remove_half_written();
  _exit(code);
}
static void on_crash(int number) {
  die_in_handler(EXIT_CRASH, "@lockstep error E_CORE_CRASHED the core crashed with signal ", (uint32_t)number);
}
static void on_tick(int number) {
  static uint32_t last_beat;
  static int quiet;
  (void)number;
  quiet = beat == last_beat ? quiet + 1 : 0;
  last_beat = beat;
  if (quiet >= stall_seconds)
    die_in_handler(EXIT_STALL, "@lockstep error E_CORE_STALLED nothing happened for ", (uint32_t)stall_seconds);
}
static void on_interrupt(int number) {
  (void)number;
  if (interrupted) {
    finished = 1;
    remove_half_written();
    _exit(EXIT_INTERRUPTED);
  }
  interrupted = 1;
}
static void on_exit_called(void) {
  if (finished) return;
  static const char line[] = "@lockstep error E_CORE_CRASHED the core ended the process by itself\n";
  put(line, sizeof line - 1);
  leave(EXIT_CRASH);
}
static void handle(int number, void (*handler)(int), int flags) {
  struct sigaction action = { .sa_handler = handler, .sa_flags = flags };
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}
static void install_handlers(void) {
  /* a stack of its own: cores run on coroutine stacks, and a crash may be a full stack */
  stack_t stack = { .ss_size = 65536 };
  stack.ss_sp = need_memory(malloc(stack.ss_size));
  sigaltstack(&stack, NULL);
  const int crashes[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS };
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) handle(crashes[i], on_crash, SA_ONSTACK | SA_RESETHAND);
  handle(SIGINT, on_interrupt, SA_ONSTACK | SA_RESTART);
  handle(SIGTERM, on_interrupt, SA_ONSTACK | SA_RESTART);
  handle(SIGHUP, on_interrupt, SA_ONSTACK | SA_RESTART);
  handle(SIGPIPE, SIG_IGN, 0);
  handle(SIGXFSZ, SIG_IGN, 0); /* a file size limit then shows as a failed write */
  handle(SIGALRM, on_tick, SA_ONSTACK | SA_RESTART);
  struct itimerval every_second = { .it_interval = { 1, 0 }, .it_value = { 1, 0 } };
  setitimer(ITIMER_REAL, &every_second, NULL);
  atexit(on_exit_called);
}
