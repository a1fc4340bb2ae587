; Action points (03AE, 16 bit): what a step, a turn, a pass and a skill cost or bring.
; C1:2800, 2808, 281B, 2821, 2826, 2828, 2834, 283A, 2841, 93C5, 941E (executed vectors of the same
; names).

; C1:2800: A low = step cost of the acting enemy, 8..64; X = its block.
enemyMoveCost:
        ldx     actingEnemy
        lda     a:enemySpeed,x
        bra     costOfSpeed

; C1:2808: A low = step cost of the ally X.
allyMoveCost:
        lda     a:allySpeed,x
costOfSpeed:
.ifndef MCAP
        cmp     #226
        bcc     speedCapped
        lda     #226
speedCapped:
.endif
        lsr
        lsr
        sta     cost
        lda     #64
        sec
        sbc     cost
        rts

; C1:281B: + half the step cost of ally X (halved after the subtraction).
allyTurnPoints:
        jsr     allyMoveCost
        lsr
        bra     addPoints

; C1:2821: + the step cost of ally X.
allyMovePoints:
        jsr     allyMoveCost
        bra     addPoints

; C1:2826: + 255.
addPoints255:
        lda     #255

; C1:2828: + the low byte of A. Sixteen bits, no limit: it wraps.
addPoints:
        A16
        and     #$00FF
        clc
        adc     actionPoints
        sta     actionPoints
        A8
        rts

; C1:2834: - half the step cost of the acting enemy.
enemyTurnPoints:
        jsr     enemyMoveCost
        lsr
        bra     subtractPoints

; C1:283A: - the step cost of the acting enemy.
enemyMovePoints:
        jsr     enemyMoveCost

; C1:2841: - the low byte of A. Only a borrow gives 16; exactly 0 stays 0.
subtractPoints:
        A16
        and     #$00FF
        sta     word
        lda     actionPoints
        sec
        sbc     word
.ifdef MFLOOR
        beq     pointsFloor
.endif
        bcs     pointsStored
pointsFloor:
        lda     #16
pointsStored:
        sta     actionPoints
        A8
        rts

; C1:93C5: the skill or item of ally X begins: 255 twice.
allySkillFires:
        jsr     addPoints255
        jsr     addPoints255
.ifdef M511
        jsr     addPointsOne
.endif
        lda     #$10
        sta     turnFlagBefore
        lda     #$80
        sta     turnFlag
        lda     #$F0
        sta     a:allySkillState,x
        lda     phaseFlags
        ora     #$10
        sta     phaseFlags
        rts
.ifdef M511
addPointsOne:
        lda     #1
        bra     addPoints
.endif

; C1:941E: the skill of the acting enemy begins (nothing with Z set). Exits: 1 = C1:943B done, 2 =
; C1:943F nothing.
enemySkillFires:
        beq     enemySkillNothing
        stz     turnFlag
        stz     turnFlagBefore
        lda     actionPoints
.ifdef MMASK
        and     #$2F
.else
        and     #$6F
.endif
        ora     #$10
        sta     actionPoints
        stz     actionPoints + 1
        ldx     actingEnemy
        lda     #$20
        sta     a:enemySkillState,x
        lda     enemyPhaseFlags
        ora     #$10
        sta     enemyPhaseFlags
        EXIT    1
enemySkillNothing:
        EXIT    2
