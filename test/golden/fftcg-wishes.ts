import {
  type Character,
  type Duel,
  type DuelCommand,
  effectivePower,
  type PlayerIndex,
} from '../references/fftcg-cards.js';
import { attack, block, cast, pass } from './fftcg-commands.js';
import type { Dice } from './random.js';

function subset<Value>(dice: Dice, list: readonly Value[], most: number): Value[] {
  const rest = [...list];
  const out: Value[] = [];
  while (rest.length > 0 && out.length < most) out.push(...rest.splice(dice.below(rest.length), 1));
  return out;
}

const ids = (list: readonly Character[]): string[] => list.map(({ card }) => card.id);
const isForward = ({ card }: Character): boolean => card.kind === 'forward';

function answer(dice: Dice, duel: Duel, player: PlayerIndex, kind: string): DuelCommand {
  const own = duel.players[player];
  const forwards = ids(own.field.filter(isForward));
  const everybody = ids(duel.players.flatMap(({ field }) => field).filter(isForward));
  if (kind === 'attack') return attack(player, ...subset(dice, forwards, dice.pick([0, 1, 1, 1, 2, 3])));
  if (kind === 'block') return block(player, dice.chance(1, 3) || forwards.length === 0 ? null : dice.pick(forwards));
  if (kind === 'exBurst') {
    const effects = own.damageZone.at(-1)?.exBurst ?? [];
    const aims = effects.some(({ scope }) => scope === 'targets');
    const use = dice.chance(3, 4) && !(aims && everybody.length === 0);
    return { kind: 'exBurst', player, use, targets: use && aims ? [dice.pick(everybody)] : [] };
  }
  if (kind === 'triggers') {
    const waiting = duel.triggered.filter(({ controller }) => controller === player).map(({ name }) => name);
    return { kind: 'orderTriggers', player, ids: subset(dice, waiting, waiting.length) };
  }
  if (kind === 'discard') {
    const held = own.hand.map(({ id }) => id);
    return { kind: 'discard', player, ids: subset(dice, held, held.length - 5 + (dice.chance(1, 5) ? 1 : 0)) };
  }
  const blocker = own.field.find(({ card }) => card.id === duel.blocker?.id);
  const party = duel.attackers.map(({ id }) => id).filter((id) => everybody.includes(id));
  let rest = blocker === undefined ? 0 : effectivePower(blocker) / 1000;
  const amounts = party.map((id, index) => {
    const amount = index === party.length - 1 ? rest : dice.between(0, rest);
    rest -= amount;
    return { id, amount: 1000 * amount };
  });
  return { kind: 'assignPartyDamage', player, amounts };
}

/** Something that somebody could want; most of it may be done now. */
export function wish(dice: Dice, duel: Duel): DuelCommand {
  const player = dice.chance(1, 12) ? dice.pick([0, 1] as const) : (duel.pending?.player ?? duel.priority ?? 0);
  if (duel.pending !== null && !dice.chance(1, 15)) return answer(dice, duel, player, duel.pending.kind);
  const { hand, field } = duel.players[player];
  const everybody = ids(duel.players.flatMap((one) => one.field).filter(isForward));
  const targetsOf = (effects: readonly { readonly scope: string }[]): string[] =>
    effects.some(({ scope }) => scope === 'targets') && everybody.length > 0 ? [dice.pick(everybody)] : [];
  const characters = hand.filter(({ kind }) => kind !== 'summon');
  const summons = hand.filter(({ kind }) => kind === 'summon');
  const users = field.filter(({ card }) => (card.abilities ?? []).length > 0);
  const choice = dice.below(10);
  if (choice < 2 && characters.length > 0) return { kind: 'playCharacter', player, card: dice.pick(characters).id };
  if (choice === 2 && summons.length > 0) {
    const card = dice.pick(summons);
    return cast(player, card.id, ...targetsOf(card.effects ?? []));
  }
  if (choice === 3 && users.length > 0) {
    const source = dice.pick(users).card;
    const ability = dice.pick(source.abilities ?? []);
    const targets = targetsOf(ability.effects);
    return { kind: 'useAbility', player, source: source.id, ability: ability.id, targets };
  }
  return pass(player);
}

/** A rejection for more than one reason, or for one without a code of its own in the rules, is not part of a golden. */
export function isOpen(duel: Duel, command: DuelCommand, code: string): boolean {
  if (code === '') return false;
  const { pending } = duel;
  if (pending !== null) return command.kind === 'declareAttack' && pending.player !== command.player;
  if (command.kind === 'useAbility') return code === 'E_CANNOT_ATTACK' || code === 'E_UNKNOWN_ID';
  if (command.kind !== 'playCharacter') return false;
  const reasons = [
    command.player !== duel.turnPlayer,
    duel.phase !== 'main1' && duel.phase !== 'main2',
    duel.priority !== command.player,
    duel.stack.length > 0,
  ];
  return reasons.filter((reason) => reason).length > 1;
}
