; Whose turn it is, which enemy acts, and an enemy that turns to face.
; C1:8E51, 8E64, 92C3, 933C, E1A9, E429, E44A, E476, E3FD.

; C1:E1A9: X += 10h; A low = 7Fh present, 80h end, 0 absent, with N and Z set accordingly.
nextEnemy:
        A16
        txa
        clc
        adc     #ENEMY_SIZE
        tax
        A8
        cpx     #ENEMY_END
        beq     nextEnemyEnd
        lda     a:enemyState,x
        bit     #$40                    ; tested first: C0h is present
        bne     nextEnemyHere
        cmp     #$80
        beq     nextEnemyEnd
        lda     #0
        rts
nextEnemyHere:
        lda     #$7F
        rts
nextEnemyEnd:
        lda     #$80
        rts

; C1:933C: 0316 = FFh when a present enemy is neither OBJECT nor BREAKDOWN; X = the first such one.
findOrdinary:
        stz     ordinaryPresent
        ldx     #ENEMY_BEFORE_FIRST
findOrdinaryNext:
        jsr     nextEnemy
        bmi     findOrdinaryEnd
        beq     findOrdinaryNext
        ldy     a:enemySpecies,x
        lda     a:speciesType,y
        and     #TYPE_OBJECT | TYPE_BREAKDOWN
        bne     findOrdinaryNext
        lda     #$FF
        sta     ordinaryPresent
findOrdinaryEnd:
        rts

; The next candidate after X. A and flags as C1:E1A9: N = end of the list.
nextCandidate:
        jsr     nextEnemy
        bmi     nextCandidateDone
        beq     nextCandidate
        ldy     a:enemySpecies,x
        lda     a:speciesType,y
        bit     #TYPE_OBJECT
        bne     nextCandidate           ; never acts, and keeps its abnormality
        bit     #TYPE_BREAKDOWN
        beq     nextCandidateHere
        stz     a:enemyAbnormality,x
        lda     ordinaryPresent
        beq     nextCandidate
nextCandidateHere:
        lda     #$7F
nextCandidateDone:
        rts

; C1:92C3: the candidate with the most order points, equal points going to the later slot. X and
; 03AC = its block. Exit 1 = C1:9336: no candidate, X = end of the list.
chooseEnemy:
        jsr     findOrdinary
        ldx     #ENEMY_BEFORE_FIRST
        jsr     nextCandidate
        bmi     chooseNobody
        stx     bestEnemy
        ldy     a:enemyOrder,x
        sty     amount
chooseNext:
        jsr     nextCandidate
        bmi     chooseDone
        ldy     a:enemyOrder,x
        sty     candidateOrder
        cpy     amount
        bcc     chooseNext
.ifdef MTIE
        beq     chooseNext
.endif
        sty     amount
        stx     bestEnemy
        bra     chooseNext
chooseDone:
        ldx     bestEnemy
        stx     actingEnemy
        stz     exitCode
        rts
chooseNobody:
        EXIT    1

; C1:92C3 with its inferred tail: nobody means X = 0 and 03AC = 0.
chooseEnemyOrNone:
        JSR_EXIT chooseEnemy
        lda     exitCode
        beq     chooseKept
        ldx     #0
        stx     actingEnemy
        stz     exitCode
chooseKept:
        rts

; C1:8E64 up to 8E7F: is the chosen enemy X free to act? Exit 1 = C1:8E7F: it goes on.
chosenEnemyFree:
        lda     a:enemySkillState,x
        bne     chosenEnemyBusy
        lda     a:enemyStatuses,x
        and     #$B0
        beq     chosenEnemyGoesOn
        A16
        lsr     a:enemyOrder,x
        A8
chosenEnemyBusy:
        rts
chosenEnemyGoesOn:
        EXIT    1

; C1:8E51 up to 8E5B: exit 1 = C1:8E5B: it is the enemies' turn.
turnTest:
        lda     actionPoints + 1
        beq     alliesTurn
        lda     turnFlag
        beq     alliesTurn
        EXIT    1
alliesTurn:
        rts

; C1:8E51 as far as the choice of an action. Exit 1 = C1:8E85: enemy X chooses; exit 2 = C1:9336: no
; candidate.
turnToAction:
        lda     actionPoints + 1
        beq     alliesTurn
        lda     turnFlag
        beq     alliesTurn
        JSR_EXIT chooseEnemy
        lda     exitCode
        bne     turnNobody
        JSR_EXIT chosenEnemyFree
        lda     exitCode
        stz     exitCode
        cmp     #0
        beq     alliesTurn
        jsr     releaseRoll
        jsr     loadRow
        EXIT    1
turnNobody:
        EXIT    2

; C1:E429: the acting enemy turns clockwise: 00 -> 40 -> C0 -> 80 -> 00.
enemyTurnRight:
        ldx     actingEnemy
        lda     a:enemyFacing,x
        and     #$C0
        beq     faceLeftDown            ; 00 -> 40
        cmp     #$40
        beq     faceLeftUp              ; 40 -> C0
        cmp     #$C0
        beq     faceRightUp             ; C0 -> 80
        lda     #$00
        bra     enemyTurn

; C1:E476: the other way: 00 -> 80 -> C0 -> 40 -> 00.
enemyTurnLeft:
        ldx     actingEnemy
        lda     a:enemyFacing,x
        and     #$C0
        beq     faceRightUp
        cmp     #$80
        beq     faceLeftUp
        cmp     #$C0
        beq     faceLeftDown
        lda     #$00
        bra     enemyTurn
faceLeftDown:
        lda     #$40
        bra     enemyTurn
faceLeftUp:
        lda     #$C0
        bra     enemyTurn
faceRightUp:
        lda     #$80

; C1:E44A: enemy X faces A. A normal enemy pays half its step cost; one that the player drives
; (state exactly 20h) adds it like an ally. With bit 7 of 0362 only the facing changes.
enemyTurn:
        sta     a:enemyFacing,x
        lda     phaseFlags
        bmi     enemyTurned
        lda     a:enemyState,x
        cmp     #$20
        beq     enemyTurnDriven
        jsr     enemyTurnPoints
        stz     turnFlag
        rts
enemyTurnDriven:
        jsr     enemyMoveCost
        lsr
        jsr     addPoints
        lda     #$40
        sta     turnFlag
        lda     #$20
        sta     timeCode
enemyTurned:
        rts

; C1:E3FD up to E401: end of an enemy's step. X = the acting enemy.
enemyMoved:
        stz     turnFlag
        ldx     actingEnemy
        EXIT    1
