; The scenarios of the third image: whole battles ("The duel" of PROGRAM.md). All figures are ours.

; skill number: bytes 6-8, then 9-24
.macro DUEL_SKILL number, directions, range, disabling, statuses, coefficients, displacement, area, type, countersHigh, countersLow, power, level, parameters, hits, kind, abnormality, change
        .word   drillSkills + number * 16 + 6, 3
        .byte   directions, range, disabling
        .word   battleSkills + number * 16, 15
        .byte   statuses, coefficients, displacement, area, type, countersHigh, countersLow, power, level, parameters, hits, 0, kind, abnormality, change
.endmacro

; enemy number: column, row, facing; its block, its box is taken cell by cell with OCCUPY
.macro DUELLIST number, id, species, column, row, facing
        .word   drillSkills + number * 16 + 9, 4
        .byte   column, row, facing, $FF
        ENEMY   number, id, species, $FF, facing, column, row, 0, 0
.endmacro

; ally number: block, record and place
.macro FIGHTER number, id, column, row, facing, level, hp, power, speed, body, intellect
        .word   drillSkills + number * 16 + 13, 3
        .byte   column, row, facing
        ALLY    number, id, $0E00 + number * $40, column, row, facing, power, speed, body, intellect, level, 0
        .word   $0E00 + number * $40, $0C
        .byte   id, 0, 0, 0
        .word   $F000 + number * $20
        .byte   level, 0
        .word   hp, hp
        .word   $0E00 + number * $40 + recordStats, 12
        .byte   power, power, 0, speed, speed, 0, body, body, 0, intellect, intellect, 0
.endmacro

; side and back corrections, immunity, evade attributes; attack and defence; absorbed fields, gear
.macro ARMOUR number, weapon, side, back, immune, evadeHigh, evadeLow, attack, defence, absorb
        .word   $0E00 + number * $40 + recordWeaponStatus, 1
        .byte   weapon
        .word   $0E00 + number * $40 + recordSide, 2
        .byte   side, back
        .word   $0E00 + number * $40 + recordImmunity, 3
        .byte   immune, evadeHigh, evadeLow
        .word   $0E00 + number * $40 + recordAttackTotal, 4
        .byte   attack, defence, 0, absorb
.endmacro

; gear: what is added to power, speed, body, intellect
.macro GEAR_STATS number, power, speed, body, intellect
        .word   $0E00 + number * $40 + recordGear, 1
        .byte   power
        .word   $0E00 + number * $40 + recordGear + 3, 1
        .byte   speed
        .word   $0E00 + number * $40 + recordGear + 6, 1
        .byte   body
        .word   $0E00 + number * $40 + recordGear + 9, 1
        .byte   intellect
.endmacro

; slot of an ally's list: skill, disabling statuses, attributes that it counters
.macro LISTED number, slot, skillNumber, disabling, high, low
        .word   $E900 + number * $40 + slot, 1
        .byte   skillNumber
        .word   $E910 + number * $40 + slot, 1
        .byte   disabling
        .word   $E920 + number * $40 + slot, 1
        .byte   high
        .word   $E930 + number * $40 + slot, 1
        .byte   low
.endmacro

; what a species has beside SPECIES
.macro BODY slot, width, height, pattern, absorbMoves, immune, s0, s1, s2, s3, c0, c1, c2, c3, c4, c5, c6, c7, sides, evadeHigh, evadeLow
        .word   $1A00 + slot * $40 + speciesWidth, 2
        .byte   width, height
        .word   $1A00 + slot * $40 + speciesPattern, 2
        .byte   pattern, absorbMoves
        .word   $1A00 + slot * $40 + speciesImmune, 5
        .byte   immune, s0, s1, s2, s3
        .word   $1A00 + slot * $40 + speciesCounters, 8
        .byte   c0, c1, c2, c3, c4, c5, c6, c7
        .word   $1A00 + slot * $40 + speciesDrop, 3
        .byte   7, 0, 9
        .word   $1A00 + slot * $40 + speciesSides, 3
        .byte   sides, evadeHigh, evadeLow
.endmacro

; slot of a species that answers
.macro ANSWERS slot, number, high, low, disabling
        .word   $1A00 + slot * $40 + speciesCounterHigh + number, 1
        .byte   high
        .word   $1A00 + slot * $40 + speciesSkillFlags + number, 1
        .byte   low
        .word   $1A00 + slot * $40 + speciesSkillDisabling + number, 1
        .byte   disabling
.endmacro

.macro OCCUPY slot, column, row
        .word   grid + row * 8 + column, 1
        .byte   $11 + slot
.endmacro

; drop rate, level of the enemy party
.macro SPOILS rate, level
        .word   formationRate, 1
        .byte   rate
        .word   enemyPartyLevel, 1
        .byte   level
.endmacro

;                      dirs  rng  dis  stat  coef disp area type ctrH  ctrL  pow lvl  par  hits kind  abn change
duelSkills:
        ; a blow ahead and to the sides
        DUEL_SKILL 0,  $FF, $0B, $00, $00, $58, $00, $00, $00, $80, $41, 0, $04, $00, $01, $00, $00, $00
        ; random hits all round, every displacement
        DUEL_SKILL 1,  $55, $5F, $04, $00, $82, $07, $01, $02, $20, $00, 0, $08, $00, $3F, $00, $8B, $00
        ; hits by level, charged
        DUEL_SKILL 2,  $FF, $2F, $00, $00, $41, $01, $02, $03, $00, $00, 0, $16, $00, $1A, $00, $00, $00
        ; drain
        DUEL_SKILL 3,  $AA, $1F, $01, $00, $60, $00, $00, $04, $10, $81, 0, $0C, $00, $01, $30, $00, $00
        ; sleep and paralysis on everybody in the row
        DUEL_SKILL 4,  $FF, $3F, $04, $30, $28, $00, $01, $06, $00, $00, 0, $0A, $CF, $83, $04, $00, $00
        ; poison, and a field of poison
        DUEL_SKILL 5,  $55, $7F, $00, $08, $30, $04, $01, $07, $00, $20, 0, $09, $4F, $81, $00, $50, $00
        ; fire in a column
        DUEL_SKILL 6,  $AA, $0F, $00, $00, $44, $00, $00, $08, $00, $80, 0, $19, $00, $81, $01, $60, $00
        ; straight: the first on the way
        DUEL_SKILL 7,  $AA, $4E, $02, $00, $72, $41, $00, $09, $00, $00, 0, $0B, $00, $02, $00, $83, $00
        ; piercing to the edge, halves
        DUEL_SKILL 8,  $AA, $1F, $00, $00, $36, $C2, $00, $0A, $00, $00, 0, $07, $00, $81, $00, $00, $3F
        ; lightning, hurts when it misses
        DUEL_SKILL 9,  $FF, $0F, $00, $02, $A0, $83, $00, $0B, $00, $10, 0, $05, $CF, $01, $70, $70, $00
        ; round the user, counter only
        DUEL_SKILL 10, $00, $00, $00, $00, $50, $03, $01, $60, $FF, $00, 0, $08, $00, $81, $00, $00, $00
        ; recovery of a place, cures
        DUEL_SKILL 11, $FF, $0F, $00, $FF, $78, $00, $01, $8D, $00, $00, 0, $05, $00, $81, $00, $00, $00
        ; everything up for the own side
        DUEL_SKILL 12, $FF, $07, $00, $00, $20, $00, $01, $81, $00, $00, 0, $07, $00, $81, $00, $00, $7E
        ; round the user, changes the user
        DUEL_SKILL 13, $00, $00, $04, $00, $93, $00, $02, $2C, $00, $00, 0, $0E, $00, $81, $00, $00, $DE
        ; destroys itself
        DUEL_SKILL 14, $FF, $03, $00, $00, $F4, $00, $03, $0F, $00, $00, 0, $2F, $00, $81, $80, $40, $00
        ; everything down, with the weapon
        DUEL_SKILL 15, $55, $0F, $00, $00, $54, $00, $01, $05, $00, $01, 0, $0C, $00, $01, $00, $00, $1F
        END_OF_LIST

duelParty:
        USE     duelSkills
        RANKS   0, 1, 2, 3
        FIGHTER 0, 1, 1, 5, 2, 9, 240, 33, 40, 30, 28
        FIGHTER 1, 2, 3, 5, 3, 11, 200, 24, 66, 40, 50
        FIGHTER 2, 3, 5, 5, 2, 6, 280, 44, 25, 20, 12
        FIGHTER 3, 4, 3, 6, 3, 8, 180, 20, 90, 24, 70
        ARMOUR  0, $00, 2, 5, $20, $40, $00, 40, 30, $08
        ARMOUR  1, $10, 0, 1, $08, $00, $80, 60, 20, $01
        ARMOUR  2, $08, 4, 7, $10, $02, $00, 80, 60, $00
        ARMOUR  3, $00, 1, 3, $FF, $00, $01, 20, 8, $06
        GEAR_STATS 0, 3, 0, <-4, 0
        GEAR_STATS 2, <-20, 5, 0, 2
        LISTED  1, 0, 3, $01, $28, $A0
        LISTED  1, 1, 10, $04, $FF, $FE
        LISTED  1, 3, 7, $02, $0F, $30
        LISTED  2, 2, 0, $04, $F0, $FE
        LISTED  2, 15, 15, $00, $0F, $10
        END_OF_LIST

; 0: four against three kinds, one of them large, one that leads.
scenario0:
        USE     duelParty
        RANDOM  $21, $43, $65, $87, $1234, $4321, 0
        SPOILS  $C5, 12
        SPECIES 0, $31, 140, 30, 40, 30, 60, 8, 0, 0, 0
        BODY    0, 1, 1, 0, $14, $00, 0, 1, 4, 6, $00, $12, $30, $00, $4A, $00, $60, $00, $21, $40, $00
        SPECIES 1, $32, $8F, 44, 20, 40, 80, 10, $08, 0, 0
        BODY    1, 2, 2, 3, $8A, $20, 2, 8, 3, 7, $50, $00, $00, $9B, $00, $C0, $00, $01, $43, $00, $80
        ANSWERS 1, 0, $0F, $AA, $00
        ANSWERS 1, 2, $30, $00, $01
        SPECIES 2, $33, 90, 20, 70, 20, 20, 6, $02, 0, 0
        BODY    2, 1, 2, 7, $25, $08, 11, 5, 9, 0, $00, $00, $00, $00, $00, $00, $00, $00, $11, $00, $00
        ANSWERS 2, 3, $FF, $FE, $10
        DUELLIST 0, $31, 0, 1, 1, $80
        DUELLIST 1, $32, 1, 3, 1, 0
        OCCUPY  1, 4, 1
        OCCUPY  1, 3, 2
        OCCUPY  1, 4, 2
        DUELLIST 2, $33, 2, 6, 0, $40
        OCCUPY  2, 6, 1
        DUELLIST 3, $31, 0, 0, 3, $C0
        END_OF_ENEMIES 4
        END_OF_LIST

; 1: a crowd of small ones that poison, burn and destroy themselves; an object; two allies.
scenario1:
        USE     duelParty
        NO_ALLY 2
        NO_ALLY 3
        .word   grid + 5 * 8 + 5, 1
        .byte   0
        .word   grid + 6 * 8 + 3, 1
        .byte   0
        RANKS   1, 0, 2, 3
        RANDOM  $52, $61, $78, $94, $2222, $9876, 0
        SPOILS  $80, 20
        SPECIES 0, $41, 60, 25, 90, 20, 30, 4, 0, 0, 0
        BODY    0, 1, 1, 5, $46, $00, 5, 14, 6, 9, $00, $00, $00, $00, $00, $00, $00, $00, $32, $00, $00
        SPECIES 1, $42, 120, 10, 10, 60, 10, 9, $04, 0, 0
        BODY    1, 1, 2, 0, $00, $FF, 0, 0, 0, 0, $00, $00, $00, $00, $00, $00, $00, $00, $00, $00, $01
        SPECIES 2, $43, 100, 40, 50, 30, 80, 7, 0, $08, $F4
        BODY    2, 1, 1, 2, $F3, $00, 11, 12, 1, 15, $11, $11, $11, $11, $11, $11, $11, $11, $21, $FF, $FE
        ANSWERS 2, 2, $FF, $FE, $00
        DUELLIST 0, $41, 0, 0, 0, 0
        DUELLIST 1, $41, 0, 2, 0, $40
        DUELLIST 2, $42, 1, 4, 2, 0
        OCCUPY  2, 4, 3
        DUELLIST 3, $43, 2, 6, 0, $40
        DUELLIST 4, $41, 0, 6, 3, $C0
        DUELLIST 5, $43, 2, 0, 2, $80
        END_OF_ENEMIES 6
        END_OF_LIST

; 2: strong enemies, so that allies fall; every abnormality.
scenario2:
        USE     duelParty
        RANDOM  $11, $33, $55, $77, $4141, $1111, 0
        SPOILS  $40, 40
        SPECIES 0, $51, $90, 60, 90, 60, 99, 20, $08, 0, $0B
        BODY    0, 3, 2, 9, $78, $30, 1, 2, 8, 13, $FE, $DC, $BA, $98, $76, $54, $32, $10, $55, $00, $00
        ANSWERS 0, 0, $AA, $AA, $00
        SPECIES 1, $52, 127, 50, 120, 50, 90, 18, $02, 0, 0
        BODY    1, 1, 1, 12, $15, $00, 4, 12, 11, 7, $12, $34, $56, $78, $9A, $BC, $DE, $F0, $12, $10, $10
        DUELLIST 0, $51, 0, 2, 0, 0
        OCCUPY  0, 3, 0
        OCCUPY  0, 4, 0
        OCCUPY  0, 2, 1
        OCCUPY  0, 3, 1
        OCCUPY  0, 4, 1
        DUELLIST 1, $52, 1, 0, 2, $80
        DUELLIST 2, $52, 1, 6, 2, $C0
        END_OF_ENEMIES 3
        END_OF_LIST

scenarioList:
        .word   .loword(scenario0), .loword(scenario1), .loword(scenario2)
SCENARIO_COUNT  = 3
