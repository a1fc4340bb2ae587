/* The binary recording (FORMAT.md): header, records, trailer, with a CRC-32 over everything before it. */

static FILE *out_file;
static const char *out_path;
static uint32_t crc = 0xFFFFFFFFu, crc_table[256];
static void crc_init(void) {
  for (uint32_t n = 0; n < 256; n++) {
    uint32_t c = n;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
    crc_table[n] = c;
  }
}
static void write_failed(const char *path) {
  fail(EXIT_WRITE, "E_OUTPUT_WRITE", "%s: %s", path, strerror(errno));
}
static void out_bytes(const void *data, size_t length) {
  const uint8_t *p = data;
  uint32_t c = crc;
  for (size_t i = 0; i < length; i++) c = crc_table[(c ^ p[i]) & 0xFF] ^ c >> 8;
  crc = c;
  if (fwrite(data, 1, length, out_file) != length) write_failed(out_path);
}
static void out_u16(uint32_t v) { uint8_t b[2] = { (uint8_t)v, (uint8_t)(v >> 8) }; out_bytes(b, 2); }
static void out_u32(uint32_t v) { out_u16(v & 0xFFFF); out_u16(v >> 16); }
static size_t text_length(const char *text) { size_t n = text ? strlen(text) : 0; return n > 255 ? 255 : n; }
static void out_text(const char *text) {
  size_t length = text_length(text);
  out_u16((uint32_t)length);
  if (length) out_bytes(text, length);
}
static FILE *create(const char *path, int slot) {
  FILE *file = fopen(path, "wb");
  struct stat status;
  if (!file) write_failed(path);
  bool regular = !fstat(fileno(file), &status) && S_ISREG(status.st_mode);
  if (regular) remove_on_failure[slot] = path; /* never a device or a pipe */
  return file;
}
/* An output that is also an input would destroy what it is made from. */
static void refuse_same_file(const char *output, const char *input) {
  struct stat a, b;
  if (!output || !input || stat(output, &a) || stat(input, &b)) return;
  if (S_ISREG(a.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino)
    fail(EXIT_USE, "E_OUTPUT_IS_INPUT", "%s would be overwritten: it is the same file as %s", output, input);
}
static void write_header(const struct retro_system_info *info, double fps, uint32_t frames, uint32_t flags) {
  uint32_t header = 36 + 8 * (uint32_t)window_count, record = 6 + window_bytes, given = 0;
  header += 4 + (uint32_t)text_length(info->name) + (uint32_t)text_length(info->version);
  for (size_t i = 0; i < option_count; i++) if (options[i].given) {
    size_t length = strlen(options[i].key) + 1 + strlen(options[i].value);
    if (length > 255) fail(EXIT_USE, "E_OPTION", "--option %s: longer than 255 bytes", options[i].key);
    header += 2 + (uint32_t)length;
    given++;
  }
  uint64_t bits;
  memcpy(&bits, &fps, sizeof bits);
  out_bytes("LKSTREC\n", 8);
  out_u16(FORMAT_VERSION); out_u16(flags);
  out_u32(header); out_u32(record); out_u32(frames);
  out_u32((uint32_t)bits); out_u32((uint32_t)(bits >> 32));
  out_u16((uint32_t)window_count); out_u16(given);
  for (size_t i = 0; i < window_count; i++) { out_u32(windows[i].address); out_u32(windows[i].length); }
  out_text(info->name); out_text(info->version);
  for (size_t i = 0; i < option_count; i++) if (options[i].given) {
    char text[256];
    snprintf(text, sizeof text, "%s=%s", options[i].key, options[i].value);
    out_text(text);
  }
  if (fflush(out_file)) write_failed(out_path);
}
static void write_trailer(uint32_t frames, uint32_t status) {
  out_u32(0xFFFFFFFFu); out_bytes("LKSTEND\n", 8); out_u32(frames); out_u32(status); out_u32(~crc);
  if (fflush(out_file)) write_failed(out_path);
  if (fclose(out_file)) write_failed(out_path);
}
static void report(const char *kind, uint32_t first, int64_t second) {
  char line[96];
  int n = second < 0 ? snprintf(line, sizeof line, "@lockstep %s %u\n", kind, first)
                     : snprintf(line, sizeof line, "@lockstep %s %u %lld\n", kind, first, (long long)second);
  put(line, (size_t)n);
}
static uint64_t milliseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}
