/* Savestates of the core: loaded before the first frame, saved after the last. They belong to one core, its version
 * and one ROM. */

static void load_state(const char *path) {
  size_t length, size = core.serialize_size();
  uint8_t *bytes = read_file(path, "state", &length);
  if (length < size) { bytes = need_memory(realloc(bytes, size)); memset(bytes + length, 0, size - length); }
  if (!core.unserialize(bytes, length))
    fail(EXIT_REFUSED, "E_STATE_REFUSED", "the core refused the state %s (%zu bytes; its own states have %zu): "
      "states belong to one core, its version and one ROM", path, length, size);
  free(bytes);
}
static void save_state(const char *path) {
  size_t size = core.serialize_size();
  uint8_t *bytes = need_memory(calloc(1, size ? size : 1));
  if (!size || !core.serialize(bytes, size)) fail(EXIT_REFUSED, "E_STATE_REFUSED", "the core gave no state");
  FILE *file = create(path, 1);
  if (fwrite(bytes, 1, size, file) != size || fflush(file) || fclose(file)) write_failed(path);
  free(bytes);
}
