/**
 * The koffi recorder's command line. `runRecorder` has checked
 * the values; unknown words are refused all the same.
 */

import { LockstepError } from '../../base/index.js';

export interface KoffiArguments {
  readonly core: string;
  readonly rom: string;
  readonly frames: number;
  readonly windows: string;
  readonly out: string;
  readonly stallSeconds: number;
  readonly input?: string;
  readonly pokes?: string;
  readonly stateLoad?: string;
  readonly stateSave?: string;
  readonly allowOpposite: boolean;
  readonly progress: boolean;
  readonly options: readonly (readonly [key: string, value: string])[];
}

const SWITCHES = ['--allow-opposite', '--progress'];
const WITH_VALUE = ['--frames', '--windows', '--input', '--pokes', '--out', '--state-load', '--state-save', '--stall'];

export function parseKoffiArguments(words: readonly string[]): KoffiArguments {
  const values = new Map<string, string>();
  const switches = new Set<string>();
  const options: [string, string][] = [];
  const files: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) files.push(word);
    else if (SWITCHES.includes(word)) switches.add(word);
    else if (word === '--option') options.push(splitOption(words[++at] ?? ''));
    else if (WITH_VALUE.includes(word)) values.set(word, words[++at] ?? '');
    else throw new LockstepError('E_RECORDER_USE', `there is no flag ${word}`);
  }
  const [core, rom] = files;
  const [frames, windows, out] = [values.get('--frames'), values.get('--windows'), values.get('--out')];
  if (core === undefined || rom === undefined || frames === undefined || windows === undefined || out === undefined) {
    throw new LockstepError('E_RECORDER_USE', 'core, ROM, --frames, --windows and --out are needed');
  }
  return {
    core,
    rom,
    frames: Number(frames),
    windows,
    out,
    stallSeconds: Number(values.get('--stall') ?? '30'),
    ...given('input', values.get('--input')),
    ...given('pokes', values.get('--pokes')),
    ...given('stateLoad', values.get('--state-load')),
    ...given('stateSave', values.get('--state-save')),
    allowOpposite: switches.has('--allow-opposite'),
    progress: switches.has('--progress'),
    options,
  };
}

function given<Name extends string>(name: Name, value: string | undefined): { [key in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [key in Name]: string });
}

function splitOption(text: string): [string, string] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new LockstepError('E_OPTION', `--option ${text}: expected KEY=VALUE`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}
