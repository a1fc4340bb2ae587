/**
 * The pad words of a plan as a movie, a pad script or text; unknown frames stay a gap. Or a script
 * that plays the plan in an emulator by watching the game's cells.
 */
import { join } from 'node:path';
import { countText } from '../../core/system/names.js';
import type { Battle, System } from '../../core/system/system.js';
import { LockstepError, packageRoot, writeFile } from '../base/index.js';
import {
  type Coverage,
  checkImage,
  commandsBehind,
  EXPORT_FORMS,
  type ExportedPart,
  type ExportedRoute,
  type ExportForm,
  type ExportProfiles,
  exportBytes,
  gapPlace,
  exportRoute as makeRoute,
  movieFormOf,
  playScript,
  readMenuProfile,
  readTimingProfile,
} from '../capture/index.js';
import { type CheckFailure, loadPlan, type Plan, placedFailure, refusedError, startBattle } from '../play/index.js';
import { type Answer, answerOf, endAborted, type Plain } from './answer.js';
import { GIVEN, type GivenOptions, givenOf, planGiven, restsOn } from './given.js';
import type { GivenPlan } from './load-plan.js';
import { type CallOptions, checkParameters } from './parameters.js';

export interface ExportRouteOptions extends CallOptions, GivenOptions {
  /** A plan (TOML). */
  readonly plan: GivenPlan;
  /** A .bk2, .tasproj, .lsmv or .lua; text for TAStudio under any other name. */
  readonly output: string;
  /** The form; left out: by the name of the output. */
  readonly to?: string | undefined;
  /** A movie or pad script with the rows before the plan, from power-on. */
  readonly lead?: string | undefined;
  /** Gives orders through the menus of this profile; one of an image needs `timing`. */
  readonly menus?: string | undefined;
  /** Profile of how long the console shows what. */
  readonly timing?: string | undefined;
}

type Rows = Extract<ExportedPart, { kind: 'rows' }>;
/** A part of the route; of rows their number. */
type PlainPart = Exclude<ExportedPart, { kind: 'rows' }> | (Omit<Rows, 'masks'> & { readonly masks: number });

interface Written {
  readonly file: string;
  readonly output: string;
  readonly form: ExportForm;
  readonly parts: readonly PlainPart[];
  readonly note: string;
  readonly coverage: Coverage | undefined;
  /** Of a script: the orders that it gives, and the states that it waits for. */
  readonly script?: { readonly orders: number; readonly states: number };
}

/** What does not hold; nothing is written then. */
interface NotWritten {
  readonly file: string;
  readonly failure: CheckFailure;
}

export type ExportRouteAnswer = Answer<'holds' | 'differs'> & Plain<Written | NotWritten>;

function formOf({ to, output }: ExportRouteOptions): ExportForm {
  if (to === undefined) {
    const named = (['lua', 'tasproj'] as const).find((form) => output.toLowerCase().endsWith(`.${form}`));
    return movieFormOf(output) ?? named ?? 'text';
  }
  const form = EXPORT_FORMS.find((name) => name === to);
  if (form !== undefined) return form;
  throw new LockstepError('E_OPTION', 'there is no such form', {
    found: to,
    expected: EXPORT_FORMS.join(', '),
    remedy: 'Name one of them',
  });
}

function countRows(parts: readonly ExportedPart[]): number {
  return parts.reduce((sum, part) => sum + (part.kind === 'rows' ? part.masks.length : 0), 0);
}

/**
 * The profiles that `--menus` and `--timing` name. Declared menus of no image do without a timing:
 * then every wait is unknown.
 * @throws LockstepError `E_OPTION` for one without the other, `E_PROFILE_IMAGE` for two images
 */
function profilesOf({ menus, timing }: ExportRouteOptions): ExportProfiles | undefined {
  if (menus === undefined && timing === undefined) return undefined;
  const declared = menus === undefined ? undefined : readMenuProfile(menus);
  if (declared !== undefined && declared.image === undefined && timing === undefined) {
    return { menus: declared, timing: { figures: [] } };
  }
  if (menus === undefined || declared === undefined || timing === undefined) {
    throw new LockstepError('E_OPTION', 'orders through menus need both profiles', {
      found: menus === undefined ? '--timing alone' : '--menus alone',
      expected: '--menus FILE --timing FILE',
      remedy: 'Learn the other one from a recording: `lockstep timing learn`, `lockstep menu check`',
    });
  }
  const profiles = { menus: declared, timing: readTimingProfile(timing) };
  if (declared.image !== undefined) checkImage(timing, profiles.timing.image, menus, declared.image);
  return profiles;
}

/** How much of the plan is covered, up front, and what the menus assume. */
function coverageLines(coverage: Coverage | undefined, profiles: ExportProfiles | undefined): string[] {
  if (coverage === undefined) return [];
  const { commands, covered, frames, rows, learned, assumed, unknown } = coverage;
  const waits = `waits: ${learned} learned, ${assumed} assumed, ${unknown} of unknown length`;
  return [
    `covered: ${covered} of ${countText(commands, 'command')}, ${countText(frames, 'frame')} of the plan in ${countText(rows, 'row')}; ${waits}`,
    ...(profiles?.menus.assumed ?? []).map((what) => `assumed of the menus: ${what}`),
  ];
}

/** What is in the file and what is not. */
function summary(
  options: ExportRouteOptions,
  form: ExportForm,
  route: ExportedRoute,
  coverage: readonly string[],
): string {
  const { parts, note } = route;
  const gaps = parts.filter((part) => part.kind === 'gap');
  const [first] = parts;
  const written = form === 'text' ? countRows(parts) : countRows(first === undefined ? [] : [first]);
  const rest = countRows(parts) - written;
  const places = form === 'text' ? 0 : commandsBehind(parts).length;
  return [
    ...coverage,
    `${options.output}: ${countText(written, 'row')}, ${countText(gaps.length, 'gap')}`,
    ...gaps.map((gap) => `gap: ${gapPlace(gap)}: ${gap.why}`),
    ...(rest > 0 ? [`left out after the first gap: ${countText(rest, 'row')}; --to text has them`] : []),
    ...(places > 0
      ? [`places alone: ${countText(places, 'command')} behind the first gap, by name, an empty row each`]
      : []),
    ...(note === '' ? [] : [note]),
    '',
  ].join('\n');
}

interface Begun {
  readonly system: System;
  readonly battle: Battle;
  readonly plan: Plan;
  readonly file: string;
}

/** The declared menus of a battle by commands, which a script takes where none are named. */
const DECLARED_MENUS = join(packageRoot(), 'traces/live-a-live/menus.json');

/** A script needs menus, and no figure of frames. */
function exportScript(
  options: ExportRouteOptions,
  { system, battle, plan, file }: Begun,
  dependsOn: readonly string[],
) {
  const { output, lead, timing } = options;
  const menus = options.menus ?? (system.capabilities.playedMenus === undefined ? undefined : DECLARED_MENUS);
  const given = lead ?? timing;
  if (given !== undefined) {
    throw new LockstepError('E_OPTION', 'a script watches the game and takes no frames', {
      found: lead === undefined ? `--timing ${given}` : `--lead ${given}`,
      remedy: 'Leave it out, or name another form (--to)',
    });
  }
  if (menus === undefined) {
    throw new LockstepError('E_OPTION', `a script of ${system.id} needs the menus of its image`, {
      file,
      expected: '--menus FILE',
      remedy: 'Name a profile (`lockstep menu check`)',
    });
  }
  const profile = readMenuProfile(menus);
  const { text, orders, states, failure } = playScript(system, battle, plan, profile, menus);
  if (failure !== undefined && failure.refused !== '') throw refusedError(system, plan, failure);
  if (failure !== undefined) {
    const refusal = `${placedFailure(file, failure)}; nothing is written\n`;
    return answerOf('differs', dependsOn, { file, failure }, () => refusal);
  }
  writeFile(output, text, 'input');
  const note = profile.image === undefined ? 'no recording of the game stands behind these menus' : '';
  const data: Written = {
    ...{ file, output, form: 'lua', parts: [], note, coverage: undefined, script: { orders, states } },
  };
  const assumed = (profile.assumed ?? []).map((what) => `assumed of the menus: ${what}`);
  const lines = [`${output}: ${countText(orders, 'order')}, ${countText(states, 'state')} to wait for`, ...assumed];
  return answerOf('holds', dependsOn, data, () => [...lines, ...(note === '' ? [] : [note]), ''].join('\n'));
}

const FILES = { plan: 'plan', output: 'output', lead: 'file', menus: 'file', timing: 'file' } as const;

/**
 * Writes the pad words of a plan as a movie, a pad script or text; unknown frames stay a gap. Or a
 * script that plays the plan in an emulator by watching the cells. A plan that does not hold is not
 * written.
 * @throws LockstepError for a plan that cannot be read or played, and for profiles that do not fit
 */
export async function exportRoute(options: ExportRouteOptions): Promise<ExportRouteAnswer> {
  checkParameters('exportRoute', options, { ...FILES, to: 'text', ...GIVEN }, ['plan', 'output']);
  const { plan: source, output, lead, menus, timing, signal } = options;
  endAborted(signal, 'exportRoute');
  const form = formOf(options);
  const written = loadPlan(source);
  const { file } = written;
  const given = givenOf(options, options);
  const { system, plan } = await planGiven(given, written);
  const battle = await startBattle(system, plan);
  const files = { lead, menus, timing };
  const dependsOn = restsOn(given, { switches: plan.ruleset.switches, start: plan.start, files });
  if (form === 'lua') return exportScript(options, { system, battle, plan, file }, dependsOn);
  const profiles = profilesOf(options);
  const exported = await makeRoute(system, battle, plan, lead, profiles);
  const { parts, rom, note, coverage, failure } = exported;
  if (failure !== undefined && failure.refused !== '') throw refusedError(system, plan, failure);
  if (failure !== undefined) {
    const text = `${placedFailure(file, failure)}; nothing is written\n`;
    return answerOf('differs', dependsOn, { file, failure }, () => text);
  }
  endAborted(signal, 'exportRoute');
  const lines = coverageLines(coverage, profiles);
  writeFile(output, exportBytes({ file, title: plan.title, parts, rom, note, coverage: lines }, form), 'input');
  const plain = parts.map((part) => (part.kind === 'gap' ? part : { ...part, masks: part.masks.length }));
  const data: Written = { file, output, form, parts: plain, note, coverage };
  return answerOf('holds', dependsOn, data, () => summary(options, form, exported, lines));
}
