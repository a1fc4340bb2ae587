/** How the adapter is started: programs with their whole path, on every platform. */
const fs = require('node:fs');
const path = require('node:path');

/** The adapter below a folder of the workspace: installed, or the project itself. */
const ADAPTERS = [
  ['node_modules', 'battle-lockstep', 'dist', 'harness', 'cli', 'lockstep.js'],
  ['dist', 'harness', 'cli', 'lockstep.js'],
];

/** What is asked of the computer; tests hand in their own. */
const HERE = {
  platform: process.platform,
  env: process.env,
  isFile: (file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true,
};

/**
 * The whole path of a program, or undefined where none is found. Windows starts no script without a
 * shell: `npx` is `npx.cmd` there, and is not found.
 */
function resolveProgram(name, { platform, env, isFile } = HERE) {
  const { delimiter, join, isAbsolute } = platform === 'win32' ? path.win32 : path.posix;
  const names = platform === 'win32' && !/\.exe$/iu.test(name) ? [`${name}.exe`] : [name];
  if (isAbsolute(name)) return [name, ...names].find(isFile);
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => names.map((one) => join(folder, one))).find(isFile);
}

/**
 * Program and words of the adapter.
 * @param command of the launch configuration, or undefined
 * @param folder of the workspace, or undefined
 * @throws Error with what to do
 */
function startOf(command, folder, here = HERE) {
  const { join } = here.platform === 'win32' ? path.win32 : path.posix;
  const [name, ...words] = command ?? ['node'];
  const program = resolveProgram(name, here);
  if (program === undefined) {
    throw new Error(
      `battle-lockstep: ${name} is not on the PATH. Install Node 20 or newer, or give "command" with a whole path`,
    );
  }
  if (command !== undefined) return [program, words];
  const adapter = folder && ADAPTERS.map((parts) => join(folder, ...parts)).find(here.isFile);
  if (!adapter) {
    throw new Error('battle-lockstep is not installed in this folder: npm install battle-lockstep, or give "command"');
  }
  return [program, [adapter, 'debug']];
}

module.exports = { resolveProgram, startOf };
