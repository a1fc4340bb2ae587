; Order points (ACn4, 16 bit) of one enemy in X: how each kind of event changes them.
; C1:1C02, 1C77, 1C91, 1CAC, 8F77, 8F5A (leg-locked side), 8F49.

; C1:1C02: an ally acted without attacking, or an idle frame. Row byte 5 (signed) is added to the
; low byte alone; on a carry or borrow the new high byte is ALSO written to the low byte (a bug of
; the original that is kept). A result of 0 becomes a draw & 15.
orderIdle:
        lda     rowIdle
        bmi     orderIdleDown
        clc
        adc     a:enemyOrder,x
        bcc     orderIdleLow
.ifdef MCARRY
        pha
        lda     a:enemyOrder + 1,x
        inc     a
        beq     mutantFull
        sta     a:enemyOrder + 1,x
mutantFull:
        pla
        bra     orderIdleLow
.endif
        lda     a:enemyOrder + 1,x
        inc     a
        beq     orderIdleFull
        sta     a:enemyOrder + 1,x
        bra     orderIdleLow
orderIdleFull:
        lda     #$FF
        bra     orderIdleLow
orderIdleDown:
        clc
        adc     a:enemyOrder,x          ; no carry out = borrow
        bcs     orderIdleLow
        lda     a:enemyOrder + 1,x
        beq     orderIdleLow            ; 0 goes to the low byte
        dec     a
        sta     a:enemyOrder + 1,x
orderIdleLow:
        cmp     #0
        bne     orderIdleStore
.ifndef MDRAW
        DRAW    $1C02
        and     #15
.endif
orderIdleStore:
        sta     a:enemyOrder,x
        rts

; C1:1C77: the enemy attacked: - row byte 6, not below 0. The copy of row byte 7 becomes 0.
orderAttack:
        stz     rowLast
        A16
        lda     a:enemyOrder,x
        sec
        sbc     rowAttack               ; high byte is the cleared row byte 7
        bcs     orderAttackStore
        lda     #0
orderAttackStore:
        sta     a:enemyOrder,x
        A8
        rts

; C1:1C91: an abnormality begins: half, + row byte 3. The copy of row byte 4 becomes 0.
orderOnset:
        stz     rowDamage
        A16
        lda     a:enemyOrder,x
        lsr
        clc
        adc     rowOnset                ; high byte is the cleared row byte 4
        sta     a:enemyOrder,x          ; p >> 1 is at most 32767: no cap can act
        A8
        rts

; C1:1CAC: the enemy lost HP: + N * row byte 4, at most 65535. N counts sixteenths of the maximum
; HP.
orderDamage:
        ldy     a:enemySpecies,x
        A16
        lda     a:speciesMaxHp,y
        lsr
        lsr
        lsr
        lsr
        bne     orderDivisor
        inc     a
orderDivisor:
        sta     word                    ; only its low byte divides: 4096 HP divide by 0
        lda     f:hwProduct
        sta     f:hwDividend
        A8
        lda     word
        sta     f:hwDivisor
        WAIT_DIVIDE
        lda     f:hwQuotient            ; its low byte alone counts
        inc     a
        cmp     #15
        bcc     orderSteps
        lda     #15
orderSteps:
        sta     f:hwFactorA
        lda     rowDamage
        sta     f:hwFactorB
        WAIT_MULTIPLY
        A16
        lda     f:hwRemainder           ; the product stands in the remainder register
        clc
        adc     a:enemyOrder,x
        bcc     orderDamageStore
        lda     #$FFFF
orderDamageStore:
        sta     a:enemyOrder,x
        A8
        rts

; C1:8F5A with leg-lock: AI step 0, no movement, but the order points fall as for a move.
moveLegLocked:
        stz     a:enemyStep,x

; C1:8F77: the acting enemy moved or turned: (p >> 1) + (p >> 2).
orderMove:
        ldx     actingEnemy
        A16
        lda     a:enemyOrder,x
        lsr
        sta     word
        lsr
        clc
        adc     word
.ifdef MSTORE8
        sep     #$20
.endif
        sta     a:enemyOrder,x
        A8
        rts

; C1:8F49: next AI step of the acting enemy.
enemyStepOn:
        ldx     actingEnemy
        stz     a:enemySkillState,x
        lda     a:enemyStep,x
        inc     a
        and     #15
        sta     a:enemyStep,x
        rts
