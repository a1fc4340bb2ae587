; Changed stats and levels, displacement. C1:DCC1, DD83, DD8F, CBE3, CED4, CF0A.

; C1:DCC1: change on the user himself; an enemy goes on at C1:DD83. Of an ally only the opening is
; published. Exits: 1 = C1:DD27 the first draw is made, 2 = C1:DD44 the level is not meant.
changeUser:
        ldx     skillUser
        cpx     #ALLY_FIRST
        bcc     changeEnemyUser
        stx     amount
        lda     skill + 23
        eor     #$80
        sta     statusesWanted
        bmi     changeNothing
        stz     a:allyChanged,x
        lda     a:allyLevelNow,x
        jsr     changeLimit
        bcs     changeNothing
        lsr     statusesWanted
        bcc     changeUserNoLevel
        DRAW    $DCC1
        and     #$3F
        cmp     rollLimit
        EXIT    1
changeUserNoLevel:
        EXIT    2
changeNothing:
        rts

; C1:DD83: change on the enemy of 0378 by its own skill (bit 7 of byte 23 set).
changeEnemyUser:
        ldx     skillUser
        stx     amount
        lda     skill + 23
        eor     #$80
        bra     changeEnemyKind

; C1:DD8F: change on the enemy of 0310 (bit 7 of byte 23 clear). Bits 0-4: level, intellect, body,
; speed, power; bits 5-6: 0, 1/2, 3/4, 5/4 + 1. Nothing, and no draw, for an OBJECT or from level 48
; on. Each takes when draw & 63 > level + 16.
changeEnemy:
        ldx     amount
        lda     skill + 23
changeEnemyKind:
        sta     statusesWanted
        bmi     changeNothing
        stz     a:enemyChanged,x
        ldy     a:enemySpecies,x
        lda     a:speciesType,y
        bit     #TYPE_OBJECT
        bne     changeNothing
        lda     a:enemyLevelNow,x
        jsr     changeLimit
        bcs     changeNothing
        lsr     statusesWanted
        bcc     changeStats
        DRAW    $DD8F
        and     #$3F
        cmp     rollLimit
        beq     changeStats
        bcc     changeStats
        inc     single                  ; 0320: bit 0, the level changes
        lda     a:enemyLevel,x
        jsr     changedValue
        lda     exitCode
        bne     changeStopped
        lda     factor
        sta     a:enemyLevel,x
        sec
        sbc     oldValue
        ldy     #changeOfLevel
        jsr     noteChange
changeStats:
        lda     #2
        sta     single + 1              ; 0321: bit of the stat
        lda     #4
        sta     loopCount
        ldy     #changeOfIntellect
        inx
        inx
        inx                             ; intellect first, then body, speed, power
changeNext:
        lsr     statusesWanted
        bcc     changeShift
        DRAW    $DD8F
        and     #$3F
        cmp     rollLimit
        beq     changeShift
        bcc     changeShift
        lda     single
        ora     single + 1
        sta     single
        lda     a:enemyStats,x
        jsr     changedValue
        lda     exitCode
        bne     changeStopped
        lda     factor
        sta     a:enemyStats,x
        sec
        sbc     oldValue
        jsr     noteChange
changeShift:
        dex
        dey
        asl     single + 1
        dec     loopCount
        bne     changeNext
        ldx     amount
        lda     single
        sta     a:enemyChanged,x
changeStopped:
        rts

; 0313 = A + 16, 0314 = factor, 0315 = 1 for a raise, 0320 = 0. Carry set = the level is 48 or more.
changeLimit:
        pha
        lda     statusesWanted
        lsr
        lsr
        lsr
        lsr
        lsr
        and     #3
        phx
        stz     changeRaise
        cmp     #3
        bne     changeNoRaise
        inc     changeRaise
changeNoRaise:
        A16
        and     #3
        tax
        A8
        lda     f:changeFactors,x
        sta     changeFactor
        plx
        stz     single
        pla
        clc
        adc     #16
        bcs     changeOver
        cmp     #64
        bcs     changeOver
        sta     rollLimit
changeOver:
        rts

changeFactors:
        .byte   0, $20, $30, $50

; `factor` = A * 4 * 0314 >> 8, 255 from there on, else + 1 for a raise; `oldValue` = A. With
; stopsAtCap set the exit 1 =
; C1:DE6F is taken instead of 255. X and Y stay.
changedValue:
        sta     oldValue
        stz     exitCode
        A16
        and     #$00FF
        asl
        asl
        sta     word
        A8
        lda     word
        sta     f:hwMode7A
        lda     word + 1
        sta     f:hwMode7A
        lda     changeFactor
        sta     f:hwMode7B
        A16
        lda     f:hwProduct + 1
        cmp     #255
        A8
        bcs     changeMost
        adc     changeRaise             ; carry is clear
        sta     factor
        rts
changeMost:
        lda     stopsAtCap
        sta     exitCode
        lda     #255
        sta     factor
        rts

; C1:DD8F as its vectors run it: it ends where a value of 255 or more is reached.
callChangeEnemy:
        lda     #1
        sta     stopsAtCap
        jsr     changeEnemy
        stz     stopsAtCap
        rts

; C1:CBE3: displacement of the enemy of 0360: two draws, always; 0311 = either & byte 11 & 7, 0 for
; an OBJECT and ids D0h and D1h; a displaced enemy stops charging. Exit 1 = C1:CC29; return: it was
; not hit.
rollDisplacement:
        ldx     targetBlock
        stz     a:enemyExtra2,x
        stz     a:enemyExtra2 + 1,x
        DRAW    $CBE3
        sta     rolledBits
        DRAW    $CBE3
        ora     rolledBits
        and     skill + 11
        and     #7
        sta     rolledBits
        lda     a:enemyHits,x
        bne     displaceHit
        rts
displaceHit:
        and     #$7F
        sta     amount
        stx     actingEnemy
        ldy     a:enemySpecies,x
        lda     a:speciesType,y
        bit     #TYPE_OBJECT
        bne     displaceNever
        lda     a:enemyId,x
        cmp     #$D0
        beq     displaceNever
        cmp     #$D1
        beq     displaceNever
        lda     rolledBits
        beq     displaceDone
        lda     a:enemySkillState,x
        cmp     #$40
        bne     displaceDone
        stz     a:enemySkillState,x
        bra     displaceDone
displaceNever:
        stz     rolledBits
displaceDone:
        EXIT    1

; C1:CED4: enemy X turns by a quarter: 00, 40, C0, 80, 00; low bits are lost, and spoil the
; comparison.
quarterTurn:
        lda     a:enemyFacing,x
        bit     #$C0
        beq     quarterTo40
        cmp     #$40
        beq     quarterToC0
        cmp     #$80
        beq     quarterTo0
        lda     #$80
        bra     quarterStore
quarterTo40:
        lda     #$40
        bra     quarterStore
quarterToC0:
        lda     #$C0
        bra     quarterStore
quarterTo0:
        lda     #0
quarterStore:
        sta     a:enemyFacing,x
        rts

; C1:CF0A: enemy X turns round.
halfTurn:
        lda     a:enemyFacing,x
        eor     #$C0
        sta     a:enemyFacing,x
        rts
