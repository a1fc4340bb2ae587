; A skill is used in the duel ("A skill is used" of PROGRAM.md), and what it does to enemies.

; duelUser uses duelSkill at duelColumn, duelRow.
useSkill:
        lda     #1
        sta     duelTime
        jsr     effectOfSkill
        lda     duelHit
        beq     skillEnds
        lda     battleResult
        bne     skillEnds
        jsr     answerAttack
skillEnds:
        lda     battleResult
        bne     skillEnded
        jsr     fireField
        jmp     settleDefeats
skillEnded:
        rts

effectOfSkill:
        lda     duelSkill
        jsr     recordOf
        jsr     beginSkill
        jsr     markHitArea
        stz     duelHit
.ifdef MENU
        stz     unitsHit
.endif
        lda     skill + 13
        bpl     effectAttacks
        jsr     recover
        jsr     changeOfUser
        bra     effectLays
effectAttacks:
        lda     duelUser + 1
        cmp     #>ALLY_FIRST
        beq     effectByAlly
        jsr     attackAllies
.ifdef MENU
        jsr     countUnitsHit
.endif
        jsr     changeOfUser
        jsr     hitsOnField
        sta     duelHit
        jsr     settleAllies
        jsr     specialEffect
        bra     effectLays
effectByAlly:
        jsr     attackEnemies
.ifdef MENU
        jsr     countUnitsHit
.endif
        jsr     changeOfUser
        jsr     hitsOnEnemies
        sta     duelHit
        jsr     settleEnemies
        jsr     specialEffect
effectLays:
.ifdef MENU
        jsr     stillOfSkill
.endif
        lda     skill + 22
        jsr     createField
        jmp     settleDefeats

beginSkill:
        ldx     duelUser
        stx     skillUser
        lda     duelTime
        eor     #1
        sta     noTimeFlag
        JSR_EXIT skillTime
        lda     exitCode
        beq     beginNoTime
        jsr     timePasses
beginNoTime:
        stz     noTimeFlag
        jsr     keepAttribute
        ldx     #ENEMY_BEFORE_FIRST
        jsr     prepareTargets
        ldx     #ALLY_FIRST
beginAlly:
        stx     struck
        stz     a:allyHitCode,x
        stz     a:allyHits,x
        stz     a:allyExtra33,x
        stz     a:allyExtra33 + 1,x
        jsr     allyPresent
        beq     beginAllyNext
        jsr     prepareAlly
beginAllyNext:
        ldx     struck
        jsr     nextAllyBlockPlain
        bne     beginAlly
        A16
        lda     recordAt
        clc
        adc     #drillSkills
        tax
        ldy     #skill
        lda     #8
        mvn     #$7E, #$7E
        lda     recordAt
        clc
        adc     #battleSkills
        tax
        ldy     #skill + 9
        lda     #15
        mvn     #$7E, #$7E
        A8
        lda     duelSkill
        sta     counterSkill
        ldx     #0
        stx     changeOfHp
        stx     changeOfLevel
        stx     changeOfLevel + 2
        stz     changeOfIntellect
        stz     otherHit
        stz     skillShape
        lda     skill + 13
        sta     attackType
        sta     abilityMask
        lda     skill + 22
        sta     attackAbnormality
        lda     skill + 10
        sta     attackCoefficients
        jsr     skillLevel
        ldx     duelUser
        cpx     #ALLY_FIRST
        bcs     beginLevelAlly
        clc
        adc     a:enemyLevel,x
        bra     beginLevel
beginLevelAlly:
        clc
        adc     a:allyLevel,x
beginLevel:
        bcc     beginLevelFits
        lda     #255
beginLevelFits:
        sta     levelSum
        lda     skill + 7
        lsr
        lsr
        lsr
        lsr
        and     #3
        jsr     addA
        lda     duelUser + 1
        cmp     #>ALLY_FIRST
        beq     beginStatAlly
        lda     a:enemyStats,x
        bra     beginStat
beginStatAlly:
        lda     a:allyStats,x
beginStat:
        sta     statProduct
        lda     skill + 7
        and     #$C0
        beq     beginStatDone
.ifndef MSHARE
        lsr     statProduct
.endif
        cmp     #$40
        beq     beginStatDone
        lsr     statProduct
        cmp     #$C0
        bne     beginStatDone
        stz     statProduct
beginStatDone:
        stz     attackPower
        lda     duelUser + 1
        cmp     #>ALLY_FIRST
        bne     beginDone
        lda     skill + 15
        lsr
        bcc     beginDone
        ldx     duelUser
        ldy     a:allyRecord,x
        lda     a:recordAttackTotal,y
        sta     attackPower
beginDone:
        rts

; Hits on enemies.
attackEnemies:
        ldx     #ENEMY_BEFORE_FIRST
forgetHits:
        jsr     nextEnemy
        bmi     hitsForgotten
        stz     a:enemyPending,x
        stz     a:enemyHits,x
        bra     forgetHits
hitsForgotten:
        lda     #1
        sta     areaNumber
        jsr     numberEnemies
        JSR_EXIT hitCount
        lda     exitCode
        bne     oneHitEach
        jsr     pickTargets
        bra     hitEnemies
oneHitEach:
        ldx     #ENEMY_BEFORE_FIRST
oneHitNext:
        jsr     nextPresentEnemy
        bcs     hitEnemies
        lda     a:enemyInArea,x
        beq     oneHitNext
        lda     #1
        sta     a:enemyDealt,x
        bra     oneHitNext
hitEnemies:
        ldx     #ENEMY_BEFORE_FIRST
hitEnemyNext:
        jsr     nextPresentEnemy
        bcs     hitEnemiesDone
        lda     a:enemyDealt,x
        beq     hitEnemyNext
        sta     hitsLeft
        stx     struck
hitEnemyAgain:
        ldx     struck
        JSR_EXIT attackEnemy
        lda     exitCode
        cmp     #2
        bne     hitEnemyOver
        jsr     afterValue
hitEnemyOver:
        dec     hitsLeft
        bne     hitEnemyAgain
        ldx     struck
        bra     hitEnemyNext
hitEnemiesDone:
        rts

; The first hit on the enemy of `struck` has its value: statuses, changes, abnormality.
afterValue:
        ldx     struck
        stx     amount
        lda     skill + 9
        beq     afterInflict
        lda     skill + 18
        beq     afterStatuses
afterInflict:
        jsr     statusSetUp
        jsr     inflictStatuses
afterStatuses:
        ldx     struck
        stx     amount
        jsr     changeEnemy
        ldx     struck
        JSR_EXIT hitAbnormality
        lda     exitCode
        beq     afterNoted
        ldy     a:enemySpecies,x
        lda     a:speciesCounters + 3,y
        and     #$0F
        beq     afterBySkill
        ora     #$80
        bra     afterNote
afterBySkill:
        lda     attackAbnormality
        bpl     afterNote
        and     #$8F
afterNote:
        sta     a:enemyPending,x
afterNoted:
        rts

; A = not 0: a present enemy was hit.
hitsOnEnemies:
        stz     factor
        ldx     #ENEMY_BEFORE_FIRST
hitsOnNext:
        jsr     nextPresentEnemy
        bcs     hitsOnDone
        lda     a:enemyHits,x
        tsb     factor
        bra     hitsOnNext
hitsOnDone:
        lda     factor
        rts

; Totals of enemies.
settleEnemies:
        ldy     actingEnemy
        sty     actingHere
        ldx     #ENEMY_BEFORE_FIRST
settleNext:
        jsr     nextPresentEnemy
        bcs     settleDone
        stx     struck
        stx     targetBlock
        JSR_EXIT rollDisplacement
        lda     exitCode
        beq     settleOver
        lda     amount
        sta     hitsKept
        lda     rolledBits
        sta     bitsKept
        ldx     struck
        jsr     cancelCharge
        jsr     takeOnset
        lda     bitsKept
        beq     settleMoved
        bit     #2
        beq     settleNoQuarter
        jsr     quarterTurn
settleNoQuarter:
        lda     bitsKept
        bit     #4
        beq     settleNoHalf
        jsr     halfTurn
settleNoHalf:
        jsr     wantOwnCell
        lda     bitsKept
        lsr
        bcc     settleMoved
        jsr     knockback
        ldx     struck
        lda     a:enemyWantedColumn,x
        sta     a:enemyColumn,x
        lda     a:enemyWantedRow,x
        sta     a:enemyRow,x
settleMoved:
        ldx     struck
        lda     hitsKept
        jsr     loseTotal
        ldx     struck
        jsr     applyStatuses
settleOver:
        ldx     struck
        bra     settleNext
settleDone:
        ldy     actingHere
        sty     actingEnemy
        rts

; C1:CC2D of enemy X with its level change: as the row has it, of a BREAKDOWN negated.
takeOnset:
        jsr     abnormalityOnset
        ldx     struck
        lda     onsetHappened
        beq     onsetTaken
        ldy     a:enemySpecies,x
        lda     a:speciesType,y
        bit     #TYPE_BREAKDOWN
        bne     onsetOfBreakdown
        jmp     levelChange
onsetOfBreakdown:
        jmp     levelChangeNegated
onsetTaken:
        rts

; Enemy X loses (or with 0381 bit 7 gets) its total of A hits.
loseTotal:
        sta     amount
        stx     loser
        jsr     enemyTotalApplied
        lda     abilityMask
        bmi     totalLost
        ldx     loser
        jsr     loadRow
        jmp     orderDamage
totalLost:
        rts

; What the skill changes of its user.
changeOfUser:
        lda     skill + 23
        bpl     totalLost
        ldx     duelUser
        cpx     #ALLY_FIRST
        bcc     changeOfEnemyUser
        and     #$7F
        sta     changeByte
        jmp     changeAlly
changeOfEnemyUser:
        jmp     changeEnemyUser

; The kinds of byte 21 that have an effect of their own.
specialEffect:
        stz     destroysItself
        lda     skill + 21
        and     #$F0
        cmp     #$30
        beq     drainEffect
        cmp     #$80
        beq     destroyEffect
        cmp     #$70
        bne     totalLost
        lda     duelHit
        bne     totalLost
        bra     hurtUser
destroyEffect:
        inc     destroysItself
hurtUser:
        ldx     duelUser
        stx     amount
        cpx     #ALLY_FIRST
        bcs     hurtUserAlly
        lda     destroysItself
        beq     hurtEnemyByValue
        A16
        lda     #999
        sta     a:enemyDamage,x
        A8
        bra     hurtEnemyTotal
hurtEnemyByValue:
        jsr     damageToEnemy
hurtEnemyTotal:
        ldx     duelUser
        lda     #1
        bra     loseTotal
hurtUserAlly:
        lda     destroysItself
        beq     hurtAllyByValue
        A16
        lda     #999
        sta     a:allyDamage,x
        A8
        bra     hurtAllyTotal
hurtAllyByValue:
        jsr     valueOnAlly
hurtAllyTotal:
        ldx     duelUser
        lda     #1
        sta     a:allyHitCode,x
        sta     a:allyHits,x
        jmp     hurtAlly

drainEffect:
        ldx     duelUser
        cpx     #ALLY_FIRST
        bcc     drainByEnemy
        ldy     a:allyRecord,x
        A16
        lda     a:recordHp,y
        clc
        adc     changeOfHp
.ifdef MDRAIN
        clc
        adc     #1
.endif
        bcs     drainAllyFull
        cmp     a:recordMaxHp,y
        bcc     drainAllyStore
drainAllyFull:
        lda     a:recordMaxHp,y
drainAllyStore:
        sta     a:recordHp,y
        A8
        rts
        .a8
drainByEnemy:
        ldy     a:enemySpecies,x
        A16
        lda     a:enemyHp,x
        clc
        adc     changeOfHp
        bcs     drainEnemyFull
        cmp     a:speciesMaxHp,y
        bcc     drainEnemyStore
drainEnemyFull:
        lda     a:speciesMaxHp,y
drainEnemyStore:
        sta     a:enemyHp,x
        A8
        rts
