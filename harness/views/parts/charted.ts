/** A line as its plots need it: gauges by their changes, turns, draws, differences. */
import type { GaugeShape } from '../../../core/system/system.js';
import { valueWords } from './shown-state.js';
import type { Numbered, Steps } from './steps.js';

export interface ChartedGauge extends Steps {
  /** Name of its cell. */
  readonly name: string;
  /** With the name of its unit. */
  readonly label: string;
  /** Without it. */
  readonly what: string;
  readonly role: GaugeShape['role'];
  /** From this value on something happens. */
  readonly line?: { readonly value: number; readonly meaning: string };
  /** Words of its values: of the bits, lowest first, and of whole values. */
  readonly bits?: readonly string[];
  readonly words?: Readonly<Record<number, string>>;
  /** Places at which it went over the end of its width. */
  readonly wraps: readonly number[];
}

export interface ChartedLine extends Numbered {
  readonly name: string;
  /** What a place is called. */
  readonly unit: string;
  readonly gauges: readonly ChartedGauge[];
  readonly sides: readonly string[];
  /** Side whose turn it is, -1: nobody's. */
  readonly turn?: Steps;
  readonly draws: readonly number[];
  readonly differences: readonly { readonly at: number }[];
  /** Where other lines part from it. */
  readonly partings?: readonly { readonly at: number; readonly text: string }[];
}

/** A value as a legend or a list says it: in the gauge's words, or the number. */
export function valueText(gauge: Pick<ChartedGauge, 'bits' | 'words'>, value: number): string {
  return valueWords(gauge, value) || (gauge.bits === undefined ? String(value) : 'none');
}
