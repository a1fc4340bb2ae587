; The scenarios as data (table with purposes: scenarios.md). All figures are ours, except where a
; line says otherwise; scenario 0 is the worked example of the guide that the project reproduces.
;
; A list is a row of chunks: address, length, bytes. Address 0 ends it; address 1 goes through
; another list.

; ---- operations of the drill skills ----
NONE            = 0
DAMAGE          = 1             ; a, b = value (low, high), c = factor
ONSET           = 2             ; a = 80h + abnormality, b = 1: level change negated
ENEMY_STAT      = 3             ; a = 0..3 power, speed, body, intellect, 4 level; b = value
ALLY_STAT       = 4
ENEMY_STATUS    = 5             ; a = status bit number, b = timer
ALLY_STATUS     = 6
WAKE            = 7
LEAVE           = 8
POISON          = 9
RETURN          = 10            ; a = enemy number

; status bit numbers
NECK            = 0
LEG             = 1
ARM             = 2
POISONED        = 3
PARALYSIS       = 4
SLEEP           = 5
DRUNK           = 6
PETRIFY         = 7

; ---- chunks ----
.macro END_OF_LIST
        .word   0
.endmacro

.macro USE list
        .word   1, .loword(list)
.endmacro

; battle generator state, map generator, battle timer, demonstration flag
.macro RANDOM b0, b1, b2, b3, map, timer, demo
        .word   battleGeneratorState, 4
        .byte   b0, b1, b2, b3
        .word   mapGenerator, 2, map
        .word   battleTimer, 2, timer
        .word   demoFlag, 1
        .byte   demo
.endmacro

.macro RANKS r0, r1, r2, r3
        .word   formationRanks, 4
        .byte   r0, r1, r2, r3
.endmacro

.macro PARTY record, level, hp, maximum
        .word   record + 6, 6
        .byte   level, 0
        .word   hp, maximum
.endmacro

; state FFh, current stats equal to the normal ones
.macro ALLY slot, id, record, column, row, facing, power, speed, body, intellect, level, statuses
        .word   ALLY_FIRST + slot * ALLY_SIZE, ALLY_SIZE
        .byte   id, $FF
        .word   record
        .res    $14, 0
        .byte   column, row, column, row, 0, facing
        .res    $12, 0
        .byte   power, speed, body, intellect
        .byte   power, speed, body, intellect
        .byte   level, statuses
        .res    6, 0
        .word   grid + row * 8 + column, 1
        .byte   slot + 1
.endmacro

.macro NO_ALLY slot
        .word   ALLY_FIRST + slot * ALLY_SIZE, 1
        .byte   $FF
.endmacro

; an ally that is already charging record number at the start
.macro CHARGING slot, charge, number
        .word   ALLY_FIRST + slot * ALLY_SIZE + allySkillState, 3
        .byte   $40, charge, charge
        .word   ALLY_FIRST + slot * ALLY_SIZE + allySkill, 1
        .byte   number
.endmacro

; current stats other than the normal ones
.macro ALLY_NOW slot, power, speed, body, intellect, level
        .word   ALLY_FIRST + slot * ALLY_SIZE + allyStats, 5
        .byte   power, speed, body, intellect, level
.endmacro

.macro SPECIES slot, id, hp, power, speed, body, intellect, level, type, statuses, chances
        .word   $1A00 + slot * $40, $40
        .byte   id, $FF
        .res    $22, 0
        .byte   hp, power, speed, body, intellect, level
        .res    5, 0
        .byte   type
        .res    $0B, 0
        .byte   statuses, chances
        .res    3, 0
.endmacro

.macro MAXIMUM_HP slot, hp
        .word   $1A00 + slot * $40 + speciesMaxHp, 2, hp
.endmacro

.macro ENEMY slot, id, species, state, facing, column, row, skillState, charge
        .word   ENEMY_FIRST + slot * ENEMY_SIZE, ENEMY_SIZE
        .byte   id, state
        .word   $1A00 + species * $40
        .byte   facing, skillState, charge
        .res    3, 0
        .byte   column, row
        .res    4, 0
.if (state & $40)
        .word   grid + row * 8 + column, 1
        .byte   $11 + slot
.endif
.endmacro

.macro END_OF_ENEMIES count
        .word   ENEMY_FIRST + count * ENEMY_SIZE + enemyState, 1
        .byte   $80
.endmacro

.macro SKILL number, charge, noTime, o1, a1, b1, c1, o2, a2, b2, c2, o3, a3, b3, c3
        .word   drillSkills + number * 16, 16
        .byte   charge, noTime, 0, 0
        .byte   o1, a1, b1, c1
        .byte   o2, a2, b2, c2
        .byte   o3, a3, b3, c3
.endmacro

.ifndef DUEL
; ---- skill sets ----

; Plain attacks; 3 and 4 take no time.
skillsPlain:
        SKILL   0,  0, 0,  DAMAGE, 30, 0, 1,   NONE, 0, 0, 0,  NONE, 0, 0, 0
        SKILL   1, 16, 0,  DAMAGE, 60, 0, 1,   NONE, 0, 0, 0,  NONE, 0, 0, 0
        SKILL   2, 32, 0,  DAMAGE, 99, 0, 2,   NONE, 0, 0, 0,  NONE, 0, 0, 0
        SKILL   3,  0, 1,  DAMAGE, 10, 0, 3,   NONE, 0, 0, 0,  NONE, 0, 0, 0
        SKILL   4, 16, 255, WAKE, 0, 0, 0,     NONE, 0, 0, 0,  NONE, 0, 0, 0
        SKILL   5,  0, 0,  ENEMY_STAT, 1, 20, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   6,  0, 0,  ALLY_STAT, 1, 99, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   7,  0, 0,  ONSET, $8B, 0, 0,   NONE, 0, 0, 0,  NONE, 0, 0, 0
        SKILL   8, 48, 0,  ONSET, $8A, 1, 0,   DAMAGE, 200, 0, 1, NONE, 0, 0, 0
        SKILL   9, 64, 0,  POISON, 0, 0, 0,    NONE, 0, 0, 0,  NONE, 0, 0, 0
        SKILL   10, 0, 0,  ENEMY_STATUS, POISONED, 64, 0, POISON, 0, 0, 0, NONE, 0, 0, 0
        SKILL   11, 0, 0,  ALLY_STATUS, ARM, 32, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   12, 1, 0,  DAMAGE, $E7, 3, 1,  NONE, 0, 0, 0,  NONE, 0, 0, 0
        SKILL   13, 255, 0, DAMAGE, 1, 0, 1,   NONE, 0, 0, 0,  NONE, 0, 0, 0
        ; operations that do not exist
        SKILL   14, 0, 0,  11, 1, 2, 3,        255, 1, 2, 3,   NONE, 9, 9, 9
        SKILL   15, 5, 0,  WAKE, 0, 0, 0,      ENEMY_STAT, 4, 9, 0, NONE, 0, 0, 0
        END_OF_LIST

; Charge times 16, 32, 48, 64 and others.
skillsCharge:
        USE     skillsPlain
        SKILL   0,  0, 0,  DAMAGE, 45, 0, 1,   NONE, 0, 0, 0,  NONE, 0, 0, 0
        SKILL   1, 16, 0,  DAMAGE, 70, 0, 1,   NONE, 0, 0, 0,  NONE, 0, 0, 0
        SKILL   2, 32, 0,  DAMAGE, 90, 0, 2,   ONSET, $81, 1, 0, NONE, 0, 0, 0
        SKILL   3, 48, 0,  DAMAGE, 120, 0, 3,  ENEMY_STAT, 1, 10, 0, NONE, 0, 0, 0
        SKILL   4, 64, 0,  DAMAGE, 255, 0, 4,  ENEMY_STAT, 3, 200, 0, ALLY_STAT, 1, 120, 0
        SKILL   5, 16, 1,  DAMAGE, 16, 0, 1,   ALLY_STAT, 0, 77, 0, NONE, 0, 0, 0
        SKILL   6, 1, 0,   ONSET, $89, 0, 0,   DAMAGE, 33, 0, 1, NONE, 0, 0, 0
        SKILL   7, 15, 0,  ENEMY_STATUS, SLEEP, 40, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   8, 17, 0,  ALLY_STATUS, PARALYSIS, 20, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   9, 255, 0, DAMAGE, 255, 0, 127, NONE, 0, 0, 0, NONE, 0, 0, 0
        END_OF_LIST

; Record n begins abnormality n, level change as it stands.
skillsOnset:
.repeat 16, number
        SKILL   number, 0, 0, ONSET, $80 + number, 0, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
.endrepeat
        END_OF_LIST

; The same with the change negated, then damage, and without time in the odd records.
skillsOnsetNegated:
.repeat 16, number
        SKILL   number, (number & 3) * 16, number & 1, ONSET, $80 + number, 1, 0, DAMAGE, 20 + number, 0, 1, 0, 0, 0, 0
.endrepeat
        END_OF_LIST

; Each stat and the level, up and down, on both sides.
skillsStats:
        SKILL   0,  0, 0,  ENEMY_STAT, 0, 255, 0, ENEMY_STAT, 1, 255, 0, ENEMY_STAT, 2, 255, 0
        SKILL   1,  0, 0,  ENEMY_STAT, 0, 0, 0,  ENEMY_STAT, 1, 0, 0,  ENEMY_STAT, 2, 0, 0
        SKILL   2,  0, 0,  ENEMY_STAT, 3, 255, 0, ENEMY_STAT, 4, 255, 0, NONE, 0, 0, 0
        SKILL   3,  0, 0,  ENEMY_STAT, 3, 0, 0,  ENEMY_STAT, 4, 0, 0,  NONE, 0, 0, 0
        SKILL   4,  0, 0,  ALLY_STAT, 0, 255, 0, ALLY_STAT, 1, 255, 0, ALLY_STAT, 2, 255, 0
        SKILL   5,  0, 0,  ALLY_STAT, 0, 0, 0,   ALLY_STAT, 1, 0, 0,   ALLY_STAT, 2, 0, 0
        SKILL   6,  0, 0,  ALLY_STAT, 3, 255, 0, ALLY_STAT, 4, 255, 0, NONE, 0, 0, 0
        SKILL   7,  0, 0,  ALLY_STAT, 3, 0, 0,   ALLY_STAT, 4, 0, 0,   NONE, 0, 0, 0
        SKILL   8, 16, 1,  ENEMY_STAT, 1, 226, 0, ALLY_STAT, 1, 226, 0, NONE, 0, 0, 0
        SKILL   9, 16, 0,  ENEMY_STAT, 1, 227, 0, ALLY_STAT, 1, 227, 0, NONE, 0, 0, 0
        ; no such stat
        SKILL   10, 0, 1,  ENEMY_STAT, 5, 99, 0, ALLY_STAT, 5, 99, 0,  ENEMY_STAT, 255, 99, 0
        SKILL   11, 0, 0,  ENEMY_STAT, 1, 61, 0, ALLY_STAT, 1, 32, 0,  NONE, 0, 0, 0
        SKILL   12, 0, 0,  ENEMY_STAT, 4, 128, 0, ALLY_STAT, 4, 1, 0,  ONSET, $83, 0, 0
        SKILL   13, 0, 0,  ENEMY_STAT, 0, 44, 0, ENEMY_STAT, 2, 17, 0, ALLY_STAT, 2, 90, 0
        SKILL   14, 32, 0, ENEMY_STAT, 3, 71, 0, ALLY_STAT, 3, 12, 0,  ENEMY_STAT, 4, 4, 0
        SKILL   15, 0, 0,  ALLY_STAT, 0, 100, 0, ALLY_STAT, 3, 100, 0, ALLY_STAT, 4, 50, 0
        END_OF_LIST

; Statuses with timers on both sides, waking, poison.
skillsStatus:
        ; timer 0: for good
        SKILL   0,  0, 0,  ENEMY_STATUS, PETRIFY, 0, 0,   NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   1,  0, 0,  ENEMY_STATUS, SLEEP, 40, 0,    NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   2,  0, 0,  ENEMY_STATUS, PARALYSIS, 17, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   3,  0, 0,  ENEMY_STATUS, LEG, 100, 0,     ENEMY_STATUS, NECK, 1, 0, ENEMY_STATUS, ARM, 255, 0
        SKILL   4,  0, 0,  ALLY_STATUS, PETRIFY, 48, 0,   NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   5,  0, 0,  ALLY_STATUS, SLEEP, 60, 0,     NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   6,  0, 0,  ALLY_STATUS, PARALYSIS, 20, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   7,  0, 0,  ALLY_STATUS, DRUNK, 16, 0,     ALLY_STATUS, NECK, 15, 0, ALLY_STATUS, LEG, 255, 0
        SKILL   8,  0, 0,  WAKE, 0, 0, 0,                 NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   9,  0, 0,  ENEMY_STATUS, POISONED, 200, 0, ALLY_STATUS, POISONED, 200, 0, POISON, 0, 0, 0
        SKILL   10, 0, 1,  POISON, 0, 0, 0,               NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   11, 16, 0, ENEMY_STATUS, 8 + SLEEP, 80, 0, WAKE, 0, 0, 0, ENEMY_STATUS, SLEEP, 33, 0
        SKILL   12, 0, 0,  ENEMY_STATUS, DRUNK, 16, 0,    ENEMY_STATUS, PETRIFY, 64, 0, NONE, 0, 0, 0
        SKILL   13, 32, 0, DAMAGE, 80, 0, 1,              WAKE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   14, 0, 0,  ALLY_STATUS, $F8 + PETRIFY, 5, 0, ALLY_STATUS, SLEEP, 3, 0, NONE, 0, 0, 0
        SKILL   15, 0, 0,  WAKE, 0, 0, 0,                 DAMAGE, 15, 0, 1, NONE, 0, 0, 0
        END_OF_LIST

; Damage values around every limit of the order points, signed factors included.
skillsDamage:
        SKILL   0,  0, 0,  DAMAGE, 0, 0, 1,      NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   1,  0, 0,  DAMAGE, 1, 0, 1,      NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   2,  0, 0,  DAMAGE, 15, 0, 1,     NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   3,  0, 0,  DAMAGE, 16, 0, 1,     NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   4,  0, 0,  DAMAGE, 254, 0, 1,    NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   5,  0, 0,  DAMAGE, 255, 0, 1,    NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   6,  0, 0,  DAMAGE, 0, 1, 1,      NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   7,  0, 0,  DAMAGE, $E7, 3, 1,    NONE, 0, 0, 0, NONE, 0, 0, 0           ; 999
        SKILL   8,  0, 0,  DAMAGE, 200, 0, 255,  NONE, 0, 0, 0, NONE, 0, 0, 0           ; 200 * -1
        ; -32768 * -128
        SKILL   9,  0, 0,  DAMAGE, 0, $80, 128,  NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   10, 0, 0,  DAMAGE, 255, 127, 127, DAMAGE, 1, 0, 1, NONE, 0, 0, 0
        SKILL   11, 0, 0,  DAMAGE, 63, 0, 2,     DAMAGE, 64, 0, 2, DAMAGE, 65, 0, 2
        SKILL   12, 0, 0,  ONSET, $88, 0, 0,     DAMAGE, 99, 0, 1, DAMAGE, 99, 0, 1
        SKILL   13, 0, 0,  ONSET, $8C, 0, 0,     DAMAGE, 48, 0, 3, NONE, 0, 0, 0
        SKILL   14, 16, 0, DAMAGE, 240, 0, 16,   DAMAGE, 241, 0, 16, NONE, 0, 0, 0
        SKILL   15, 0, 0,  RETURN, 3, 0, 0,      RETURN, 4, 0, 0, DAMAGE, 3, 0, 85
        END_OF_LIST

; Leaving and returning, with damage, poison, waking between.
skillsCrowd:
        SKILL   0,  0, 0,  DAMAGE, 40, 0, 1,     NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   1,  0, 0,  LEAVE, 0, 0, 0,       NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   2,  0, 0,  RETURN, 0, 0, 0,      RETURN, 1, 0, 0, RETURN, 2, 0, 0
        SKILL   3,  0, 0,  RETURN, 3, 0, 0,      RETURN, 7, 0, 0, RETURN, 14, 0, 0
        SKILL   4, 16, 0,  ENEMY_STATUS, POISONED, 90, 0, POISON, 0, 0, 0, DAMAGE, 9, 0, 1
        SKILL   5,  0, 0,  ENEMY_STATUS, SLEEP, 50, 0, NONE, 0, 0, 0, NONE, 0, 0, 0
        SKILL   6,  0, 0,  WAKE, 0, 0, 0,        DAMAGE, 77, 0, 2, NONE, 0, 0, 0
        SKILL   7, 32, 0,  ONSET, $8D, 1, 0,     DAMAGE, 120, 0, 1, NONE, 0, 0, 0
        ; nobody, then it leaves
        SKILL   8,  0, 0,  RETURN, 15, 0, 0,     RETURN, 255, 0, 0, LEAVE, 0, 0, 0
        ; damage finds nobody
        SKILL   9,  0, 1,  LEAVE, 0, 0, 0,       DAMAGE, 50, 0, 1, RETURN, 5, 0, 0
        SKILL   10, 0, 0,  ONSET, $8F, 0, 0,     ENEMY_STAT, 1, 30, 0, NONE, 0, 0, 0
        SKILL   11, 0, 0,  ENEMY_STATUS, LEG, 120, 0, ONSET, $8A, 0, 0, NONE, 0, 0, 0
        SKILL   12, 48, 0, ALLY_STATUS, SLEEP, 24, 0, POISON, 0, 0, 0, NONE, 0, 0, 0
        SKILL   13, 0, 0,  ENEMY_STAT, 4, 200, 0, ONSET, $8E, 0, 0, NONE, 0, 0, 0
        SKILL   14, 64, 0, DAMAGE, 250, 0, 3,    LEAVE, 0, 0, 0, RETURN, 9, 0, 0
        SKILL   15, 0, 0,  RETURN, 4, 0, 0,      RETURN, 6, 0, 0, RETURN, 8, 0, 0
        END_OF_LIST

; ---- parties ----

; Takahara of the guide's example: speed 31, level 2, HP 320 of 320, at (5,4).
partyTakahara:
        RANKS   0, 1, 2, 3
        PARTY   $0E40, 2, 320, 320
        ALLY    0, $10, $0E40, 5, 4, 0, 50, 31, 36, 25, 2, 0
        NO_ALLY 1
        NO_ALLY 2
        NO_ALLY 3
        END_OF_LIST

; Four allies of different speed; formation order is not slot order.
partyFour:
        RANKS   2, 0, 3, 1
        PARTY   $0E40, 12, 320, 320
        PARTY   $0E80, 14, 260, 300
        PARTY   $0EC0, 9, 15, 180
        PARTY   $0F00, 16, 16, 999
        ALLY    0, 1, $0E40, 5, 5, 0, 50, 31, 40, 20, 12, 0
        ALLY    1, 2, $0E80, 6, 4, 1, 44, 60, 32, 40, 14, 0
        ALLY    2, 3, $0EC0, 4, 6, 2, 20, 10, 61, 77, 9, 0
        ALLY    3, 4, $0F00, 6, 6, 3, 70, 90, 25, 33, 16, 0
        END_OF_LIST

; Two allies in slots 1 and 3, the others absent in the two possible ways.
partyTwo:
        RANKS   1, 0, 2, 3
        PARTY   $0E80, 10, 200, 240
        PARTY   $0F00, 22, 400, 400
        NO_ALLY 0
        ALLY    1, 5, $0E80, 6, 3, 0, 40, 45, 40, 40, 10, 0
        ALLY    3, 7, $0F00, 5, 6, 2, 60, 71, 50, 30, 22, 0
        END_OF_LIST

; ---- scenarios ----

; 0: worked example of the guide: Takahara alone against Namcat (species 5A: speed 60, intellect 55,
;    level 3, HP 256).
scenario0:
        USE     skillsPlain
        USE     partyTakahara
        RANDOM  $12, $34, $56, $78, $1357, $FFFF, 0
        SPECIES 0, $5A, $90, 43, 60, 33, 55, 3, 0, 0, 0
        ENEMY   0, $5A, 0, $FF, 0, 1, 1, 0, 0
        END_OF_ENEMIES 1
        END_OF_LIST

; 1: overflow of the action points: one ally of speed 31 (half cost 28), an enemy that stands by.
scenario1:
        USE     skillsPlain
        USE     partyTakahara
        RANDOM  $01, $02, $03, $04, $0001, $8000, 0
        SPECIES 0, $5A, $90, 43, 60, 33, 55, 3, 0, 0, 0
        ENEMY   0, $5A, 0, $FF, $40, 2, 2, 0, 0
        END_OF_ENEMIES 1
        END_OF_LIST

; 2: full party, charge times 16, 32, 48, 64 under way from the start.
scenario2:
        USE     skillsCharge
        USE     partyFour
        CHARGING 0, 16, 1
        CHARGING 1, 32, 2
        CHARGING 2, 48, 3
        CHARGING 3, 64, 4
        RANDOM  $A1, $B2, $C3, $D4, $4242, $1234, 0
        SPECIES 0, $20, 100, 30, 40, 30, 20, 5, 0, 0, 0
        SPECIES 1, $21, 120, 35, 70, 20, 90, 9, 0, 0, 0
        ENEMY   0, $20, 0, $FF, 0, 1, 1, 0, 0
        ENEMY   1, $21, 1, $FF, $80, 2, 3, 0, 0
        END_OF_ENEMIES 2
        END_OF_LIST

; 3: one ally charges while the others act; skills of both sides.
scenario3:
        USE     skillsCharge
        USE     partyFour
        CHARGING 1, 200, 9
        RANDOM  $10, $20, $30, $40, $0BAD, $2000, 0
        SPECIES 0, $33, 200, 45, 50, 33, 60, 8, 0, 0, 0
        SPECIES 1, $34, 90, 25, 80, 44, 10, 12, 0, 0, 0
        SPECIES 2, $35, 30, 60, 20, 10, 200, 3, 0, 0, 0
        ENEMY   0, $33, 0, $FF, 0, 0, 0, 0, 0
        ENEMY   1, $34, 1, $C0, $40, 2, 1, 0, 0
        ENEMY   2, $35, 2, $60, $C0, 3, 3, 0, 0
        END_OF_ENEMIES 3
        END_OF_LIST

; 4: all abnormalities, level change as it stands; levels 0, 3, 64, 127.
scenario4:
        USE     skillsOnset
        USE     partyTwo
        RANDOM  $55, $AA, $33, $CC, $7777, $F0F0, 0
        SPECIES 0, $40, 100, 30, 40, 30, 250, 0, 0, 0, 0
        SPECIES 1, $41, 140, 30, 50, 30, 150, 3, 0, 0, 0
        SPECIES 2, $42, 255, 30, 60, 30, 100, 64, 0, 0, 0
        SPECIES 3, $43, 16, 30, 70, 30, 50, 127, 0, 0, 0
        ENEMY   0, $40, 0, $FF, 0, 0, 0, 0, 0
        ENEMY   1, $41, 1, $FF, $40, 2, 0, 0, 0
        ENEMY   2, $42, 2, $FF, $80, 0, 2, 0, 0
        ENEMY   3, $43, 3, $FF, $C0, 2, 2, 0, 0
        END_OF_ENEMIES 4
        END_OF_LIST

; 5: all abnormalities, level change negated; start abnormalities by byte 28; levels up to 255
;    through record 4 of 6.
scenario5:
        USE     skillsOnsetNegated
        USE     partyFour
        RANDOM  $FE, $DC, $BA, $98, $2468, $0100, 0
        SPECIES 0, $50, 60, 10, 226, 30, 255, 127, 0, 0, $0B
        SPECIES 1, $51, 70, 20, 100, 30, 128, 2, 0, 0, $08
        SPECIES 2, $52, 80, 30, 30, 30, 1, 0, 0, 0, $0F
        SPECIES 3, $53, 90, 40, 12, 30, 0, 255, 0, 0, $04
        ENEMY   0, $50, 0, $FF, 0, 0, 0, 0, 0
        ENEMY   1, $51, 1, $FF, $40, 1, 0, 0, 0
        ENEMY   2, $52, 2, $FF, $80, 2, 0, 0, 0
        ENEMY   3, $53, 3, $FF, $C0, 3, 0, 0, 0
        ENEMY   4, $50, 0, $FF, 0, 0, 2, 0, 0
        ENEMY   5, $51, 1, $FF, $40, 1, 2, 0, 0
        END_OF_ENEMIES 6
        END_OF_LIST

; 6: stats and levels away from their base on both sides, and skills that push them.
scenario6:
        USE     skillsStats
        USE     partyFour
        ALLY_NOW 0, 0, 255, 128, 1, 0
        ALLY_NOW 1, 255, 0, 31, 254, 255
        ALLY_NOW 3, 71, 89, 24, 34, 15
        RANDOM  $0F, $1E, $2D, $3C, $9999, $5555, 0
        SPECIES 0, $60, 128, 100, 100, 100, 100, 10, 0, 0, 0
        SPECIES 1, $61, 255, 1, 2, 3, 4, 5, 0, 0, 0
        SPECIES 2, $62, 200, 255, 254, 253, 252, 126, 0, 0, 0
        ENEMY   0, $60, 0, $FF, 0, 1, 1, 0, 0
        ENEMY   1, $61, 1, $FF, 0, 2, 2, 0, 0
        ENEMY   2, $62, 2, $FF, 0, 3, 1, 0, 0
        END_OF_ENEMIES 3
        END_OF_LIST

; 7: ties: six enemies of two species with the same intellect, so equal order points; a hole in the
;    list.
scenario7:
        USE     skillsCharge
        USE     partyTwo
        RANDOM  $77, $66, $55, $44, $3333, $4000, 0
        SPECIES 0, $70, 100, 30, 40, 30, 80, 6, 0, 0, 0
        SPECIES 1, $71, 110, 30, 44, 30, 80, 6, 0, 0, 0
        ENEMY   0, $70, 0, $FF, 0, 0, 0, 0, 0
        ENEMY   1, $71, 1, $FF, 0, 1, 0, 0, 0
        ENEMY   2, $70, 0, $00, 0, 2, 0, 0, 0
        ENEMY   3, $71, 1, $FF, 0, 3, 0, 0, 0
        ENEMY   4, $70, 0, $FF, 0, 0, 2, 0, 0
        ENEMY   5, $71, 1, $C0, 0, 1, 2, 0, 0
        ENEMY   6, $70, 0, $40, 0, 2, 2, 0, 0
        END_OF_ENEMIES 7
        END_OF_LIST

; 8: petrified, asleep, paralysed, on both sides; one ally charging while asleep; enemies by bytes
;    27 and 28.
scenario8:
        USE     skillsStatus
        RANKS   0, 1, 2, 3
        PARTY   $0E40, 12, 100, 320
        PARTY   $0E80, 14, 260, 300
        PARTY   $0EC0, 9, 15, 180
        PARTY   $0F00, 16, 16, 999
        ALLY    0, 1, $0E40, 5, 5, 0, 50, 31, 40, 20, 12, $00
        ALLY    1, 2, $0E80, 6, 4, 1, 44, 60, 32, 40, 14, $20
        ALLY    2, 3, $0EC0, 4, 6, 2, 20, 10, 61, 77, 9, $FF
        ALLY    3, 4, $0F00, 6, 6, 3, 70, 90, 25, 33, 16, $48
        CHARGING 1, 16, 13
        RANDOM  $13, $57, $9B, $DF, $1111, $6666, 0
        SPECIES 0, $80, 100, 30, 40, 30, 240, 6, 0, $20, $F4
        SPECIES 1, $81, 110, 30, 44, 30, 120, 6, 0, $90, $F2
        SPECIES 2, $82, 120, 30, 48, 30, 60, 6, 0, $80, $F0
        SPECIES 3, $83, 130, 30, 52, 30, 30, 6, 0, 0, 0
        ENEMY   0, $80, 0, $FF, 0, 0, 0, 0, 0
        ENEMY   1, $81, 1, $FF, 0, 1, 0, 0, 0
        ENEMY   2, $82, 2, $FF, 0, 2, 0, 0, 0
        ENEMY   3, $83, 3, $FF, 0, 3, 0, 0, 0
        ENEMY   4, $D0, 3, $FF, 0, 0, 2, 0, 0
        END_OF_ENEMIES 5
        END_OF_LIST

; 9: charging enemies: the one with the most order points holds up the rest.
scenario9:
        USE     skillsCharge
        USE     partyFour
        RANDOM  $2B, $4D, $6F, $81, $A5A5, $0FFF, 0
        SPECIES 0, $90, 100, 30, 40, 30, 10, 6, 0, 0, 0
        SPECIES 1, $91, 110, 30, 90, 30, 120, 6, 0, 0, 0
        SPECIES 2, $92, 120, 30, 140, 30, 200, 6, 0, $20, $F3
        ENEMY   0, $90, 0, $FF, 0, 0, 0, $40, 64
        ENEMY   1, $91, 1, $FF, 0, 1, 0, $40, 16
        ENEMY   2, $92, 2, $FF, 0, 2, 0, $40, 8
        ENEMY   3, $91, 1, $FF, 0, 3, 0, 0, 0
        ENEMY   4, $90, 0, $FF, 0, 0, 2, $10, 0
        END_OF_ENEMIES 5
        END_OF_LIST

; 10: OBJECT and BREAKDOWN; only one ordinary enemy, which can be made to leave.
scenario10:
        USE     skillsCrowd
        USE     partyTwo
        RANDOM  $3A, $5C, $7E, $90, $0F0F, $00FF, 0
        SPECIES 0, $A0, 50, 30, 40, 30, 50, 6, TYPE_OBJECT, 0, $01
        SPECIES 1, $A1, 60, 30, 50, 30, 100, 6, TYPE_BREAKDOWN, 0, $09
        SPECIES 2, $A2, 70, 30, 60, 30, 150, 6, 0, 0, $0A
        SPECIES 3, $A3, 80, 30, 70, 30, 5, 6, TYPE_OBJECT | TYPE_BREAKDOWN, 0, $05
        ENEMY   0, $A2, 2, $FF, 0, 0, 0, 0, 0
        ENEMY   1, $A0, 0, $FF, 0, 1, 0, 0, 0
        ENEMY   2, $A1, 1, $FF, 0, 2, 0, 0, 0
        ENEMY   3, $A3, 3, $FF, 0, 3, 0, 0, 0
        ENEMY   4, $A1, 1, $FF, 0, 0, 2, 0, 0
        ENEMY   5, $A2, 2, $00, 0, 1, 2, 0, 0
        END_OF_ENEMIES 6
        END_OF_LIST

; 11: fifteen enemies, leaving and returning.
scenario11:
        USE     skillsCrowd
        USE     partyFour
        RANDOM  $C0, $FF, $EE, $00, $BEEF, $F00D, 0
        SPECIES 0, $B0, 100, 30, 40, 30, 10, 6, 0, 0, 0
        SPECIES 1, $B1, 150, 40, 90, 30, 70, 20, 0, 0, $0B
        SPECIES 2, $B2, 200, 50, 140, 30, 140, 70, 0, $FF, $FF
        SPECIES 3, $B3, 250, 60, 190, 30, 210, 120, TYPE_BREAKDOWN, 0, 0
        ENEMY   0, $B0, 0, $FF, $00, 0, 0, 0, 0
        ENEMY   1, $B1, 1, $FF, $40, 1, 0, 0, 0
        ENEMY   2, $B2, 2, $FF, $80, 2, 0, 0, 0
        ENEMY   3, $B3, 3, $FF, $C0, 3, 0, 0, 0
        ENEMY   4, $B0, 0, $FF, $00, 4, 0, 0, 0
        ENEMY   5, $B1, 1, $FF, $40, 5, 0, 0, 0
        ENEMY   6, $B2, 2, $FF, $80, 0, 1, 0, 0
        ENEMY   7, $B3, 3, $FF, $C0, 1, 1, 0, 0
        ENEMY   8, $B0, 0, $FF, $00, 2, 1, 0, 0
        ENEMY   9, $B1, 1, $FF, $40, 3, 1, 0, 0
        ENEMY   10, $B2, 2, $FF, $80, 4, 1, 0, 0
        ENEMY   11, $B3, 3, $FF, $C0, 5, 1, 0, 0
        ENEMY   12, $D0, 0, $FF, $00, 0, 2, 0, 0
        ENEMY   13, $B1, 1, $FF, $40, 1, 2, 0, 0
        ENEMY   14, $B0, 0, $FF, $80, 2, 2, 0, 0
        END_OF_ENEMIES 15
        END_OF_LIST

; 12: maximum HP around the limits of the damage rule: 0, 15, 63; 4,096 (divides by 0). A species
;     record cannot give 4,096: that species belongs to an enemy that is absent at the start, so
;     nothing works out its HP, and returns.
scenario12:
        USE     skillsDamage
        USE     partyTwo
        RANDOM  $9C, $8B, $7A, $69, $5858, $4747, 0
        SPECIES 0, $C0, 0, 30, 40, 30, 200, 6, 0, 0, $08
        SPECIES 1, $C1, 15, 30, 50, 30, 150, 6, 0, 0, 0
        SPECIES 2, $C2, 63, 30, 60, 30, 100, 6, 0, 0, $0C
        SPECIES 3, $C3, 255, 30, 70, 30, 50, 6, 0, 0, $0F
        MAXIMUM_HP 3, 4096
        ENEMY   0, $C0, 0, $FF, 0, 0, 0, 0, 0
        ENEMY   1, $C1, 1, $FF, 0, 1, 0, 0, 0
        ENEMY   2, $C2, 2, $FF, 0, 2, 0, 0, 0
        ENEMY   3, $C3, 3, $00, 0, 3, 0, 0, 0
        END_OF_ENEMIES 4
        END_OF_LIST

; 13: start statuses and timers by bytes 27 and 28, generator state 0: seeded with the map generator
;     and the timer.
scenario13:
        USE     skillsStatus
        USE     partyFour
        RANDOM  0, 0, 0, 0, $8001, $7FFE, 0
        SPECIES 0, $E0, 100, 30, 40, 30, 220, 6, 0, $FF, $8F
        SPECIES 1, $E1, 110, 30, 44, 30, 110, 6, 0, $0F, $41
        SPECIES 2, $E2, 120, 30, 48, 30, 55, 6, 0, $55, $10
        SPECIES 3, $E3, 130, 30, 52, 30, 27, 6, 0, $AA, $0E
        ENEMY   0, $E0, 0, $FF, 0, 0, 0, 0, 0
        ENEMY   1, $E1, 1, $FF, 0, 1, 0, 0, 0
        ENEMY   2, $E2, 2, $FF, 0, 2, 0, 0, 0
        ENEMY   3, $E3, 3, $FF, 0, 3, 0, 0, 0
        ENEMY   4, $E1, 1, $FF, 0, 0, 2, 0, 0
        END_OF_ENEMIES 5
        END_OF_LIST

; 14: speeds 0, 226, 252, 255 on both sides.
scenario14:
        USE     skillsStats
        RANKS   3, 2, 1, 0
        PARTY   $0E40, 12, 320, 320
        PARTY   $0E80, 14, 260, 300
        PARTY   $0EC0, 9, 15, 180
        PARTY   $0F00, 16, 16, 999
        ALLY    0, 1, $0E40, 5, 5, 0, 50, 0, 40, 20, 12, 0
        ALLY    1, 2, $0E80, 6, 4, 1, 44, 226, 32, 40, 14, 0
        ALLY    2, 3, $0EC0, 4, 6, 2, 20, 252, 61, 77, 9, 0
        ALLY    3, 4, $0F00, 6, 6, 3, 70, 255, 25, 33, 16, 0
        RANDOM  $21, $43, $65, $87, $CAFE, $BABE, 0
        SPECIES 0, $F0, 100, 30, 0, 30, 0, 6, 0, 0, 0
        SPECIES 1, $F1, 110, 30, 226, 30, 1, 6, 0, 0, 0
        SPECIES 2, $F2, 120, 30, 252, 30, 128, 6, 0, 0, 0
        SPECIES 3, $F3, 130, 30, 255, 30, 255, 6, 0, 0, 0
        ENEMY   0, $F0, 0, $FF, 0, 0, 0, 0, 0
        ENEMY   1, $F1, 1, $FF, 0, 1, 0, 0, 0
        ENEMY   2, $F2, 2, $FF, 0, 2, 0, 0, 0
        ENEMY   3, $F3, 3, $FF, 0, 3, 0, 0, 0
        END_OF_ENEMIES 4
        END_OF_LIST

; 15: generator state 0 in the demonstration: seeded without mixing.
scenario15:
        USE     skillsOnset
        USE     partyFour
        RANDOM  0, 0, 0, 0, $8001, $7FFE, 1
        SPECIES 0, $E0, 100, 30, 40, 30, 220, 6, 0, $FF, $8F
        SPECIES 1, $E1, 110, 30, 44, 30, 110, 30, 0, $0F, $41
        ENEMY   0, $E0, 0, $FF, 0, 0, 0, 0, 0
        ENEMY   1, $E1, 1, $FF, 0, 1, 0, 0, 0
        ENEMY   2, $E0, 0, $FF, 0, 2, 0, 0, 0
        END_OF_ENEMIES 3
        END_OF_LIST

; 16: the demonstration flag with another value mixes all the same.
scenario16:
        USE     skillsOnsetNegated
        USE     partyTwo
        RANDOM  0, 0, 0, 0, $3412, $0123, $81
        SPECIES 0, $E4, 100, 30, 40, 30, 220, 6, 0, $3C, $1F
        SPECIES 1, $E5, 140, 30, 90, 30, 110, 30, 0, $C3, $F1
        ENEMY   0, $E4, 0, $FF, 0, 0, 0, 0, 0
        ENEMY   1, $E5, 1, $FF, 0, 1, 0, 0, 0
        ENEMY   2, $E4, 0, $FF, 0, 2, 0, 0, 0
        END_OF_ENEMIES 3
        END_OF_LIST

; 17: an empty list of enemies; returns beyond the end mark change a state and nothing else.
scenario17:
        USE     skillsCrowd
        USE     partyFour
        RANDOM  $18, $27, $36, $45, $5463, $7281, 0
        SPECIES 0, $F4, 100, 30, 40, 30, 220, 6, 0, 0, 0
        END_OF_ENEMIES 0
        END_OF_LIST

; 18: the same for 16 and 2,032, and for 4,112 (divides by 1) and 65,535 (by 255) of enemies that
;     return.
scenario18:
        USE     skillsDamage
        USE     partyFour
        RANDOM  $6D, $5B, $49, $37, $2525, $1313, 0
        SPECIES 0, $C4, 16, 30, 90, 30, 90, 6, 0, 0, $0F
        SPECIES 1, $C5, 255, 30, 80, 30, 10, 6, 0, 0, $0C
        SPECIES 2, $C6, 10, 30, 70, 30, 120, 6, 0, 0, 0
        SPECIES 3, $C7, 10, 30, 60, 30, 180, 6, 0, 0, 0
        MAXIMUM_HP 2, 4112
        MAXIMUM_HP 3, 65535
        ENEMY   0, $C4, 0, $FF, 0, 0, 0, 0, 0
        ENEMY   1, $C5, 1, $FF, 0, 1, 0, 0, 0
        ENEMY   2, $C4, 0, $FF, 0, 2, 0, 0, 0
        ENEMY   3, $C6, 2, $00, 0, 3, 0, 0, 0
        ENEMY   4, $C7, 3, $00, 0, 0, 2, 0, 0
        END_OF_ENEMIES 5
        END_OF_LIST

scenarioList:
        .word   .loword(scenario0), .loword(scenario1), .loword(scenario2), .loword(scenario3)
        .word   .loword(scenario4), .loword(scenario5), .loword(scenario6), .loword(scenario7)
        .word   .loword(scenario8), .loword(scenario9), .loword(scenario10), .loword(scenario11)
        .word   .loword(scenario12), .loword(scenario13), .loword(scenario14), .loword(scenario15)
        .word   .loword(scenario16), .loword(scenario17), .loword(scenario18)
.ifdef BATTLE
        .word   .loword(scenario19), .loword(scenario20), .loword(scenario21), .loword(scenario22)
        .word   .loword(scenario23), .loword(scenario24), .loword(scenario25), .loword(scenario26)
        .word   .loword(scenario27)
SCENARIO_COUNT  = 28
.else
SCENARIO_COUNT  = 19
.endif
.endif
