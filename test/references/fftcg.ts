/**
 * Slow reference of the card game's phases, priority and stack (rules F1 to F19, FA1 to FA18). Written from rules/fftcg.md
 * alone; the data is in fftcg-cards.ts.
 *
 * `createDuel(setup)` runs the first Active and Draw phases; `applyDuel(duel, command)` copies the duel and gives the next
 * one or throws RuleReferenceError. `log` tells what happened in words such as `resolve HB` or `cancelled HB`.
 *
 * Where the rules leave the form open: an EX Burst's targets come with `exBurst`; auto-abilities take no chosen targets; a
 * player loses who must take a card from an empty deck; when nobody is left to attack or to block the windows are held
 * all the same, and powerMod ends with the turn as damage does.
 *
 * Extensions after CR 15.2: First Strike, Back Attack, freezing, Limit Break.
 */
import {
  type AttackStep,
  type Card,
  type Character,
  type Duel,
  type DuelCommand,
  type DuelPlayer,
  type DuelSwitches,
  defaultDuelSwitches,
  type Effect,
  effectivePower,
  other,
  type Phase,
  type PlayerIndex,
  type StackItem,
  type Target,
  type Trigger,
} from './fftcg-cards.js';
import { fail } from './reference-error.js';

export interface DuelSetup {
  readonly players: readonly [
    {
      readonly hand?: readonly Card[];
      readonly deck: readonly Card[];
      readonly field?: readonly Card[];
      readonly limit?: readonly Card[];
    },
    {
      readonly hand?: readonly Card[];
      readonly deck: readonly Card[];
      readonly field?: readonly Card[];
      readonly limit?: readonly Card[];
    },
  ];
  readonly switches?: Partial<DuelSwitches>;
}

function allCharacters(duel: Duel): Character[] {
  return duel.players.flatMap((player) => player.field);
}

function find(duel: Duel, target: Target): Character | undefined {
  return allCharacters(duel).find(({ card, entry }) => card.id === target.id && entry === target.entry);
}

const targetOf = ({ card, entry }: Character): Target => ({ id: card.id, entry });

function controllerOf(duel: Duel, character: Character): PlayerIndex {
  return duel.players[0].field.includes(character) ? 0 : 1;
}

function trigger(duel: Duel, on: Trigger, character: Character, controller: PlayerIndex): void {
  for (const auto of character.card.autos ?? []) {
    if (auto.on !== on) continue;
    const item = { name: auto.id, controller, source: targetOf(character), targets: [], effects: auto.effects };
    duel.triggered.push(item);
  }
}

/** FA15: what begins the game on the field is not new. */
function enter(duel: Duel, player: PlayerIndex, card: Card, enteredTurn: number): void {
  duel.entries += 1;
  const character: Character = {
    card,
    owner: player,
    entry: duel.entries,
    enteredTurn,
    power: card.power ?? 0,
    powerMod: 0,
    damage: 0,
    dull: false,
    attackedThisTurn: false,
    frozen: false,
  };
  duel.players[player].field.push(character);
  if (enteredTurn !== 0) trigger(duel, 'enters', character, player);
}

function leaveField(duel: Duel, character: Character, to: 'hand' | 'breakZone'): void {
  const controller = controllerOf(duel, character);
  const { field } = duel.players[controller];
  field.splice(field.indexOf(character), 1);
  // a card of the Limit Break deck goes back there, face up, wherever it was to go
  const zone = character.card.limitBreak === undefined ? to : 'limitUp';
  duel.players[character.owner][zone].push(character.card);
  duel.log.push(`${to === 'hand' ? 'return' : 'break'} ${character.card.id}`);
  if (to === 'breakZone') trigger(duel, 'breaks', character, controller);
}

function takeTopCard(player: DuelPlayer): Card | undefined {
  const card = player.deck.shift();
  if (card === undefined) player.outOfCards = true;
  return card;
}

function drawCards(duel: Duel, player: PlayerIndex, amount: number): void {
  for (let count = 0; count < amount; count += 1) {
    const card = takeTopCard(duel.players[player]);
    if (card !== undefined) duel.players[player].hand.push(card);
  }
}

/** FA7: until nothing changes. */
function ruleProcesses(duel: Duel): void {
  const lost = ([0, 1] as const).filter((player) => {
    const { damage, outOfCards } = duel.players[player];
    return damage >= duel.switches.damageToLose || outOfCards;
  });
  const [first] = lost;
  if (first !== undefined) duel.winner = lost.length === 2 ? 'draw' : other(first);
  const dying = allCharacters(duel).filter((character) => {
    const power = effectivePower(character);
    return character.card.kind === 'forward' && (power <= 0 || character.damage >= power);
  });
  for (const character of dying) leaveField(duel, character, 'breakZone');
  if (dying.length > 0) ruleProcesses(duel);
}

function pushItem(duel: Duel, item: StackItem): void {
  if (duel.stack.length >= 255) fail('E_STACK_OVERFLOW', 'the stack holds 255 items');
  duel.stack.push(item);
  duel.log.push(`push ${item.name}`);
}

/** FA5, FA6: the turn player's triggers first, the other's on top; two of one player are ordered by that player. */
function placeTriggers(duel: Duel): void {
  for (const player of [duel.turnPlayer, other(duel.turnPlayer)]) {
    const own = duel.triggered.filter(({ controller }) => controller === player);
    if (own.length > 1) {
      duel.pending = { kind: 'triggers', player };
      return;
    }
    for (const item of own) pushItem(duel, item);
    duel.triggered = duel.triggered.filter(({ controller }) => controller !== player);
  }
}

/** The only place where anybody receives priority. */
function grantPriority(duel: Duel, player: PlayerIndex): void {
  duel.priority = player;
  duel.passes = 0;
  ruleProcesses(duel);
  if (duel.winner !== null) {
    duel.priority = null;
    return;
  }
  placeTriggers(duel);
}

function apply(duel: Duel, effect: Effect, item: StackItem, affected: readonly Character[]): void {
  const amount = effect.amount ?? 0;
  if (effect.kind === 'draw') {
    drawCards(duel, effect.scope === 'opponent' ? other(item.controller) : item.controller, amount);
    return;
  }
  for (const character of affected) {
    if (effect.kind === 'damage') character.damage += amount;
    if (effect.kind === 'addPower') character.powerMod += amount;
    if (effect.kind === 'dull') character.dull = true;
    if (effect.kind === 'freeze') character.frozen = true;
    if (effect.kind === 'return') leaveField(duel, character, 'hand');
    if (effect.kind === 'break') leaveField(duel, character, 'breakZone');
  }
}

function affectedBy(duel: Duel, effect: Effect, item: StackItem): Character[] {
  const present = (targets: readonly Target[]) =>
    targets.map((target) => find(duel, target)).filter((character) => character !== undefined);
  if (effect.scope === 'targets') return present(item.targets);
  if (effect.scope === 'self') return item.source === null ? [] : present([item.source]);
  return effect.scope === 'allForwards' ? allCharacters(duel).filter(({ card }) => card.kind === 'forward') : [];
}

/** FA11: with every target gone the item does nothing; what is left of the targets is affected. */
function resolve(duel: Duel, item: StackItem): void {
  const aimed = item.effects.filter(({ scope }) => scope === 'targets' || scope === 'self');
  const gone = aimed.length > 0 && aimed.every((effect) => affectedBy(duel, effect, item).length === 0);
  duel.log.push(`${gone ? 'cancelled' : 'resolve'} ${item.name}`);
  if (gone) return;
  for (const effect of item.effects) apply(duel, effect, item, affectedBy(duel, effect, item));
}

function setStep(duel: Duel, phase: Phase, step: AttackStep | null): void {
  duel.phase = phase;
  duel.step = step;
  duel.log.push(step === null ? phase : `${phase} ${step}`);
}

/** F3, F4, FA1: Active and Draw have no window and end at once. */
function beginTurn(duel: Duel): void {
  setStep(duel, 'active', null);
  for (const character of duel.players[duel.turnPlayer].field) {
    if (!character.frozen) character.dull = false;
    character.frozen = false;
  }
  setStep(duel, 'draw', null);
  drawCards(duel, duel.turnPlayer, duel.turn === 1 ? duel.switches.firstTurnDraw : 2);
  setStep(duel, 'main1', null);
  grantPriority(duel, duel.turnPlayer);
}

function nextTurn(duel: Duel): void {
  for (const character of allCharacters(duel)) character.attackedThisTurn = false;
  duel.turn += 1;
  duel.turnPlayer = other(duel.turnPlayer);
  beginTurn(duel);
}

function clearDamage(duel: Duel): void {
  for (const character of allCharacters(duel)) {
    character.damage = 0;
    character.powerMod = 0;
  }
}

/** F16, FA8, FA9. */
function beginEnd(duel: Duel): void {
  setStep(duel, 'end', null);
  duel.priority = null;
  if (duel.switches.endOrder === 'seed') clearDamage(duel);
  if (duel.players[duel.turnPlayer].hand.length >= 6) {
    duel.pending = { kind: 'discard', player: duel.turnPlayer };
    return;
  }
  clearDamage(duel);
  nextTurn(duel);
}

function beginDeclaration(duel: Duel): void {
  setStep(duel, 'attack', 'declaration');
  duel.priority = null;
  duel.attackers = [];
  duel.blocker = null;
  duel.struckFirst = false;
  duel.firstSide = null;
  duel.pending = { kind: 'attack', player: duel.turnPlayer };
}

/** F14, FA17: damage to a player; an EX Burst is offered before anything that triggered. */
function damagePlayer(duel: Duel): void {
  const victim = other(duel.turnPlayer);
  const player = duel.players[victim];
  player.damage += 1;
  duel.log.push(`damage player ${victim}`);
  for (const attacker of duel.attackers) {
    const character = find(duel, attacker);
    if (character !== undefined) trigger(duel, 'damagesPlayer', character, duel.turnPlayer);
  }
  const card = takeTopCard(player);
  if (card !== undefined) player.damageZone.push(card);
  if (card?.exBurst === undefined) grantPriority(duel, duel.turnPlayer);
  else duel.pending = { kind: 'exBurst', player: victim };
}

/** F13, FA12, FA14. */
function beginDamage(duel: Duel): void {
  setStep(duel, 'attack', 'damage');
  duel.priority = null;
  const attackers = duel.attackers.map((target) => find(duel, target)).filter((character) => character !== undefined);
  if (duel.blocker === null) {
    if (attackers.length > 0) damagePlayer(duel);
    else grantPriority(duel, duel.turnPlayer);
    return;
  }
  const blocker = find(duel, duel.blocker);
  const attackersFirst = attackers.every(({ card }) => card.firstStrike === true);
  const blockerFirst = blocker?.card.firstStrike === true;
  if (blocker !== undefined && attackers.length > 0 && attackersFirst !== blockerFirst) {
    duel.firstSide = attackersFirst ? 'attackers' : 'blocker';
  }
  beginBatch(duel);
}

/** CR 15.2.3: who alone has First Strike deals battle damage in a batch of its own, the other side in a second one. */
function dealsNow(duel: Duel, side: 'attackers' | 'blocker'): boolean {
  return duel.firstSide === null || (side === duel.firstSide) !== duel.struckFirst;
}

/** What a blocker splits over a party: whole thousands (FA14). */
const splitPower = (blocker: Character): number => Math.floor(effectivePower(blocker) / 1000) * 1000;

function endBatch(duel: Duel): void {
  if (duel.firstSide !== null && !duel.struckFirst) {
    duel.struckFirst = true;
    setStep(duel, 'attack', 'firstStrike');
  }
  grantPriority(duel, duel.turnPlayer);
}

/** A blocker that strikes a party now has its damage split first (FA14). */
function beginBatch(duel: Duel): void {
  const blocker = duel.blocker === null ? undefined : find(duel, duel.blocker);
  const attackers = duel.attackers.map((target) => find(duel, target)).filter((character) => character !== undefined);
  if (blocker !== undefined && attackers.length > 0) {
    const blockerDeals = dealsNow(duel, 'blocker');
    if (attackers.length > 1 && blockerDeals && splitPower(blocker) > 0) {
      duel.pending = { kind: 'partyDamage', player: other(duel.turnPlayer) };
      return;
    }
    const [alone] = attackers;
    if (blockerDeals && attackers.length === 1 && alone !== undefined) alone.damage += effectivePower(blocker);
    if (dealsNow(duel, 'attackers')) for (const one of attackers) blocker.damage += effectivePower(one);
  }
  endBatch(duel);
}

/** F2, F8, F9, F15, FA10: both passed on an empty stack. */
function endStep(duel: Duel): void {
  const at = duel.step ?? duel.phase;
  if (at === 'main1') {
    setStep(duel, 'attack', 'preparation');
    grantPriority(duel, duel.turnPlayer);
  } else if (at === 'preparation') {
    beginDeclaration(duel);
  } else if (at === 'declaration') {
    setStep(duel, 'attack', 'block');
    duel.priority = null;
    duel.pending = { kind: 'block', player: other(duel.turnPlayer) };
  } else if (at === 'block') {
    beginDamage(duel);
  } else if (at === 'firstStrike') {
    setStep(duel, 'attack', 'damage');
    duel.priority = null;
    beginBatch(duel);
  } else if (at === 'damage' && duel.switches.attackLoopTo === 'declaration') {
    beginDeclaration(duel);
  } else if (at === 'damage') {
    setStep(duel, 'attack', 'preparation');
    grantPriority(duel, duel.turnPlayer);
  } else {
    beginEnd(duel);
  }
}

function pass(duel: Duel): void {
  duel.log.push(`pass ${duel.priority}`);
  duel.passes += 1;
  if (duel.passes < 2) {
    duel.priority = duel.priority === null ? null : other(duel.priority);
    return;
  }
  const item = duel.stack.pop();
  if (item === undefined) {
    duel.passes = 0;
    endStep(duel);
    return;
  }
  resolve(duel, item);
  grantPriority(duel, duel.turnPlayer);
}

function fromHand(duel: Duel, player: PlayerIndex, id: string): Card {
  const card = duel.players[player].hand.find((held) => held.id === id);
  return card ?? fail('E_NOT_IN_HAND', id);
}

function removeFromHand(duel: Duel, player: PlayerIndex, card: Card): void {
  const { hand } = duel.players[player];
  hand.splice(hand.indexOf(card), 1);
}

/** Chosen targets are Forwards on the field; an effect on targets needs at least one. */
function chooseTargets(duel: Duel, ids: readonly string[], effects: readonly Effect[]): Target[] {
  const needs = effects.some(({ scope }) => scope === 'targets');
  if (needs !== ids.length > 0) fail('E_NO_LEGAL_TARGET', needs ? 'no target' : 'a target too many');
  return ids.map((id) => {
    const character = allCharacters(duel).find(({ card }) => card.id === id);
    if (character === undefined || character.card.kind !== 'forward') return fail('E_NO_LEGAL_TARGET', id);
    return targetOf(character);
  });
}

/** Between the two batches of First Strike players may only pass. */
function requireAction(duel: Duel, player: PlayerIndex): void {
  if (duel.step === 'firstStrike') fail('E_PHASE', 'only passes');
  requirePriority(duel, player);
}

function requirePriority(duel: Duel, player: PlayerIndex): void {
  if (duel.priority !== player) fail('E_NO_PRIORITY', `player ${player}`);
}

const isNew = (duel: Duel, character: Character) =>
  character.enteredTurn === duel.turn && character.card.haste !== true;

/** F5 to F7, FA4. */
function playCharacter(duel: Duel, player: PlayerIndex, id: string): void {
  const quick = duel.players[player].hand.find((held) => held.id === id && held.backAttack === true);
  if (quick !== undefined) {
    requireAction(duel, player);
    putOnField(duel, player, quick);
    return;
  }
  if (player !== duel.turnPlayer) fail('E_NOT_TURN_PLAYER', `player ${player}`);
  if (duel.phase !== 'main1' && duel.phase !== 'main2') fail('E_PHASE', duel.phase);
  requirePriority(duel, player);
  if (duel.stack.length > 0 && duel.switches.characterNeedsEmptyStack) fail('E_STACK_NOT_EMPTY', id);
  const card = fromHand(duel, player, id);
  if (card.kind === 'summon') fail('E_PHASE', `${id} is no Character`);
  putOnField(duel, player, card);
}

function putOnField(duel: Duel, player: PlayerIndex, card: Card): void {
  removeFromHand(duel, player, card);
  duel.log.push(`play ${card.id}`);
  enter(duel, player, card, duel.turn);
  // CR 11.4.7: also when the other player used Back Attack
  grantPriority(duel, duel.turnPlayer);
}

/** CR 15.2: a card of the Limit Break deck for as many others, at the time at which its kind is played. */
function playLimitBreak(duel: Duel, command: Extract<DuelCommand, { kind: 'playLimitBreak' }>): void {
  const { player } = command;
  const own = duel.players[player];
  requireAction(duel, player);
  const card = own.limitDown.find(({ id }) => id === command.card);
  const turned = command.turned.map((id) => own.limitDown.find((one) => one.id === id && id !== command.card));
  const paid = turned.every((one) => one !== undefined) && new Set(command.turned).size === card?.limitBreak;
  if (card === undefined || !paid || turned.length !== card.limitBreak) fail('E_LIMIT_BREAK', command.card);
  if (card.kind !== 'summon' && card.backAttack !== true) {
    if (player !== duel.turnPlayer) fail('E_NOT_TURN_PLAYER', `player ${player}`);
    if (duel.phase !== 'main1' && duel.phase !== 'main2') fail('E_PHASE', duel.phase);
    if (duel.stack.length > 0 && duel.switches.characterNeedsEmptyStack) fail('E_STACK_NOT_EMPTY', card.id);
  }
  const effects = card.effects ?? [];
  const targets = card.kind === 'summon' ? chooseTargets(duel, command.targets, effects) : [];
  if (card.kind !== 'summon' && command.targets.length > 0) fail('E_NO_LEGAL_TARGET', 'a target too many');
  for (const one of turned) {
    own.limitDown = own.limitDown.filter((down) => down !== one);
    if (one !== undefined) own.limitUp.push(one);
  }
  own.limitDown = own.limitDown.filter((down) => down !== card);
  if (card.kind === 'summon') {
    pushItem(duel, { name: card.id, controller: player, source: null, targets, effects });
    own.limitUp.push(card);
    grantPriority(duel, player);
    return;
  }
  enter(duel, player, card, duel.turn);
  grantPriority(duel, duel.turnPlayer);
}

/** F17, FA2. */
function useAbility(duel: Duel, command: Extract<DuelCommand, { kind: 'useAbility' }>): void {
  requireAction(duel, command.player);
  const source = duel.players[command.player].field.find(({ card }) => card.id === command.source);
  const ability = source?.card.abilities?.find(({ id }) => id === command.ability);
  if (source === undefined || ability === undefined) fail('E_UNKNOWN_ID', `${command.source} ${command.ability}`);
  if (ability.dullCost === true && (source.dull || isNew(duel, source))) fail('E_CANNOT_ATTACK', command.source);
  const targets = chooseTargets(duel, command.targets, ability.effects);
  const controller = command.player;
  pushItem(duel, { name: ability.id, controller, source: targetOf(source), targets, effects: ability.effects });
  if (ability.dullCost === true) source.dull = true;
  grantPriority(duel, command.player);
}

function castSummon(duel: Duel, command: Extract<DuelCommand, { kind: 'castSummon' }>): void {
  requireAction(duel, command.player);
  const card = fromHand(duel, command.player, command.card);
  if (card.kind !== 'summon') fail('E_PHASE', `${card.id} is no Summon`);
  const effects = card.effects ?? [];
  const targets = chooseTargets(duel, command.targets, effects);
  pushItem(duel, { name: card.id, controller: command.player, source: null, targets, effects });
  removeFromHand(duel, command.player, card);
  duel.players[command.player].breakZone.push(card);
  grantPriority(duel, command.player);
}

function requirePending(duel: Duel, kind: NonNullable<Duel['pending']>['kind'], player: PlayerIndex): void {
  if (duel.pending?.kind !== kind) fail('E_PHASE', `nobody is asked for ${kind}`);
  if (duel.pending.player !== player) fail('E_PENDING_CHOICE', `player ${duel.pending.player} is asked for ${kind}`);
}

/** F11, F15, FA13 to FA16. */
function declareAttack(duel: Duel, player: PlayerIndex, ids: readonly string[]): void {
  requirePending(duel, 'attack', player);
  if (ids.length === 0) {
    duel.pending = null;
    setStep(duel, 'main2', null);
    grantPriority(duel, player);
    return;
  }
  if (new Set(ids).size !== ids.length) fail('E_DUPLICATE_ID', ids.join(' '));
  const attackers = ids.map((id) => {
    const character = duel.players[player].field.find(({ card }) => card.id === id && card.kind === 'forward');
    if (character === undefined) return fail('E_UNKNOWN_ID', id);
    const again = character.attackedThisTurn && duel.switches.attackAgain === 'no';
    if (character.dull || isNew(duel, character) || again) return fail('E_CANNOT_ATTACK', id);
    return character;
  });
  const elements = new Set(attackers.map(({ card }) => card.element));
  if (elements.size > 1 && duel.switches.partyRule === 'cr') fail('E_BAD_PARTY', [...elements].join(' '));
  for (const character of attackers) {
    character.attackedThisTurn = true;
    if (character.card.brave !== true) character.dull = true;
  }
  duel.attackers = attackers.map(targetOf);
  duel.pending = null;
  duel.log.push(`attack ${ids.join(' ')}`);
  grantPriority(duel, duel.turnPlayer);
}

/** F12, FA13. */
function declareBlock(duel: Duel, player: PlayerIndex, id: string | null): void {
  requirePending(duel, 'block', player);
  if (id !== null) {
    const character = duel.players[player].field.find(({ card }) => card.id === id && card.kind === 'forward');
    const dull = character?.dull === true && duel.switches.blockerState === 'active';
    if (character === undefined || dull) fail('E_CANNOT_BLOCK', id);
    duel.blocker = targetOf(character);
  }
  duel.pending = null;
  duel.log.push(`block ${id ?? 'none'}`);
  grantPriority(duel, duel.turnPlayer);
}

/** FA14: the blocker's power in 1000s over the party; the party deals all of its own. */
function assignPartyDamage(duel: Duel, command: Extract<DuelCommand, { kind: 'assignPartyDamage' }>): void {
  requirePending(duel, 'partyDamage', command.player);
  const blocker = duel.blocker === null ? undefined : find(duel, duel.blocker);
  if (blocker === undefined) fail('E_PHASE', 'no blocker');
  const party = duel.attackers.map((target) => find(duel, target)).filter((character) => character !== undefined);
  const sum = command.amounts.reduce((total, { amount }) => total + amount, 0);
  const names = command.amounts.map(({ id }) => id);
  if (new Set(names).size !== names.length) fail('E_DUPLICATE_ID', names.join(' '));
  if (sum !== splitPower(blocker)) fail('E_RANGE', `${sum} of ${splitPower(blocker)}`);
  for (const { id, amount } of command.amounts) {
    if (amount < 0 || amount % 1000 !== 0) fail('E_RANGE', `${amount} to ${id}`);
    if (!party.some(({ card }) => card.id === id)) fail('E_UNKNOWN_ID', id);
  }
  for (const character of party) {
    if (dealsNow(duel, 'attackers')) blocker.damage += effectivePower(character);
    character.damage += command.amounts.find(({ id }) => id === character.card.id)?.amount ?? 0;
  }
  duel.pending = null;
  endBatch(duel);
}

/** F14: at once, without a response. */
function exBurst(duel: Duel, command: Extract<DuelCommand, { kind: 'exBurst' }>): void {
  requirePending(duel, 'exBurst', command.player);
  const card = duel.players[command.player].damageZone.at(-1);
  const effects = card?.exBurst ?? [];
  if (command.use) {
    const targets = chooseTargets(duel, command.targets ?? [], effects);
    resolve(duel, { name: `EX ${card?.id}`, controller: command.player, source: null, targets, effects });
  }
  duel.pending = null;
  grantPriority(duel, duel.turnPlayer);
}

/** FA5: the named order is the order of going onto the stack. */
function orderTriggers(duel: Duel, player: PlayerIndex, ids: readonly string[]): void {
  requirePending(duel, 'triggers', player);
  const own = duel.triggered.filter(({ controller }) => controller === player);
  const rest = [...own];
  if (ids.length === 0) fail('E_RANGE', 'no trigger is named');
  const ordered = ids.map((id) => {
    const index = rest.findIndex(({ name }) => name === id);
    const [item] = index === -1 ? [] : rest.splice(index, 1);
    return item ?? fail('E_UNKNOWN_ID', id);
  });
  for (const item of ordered) pushItem(duel, item);
  // what is left out is asked for again
  duel.triggered = duel.triggered.filter((item) => !ordered.includes(item));
  duel.pending = null;
  placeTriggers(duel);
}

/** F16, X4. */
function discard(duel: Duel, player: PlayerIndex, ids: readonly string[]): void {
  requirePending(duel, 'discard', player);
  const owed = duel.players[player].hand.length - 5;
  if (ids.length !== owed) fail('E_DISCARD_COUNT', `${ids.length} of ${owed}`);
  for (const id of ids) {
    const card = fromHand(duel, player, id);
    removeFromHand(duel, player, card);
    duel.players[player].breakZone.push(card);
  }
  duel.pending = null;
  clearDamage(duel);
  nextTurn(duel);
}

function run(duel: Duel, command: DuelCommand): void {
  if (duel.winner !== null) fail('E_ENDED', 'the duel is over');
  const answers = ['declareAttack', 'declareBlock', 'assignPartyDamage', 'exBurst', 'orderTriggers', 'discard'];
  const isAnswer = answers.includes(command.kind) || command.kind === 'concede';
  if (duel.pending !== null && !isAnswer) fail('E_PENDING_CHOICE', duel.pending.kind);
  switch (command.kind) {
    case 'concede':
      duel.winner = other(command.player);
      break;
    case 'pass':
      requirePriority(duel, command.player);
      pass(duel);
      break;
    case 'playCharacter':
      playCharacter(duel, command.player, command.card);
      break;
    case 'useAbility':
      useAbility(duel, command);
      break;
    case 'castSummon':
      castSummon(duel, command);
      break;
    case 'playLimitBreak':
      playLimitBreak(duel, command);
      break;
    case 'declareAttack':
      declareAttack(duel, command.player, command.ids);
      break;
    case 'declareBlock':
      declareBlock(duel, command.player, command.id);
      break;
    case 'assignPartyDamage':
      assignPartyDamage(duel, command);
      break;
    case 'exBurst':
      exBurst(duel, command);
      break;
    case 'orderTriggers':
      orderTriggers(duel, command.player, command.ids);
      break;
    case 'discard':
      discard(duel, command.player, command.ids);
      break;
  }
}

/** One command; a rejected one throws RuleReferenceError and leaves `duel` as it was. */
export function applyDuel(duel: Duel, command: DuelCommand): Duel {
  const next = structuredClone(duel);
  run(next, command);
  return next;
}

/** The characters of `field` have been there before the first turn. */
export function createDuel(setup: DuelSetup): Duel {
  const player = (index: PlayerIndex): DuelPlayer => ({
    hand: [...(setup.players[index].hand ?? [])],
    deck: [...setup.players[index].deck],
    field: [],
    damage: 0,
    damageZone: [],
    breakZone: [],
    limitDown: [...(setup.players[index].limit ?? [])],
    limitUp: [],
    outOfCards: false,
  });
  const duel: Duel = {
    turn: 1,
    turnPlayer: 0,
    phase: 'active',
    step: null,
    priority: null,
    passes: 0,
    stack: [],
    players: [player(0), player(1)],
    pending: null,
    attackers: [],
    blocker: null,
    triggered: [],
    winner: null,
    entries: 0,
    struckFirst: false,
    firstSide: null,
    log: [],
    switches: { ...defaultDuelSwitches, ...setup.switches },
  };
  for (const index of [0, 1] as const) {
    for (const card of setup.players[index].field ?? []) enter(duel, index, card, 0);
  }
  beginTurn(duel);
  return duel;
}
