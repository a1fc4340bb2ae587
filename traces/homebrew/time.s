; Time: the step of a frame, idle frames, and what passes with it (restoration, charge, status
; timers).
; C1:9357, 7A42, 7F1C, 20CD, 2111, 2133, 21C1, 21E1. Countdown of charge and timers: decision of
; PROGRAM.md.

; C1:9357: 036D = 036C >> 4, then C1:7A42. Exits: 1 = C1:9362 time passes, 2 = C1:7A54 idle frame.
timeStepOfFrame:
        lda     timeCode
        lsr
        lsr
        lsr
        lsr
        sta     timeStep
        JSR_EXIT idleFrame
        lda     exitCode
        bne     timeIdle
        EXIT    1
timeIdle:
        EXIT    2

; C1:7A42: no time code and nobody able: code 10h, step 1. Exit 1 = C1:7A54: it is an idle frame.
idleFrame:
        lda     timeCode
        bne     notIdle
        lda     nobodyAble
        cmp     #$80
        bne     notIdle
        lda     #$10
        sta     timeCode
        lda     #1
        sta     timeStep
        EXIT    1
notIdle:
        rts

; C1:7F1C: a skill takes 16 units of time unless 0386 says none. Exit 1 = C1:7F25: time passes.
skillTime:
        lda     noTimeFlag
        bne     skillNoTime
        lda     #$10
        sta     timeStep
        EXIT    1
skillNoTime:
        rts

; C1:20CD: A moves towards 0320 by 036D without passing it. Z set = reached.
restoreStep:
        cmp     normalValue
        bcc     restoreUp
        sec
        sbc     timeStep
        bcc     restoreReached          ; below 0
        cmp     normalValue
        bcs     restoreDone             ; not passed
restoreReached:
        lda     normalValue
restoreDone:
        cmp     normalValue
        rts
restoreUp:
        clc
        adc     timeStep
        bcs     restoreReached          ; above 255
        cmp     normalValue
        bcs     restoreReached
        rts

; C1:2111: level of enemy X moves 1, only when 036D has a high nibble.
restoreEnemyLevel:
        ldy     a:enemySpecies,x
        lda     timeStep
        bit     #$F0
        beq     levelRestored
        pha
        lda     #1
        sta     timeStep
        lda     a:speciesLevel,y
        sta     normalValue
        lda     a:enemyLevel,x
        jsr     restoreStep
        sta     a:enemyLevel,x
        pla
        sta     timeStep
levelRestored:
        rts

; C1:2133: the four stats of enemy X.
restoreEnemyStats:
        stx     blockKept
        ldy     a:enemySpecies,x
        lda     #4
        sta     counter
enemyStatNext:
        lda     a:speciesStats,y
        cmp     a:enemyStats,x
        beq     enemyStatReached        ; most are: saves time, changes nothing
        sta     normalValue
        lda     a:enemyStats,x
        jsr     restoreStep
        sta     a:enemyStats,x
enemyStatReached:
        inx
        iny
        dec     counter
        bne     enemyStatNext
        ldx     blockKept
        rts

; C1:21C1: level of ally X, as C1:2111.
restoreAllyLevel:
        ldy     a:allyRecord,x
        lda     timeStep
        bit     #$F0
        beq     levelRestored
        pha
        lda     #1
        sta     timeStep
        lda     a:recordLevel,y
        sta     normalValue
        lda     a:allyLevel,x
        jsr     restoreStep
        sta     a:allyLevel,x
        pla
        sta     timeStep
        rts

; C1:21E1 up to 21F8: the four stats of ally X. X stays.
restoreAllyStats:
        stx     blockKept
        lda     #4
        sta     counter
allyStatNext:
        lda     a:allyNormalStats,x
        cmp     a:allyStats,x
        beq     allyStatReached
        sta     normalValue
        lda     a:allyStats,x
        jsr     restoreStep
        sta     a:allyStats,x
allyStatReached:
        inx
        dec     counter
        bne     allyStatNext
        ldx     blockKept
        EXIT    1

; X = the block of the next enemy that is present, of the fifteen. Start with ENEMY_BEFORE_FIRST.
; Carry set = no more.
nextPresentEnemy:
        A16
        txa
        clc
        adc     #ENEMY_SIZE
        tax
        A8
        cpx     #ENEMY_LIMIT
        bcs     noMoreEnemies
        lda     a:enemyState,x
        cmp     #$80
        beq     noMoreEnemies           ; carry is set
        bit     #$40
        beq     nextPresentEnemy
        clc
noMoreEnemies:
        rts

; The same for allies; start with ALLY_FIRST - ALLY_SIZE.
nextPresentAlly:
        A16
        txa
        clc
        adc     #ALLY_SIZE
        tax
        A8
        cpx     #ALLY_LAST + ALLY_SIZE
        bcs     noMoreAllies
        jsr     allyPresent
        beq     nextPresentAlly
        clc
noMoreAllies:
        rts

; Time passes by 036D: restoration, charge, status timers.
timePasses:
        ldx     #ENEMY_BEFORE_FIRST
passEnemy:
        jsr     nextPresentEnemy
        bcs     passEnemiesDone
        jsr     restoreEnemyLevel
        jsr     restoreEnemyStats
        bra     passEnemy
passEnemiesDone:
        ldx     #ALLY_FIRST - ALLY_SIZE
passAlly:
        jsr     nextPresentAlly
        bcs     passAlliesDone
        jsr     restoreAllyLevel
        jsr     restoreAllyStats
        bra     passAlly
passAlliesDone:
        ldx     #ALLY_FIRST - ALLY_SIZE
passAllyCharge:
        jsr     nextPresentAlly
        bcs     passAllyChargeDone
        lda     a:allySkillState,x
        cmp     #$40
        bne     passAllyCharge
        lda     a:allyCharge,x
        sec
        sbc     timeStep
        bcs     allyChargeStore
        lda     #0
allyChargeStore:
        sta     a:allyCharge,x
        bra     passAllyCharge
passAllyChargeDone:
        ldx     #ENEMY_BEFORE_FIRST
passEnemyCharge:
        jsr     nextPresentEnemy
        bcs     passEnemyChargeDone
        lda     a:enemySkillState,x
        cmp     #$40
        bne     passEnemyCharge
        lda     a:enemyCharge,x
        sec
        sbc     timeStep
        bcs     enemyChargeStore
        lda     #0
enemyChargeStore:
        sta     a:enemyCharge,x
        bra     passEnemyCharge
passEnemyChargeDone:
        ldx     #ENEMY_BEFORE_FIRST
passEnemyTimers:
        jsr     nextPresentEnemy
        bcs     passEnemyTimersDone
        A16
        lda     a:enemyTimers,x
        ora     a:enemyTimers + 2,x
        ora     a:enemyTimers + 4,x
        ora     a:enemyTimers + 6,x
        A8                              ; leaves Z alone
        beq     passEnemyTimers         ; no timer runs
        stx     blockKept
        lda     a:enemyStatuses,x
        sta     statusBits
        lda     #1
        sta     bitMask
enemyTimerNext:
        lda     a:enemyTimers,x
        beq     enemyTimerSkip
.ifdef MTIMER
        clc
.else
        sec
.endif
        sbc     timeStep
        bcs     enemyTimerLeft
        lda     #0
enemyTimerLeft:
        sta     a:enemyTimers,x
        cmp     #0
        bne     enemyTimerSkip
        lda     bitMask
        trb     statusBits
enemyTimerSkip:
        inx
        asl     bitMask
        bne     enemyTimerNext
        ldx     blockKept
        lda     statusBits
        sta     a:enemyStatuses,x
        bra     passEnemyTimers
passEnemyTimersDone:
        ldx     #ALLY_FIRST - ALLY_SIZE
passAllyTimers:
        jsr     nextPresentAlly
        bcs     passAllyTimersDone
        stx     blockKept
        lda     a:allyStatuses,x
        cmp     #$FF
        beq     passAllyTimers
        sta     statusBits
        lda     #1
        sta     bitMask
allyTimerNext:
        lda     a:allyTimers,x
        beq     allyTimerSkip
        sec
        sbc     timeStep
        bcs     allyTimerLeft
        lda     #0
allyTimerLeft:
        sta     a:allyTimers,x
        cmp     #0
        bne     allyTimerSkip
        lda     bitMask
        trb     statusBits
allyTimerSkip:
        inx
        asl     bitMask
        bne     allyTimerNext
        ldx     blockKept
        lda     statusBits
        sta     a:allyStatuses,x
        bra     passAllyTimers
passAllyTimersDone:
        rts
