/** What is listed as legal is accepted, what is not listed is rejected with the image untouched. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type KuroganeBattle, kuroganeEngage } from '../../../core/kurogane-engage/index.js';
import { encodedLength, read } from '../../../core/system/battle.js';
import { start, withUnits } from './skirmish.js';

const lent = new Int32Array(20000);

function legalEntries(battle: KuroganeBattle): number[][] {
  const length = battle.legalCommands(lent);
  const entries: number[][] = [];
  for (let at = 0; at < length; ) {
    const shape = kuroganeEngage.commands.find((command) => command.code === lent[at]);
    const size = 1 + (shape?.parameters.length ?? 0) * 2 + (shape?.name === 'roll' ? 2 : 0);
    entries.push([...lent.subarray(at, at + size)]);
    at += size;
  }
  return entries;
}

const ROLL = 8;

function isListed(entries: readonly number[][], command: Int32Array): boolean {
  return entries.some((entry) => {
    if (entry[0] !== command[0]) return false;
    if (entry[0] === ROLL) {
      const faces = [...command.subarray(2, 2 + (command[1] ?? 0))];
      return command[1] === entry[1] && faces.every((face) => face >= 1 && face <= 6);
    }
    return command
      .subarray(1)
      .every((value, index) => value >= (entry[2 * index + 1] ?? 0) && value <= (entry[2 * index + 2] ?? 0));
  });
}

/** Picks a listed command, or makes one up: both have to agree with the list. */
const choice = fc.record({
  pick: fc.nat(1000),
  made: fc.boolean(),
  index: fc.nat(kuroganeEngage.commands.length - 1),
  words: fc.array(fc.oneof(fc.integer({ min: -1, max: 6 }), fc.constantFrom(254, 255, 256)), {
    minLength: 12,
    maxLength: 12,
  }),
});

type Choice = typeof choice extends fc.Arbitrary<infer Value> ? Value : never;

function makeCommand(battle: KuroganeBattle, entries: readonly number[][], from: Choice): Int32Array {
  const { pick, made, index, words } = from;
  const chosen = entries[pick % Math.max(entries.length, 1)];
  const code = made || chosen === undefined ? kuroganeEngage.commands[index]?.code : chosen[0];
  const shape = kuroganeEngage.commands.find((command) => command.code === code);
  if (shape === undefined) throw new Error('no such command');
  const command = new Int32Array(encodedLength(shape));
  command[0] = shape.code;
  const word = (at: number): number => words[at % words.length] ?? 0;
  if (shape.name === 'roll') {
    const pool = read(battle, 'pool');
    command[1] = made ? Math.abs(word(0)) % 200 : (chosen?.[1] ?? pool);
    for (let at = 0; at < (command[1] ?? 0); at++)
      command[2 + at] = made ? word(at) : 1 + (Math.abs(word(at) + pick) % 6);
    return command;
  }
  for (let at = 1; at < command.length; at++) {
    const min = chosen?.[2 * at - 1] ?? 0;
    const span = (chosen?.[2 * at] ?? 0) - min + 1;
    command[at] = made ? word(at) : min + (Math.abs(word(at) * 7 + pick) % span);
  }
  return command;
}

test('K1: listed means accepted, not listed means rejected with the image untouched', () => {
  const tally = new Map<string, number>();
  fc.assert(
    fc.property(
      fc.record({
        destroyTiming: fc.constantFrom('seed', 'wiki56'),
        specialsTiming: fc.constantFrom('afterPool', 'atDeclare'),
        strictDistance: fc.constantFrom('no', 'yes'),
        riskCap: fc.constantFrom('none', 'saturate'),
      }),
      fc.record({ risk: fc.constantFrom(0, 2, 250), x: fc.nat(3), level: fc.nat(2) }),
      fc.array(choice, { minLength: 30, maxLength: 60 }),
      (switches, drone, choices) => {
        const specials = { enhance: { poolDelta: 1, afterResolve: 'moveAttacker' }, defend: { armDelta: 1 } };
        const battle = start(withUnits({ drone, boss: { x: 3 } }, { specials, rounds: 30 }), switches);
        for (const from of choices) {
          const entries = legalEntries(battle);
          const command = makeCommand(battle, entries, from);
          const before = battle.image.slice();
          const listed = isListed(entries, command);
          const accepted = battle.step(command, undefined) === 0;
          expect({ command: [...command.subarray(0, 9)], accepted }).toEqual({
            command: [...command.subarray(0, 9)],
            accepted: listed,
          });
          if (!accepted) expect(Buffer.compare(battle.image, before)).toBe(0);
          const name = `${kuroganeEngage.commands.find(({ code }) => code === command[0])?.name} ${accepted}`;
          tally.set(name, (tally.get(name) ?? 0) + 1);
        }
      },
    ),
    { numRuns: 40 },
  );
  // the walk got as far as applying results
  expect(tally.get('applyResult true') ?? 0).toBeGreaterThan(10);
});

test('legalCommands never writes more than there is room for', () => {
  const battle = start();
  const length = battle.legalCommands(lent);
  for (let room = 0; room < length; room += 7) {
    expect(battle.legalCommands(new Int32Array(room))).toBeLessThanOrEqual(room);
  }
});
