; Start of a battle. C1:F3CE, FC78 (with the timer roll), EBAD, EBC7, EBCE.

; C1:F3CE up to F3DA: flags.
startFlags:
        stz     $03AA
        stz     $038B
        stz     $0395
        stz     $0396
        stz     turnFlagBefore
        stz     turnFlag
        EXIT    1

; C1:EBAD up to EBC0: action points 0; acting enemy = block 1B00, or 0 when the list is empty.
startPoints:
        ldx     #0
        stx     actionPoints
        lda     ENEMY_FIRST + enemyState
        cmp     #$80
        beq     startActing
        ldx     #ENEMY_FIRST
startActing:
        stx     actingEnemy
        EXIT    1

; C1:EBCE up to EBE9: order points of enemy X = (0 - intellect) in 8 bits; AI step 0.
startOrder:
        ldy     a:enemySpecies,x
        lda     #0
        sec
        sbc     a:speciesIntellect,y
        sta     a:enemyOrder,x
        stz     a:enemyOrder + 1,x
        stz     a:enemyStep,x
        stz     a:enemyNearest,x
        EXIT    1

; C1:EBC7 up to EBEB: the same for every present enemy after X.
startOrderAll:
        jsr     nextEnemy
        bmi     startOrderDone
        beq     startOrderAll
        jsr     startOrder
        bra     startOrderAll
startOrderDone:
        EXIT    1

; C1:FC78: start values of enemy Y from its species record. X stays.
; An HP byte of 80h and more counts sixteens. Byte 28 without a high nibble is a start abnormality;
; with one, byte 27 is the start statuses, and its low nibble (if any) gives timers: one draw per
; status bit, from bit 0 on.
startEnemy:
        phx
        phy
        tyx
        ldy     a:enemySpecies,x
        lda     a:speciesLevelByte,y
        and     #$7F
        sta     a:speciesLevel,y
        sta     a:enemyLevel,x
        lda     #0
        xba
        lda     a:speciesHpByte,y
        bpl     startHp
        and     #$7F
        A16
        asl
        asl
        asl
        asl
        .a8
startHp:
        A16
        sta     a:enemyHp,x
        sta     a:speciesMaxHp,y
        lda     a:speciesStats,y
        sta     a:enemyStats,x
        lda     a:speciesStats + 2,y
        sta     a:enemyStats + 2,x
        stz     a:enemyTimers,x
        stz     a:enemyTimers + 2,x
        stz     a:enemyTimers + 4,x
        stz     a:enemyTimers + 6,x
        stz     a:enemyPending,x        ; and ABn9
        A8
        stz     a:enemyAbnormality,x
        stz     a:enemyStatuses,x
        lda     a:speciesChances,y
        bit     #$F0
        bne     startStatuses
        sta     a:enemyAbnormality,x
        bra     startEnemyDone
startStatuses:
        ora     #$0F
        sta     chargeByte              ; chance
        lda     a:speciesStatuses,y
        sta     a:enemyStatuses,x
        sta     statusBits
        lda     a:speciesChances,y
        asl
        asl
        asl
        asl
        beq     startEnemyDone          ; no low nibble: timers stay 0, no draws
        sta     cost                    ; sixteen times the low nibble
        lda     #8
        sta     counter
startTimer:
        lsr     statusBits
        bcc     startTimerNext
        DRAW    $FC78
        cmp     chargeByte
        bcs     startTimerNext
        lda     a:enemyTimers,x
        clc
        adc     cost
        bcc     startTimerStore
        lda     #255
startTimerStore:
        sta     a:enemyTimers,x
startTimerNext:
        inx
        dec     counter
        bne     startTimer
startEnemyDone:
        ply
        plx
        rts
