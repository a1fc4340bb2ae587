; Answers, fields and poison of the duel ("A skill is used" of PROGRAM.md).

; Everybody who was hit by the skill of duelUser answers.
answerAttack:
        lda     skill + 13
        and     #$0F
        cmp     #$0F
        beq     answersNone
        A16
        and     #$000F
        asl
        tax
        lda     f:attributeMasks,x
        sta     answerMask
        A8
        ldx     duelUser
        stx     attacker
        cpx     #ALLY_FIRST
        bcs     answerWithEnemies
        jmp     answerWithAllies
answersNone:
        rts

answerWithEnemies:
        ldx     #ENEMY_BEFORE_FIRST
noteAnswerers:
        jsr     nextPresentEnemy
        bcs     answerersNoted
        lda     a:enemyHits,x
        sta     a:answerers - ENEMY_FIRST,x
        bra     noteAnswerers
answerersNoted:
        ldx     #ENEMY_BEFORE_FIRST
answerEnemyNext:
        jsr     nextPresentEnemy
        bcs     answersNone
.ifndef MANSWER
        lda     a:answerers - ENEMY_FIRST,x
        beq     answerEnemyNext
.endif
        lda     battleResult
        bne     answersNone
        stx     answerer
        ldx     attacker
        jsr     allyPresent
        beq     answersNone
        jsr     answerWithEnemy
        ldx     answerer
        bra     answerEnemyNext

answerWithEnemy:
        lda     #4
        sta     answerSlots
        ldx     answerer
        ldy     a:enemySpecies,x
answerEnemySlot:
        lda     a:speciesSkills,y
        beq     answerEnemySkip
        sta     duelSkill
        lda     a:speciesCounterHigh,y
        and     answerMask
        bne     answerEnemyNamed
        lda     a:speciesSkillFlags,y
        and     answerMask + 1
        beq     answerEnemySkip
answerEnemyNamed:
        lda     a:speciesSkillDisabling,y
        and     a:enemyStatuses,x
        bne     answerEnemySkip
        sty     answerAt
        ldx     attacker
        jsr     allyCode
        jsr     answerReaches
        bne     answerFires
        ldx     answerer
        ldy     answerAt
answerEnemySkip:
        iny
        dec     answerSlots
        bne     answerEnemySlot
        rts

; Z clear: the skill of the one who answers reaches occupant A; its cell is in duelColumn, duelRow.
answerReaches:
        sta     answerCode
        ldx     answerer
        stx     duelUser
        lda     duelSkill
        jsr     recordOf
        jsr     markRange
        lda     answerCode
        jsr     findOccupant
        cmp     #$FF
        bne     answerTooFar
        lda     loopCount
        sta     duelColumn
        lda     loopTop
        sta     duelRow
        lda     #1
        rts
answerTooFar:
        lda     #0
        rts

answerFires:
        stz     duelTime
        jsr     effectOfSkill
        jmp     skillEnds

answerWithAllies:
        ldy     currentAlly
        sty     answerAllyKept
        JSR_EXIT searchCounter
        lda     exitCode
        cmp     #2
        bne     answerAlliesNone
        ldx     #ALLY_FIRST
answerAllyNext:
        stx     answerer
        lda     battleResult
        bne     answerAlliesOver
        ldy     attacker
        lda     a:enemyState,y
        bit     #$40
        beq     answerAlliesOver
        jsr     allyPresent
        beq     answerAllySkip
        lda     a:allyHitsCopy,x
        beq     answerAllySkip
        jsr     answerWithAlly
answerAllySkip:
        ldx     answerer
        jsr     nextAllyBlockPlain
        bne     answerAllyNext
answerAlliesOver:
        ldy     answerAllyKept
        sty     currentAlly
answerAlliesNone:
        rts

answerWithAlly:
        lda     #16
        sta     answerSlots
        ldx     answerer
        txy
answerAllySlot:
        lda     a:allyListSkill,y
        beq     answerAllyNot
        sta     duelSkill
        lda     a:allyListCounterHigh,y
        and     answerMask
        bne     answerAllyNamed
        lda     a:allyListFlags,y
        and     answerMask + 1
        beq     answerAllyNot
answerAllyNamed:
        lda     a:allyListDisabling,y
        and     a:allyStatuses,x
        bne     answerAllyNot
        sty     answerAt
        jsr     attackerCode
        jsr     answerReaches
        bne     answerFires
        ldx     answerer
        ldy     answerAt
answerAllyNot:
        iny
        dec     answerSlots
        bne     answerAllySlot
        rts

; A = occupant code of the enemy that attacked.
attackerCode:
        lda     attacker
        lsr
        lsr
        lsr
        lsr
        inc     a
        ora     #$10
        rts

; The kind of field whose turn it is.
fireField:
        jsr     nextField
        jsr     clearMarks
        lda     grid + 54
        sta     cellKept
        jsr     decayFields
        cmp     #0
        bne     fieldFires
        rts
fieldFires:
        lda     cellKept
        and     #$E0
        beq     fieldGoesOn
        lda     grid + 54
        and     #$E0
        bne     fieldGoesOn
        rts                             ; the bottom right cell has just lost its field
fieldGoesOn:
        ldx     #ENEMY_BEFORE_FIRST
fieldForget:
        jsr     nextEnemy
        bmi     fieldForgetAllies
        stz     a:enemyDealt,x
        stz     a:enemyHits,x
        bra     fieldForget
fieldForgetAllies:
        ldx     #ALLY_FIRST
fieldForgetAlly:
        stz     a:allyHitCode,x
        stz     a:allyHits,x
        jsr     nextAllyBlockPlain
        bne     fieldForgetAlly
        ldy     #0
fieldCellNext:
        sty     passAt
        lda     areaMarks,y
        beq     fieldCellOver
        lda     grid,y
        bit     #$0F
        beq     fieldCellOver
        inc     totalsLeftOut           ; values are set, totals follow here
        bit     #$10
        bne     fieldHitsEnemy
        JSR_EXIT fieldOnAlly
        stz     totalsLeftOut
        ldx     fieldAlly
        lda     exitCode
        cmp     #2
        bne     fieldHurtsAlly
        lda     #1
        sta     amount
        jsr     healAlly
        ldx     fieldAlly
        jsr     standUp
        bra     fieldCellOver
fieldHurtsAlly:
.ifndef MFIELD
        jsr     hurtAlly
.endif
        bra     fieldCellOver
fieldHitsEnemy:
        JSR_EXIT fieldOnEnemy
        stz     totalsLeftOut
        lda     exitCode
        beq     fieldCellOver
        ldx     fieldEnemy
        lda     #1
        jsr     loseTotal
fieldCellOver:
        ldy     passAt
        sty     fieldCell
        jsr     nextCell
        bne     fieldCellNext
        stz     loopCount
        stz     loopTop
        lda     #$10
        sta     fieldPassDone
fieldOver:
        rts

; Poison of everybody, allies first.
hurtByPoison:
        ldx     #ALLY_FIRST - ALLY_SIZE
poisonAllyNext:
        jsr     nextPresentAlly
        bcs     poisonEnemies
        stx     struck
        lda     #1                      ; Z clear
        JSR_EXIT poisonAlly
        lda     exitCode
        cmp     #2
        bne     poisonAllyOver
        ldx     struck
        jsr     hurtAlly
poisonAllyOver:
        ldx     struck
        bra     poisonAllyNext
poisonEnemies:
        ldx     #ENEMY_BEFORE_FIRST
poisonEnemyNext:
        jsr     nextPresentEnemy
        bcs     fieldOver
        stx     struck
        lda     #1                      ; N and Z clear
        JSR_EXIT poisonEnemy
        lda     exitCode
        cmp     #3
        bne     poisonEnemyOver
        stz     abilityMask
        ldx     struck
        lda     #1
        jsr     loseTotal
poisonEnemyOver:
        ldx     struck
        bra     poisonEnemyNext
