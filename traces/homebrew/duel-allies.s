; What skills do to allies in the duel, recoveries, defeats ("A skill is used" of PROGRAM.md).

; The allies of the area, by number: their blocks to 0450, alliesListed of them.
listAllies:
        stz     alliesFound
        stz     alliesListed
        ldy     #0
listCell:
        lda     areaMarks,y
        beq     listCellNext
        lda     grid,y
        and     #$1F
        beq     listCellNext
        cmp     #5
        bcs     listCellNext
        A16
        and     #$0007
        tax
        A8
        lda     f:slotBits - 1,x
        tsb     alliesFound
listCellNext:
        jsr     nextCell
        bne     listCell
        ldy     #0
        ldx     #ALLY_FIRST
listAlly:
        lsr     alliesFound
        bcc     listAllyNext
        lda     a:allyState,x
        bit     #$40
        beq     listAllyNext
        txa
        sta     a:hitList,y
        iny
        inc     alliesListed
listAllyNext:
        jsr     nextAllyBlockPlain
        bne     listAlly
        rts

slotBits:
        .byte   1, 2, 4, 8

; X = ally A of the list.
listedAlly:
        A16
        and     #$00FF
        tay
        lda     a:hitList,y
        and     #$00FF
        ora     #ALLY_FIRST
        tax
        A8
        rts

; Hits on allies.
attackAllies:
        jsr     listAllies
        lda     skill + 19
        bmi     dealOneEach
        and     #$0F
        sta     hitsLeft
        lda     skill + 19
        and     #$30
        beq     dealHits
        cmp     #$20
        beq     dealOneEach
        bcs     dealDrawn
        lda     hitsLeft
        asl
        asl
        asl
        asl
        sta     f:hwFactorA
        ldx     duelUser
        lda     a:enemyLevel,x
        cmp     #15
        bcc     dealByLevel
        lda     #15
        bra     dealByLevel
dealDrawn:
        lda     hitsLeft
        sta     f:hwFactorA
        DRAW    $D614
dealByLevel:
        sta     f:hwFactorB
        WAIT_MULTIPLY
        lda     f:hwRemainder + 1
        inc     a
        sta     hitsLeft
dealHits:
        lda     hitsLeft
        beq     hitAllies
        lda     alliesListed
        beq     hitAllies
        sta     f:hwFactorA
        DRAW    $D785
        sta     f:hwFactorB
        WAIT_MULTIPLY
        lda     f:hwRemainder + 1
        jsr     listedAlly
        inc     a:allyHitCode,x
        dec     hitsLeft
        bra     dealHits
dealOneEach:
        lda     alliesListed
        beq     hitAllies
        dec     alliesListed
        lda     alliesListed
        jsr     listedAlly
        lda     #1
        sta     a:allyHitCode,x
        bra     dealOneEach
hitAllies:
        ldx     #ALLY_FIRST
hitAllyNext:
        stx     struck
        lda     a:allyState,x
        bit     #$40
        beq     hitAllyOver
        lda     a:allyHitCode,x
        beq     hitAllyOver
        sta     hitsLeft
hitAllyAgain:
        jsr     hitOnAlly
        dec     hitsLeft
        bne     hitAllyAgain
hitAllyOver:
        ldx     struck
        jsr     nextAllyBlockPlain
        bne     hitAllyNext
        rts

; One hit on the ally of `struck`.
hitOnAlly:
        ldx     struck
        lda     skill + 12
        lsr
        lsr
        lsr
        lsr
        and     #7
.ifndef MSURE
        ora     #$30
.endif
        and     a:allyStatuses,x
        bne     allyIsHit
        lda     a:allyLevelNow,x
        sta     f:hwFactorA
        DRAW    $D8C6
        sta     f:hwFactorB
        WAIT_MULTIPLY
        lda     f:hwRemainder + 1
        cmp     levelSum
        beq     allyIsHit
        bcs     allyMissed
allyIsHit:
        inc     a:allyHits,x
        lda     a:allyHits,x
        cmp     #1
        bne     allyMissed
        stx     amount
        jsr     valueOnAlly
        jsr     inflictOnAlly
        ldx     struck
        lda     skill + 23
        bmi     allyMissed
        sta     changeByte
        jmp     changeAlly
allyMissed:
        rts

; Statuses of the skill on the ally of `struck`.
inflictOnAlly:
        lda     skill + 18
        beq     allyMissed
        sta     statusParameters
        lda     skill + 9
        beq     allyMissed
        sta     statusesWanted
        ldx     struck
        lda     a:allyStatuses,x
        cmp     #$FF
        beq     allyMissed
        lda     skill + 18
        rol
        rol
        rol
        and     #3
        ldx     duelUser
        jsr     addA
        lda     a:enemyStats,x
        sta     statusStat
        lda     skill + 18
        lsr
        lsr
        lsr
        lsr
        and     #3
        ldx     struck
        jsr     addA
        lda     a:allyStats,x
        sta     statusDefence
        ldx     struck
        lda     statusStat
        A16
        and     #$00FF
        sta     f:hwDividend
        A8
        lda     a:allyLevel,x
        sta     f:hwDivisor
        WAIT_DIVIDE
        lda     f:hwQuotient
        sta     single
        A16
        txa                             ; AAn8,X is his first timer
        clc
        adc     #.loword(allyTimers - enemyTimers)
        tax
        A8
        lda     #8
        sta     loopCount
inflictAllyNext:
        lsr     statusesWanted
        bcc     inflictAllyShift
        lda     a:enemyTimers,x
        bne     inflictAllyRuns
        jsr     inflictRoll
        bra     inflictAllyShift
inflictAllyRuns:
        clc
inflictAllyShift:
        ror     statusesTaken
        inx
        dec     loopCount
        bne     inflictAllyNext
        ldx     struck
        ldy     a:allyRecord,x
.ifdef MIMMUNE
        lda     #$FF
.else
        lda     a:recordImmunity,y
        eor     #$FF
.endif
        and     statusesTaken
        ora     a:allyStatuses,x
        sta     a:allyStatuses,x
        rts

; Ally X: level and stats by changeByte.
changeAlly:
        lda     changeByte
        bne     changeAllyBegins
        rts
changeAllyBegins:
        stx     changeUnit
        stz     a:allyChanged,x
        sta     statusesWanted
.ifdef MCHANGE
        lda     a:allyLevel,x
.else
        lda     a:allyLevelNow,x
.endif
        jsr     changeLimit
        bcs     changeAllyNever
        stz     changePart
        stz     changedBits
        lda     #1
        sta     changeBit
changeAllyNext:
        lsr     statusesWanted
        bcc     changeAllyShift
        DRAW    $DCC1
        and     #$3F
        cmp     rollLimit
        beq     changeAllyShift
        bcc     changeAllyShift
        lda     changeBit
        tsb     changedBits
        ldx     changeUnit
        lda     changePart
        bne     changeAllyStat
        lda     a:allyLevel,x
        jsr     changedValue
        lda     factor
        sta     a:allyLevel,x
        ldy     #changeOfLevel
        bra     changeAllyNote
changeAllyStat:
        lda     #4
        sec
        sbc     changePart
        jsr     addA
        lda     a:allyStats,x
        jsr     changedValue
        lda     factor
        sta     a:allyStats,x
        lda     #5
        sec
        sbc     changePart
        A16
        and     #$00FF
        clc
        adc     #changeOfLevel
        tay
        A8
changeAllyNote:
        lda     factor
        sec
        sbc     oldValue
        jsr     noteChange
changeAllyShift:
        asl     changeBit
        inc     changePart
        lda     changePart
        cmp     #5
        bne     changeAllyNext
        ldx     changeUnit
        lda     changedBits
        sta     a:allyChanged,x
changeAllyNever:
        rts

; A = not 0: an ally on the field was hit.
hitsOnField:
        stz     factor
        ldx     #ALLY_FIRST
hitsOnFieldNext:
        lda     a:allyState,x
        bit     #$40
        beq     hitsOnFieldSkip
        lda     a:allyHits,x
        tsb     factor
hitsOnFieldSkip:
        jsr     nextAllyBlockPlain
        bne     hitsOnFieldNext
        lda     factor
        rts

; Totals of allies.
settleAllies:
        ldx     #ALLY_FIRST
settleAlly:
        stx     struck
        lda     a:allyState,x
        bit     #$40
        beq     settleAllyOver
        DRAW    $CF13
        sta     bitsKept
.ifndef MONEDRAW
        DRAW    $CF13
.endif
        ora     bitsKept
        and     skill + 11
        and     #7
        sta     bitsKept
        beq     settleAllyTotal
        lda     a:allyHits,x
        beq     settleAllyOver
        jsr     displaceAlly
settleAllyTotal:
        ldx     struck
        lda     a:allyHits,x
        and     #$7F
        beq     settleAllyOver
        jsr     totalOfAlly
settleAllyOver:
        ldx     struck
        jsr     nextAllyBlockPlain
        bne     settleAlly
        rts

; Ally X is displaced by bitsKept.
displaceAlly:
        lda     a:allySkillState,x
        cmp     #$40
        bne     displaceTurn
        stz     a:allySkillState,x
displaceTurn:
        lda     bitsKept
        bit     #2
        beq     displaceHalf
        lda     a:allyFacing,x
        A16
        and     #$0003
        tay
        tyx
        A8
        lda     f:allyQuarters,x
        ldx     struck
        sta     a:allyFacing,x
displaceHalf:
        lda     bitsKept
        bit     #4
        beq     displacePush
        lda     a:allyFacing,x
        and     #3
.ifdef MTURN
        eor     #1
.else
        eor     #3
.endif
        sta     a:allyFacing,x
displacePush:
        lda     bitsKept
        lsr
        bcc     displaceOver
        jsr     takeUserBox
        ldx     struck
        lda     a:allyColumn,x
        sta     wayAt
        lda     userColumn
        sta     wayFrom
        lda     userWidth
        jsr     wayStep
        stx     wayAcross               ; its high byte is wayDown, set next
        ldx     struck
        lda     a:allyRow,x
        sta     wayAt
        lda     userRow
        sta     wayFrom
        lda     userHeight
        jsr     wayStep
        txa
        sta     wayDown
        sta     lineDown
.ifndef MPUSH
        lda     wayAcross
        sta     lineAcross
        jsr     pushAlly
        bcs     displaceOver
.endif
        stz     lineAcross
        jsr     pushAlly
        bcs     displaceOver
        lda     wayAcross
        sta     lineAcross
        stz     lineDown
        jsr     pushAlly
displaceOver:
        rts

allyQuarters:
        .byte   1, 3, 0, 2

; The ally of `struck` goes by lineAcross, lineDown into a free cell: carry set.
pushAlly:
        ldx     struck
        lda     a:allyColumn,x
        clc
        adc     lineAcross
        sta     lineColumn
        cmp     #7
        bcs     pushNot
        lda     a:allyRow,x
        clc
        adc     lineDown
        sta     lineRow
        cmp     #7
        bcs     pushNot
        asl
        asl
        asl
        clc
        adc     lineColumn
        jsr     gridOffsetOf
        lda     grid,y
        bit     #$0F
        bne     pushNot
        and     #$E0
        sta     cellKept
        sty     passAt
        jsr     freeAllyCell
        and     #$1F
        ora     cellKept
        ldy     passAt
        sta     grid,y
        lda     lineColumn
        sta     a:allyColumn,x
        sta     a:allyWantedColumn,x
        lda     lineRow
        sta     a:allyRow,x
        sta     a:allyWantedRow,x
        sec
        rts
pushNot:
        clc
        rts

; The cell of ally X becomes free; A = what it was.
freeAllyCell:
        lda     a:allyRow,x
        asl
        asl
        asl
        clc
        adc     a:allyColumn,x
        jsr     gridOffsetOf
        lda     grid,y
        pha
        and     #$E0
        sta     grid,y
        pla
        rts

; Ally X loses the total of A hits less his defence.
totalOfAlly:
        sta     amount
        ldy     a:allyDamage,x
        sty     word
        jsr     totalProduct
        jsr     stepBonus
        ldy     a:allyRecord,x
        lda     attackCoefficients
        and     #3
        cmp     #3
        beq     defenceNone
        eor     #3                      ; 0: a quarter, 1: half, 2: all
        dec     a
        sta     counter
        ldy     a:allyRecord,x
        lda     a:recordDefence,y
defenceShift:
        dec     counter
        bmi     defenceTaken
        lsr
        bra     defenceShift
defenceNone:
        lda     #0
defenceTaken:
.ifdef MDEFENCE
        lda     #0
.endif
        A16
        and     #$00FF
        sta     word
        lda     rawTotal
        sec
        sbc     word
        bcs     defenceLeft
        lda     #0
defenceLeft:
        sta     rawTotal
        A8
        jsr     allyTotalStore
        ldy     a:allyRecord,x
        A16
        lda     a:recordHp,y
        sta     oldHp
        sec
        sbc     a:allyTotal,x
        bcs     totalOfAllyStore
        lda     #0
totalOfAllyStore:
        sta     single
        sta     a:recordHp,y
        A8
        jsr     noteHp
        ldx     struck
        bra     allyMayFall

; Ally X takes one hit of the value that is set, without defence.
hurtAlly:
        lda     #1
        sta     amount
        stx     loser
        jsr     damageAlly
        ldx     loser

; Ally X falls when he has no HP.
allyMayFall:
        ldy     a:allyRecord,x
        lda     a:recordHp,y
        ora     a:recordHp + 1,y
        bne     allyStands
        lda     a:allyStatuses,x
        cmp     #$FF
        beq     allyLeaves
        lda     #$FF
        sta     a:allyStatuses,x
        stz     a:allySkillState,x
        jmp     clearAllyTimers
allyLeaves:
        stz     a:allyState,x
        jmp     freeAllyCell
allyStands:
        rts

clearAllyTimers:
        A16
        lda     #0
        sta     a:allyTimers,x
        sta     a:allyTimers + 2,x
        sta     a:allyTimers + 4,x
        sta     a:allyTimers + 6,x
        A8
        rts

; Ally X is up again when he has HP.
standUp:
        lda     a:allyStatuses,x
        cmp     #$FF
        bne     allyStands
        ldy     a:allyRecord,x
        lda     a:recordHp,y
        ora     a:recordHp + 1,y
        beq     allyStands
        stz     a:allyStatuses,x
        rts

; A = the statuses that the skill takes away.
curedStatuses:
        lda     skill + 18
        beq     curesSome
        lda     #0
        rts
curesSome:
        lda     skill + 9
        rts

recover:
        lda     duelUser + 1
        cmp     #>ALLY_FIRST
        bne     recoverEnemies
        jsr     listAllies
        stz     hitsLeft
recoverNext:
        lda     hitsLeft
        cmp     alliesListed
        beq     recovered
        jsr     listedAlly
        stx     struck
        stx     amount
        jsr     valueOnAlly
        ldx     struck
        lda     #1
        sta     a:allyHits,x
        sta     amount
        jsr     healAlly
        ldx     struck
.ifndef MSTAND
        jsr     standUp
.endif
        jsr     curedStatuses
        beq     recoverChange
        sta     statusesTaken
        lda     a:allyStatuses,x
        cmp     #$FF
        beq     recoverChange
        lda     statusesTaken
        eor     #$FF
        and     a:allyStatuses,x
        sta     a:allyStatuses,x
        A16
        txa
        clc
        adc     #.loword(allyTimers - enemyTimers)
        tax
        A8
        jsr     clearTimers
recoverChange:
        ldx     struck
        lda     skill + 23
        bmi     recoverOver
        sta     changeByte
        jsr     changeAlly
recoverOver:
        inc     hitsLeft
        bra     recoverNext
recovered:
        rts

; The timers AAn8,X of the statuses in 0313 become 0.
clearTimers:
        lda     statusesTaken
clearTimersNext:
        beq     recovered
        lsr
        bcc     clearTimersSkip
        stz     a:enemyTimers,x
clearTimersSkip:
        inx
        cmp     #0
        bra     clearTimersNext

recoverEnemies:
        lda     #1
        sta     areaNumber
        jsr     numberEnemies
        ldx     #ENEMY_BEFORE_FIRST
recoverEnemy:
        jsr     nextPresentEnemy
        bcs     recovered
        lda     a:enemyInArea,x
        beq     recoverEnemy
        ldy     a:enemySpecies,x
        lda     a:speciesType,y
        bit     #TYPE_OBJECT
        bne     recoverEnemy
        stx     struck
        stx     amount
        jsr     healEnemy
        ldx     struck
        lda     #1
        sta     a:enemyHits,x
        jsr     loseTotal
        ldx     struck
        jsr     curedStatuses
        sta     statusesTaken
        eor     #$FF
        and     a:enemyStatuses,x
        sta     a:enemyStatuses,x
        jsr     clearTimers
        ldx     struck
        stx     amount
        jsr     changeEnemy
        ldx     struck
        bra     recoverEnemy

; Who has no HP leaves; the result of the battle.
settleDefeats:
        stz     leadersLeft
        stz     leaderGone
        ldx     #ENEMY_BEFORE_FIRST
defeatNext:
        jsr     nextPresentEnemy
        bcs     defeatsSeen
        ldy     a:enemySpecies,x
        lda     a:speciesType,y
        and     #$08
        sta     isLeader
        lda     a:enemyStatuses,x
        bmi     isDefeated
        lda     a:enemyHp,x
        ora     a:enemyHp + 1,x
        beq     isDefeated
        lda     isLeader
        tsb     leadersLeft
        bra     defeatNext
isDefeated:
        jsr     enemyLeaves
        lda     isLeader
        tsb     leaderGone
        bra     defeatNext
defeatsSeen:
        lda     leaderGone
        beq     defeatResult
        lda     leadersLeft
        bne     defeatResult
        ldx     #ENEMY_BEFORE_FIRST
breakDownNext:
        jsr     nextPresentEnemy
        bcs     defeatResult
        ldy     a:enemySpecies,x
        lda     a:speciesType,y
.ifdef MLEADER
        bit     #0
.else
        bit     #TYPE_BREAKDOWN
.endif
        beq     breakDownNext
        jsr     enemyLeaves
        bra     breakDownNext
defeatResult:
        ldx     #ALLY_FIRST - ALLY_SIZE
resultAlly:
        jsr     nextPresentAlly
        bcs     resultLost
        lda     a:allyStatuses,x
        bmi     resultAlly
        ldx     #ENEMY_BEFORE_FIRST
resultEnemy:
        jsr     nextPresentEnemy
        bcs     resultWon
        ldy     a:enemySpecies,x
        lda     a:speciesType,y
        bit     #TYPE_OBJECT
        bne     resultEnemy
        rts
resultLost:
        lda     #2
        bra     resultStore
resultWon:
        lda     #1
resultStore:
        sta     battleResult
        rts

; Enemy X leaves.
enemyLeaves:
        stz     boxCode
        jsr     takeBoxOf
        stz     a:enemyState,x
        stz     a:enemySkillState,x
        rts

; The box of enemy X gets the code of 0313.
takeBoxOf:
        ldy     a:enemySpecies,x
        lda     a:speciesWidth,y
        sta     boxWidth
        lda     a:speciesHeight,y
        sta     boxHeight
        lda     a:enemyRow,x
        asl
        asl
        asl
        clc
        adc     a:enemyColumn,x
        jmp     fillBox
