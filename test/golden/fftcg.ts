import type { DuelCommand, PlayerIndex } from '../references/fftcg-cards.js';
import { attack, block, cast, pass } from './fftcg-commands.js';
import { OTHER_CARDS } from './fftcg-deck.js';
import { begin, type Scene, type Side } from './fftcg-play.js';
import { isOpen, wish } from './fftcg-wishes.js';
import type { Golden, Switches } from './golden.js';
import { createDice } from './random.js';

const DECK: Side = { deck: Array.from({ length: 8 }, () => 'filler') };

const hammerBlow: DuelCommand = {
  kind: 'useAbility',
  player: 0,
  source: 'barret',
  ability: 'hammer-blow',
  targets: [],
};
const both = (first: PlayerIndex = 0): DuelCommand[] => [pass(first), pass(first === 0 ? 1 : 0)];
/** From Main 1 to Main 2 without an attack. */
const toMain2: readonly DuelCommand[] = [...both(), ...both(), attack(0)];

function played(scene: Scene, commands: readonly DuelCommand[]): Golden {
  const play = begin(scene);
  for (const command of commands) play.give(command);
  return play.finish();
}

function workedExamples(): Golden[] {
  const barret: readonly [Side, Side] = [
    { ...DECK, field: ['barret'] },
    { ...DECK, hand: ['brynhildr', 'valefor'] },
  ];
  const discarding = (file: string, held: number, ids: readonly (readonly string[])[]): Golden =>
    played({ file, sides: [{ ...DECK, hand: Array.from({ length: held - 2 }, () => 'filler') }, DECK] }, [
      pass(1),
      ...[...toMain2, ...both()],
      ...ids.map((some): DuelCommand => ({ kind: 'discard', player: 0, ids: some })),
    ]);
  return [
    played({ file: 'x1.jsonl', sides: barret }, [
      pass(1),
      ...[hammerBlow, cast(1, 'brynhildr', 'barret'), pass(0), cast(1, 'brynhildr', 'barret'), pass(1), pass(0)],
      ...both(),
    ]),
    played({ file: 'x2.jsonl', sides: barret }, [
      pass(1),
      ...[pass(0), cast(1, 'brynhildr', 'barret'), pass(1), hammerBlow, pass(0), pass(1), ...both()],
      ...[...toMain2, ...both()],
    ]),
    played({ file: 'x3.jsonl', sides: barret }, [
      pass(1),
      ...[...toMain2, pass(0), cast(1, 'valefor'), pass(1), pass(0)],
      ...[{ kind: 'playCharacter', player: 0, card: 'barret' } as const, attack(0, 'barret')],
      ...[pass(0), cast(1, 'valefor'), pass(1)],
    ]),
    discarding('x4-five.jsonl', 5, []),
    discarding('x4-six.jsonl', 6, [[], ['filler', 'filler-2'], ['filler']]),
    discarding('x4-nine.jsonl', 9, [
      ['filler', 'filler-2', 'filler-3'],
      ['filler', 'filler-2', 'filler-3', 'filler-7'],
    ]),
    played({ file: 'x5.jsonl', sides: barret }, [
      pass(1),
      ...[pass(0), cast(1, 'brynhildr', 'barret'), pass(1), pass(0)],
      ...both(),
    ]),
    played(
      {
        file: 'attack.jsonl',
        sides: [
          { ...DECK, field: ['watcher', 'rock', 'stone', 'flame'] },
          { field: ['barret'], deck: ['flare', 'filler', 'filler', 'filler', 'filler', 'filler'] },
        ],
      },
      [
        pass(1),
        ...[...both(), ...both(), attack(0, 'rock', 'flame'), attack(0, 'watcher'), ...both(), block(1), ...both()],
        ...[pass(0), { kind: 'exBurst', player: 1, use: true, targets: ['watcher'] } as const, ...both(), ...both()],
        ...[...both(), attack(0, 'watcher'), attack(0, 'rock', 'stone'), ...both(), block(1, 'barret'), ...both()],
        {
          kind: 'assignPartyDamage',
          player: 1,
          amounts: [
            { id: 'rock', amount: 5000 },
            { id: 'stone', amount: 2000 },
          ],
        },
        ...[...both(), ...both(), attack(0), ...both()],
      ],
    ),
  ];
}

function randomGame(seed: number, switches: Switches, deck = 40): Golden {
  const dice = createDice(seed);
  const names = ['barret', 'brynhildr', 'valefor', ...OTHER_CARDS.map(({ id }) => id)];
  const some = (count: number): string[] => Array.from({ length: count }, () => dice.pick(names));
  const side = (): Side => ({ field: ['rock', 'watcher', 'avenger'], hand: some(5), deck: some(deck) });
  const play = begin({ file: `random-${seed}.jsonl.gz`, sides: [side(), side()], switches });
  let rejected = 0;
  for (let step = 0; step < 500 && play.duel().winner === null; ) {
    const command = wish(dice, play.duel());
    const code = play.code(command);
    if (isOpen(play.duel(), command, code) || (code !== '' && 6 * rejected > step)) continue;
    play.give(command);
    rejected += code === '' ? 0 : 1;
    step += 1;
  }
  if (play.duel().winner === null) play.give({ kind: 'concede', player: 1 });
  play.give(pass(0));
  return play.finish();
}

export function fftcgGoldens(): readonly Golden[] {
  return [
    ...workedExamples(),
    randomGame(41, {}),
    randomGame(42, {}),
    randomGame(43, { firstTurnDraw: 1, characterNeedsEmptyStack: 'no', endOrder: 'cr', partyRule: 'any' }),
    randomGame(44, { attackLoopTo: 'declaration', damageToLose: 3 }),
    randomGame(45, {}, 14),
  ];
}
