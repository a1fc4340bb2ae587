/**
 * The table of cells: the only place of addresses. Accessors, generated documentation, watch files,
 * labels and masks come from it. Evidence: `executed` = an original routine was seen to read or
 * write the cell there; `stated` = a source says so; `decision` = ours: a cell of the host window.
 * `source` names the page of each figure.
 */
import { HOST_WINDOW, offsetOf } from './windows.js';

export type CellEvidence = 'executed' | 'stated' | 'decision';

/** How a row repeats: once, once per block of a kind, or as an array of bytes. */
export type CellKind = 'one' | 'array' | BlockKind;

/** Blocks of 16 or 64 bytes, addressed by 16-bit pointers in bank 7E. */
export type BlockKind = 'species' | 'enemy' | 'ally' | 'record';

export interface BlockShape {
  /** 16-bit address of block 0. */
  readonly base: number;
  readonly stride: number;
  readonly count: number;
}

/** The blocks. Values at AAn0 to ADn0 are cells of an enemy, those at EA00+40h*k of an ally. */
export const BLOCKS: Readonly<Record<BlockKind, BlockShape>> = {
  record: { base: 0x0d00, stride: 0x40, count: 11 },
  species: { base: 0x1a00, stride: 0x40, count: 4 },
  enemy: { base: 0x1b00, stride: 0x10, count: 16 },
  ally: { base: 0x1c00, stride: 0x40, count: 4 },
};

/** One row of the table. */
export interface CellRow {
  readonly kind: CellKind;
  /** Name within its kind; the full name of a block cell is `enemy[3].orderPoints`. */
  readonly name: string;
  /** 24-bit address, or one of the host window; of block 0 for a block cell. */
  readonly address: number;
  readonly width: 1 | 2 | 4;
  /** Elements of an array. */
  readonly count: number;
  readonly meaning: string;
  readonly evidence: CellEvidence;
  readonly source: string;
}

type Row = readonly [
  kind: CellKind,
  name: string,
  address: number,
  width: 1 | 2 | 4,
  count: number,
  meaning: string,
  evidence: CellEvidence,
  source: keyof typeof SOURCES,
];

/** Where a row's figures come from. */
const SOURCES = {
  program7: 'hosoboso/livealive@29c15e1 sfc/analysis/program7.html',
  datamap: 'hosoboso/livealive@29c15e1 sfc/analysis/datamap.html',
  program5: 'hosoboso/livealive@29c15e1 sfc/analysis/program5.html',
  program40: 'hosoboso/livealive@29c15e1 sfc/analysis/program40.html',
  program40_2: 'hosoboso/livealive@29c15e1 sfc/analysis/program40_2.html',
  program1: 'hosoboso/livealive@29c15e1 sfc/analysis/program1.html',
  program20: 'hosoboso/livealive@29c15e1 sfc/analysis/program20.html',
  program27: 'hosoboso/livealive@29c15e1 sfc/analysis/program27.html',
  program34_2: 'hosoboso/livealive@29c15e1 sfc/analysis/program34_2.html',
  program18_3: 'hosoboso/livealive@29c15e1 sfc/analysis/program18_3.html',
  cheats: 'libretro-database cht "Live A Live (Japan).cht"',
  program36: 'hosoboso/livealive@29c15e1 sfc/analysis/program36.html',
  hardware: 'console hardware',
  drill: 'drill program',
  play: 'played battle',
} as const;

// biome-ignore format: one row of the table a line
const ROWS: readonly Row[] = [[
    'one', 'mapGenerator', 0x7e000c, 2, 1, 'state C of the map generator, stepped once per map frame; mixed into a reseed of the battle generator', 'executed', 'program7'],
  ['one', 'multiplyFactorA', 0x7e0030, 2, 1, 'first factor of C0:BA16', 'executed', 'program7'],
  ['one', 'multiplyFactorB', 0x7e0032, 2, 1, 'second factor of C0:BA16', 'executed', 'program7'],
  ['one', 'multiplyProduct', 0x7e0034, 4, 1, '32-bit product of C0:BA16', 'executed', 'program7'],
  ['one', 'mapArgument', 0x7e0040, 1, 1, 'map argument read by the party set-up', 'executed', 'datamap'],
  ['one', 'background', 0x7e0041, 1, 1, 'background number; its bits 2-7 become the area number', 'executed', 'datamap'],
  ['one', 'escapeForbidden', 0x7e0043, 1, 1, 'cannot-escape flag', 'executed', 'datamap'],
  ['one', 'demoFlag', 0x7e0070, 1, 1, '1 during the attract demo: a reseed mixes nothing in', 'executed', 'program5'],
  ['one', 'fieldAbsorbBit', 0x7e0306, 1, 1, 'bit of the field that fires: electric, fire, poison, water in 1 2 4 8', 'executed', 'program18_3'],
  ['one', 'fieldDamage', 0x7e0307, 1, 1, 'damage of the field that fires', 'executed', 'program18_3'],
  ['one', 'work0308', 0x7e0308, 2, 1, 'work cell: slot index; 0309 counts the tries', 'executed', 'program40'],
  ['one', 'work030A', 0x7e030a, 1, 1, 'work cell: width of a rectangle', 'executed', 'program40'],
  ['one', 'work030B', 0x7e030b, 2, 1, 'work cell: height of a box; slot of a battle list that counters; from 030C on four skills to be learned', 'executed', 'program36'],
  ['one', 'lineWatchedCell', 0x7e030d, 1, 1, 'cell an ally looks for along a range line', 'executed', 'program27'],
  ['one', 'lineWatchedDirection', 0x7e030e, 1, 1, 'direction in which that cell was met, bit 7 = met', 'executed', 'program27'],
  ['one', 'work030F', 0x7e030f, 1, 1, 'work cell: hits dealt to the enemy in hand, enemies that got a status', 'executed', 'program18_3'],
  ['one', 'work0310', 0x7e0310, 2, 1, 'work cell: amounts, best order points, copied bytes', 'executed', 'program40_2'],
  ['one', 'work0312', 0x7e0312, 2, 1, 'work cell: rank, second difference', 'executed', 'program40_2'],
  ['one', 'work0314', 0x7e0314, 2, 1, 'work cell: best enemy so far', 'executed', 'program40_2'],
  ['one', 'ordinaryEnemyPresent', 0x7e0316, 1, 1, 'FFh when a present enemy is neither OBJECT nor BREAKDOWN: only then may a BREAKDOWN enemy be chosen', 'executed', 'program40_2'],
  ['one', 'areaCentreY', 0x7e0317, 1, 1, 'row of the centre of an area', 'executed', 'program27'],
  ['one', 'work0318', 0x7e0318, 1, 1, 'work cell: type byte of a skill, size of a box', 'executed', 'program20'],
  ['one', 'patternX', 0x7e031a, 1, 1, 'column in the movement pattern; own cell of a range', 'executed', 'program40_2'],
  ['one', 'patternY', 0x7e031b, 1, 1, 'row in the movement pattern', 'executed', 'program40_2'],
  ['one', 'work031C', 0x7e031c, 2, 1, 'work cell: target of a jump table, pointer to an ally block during set-up', 'executed', 'program20'],
  ['one', 'nearestAllyPointer', 0x7e031e, 2, 1, 'pointer to the nearest ally, 0 = none; during set-up the enemy block that is filled next', 'executed', 'program40_2'],
  ['one', 'abnormalityRow.disabled', 0x7e0320, 1, 1, 'loaded abnormality row: disabled slots (high nibble), own movement kept (bit 2)', 'executed', 'program40_2'],
  ['one', 'abnormalityRow.unused', 0x7e0321, 1, 1, 'loaded abnormality row: byte 1 of the row', 'executed', 'program40_2'],
  ['one', 'abnormalityRow.levelChange', 0x7e0322, 1, 1, 'loaded abnormality row: level change, signed', 'executed', 'program40_2'],
  ['one', 'abnormalityRow.onset', 0x7e0323, 1, 1, 'loaded abnormality row: onset modifier', 'executed', 'program40_2'],
  ['one', 'abnormalityRow.damageConstant', 0x7e0324, 1, 1, 'loaded abnormality row: damage constant', 'executed', 'program40_2'],
  ['one', 'abnormalityRow.nonAttackIncrease', 0x7e0325, 1, 1, 'loaded abnormality row: non-attack increase, signed', 'executed', 'program40_2'],
  ['one', 'abnormalityRow.attackDecrease', 0x7e0326, 1, 1, 'loaded abnormality row: attack decrease', 'executed', 'program40_2'],
  ['one', 'abnormalityRow.byte7', 0x7e0327, 1, 1, 'loaded abnormality row: byte 7 of the row', 'executed', 'program40_2'],
  ['one', 'enemyWatchedCell', 0x7e0334, 1, 1, 'cell an enemy looks for along a range line', 'executed', 'program27'],
  ['one', 'battleGenerator.a0', 0x7e0338, 1, 1, 'oldest byte of the battle generator', 'executed', 'program5'],
  ['one', 'battleGenerator.a1', 0x7e0339, 1, 1, 'second byte of the battle generator', 'executed', 'program5'],
  ['one', 'battleGenerator.a2', 0x7e033a, 1, 1, 'third byte of the battle generator', 'executed', 'program5'],
  ['one', 'battleGenerator.a3', 0x7e033b, 1, 1, 'newest byte of the battle generator: the last random value', 'executed', 'program5'],
  ['one', 'pad1', 0x7e0344, 2, 1, 'pad 1 word as accepted by C1:8AD8; low byte A X L R in 80 40 20 10, high byte B Y Select Start Up Down Left Right in 80..01', 'executed', 'program1'],
  ['one', 'pad2', 0x7e0346, 2, 1, 'pad 2 word', 'executed', 'program1'],
  ['one', 'pad1Copy', 0x7e0348, 2, 1, 'copy of the pad 1 word', 'executed', 'program1'],
  ['one', 'pad2Copy', 0x7e034a, 2, 1, 'copy of the pad 2 word', 'executed', 'program1'],
  ['one', 'padLastPressed', 0x7e034c, 2, 1, 'buttons used for an action', 'stated', 'datamap'],
  ['one', 'formationNumber', 0x7e0350, 1, 1, 'number of the formation', 'executed', 'datamap'],
  ['one', 'formationNumberHigh', 0x7e0351, 1, 1, 'high byte of the number of the formation', 'executed', 'datamap'],
  ['one', 'formationPointer', 0x7e0352, 2, 1, 'address in bank D6 of the formation', 'executed', 'datamap'],
  ['one', 'areaNumber', 0x7e0354, 1, 1, '0041 >> 2', 'executed', 'program20'],
  ['one', 'enemyPartyLevel', 0x7e0355, 1, 1, 'level of the enemy party, for experience', 'stated', 'datamap'],
  ['one', 'machineFlag', 0x7e0356, 1, 1, 'high nibble not 0: the party is one machine', 'executed', 'datamap'],
  ['one', 'enemyCount', 0x7e0357, 1, 1, 'number of enemies of the formation', 'executed', 'datamap'],
  ['one', 'formationRate', 0x7e0358, 1, 1, 'item rate (high nibble), enemy count (low nibble)', 'executed', 'datamap'],
  ['one', 'partyArgument', 0x7e0359, 1, 1, '(0040 & C0h) >> 1', 'executed', 'program20'],
  ['one', 'currentAlly', 0x7e035a, 2, 1, 'pointer to the block of the current ally', 'executed', 'program40'],
  ['one', 'subject', 0x7e0360, 2, 1, 'rank being looked for, or the block a value is set for', 'executed', 'datamap'],
  ['one', 'allyActionFlags', 0x7e0362, 1, 1, '08 step running, 10 skill firing, 80 free enemy turn', 'executed', 'program40'],
  ['one', 'enemyActionFlags', 0x7e0363, 1, 1, '08 step running, 10 skill firing', 'executed', 'program40'],
  ['one', 'skillRecordPointer', 0x7e0368, 2, 1, 'address in bank D5 of the record of the active skill', 'executed', 'program27'],
  ['one', 'counterSkill', 0x7e036a, 1, 1, 'id of the counter skill', 'stated', 'program27'],
  ['one', 'rangeLineMode', 0x7e036b, 1, 1, 'not 0: a range line ends in an unpublished part', 'executed', 'program27'],
  ['one', 'timeCode', 0x7e036c, 1, 1, 'time code of the last action: 40h step or pass, 20h turn, 10h idle frame, 0 skill or nothing', 'executed', 'program34_2'],
  ['one', 'timeStep', 0x7e036d, 1, 1, 'units of time that pass: time code >> 4, 10h on a skill', 'executed', 'program34_2'],
  ['one', 'stepCount', 0x7e036e, 1, 1, 'steps for the step-count skill, two decimal digits', 'executed', 'program18_3'],
  ['one', 'driver', 0x7e0377, 1, 1, 'kind of user of the active skill', 'executed', 'datamap'],
  ['one', 'skillUser', 0x7e0378, 2, 1, 'pointer to the user of the active skill, ally or enemy', 'executed', 'program36'],
  ['one', 'nextInArea', 0x7e037b, 1, 1, 'next running number of an enemy in the marked area', 'executed', 'program36'],
  ['one', 'absorbFlag', 0x7e0381, 1, 1, '0 damage, 80h recovery: mask of the attribute mark', 'executed', 'program18_3'],
  ['one', 'otherHit', 0x7e0383, 1, 1, 'not 0: the skill counts as a hit though it struck no enemy', 'executed', 'program18_3'],
  ['one', 'learnMessageShown', 0x7e0384, 1, 1, 'not 0: the message of a learned skill was shown', 'executed', 'program36'],
  ['one', 'fieldPassDone', 0x7e0385, 1, 1, '10h after a pass of field damage', 'executed', 'program18_3'],
  ['one', 'noTimePasses', 0x7e0386, 1, 1, 'not 0: the skill passes no time', 'executed', 'program34_2'],
  ['one', 'startFlag038B', 0x7e038b, 1, 1, 'cleared at battle start', 'executed', 'program40'],
  ['one', 'counterAlly', 0x7e038d, 1, 1, 'low address byte of the ally that may counter', 'executed', 'program18_3'],
  ['one', 'startFlag0395', 0x7e0395, 1, 1, 'cleared at battle start', 'executed', 'program40'],
  ['one', 'startFlag0396', 0x7e0396, 1, 1, 'cleared at battle start', 'executed', 'program40'],
  ['one', 'attackerOffset', 0x7e03a8, 1, 1, 'low byte of the attacking enemy block', 'executed', 'program27'],
  ['one', 'startFlag03AA', 0x7e03aa, 1, 1, 'cleared at battle start', 'executed', 'program40'],
  ['one', 'actingEnemy', 0x7e03ac, 2, 1, 'pointer to the acting enemy block, 0 when there is none', 'executed', 'program40_2'],
  ['one', 'actionPoints', 0x7e03ae, 2, 1, 'action points, one counter for everybody; wraps past 65535', 'executed', 'program40'],
  ['one', 'allySkillFlag', 0x7e03b7, 1, 1, '10h during an ally skill', 'executed', 'program40'],
  ['one', 'turnFlag', 0x7e03b8, 1, 1, '80h after an ally skill or item, 40h after another ally action, 0 after an enemy action', 'executed', 'program40'],
  ['one', 'commandCursor', 0x7e03e6, 1, 1, 'cursor of the battle command window', 'stated', 'datamap'],
  ['one', 'pickedX', 0x7e03ed, 1, 1, 'column of the target that was picked', 'executed', 'program40_2'],
  ['one', 'pickedY', 0x7e03ee, 1, 1, 'row of the target that was picked', 'executed', 'program40_2'],
  ['one', 'playerState', 0x7e03f0, 1, 1, '80h nobody can act, 0 the player may act, else something is in progress', 'executed', 'program34_2'],
  ['one', 'drawSprites', 0x7e03fd, 1, 1, 'FFh asks the NMI for the sprite transfer', 'stated', 'datamap'],
  ['array', 'hitList', 0x7e0450, 1, 16, 'low address bytes of the enemies that hits are dealt to', 'executed', 'program18_3'],
  ['one', 'forcedEncounter', 0x7e047e, 1, 1, 'AAh: the entry of an encounter list is forced', 'executed', 'program20'],
  ['one', 'forcedEncounterIndex', 0x7e047f, 1, 1, 'forced entry, counts up', 'executed', 'program20'],
  ['array', 'rangeGrid', 0x7e0488, 1, 56, 'work grid 8 wide x 7: marks of ranges and areas', 'executed', 'datamap'],
  ['array', 'fieldGrid', 0x7e04c8, 1, 56, 'battlefield grid 8 wide x 7: low 5 bits occupant (1-4 allies, 11h-1Fh enemies), high 3 bits field', 'executed', 'datamap'],
  ['one', 'scenario', 0x7e0a00, 1, 1, 'current scenario', 'executed', 'datamap'],
  ['array', 'partyId', 0x7e0a10, 1, 4, 'character id of a party place', 'executed', 'datamap'],
  ['one', 'followers', 0x7e0a14, 1, 1, 'number of followers', 'executed', 'datamap'],
  ['array', 'allyRank', 0x7e0ab0, 1, 4, 'rank of an ally slot in the formation order', 'executed', 'program40'],
  ['one', 'rareEncounter', 0x7e123e, 1, 1, '1: formation BDh has its chance in the last chapter', 'executed', 'program36'],
  ['record', 'level', 0x7e0d06, 1, 1, 'level', 'executed', 'datamap'],
  ['record', 'id', 0x7e0d00, 1, 1, 'character id', 'executed', 'datamap'],
  ['record', 'weaponStatuses', 0x7e0d02, 1, 1, 'statuses the weapon inflicts', 'executed', 'datamap'],
  ['record', 'tableEntry', 0x7e0d04, 2, 1, 'address in bank D5 of the character in the table', 'executed', 'datamap'],
  ['record', 'hp', 0x7e0d08, 2, 1, 'current HP', 'executed', 'datamap'],
  ['record', 'maxHp', 0x7e0d0a, 2, 1, 'maximum HP', 'executed', 'datamap'],
  ['record', 'lastLearned', 0x7e0d0c, 1, 1, 'last learned or used skill', 'executed', 'datamap'],
  ['record', 'skillBits', 0x7e0d0d, 2, 1, 'learned skills', 'executed', 'datamap'],
  ['record', 'power', 0x7e0d10, 1, 1, 'power with equipment', 'executed', 'datamap'],
  ['record', 'powerBase', 0x7e0d11, 1, 1, 'power without equipment', 'executed', 'datamap'],
  ['record', 'powerGear', 0x7e0d12, 1, 1, 'power of the equipment', 'executed', 'datamap'],
  ['record', 'speed', 0x7e0d13, 1, 1, 'speed with equipment', 'executed', 'datamap'],
  ['record', 'speedBase', 0x7e0d14, 1, 1, 'speed without equipment', 'executed', 'datamap'],
  ['record', 'speedGear', 0x7e0d15, 1, 1, 'speed of the equipment', 'executed', 'datamap'],
  ['record', 'body', 0x7e0d16, 1, 1, 'body with equipment', 'executed', 'datamap'],
  ['record', 'bodyBase', 0x7e0d17, 1, 1, 'body without equipment', 'executed', 'datamap'],
  ['record', 'bodyGear', 0x7e0d18, 1, 1, 'body of the equipment', 'executed', 'datamap'],
  ['record', 'intellect', 0x7e0d19, 1, 1, 'intellect with equipment', 'executed', 'datamap'],
  ['record', 'intellectBase', 0x7e0d1a, 1, 1, 'intellect without equipment', 'executed', 'datamap'],
  ['record', 'intellectGear', 0x7e0d1b, 1, 1, 'intellect of the equipment', 'executed', 'datamap'],
  ['record', 'sideCorrection', 0x7e0d1c, 1, 1, 'level correction when struck from the side', 'executed', 'datamap'],
  ['record', 'backCorrection', 0x7e0d1d, 1, 1, 'level correction when struck from the back', 'executed', 'datamap'],
  ['record', 'experience', 0x7e0d1e, 1, 1, 'experience 0-99', 'executed', 'datamap'],
  ['record', 'savedSkillBits', 0x7e0d1f, 1, 1, 'high byte of the learned skills as it was before the last battle of the kung fu chapter', 'executed', 'program36'],
  ['record', 'immunity', 0x7e0d20, 1, 1, 'statuses it is immune to', 'executed', 'datamap'],
  ['record', 'cell23', 0x7e0d23, 1, 1, 'cleared with the start values', 'executed', 'program20'],
  ['record', 'evade', 0x7e0d21, 2, 1, 'evaded attributes', 'executed', 'datamap'],
  ['record', 'equipment', 0x7e0d24, 1, 1, 'first of twelve equipment bytes', 'executed', 'program20'],
  ['record', 'leftItem', 0x7e0d26, 1, 1, 'item in the left hand', 'executed', 'datamap'],
  ['record', 'attack', 0x7e0d2e, 1, 1, 'attack total', 'stated', 'datamap'],
  ['record', 'defence', 0x7e0d2f, 1, 1, 'defence total', 'executed', 'datamap'],
  ['record', 'fieldAbsorb', 0x7e0d31, 1, 1, 'absorbed fields', 'executed', 'datamap'],
  ['record', 'gearEvade', 0x7e0d32, 2, 1, 'attributes evaded by equipment', 'executed', 'datamap'],
  ['one', 'killCount', 0x7e11f1, 1, 1, 'kill count of the bakumatsu chapter', 'stated', 'cheats'],
  ['one', 'escapeCount', 0x7e11f6, 1, 1, 'number of escapes', 'stated', 'cheats'],
  ['one', 'lastBattleRoom', 0x7e12fc, 1, 1, 'not 0 in the rooms of the last battle', 'executed', 'datamap'],
  ['species', 'id', 0x7e1a00, 1, 1, 'species id', 'executed', 'datamap'],
  ['species', 'state', 0x7e1a01, 1, 1, 'bit 40h: present', 'executed', 'datamap'],
  ['species', 'width', 0x7e1a04, 1, 1, 'width in cells', 'executed', 'datamap'],
  ['species', 'height', 0x7e1a05, 1, 1, 'height in cells', 'executed', 'datamap'],
  ['species', 'startAbnormality', 0x7e1a0a, 1, 1, 'abnormality noted at battle start', 'executed', 'datamap'],
  ['species', 'level', 0x7e1a0b, 1, 1, 'base level', 'executed', 'datamap'],
  ['species', 'maxHp', 0x7e1a10, 2, 1, 'maximum HP', 'executed', 'datamap'],
  ['species', 'counterHigh', 0x7e1a12, 1, 1, 'first of four: skill byte 14, attributes countered, high byte', 'executed', 'program20'],
  ['species', 'skillFlags', 0x7e1a16, 1, 1, 'first of four: attributes countered, low byte, with the mark in bit 0', 'executed', 'program20'],
  ['species', 'skillDisabling', 0x7e1a1a, 1, 1, 'first of four: statuses that disable the skill', 'executed', 'program20'],
  ['species', 'movePattern', 0x7e1a20, 1, 1, 'record byte 0: movement pattern', 'executed', 'datamap'],
  ['species', 'fieldAbsorb', 0x7e1a21, 1, 1, 'record byte 1: absorbed fields, move frequency', 'executed', 'datamap'],
  ['species', 'hpByte', 0x7e1a24, 1, 1, 'record byte 4: HP', 'executed', 'datamap'],
  ['species', 'power', 0x7e1a25, 1, 1, 'record byte 5: power', 'executed', 'datamap'],
  ['species', 'speed', 0x7e1a26, 1, 1, 'record byte 6: speed', 'executed', 'datamap'],
  ['species', 'body', 0x7e1a27, 1, 1, 'record byte 7: body', 'executed', 'datamap'],
  ['species', 'intellect', 0x7e1a28, 1, 1, 'record byte 8: intellect', 'executed', 'datamap'],
  ['species', 'levelByte', 0x7e1a29, 1, 1, 'record byte 9: level, bit 7 = skills of the ally list', 'executed', 'datamap'],
  ['species', 'immunity', 0x7e1a2a, 1, 1, 'record byte 10: statuses it is immune to', 'executed', 'datamap'],
  ['species', 'skill1', 0x7e1a2b, 1, 1, 'record byte 11: skill 1', 'executed', 'datamap'],
  ['species', 'skill2', 0x7e1a2c, 1, 1, 'record byte 12: skill 2', 'executed', 'datamap'],
  ['species', 'skill3', 0x7e1a2d, 1, 1, 'record byte 13: skill 3', 'executed', 'datamap'],
  ['species', 'skill4', 0x7e1a2e, 1, 1, 'record byte 14: skill 4', 'executed', 'datamap'],
  ['species', 'type', 0x7e1a2f, 1, 1, 'record byte 15: 1 COLLAPSE, 2 BREAKDOWN, 4 OBJECT, 8 LEADER, high nibble NAME', 'executed', 'datamap'],
  ['species', 'counterAbnormality', 0x7e1a30, 1, 1, 'record byte 16, first of eight: abnormality by attribute struck with, two nibbles a byte', 'executed', 'datamap'],
  ['species', 'race', 0x7e1a37, 1, 1, 'record byte 23: race in the low nibble', 'executed', 'datamap'],
  ['species', 'drop', 0x7e1a38, 1, 1, 'record byte 24, first of three: items it drops', 'executed', 'datamap'],
  ['species', 'startStatuses', 0x7e1a3b, 1, 1, 'record byte 27: statuses at the start', 'executed', 'datamap'],
  ['species', 'startChance', 0x7e1a3c, 1, 1, 'record byte 28: chance and time of the statuses at the start', 'executed', 'datamap'],
  ['species', 'corrections', 0x7e1a3d, 1, 1, 'record byte 29: back and side correction', 'executed', 'datamap'],
  ['species', 'evade', 0x7e1a3e, 2, 1, 'record bytes 30-31: evaded attributes, field immunity', 'executed', 'datamap'],
  ['enemy', 'id', 0x7e1b00, 1, 1, 'enemy id', 'executed', 'datamap'],
  ['enemy', 'state', 0x7e1b01, 1, 1, 'bit 40h present, exactly 80h end of the list, 20h driven by the player', 'executed', 'datamap'],
  ['enemy', 'species', 0x7e1b02, 2, 1, 'pointer to the species block', 'executed', 'datamap'],
  ['enemy', 'facing', 0x7e1b04, 1, 1, '00 lower right, 40 lower left, 80 upper right, C0 upper left', 'executed', 'datamap'],
  ['enemy', 'skillState', 0x7e1b05, 1, 1, '0 idle, 20h executing, 40h charging, 80h stepping', 'executed', 'datamap'],
  ['enemy', 'charge', 0x7e1b06, 1, 1, 'remaining charge time', 'executed', 'datamap'],
  ['enemy', 'cell07', 0x7e1b07, 1, 1, 'cleared when an enemy is entered', 'executed', 'program20'],
  ['enemy', 'wantedX', 0x7e1b08, 1, 1, 'wanted cell, column', 'executed', 'datamap'],
  ['enemy', 'wantedY', 0x7e1b09, 1, 1, 'wanted cell, row', 'executed', 'datamap'],
  ['enemy', 'cellX', 0x7e1b0a, 1, 1, 'cell, column', 'executed', 'datamap'],
  ['enemy', 'cellY', 0x7e1b0b, 1, 1, 'cell, row', 'executed', 'datamap'],
  ['enemy', 'pixelX', 0x7e1b0c, 2, 1, 'position on the screen, column', 'executed', 'datamap'],
  ['enemy', 'pixelY', 0x7e1b0e, 2, 1, 'position on the screen, row', 'executed', 'datamap'],
  ['enemy', 'hp', 0x7eaa00, 2, 1, 'HP', 'executed', 'datamap'],
  ['enemy', 'abnormality', 0x7eaa02, 1, 1, 'action abnormality id 0-15', 'executed', 'datamap'],
  ['enemy', 'power', 0x7eaa03, 1, 1, 'current power', 'executed', 'datamap'],
  ['enemy', 'speed', 0x7eaa04, 1, 1, 'current speed', 'executed', 'datamap'],
  ['enemy', 'body', 0x7eaa05, 1, 1, 'current body', 'executed', 'datamap'],
  ['enemy', 'intellect', 0x7eaa06, 1, 1, 'current intellect', 'executed', 'datamap'],
  ['enemy', 'statuses', 0x7eaa07, 1, 1, 'statuses: petrify drunk sleep paralysis poison arm leg neck in 80..01', 'executed', 'datamap'],
  ['enemy', 'timerNeck', 0x7eaa08, 1, 1, 'time left of the neck lock', 'executed', 'datamap'],
  ['enemy', 'timerLeg', 0x7eaa09, 1, 1, 'time left of the leg lock', 'executed', 'datamap'],
  ['enemy', 'timerArm', 0x7eaa0a, 1, 1, 'time left of the arm lock', 'executed', 'datamap'],
  ['enemy', 'timerPoison', 0x7eaa0b, 1, 1, 'time left of the poison', 'executed', 'datamap'],
  ['enemy', 'timerParalysis', 0x7eaa0c, 1, 1, 'time left of the paralysis', 'executed', 'datamap'],
  ['enemy', 'timerSleep', 0x7eaa0d, 1, 1, 'time left of the sleep', 'executed', 'datamap'],
  ['enemy', 'timerDrunk', 0x7eaa0e, 1, 1, 'time left of the drunkenness', 'executed', 'datamap'],
  ['enemy', 'timerPetrify', 0x7eaa0f, 1, 1, 'time left of the petrification', 'executed', 'datamap'],
  ['enemy', 'level', 0x7eab00, 1, 1, 'current level', 'executed', 'datamap'],
  ['enemy', 'inRange', 0x7eab01, 1, 1, 'number within the marked area', 'executed', 'datamap'],
  ['enemy', 'hitsAssigned', 0x7eab02, 1, 1, 'hits assigned', 'executed', 'datamap'],
  ['enemy', 'hitsLanded', 0x7eab03, 1, 1, 'hits landed', 'executed', 'datamap'],
  ['enemy', 'singleHit', 0x7eab04, 2, 1, 'damage of a single hit', 'executed', 'datamap'],
  ['enemy', 'pendingAbnormality', 0x7eab08, 1, 1, '80h | id to be set', 'executed', 'datamap'],
  ['enemy', 'pendingCell09', 0x7eab09, 1, 1, 'cleared with the start values', 'executed', 'datamap'],
  ['enemy', 'correctedLevel', 0x7eab0a, 1, 1, 'level after side or back correction', 'executed', 'datamap'],
  ['enemy', 'struckFrom', 0x7eab0b, 1, 1, '0 front, 1 side, 80h back', 'executed', 'datamap'],
  ['enemy', 'pendingStatuses', 0x7eab0c, 1, 1, 'statuses to be set', 'executed', 'datamap'],
  ['enemy', 'changedStats', 0x7eab0d, 1, 1, 'stats changed by the skill', 'executed', 'datamap'],
  ['enemy', 'foughtAlly', 0x7eab0e, 2, 1, 'pointer to the ally that is fought as this enemy', 'executed', 'program20'],
  ['enemy', 'chosenSkill', 0x7eac00, 1, 1, 'chosen skill', 'executed', 'datamap'],
  ['enemy', 'chosenKind', 0x7eac01, 1, 1, '0 when a target was picked', 'executed', 'program40_2'],
  ['enemy', 'targetX', 0x7eac02, 1, 1, 'target cell, column', 'executed', 'datamap'],
  ['enemy', 'targetY', 0x7eac03, 1, 1, 'target cell, row', 'executed', 'datamap'],
  ['enemy', 'orderPoints', 0x7eac04, 2, 1, 'order points', 'executed', 'datamap'],
  ['enemy', 'aiStep', 0x7eac06, 1, 1, 'step of the decision', 'executed', 'datamap'],
  ['enemy', 'nearestAlly', 0x7eac07, 1, 1, 'number of the nearest ally, from 1', 'executed', 'datamap'],
  ['enemy', 'totalDamage', 0x7ead00, 2, 1, 'total damage', 'executed', 'datamap'],
  ['enemy', 'bonus', 0x7ead02, 1, 1, 'step bonus of the damage', 'executed', 'datamap'],
  ['enemy', 'attributeMark', 0x7ead0a, 1, 1, 'evaded attribute mark', 'executed', 'datamap'],
  ['enemy', 'nameNumber', 0x7ead0f, 1, 1, 'number of the name of a NAME enemy', 'executed', 'program20'],
  ['ally', 'id', 0x7e1c00, 1, 1, 'character id, FFh empty', 'executed', 'datamap'],
  ['ally', 'state', 0x7e1c01, 1, 1, 'bit 40h: in the battle and controllable; 20h turned hostile', 'executed', 'datamap'],
  ['ally', 'record', 0x7e1c02, 2, 1, 'pointer to the party record', 'executed', 'datamap'],
  ['ally', 'place', 0x7e1c04, 1, 1, 'party place or scenario the block was filled for', 'executed', 'program20'],
  ['ally', 'skillState', 0x7e1c05, 1, 1, '0 idle, 20h stepping, 40h charging, F0h executing', 'executed', 'datamap'],
  ['ally', 'charge', 0x7e1c06, 1, 1, 'remaining charge time; counts up during a step', 'executed', 'datamap'],
  ['ally', 'chargeLength', 0x7e1c07, 1, 1, 'charge time of the skill; length of a step', 'executed', 'datamap'],
  ['ally', 'pixelX', 0x7e1c10, 2, 1, 'position on the screen, column', 'executed', 'datamap'],
  ['ally', 'pixelY', 0x7e1c12, 2, 1, 'position on the screen, row', 'executed', 'datamap'],
  ['ally', 'lastSkill', 0x7e1c14, 1, 1, 'last skill', 'executed', 'datamap'],
  ['ally', 'cellX', 0x7e1c18, 1, 1, 'cell, column', 'executed', 'datamap'],
  ['ally', 'cellY', 0x7e1c19, 1, 1, 'cell, row', 'executed', 'datamap'],
  ['ally', 'wantedX', 0x7e1c1a, 1, 1, 'wanted cell, column', 'executed', 'datamap'],
  ['ally', 'wantedY', 0x7e1c1b, 1, 1, 'wanted cell, row', 'executed', 'datamap'],
  ['ally', 'facing', 0x7e1c1d, 1, 1, '0 lower right, 1 lower left, 2 upper right, 3 upper left', 'executed', 'datamap'],
  ['ally', 'changedStats', 0x7e1c1c, 1, 1, 'stats changed by the own skill; after a level gain block+05 of before', 'executed', 'program18_3'],
  ['ally', 'walk1E', 0x7e1c1e, 1, 1, 'walking counter', 'executed', 'datamap'],
  ['ally', 'walk1F', 0x7e1c1f, 1, 1, 'walking counter', 'executed', 'datamap'],
  ['ally', 'acted', 0x7e1c20, 1, 1, 'bit 7: acted in a way that earns experience', 'executed', 'datamap'],
  ['ally', 'targetX', 0x7e1c28, 1, 1, 'target cell, column', 'executed', 'datamap'],
  ['ally', 'targetY', 0x7e1c29, 1, 1, 'target cell, row', 'executed', 'datamap'],
  ['ally', 'immunity', 0x7e1c2d, 1, 1, 'statuses it is immune to', 'executed', 'datamap'],
  ['ally', 'correctedLevel', 0x7e1c2e, 1, 1, 'level after side or back correction', 'executed', 'datamap'],
  ['ally', 'basePower', 0x7e1c30, 1, 1, 'normal power', 'executed', 'datamap'],
  ['ally', 'baseSpeed', 0x7e1c31, 1, 1, 'normal speed', 'executed', 'datamap'],
  ['ally', 'baseBody', 0x7e1c32, 1, 1, 'normal body', 'executed', 'datamap'],
  ['ally', 'baseIntellect', 0x7e1c33, 1, 1, 'normal intellect', 'executed', 'datamap'],
  ['ally', 'power', 0x7e1c34, 1, 1, 'current power', 'executed', 'datamap'],
  ['ally', 'speed', 0x7e1c35, 1, 1, 'current speed', 'executed', 'datamap'],
  ['ally', 'body', 0x7e1c36, 1, 1, 'current body', 'executed', 'datamap'],
  ['ally', 'intellect', 0x7e1c37, 1, 1, 'current intellect', 'executed', 'datamap'],
  ['ally', 'level', 0x7e1c38, 1, 1, 'current level', 'executed', 'datamap'],
  ['ally', 'statuses', 0x7e1c39, 1, 1, 'statuses; FFh out of the fight', 'executed', 'datamap'],
  ['ally', 'hitsAssigned', 0x7e1c3a, 1, 1, 'hits assigned', 'executed', 'datamap'],
  ['ally', 'hitsLanded', 0x7e1c3b, 1, 1, 'hits landed', 'executed', 'datamap'],
  ['ally', 'singleHit', 0x7e1c3c, 2, 1, 'damage of a single hit', 'executed', 'datamap'],
  ['ally', 'timerNeck', 0x7eea00, 1, 1, 'time left of the neck lock', 'executed', 'datamap'],
  ['ally', 'timerLeg', 0x7eea01, 1, 1, 'time left of the leg lock', 'executed', 'datamap'],
  ['ally', 'timerArm', 0x7eea02, 1, 1, 'time left of the arm lock', 'executed', 'datamap'],
  ['ally', 'timerPoison', 0x7eea03, 1, 1, 'time left of the poison', 'executed', 'datamap'],
  ['ally', 'timerParalysis', 0x7eea04, 1, 1, 'time left of the paralysis', 'executed', 'datamap'],
  ['ally', 'timerSleep', 0x7eea05, 1, 1, 'time left of the sleep', 'executed', 'datamap'],
  ['ally', 'timerDrunk', 0x7eea06, 1, 1, 'time left of the drunkenness', 'executed', 'datamap'],
  ['ally', 'timerPetrify', 0x7eea07, 1, 1, 'time left of the petrification', 'executed', 'datamap'],
  ['ally', 'listSkill', 0x7ee900, 1, 1, 'first of 16: skill ids of the battle list', 'executed', 'program20'],
  ['ally', 'listDisabling', 0x7ee910, 1, 1, 'first of 16: statuses that disable the skill', 'executed', 'program20'],
  ['ally', 'listCounterHigh', 0x7ee920, 1, 1, 'first of 16: attributes countered, high byte', 'executed', 'program20'],
  ['ally', 'listFlags', 0x7ee930, 1, 1, 'first of 16: attributes countered, low byte; bit 0 = only as a counter', 'executed', 'program20'],
  ['ally', 'listType', 0x7eea10, 1, 1, 'first of 16: type bytes of the skills', 'executed', 'program20'],
  ['ally', 'hitsCopy', 0x7eea20, 1, 1, 'hits of the last enemy skill, kept for the counter', 'executed', 'program18_3'],
  ['ally', 'totalDamage', 0x7eea2e, 2, 1, 'total damage', 'executed', 'datamap'],
  ['ally', 'bonus', 0x7eea33, 1, 1, 'step bonus of the damage', 'executed', 'datamap'],
  ['ally', 'attributeMark', 0x7eea35, 1, 1, 'evaded attribute mark', 'executed', 'datamap'],
  ['one', 'skillType', 0x7e9009, 1, 1, 'copy of skill byte 13', 'executed', 'program36'],
  ['one', 'skillField', 0x7e900a, 1, 1, 'copy of skill byte 22', 'executed', 'program36'],
  ['one', 'skillCoefficients', 0x7e900b, 1, 1, 'copy of skill byte 10', 'executed', 'program36'],
  ['one', 'levelSum', 0x7e900c, 1, 1, 'skill level + own level', 'executed', 'program36'],
  ['one', 'statTimesCoefficient', 0x7e900e, 1, 1, 'own stat x coefficient', 'executed', 'program36'],
  ['one', 'attackPower', 0x7e900f, 1, 1, 'attack power', 'executed', 'program36'],
  ['array', 'activeSkill', 0x7e9010, 1, 25, 'copy of the active skill record', 'executed', 'program36'],
  ['one', 'zakiHits', 0x7e9100, 1, 1, 'hit counter of the third Zaki battle', 'executed', 'datamap'],
  ['array', 'seenSkills', 0x7e9200, 1, 16, 'skills seen, ended by 0', 'executed', 'datamap'],
  ['one', 'changeTotalHp', 0x7e9ef0, 2, 1, 'sum of HP changes', 'executed', 'datamap'],
  ['array', 'changeTotalStat', 0x7e9ef2, 1, 5, 'sum of changes of level, power, speed, body, intellect', 'executed', 'datamap'],
  ['one', 'battleTimer', 0x7efef0, 2, 1, 'battle timer, minus 1 per frame; mixed into a reseed of the battle generator', 'executed', 'program5'],
  ['one', 'armageddonFlag', 0x7efefa, 1, 1, 'FFh once Armageddon was offered', 'executed', 'datamap'],
  ['one', 'timerControl', 0x7efefb, 1, 1, 'control of the timer', 'stated', 'datamap'],
  ['one', 'fieldCounter', 0x7efefd, 1, 1, '+1 per skill use by anybody; its low two bits choose the field kind that fires', 'executed', 'datamap'],
  ['one', 'ppuProduct', 0x002134, 2, 1, 'low 16 bits of the signed 16 x 8 product', 'executed', 'hardware'],
  ['one', 'ppuProductHigh', 0x002136, 1, 1, 'bits 16-23 of the signed 16 x 8 product', 'executed', 'hardware'],
  ['one', 'autoReadBusy', 0x004212, 1, 1, 'bit 0: joypad auto-read is running', 'executed', 'hardware'],
  ['one', 'joypad1', 0x004218, 2, 1, 'pad 1 as auto-read', 'executed', 'hardware'],
  ['one', 'joypad2', 0x00421a, 2, 1, 'pad 2 as auto-read', 'executed', 'hardware'],
  ['array', 'drillSkill', HOST_WINDOW + 0x080, 1, 256, 'drill skill records, 16 of 16 bytes', 'decision', 'drill'],
  ['array', 'drillBattleSkill', HOST_WINDOW + 0x180, 4, 64, 'battle skills of the second image, 16 records of 16 bytes', 'decision', 'drill'],
  ['one', 'sequenceBegin', HOST_WINDOW + 0x000, 2, 1, '+1 as the first thing of a tick', 'decision', 'drill'],
  ['one', 'sequenceEnd', HOST_WINDOW + 0x002, 2, 1, 'equal to sequenceBegin when the tick is done', 'decision', 'drill'],
  ['one', 'padWord', HOST_WINDOW + 0x004, 2, 1, 'pad word read in this tick', 'decision', 'drill'],
  ['one', 'phase', HOST_WINDOW + 0x006, 1, 1, '0 menu, 1 battle starts, 2 battle runs', 'decision', 'drill'],
  ['one', 'drillScenario', HOST_WINDOW + 0x007, 1, 1, 'number of the loaded scenario', 'decision', 'drill'],
  ['one', 'areaMode', HOST_WINDOW + 0x008, 1, 1, '1 while an area is chosen', 'decision', 'drill'],
  ['one', 'skillCursor', HOST_WINDOW + 0x009, 1, 1, 'record of the drill skills, 0-15', 'decision', 'drill'],
  ['one', 'targetCursor', HOST_WINDOW + 0x00a, 1, 1, 'enemy number 0-14', 'decision', 'drill'],

  ['one', 'program', HOST_WINDOW + 0x010, 1, 1, '0 drill program, 1 played battle', 'decision', 'play'],
  ['one', 'battleResult', HOST_WINDOW + 0x011, 1, 1, '0 runs, 1 won, 2 lost, 3 escaped', 'decision', 'play'],
  ['one', 'battleFrames', HOST_WINDOW + 0x014, 4, 1, 'frames since the start, assumed ones included', 'decision', 'play'],
  ['one', 'assumedFrames', HOST_WINDOW + 0x018, 4, 1, 'of battleFrames: frames whose number no source gives', 'decision', 'play'],
  ['one', 'unpublishedUsed', HOST_WINDOW + 0x01c, 4, 1, 'unpublished stretches that were run through, a bit each', 'decision', 'play'],
  ['array', 'droppedItem', HOST_WINDOW + 0x020, 1, 4, 'items dropped, 0 = none', 'decision', 'play'],
  ['one', 'enemyStepFrames', HOST_WINDOW + 0x024, 2, 1, 'input: frames of an enemy step', 'decision', 'play'],
  ['one', 'allySkillFrames', HOST_WINDOW + 0x026, 2, 1, 'input: frames of an ally skill', 'decision', 'play'],
  ['one', 'enemySkillFrames', HOST_WINDOW + 0x028, 2, 1, 'input: frames of an enemy skill', 'decision', 'play'],
  ['one', 'windowFrames', HOST_WINDOW + 0x02a, 2, 1, 'input: frames of the choice of a skill or item', 'decision', 'play'],
  ['one', 'startFrames', HOST_WINDOW + 0x02c, 2, 1, 'input: frames before the first ally can act', 'decision', 'play'],
  ['one', 'holesFilled', HOST_WINDOW + 0x02e, 2, 1, 'unpublished stretches that the code of an image filled, a bit each', 'decision', 'play'],
  ['one', 'allySkillCount', HOST_WINDOW + 0x030, 2, 1, 'ally skills and items that were fired', 'decision', 'play'],
  ['one', 'enemySkillCount', HOST_WINDOW + 0x032, 2, 1, 'enemy skills that were fired', 'decision', 'play'],
  ['one', 'enemyStepCount', HOST_WINDOW + 0x034, 2, 1, 'enemy steps', 'decision', 'play'],
  ['one', 'windowCount', HOST_WINDOW + 0x036, 2, 1, 'choices of a skill or item', 'decision', 'play'],
  ['one', 'levelsGained', HOST_WINDOW + 0x038, 1, 1, 'levels the party gained', 'decision', 'play'],
  ['one', 'unpublishedUsedMore', HOST_WINDOW + 0x039, 1, 1, 'further unpublished stretches, which logs of version 0.1 do not have; bit 7: a further one filled', 'decision', 'play'],
  ['one', 'battleNumber', HOST_WINDOW + 0x03a, 1, 1, 'battles of the plan before this one', 'decision', 'play'],
  ['array', 'inventory', HOST_WINDOW + 0x040, 1, 16, 'items at hand, 0 = none', 'decision', 'play'],
];

/** The table, approximately in order of address. */
export const CELLS: readonly CellRow[] = ROWS.map(([kind, name, address, width, count, meaning, evidence, source]) => ({
  kind,
  name,
  address,
  width,
  count,
  meaning,
  evidence,
  source: SOURCES[source],
}));

const byName = new Map(CELLS.map((row) => [`${row.kind}.${row.name}`, row]));

function row(kind: CellKind, name: string): CellRow {
  const found = byName.get(`${kind}.${name}`);
  if (found === undefined) throw new RangeError(`the cell table has no ${kind} cell ${name}`);
  return found;
}

/** Offset of a single cell in the image. @throws RangeError for an unknown cell */
export function cell(name: string): number {
  return offsetOf(row('one', name).address);
}

/** Offset of an array's first element in the image. @throws RangeError for an unknown array */
export function array(name: string): number {
  return offsetOf(row('array', name).address);
}

/**
 * The difference between a block's 16-bit address and the offset of its cell in the image.
 * @throws RangeError for an unknown cell
 */
export function field(kind: BlockKind, name: string): number {
  return offsetOf(row(kind, name).address) - BLOCKS[kind].base;
}

/** One named place: a row of the table with its block or element number. */
export interface Place {
  /** `actionPoints`, `enemy[3].orderPoints`, `fieldGrid[12]`. */
  readonly name: string;
  readonly address: number;
  readonly offset: number;
  readonly width: 1 | 2 | 4;
  readonly row: CellRow;
}

function placesOf(cellRow: CellRow): Place[] {
  const { kind, name, address, width, count } = cellRow;
  const offset = offsetOf(address);
  if (kind === 'one') return [{ name, address, offset, width, row: cellRow }];
  const repeat = kind === 'array' ? count : BLOCKS[kind].count;
  const stride = kind === 'array' ? width : BLOCKS[kind].stride;
  return Array.from({ length: repeat }, (_, index) => ({
    name: kind === 'array' ? `${name}[${index}]` : `${kind}[${index}].${name}`,
    address: address + stride * index,
    offset: offset + stride * index, // no window ends within a row
    width,
    row: cellRow,
  }));
}

/** Every named place, ascending by address. */
export const PLACES: readonly Place[] = byAddress(CELLS.flatMap(placesOf));

/**
 * Places in order of address, those of one address as the table has them. Numbers sort faster than
 * objects.
 */
function byAddress(places: readonly Place[]): Place[] {
  const keys = Float64Array.from(places, ({ address }, index) => address * places.length + index).sort();
  return Array.from(keys, (key) => places[key % places.length] as Place);
}

/** Places by name and by address, made when one is first asked for: no import waits for them. */
let known: { readonly byName: ReadonlyMap<string, Place>; readonly byAddress: ReadonlyMap<number, Place> } | undefined;

function knownPlaces(): NonNullable<typeof known> {
  known ??= {
    byName: new Map(PLACES.map((place) => [place.name, place])),
    byAddress: new Map(
      PLACES.flatMap((place) => Array.from({ length: place.width }, (_, index) => [place.address + index, place])),
    ),
  };
  return known;
}

/** The place of a name, or undefined. */
export function placeByName(name: string): Place | undefined {
  return knownPlaces().byName.get(name);
}

/** The place that covers an address, or undefined where no cell lies. */
export function placeAt(address: number): Place | undefined {
  return knownPlaces().byAddress.get(address);
}
