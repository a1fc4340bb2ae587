/** What the example of random plans through the menus lends to the tests. */
declare module '*/examples/menu-loop.mjs' {
  type Roll = (sides: number) => number;
  export const SCENARIOS: number;
  export function randomNumbers(seed: number): Roll;
  export function startPresses(scenario: number, textSpeed: number): readonly (readonly [number, number])[];
  export function padScript(presses: readonly (readonly [number, number])[], held: number): string;
  export function record(core: string, script: string, frames: number, out: string): Promise<void>;
  export function firstQuietFrame(log: string): Promise<number>;
  /** @returns number of commands */
  export function randomPlan(file: string, start: string, frame: number, roll: Roll): Promise<number>;
}
