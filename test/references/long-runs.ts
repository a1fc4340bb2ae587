/** How long comparisons with a slow reference run: `LOCKSTEP_LONG=1` takes all 100,000 commands, everyday runs a quarter of them. */
export const isLong = process.env['LOCKSTEP_LONG'] === '1';

/** Random commands of a run in one piece. */
export const COMMANDS = isLong ? 100_000 : 25_000;

/** Seeds of a run in pieces of 25,000 commands. */
export const SEEDS: readonly number[] = isLong ? [1, 2, 3, 4] : [1];
