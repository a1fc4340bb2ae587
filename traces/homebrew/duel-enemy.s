; The enemies' own decision in the duel. C1:8EA3 to 8EF0, 9252, 927E, 920C, E251, 2857, 285D, 8F5A,
; 913A, 91AB, 91C6, 90C5, 8F8D, 9014, E327, E348, E372, E393.

enemyDecides:
        ldx     actingEnemy
        stx     duelUser
        lda     a:enemyStep,x
        and     #15
.ifdef MPASSES
        cmp     #7
.else
        cmp     #8
.endif
        bcs     decisionMoves
        and     #3
        sta     slotTried
        bne     decisionSlot
        ldy     a:enemySpecies,x
        lda     a:speciesFieldAbsorb,y
        and     #15
        sta     amount
        DRAW    $8EA3
        and     #$1F
        cmp     amount
        bcc     decisionMoves
decisionSlot:
        DRAW    $8EB6
        and     #$C0
        beq     decisionGoesOn
        lda     slotTried
        sta     counter
        lda     rowCopy
slotDisabled:
        dec     counter
        bmi     slotBit
        asl
        bra     slotDisabled
slotBit:
        and     #$80
        bne     decisionGoesOn
        lda     actionPoints + 1
        beq     decisionGoesOn
        ldx     actingEnemy
        ldy     a:enemySpecies,x
        tyx
        lda     slotTried
        jsr     addA
        lda     a:speciesSkills,x
        sta     duelSkill
        jsr     recordOf
        jsr     markRange
        jsr     skillAllowed
        beq     decisionGoesOn
        jsr     statusesAllow
        beq     decisionGoesOn
        jsr     selectSkill
        bne     decisionMade
decisionGoesOn:
        jmp     enemyStepOn
decisionMade:
        rts

decisionMoves:
        jsr     enemyMoves
        ldx     actingEnemy
        lda     a:enemySkillState,x
        cmp     #$80
        bne     decisionMade
.ifndef MWALK
        jsr     enemyMovePoints
.endif
        jsr     enemyMoved
        ldx     actingEnemy
        stz     a:enemyCharge,x
        lda     #1
        sta     a:enemyFrames,x
        rts

; C1:9252: Z clear = the type of the skill lets the acting enemy use it.
skillAllowed:
        ldx     recordAt
        lda     battleSkills + 13 - 9,x
        bit     #$40
        bne     skillRefused
        cmp     #0
        bpl     skillTaken
        ldx     actingEnemy
        jsr     healWanted
        bne     skillTaken
        ldx     actingEnemy
        lda     a:enemyId,x
        cmp     #$D7
        bne     skillRefused
        ldx     #ENEMY_FIRST

; C1:927E: A = FFh (Z clear) when a recovery is wanted by the HP of enemy X, else 0.
healWanted:
        ldy     a:enemySpecies,x
        A16
        lda     a:enemyHp,x
        sta     f:hwDividend
        lda     a:speciesMaxHp,y
        asl
        asl
        asl
        asl
        bne     healDivides
        inc     a
healDivides:
        A8
        sta     f:hwDivisor
        WAIT_DIVIDE
        lda     #$1F
        sec
        sbc     f:hwQuotient
        sta     f:hwFactorA
        DRAW    $927E
        sta     f:hwFactorB
        WAIT_MULTIPLY
        lda     f:hwRemainder + 1
        bne     skillRefused
skillTaken:
        lda     #$FF
        rts
skillRefused:
        lda     #0
        rts

; C1:920C: Z clear = no ally has a status of the skill, or one draw in sixteen.
statusesAllow:
        DRAW    $920C
        and     #$F0
        beq     skillTaken
        stz     amount
        ldx     #ALLY_FIRST
statusesOfAlly:
        lda     a:allyState,x
        bit     #$40
        beq     statusesSkip
        lda     a:allyStatuses,x
        cmp     #$FF
        beq     statusesSkip
        tsb     amount
statusesSkip:
        jsr     nextAllyBlockPlain
        bne     statusesOfAlly
        ldx     recordAt
        lda     battleSkills + 9 - 9,x
        and     amount
        bne     skillRefused
        bra     skillTaken

; C1:E251: Z clear = the skill is taken up.
selectSkill:
        ldx     actingEnemy
        lda     duelSkill
        sta     a:enemySkill,x
        ldx     recordAt
        lda     drillSkills + 8,x
        ldx     actingEnemy
        and     a:enemyStatuses,x
        bne     skillRefused
        ldx     recordAt
        lda     battleSkills + 17 - 9,x
        and     #$F0
        ldx     actingEnemy
        sta     a:enemyCharge,x
        ldx     recordAt
        lda     battleSkills + 13 - 9,x ; a recovery seeks its own side
        and     #$80
        eor     #$80
        lsr
        lsr
        lsr
        jsr     pickTargetOf
        beq     skillRefused
        ldx     actingEnemy
        lda     pickedColumn
        sta     a:enemyTargetColumn,x
        lda     pickedRow
        sta     a:enemyTargetRow,x
        stz     a:enemyKind,x
        stz     enemyPhaseFlags
        lda     #$40
        sta     a:enemySkillState,x
        rts

; C1:2857: an ally in the range.
pickAllyTarget:
        lda     #$10

; C1:285D: somebody whose side bit is not that of A, from a drawn cell on: A = FFh (Z clear), his
; cell in 03ED/03EE; else 0.
pickTargetOf:
        sta     sideSought
        DRAW    $285D
        and     #$3F
        cmp     #$38
        bcc     pickFrom
        lda     #0
pickFrom:
        jsr     gridOffsetOf
        lda     #56
        sta     cellsLeft
pickCell:
        lda     areaMarks,y
        beq     pickCellNext
        lda     grid,y
        bit     #$0F
        beq     pickCellNext
        eor     sideSought
        bit     #$10
        bne     pickHere
pickCellNext:
        iny
        cpy     #56
        bne     pickCellOn
        ldy     #0
pickCellOn:
        dec     cellsLeft
        bne     pickCell
        lda     #0
        rts
pickHere:
        tya
        and     #7
        sta     pickedColumn
        tya
        lsr
        lsr
        lsr
        sta     pickedRow
        lda     #$FF
        rts

; C1:8F5A: the whole move.
enemyMoves:
        ldx     actingEnemy
        stz     a:enemyStep,x
        lda     a:enemyStatuses,x
        bit     #$02
        bne     moveOrder
        jsr     nearestAlly
        ldy     nearestBlock
        beq     moveNobody
        jsr     patternCode
        cmp     #$14
        bcc     moveKnown
        lda     #$0F
moveKnown:
        jsr     enemyAction
moveOrder:
        jmp     orderMove
moveNobody:
        rts

; C1:91F0: edges of the box of enemy X to 0314-0317.
takeEdges:
        ldy     a:enemySpecies,x
        lda     a:enemyColumn,x
        sta     edgeLeft
        clc
        adc     a:speciesWidth,y
        dec     a
        sta     edgeRight
        lda     a:enemyRow,x
        sta     edgeTop
        clc
        adc     a:speciesHeight,y
        dec     a
        sta     edgeBottom
        rts

; C1:91AB, 91C6: where ally Y is, 0-8 with 4 in line, to 0310 and 0311.
relativeColumn:
        ldx     edgeLeft                ; and the right one
        stx     word
        lda     a:allyColumn,y
        jsr     relativeTo
        sta     amount
        rts
relativeRow:
        ldx     edgeTop
        stx     word
        lda     a:allyRow,y
        jsr     relativeTo
        sta     rolledBits
        rts
relativeTo:
        cmp     word
        bcc     relativeBefore
        cmp     word + 1
        bcc     relativeWithin
        sbc     word + 1                ; carry is set
        bra     relativeShift
relativeWithin:
        lda     #0
        bra     relativeShift
relativeBefore:
        sec
        sbc     word
relativeShift:
        clc
        adc     #4
        bmi     relativeFar
        cmp     #9
        bcc     relativeIs
        lda     #8
relativeIs:
        rts
relativeFar:
        lda     #0
        rts

; How far A is from 4.
fromLine:
        sec
        sbc     #4
        bpl     fromLineIs
        eor     #$FF
        inc     a
fromLineIs:
        rts

; C1:913A: the nearest ally of enemy X: his number to ACn7, his block to 031E, 0 for none.
nearestAlly:
        jsr     takeEdges
        stx     loser
        ldy     #0
        sty     nearestBlock
        stz     nearestNumber
        lda     #$FF
        sta     nearestSum
        ldy     #ALLY_FIRST
        lda     #1
        sta     counter
nearestNext:
        lda     a:allyId,y
        cmp     #$FF
        beq     nearestSkip
        lda     a:allyState,y
        bit     #$40
        beq     nearestSkip
        lda     a:allyStatuses,y
        cmp     #$FF
        beq     nearestSkip
        jsr     relativeColumn
        jsr     relativeRow
        lda     amount
        jsr     fromLine
        sta     factor
        lda     rolledBits
        jsr     fromLine
        clc
        adc     factor
        cmp     nearestSum
        bcs     nearestSkip
        sta     nearestSum
        sty     nearestBlock
        lda     counter
        sta     nearestNumber
nearestSkip:
        tyx
        jsr     nextAllyBlockPlain
        php
        txy
        inc     counter
        plp
        bne     nearestNext
        ldx     loser
        lda     nearestNumber
        sta     a:enemyNearest,x
        rts

; C1:90C5: A = code of the movement pattern of enemy X for the ally of 031E.
patternCode:
        jsr     takeEdges
        stx     loser
        ldy     nearestBlock
        jsr     relativeColumn
        jsr     relativeRow
        ldx     loser
        lda     a:enemyFacing,x
        bit     #$40
        beq     patternNotLeft
        lda     #8
        sec
        sbc     amount
        sta     amount
patternNotLeft:
        lda     a:enemyFacing,x
        bpl     patternNotUp
        lda     #8
        sec
        sbc     rolledBits
        sta     rolledBits
patternNotUp:
        lda     amount
        sta     patternColumn
        lda     rolledBits
        sta     patternRow
        lda     a:enemyAbnormality,x
        beq     patternOwn
        dec     a
        pha
        lda     rowCopy
        bit     #$04
        bne     patternKept
        pla
        bra     patternChosen
patternKept:
        pla
patternOwn:
        ldy     a:enemySpecies,x
        lda     a:speciesPattern,y
patternChosen:
        sta     factor                  ; 5 * (9y + x) + 7p, five bits of it
        asl
        asl
        asl
        sec
        sbc     factor
        sta     factor
        lda     patternRow
        asl
        asl
        asl
        clc
        adc     patternRow
        clc
        adc     patternColumn
        sta     counter
        asl
        asl
        clc
        adc     counter
        clc
        adc     factor
        and     #$1F
        rts

; C1:8F8D: the acting enemy does what code A says.
enemyAction:
        and     #$1F
        cmp     #$0C
        bcc     actionSteps
        beq     actionStepsAnywhere
        cmp     #$10
        beq     actionTurnsLeft
        cmp     #$11
        beq     actionTurnsRight
        cmp     #$12
        beq     actionTurnsToAlly
        cmp     #$13
        beq     actionTurnsAnywhere
        rts
actionTurnsLeft:
        jmp     enemyTurnLeft
actionTurnsRight:
        jmp     enemyTurnRight
actionTurnsAnywhere:
        DRAW    $908E
        lsr
        bcc     actionTurnsRight
        bra     actionTurnsLeft
actionTurnsToAlly:
        stz     factor
        lda     patternColumn
        cmp     #4
        bcs     allyNotLeft
        lda     #$40
        tsb     factor
allyNotLeft:
        lda     patternRow
        cmp     #4
        bcs     allyNotUp
        lda     #$80
        tsb     factor
allyNotUp:
        ldx     actingEnemy
        lda     a:enemyFacing,x
        eor     factor
        jmp     enemyTurn
actionStepsAnywhere:
        DRAW    $9047
        rol
        rol
        rol
        and     #3
        jmp     stepOrTryAgain

; Codes 00-0B.
actionSteps:
        cmp     #4
        bcs     actionStepsFixed
        ldx     actingEnemy
        ldy     nearestBlock
        cmp     #0
        beq     actionTowardColumn
        cmp     #1
        beq     actionTowardRow
        cmp     #2
        beq     actionFromColumn
        lda     a:enemyRow,x            ; 03: the wanted row of the next block
        cmp     a:ENEMY_SIZE + enemyWantedRow,x
        bcc     goUp
        bra     goDown
actionTowardColumn:
        lda     a:enemyColumn,x
        cmp     a:allyColumn,y
        bcs     goLeft
        bra     goRight
actionTowardRow:
        lda     a:enemyRow,x
        cmp     a:allyRow,y
        bcs     goUp
        bra     goDown
actionFromColumn:
        lda     a:enemyColumn,x
        cmp     a:allyColumn,y
        bcc     goLeft
        bra     goRight
actionStepsFixed:
        beq     goRight                 ; 04
        cmp     #5
        beq     goDown
        cmp     #6
        beq     goLeft
        cmp     #7
        beq     goUp
        ldx     actingEnemy
        cmp     #8
        beq     goAhead
        cmp     #9
        beq     goOn
        cmp     #$0A
        beq     goBack
        lda     a:enemyFacing,x         ; 0B
        bmi     goDown
        bra     goUp
goAhead:
        lda     a:enemyFacing,x
        bit     #$40
        beq     goRight
        bra     goLeft
goOn:
        lda     a:enemyFacing,x
        bpl     goDown
        bra     goUp
goBack:
        lda     a:enemyFacing,x
        bit     #$40
        beq     goLeft
        bra     goRight
goUp:
        lda     #0
        bra     stepOrTryAgain
goDown:
        lda     #1
        bra     stepOrTryAgain
goLeft:
        lda     #2
        bra     stepOrTryAgain
goRight:
        lda     #3

; C1:9014: a step into direction A, once more at random when it is blocked at step 0 of the
; decision, then a random turn.
stepOrTryAgain:
        sta     stepWay
        ldx     actingEnemy
        ldy     a:enemySpecies,x
        lda     a:speciesType,y
        bit     #TYPE_OBJECT
        bne     stepStays
stepTriesAgain:
        jsr     enemyStepsBy
        bcs     stepStays
        ldx     actingEnemy
        lda     a:enemySkillState,x
        bmi     stepStays
        lda     a:enemyStep,x
        bne     stepGivesUp
        inc     a
        sta     a:enemyStep,x
        DRAW    $9047
        rol
        rol
        rol
        and     #3
        sta     stepWay
        bra     stepTriesAgain
stepGivesUp:
        stz     a:enemyStep,x
        jmp     actionTurnsAnywhere
stepStays:
        rts

; C1:E327, E348, E372, E393: a step by stepWay (0 up, 1 down, 2 left, 3 right); carry set: it begins.
enemyStepsBy:
        ldx     actingEnemy
        lda     a:enemyColumn,x
        sta     wantedColumn
        lda     a:enemyRow,x
        sta     wantedRow
        lda     stepWay
        beq     enemyStepsUp
        dec     a
        beq     enemyStepsDown
        dec     a
        beq     enemyStepsLeft
        lda     a:enemyFacing,x
        and     #$BF
        sta     a:enemyFacing,x
        lda     wantedColumn
        cmp     #6
        beq     enemyStays
        inc     wantedColumn
        bra     enemyTriesCell
enemyStepsUp:
        lda     a:enemyFacing,x
        ora     #$80
        sta     a:enemyFacing,x
        lda     wantedRow
        beq     enemyStays
        dec     wantedRow
        bra     enemyTriesCell
enemyStepsDown:
        lda     a:enemyFacing,x
        and     #$7F
        sta     a:enemyFacing,x
        lda     wantedRow
        cmp     #6
        beq     enemyStays
        inc     wantedRow
        bra     enemyTriesCell
enemyStepsLeft:
        lda     a:enemyFacing,x
        ora     #$40
        sta     a:enemyFacing,x
        lda     wantedColumn
        beq     enemyStays
        dec     wantedColumn
enemyTriesCell:
        lda     wantedColumn
        sta     a:enemyWantedColumn,x
        lda     wantedRow
        sta     a:enemyWantedRow,x
        jsr     moveBox
        cmp     #0
        bne     enemyStays
        ldx     actingEnemy
        lda     #$08
        sta     enemyPhaseFlags
        lda     #$80
        sta     a:enemySkillState,x
        sec
        rts
enemyStays:
        clc
        rts

; A frame of the step under way: carry set = there was one.
enemyWalks:
        lda     enemyPhaseFlags
        bit     #$08
        clc
        beq     enemyWalksNot
        ldx     actingEnemy
        lda     a:enemyCharge,x
        inc     a
        sta     a:enemyCharge,x
        cmp     a:enemyFrames,x
        bcc     enemyWalksOn
        lda     a:enemyWantedColumn,x
        sta     a:enemyColumn,x
        lda     a:enemyWantedRow,x
        sta     a:enemyRow,x
        stz     a:enemyCharge,x
        stz     a:enemySkillState,x
        lda     #$08
        trb     enemyPhaseFlags
.ifdef MENU
        jsr     stillOfEnemyStep
.endif
enemyWalksOn:
        lda     #$FF
        sta     nobodyAble
        sec
enemyWalksNot:
        rts

; C1:E327, E348, E372, E393 as their vectors run them. Exits: 1 = C1:E3C6, 2 = C1:E3DD a state
; without bit 20h.
callStepUp:
        lda     #0
        bra     callStep
callStepDown:
        lda     #1
        bra     callStep
callStepLeft:
        lda     #2
        bra     callStep
callStepRight:
        lda     #3
callStep:
        sta     stepWay
        jsr     enemyStepsBy
        stz     exitCode
        bcc     callStepOver
        inc     exitCode
        lda     a:enemyState,x
        bit     #$20
        bne     callStepOver
        inc     exitCode
callStepOver:
        rts

; C1:927E as its vectors run it: X = the acting enemy when the recovery is wanted.
callHealWanted:
        jsr     healWanted
        beq     callHealOver
        ldx     actingEnemy
        cmp     #0
callHealOver:
        rts
