; Scenarios 19 to 27, in the second image only: attacks through hit count, choice of targets, hit
; check, damage, totals, statuses, changes and displacement; fields, knockback and counters. All
; figures are ours.

; a = battle skill, b = 0 the enemy of the cursor, else all; c = 0377
ATTACK          = 16
POISON_TICK     = 17
FIELD           = 18            ; a = battle skill, b = rows, c = columns
FIELDS_FIRE     = 19
PUSH            = 20            ; as ATTACK
COUNTER         = 21            ; b = rows, c = columns

; bytes 9-23 of battle skill number; the others are 0
.macro BATTLE_SKILL number, statuses, coefficients, displacement, sure, type, weapon, power, level, parameters, hits, kind, abnormality, change
        .word   battleSkills + number * 16, 15
        .byte   statuses, coefficients, displacement, sure, type, 0, weapon, power, level, parameters, hits, 0, kind, abnormality, change
.endmacro

; a drill skill that is one attack
.macro ATTACKS number, charge, noTime, skillNumber, area, shape
        SKILL   number, charge, noTime, ATTACK, skillNumber, area, shape, NONE, 0, 0, 0, NONE, 0, 0, 0
.endmacro

; size, immunities, counters (a nibble each attribute), corrections (high back, low side), evade
; attributes
.macro SPECIES_BODY slot, width, height, immune, c0, c1, c2, c3, c4, c5, c6, c7, sides, evadeHigh, evadeLow
        .word   $1A00 + slot * $40 + speciesWidth, 2
        .byte   width, height
        .word   $1A00 + slot * $40 + speciesImmune, 1
        .byte   immune
        .word   $1A00 + slot * $40 + speciesCounters, 8
        .byte   c0, c1, c2, c3, c4, c5, c6, c7
        .word   $1A00 + slot * $40 + speciesSides, 3
        .byte   sides, evadeHigh, evadeLow
.endmacro

; weapon: statuses and power; corrections from the side and from behind; evade attributes of his own
; and of the gear
.macro GEAR record, statuses, attack, side, back, evadeHigh, evadeLow, gearHigh, gearLow
        .word   record + recordWeaponStatus, 2
        .byte   statuses, attack
        .word   record + recordSide, 2
        .byte   side, back
        .word   record + recordEvade, 2
        .byte   evadeHigh, evadeLow
        .word   record + recordEvadeGear, 2
        .byte   gearHigh, gearLow
.endmacro

.macro OCCUPY slot, column, row
        .word   grid + row * 8 + column, 1
        .byte   $11 + slot
.endmacro

; word at an address
.macro WORD_AT address, value
        .word   address, 2, value
.endmacro

;                      status coeff displ sure type weap pow lvl param hits kind abn change
battleSkillsAll:
        ; one hit by hand
        BATTLE_SKILL 0,  $00, $50, $00, $00, $00, 0, 1,  4, $00, $01, $00, $00, $00
        ; random hits, every displacement
        BATTLE_SKILL 1,  $00, $81, $07, $00, $02, 0, 3,  8, $00, $3F, $00, $8B, $00
        ; hits by level
        BATTLE_SKILL 2,  $00, $42, $01, $00, $03, 0, 2,  6, $00, $1A, $00, $01, $00
        ; with the weapon and its statuses
        BATTLE_SKILL 3,  $00, $62, $02, $00, $05, 1, 1, 12, $00, $02, $00, $00, $00
        ; sleep, paralysis
        BATTLE_SKILL 4,  $30, $28, $00, $00, $06, 0, 1, 10, $DF, $33, $00, $00, $00
        ; poison, leg
        BATTLE_SKILL 5,  $0A, $33, $04, $00, $07, 0, 2,  9, $3F, $31, $00, $83, $00
        ; every status
        BATTLE_SKILL 6,  $FF, $11, $00, $00, $08, 0, 1, 15, $4F, $01, $00, $00, $00
        ; sure on a locked leg, else poor
        BATTLE_SKILL 7,  $00, $A1, $00, $20, $09, 0, 5,  0, $00, $0F, $00, $00, $00
        ; everything by half
        BATTLE_SKILL 8,  $00, $20, $00, $00, $0A, 0, 1,  7, $00, $02, $00, $00, $3F
        ; everything up
        BATTLE_SKILL 9,  $00, $18, $00, $00, $0B, 0, 1,  7, $00, $01, $00, $00, $7F
        ; changes the user
        BATTLE_SKILL 10, $40, $30, $00, $00, $4C, 0, 4,  5, $85, $32, $00, $8A, $D3
        BATTLE_SKILL 11, $00, $FC, $00, $00, $8D, 0, 0,  1, $00, $03, $00, $00, $00     ; recovery
        ; the user takes it when it misses
        BATTLE_SKILL 12, $00, $A2, $03, $00, $0F, 0, 1,  0, $00, $01, $70, $00, $00
        ; one hit in the area
        BATTLE_SKILL 13, $80, $77, $00, $70, $0E, 1, 2, 11, $2C, $83, $00, $00, $45
        ; recovery with abnormality, stats to 0
        BATTLE_SKILL 14, $00, $FC, $02, $00, $81, 0, 0, 15, $00, $3A, $00, $88, $1F
        ; fifteen hits far beyond 999
        BATTLE_SKILL 15, $00, $FF, $00, $00, $04, 1, 15, 15, $00, $0F, $00, $00, $00
        END_OF_LIST

; Drill skill n attacks with battle skill n: odd ones everybody; some charge, take no time, or count
; the steps.
drillAttacks:
        USE     battleSkillsAll
        ATTACKS 0,  0, 0, 0, 0, 0
        ATTACKS 1,  0, 0, 1, 1, 0
        ATTACKS 2,  16, 0, 2, 0, 0
        ATTACKS 3,  0, 0, 3, 1, 0
        ATTACKS 4,  0, 0, 4, 1, 0
        ATTACKS 5,  0, 0, 5, 1, 0
        ATTACKS 6,  0, 0, 6, 0, 0
        ATTACKS 7,  32, 0, 7, 1, 0
        ATTACKS 8,  0, 0, 8, 1, 0
        ATTACKS 9,  0, 0, 9, 1, 0
        ATTACKS 10, 0, 1, 10, 1, 0
        ATTACKS 11, 0, 0, 11, 1, 0
        ATTACKS 12, 0, 0, 12, 0, 0
        ATTACKS 13, 48, 0, 13, 1, 0
        ATTACKS 14, 0, 0, 14, 1, 0
        ATTACKS 15, 0, 0, 15, 0, 8
        END_OF_LIST

; Statuses first: with poison, waking and timers between the attacks.
drillStatuses:
        USE     drillAttacks
        SKILL   0,  0, 0, ATTACK, 4, 1, 0,  POISON_TICK, 0, 0, 0, NONE, 0, 0, 0
        SKILL   1,  0, 0, ATTACK, 5, 1, 0,  POISON_TICK, 0, 0, 0, NONE, 0, 0, 0
        SKILL   2,  0, 0, ALLY_STATUS, POISONED, 200, 0, POISON_TICK, 0, 0, 0, ATTACK, 0, 0, 0
        SKILL   7,  0, 0, ATTACK, 6, 1, 0,  NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   8,  0, 0, ATTACK, 3, 0, 0,  ATTACK, 3, 1, 0, NONE, 0, 0, 0
        SKILL   10, 0, 0, ALLY_STATUS, SLEEP, 40, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   12, 0, 0, POISON_TICK, 0, 0, 0, POISON_TICK, 0, 0, 0, ATTACK, 11, 1, 0
        SKILL   15, 0, 0, ATTACK, 7, 1, 0,  POISON_TICK, 0, 0, 0, NONE, 0, 0, 0
        END_OF_LIST

gearFour:
        USE     partyFour
        PARTY   $0E40, 12, 900, 999
        PARTY   $0E80, 14, 700, 800
        PARTY   $0EC0, 9, 500, 500
        PARTY   $0F00, 16, 999, 999
        GEAR    $0E40, $20, 60, 2, 5, $40, $00, $00, $10
        GEAR    $0E80, $10, 120, 0, 1, $80, $01, $7F, $00
        GEAR    $0EC0, $FF, 255, 9, 12, $00, $00, $00, $00
        GEAR    $0F00, $00, 33, 3, 200, $FF, $FE, $00, $01
        END_OF_LIST

; 19: one ally, three enemies that stand differently: each kind of hit alone.
scenario19:
        USE     drillAttacks
        RANKS   0, 1, 2, 3
        PARTY   $0E40, 11, 640, 640
        GEAR    $0E40, $08, 45, 1, 3, $00, $80, $00, $00
        ALLY    0, $10, $0E40, 3, 4, 2, 50, 31, 36, 25, 11, 0
        NO_ALLY 1
        NO_ALLY 2
        NO_ALLY 3
        RANDOM  $31, $41, $59, $26, $5358, $9793, 0
        SPECIES 0, $81, 255, 43, 60, 33, 55, 12, 0, 0, 0
        SPECIES_BODY 0, 1, 1, $00, $00, $00, $00, $00, $00, $00, $00, $00, $42, $00, $00
        SPECIES 1, $82, 200, 20, 30, 90, 10, 30, 0, 0, 0
        SPECIES_BODY 1, 1, 2, $08, $12, $34, $56, $78, $9A, $BC, $DE, $F1, $93, $54, $32
        ENEMY   0, $81, 0, $FF, 0, 1, 1, 0, 0
        ENEMY   1, $82, 1, $FF, $80, 5, 2, 0, 0
        OCCUPY  1, 5, 3
        ENEMY   2, $81, 0, $FF, $C0, 3, 6, 0, 0
        END_OF_ENEMIES 3
        END_OF_LIST

; 20: a full party against five enemies of several sizes, with counters, immunities and evade
;     attributes.
scenario20:
        USE     drillAttacks
        USE     gearFour
        RANDOM  $27, $18, $28, $18, $2845, $9045, 0
        SPECIES 0, $90, 255, 40, 60, 33, 55, 10, 0, 0, 0
        SPECIES_BODY 0, 2, 2, $30, $10, $20, $30, $40, $50, $60, $70, $80, $21, $A5, $5A
        SPECIES 1, $91, 250, 70, 50, 10, 99, 18, 0, 0, 0
        SPECIES_BODY 1, 1, 3, $00, $0B, $0A, $09, $08, $07, $06, $05, $04, $84, $FF, $FF
        SPECIES 2, $92, 180, 12, 99, 60, 70, 6, 2, 0, 0
        SPECIES_BODY 2, 1, 1, $FF, $00, $00, $00, $00, $00, $00, $00, $00, $00, $00, $00
        ENEMY   0, $90, 0, $FF, $40, 0, 0, 0, 0
        OCCUPY  0, 1, 0
        OCCUPY  0, 0, 1
        OCCUPY  0, 1, 1
        ENEMY   1, $91, 1, $FF, $C0, 3, 0, 0, 0
        OCCUPY  1, 3, 1
        OCCUPY  1, 3, 2
        ENEMY   2, $92, 2, $FF, 0, 5, 1, 0, 0
        ENEMY   3, $90, 0, $C0, $80, 0, 3, 0, 0
        ENEMY   4, $92, 2, $40, 0, 2, 4, 0, 0
        END_OF_ENEMIES 5
        END_OF_LIST

; 21: statuses by skill and by weapon, immunities, timers, poison on both sides.
scenario21:
        USE     drillStatuses
        USE     gearFour
        RANDOM  $14, $14, $21, $35, $6237, $3095, 0
        SPECIES 0, $A0, 255, 20, 20, 20, 20, 4, 0, 0, 0
        SPECIES_BODY 0, 1, 1, $00, $00, $00, $00, $00, $00, $00, $00, $00, $11, $00, $00
        SPECIES 1, $A1, 255, 60, 5, 70, 1, 9, 0, 0, 0
        SPECIES_BODY 1, 1, 1, $18, $00, $00, $00, $00, $00, $00, $00, $00, $00, $0F, $F0
        SPECIES 2, $A2, 255, 99, 99, 99, 99, 20, 0, 0, 0
        SPECIES_BODY 2, 2, 1, $FF, $00, $00, $00, $00, $00, $00, $00, $00, $63, $00, $00
        ENEMY   0, $A0, 0, $FF, 0, 0, 0, 0, 0
        ENEMY   1, $A1, 1, $FF, $40, 2, 0, 0, 0
        ENEMY   2, $A2, 2, $FF, $80, 4, 1, 0, 0
        OCCUPY  2, 5, 1
        ENEMY   3, $A0, 0, $FF, $C0, 1, 3, 0, 0
        END_OF_ENEMIES 4
        END_OF_LIST

; 22: OBJECT, ids D0h and D1h, an enemy that drives an ally's body, steps to count, and the third
;     fight of Zaki.
scenario22:
        USE     drillAttacks
        USE     gearFour
        RANDOM  $57, $72, $15, $66, $4901, $5328, 0
        WORD_AT scenarioOfGame, 1
        WORD_AT mapArgument, $03A8
        WORD_AT stepsPacked, $0072
        SPECIES 0, $D0, 255, 40, 60, 33, 55, 8, 0, 0, 0
        SPECIES_BODY 0, 2, 2, $00, $00, $00, $00, $00, $00, $00, $00, $00, $00, $00, $00
        SPECIES 1, $D1, 255, 50, 40, 33, 45, 10, 0, 0, 0
        SPECIES_BODY 1, 1, 1, $00, $99, $99, $99, $99, $99, $99, $99, $99, $52, $11, $11
        SPECIES 2, $B1, 255, 9, 9, 9, 99, 14, TYPE_OBJECT, 0, 0
        SPECIES_BODY 2, 1, 1, $00, $88, $88, $88, $88, $88, $88, $88, $88, $00, $00, $00
        SPECIES 3, $B2, 128, 60, 60, 60, 60, 12, 0, 0, 0
        SPECIES_BODY 3, 1, 1, $00, $00, $00, $00, $00, $00, $00, $00, $00, $10, $40, $04
        ENEMY   0, $D0, 0, $FF, 0, 0, 0, 0, 0
        OCCUPY  0, 1, 0
        OCCUPY  0, 0, 1
        OCCUPY  0, 1, 1
        ENEMY   1, $D1, 1, $FF, $40, 3, 0, 0, 0
        ENEMY   2, $B1, 2, $FF, 0, 5, 0, 0, 0
        ENEMY   3, $B2, 3, $FF, $C0, 3, 3, $40, 96
        ENEMY   4, $B2, 3, $40, $80, 0, 4, 0, 0
        WORD_AT $AB4E, $1C80
        END_OF_ENEMIES 5
        END_OF_LIST

; 23: the enemies' side: corrections and evade marks of the allies, two draws for the cell of every
;     enemy.
scenario23:
        USE     drillAttacks
        USE     gearFour
        RANDOM  $69, $31, $47, $18, $0559, $9452, 0
        SPECIES 0, $C0, 200, 45, 90, 50, 90, 7, 0, 0, 0
        SPECIES_BODY 0, 2, 3, $00, $00, $00, $00, $00, $00, $00, $00, $00, $31, $00, $00
        SPECIES 1, $C1, 220, 99, 99, 20, 99, 25, 0, 0, 0
        SPECIES_BODY 1, 1, 1, $00, $00, $00, $00, $00, $00, $00, $00, $00, $12, $00, $00
        ENEMY   0, $C0, 0, $FF, 0, 2, 0, 0, 0
        ENEMY   1, $C1, 1, $FF, $40, 0, 5, 0, 0
        ENEMY   2, $C1, 1, $FF, $C0, 6, 1, $40, 16
        END_OF_ENEMIES 3
        END_OF_LIST

; 24: levels and stats at their ends on both sides.
scenario24:
        USE     drillAttacks
        USE     gearFour
        ALLY_NOW 0, 255, 31, 40, 20, 99
        ALLY_NOW 1, 0, 60, 32, 40, 0
        ALLY_NOW 2, 20, 255, 61, 255, 32
        ALLY_NOW 3, 128, 90, 0, 0, 255
        RANDOM  $00, $00, $00, $01, $FFFF, $0001, 0
        SPECIES 0, $E0, 255, 255, 0, 0, 255, 0, 0, 0, 0
        SPECIES_BODY 0, 1, 1, $00, $00, $00, $00, $00, $00, $00, $00, $00, $FF, $00, $00
        SPECIES 1, $E1, 1, 0, 255, 255, 0, 47, 0, 0, 0
        SPECIES_BODY 1, 4, 1, $00, $00, $00, $00, $00, $00, $00, $00, $00, $1F, $80, $01
        SPECIES 2, $E2, 127, 254, 226, 1, 128, 48, 0, 0, 0
        SPECIES_BODY 2, 1, 1, $55, $00, $00, $00, $00, $00, $00, $00, $00, $F1, $00, $00
        SPECIES 3, $E3, 255, 30, 30, 254, 30, 127, 0, 0, 0
        SPECIES_BODY 3, 1, 1, $AA, $00, $00, $00, $00, $00, $00, $00, $00, $FF, $FF, $FF
        ENEMY   0, $E0, 0, $FF, 0, 0, 0, 0, 0
        ENEMY   1, $E1, 1, $FF, 0, 2, 1, 0, 0
        ENEMY   2, $E2, 2, $FF, $80, 0, 3, 0, 0
        ENEMY   3, $E3, 3, $FF, $C0, 3, 3, 0, 0
        END_OF_ENEMIES 4
        END_OF_LIST

; ---- fields, knockback, counters ----

; absorbed fields (high nibble: 8 water, 4 poison, 2 fire, 1 electric); of an ally's record the low
; one
.macro SPECIES_ABSORBS slot, bits
        .word   $1A00 + slot * $40 + speciesFieldAbsorb, 1
        .byte   bits << 4
.endmacro

.macro RECORD_ABSORBS record, bits
        .word   record + recordFieldAbsorb, 1
        .byte   bits
.endmacro

; entry of an ally's list: id, statuses that disable it, attributes it answers
.macro ANSWER slot, entry, id, disabling, high, low
        .word   $E900 + slot * $40 + entry, 1
        .byte   id
        .word   $E910 + slot * $40 + entry, 1
        .byte   disabling
        .word   $E920 + slot * $40 + entry, 1
        .byte   high
        .word   $E930 + slot * $40 + entry, 1
        .byte   low
.endmacro

; Allies in the middle and in three corners, so that enemies are pushed every way.
partyAround:
        RANKS   0, 1, 2, 3
        PARTY   $0E40, 12, 900, 999
        PARTY   $0E80, 14, 700, 800
        PARTY   $0EC0, 9, 500, 500
        PARTY   $0F00, 16, 999, 999
        ALLY    0, 1, $0E40, 3, 3, 0, 40, 31, 40, 20, 120, 0
        ALLY    1, 2, $0E80, 0, 0, 1, 40, 60, 32, 40, 110, 0
        ALLY    2, 3, $0EC0, 6, 0, 2, 40, 10, 61, 77, 90, 0
        ALLY    3, 4, $0F00, 0, 6, 3, 40, 90, 25, 33, 100, 0
        END_OF_LIST

; Battle skills 0 to 4 make water, poison, fire, electricity, and nothing.
drillFields:
        USE     drillAttacks
        BATTLE_SKILL 0,  $00, $50, $00, $00, $00, 0, 1, 12, $00, $01, $00, $40, $00
        BATTLE_SKILL 1,  $00, $61, $07, $00, $02, 0, 2, 12, $00, $3F, $00, $D3, $00
        BATTLE_SKILL 2,  $00, $42, $01, $00, $03, 0, 2, 12, $00, $1A, $00, $61, $00
        BATTLE_SKILL 3,  $00, $62, $02, $00, $05, 1, 1, 12, $00, $02, $00, $70, $00
        BATTLE_SKILL 4,  $30, $28, $00, $00, $06, 0, 1, 12, $DF, $33, $00, $BF, $00
        SKILL   0,  0, 0, FIELD, 0, $7F, $7F, FIELDS_FIRE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   1,  0, 0, FIELD, 1, $55, $2A, FIELDS_FIRE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   2,  0, 0, FIELD, 2, $1C, $7F, FIELDS_FIRE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   3,  0, 0, FIELD, 3, $7F, $0E, FIELDS_FIRE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   4,  0, 0, FIELDS_FIRE, 0, 0, 0, ATTACK, 0, 1, 0, FIELDS_FIRE, 0, 0, 0
        SKILL   5,  0, 0, ATTACK, 3, 1, 0, FIELDS_FIRE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   6,  0, 0, FIELD, 4, $7F, $7F, FIELDS_FIRE, 0, 0, 0, POISON_TICK, 0, 0, 0
        SKILL   7,  16, 0, FIELD, 3, $2A, $7F, FIELD, 1, $40, $40, FIELDS_FIRE, 0, 0, 0
        SKILL   8,  0, 1, FIELDS_FIRE, 0, 0, 0, FIELDS_FIRE, 0, 0, 0, FIELDS_FIRE, 0, 0, 0
        SKILL   9,  0, 0, ATTACK, 11, 1, 0, FIELD, 2, $7F, $49, FIELDS_FIRE, 0, 0, 0
        SKILL   10, 0, 0, FIELD, 0, $0F, $78, FIELDS_FIRE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   11, 0, 0, FIELD, 1, $7F, $7F, FIELDS_FIRE, 0, 0, 0, FIELDS_FIRE, 0, 0, 0
        SKILL   12, 0, 0, PUSH, 1, 1, 0, FIELDS_FIRE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   13, 48, 0, FIELDS_FIRE, 0, 0, 0, ATTACK, 4, 1, 0, NONE, 0, 0, 0
        SKILL   14, 0, 0, FIELD, 3, $78, $78, FIELD, 2, $07, $07, FIELDS_FIRE, 0, 0, 0
        SKILL   15, 0, 0, FIELDS_FIRE, 0, 0, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        END_OF_LIST

; Odd drill skills push every enemy, the others the one of the cursor; 14 and 15 also lay a field
; under them.
drillPushes:
        USE     drillAttacks
        BATTLE_SKILL 0,  $00, $20, $01, $00, $00, 0, 1, 15, $00, $01, $00, $00, $00
        BATTLE_SKILL 1,  $00, $21, $01, $00, $02, 0, 1, 15, $00, $33, $00, $00, $00
        BATTLE_SKILL 2,  $00, $22, $03, $00, $03, 0, 2, 15, $00, $05, $00, $01, $00
        BATTLE_SKILL 3,  $00, $22, $05, $00, $04, 0, 1, 15, $00, $07, $00, $00, $00
        BATTLE_SKILL 4,  $00, $21, $07, $00, $05, 0, 1, 15, $00, $07, $00, $40, $00
        BATTLE_SKILL 5,  $00, $21, $06, $00, $06, 0, 1, 15, $00, $07, $00, $70, $00
        SKILL   0,  0, 0, PUSH, 0, 0, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   1,  0, 0, PUSH, 1, 1, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   2,  0, 0, PUSH, 2, 0, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   3,  0, 0, PUSH, 3, 1, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   4,  0, 0, PUSH, 4, 0, 0, PUSH, 4, 0, 0, NONE, 0, 0, 0
        SKILL   5,  0, 0, PUSH, 5, 1, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   6,  0, 0, PUSH, 1, 0, 0, PUSH, 3, 0, 0, NONE, 0, 0, 0
        SKILL   7,  32, 0, PUSH, 4, 1, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   8,  0, 0, PUSH, 3, 0, 0, PUSH, 0, 0, 0, FIELDS_FIRE, 0, 0, 0
        SKILL   9,  0, 0, PUSH, 0, 1, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   11, 0, 0, PUSH, 11, 1, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   13, 16, 0, PUSH, 2, 1, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   14, 0, 0, FIELD, 4, $7F, $7F, PUSH, 3, 1, 0, NONE, 0, 0, 0
        SKILL   15, 0, 0, FIELD, 5, $3E, $3E, PUSH, 1, 0, 0, FIELDS_FIRE, 0, 0, 0
        END_OF_LIST

; Skill n attacks with battle skill n and is answered: from everywhere, from some rows and columns,
; from nowhere.
drillCounters:
        USE     drillAttacks
        SKILL   0,  0, 0, ATTACK, 0, 1, 0, COUNTER, 0, $7F, $7F, NONE, 0, 0, 0
        SKILL   1,  0, 0, ATTACK, 1, 0, 0, COUNTER, 0, $7F, $7F, NONE, 0, 0, 0
        SKILL   2,  16, 0, ATTACK, 2, 1, 0, COUNTER, 0, $0F, $7F, NONE, 0, 0, 0
        SKILL   3,  0, 0, ATTACK, 3, 1, 0, COUNTER, 0, $7F, $3E, NONE, 0, 0, 0
        SKILL   4,  0, 0, ATTACK, 4, 1, 0, COUNTER, 0, $7F, $7F, FIELDS_FIRE, 0, 0, 0
        SKILL   5,  0, 0, ATTACK, 5, 0, 0, ATTACK, 6, 0, 0, COUNTER, 0, $7F, $7F
        SKILL   6,  0, 0, ATTACK, 6, 1, 0, COUNTER, 0, $55, $55, NONE, 0, 0, 0
        SKILL   7,  0, 0, ATTACK, 7, 1, 0, COUNTER, 0, $00, $7F, NONE, 0, 0, 0
        SKILL   8,  0, 0, ATTACK, 8, 1, 0, COUNTER, 0, $7F, $7F, NONE, 0, 0, 0
        SKILL   9,  0, 1, ATTACK, 9, 1, 0, COUNTER, 0, $7F, $7F, NONE, 0, 0, 0
        SKILL   10, 0, 0, ATTACK, 10, 1, 0, COUNTER, 0, $7F, $7F, NONE, 0, 0, 0
        SKILL   11, 0, 0, ATTACK, 11, 1, 0, COUNTER, 0, $7F, $7F, NONE, 0, 0, 0
        SKILL   12, 0, 0, ATTACK, 12, 1, 0, COUNTER, 0, $7F, $7F, NONE, 0, 0, 0
        SKILL   13, 32, 0, ATTACK, 13, 1, 0, COUNTER, 0, $7F, $7F, NONE, 0, 0, 0
        SKILL   14, 0, 0, COUNTER, 0, $7F, $7F, ATTACK, 9, 1, 0, NONE, 0, 0, 0
        SKILL   15, 0, 0, ATTACK, 15, 1, 0, COUNTER, 0, $7F, $7F, NONE, 0, 0, 0
        END_OF_LIST

; 25: fields of every kind under enemies of several sizes, some of which absorb or do not mind, and
;     under allies.
scenario25:
        USE     drillFields
        USE     gearFour
        PARTY   $0E40, 12, 300, 999
        PARTY   $0E80, 14, 100, 800
        RECORD_ABSORBS $0E40, $08
        RECORD_ABSORBS $0E80, $05
        RECORD_ABSORBS $0F00, $02
        RANDOM  $44, $66, $28, $91, $2718, $6180, 0
        SPECIES 0, $95, 255, 40, 60, 33, 55, 5, 0, 0, 0
        SPECIES_BODY 0, 2, 3, $00, $00, $00, $00, $00, $00, $00, $00, $00, $21, $00, $00
        SPECIES_ABSORBS 0, $04
        SPECIES 1, $96, 250, 70, 50, 10, 99, 8, 0, 0, 0
        SPECIES_BODY 1, 1, 1, $00, $00, $00, $00, $00, $00, $00, $00, $00, $84, $00, $01
        SPECIES_ABSORBS 1, $0F
        SPECIES 2, $97, 180, 12, 99, 60, 70, 6, 0, 0, 0
        SPECIES_BODY 2, 2, 1, $00, $00, $00, $00, $00, $00, $00, $00, $00, $00, $00, $00
        SPECIES 3, $98, 160, 12, 30, 60, 30, 6, 0, 0, 0
        SPECIES_BODY 3, 1, 2, $00, $00, $00, $00, $00, $00, $00, $00, $00, $00, $00, $FE
        SPECIES_ABSORBS 3, $0B
        ENEMY   0, $95, 0, $FF, $40, 0, 0, 0, 0
        OCCUPY  0, 1, 0
        OCCUPY  0, 0, 1
        OCCUPY  0, 1, 1
        OCCUPY  0, 0, 2
        OCCUPY  0, 1, 2
        ENEMY   1, $96, 1, $FF, $C0, 3, 0, 0, 0
        ENEMY   2, $97, 2, $FF, 0, 5, 6, 0, 0
        OCCUPY  2, 6, 6
        ENEMY   3, $98, 3, $FF, $80, 0, 4, 0, 0
        OCCUPY  3, 0, 5
        END_OF_ENEMIES 4
        END_OF_LIST

; 26: enemies of several sizes in the middle, at edges and beside each other are pushed from where
;     the allies stand.
scenario26:
        USE     drillPushes
        USE     partyAround
        RANDOM  $36, $79, $15, $62, $4142, $1356, 0
        SPECIES 0, $99, 255, 40, 60, 90, 55, 5, 0, 0, 0
        SPECIES_BODY 0, 2, 2, $00, $00, $00, $00, $00, $00, $00, $00, $00, $21, $00, $00
        SPECIES 1, $9A, 250, 70, 50, 90, 99, 8, 0, 0, 0
        SPECIES_BODY 1, 1, 1, $00, $00, $00, $00, $00, $00, $00, $00, $00, $84, $00, $00
        SPECIES 2, $9B, 180, 12, 99, 90, 70, 6, 0, 0, 0
        SPECIES_BODY 2, 1, 3, $00, $00, $00, $00, $00, $00, $00, $00, $00, $00, $00, $00
        SPECIES 3, $D1, 160, 12, 30, 90, 30, 6, 0, 0, 0
        SPECIES_BODY 3, 1, 1, $00, $00, $00, $00, $00, $00, $00, $00, $00, $00, $00, $00
        ENEMY   0, $99, 0, $FF, $40, 1, 1, 0, 0
        OCCUPY  0, 2, 1
        OCCUPY  0, 1, 2
        OCCUPY  0, 2, 2
        ENEMY   1, $9A, 1, $FF, $C0, 4, 1, 0, 0
        ENEMY   2, $9B, 2, $FF, 0, 5, 2, $40, 200
        OCCUPY  2, 5, 3
        OCCUPY  2, 5, 4
        ENEMY   3, $D1, 3, $FF, 0, 3, 6, 0, 0
        END_OF_ENEMIES 4
        END_OF_LIST

; 27: allies who answer attributes of both bytes, by several skills, some disabled by statuses.
scenario27:
        USE     drillCounters
        USE     gearFour
        RANDOM  $52, $38, $26, $43, $3832, $7950, 0
        ANSWER  0, 0, 3, $20, $80, $00
        ANSWER  0, 1, 1, $00, $A0, $08
        ANSWER  0, 5, 9, $00, $10, $80
        ANSWER  1, 0, 0, $00, $FF, $FF
        ANSWER  1, 1, 12, $FF, $FF, $FE
        ANSWER  1, 2, 8, $08, $06, $20
        ANSWER  1, 15, 2, $00, $FE, $FE
        ANSWER  2, 3, 15, $00, $01, $40
        ANSWER  2, 4, 23, $30, $1F, $1E
        ANSWER  3, 15, 13, $00, $0C, $33
        SPECIES 0, $C5, 200, 35, 90, 50, 90, 4, 0, 0, 0
        SPECIES_BODY 0, 2, 2, $FF, $12, $34, $56, $78, $9A, $BC, $DE, $F1, $31, $00, $00
        SPECIES 1, $C6, 220, 59, 99, 20, 99, 6, 0, 0, 0
        SPECIES_BODY 1, 1, 1, $FF, $00, $00, $00, $00, $00, $00, $00, $00, $12, $00, $00
        ENEMY   0, $C5, 0, $FF, 0, 1, 0, 0, 0
        OCCUPY  0, 2, 0
        OCCUPY  0, 1, 1
        OCCUPY  0, 2, 1
        ENEMY   1, $C6, 1, $FF, $40, 0, 5, 0, 0
        ENEMY   2, $C6, 1, $FF, $C0, 6, 0, 0, 0
        END_OF_ENEMIES 3
        END_OF_LIST
