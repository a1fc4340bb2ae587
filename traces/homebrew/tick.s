; One tick of the battle, one per NMI (T0..T6 of PROGRAM.md), and the start of the battle (T3).

tick:
        A16
        inc     sequenceBegin           ; T0
.ifdef BATTLE
        stz     journalCount
.endif
        dec     battleTimer             ; T1
        A8
        jsr     readPads                ; T2
        lda     phase
        cmp     #1
        bne     tickBattle
        jsr     battleStart             ; T3
.ifdef MENU
        ldx     #startFrames
        jsr     addFramesBySpeed
.endif
        lda     #2
        sta     phase
        bra     tickEnd
tickBattle:
        lda     areaMode
        bne     tickPlayer
        jsr     timeAndEnemies          ; T5
tickPlayer:
        jsr     playerHalf              ; T6
tickEnd:
        ldx     sequenceBegin
        stx     sequenceEnd
        rts

; C1:8AD8 and C1:8B15: the two pads, 0 when the low nibble says that it is no joypad; then the copy.
; 1E04 keeps the raw word.
readPads:
.ifdef MENU
        A16
        lda     orderWord               ; the menu has read the pad
.else
        jsr     waitForPads
        stx     padWord
        A16
        txa
.endif
        jsr     joypadOnly
        sta     padHeld
        lda     f:hwPads + 2
        jsr     joypadOnly
        sta     padHeld + 2
        A8

; C1:8B15.
copyPads:
        ldx     padHeld
        stx     padCopy
        ldx     padHeld + 2
        stx     padCopy + 2
        rts

; A (16 bit) = 0 when its low nibble is not 0.
        .a16
joypadOnly:
        bit     #$000F
        beq     joypadIs
        lda     #0
joypadIs:
        rts
        .a8

battleStart:
        jsr     startFlags
        ldx     #ENEMY_BEFORE_FIRST
battleStartEnemy:
        jsr     nextPresentEnemy
        bcs     battleStartOrder
        txy
        jsr     startEnemy
        bra     battleStartEnemy
battleStartOrder:
        jsr     startPoints
        ldx     #ENEMY_BEFORE_FIRST
        jsr     startOrderAll
        stz     timeCode
        stz     timeStep
        stz     phaseFlags
        stz     enemyPhaseFlags
        stz     nobodyAble
        stz     areaMode
        stz     rank
.ifdef DUEL
        stz     rank + 1                ; the first battle finds 0 there, later ones need not
.endif
        JSR_EXIT allyOfRank
        lda     exitCode
        beq     battleStartAlly
        ldy     #ALLY_FIRST
battleStartAlly:
        sty     currentAlly
        rts

; T5.
timeAndEnemies:
        JSR_EXIT timeStepOfFrame         ; a
        lda     exitCode
        cmp     #2
        bne     halfNotIdle
        lda     #10
        jsr     addPoints
halfNotIdle:
        jsr     findDue                 ; b
        lda     timeStep                ; c
        beq     halfNoTime
        jsr     timePasses
halfNoTime:
        lda     timeCode                ; d
        beq     halfNoIdleOrder
        ldx     #ENEMY_BEFORE_FIRST
halfIdleOrder:
        jsr     nextPresentEnemy
        bcs     halfIdleOrderDone
        jsr     loadRow
        jsr     orderIdle
        bra     halfIdleOrder
halfIdleOrderDone:
        stz     timeCode
halfNoIdleOrder:
        lda     phaseFlags              ; e
        ora     enemyPhaseFlags
        and     #$18
        bne     halfEnd
        ldx     dueAlly                 ; f
        beq     halfNoAlly
        jsr     allySkillFires
.ifdef DUEL
        jmp     duelOfAlly
.else
        jmp     resolveAlly
.endif
halfNoAlly:
        ldx     dueEnemy                ; g
        beq     halfNoEnemy
        ldy     actingEnemy
        sty     actingKept
        stx     actingEnemy
        lda     #1                      ; Z clear
        jsr     enemySkillFires
        ldx     actingEnemy
        jsr     loadRow
        jsr     orderAttack
        stz     a:enemyStep,x
.ifdef DUEL
        jsr     duelOfEnemy
.else
        jsr     resolveEnemy
.endif
        ldx     actingKept
        stx     actingEnemy
halfEnd:
        rts
halfNoEnemy:
        JSR_EXIT turnToAction            ; h
        lda     exitCode
        cmp     #1
        beq     halfDecides
        cmp     #2
        bne     halfEnd
        ldx     #0
        stx     actingEnemy             ; inferred tail of C1:92C3
        rts
halfDecides:
.ifdef DUEL
        jmp     enemyDecides
.else
        jmp     enemyDecision
.endif

; The charged skills that are due before anything counts down: first ally, first enemy; 0 = none.
findDue:
        ldx     #0
        stx     dueAlly
        stx     dueEnemy
        ldx     #ALLY_FIRST - ALLY_SIZE
findDueAlly:
        jsr     nextPresentAlly
        bcs     findDueEnemies
        lda     a:allySkillState,x
        cmp     #$40
        bne     findDueAlly
        lda     a:allyStatuses,x
        and     #$B0
        bne     findDueAlly
        lda     a:allyCharge,x
        bne     findDueAlly
        stx     dueAlly
findDueEnemies:
        ldx     #ENEMY_BEFORE_FIRST
findDueEnemy:
        jsr     nextPresentEnemy
        bcs     findDueDone
        lda     a:enemySkillState,x
        cmp     #$40
        bne     findDueEnemy
        lda     a:enemyStatuses,x
        and     #$B0
        bne     findDueEnemy
        lda     a:enemyCharge,x
        bne     findDueEnemy
        stx     dueEnemy
findDueDone:
        rts
