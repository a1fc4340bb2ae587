/**
 * Stretches of the battle's code that no listing prints, and the stand-in for each. This is their
 * only table: switches are declared from it, and a result names the rows it depended on. A trace of
 * the cartridge settles each of them.
 */

/**
 * `switch`: the model uses one of `values`. `input`: a figure from plans or recorders. `stop`: the
 * routine's function ends there with its own exit, and the caller decides. `skip`: omitted, without
 * a known effect on the battle's memory.
 */
export type StandIn = 'switch' | 'input' | 'stop' | 'skip';

export interface UnpublishedRow {
  /** Unique, camel case. */
  readonly name: string;
  readonly standIn: StandIn;
  /** Unprinted bytes or entry points. */
  readonly stretches: readonly string[];
  /** Values of a switch; the default may be any of them. */
  readonly values: readonly (string | number)[];
  /**
   * Value of a switch, or the stand-in in words. For a `stop`, what a caller assumes that must
   * continue.
   */
  readonly default: string | number;
  readonly evidence: string;
  /**
   * Of a `stop`: why an owner's image does not run there in a battle, or not everywhere; empty
   * where it does.
   */
  readonly notRun: string;
}

type Row = readonly [
  name: string,
  standIn: StandIn,
  stretches: string,
  values: readonly (string | number)[],
  standard: string | number,
  evidence: string,
];

// biome-ignore format: one row of the table a line
const ROWS: readonly Row[] = [
  // Turn, time, order
  ['idleActionPoints', 'switch', 'C1:7A54-7A62', [10, 0], 10, 'C1:7A54-7A62 (15 bytes) is not printed; the guide and the newer page both say +10 a frame while nobody can act'],
  ['idleChargeFrames', 'switch', 'C1:9362-939C', ['N+1', 'N'], 'N+1', 'C1:9362-939C is not printed. The newer page: a lone charge of N fires on frame N+1 (16 gives 170 + 510); the older page: 160 + 510. N+1 = due skills are found before the countdown of the frame, N = after it'],
  ['statusTimers', 'switch', 'C1:2153-21C0 C1:21F8-2238', ['countDown', 'keep'], 'countDown', 'no printed instruction lowers EA00+ or AAn8-F (likely C1:2153-21C0 and 21F8-2238); the pages say statuses wear off with the same units of time as charges'],
  ['timePassOrder', 'skip', 'C1:20F2-2110', [], 'every block by its number, charges and restoration by the step of 036D', 'no printed instruction lowers the charges of 1Cn6 and 1Bn6; the guide gives the units 16, 4, 2, 1. The order of blocks changes nothing that a frame shows at its end'],
  ['orderPointsLoop', 'skip', 'C1:1C52-1C73', [], 'C1:1C02 for every enemy present, by its number', 'the loop round C1:1C02 is not printed; each enemy may cost a draw, so the order shows in the draws'],
  ['rowLoads', 'skip', 'C1:1C74-1C76 C1:1CA9-1CAB C1:1C8E-1C90', [], 'the row of the enemy in hand is loaded', 'three bytes before each of three routines: as long as a call of C1:1CF7'],
  ['allyOrderRetry', 'stop', 'C1:9F52-9F59 C1:9F32-9F34 C1:FB31-FB34 C1:FB4A-FB4C C1:F715-F721 C1:F728 C1:7B02', [], 'the next rank is tried, four ranks at most', 'the printed part counts its tries in 0309'],
  ['absentUnit', 'skip', 'C1:9F70-9F72 C1:93C4 C1:8E63', [], 'absent: 0 and return', 'three bytes at the end of the presence test, one at the end of two others'],
  ['chargeScanRest', 'skip', 'C1:93B5-93BE', [], 'an ally whose charge is not 0 is passed over', 'ten bytes between the test of the charge and the loop'],
  ['enemyDueScan', 'skip', 'C1:93E1-941D C1:943F-9476', [], 'the same search over the enemies; the due skill of the first one fires', '61 bytes between the search over the allies and C1:941E, which has the old 03AC on the stack'],
  ['nobodyChosen', 'skip', 'C1:9336-933B', [], '03AC = 0', 'six bytes, the tail of the choice when no enemy qualifies'],
  ['onsetLevel', 'switch', 'C1:17E3-17E5 C1:17EF-17F0', ['asLabelled', 'negated', 'none'], 'asLabelled', 'C1:17C2 changes a level by the row as it is, C1:17E6 by its negation; who calls which is not printed. asLabelled = the row as it is, negated for BREAKDOWN enemies, as the page says it ends'],
  ['battleStartRest', 'stop', 'C1:35A7-35A8 C1:358C-3593 C1:3516-3545 C1:EBC3-EBC6 C1:EBEB', [], 'a note that is already there is kept', 'the case of a second item against the same race is not printed'],
  ['specialFormations', 'stop', 'C1:F989', [], 'a played battle takes formations of mode 0; the thirteen others need an image, and are refused with E_PARTY without one', 'C1:F5FB puts one machine in the place of the party (mode 01h), C1:F959 makes enemies of allies (10h to 40h); how a driven enemy steps (C1:41FD), where its turn is dispatched (C1:948D) and how ranks are looked up then (C1:FB31) is not printed either'],
  ['frameLoop', 'skip', 'C1:0143-0275 C1:856C-85EA C1:612F-6144', [], 'the time half, then the player half', 'the time half returns to 0261, where the player half is called; the calls before and after are not printed'],
  ['buttonsToActions', 'input', 'C1:948D-9571 C1:9580-96CA C1:96F2-991F C1:99A5-9D12 C1:14FD-1527 C1:8AFE-8B14', [], 'plans name the command; where the player drives an enemy they name buttons, and an image answers them', 'the handlers of step, turn, pass and skill are printed, the dispatch and the windows are not'],
  ['enemyStepFrames', 'input', 'C1:437F', [], 'given by the plan or recording', 'an ally step takes 12 frames (C1:4450); for an enemy no figure is printed'],
  ['skillFrames', 'input', 'animations and windows', [], 'given by the plan or recording', 'no source gives the frames of a skill’s animation'],
  ['sprites', 'skip', 'C1:E414 C1:E7BD C1:E834 C1:5F1D C1:E6BD C1:96EF C1:957D', [], 'not called', 'drawing'],
  // Hits, damage, statuses
  ['allyHitCheck', 'stop', 'C1:D8C6-D8F9 C1:D8FD C1:D80C-D819 C1:D785-D79F C1:D614', [], 'the mirror image of hits on enemies (C1:D6B9, D726, D870); hits by level go by the level of the enemy', 'the pages give one rule for both sides; those against an ally are not printed'],
  ['allyDefence', 'stop', 'C1:CD78-CD97', [], 'total = single x hits - defence x 1/4, 1/2, 1 or 0 by the two low bits of byte 10, not below 0', '32 bytes between the product and the cap; the guide gives the subtraction'],
  ['oneHitInArea', 'stop', 'C1:D6AE-D6B8', [], 'everybody in the area is dealt one hit, without a draw', 'eleven bytes; the page says one hit each for everybody in the area'],
  ['healOnObject', 'stop', 'C1:D8B7-D8BD', [], 'no hit', 'seven bytes behind the test of an OBJECT'],
  ['odioMoleHits', 'stop', 'C1:D9D1-D9D8 C1:D972-D977', [], 'one hit of 1', 'eight bytes, as long as setting the number of hits to 1; the page says 1 a hit'],
  ['statChangeCap', 'stop', 'C1:DE6F-DE74', [], 'held at 255', 'six bytes reached when a change gives 255 or more'],
  ['allyStatChange', 'stop', 'C1:DD27-DD82', [], 'as for an enemy, on the ally’s cells', 'the opening with its first roll is printed'],
  ['enemyUserStats', 'stop', 'C1:DC9A C1:DB34 C1:DBFC-DC04 C1:DC58-DC65 C1:DF3C', [], 'the stats of the enemy’s block', 'the ally’s half of the same choice is printed'],
  ['enemyKnockback', 'stop', 'C1:CF13-CF2E C1:CF36-CF4F', [], 'as for an ally user', 'the ally’s half is printed'],
  ['onsetFromBack', 'stop', 'C1:DA03-DA09', [], 'the nibble of the attribute `back`', 'seven bytes; the page says another nibble counts from the back'],
  ['fieldLastCell', 'switch', 'C1:1F64-1FAA C1:1F4A-1F5B C1:3D2B', ['suppresses', 'counts'], 'suppresses', 'one kind of field fires after each skill; the page says that the effect is left out when the last cell of the scan has just vanished'],
  ['counterFiring', 'stop', 'C1:3D7A C1:A17B-A1BC C1:A21E-A226 C1:A22A C1:181C-18BA', [], 'the first candidate whose range reaches the attacker', 'the candidate is printed; its range and firing are not'],
  ['totalsRest', 'skip', 'C1:CC4B-CC50 C1:CC5A-CC5F C1:CC6F-CC71 C1:CD5F-CD71 C1:CDD4-CDE5 C1:CE0B-CE5F', [], 'not called', 'digits of the shown damage; the lengths fit three stores each'],
  ['defeat', 'stop', 'C1:CCD6-CD02 C1:7BCE', [], 'an enemy without HP or petrified leaves; an ally without HP is out of the fight, at the next damage he leaves; without a LEADER the BREAKDOWN enemies leave', 'the pages on the basics, on statuses and on BREAK DOWN'],
  ['poisonLists', 'skip', 'C1:1DC8-1DCF C1:1E1C-1E25 C1:1E49-1E4B', [], 'every ally, then every enemy, by number, when the turn returns to the allies', 'heads of two loops'],
  ['skillOrder', 'stop', 'C1:D580 C1:D80C-D814', [], 'time, base cell, hits and targets; per hit check, value, statuses, changes, onset; changes of the user; per target displacement, onset, total; the special type, the field it lays, counters, the field that fires', 'order of the printed calls; C1:D80C-D814 has room for three calls; the page has fields fire right after a turn'],
  ['cures', 'stop', 'callers of C1:D900 and C1:D978', [], 'statuses named with a formula byte of 0 are taken away; an ally out of the fight is back', 'record layout; the page on the basics'],
  ['trajectories', 'stop', 'callers of C1:380E', [], 'straight: the first opponent on the line; piercing: all up to the target, or to the edge', 'the page on skills'],
  ['specialTypes', 'stop', 'handlers of record byte 21', [], 'drain, hurt when missed, self-destruction; the others have no effect of their own, nor have displacements of the user', 'record layout'],
  ['targetFacing', 'stop', 'C1:99A5-9D12', [], 'a target in the range of another facing turns the user at no cost; L and R cost a turn each', 'the page on the cursor; the guide on L and R'],
  // Growth
  ['experienceTestByte', 'input', 'C0:FFBC C1:23B6-23BD', [], 'not 0', 'the executed cases hold for a value other than 0'],
  ['growthRest', 'stop', 'C1:273C C1:2787 C1:2479-248A C1:2541-2552 C1:2380-2396', [], 'a drop for each kind of enemy, then experience, growth and a skill for each ally by number', 'the routines are executed, what leads from one to the next is not printed'],
  ['escape', 'stop', 'escape from battle', [], 'succeeds wherever it is offered', 'no listing prints it; the page says that it always succeeds'],
  // Decisions, ranges, movement
  ['decisionPasses', 'switch', 'C1:8E06-8E1D C1:8F06-8F1B C1:8E46-8E50', [2, 1], 2, 'jump words of states 4-15 are not printed; the page says that the list of skills is passed twice before the move'],
  ['decisionInput', 'switch', 'writer of 03F0', ['everyFrame', 'secondPass'], 'everyFrame', 'the player half returns while 03F0 is neither 0 nor 10h (C1:9480); in a printed run of one decision it is FFh at the end of the first pass over the skills and 00h at the end of the second (program41). What writes it is not printed. everyFrame = an ally may cut in in every frame of a decision; secondPass = 03F0 is FFh through the first pass, so not before the second. It changes only commands with frames of their own (0 or more), never those that wait for the end of the turn'],
  ['afterChosenSkill', 'skip', 'C1:8F30-8F48', [], 'the step ends', '25 bytes; the decrease of order points on an attack may belong here'],
  ['rangeDirections', 'stop', 'C1:399A-39AF C1:39B3-39C8 C1:39CC-39E1 C1:39E5-39FA C1:3BB4-3BC9 C1:3BCD-3BE2 C1:3BE6-3BFB C1:3BFF-3C14 C1:3B81-3B8D', [], 'bits 0 to 7 are the lines clockwise from the diagonal for a user who faces down and right, mirrored for the other facings', 'one facing of each is printed; the page draws the bits for a user who faces down and right and says that the others are mirrored'],
  ['wideEnemyRanges', 'stop', 'C1:3A32-3B31', [], 'one line from each cell of the edge', 'helpers for enemies of more than one cell'],
  ['surroundings', 'stop', 'C1:3AB2', [], 'the box of the user widened on all sides by the area', 'the entry is called for skills round the user and for heals; the page draws an example'],
  ['areas', 'stop', 'C1:3817-381B C1:382B-382F C1:3846-384C C1:385D-388A C1:38E3-3923', [], 'as byte 12 and byte 21 say', 'of eleven areas only 5 x 5 is printed'],
  ['rangeMarks', 'skip', 'C1:3C9D-3CAF C1:3CB3-3CE6 C1:3D04-3D12 C1:3D14-3D2A C1:3D2D-3D37', [], 'the grid is cleared, marks as the printed ones', 'ends of loops that are printed otherwise'],
  ['enemyHealCell', 'stop', 'C1:E284-E286 C1:E28B-E292 C1:E29B-E2BE', [], 'one draw starts the search as for an attack, for a recovery among the enemies', 'which cell a heal or a skill round the user takes is not printed; C1:285D takes the side as an argument'],
  ['enemyStepEnd', 'stop', 'C1:E3C9-E3FC C1:E404-E428 C1:41FD-41FE', [], 'the cost of C1:283A, then 03B8 = 0', 'the address map names C1:E3D9 and E3FD'],
  ['noAllyLeft', 'stop', 'C1:90D2-90D4', [], 'no movement, and the order points stay', 'three bytes behind the search for the nearest ally'],
  // Set-up
  ['startOffset', 'switch', 'random start offset', [0, 1, 2], 0, 'd5 says that enemies without a type, and those of a NAME class, may start one or two cells off; a page of runs says that these draws usually come first in a battle. No code of it is printed. The value is the number of draws for each such enemy before the first frame; the places stay those of the formation or plan, as the formula is open too. Enemies with a type and no NAME class (all of the present day) are not concerned'],
  ['startPlaces', 'input', 'D6:4280-512E', [], "places as in the formation's record; the game shifts them", 'd5 says that enemies without a type, and those of a NAME class, may begin one or two cells off, and a chart of a run shows it. No code of it is printed. A plan types the places that were seen as [setup] places = [[column, row], ...]; `seeds --starts places` plays every start within two columns and two rows'],
  ['enemyEntry', 'stop', 'C1:FBBB-FBBD C1:FC00-FC09 C1:FB69-FB77 C1:F6B2-F6E8 C1:35CD-35CF', [], 'the block is filled after the record was loaded', 'three bytes behind the copy of the record, and the loop'],
  ['enemySizes', 'input', 'D5:F97B', [], 'the published width and height', 'the table is described, its bytes are not printed; three pairs of species share an index and not a size'],
  ['partySetUp', 'stop', 'C1:EDFD-EE2E C1:EEA4-EEAB C1:EEB2-EEB9 C1:ECBA-ECC1 C1:F073-F077 C1:F102-F106', [], 'plans name the party', 'parties of several followers and small HP bytes lead there'],
  ['areaLists', 'input', 'D6:526B', [], 'plans name the formation', 'which list belongs to which area is not printed'],
  ['emptySkillSlots', 'stop', 'C1:E96D-E972 C1:E9A2-E9A5', [], 'the slot is left out', 'the packed list of the others is executed'],
  ['registerDelay', 'skip', 'multiplier and divider', [], 'read after completion', 'reads before the result is ready are not covered by the cases'],
];

/**
 * Why an owner's image does not run in a stop, by its name: a call needs a printed entry and state,
 * and it comes to its end within itself.
 */
const NOT_RUN: Readonly<Record<string, string>> = {
  allyOrderRetry:
    'the image runs the retry when an ally hands on; who asks for the next able ally (C1:9966) is not printed',
  specialFormations:
    "where the player drives an enemy, the image's own frames are refused as soon as they hang on memory of no cell, such as pictures (E_ROM_FRAMES)",
  allyHitCheck:
    'the image checks and values each hit (C1:D8BE, D8FD); no printed routine leads to how many there are and what follows',
  allyDefence:
    'C1:CBA6 enters it by 0377, whose value in an attack on an ally is not printed: the image decides where all values from 1 to 15 give one total and HP',
  oneHitInArea: "the image deals an ally's one hit; for an enemy's (C1:D614) no printed routine leads there",
  allyStatChange: "the image changes the user's own stats; no printed routine changes another ally's",
  enemyUserStats: 'C1:DC66 reads an enemy user for blows on enemies; what runs for a blow on an ally is not printed',
  enemyKnockback: 'no printed routine enters it with an ally as the target',
  counterFiring:
    'the image finds an ally who answers (C1:A12C to 181C), no printed routine an enemy; a counter fires over frames, and a call waits for none',
  defeat:
    "the image runs what follows an enemy's last HP (C1:CCA5) if it returns; leaving the field takes frames with pictures",
  skillOrder: 'a skill is led from C1:D580 over frames with pictures, and a call does not wait for frames',
  cures: 'the callers of C1:D900 and C1:D978 have no known address',
  trajectories: 'the callers of C1:380E have no known address',
  specialTypes: 'the handlers have no known address',
  targetFacing: 'C1:99A5 is the cursor: it waits for the pad and for windows',
  growthRest:
    'the image teaches the skill of a level; what leads from ally to ally shows messages and waits for the pad',
  escape: 'no address of it is known',
  rangeDirections:
    'ranges are asked for cells and facings where nobody stands; C1:3924 and 3B32 mark that of a unit in its place',
  wideEnemyRanges: 'ranges are asked for cells where nobody stands; C1:3924 marks that of a unit in its place',
  surroundings: 'ranges are asked for cells where nobody stands; C1:3AB2 is entered for a unit in its place',
  areas:
    "the image marks the area of an ally's skill round its target; who calls C1:380E for an enemy's, or for what a straight skill meets, is not printed",
  enemyStepEnd: 'the step goes on over frames in cells of its pictures, which nobody has named and no call keeps',
  noAllyLeft: 'a played battle is lost before an enemy looks for an ally in vain',
  enemyEntry: 'the loop over the enemies (C1:F6B2) has no printed entry',
  partySetUp: 'a plan names the party: no code is run',
  emptySkillSlots: "where the image's C1:E94B comes to no return, the list is packed by ours",
};

/** The rows by number. Flags use these numbers, which change when rows are added. */
export const UNPUBLISHED: readonly UnpublishedRow[] = ROWS.map(
  ([name, standIn, stretches, values, standard, evidence]) => ({
    name,
    standIn,
    stretches: /^[A-D]\w:/.test(stretches) ? stretches.split(' ') : [stretches],
    values,
    default: standard,
    evidence,
    notRun: NOT_RUN[name] ?? '',
  }),
);

/** Number of a row, for `dependOn`. @throws RangeError for an unknown name */
export function unpublishedNumber(name: string): number {
  const number = UNPUBLISHED.findIndex((row) => row.name === name);
  if (number < 0) throw new RangeError(`no unpublished stretch is called ${name}`);
  return number;
}

/** Flags of the rows that a run depended on: one byte for each row, lent to a machine. */
export function createDependence(): Uint8Array {
  return new Uint8Array(UNPUBLISHED.length);
}

/**
 * Records that a run depended on a row; allocates nothing. @param flags undefined: nothing is
 * recorded
 */
export function dependOn(flags: Uint8Array | undefined, number: number): void {
  if (flags !== undefined) flags[number] = 1;
}

/** Names of the recorded rows in table order. */
export function dependenceNames(flags: Uint8Array): readonly string[] {
  return UNPUBLISHED.filter((_, number) => flags[number] === 1).map((row) => row.name);
}

/** Addresses of bank C1 that no listing prints, and that mirrored routines lead into. */
export interface UnprintedRange {
  /** 24-bit address. */
  readonly from: number;
  /** The last one. */
  readonly to: number;
}

/**
 * Source: the listings of hosoboso/livealive@29c15e1 sfc/analysis, followed from every mirrored
 * routine by calls, both ways of each branch and the words of jump tables. What the cartridge does
 * there is not published; cases whose vectors say `inferred bytes` were executed with stand-ins of
 * a few of them.
 */
const UNPRINTED_TEXT = `
  0D0C 10C4 10EA-11D7 14F3-1527 1633-166D 168B 1693-16F3 17EF-17F0 181C-18BA 1B15 1B99 1C8E-1C90 1CBA 1D1E-1DCF
  1DE0-1DE2 1E1C-1E25 1E45-1E4B 1E5B-1E5D 1E9D-1EA2 1ECD 1F4A-1F5B 1F64-1FAA 1FD4-1FD5 2012-2018 2022-2028
  2063-2068 2073-20CC 20E9-2110 21F8-2238 2268-2269 227C-230D 2334-2338 2352-2362 23B6-23BD 2440-2447 2479-248A
  2541-2552 2615 2634-27FF 2AEC-34E9 358C-3593 35A7-35A8 35CD-35CF 3817-381B 382B-382F 3846-384C 385D-388A
  38E3-3923 3991-3996 399A-39AF 39B3-39C8 39CC-39E1 39E5-39FA 3A0B 3A1A 3A22 3A31-3B31 3B81-3B8D 3BB4-3BC9
  3BCD-3BE2 3BE6-3BFB 3BFF-3C14 3C9D-3CAF 3CB3-3CE6 3D04-3D12 3D14-3D2A 3D2D-3D37 3D7A-3D92 3ED5-3ED8 3F2C-3F3A
  3F43-3F45 3F5D-3F71 41FD-41FE 42D4-437E 4485-46C7 46CA-4D7D 6FBD-71AB 77D7-77D8 77E2-77E7 7A54-7A62 7B02-7BCD
  7F28-835D 8E06-8E1D 8E46-8E50 8E63 8F06-8F1B 8F30-8F48 90D2-90D4 91E6-91E8 9336-933B 9362-939C 93B5-93BE 93C4
  943F-9476 9580-96CA 96F2-991F 9F32-9F34 9F52-9F59 9F70-9F72 A17B-A1BC A21E-A226 C3BA-C3DC C3EA-C3FC C42E-CB61
  CC4B-CC50 CC5A-CC5F CC6F-CC71 CC9C-CCA4 CCD6-CD02 CD5F-CD71 CD78-CD97 CDA9-CDAB CDD4-CDE5 CE0B-CE5F CF13-CF2E
  CF36-CF4F D0B7-D0BA D0D3-D0D6 D0EF-D0F3 D5FB-D6B8 D72A D7F1 D80C-D819 D851-D86F D8B7-D8BD D972-D977 D9D1-D9D8
  DA03-DA09 DB34-DB37 DB52-DB63 DBFC-DC04 DC58-DC5C DC61-DC65 DC9A-DCC0 DD27-DD82 DE6F-DE74 DF3C-DFAE DFEA-E060
  E0B0-E0B2 E126 E131-E13E E14F-E15C E16E-E176 E18C-E194 E1E4-E1E9 E284-E286 E28B-E292 E3C9-E3FC E404-E428
  E6F0-E80A E80C-E893 E8DC-E94A E96D-E972 E9A2-E9A5 EBC3-EBC6 EBEB-EC24 EC94-ECAA ED98-EDB2 EDE6-EDEA EDFD-EE2E
  EE50-EE55 EEA4-EEAB EEB2-EEB9 F031-F03F F044 F073-F077 F102-F106 F3DA-F4A8 F4C6-F503 F565-F56F F57E-F587
  F6B2-F6E8 F6EC-F6FB F715-F721 F727-F72A F958 F968 F988-F9A6 F9AF FACC-FAD1 FB31-FB34 FB4A-FB4C FB69-FB77
  FBA1-FBA8 FBBB-FBBD FC00-FC09
`;

export const UNPRINTED: readonly UnprintedRange[] = UNPRINTED_TEXT.trim()
  .split(/\s+/)
  .map((word) => {
    const [first = '', last = first] = word.split('-');
    return { from: 0xc1_0000 + Number.parseInt(first, 16), to: 0xc1_0000 + Number.parseInt(last, 16) };
  });
