; The player half of a tick (T6 of PROGRAM.md): the step that is under way, the acting ally, and
; what the pad orders.

playerHalf:
        lda     phaseFlags              ; a
        bit     #$08
        beq     playerNoStep
        ldx     currentAlly
        JSR_EXIT allyStepFrame
        lda     exitCode
        cmp     #1
        beq     playerArrived
        lda     #$FF
        sta     nobodyAble
        rts
playerArrived:
        stz     phaseFlags
        stz     a:allySkillState,x
        stz     nobodyAble
        rts

playerNoStep:
.ifdef DUEL
        jsr     enemyWalks
        bcs     playerEnd
.endif
        jsr     findActingAlly          ; b
        bcc     playerActs
        lda     #$80
        sta     nobodyAble
        rts
playerActs:
        jsr     setCurrentAlly
        stz     nobodyAble
        lda     padHeld + 1             ; c, d
        and     #PAD_START | PAD_SELECT
        beq     playerOrders
        cmp     #PAD_START
        beq     playerEnd
        jmp     playerSelect
playerOrders:
        lda     areaMode                ; e
        beq     playerCommand
        lda     padHeld
        bit     #PAD_L | PAD_R
        beq     areaNoTurn
        jmp     allyTurnPoints
areaNoTurn:
        cmp     #0
        bpl     areaNoUse
        stz     areaMode
        bra     playerUse
areaNoUse:
        lda     padHeld + 1
        bpl     playerEnd               ; B
        stz     areaMode
playerEnd:
        rts

playerCommand:                          ; f
        lda     padHeld
        bmi     playerUse               ; A
        lda     padHeld + 1
        bmi     playerUseCharged        ; B
        lda     padHeld
        bit     #PAD_X
        bne     playerItem
        and     #PAD_L | PAD_R
        beq     playerNoTurn
        cmp     #PAD_R
        beq     playerTurnRight
        cmp     #PAD_L
        beq     playerTurnLeft
        jsr     allyPass                ; both
        JSR_EXIT nextAlly
        lda     exitCode
        bne     playerEnd
        stx     currentAlly
        rts
playerNoTurn:
        lda     padHeld + 1
        bit     #PAD_Y
        beq     playerNoY
        jmp     allyPass
playerNoY:
        jmp     playerWalk

; Use: the skill of the cursor with its charge, with 16 for 0, or record 15 at once (an item).
playerUse:
.ifdef MENU
        lda     menuSkill
        jmp     duelUse
playerUseCharged:
        lda     menuSkill
        jmp     duelUseCharged
playerItem:
        jmp     duelItem
.elseif .defined(DUEL)
        lda     skillCursor
        jmp     duelUse
playerUseCharged:
        lda     skillCursor
        jmp     duelUseCharged
playerItem:
        jmp     duelItem
.else
        stx     candidate
        jsr     chargeOfCursor
        bra     useCursor
playerUseCharged:
        stx     candidate
        jsr     chargeOfCursorOr16
useCursor:
        sta     chargeByte
        lda     skillCursor
        bra     useStore
playerItem:
        stx     candidate
        stz     chargeByte
        lda     #15
useStore:
        ldx     candidate
        sta     a:allySkill,x
        lda     chargeByte
        sta     a:allyChargeLength,x
        sta     a:allyCharge,x
        lda     #$40
        sta     a:allySkillState,x
        rts
.endif

; R: 0 -> 1 -> 3 -> 2 -> 0. L: 0 -> 2 -> 3 -> 1 -> 0. Other facings become 0.
playerTurnRight:
        lda     a:allyFacing,x
        beq     faceOne
        cmp     #1
        beq     faceThree
        cmp     #3
        beq     faceTwo
        bra     faceZero
playerTurnLeft:
        lda     a:allyFacing,x
        beq     faceTwo
        cmp     #2
        beq     faceThree
        cmp     #3
        beq     faceOne
faceZero:
        lda     #0
        bra     playerTurned
faceOne:
        lda     #1
        bra     playerTurned
faceTwo:
        lda     #2
        bra     playerTurned
faceThree:
        lda     #3
playerTurned:
        sta     a:allyFacing,x
.ifdef MENU
        jsr     stillOfTurn
.endif
        jsr     allyTurnPoints
        jmp     allyTurnFlags

; Select held: area mode or the cursors.
playerSelect:
        lda     padHeld + 1
        bit     #PAD_START
        bne     selectArea
        bit     #PAD_RIGHT
        bne     selectNextSkill
        bit     #PAD_LEFT
        bne     selectPreviousSkill
        bit     #PAD_DOWN
        bne     selectNextTarget
        bit     #PAD_UP
        beq     selectDone
        lda     targetCursor
        dec     a
        bpl     selectTargetStore
        lda     #14
selectTargetStore:
        sta     targetCursor
selectDone:
        rts
selectNextTarget:
        lda     targetCursor
        inc     a
        cmp     #15
        bne     selectTargetStore
        lda     #0
        bra     selectTargetStore
selectNextSkill:
        lda     skillCursor
        inc     a
        bra     selectSkillStore
selectPreviousSkill:
        lda     skillCursor
        dec     a
selectSkillStore:
        and     #15
        sta     skillCursor
        rts
selectArea:
        lda     #1
        sta     areaMode
        rts

; The acting ally: 035A, then up to four more in formation order. Carry clear: X = it. Carry set:
; nobody, 035A as it was.
findActingAlly:
        ldx     currentAlly
        stx     allyKept
        lda     #5
        sta     candidatesLeft
actingTry:
        stx     candidate
        jsr     allyPresent
        beq     actingNext
        stx     currentAlly
        JSR_EXIT allyCanAct
        lda     exitCode
        bne     actingNext
        clc
        rts
actingNext:
        dec     candidatesLeft
        beq     actingNobody
        ldx     candidate
        JSR_EXIT nextAlly
        lda     exitCode
        cmp     #2
        bne     actingTry
actingNobody:
        ldx     allyKept
        stx     currentAlly
        sec
        rts

; Walk of ally X: it faces the direction, then steps if the cell is free.
playerWalk:
        lda     a:allyColumn,x
        sta     wantedColumn
        lda     a:allyRow,x
        sta     wantedRow
        lda     padHeld + 1
        bit     #PAD_UP
        bne     walkUp
        bit     #PAD_DOWN
        bne     walkDown
        bit     #PAD_LEFT
        bne     walkLeft
        bit     #PAD_RIGHT
        bne     walkRight
        rts
walkUp:
        dec     wantedRow
        lda     a:allyFacing,x
        ora     #$02
        bra     walkFaced
walkDown:
        inc     wantedRow
        lda     a:allyFacing,x
        and     #$FD
        bra     walkFaced
walkLeft:
        dec     wantedColumn
        lda     a:allyFacing,x
        ora     #$01
        bra     walkFaced
walkRight:
        inc     wantedColumn
        lda     a:allyFacing,x
        and     #$FE
walkFaced:
        sta     a:allyFacing,x
        lda     wantedColumn
        cmp     #7                      ; FFh is outside as well
        bcs     walkBlocked
        lda     wantedRow
        cmp     #7
        bcs     walkBlocked
        asl
        asl
        asl
        clc
        adc     wantedColumn
        jsr     gridOffsetOf
        lda     grid,y
        and     #$0F
        bne     walkBlocked
        sty     gridOffset
        lda     wantedColumn
        sta     a:allyWantedColumn,x
        lda     wantedRow
        sta     a:allyWantedRow,x
        lda     a:allyRow,x
        asl
        asl
        asl
        clc
        adc     a:allyColumn,x
        jsr     gridOffsetOf
        lda     grid,y
        and     #$E0
        sta     grid,y
        jsr     allyCode
        sta     cost
        ldy     gridOffset
        lda     grid,y
        and     #$E0
        ora     cost
        sta     grid,y
        jmp     allyStep
walkBlocked:
        rts

; Y = A as a cell offset.
gridOffsetOf:
        A16
        and     #$00FF
        tay
        A8
        rts

; A = number of ally X + 1.
allyCode:
        A16
        txa
        sec
        sbc     #ALLY_FIRST - ALLY_SIZE
        lsr
        lsr
        lsr
        lsr
        lsr
        lsr
        A8
        rts
