; Call mode: one routine at a time with registers and cells that the host gives (end of PROGRAM.md).
; The numbers and the order of the exits are those of calls.json.

answerCall:
        A16
        and     #$00FF                  ; routine number
        cmp     #CALL_COUNT + 1
        bcs     callUnknown
        dec     a
        asl
        sta     chunk
        A8
        lda     callProduct             ; word * 1 stands in the product register for the call
        sta     f:hwMode7A
        lda     callProduct + 1
        sta     f:hwMode7A
        lda     #1
        sta     f:hwMode7B
        stz     exitCode
        ldx     #callReturned - 1
        phx
        ldx     chunk
        A16
        lda     f:callTable,x
        dec     a
        pha                             ; the routine is entered by the RTS below
        A8
        ldy     callY
        ldx     callX
        lda     callP
        and     #$C3                    ; N, V, Z, C as given
        ora     #$20                    ; 8-bit accumulator, 16-bit index
        pha
        A16
        lda     callA
        plp
        .a8
        rts
callReturned:
        php
        stx     callX
        sty     callY
        A16
        sta     callA
        A8
        pla
        sta     callP
        lda     exitCode
        bra     callAnswered
        .a16
callUnknown:
        A8
        lda     #$FF
callAnswered:
        sta     callExit
        stz     suppliedDraws
        stz     suppliedIndex
        stz     callNumber
        rts

; The hardware units as calls. Multiply: A low * A high; divide: A / X low. A = $4214 and X = $4216 at the end.
callMultiply:
        sta     f:hwFactorA
        xba
        sta     f:hwFactorB
        WAIT_MULTIPLY
        bra     callUnits
callDivide:
        A16
        sta     f:hwDividend
        txa
        A8
        sta     f:hwDivisor
        WAIT_DIVIDE
callUnits:
        A16
        lda     f:hwRemainder
        tax
        lda     f:hwQuotient
        A8
        rts

CALL_COUNT = 81
callTable:
        .addr   callDivide              ; 1 65816-hw-divide
        .addr   callMultiply            ; 2 65816-hw-multiply
        .addr   mapGeneratorDraw        ; 3 C0-B900-map-generator
        .addr   multiply16              ; 4 C0-BA16-multiply-16x16
        .addr   levelChange             ; 5 C1-17C2-level-change
        .addr   levelChangeNegated      ; 6 C1-17E6-level-change-negated
        .addr   levelChangeA            ; 7 C1-17F1-level-change-a
        .addr   orderIdle               ; 8 C1-1C02-order-points-idle
        .addr   orderAttack             ; 9 C1-1C77-order-points-attack
        .addr   orderOnset              ; 10 C1-1C91-order-points-onset
        .addr   orderDamage             ; 11 C1-1CAC-order-points-damage.inferred
        .addr   orderDamage             ; 12 C1-1CAC-order-points-damage
        .addr   loadRow                 ; 13 C1-1CF7-abnormality-row
        .addr   poisonAlly              ; 14 C1-1DD0-poison-ally
        .addr   setAllyDamage           ; 15 C1-1DF8-set-ally-damage
        .addr   setAllyAbsorb           ; 16 C1-1E26-set-ally-absorb
        .addr   poisonEnemy             ; 17 C1-1E4C-poison-enemy
        .addr   setEnemyDamage          ; 18 C1-1E71-set-enemy-damage
        .addr   setEnemyAbsorb          ; 19 C1-1EA3-set-enemy-absorb
        .addr   restoreStep             ; 20 C1-20CD-restore-step
        .addr   restoreEnemyLevel       ; 21 C1-2111-restore-enemy-level
        .addr   restoreEnemyStats       ; 22 C1-2133-restore-enemy-stats
        .addr   restoreAllyLevel        ; 23 C1-21C1-restore-ally-level
        .addr   restoreAllyStats        ; 24 C1-21E1-restore-ally-stats
        .addr   enemyMoveCost           ; 25 C1-2800-enemy-move-cost
        .addr   allyMoveCost            ; 26 C1-2808-ally-move-cost
        .addr   allyTurnPoints          ; 27 C1-281B-ally-turn-ap
        .addr   allyMovePoints          ; 28 C1-2821-ally-move-ap
        .addr   addPoints255            ; 29 C1-2826-ap-add-255
        .addr   addPoints               ; 30 C1-2828-ap-add
        .addr   enemyTurnPoints         ; 31 C1-2834-enemy-turn-ap
        .addr   enemyMovePoints         ; 32 C1-283A-enemy-move-ap
        .addr   subtractPoints          ; 33 C1-2841-ap-subtract
        .addr   itemRecord              ; 34 C1-3505-item-record
        .addr   startAbnormalityNotes   ; 35 C1-3546-start-abnormality-species
        .addr   startAbnormality        ; 36 C1-35A9-start-abnormality-enemy
        .addr   allyStepFrame           ; 37 C1-446B-ally-step-frame
        .addr   battleGenerator         ; 38 C1-6150-battle-generator
        .addr   idleFrame               ; 39 C1-7A42-idle-frame
        .addr   allyCanAct              ; 40 C1-7AED-ally-can-act
        .addr   skillTime               ; 41 C1-7F1C-skill-time-step
        .addr   turnTest                ; 42 C1-8E51-enemy-turn-test
        .addr   turnToAction            ; 43 C1-8E51-enemy-turn-to-action
        .addr   chosenEnemyFree         ; 44 C1-8E64-chosen-enemy-disabled
        .addr   enemyStepOn             ; 45 C1-8F49-enemy-step-on
        .addr   moveLegLocked           ; 46 C1-8F5A-legs-locked-move
        .addr   orderMove               ; 47 C1-8F77-order-points-move
        .addr   releaseRoll             ; 48 C1-90A2-abnormality-release
        .addr   chooseEnemyOrNone       ; 49 C1-92C3-choose-enemy-none.inferred
        .addr   chooseEnemy             ; 50 C1-92C3-choose-enemy
        .addr   findOrdinary            ; 51 C1-933C-ordinary-enemy-present
        .addr   timeStepOfFrame         ; 52 C1-9357-time-step
        .addr   chargeScan              ; 53 C1-93A0-ally-charge-scan
        .addr   allySkillFires          ; 54 C1-93C5-ally-skill-fires
        .addr   enemySkillFires         ; 55 C1-941E-enemy-skill-ap
        .addr   allyPass                ; 56 C1-9572-ally-pass
        .addr   allyStep                ; 57 C1-96CB-ally-step
        .addr   allyTurnFlags           ; 58 C1-9920-ally-turn-flags
        .addr   setCurrentAlly          ; 59 C1-9EFF-set-current-ally
        .addr   nextAlly                ; 60 C1-9F02-next-ally
        .addr   nextAllyBlock           ; 61 C1-9F5A-next-ally-present
        .addr   abnormalityOnset        ; 62 C1-CC2D-abnormality-onset.inferred
        .addr   wakeAlly                ; 63 C1-D94A-wake-ally
        .addr   wakeEnemy               ; 64 C1-D9B1-wake-enemy
        .addr   nextEnemy               ; 65 C1-E1A9-next-enemy-present
        .addr   enemyMoved              ; 66 C1-E3FD-enemy-moved-flag
        .addr   enemyTurnRight          ; 67 C1-E429-enemy-turn-right
        .addr   enemyTurn               ; 68 C1-E44A-enemy-turn-ap
        .addr   enemyTurnLeft           ; 69 C1-E476-enemy-turn-left
        .addr   startPoints             ; 70 C1-EBAD-battle-start-ap
        .addr   startOrderAll           ; 71 C1-EBC7-order-points-start-all
        .addr   startOrder              ; 72 C1-EBCE-order-points-start
        .addr   startFlags              ; 73 C1-F3CE-battle-start-flags
        .addr   partyArgument           ; 74 C1-F55D-battle-arg
        .addr   partySetUp              ; 75 C1-F570-party-setup-head
        .addr   nextRank                ; 76 C1-F661-next-rank
        .addr   firstAlly               ; 77 C1-F70C-first-ally
        .addr   allyOfRank              ; 78 C1-FB2B-ally-of-rank
        .addr   startEnemy              ; 79 C1-FC78-enemy-start-values.inferred
        .addr   startEnemy              ; 80 C1-FC78-enemy-start-values
        .addr   copyPads                ; 81 C1-8B15-joypad-copy
