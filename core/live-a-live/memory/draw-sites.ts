/**
 * What each draw of the battle generator is used for, by the address of the routine that calls
 * C1:6150. Evidence: the callers are executed; those that mirror an unpublished stretch carry its
 * address.
 */

/** Stands for the code that places enemies at the start of a battle: its address is unknown. */
export const START_SITE = 0xc10000;

const SITES: Readonly<Record<number, string>> = {
  [START_SITE]: 'place of an enemy at the start (unpublished, as is its address)',
  12654190: 'drop',
  12655113: 'HP growth (the first of two is lost)',
  12655618: 'order points whose low byte became 0',
  12656334: 'decay of a field cell',
  12658004: 'stat growth',
  12658781: 'start of the search for a target',
  12662185: 'abnormality from an item in the left hand',
  12679221: 'random part of a hit or recovery',
  12684963: 'whether the enemy moves instead',
  12684982: 'whether the slot is taken up',
  12685383: 'direction of a random step',
  12685454: 'way of a random turn',
  12685474: 'release of an abnormality',
  12685836: 'whether the test of statuses is left out',
  12685950: 'whether a recovery is used',
  12700643: 'displacement of an enemy',
  12701459: 'displacement of an ally (unpublished)',
  12703252: 'number of hits on allies (unpublished)',
  12703417: 'number of hits',
  12703526: 'enemy that takes a hit',
  12703621: 'ally that takes a hit (unpublished)',
  12703856: 'hit check on an enemy',
  12703942: 'hit check on an ally (unpublished)',
  12704612: 'status by a skill',
  12704780: 'status by a weapon',
  12704961: 'changed level or stat of an ally',
  12705167: 'changed level or stat of an enemy',
  12705889: 'base cell of an enemy',
  12711172: 'formation of the last chapter',
  12711371: 'entry of an encounter list',
  12713080: 'status at the start',
};

/** The bank of the battle's code. An image's code in a hole draws where no routine of ours does. */
const BATTLE_BANK = 0xc1;
const FILLED_HOLE = "of an image's own code";

/** Addresses of all callers. */
export const DRAW_SITES: readonly number[] = Object.keys(SITES).map(Number);

/** What a draw at this address is for. */
export function drawPurpose(site: number): string {
  return SITES[site] ?? (site >>> 16 === BATTLE_BANK ? FILLED_HOLE : 'unknown');
}
