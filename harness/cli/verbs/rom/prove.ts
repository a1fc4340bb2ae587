/** `lockstep rom prove`: an image's own code beside our functions. */
import { type Command, Option } from 'commander';
import { countText } from '../../../../core/system/names.js';
import { openImage, type ProveImageOptions, type ProvePlaceHeard } from '../../../library/index.js';
import { answered, sayError, show } from '../../base/answered.js';
import { type CliContext, example } from '../../base/context.js';
import { wholeNumber, wordOption } from '../../base/options.js';

// The line on stderr while `lockstep rom prove` works: routines, cases, cases a second, time left.

/** Milliseconds between two lines. */
const INTERVAL = 250;

/**
 * @param write takes the line
 * @param now milliseconds
 */
export function createProveProgress(write: (text: string) => void, now: () => number) {
  const begun = now();
  let shown = begun;
  const line = ({ done, all, routine, cases }: Omit<ProvePlaceHeard, 'what'>): void => {
    shown = now();
    const seconds = Math.max(shown - begun, 1) / 1000;
    const rate = Math.round(cases / seconds).toLocaleString('en-US');
    const left = done === 0 ? '' : `, ${Math.ceil((seconds / done) * (all - done))} s left`;
    const text = `${done}/${countText(all, 'routine')}, ${routine}, ${countText(cases.toLocaleString('en-US'), 'case')}, ${countText(rate, 'case')}/s${left}`;
    write(`\r${text}   ${done === all ? '\n' : ''}`);
  };
  let through = 0;
  return (place: Omit<ProvePlaceHeard, 'what'>): void => {
    if (place.done === through && now() - shown < INTERVAL) return;
    through = place.done;
    line(place);
  };
}

/** Shows where a proof is, or the measurement of one. */
function progressOf(context: CliContext, { faults }: Options): ProveImageOptions['onProgress'] {
  if (!context.showProgress) return undefined;
  if (faults === undefined) return createProveProgress(context.err, () => performance.now());
  return ({ done, all, what }) => context.err(`\r${done}/${countText(all, what)}   ${done === all ? '\n' : ''}`);
}

interface Options {
  readonly routine?: string;
  readonly area?: string;
  readonly cases: number;
  readonly seed: number;
  readonly patch?: string;
  readonly as?: string;
  readonly all?: boolean;
  readonly json?: boolean;
  readonly output?: string;
  readonly log?: string;
  readonly logFrames?: number;
  readonly input?: string;
  readonly cdl?: string;
  readonly cdlFor: 'mesen' | 'bizhawk' | 'old-bizhawk';
  readonly faults?: number;
}

async function prove(file: string, options: Options, context: CliContext): Promise<void> {
  const { patch, as, json, ...asked } = options;
  const onProgress = progressOf(context, options);
  const answer = await answered(
    openImage(file, { patch, as }).prove({ ...asked, onProgress, signal: context.signal() }),
  );
  show(context, 'rom prove', answer, { json });
  sayError(context, answer);
}

export function register(rom: Command, context: CliContext): void {
  rom
    .command('prove')
    .description(
      "run an image's own code beside our functions: published cases, then varied ones; first difference shrunk",
    )
    .argument('<rom>', 'a cartridge image, or traces/homebrew/drill.sfc, drill-battle.sfc')
    .option('--routine <address>', 'only this routine (C1:1C02) or name (order-points-idle)')
    .addOption(new Option('--area <area>', 'only this area').choices(['turn', 'combat', 'ai']))
    .option(
      '--cases <n>',
      'varied cases of each routine at most; half as many again test single bits',
      wholeNumber,
      20_000,
    )
    .option('--seed <n>', 'seed of the varied cases, and of the faults', wholeNumber, 1)
    .option('--log <file>', 'take states at the calls from this log, in place of the bundled ones of a test ROM')
    .option('--log-frames <n>', 'frames of each log (150 of a bundled one, all of --log); 0: none', wholeNumber)
    .option('--input <file>', 'with --log: the pad script or movie that it was recorded with')
    .option('--patch <file>', 'apply an IPS, UPS or BPS patch in memory first')
    .addOption(
      wordOption('--as <image>', 'take an unknown image, where its header fits, as: live-a-live, drill, drill-battle', [
        'live-a-live',
        'drill',
        'drill-battle',
      ]),
    )
    .option('--all', 'list every routine, not only those that differ; of --faults, those that were found too')
    .option(
      '-o, --output <file>',
      'write varied cases of one routine as vectors: cells and results, no byte of the image',
    )
    .option('--cdl <file>', 'write what ran as a code/data log; several times slower')
    .addOption(
      new Option('--cdl-for <emulator>', 'who reads the log: Mesen 2, BizHawk, or a BizHawk that knows no CARTROM-DB')
        .choices(['mesen', 'bizhawk', 'old-bizhawk'])
        .default('mesen'),
    )
    .option(
      '--faults <n>',
      'how sharp it is: plant n faults, one at a time, in memory, and prove what runs through each; --seed chooses them',
      wholeNumber,
    )
    .option('--json', 'the result as JSON')
    .addHelpText(
      'after',
      example(
        'rom prove traces/homebrew/drill.sfc --routine C1:1C02',
        'rom prove traces/homebrew/drill.sfc --area ai --cases 100',
        'rom prove traces/homebrew/drill.sfc --routine C1:1C02 --faults 10 --cases 100',
      ),
    )
    .action((file: string, options: Options) => prove(file, options, context));
}
