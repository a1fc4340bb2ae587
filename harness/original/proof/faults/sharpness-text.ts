/** The sharpness of a proof as text and as plain data. */

import { countText } from '../../../../core/system/names.js';
import { formatBus } from '../../../../rom-map/cartridge/index.js';
import { FAULT_KINDS, FAULT_WORDS } from './kinds.js';
import { FATES, type FaultFate, type NoFault, type PlantedFault, type Sharpness } from './sharpness.js';

const FATE_WORDS: Readonly<Record<FaultFate, string>> = {
  found: 'found in their routine',
  'found elsewhere': 'found elsewhere',
  missed: 'missed',
  'not told apart': 'not told apart',
};

function countOf(list: readonly PlantedFault[], fate: FaultFate): number {
  return list.filter((fault) => fault.fate === fate).length;
}

/** `100 faults, seed 1: 96 found in their routine, ...`, with the count of each fate. */
function sharpnessLine({ list, seed }: Sharpness): string {
  const fates = FATES.map((fate) => `${countOf(list, fate)} ${FATE_WORDS[fate]}`);
  return `${countText(list.length, 'fault')}, seed ${seed}: ${fates.join(', ')}`;
}

/** Kind, place, routine, what stands there in place of what. */
function plantedText({ address, after, before, kind, routine }: Omit<NoFault, 'states'>): string {
  return `${kind} at ${formatBus(address)}, ${routine}: ${after} in place of ${before}`;
}

/** One fault, with what was not looked at. */
function faultText(fault: PlantedFault): string {
  const { fate, foundIn, cases, notLooked } = fault;
  const where = fate === 'found elsewhere' ? ` in ${foundIn}` : '';
  const rest = notLooked === '' ? '' : `; ${notLooked}`;
  return `${fate}${where}: ${plantedText(fault)}; ${countText(cases, 'case')}${rest}`;
}

function noFaultText(fault: NoFault): string {
  return `no fault: ${plantedText(fault)}; every byte of the accumulator ends alike from ${countText(fault.states, 'state')}`;
}

function tableOf(list: readonly PlantedFault[]): readonly string[] {
  const rows = FAULT_KINDS.map((kind) => {
    const own = list.filter((fault) => fault.kind === kind);
    return [kind, String(own.length), ...FATES.map((fate) => String(countOf(own, fate))), FAULT_WORDS[kind]];
  });
  const lines = [['kind', 'planted', ...FATES, ''], ...rows];
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** @param isAll lists what was found as well */
export function sharpnessText(result: Sharpness, isAll: boolean): string {
  const { asked, instructions, judges, leftOut, list, none } = result;
  const shown = list.filter(({ fate }) => isAll || fate !== 'found');
  const lines = [
    sharpnessLine(result),
    ...(list.length < asked ? [`${asked} were asked for; the code that ran has no more places`] : []),
    `planted in ${countText(instructions, 'instruction')} that ran in ${countText(judges, 'routine')}, one at a time, in memory`,
    ...(leftOut.length === 0
      ? []
      : [
          `${countText(leftOut.length, 'routine')} judged nothing: they differ, or compare nothing, without a fault: ${leftOut.join(', ')}`,
        ]),
    '',
    ...tableOf(list),
    ...(shown.length === 0 ? [] : ['', ...shown.map(faultText)]),
    ...(countOf(list, 'not told apart') === 0
      ? []
      : [
          '',
          'not told apart: every case was equal and every branch went both ways. No more is said: the cases may be too few',
        ]),
    ...(none.length === 0
      ? []
      : [
          '',
          `${countText(none.length, 'fault')} more are none: registers and work RAM end alike with every byte that the accumulator can hold there`,
          ...none.map(noFaultText),
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

export function sharpnessJson(result: Sharpness) {
  const { asked, instructions, judges, leftOut, list, none, seed } = result;
  return {
    asked,
    planted: list.length,
    seed,
    found: countOf(list, 'found'),
    foundElsewhere: countOf(list, 'found elsewhere'),
    missed: countOf(list, 'missed'),
    notToldApart: countOf(list, 'not told apart'),
    instructions,
    judges,
    leftOut,
    noFaults: none.map(({ address, ...fault }) => ({ address: formatBus(address), ...fault })),
    faults: list.map(({ address, fate, ...fault }) => ({
      address: formatBus(address),
      fate: camelCase(fate),
      ...fault,
    })),
  };
}

function camelCase(fate: FaultFate): string {
  return fate.replace(/ (\w)/gu, (_, letter: string) => letter.toUpperCase());
}
