/**
 * What players and pages say of the real game, in our own words, with the site that says it. The tests beside it ask the engine each row that it
 * can be asked; `docs/EVIDENCE.md` prints the table.
 */

/** `inside`: the engine's exact range or set holds it. `outside`: it does not; `note` says which side is known to be wrong, and how. */
export type Verdict = 'inside' | 'outside' | 'cannot be asked';

export interface Observation {
  readonly id: string;
  /** Site that says it. */
  readonly source: string;
  /**
   * A player's own measurement; a page in words or figures; the page that our guide's rule set is written from (not independent of it);
   * a page about the remake of 2022, which is another program; a page that does not tell the two apart.
   */
  readonly kind: 'measured' | 'page' | 'guide' | 'remake' | 'either game';
  readonly observed: string;
  readonly verdict: Verdict;
  /** Inside: under which conditions, and how little it says. Outside: what is wrong. Else: what is missing. */
  readonly note: string;
}

const GUIDE = 'livealive.starfree.jp';
const MEASUREMENTS = 'geolog.mydns.jp';
const ENEMIES_PAGE = 'namu.moe';
const TABLE = 'the data table says the same figure; no rule is tried';
const OWN_FORMULA = 'the formula is of the page that the rule set is written from';

function row(
  id: string,
  source: string,
  kind: Observation['kind'],
  observed: string,
  verdict: Verdict,
  note: string,
): Observation {
  return { id, source, kind, observed, verdict, note };
}

export const OBSERVATIONS: readonly Observation[] = [
  row(
    'O01',
    MEASUREMENTS,
    'measured',
    'ten uses of Reppu Seiken Zuki by Takahara on one enemy: 102, 100, 94, 108, 110, 108, 110, 106, 110, 90',
    'inside',
    'Takahara at level 5, middle growth, Namcat from the side or back: even totals of 90 to 110. Level, enemy and side are not told; they were chosen to fit',
  ),
  row(
    'O02',
    MEASUREMENTS,
    'measured',
    'all ten totals are even',
    'inside',
    'at every level from 2 to 9 and from every side: two hits of one value',
  ),
  row(
    'O04',
    MEASUREMENTS,
    'measured',
    'reset, then the same buttons at the same time: the same damage, actions and drops',
    'inside',
    'two plays from one state end alike in every byte; any seeded model does',
  ),
  row(
    'O05',
    MEASUREMENTS,
    'measured',
    'time spent in a menu breaks the repetition',
    'cannot be asked',
    'what a window changes while it is open: no listing prints it',
  ),
  row(
    'O07',
    MEASUREMENTS,
    'measured',
    'time spent on choosing a target breaks the repetition',
    'cannot be asked',
    'what a window changes while it is open: no listing prints it',
  ),
  row(
    'O08',
    MEASUREMENTS,
    'measured',
    'enemies often answer Spindle',
    'cannot be asked',
    'the enemy: answers hang on its skills, their range and whom they touch',
  ),
  row(
    'O10',
    GUIDE,
    'page',
    'right after an enemy skill Takahara has 2 to 4 steps free',
    'inside',
    'speed 31, every value of the action points before: 2, 3 or 4',
  ),
  row(
    'O11',
    GUIDE,
    'guide',
    'at the start the cell to the lower right of Namcat is 5 steps away',
    'inside',
    'the walk to (1,3) costs five times 57 action points',
  ),
  row('O13', GUIDE, 'guide', 'at 29 action points 3 steps are left', 'inside', OWN_FORMULA),
  row('O14', GUIDE, 'guide', 'at 60 action points 3 steps are left, the fourth gives 288', 'inside', OWN_FORMULA),
  row('O16', GUIDE, 'guide', '2323 presses lead from 0 to the wrap', 'inside', OWN_FORMULA),
  row(
    'O17',
    GUIDE,
    'guide',
    'one skill wraps from 65025 to 65279',
    'outside',
    "the page is wrong: executed code (C1:2828) adds 510 to a 16-bit word, so that 65025 gives 65535, and the enemies' turn is from 256 (C1:8E51): 65026 to 65281",
  ),
  row(
    'O19',
    GUIDE,
    'page',
    'King Mammoth leaves a cola bottle about 35 times in a hundred',
    'inside',
    '45/128, every draw counted (C1:166E); the page may rest on the same tables',
  ),
  row(
    'O20',
    GUIDE,
    'page',
    'Majin Ryunosuke leaves a koban about 2.3 times in a hundred',
    'inside',
    '3/128, every draw counted (C1:166E); the page may rest on the same tables',
  ),
  row('O22', 'dic.nicovideo.jp', 'page', 'Iwama leaves a scale, not always', 'inside', '105/128; "not always" is wide'),
  row('O23', 'dic.nicovideo.jp', 'page', 'Iwama has 2032 HP', 'inside', TABLE),
  row('O25', ENEMIES_PAGE, 'page', 'Majin Ryunosuke: HP 1248, level 15, stats 90, 90, 90 and 200', 'inside', TABLE),
  row('O26', ENEMIES_PAGE, 'page', 'Hado-ho: 124, all of the power', 'inside', TABLE),
  row('O28', ENEMIES_PAGE, 'page', 'Shizuka-iwakuzushi: 20, four hits, half of the intellect', 'inside', TABLE),
  row('O29', ENEMIES_PAGE, 'page', 'Hangetsu-ryu: 4, half of the intellect', 'inside', TABLE),
  row(
    'O31',
    GUIDE,
    'page',
    'sleep and paralysis both work on King Mammoth',
    'inside',
    'of Pogo: Guu-guu (own body against intellect) at level 9, Uho-puu (own intellect) at level 12; Gui-gui takes with the best growth at level 16 alone, for times under 17 do not take (C1:DB64)',
  ),
  row(
    'O32',
    GUIDE,
    'page',
    'Guu-guu deals 0 damage',
    'inside',
    'Pogo at level 9 on King Mammoth: no HP lost, whatever is drawn',
  ),
  row(
    'O34',
    ENEMIES_PAGE,
    'either game',
    'poison on King Mammoth takes less as HP fall, in the end one digit',
    'inside',
    'a sixteenth of the present HP (C1:1E5E): one digit below 160, 62 of its full 992; a sixteenth of the greatest HP would stay at 62',
  ),
  row(
    'O35',
    'livealivem.stars.ne.jp',
    'page',
    'fields of water, poison, fire and electricity hurt by 8, 16, 24, 32',
    'inside',
    'each laid under an enemy and fired',
  ),
  row(
    'O37',
    'i-njoy.net',
    'remake',
    'fields of fire heal King Mammoth',
    'inside',
    'laid and fired: fire alone heals it. `lockstep data` printed "poison": its label was wrong, the engine was not',
  ),
  row(
    'O38',
    'kamigame.jp',
    'remake',
    "Captain Square's Fire withstands fire and electricity; a field of water kills it",
    'inside',
    'laid and fired: fire and electricity do it no harm, water does. `lockstep data` printed "poison, water": its label was wrong',
  ),
  row(
    'O40',
    'dic.pixiv.net',
    'page',
    'Great Eruption lays fire over the whole field',
    'inside',
    'all 49 cells, code C0h',
  ),
  row(
    'O41',
    'w.atwiki.jp',
    'page',
    'an enemy of 3 by 3 cells that stands wholly on a fire that it absorbs gains 9 times 24 = 216; 24 is shown',
    'inside',
    'King Mammoth at 500 HP, nine cells of fire fired once',
  ),
  row('O43', GUIDE, 'page', 'Captain Square evades sharp, fly, spirit', 'inside', TABLE),
  row(
    'O44',
    GUIDE,
    'page',
    'after a skill of its own of an attribute that it evades the next damage on Captain Square is halved',
    'inside',
    'Tachyon Sword, then an enemy\'s skill, with the evaded attributes and without, the same draws: half, and 1 more. "Halved" is in words',
  ),
  row(
    'O46',
    GUIDE,
    'page',
    'the training sessions of the kung fu chapter add 5 to body, speed or power, by the place',
    'inside',
    'the second ally, backgrounds 18h, 14h and 6Ch (C1:230E, 2339); which pictures these are is not known',
  ),
  row(
    'O47',
    'livealivem.stars.ne.jp',
    'page',
    'Select and X repeat Senga Renzanken without limit',
    'cannot be asked',
    'the code of the windows that reads these buttons: no listing prints it',
  ),
  row(
    'O49',
    'lparchive.org',
    'page',
    "Iwama's Water Calling takes about 50 of an equipped party",
    'cannot be asked',
    'levels and equipment; the image was a translation',
  ),
  row(
    'O50',
    GUIDE,
    'remake',
    'Kiai-tame heals 80 to 95',
    'outside',
    'the source is of the remake: of this game the table holds a coefficient of 8, and C1:D900 makes 32 to 39 of it',
  ),
];

/** The table of `docs/EVIDENCE.md`, one line a row. */
export function observationsTable(): readonly string[] {
  return OBSERVATIONS.map(
    ({ id, source, kind, observed, verdict, note }) =>
      `| ${id} | ${source} | ${kind} | ${observed} | *${verdict}* | ${note} |`,
  );
}
