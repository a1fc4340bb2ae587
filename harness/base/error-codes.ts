/**
 * Every error code of the harness: what it means and what to do. Codes are stable: scripts may rely
 * on them. A test checks that the table and the code agree. Codes with which a system's step
 * rejects a command stand in `System.errors`.
 */

export interface ErrorCode {
  readonly meaning: string;
  readonly remedy: string;
}

const TRACE_AGAIN = 'Record the log again or restore it from a copy';

const CODES = {
  E_BENCH_CHECKSUM: {
    meaning: 'Two timed engines computed different results',
    remedy: 'Report it: the C engine no longer follows the core',
  },
  E_BENCH_COMPARE: {
    meaning: 'Another build of the command does not run a benchmark',
    remedy: 'Give the file dist/harness/cli/lockstep.js of a clone that is built',
  },
  E_BENCH_ENGINE: {
    meaning: 'The C engine could not be built or run',
    remedy: 'Install a C compiler',
  },
  E_BENCH_PAGE: {
    meaning: 'A page has no place for the table of a benchmark',
    remedy: 'Add the two lines that the message names',
  },
  E_BRANCH: {
    meaning: 'A branch does not exist, or a recording cannot be written to',
    remedy: 'Make a branch with `lockstep route branch fork`, or name an existing one',
  },
  E_BRANCH_FILE: {
    meaning: 'A branch file is broken, of another log or plan, or was changed by somebody else',
    remedy: 'See `lockstep schema branches`',
  },
  E_CAPABILITY: { meaning: 'The system does not offer what an option asks for', remedy: 'Leave the option out' },
  E_CERTIFICATE: {
    meaning: 'A certificate is cut, of another plan, system or version, or there is none of this search',
    remedy: 'Write it again with `lockstep route search PLAN --certificate FILE`',
  },
  E_CHECKPOINT: { meaning: 'A checkpoint is damaged or belongs to another search', remedy: 'Search without --resume' },
  E_COLUMNS: { meaning: 'A column map is broken', remedy: 'See `lockstep schema columns`' },
  E_COMPARE_SYSTEM: {
    meaning: 'Two traces of different systems cannot be compared',
    remedy: 'Compare traces of one system',
  },
  E_CONSOLE_IMAGE: {
    meaning: 'Our own console cannot take the image: no LoROM or HiROM board, or too large',
    remedy: 'Record it with an emulator core',
  },
  E_CORE_CRASHED: { meaning: 'The emulator core crashed', remedy: 'Try another core and report it to its authors' },
  E_CORE_MISSING: { meaning: 'The emulator core is not installed', remedy: 'Install it, or give its path' },
  E_CORE_NOT_LIBRETRO: { meaning: 'The file is not a libretro core of a known version', remedy: 'Give another core' },
  E_CORE_NO_WRAM: { meaning: 'The core does not show its work RAM', remedy: 'Use another core' },
  E_CORE_STALLED: { meaning: 'The emulator core stopped making progress', remedy: 'Try another core' },
  E_CORE_STOPPED: {
    meaning: 'The core asked to be shut down',
    remedy: 'Give an unchanged ROM image, or try another core',
  },
  E_CORE_UNKNOWN: { meaning: 'No core has this name', remedy: 'Use a listed name, or a path' },
  E_CORE_UNLOADABLE: { meaning: 'The core cannot be loaded', remedy: 'Install it for this machine' },
  E_CPU_PROFILE: {
    meaning: 'A profile of a ROM for CPU traces is broken or names unknown routines',
    remedy: 'See harness/original/cpu-trace/FORMAT.md',
  },
  E_CPU_TRACE_DIALECT: {
    meaning: 'A file is not a CPU trace of a known dialect',
    remedy: 'See harness/original/cpu-trace/FORMAT.md',
  },
  E_CPU_TRACE_LINE: { meaning: 'A line is too long for a CPU trace', remedy: 'Name a text trace of an emulator' },
  E_CPU_TRACE_ROW: { meaning: 'A line of a CPU trace cannot be read', remedy: 'Record the trace again' },
  E_DISCOVER_PREDICTION: {
    meaning: 'The plan fails, or the log leaves frames out, so that it predicts nothing',
    remedy: 'Correct the plan, or explain the log first',
  },
  E_DUMP_ORDER: {
    meaning: 'A folder of RAM frames lacks a number or has one twice',
    remedy: 'Number them without gaps',
  },
  E_DUMP_SHORT: {
    meaning: 'A RAM dump and its prediction share fewer than two frames',
    remedy: 'Check the dump and --skip',
  },
  E_DUMP_SIZE: {
    meaning: 'A RAM dump is not made of whole frames, or too large',
    remedy: 'Give the size of a frame with --size',
  },
  E_EXPLAIN_SYSTEM: {
    meaning: 'The log cannot be explained: it has no frames, or its system declares no inputs',
    remedy: 'Give a log of frames',
  },
  E_EXPORT: { meaning: 'A route cannot be written in this form', remedy: 'Give --lead, or write it as text' },
  E_EXPRESSION: { meaning: 'An expression over cells is wrong', remedy: 'Correct it at the named column' },
  E_EXTENSION: {
    meaning: 'The package of the debug extension lacks something',
    remedy: 'Correct harness/views/debug/extension',
  },
  E_FILE: { meaning: 'A file or folder cannot be read', remedy: 'Check its name and permissions' },
  E_FILE_UNREADABLE: { meaning: 'A file cannot be read', remedy: 'Check its permissions' },
  E_FOLDER_EMPTY: { meaning: 'A folder holds no trace', remedy: 'Name a folder with .jsonl or .jsonl.gz files' },
  E_FRAME: { meaning: 'A log or plan has no such frame or entry', remedy: 'Choose one of the named range' },
  E_GZIP: { meaning: 'A file in gzip, ZIP, Zstandard or RZIP is damaged or cut', remedy: 'Copy the file again' },
  E_INTERNAL: { meaning: 'Our own error (exit code 3)', remedy: 'Report it with the command line' },
  E_INTERRUPTED: { meaning: 'Ctrl-C ended the command before it had a result', remedy: 'Start it again' },
  E_JOB: {
    meaning: 'A piece of a split search is damaged or belongs to another plan',
    remedy: 'Split the search again',
  },
  E_LIVE_ADDRESS: {
    meaning: 'The address of live memory is invalid',
    remedy: 'Give ws://HOST:PORT or nwa://HOST:PORT',
  },
  E_LIVE_CLOSED: {
    meaning: 'The server of live memory does not answer, or closed the connection',
    remedy: 'Start the server and the game, and check host and port',
  },
  E_LIVE_DEVICE: { meaning: 'The server has no device, or several', remedy: 'Connect one, or name it with --device' },
  E_LIVE_PACKAGE: { meaning: 'The optional package ws is not installed', remedy: 'npm install ws@8, or use Node 22' },
  E_LIVE_REPLY: { meaning: 'The server gave an unexpected answer', remedy: 'Check its version' },
  E_LIVE_TORN: { meaning: 'The running game went on while its memory was read', remedy: 'Pause the game' },
  E_LOCATE_NO_DRAWS: {
    meaning: 'Nothing was drawn up to what a player saw, so that it tells nothing of the generator',
    remedy: 'Name what was seen after a skill or an enemy’s turn',
  },
  E_MENUS_OTHER: {
    meaning: 'A recording contradicts the menus of a profile, so that no timing is learned from it',
    remedy: '`lockstep menu check LOG --menus PROFILE` shows where; correct the profile, or record again',
  },
  E_MOVIE: { meaning: 'A movie is broken', remedy: 'Save it again in the emulator, or write a pad script' },
  E_MOVIE_ARCHIVE: {
    meaning: 'The archive of a movie is damaged, too large or compressed by an unsupported method',
    remedy: 'Copy or save it again, or pack it again as an ordinary ZIP',
  },
  E_MOVIE_FORM: {
    meaning: 'The file is not a movie of a known form',
    remedy: 'Name a .bk2, .tasproj, .lsmv, .smv, .mmo or .r16m; docs/FORMS.md lists the forms',
  },
  E_MOVIE_INPUT: {
    meaning: 'A movie has unsupported input: sub-frames, resets, other devices, more pads',
    remedy: 'Take one with a standard pad in port 1; `lockstep convert FILE -o rows.pads` writes what a pad can hold',
  },
  E_MOVIE_START: {
    meaning: 'A movie starts from a savestate or with save RAM',
    remedy:
      '`lockstep convert --rows-only` writes its rows alone, `lockstep run --from FILE` begins with the state inside',
  },
  E_NOTHING_COMPARED: {
    meaning: 'Nothing was compared, so nothing is proven',
    remedy: 'Name logs with rows and cells',
  },
  E_NOT_PLAIN: {
    meaning: 'Data cannot be hashed: only integers, text, lists and tables can',
    remedy: 'Use integers, text, lists and tables only',
  },
  E_NO_BATTLE: { meaning: 'No battle starts in a recording', remedy: 'Record more frames or check the pad script' },
  E_NO_END: {
    meaning: 'A call of a vector or sequence file never returns, on the console as here',
    remedy: 'Begin the walk in front of the first enemy, or take the call out of the file',
  },
  E_ODDS_NOBODY: {
    meaning: 'Nobody may use a skill in the place that odds are asked for',
    remedy: 'Give --at a place where an ally may act',
  },
  E_OPTION: { meaning: 'An option of a core is wrong', remedy: 'Use KEY=VALUE with values of the core' },
  E_OUTPUT_IS_INPUT: { meaning: 'An output would overwrite an input', remedy: 'Give another name' },
  E_OUTPUT_WRITE: { meaning: 'An output cannot be written', remedy: 'Check its folder and permissions' },
  E_PATCH_DAMAGED: { meaning: 'A patch is damaged, cut, or makes no cartridge image', remedy: 'Download it again' },
  E_PATCH_KIND: { meaning: 'A file is not an IPS, UPS or BPS patch', remedy: 'Unpack it, or name another file' },
  E_PATCH_SOURCE: { meaning: 'A patch is for another image', remedy: 'Give the image it was made for' },
  E_PLAN_CELL: { meaning: 'A checkpoint names a cell that the system does not have', remedy: 'Use a declared cell' },
  E_PLAN_COMMAND: {
    meaning: 'A command of a plan has an unknown name, id or value',
    remedy: 'Correct its name, ids or values',
  },
  E_PLAN_LABEL: { meaning: 'A label is used twice or does not exist', remedy: 'Correct the label' },
  E_PLAN_QUERY: { meaning: 'The [query] of a plan is missing or wrong', remedy: 'Add or correct [query]' },
  E_PLAN_REJECTED: {
    meaning: 'The battle rejects a command of a plan',
    remedy: 'Correct it, or expect it with error =',
  },
  E_PLAN_SCHEMA: { meaning: 'A plan has an unknown, missing or wrong key', remedy: 'See `lockstep schema plan`' },
  E_PLAN_SEARCH: { meaning: 'The [search] of a plan is missing or wrong', remedy: 'Add or correct [search]' },
  E_PLAN_SETUP: { meaning: 'The system refuses the [setup] of a plan', remedy: 'Correct the named field' },
  E_PLAN_SYSTEM: { meaning: 'The plan is for another system', remedy: 'Leave the system out: the plan names its own' },
  E_PLAN_TOML: { meaning: 'A plan is not TOML', remedy: 'Correct it at the named place' },
  E_PLAN_VALUE: { meaning: 'A plan holds a fraction, a date or a number too large', remedy: 'Use whole numbers' },
  E_PLAN_VERSION: { meaning: 'Unknown version of the plan form', remedy: 'Use a newer battle-lockstep' },
  E_PORT: { meaning: 'A port cannot be opened', remedy: 'Choose another port' },
  E_PROFILE_FILE: {
    meaning: 'A profile of menus or of timing is broken',
    remedy: 'See `lockstep schema menu-profile` and `lockstep schema timing-profile`',
  },
  E_PROFILE_IMAGE: {
    meaning: 'A profile of menus or of timing is of another image than the log or the other profile',
    remedy: 'Name a profile of the image, or learn one from a recording of it',
  },
  E_QUEUE: {
    meaning: 'A queue of jobs does not answer, or its address is invalid',
    remedy: 'Start it, or correct the address',
  },
  E_QUEUE_PACKAGE: {
    meaning: 'The optional packages of the queue are not installed',
    remedy: 'npm install bullmq@6 ioredis@5',
  },
  E_RECORDER_INTERNAL: { meaning: 'The recorder failed in an unforeseen way', remedy: 'Report it' },
  E_RECORDER_NONE: { meaning: 'No emulator core can run here', remedy: 'Install the package koffi' },
  E_RECORDER_SOURCE: { meaning: 'The source of the recorder is missing', remedy: 'Install the package again' },
  E_RECORDER_START: { meaning: 'The recorder cannot be started', remedy: 'Check that Node may start itself' },
  E_RECORDER_USE: { meaning: 'The recorder was called wrongly', remedy: 'Check its options' },
  E_RECORDING_DAMAGED: { meaning: 'A binary recording is damaged', remedy: 'Record it again' },
  E_RECORDING_MAGIC: { meaning: 'The file is not a binary recording', remedy: 'Name another file' },
  E_RECORDING_TRUNCATED: { meaning: 'A binary recording is cut', remedy: 'Record it again' },
  E_RECORDING_VERSION: { meaning: 'Unknown version of the binary recording', remedy: 'Use a newer battle-lockstep' },
  E_RECORDING_WINDOWS: {
    meaning: 'A binary recording lacks windows of the battle',
    remedy: 'Record the windows that the message names',
  },
  E_REQUEST: { meaning: 'A request of a debugger cannot be understood', remedy: 'Correct the named field' },
  E_ROM_ADDRESS: { meaning: 'No ROM answers at an address', remedy: 'Give an address of the image’s ROM' },
  E_ROM_CALL: {
    meaning: 'A routine of an image came to no exit: budget, stack, code outside of the ROM, STP, WAI, BRK or COP',
    remedy: 'Follow it with --trace, or give it another state',
  },
  E_ROM_EMPTY: { meaning: 'The ROM file is empty', remedy: 'Copy it again' },
  E_ROM_FRAMES: {
    meaning: 'What an image’s code does over frames hangs on memory of no cell, or on a guess of our console',
    remedy: 'Record the battle with `lockstep record` and verify its log',
  },
  E_ROM_HEADER: {
    meaning: 'The header of the ROM does not fit: another game, or a copier header that the core cannot take',
    remedy: 'Name another image, or remove the copier header',
  },
  E_ROM_OTHER: {
    meaning: 'A log was made from another image than --rom, or with its tables',
    remedy: 'Give that image as --rom, or leave it out',
  },
  E_ROM_REFUSED: { meaning: 'The core refused the ROM', remedy: 'Give an unchanged ROM image, or try another core' },
  E_ROM_SIZE: { meaning: 'No cartridge has this size', remedy: 'Check that it is a ROM image' },
  E_ROM_TABLE: {
    meaning: 'An image is too small to hold the game’s tables, or its tables make no battle',
    remedy: 'Give an image of the game',
  },
  E_ROM_UNKNOWN: {
    meaning: 'An image is unknown',
    remedy: 'Give an unchanged dump, apply its patch with --patch, or go on with --as live-a-live or --force-rom',
  },
  E_RULESET_HASH: {
    meaning: 'A trace and the model, or two traces, have different rules',
    remedy: 'Record again, or overrule it with --force-ruleset (verify) or --force (compare)',
  },
  E_SCHEMA_NAME: { meaning: 'There is no schema of this name', remedy: '`lockstep schema` lists them' },
  E_SCRIPT_OPPOSITE: { meaning: 'A pad script holds opposite directions', remedy: 'Release one of them' },
  E_SCRIPT_ORDER: { meaning: 'The frames of a script are out of order', remedy: 'Sort its lines by frame' },
  E_SCRIPT_SYNTAX: { meaning: 'A line of a script cannot be read', remedy: 'Correct the line' },
  E_SETTLED_FILE: {
    meaning: 'A profile of settled stretches is broken, or was changed by hand',
    remedy: 'Write it again with `lockstep rom settle IMAGE -o PROFILE`',
  },
  E_SETTLED_IMAGE: {
    meaning: 'A profile of settled stretches is of another image',
    remedy: 'Write it again with `lockstep rom settle IMAGE -o PROFILE`',
  },
  E_STATE_BATTLE: {
    meaning: 'A state or a frame of a log holds no battle that can be played on',
    remedy: 'Save the state inside a battle',
  },
  E_STATE_CHANGED: {
    meaning: 'The state of a plan is not the file that it was made from',
    remedy: 'Bring the file back, or write the plan again with `lockstep plan --from STATE`',
  },
  E_STATE_FILE: {
    meaning: 'A file cannot be read as a savestate or dump of work RAM',
    remedy: 'Save the state again, or write the work RAM to a file',
  },
  E_STATE_PACKAGE: { meaning: 'The optional package fzstd is not installed', remedy: 'npm install fzstd@0.1.1' },
  E_STATE_REFUSED: { meaning: 'The core refused a state', remedy: 'Use a state of the same core and ROM' },
  E_SWITCH: {
    meaning: 'A ruleset names a switch or value that the system does not have',
    remedy: 'Use a listed switch and value',
  },
  E_SYMBOLS_CELL: { meaning: 'No cell has the requested name', remedy: 'Use a name of rom-map/CELLS.md' },
  E_SYMBOLS_EMPTY: { meaning: 'A watch or label file holds no entry', remedy: 'Name its form, or another file' },
  E_SYMBOLS_FORMAT: { meaning: 'The form of a watch or label file is not known', remedy: 'Name it with --format' },
  E_SYMBOLS_LINE: { meaning: 'A line of a watch or label file cannot be read', remedy: 'Correct the line' },
  E_SYSTEM: { meaning: 'There is no such system', remedy: 'Use one of the listed ids' },
  E_SYSTEM_FRAME: { meaning: 'A system by frame lacks its one command with a pad word', remedy: 'Report it' },
  E_TABLE: {
    meaning: 'A table (CSV or JSON Lines) is broken or empty',
    remedy: 'Correct the line, or export it again',
  },
  E_TABLE_COLUMN: { meaning: 'A table lacks a column of its map', remedy: 'Correct the name in the column map' },
  E_TABLE_VALUE: {
    meaning: 'A value of a table is not a number for its cell',
    remedy: 'Correct the value, or the map',
  },
  E_TERMINAL: { meaning: 'There is no terminal for the keys and the screen', remedy: 'Give --print or --json' },
  E_TEXT: { meaning: 'A file that should be text is not UTF-8', remedy: 'Save it as UTF-8, or name another' },
  E_TEXT_SIZE: { meaning: 'A text file is larger than any of its kind', remedy: 'Check that it is the right file' },
  E_TRACE_AFTER_FOOTER: { meaning: 'There is content after the footer of a trace', remedy: TRACE_AGAIN },
  E_TRACE_CELL_INDEX: { meaning: 'A row holds a cell without a declaration in the header', remedy: TRACE_AGAIN },
  E_TRACE_CELL_MISSING: { meaning: 'A full row lacks cells', remedy: TRACE_AGAIN },
  E_TRACE_CELL_TWICE: { meaning: 'A cell or a byte is declared twice', remedy: 'Declare each byte once' },
  E_TRACE_CELL_UNKNOWN: { meaning: 'The header uses an undeclared cell', remedy: 'Declare it' },
  E_TRACE_CELL_WIDTH: { meaning: 'A cell has another width than in the system', remedy: TRACE_AGAIN },
  E_TRACE_CELL_WINDOW: { meaning: 'A cell lies outside of the windows of the system', remedy: TRACE_AGAIN },
  E_TRACE_CR: { meaning: 'A line ends with CR LF', remedy: 'Convert the line ends to LF' },
  E_TRACE_EMPTY: { meaning: 'The file holds no trace', remedy: TRACE_AGAIN },
  E_TRACE_FOOTER: { meaning: 'The footer is wrong, or its counts differ from the rows', remedy: TRACE_AGAIN },
  E_TRACE_FULL_ROW: {
    meaning: 'A full row is due and missing',
    remedy: 'Record with another recorder: this one is faulty',
  },
  E_TRACE_GZIP: { meaning: 'The gzip data of a trace are damaged or cut', remedy: TRACE_AGAIN },
  E_TRACE_HASH: { meaning: 'The content of a trace does not match its footer', remedy: TRACE_AGAIN },
  E_TRACE_HEADER: { meaning: 'The header of a trace is wrong', remedy: 'See `lockstep schema trace-header`' },
  E_TRACE_IMAGE: { meaning: 'The starting image overlaps itself or lacks cells', remedy: TRACE_AGAIN },
  E_TRACE_INCOMPLETE: { meaning: 'A trace has no footer: its recording was cut', remedy: TRACE_AGAIN },
  E_TRACE_JSON: { meaning: 'A line of a trace is not JSON or not UTF-8', remedy: TRACE_AGAIN },
  E_TRACE_LINE_LENGTH: { meaning: 'A line of a trace is longer than 16 MiB', remedy: TRACE_AGAIN },
  E_TRACE_ORDER: { meaning: 'Frame numbers do not ascend', remedy: TRACE_AGAIN },
  E_TRACE_ROW: { meaning: 'A row of a trace is broken', remedy: TRACE_AGAIN },
  E_TRACE_SETUP: { meaning: 'The system refuses the setup of a trace', remedy: TRACE_AGAIN },
  E_TRACE_TOO_LARGE: { meaning: 'A trace is larger than the limit', remedy: 'Split it, or raise the limit' },
  E_TRACE_UNIT: { meaning: 'A trace has another unit of time than its system', remedy: TRACE_AGAIN },
  E_TRACE_VERSION: { meaning: 'Unknown version of the trace form', remedy: 'Use a newer battle-lockstep' },
  E_TRACE_WIDTH: { meaning: 'A value does not fit in its cell, or a pad word in 16 bits', remedy: TRACE_AGAIN },
  E_UNKNOWN_ID: { meaning: 'There is no such name', remedy: 'Use one of the listed names' },
  E_USAGE: { meaning: 'The command line is wrong', remedy: '`lockstep --help` lists the verbs' },
  E_VECTOR_FORM: { meaning: 'A vector file is not in its published form', remedy: 'Restore the file from a copy' },
  E_WINDOW: { meaning: 'A recording window is not in work RAM', remedy: 'Give windows as ADDRESS:LENGTH' },
} satisfies Readonly<Record<string, ErrorCode>>;

/** Every code that an error of the harness can have. */
export type LockstepErrorCode = keyof typeof CODES;

/** Whether a text, such as one from another process, is one of these codes. */
export function isErrorCode(text: string): text is LockstepErrorCode {
  return Object.hasOwn(CODES, text);
}

export const ERROR_CODES: Readonly<Record<LockstepErrorCode, ErrorCode>> = CODES;
