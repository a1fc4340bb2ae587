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

; The hardware units as calls. Multiply: A low * A high; divide: A / X low. A = $4214 and X = $4216
; at the end.
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

.ifdef DUEL
CALL_COUNT = 169
.elseif .defined(BATTLE)
CALL_COUNT = 152
.else
CALL_COUNT = 81
.endif
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
.ifdef BATTLE
        .addr   singleHit               ; 82 C1-77CE-single-hit-damage
        .addr   singleHit               ; 83 C1-77CE-single-hit-damage-clamped
        .addr   singleHitFrom           ; 84 C1-77E8-damage-from-level-difference
        .addr   randomPart              ; 85 C1-7835-random-part
        .addr   damageToEnemy           ; 86 C1-D95D-damage-to-enemy
        .addr   healEnemy               ; 87 C1-D978-heal-enemy
        .addr   valueOnAlly             ; 88 C1-D900-value-on-ally
        .addr   selfDamage              ; 89 C1-C39D-self-damage
        .addr   selfDestruct            ; 90 C1-C40F-self-destruct-preset
        .addr   skillLevel              ; 91 C1-DF05-skill-level
        .addr   levelWithOwn            ; 92 C1-DEEF-skill-plus-own-level
        .addr   hitCount                ; 93 C1-D6B9-hit-count
        .addr   pickTargets             ; 94 C1-D726-target-pick
        .addr   attackEnemy             ; 95 C1-D7E9-attack-on-one-enemy
        .addr   drivenEnemyHits         ; 96 C1-D81A-driven-enemy-hits
        .addr   countEnemiesHit         ; 97 C1-D839-enemies-hit-count
        .addr   hitsOnAllies            ; 98 C1-D7BB-total-hits-on-allies
        .addr   hitCheck                ; 99 C1-D870-hit-check
        .addr   missedSkill             ; 100 C1-C3DD-missed-skill-check
        .addr   baseCell                ; 101 C1-E061-base-cell
        .addr   keepAttribute           ; 102 C1-E0A2-previous-attribute
        .addr   prepareTargets          ; 103 C1-E0B3-prepare-targets
        .addr   prepareTargets          ; 104 C1-E0B3-prepare-targets-all
        .addr   facingCheck             ; 105 C1-E127-facing-check
        .addr   facingCheck             ; 106 C1-E127-facing-check-all
        .addr   prepareAlly             ; 107 C1-D200-ally-correction
        .addr   numberEnemies           ; 108 C1-DFAF-enemies-in-area
        .addr   stepBonus               ; 109 C1-CDE7-step-counter-bonus
        .addr   enemyTotalOnly          ; 110 C1-CC72-enemy-total
        .addr   enemyTotalApplied       ; 111 C1-CC72-enemy-total-and-apply
        .addr   damageEnemyHp           ; 112 C1-CCA5-enemy-damage-apply
        .addr   healEnemyHp             ; 113 C1-CD09-enemy-heal-apply
        .addr   callAllyTotalCap        ; 114 C1-CDAC-ally-total-cap
        .addr   healAlly                ; 115 C1-CB62-ally-heal
        .addr   damageAlly              ; 116 C1-CBA6-ally-damage
        .addr   noteChange              ; 117 C1-DE83-change-total
        .addr   poisonAllyHp            ; 118 C1-1DE3-poison-ally
        .addr   poisonEnemyTotal        ; 119 C1-1E5E-poison-enemy
        .addr   statusSetUp             ; 120 C1-DC66-status-skill-setup
        .addr   inflictStatuses         ; 121 C1-DB38-status-infliction
        .addr   inflictStatuses         ; 122 C1-DB38-status-infliction-other-stats
        .addr   inflictAgainst          ; 123 C1-DB64-status-infliction-core
        .addr   weaponStatuses          ; 124 C1-DBF5-weapon-status
        .addr   weaponStatusesAt        ; 125 C1-DC0C-weapon-status-core
        .addr   applyStatuses           ; 126 C1-BD6C-status-apply
        .addr   hitAbnormality          ; 127 C1-D9DA-counter-abnormality
        .addr   onsetTest               ; 128 C1-CC2D-abnormality-onset-test
        .addr   changeUser              ; 129 C1-DCC1-stat-change-user
        .addr   changeEnemyUser         ; 130 C1-DD83-stat-change-enemy-self
        .addr   callChangeEnemy         ; 131 C1-DD8F-stat-change-enemy
        .addr   changeEnemy             ; 132 C1-DD8F-stat-change-capped
        .addr   rollDisplacement        ; 133 C1-CBE3-displacement-roll
        .addr   quarterTurn             ; 134 C1-CED4-quarter-turn
        .addr   halfTurn                ; 135 C1-CF0A-half-turn
        .addr   callCreateField         ; 136 C1-10B3-field-create
        .addr   decayFields             ; 137 C1-1ECE-field-decay
        .addr   nextField               ; 138 C1-1F06-field-cycle
        .addr   callFieldPass           ; 139 C1-1FB2-field-damage-pass
        .addr   fieldOnAlly             ; 140 C1-1FEA-field-on-ally
        .addr   fieldOnEnemy            ; 141 C1-2029-field-on-enemy
        .addr   moveBox                 ; 142 C1-41F2-enemy-occupancy-move
        .addr   moveBoxOfSide           ; 143 C1-41FF-occupancy-move-with-side
        .addr   wantOwnCell             ; 144 C1-D025-cell-copy
        .addr   cancelCharge            ; 145 C1-1429-cancel-charge-after-displacement
        .addr   callKnockbackStep       ; 146 C1-D052-knockback
        .addr   knockback               ; 147 C1-D052-knockback-all
        .addr   findOccupant            ; 148 C1-18BB-is-occupant-in-range
        .addr   findOccupant            ; 149 C1-18BB-occupant-in-marks
        .addr   attackerInRange         ; 150 C1-180B-attacker-in-range
        .addr   attackerInRange         ; 151 C1-180B-counter-range
        .addr   searchCounter           ; 152 C1-A12C-counter-search
.endif
.ifdef DUEL
        .addr   pickAllyTarget          ; 153 C1-2857-pick-ally-target-in-range
        .addr   pickTargetOf            ; 154 C1-285D-pick-target-in-range-by-side
        .addr   callHealWanted          ; 155 C1-927E-heal-skill-decision
        .addr   nearestAlly             ; 156 C1-913A-nearest-ally
        .addr   nearestAlly             ; 157 C1-913A-nearest-ally.inferred
        .addr   relativeColumn          ; 158 C1-91AB-relative-x-to-ally
        .addr   relativeColumn          ; 159 C1-91AB-relative-x-to-ally.inferred
        .addr   relativeRow             ; 160 C1-91C6-relative-y-to-ally
        .addr   relativeRow             ; 161 C1-91C6-relative-y-to-ally.inferred
        .addr   callStepUp              ; 162 C1-E327-enemy-step-up
        .addr   callStepDown            ; 163 C1-E348-enemy-step-down
        .addr   callStepLeft            ; 164 C1-E372-enemy-step-left
        .addr   callStepRight           ; 165 C1-E393-enemy-step-right
        .addr   dropItem                ; 166 C1-166E-drop-item
        .addr   hpGain                  ; 167 C1-1A09-hp-growth-value
        .addr   gainExperience          ; 168 C1-2397-experience-one-ally
        .addr   statGain                ; 169 C1-2554-stat-growth-value
.endif
