; The menu image: orders through windows, still frames ("MENU.md").

MENU_FIELD      = 0
MENU_MAIN       = 1
MENU_LIST       = 2
MENU_TARGET     = 3
MENU_ORDER      = 4
MENU_ENTRIES    = 5
MENU_CELLS      = 56

menuSaved       = $2400         ; pages 03 and 04 while targets are marked
menuTargets     = $2600         ; not 0: a target, by cell
orderWord       = $2700         ; 16 bit
menuHeldBefore  = $2702         ; 16 bit
menuNewly       = $2704         ; 16 bit, low byte A X L R, high byte B Y Select Start and directions
stillFrames     = $2706         ; 16 bit
menuState       = $2708
mainCursor      = $2709
listCursor      = $270A
targetCell      = $270B
textSpeed       = $270C
menuSkill       = $270D
menuAlly        = $270E         ; 16 bit
menuFound       = $2710
unitsHit        = $2711

hwPadPort       = $004016

; One frame of a battle.
menuTick:
        jsr     readPadByBits
        ldx     padWord
        A16
        txa
        eor     menuHeldBefore
        and     padWord
        sta     menuNewly
        stx     menuHeldBefore
        lda     stillFrames
        beq     menuMoves
        dec     stillFrames
        A8
        jmp     menuShow
        .a16
menuMoves:
        A8
        lda     menuState
        bne     menuNotField
        jmp     menuField
menuNotField:
        dec     a
        bne     menuNotMain
        jsr     menuMain
        jmp     menuShow
menuNotMain:
        dec     a
        bne     menuNotList
        jsr     menuList
        jmp     menuShow
menuNotList:
        dec     a
        bne     menuOrdered
        jsr     menuTarget
        jmp     menuShow
menuOrdered:
        jsr     menuTickRuns
        stz     menuState
        jmp     menuShow

; A tick. Frames that began while it ran count as still ones.
menuTickRuns:
        jsr     tick
menuLate:
        lda     pending
        beq     menuOnTime
        dec     pending
        ldx     stillFrames
        beq     menuLate
        dex
        stx     stillFrames
        bra     menuLate
menuOnTime:
        rts

; Pad 1 to 1E04, bit by bit after the automatic reading: some cores end a frame just before or just
; behind the automatic one, which then has the buttons of the frame before.
readPadByBits:
        jsr     waitForPads
        lda     #1
        sta     f:hwPadPort
        lda     #0
        sta     f:hwPadPort
        ldx     #16
padBit:
        lda     f:hwPadPort
        lsr
        rol     padWord
        rol     padWord + 1
        dex
        bne     padBit
        rts

menuField:
        lda     menuNewly
        bpl     menuWalk                ; A
        lda     phase
        cmp     #2
        bne     menuWalk
        jsr     menuActor
        bcs     menuWalk
        stz     mainCursor
        lda     #MENU_MAIN
        ldx     #mainFrames
        jsr     menuOpen
        jmp     menuShow
menuWalk:
        lda     padWord + 1
        and     #PAD_UP | PAD_DOWN | PAD_LEFT | PAD_RIGHT
        sta     orderWord + 1
        lda     padWord
        and     #PAD_L | PAD_R
        cmp     #PAD_L | PAD_R
        bne     menuWalkWord
        lda     #0
menuWalkWord:
        sta     orderWord
        jsr     menuTickRuns

; The cells that a log shows.
menuShow:
        lda     textSpeed
        asl
        asl
        asl
        asl
        sta     menuFound
        lda     scenarioNumber
        and     #$0F
        ora     menuFound
        sta     scenarioNumber
        lda     menuState
        ldx     stillFrames
        beq     menuShowState
        ora     #$80
menuShowState:
        sta     targetCursor
        lda     menuState
        beq     menuShowCursor          ; 0
        cmp     #MENU_ORDER
        beq     menuShowNone
        dec     a
        beq     menuShowMain
        dec     a
        beq     menuShowList
        lda     targetCell
        bra     menuShowCursor
menuShowMain:
        lda     mainCursor
        bra     menuShowCursor
menuShowList:
        lda     listCursor
        bra     menuShowCursor
menuShowNone:
        lda     #0
menuShowCursor:
        sta     skillCursor
        rts

; State A, still frames by the text speed from the table at X.
menuOpen:
        sta     menuState
; Still frames by the text speed from the table at X are added.
addFramesBySpeed:
        A16
        lda     textSpeed
        and     #$00FF
        sta     word
        txa
        clc
        adc     word
        tax
        lda     f:$800000,x
        and     #$00FF
; A (16 bit) still frames are added; A8 afterwards.
addStill:
        clc
        adc     stillFrames
        sta     stillFrames
        A8
        rts

mainFrames:     .byte   8, 8, 8
listFrames:     .byte   6, 9, 12
targetFrames:   .byte   5, 5, 5
.ifdef MCLOSE
closeFrames:    .byte   3, 3, 4
.else
closeFrames:    .byte   3, 3, 3
.endif
startFrames:    .byte   31, 41, 51
endFrames:      .byte   60, 80, 100
nameFrames:     .byte   16, 24, 40

; Carry clear: menuAlly = the ally who would act. Leaves 035A as it is.
menuActor:
        lda     phaseFlags
        ora     enemyPhaseFlags
        and     #$18
        bne     menuNobody
        jsr     menuSavePages
        jsr     findActingAlly
        stx     menuAlly
        php
        jsr     menuRestorePages
        plp
        rts
menuNobody:
        sec
        rts

menuSavePages:
        A16
        ldx     #$0300
        ldy     #menuSaved
        lda     #$01FF
        mvn     #$7E, #$7E
        A8
        rts

menuRestorePages:
        A16
        ldx     #menuSaved
        ldy     #$0300
        lda     #$01FF
        mvn     #$7E, #$7E
        A8
        rts

menuMain:
        lda     menuNewly
        bmi     menuMainChosen
        lda     menuNewly + 1
        bmi     menuToField
        bit     #PAD_DOWN
        bne     menuMainDown
        bit     #PAD_UP
        beq     menuStays
        lda     mainCursor
        dec     a
        bpl     menuMainStore
        lda     #MENU_ENTRIES - 1
        bra     menuMainStore
menuMainDown:
        lda     mainCursor
        inc     a
        cmp     #MENU_ENTRIES
        bne     menuMainStore
        lda     #0
menuMainStore:
        sta     mainCursor
menuStays:
        rts
menuToField:
        stz     menuState
        rts
menuMainChosen:
        lda     mainCursor
        cmp     #2
        beq     menuItem
        bcs     menuMainDirect
        stz     listCursor
        lda     #MENU_LIST
        ldx     #listFrames
        jmp     menuOpen
menuItem:
        lda     #15
        jmp     menuToTarget
menuMainDirect:
        cmp     #3
        beq     menuStepInPlace
        ldx     #PAD_L | PAD_R
        bra     menuOrders
menuStepInPlace:
        ldx     #PAD_Y * 256
; The order word X.
menuOrders:
        stx     orderWord
        lda     #MENU_ORDER
        ldx     #closeFrames
        jmp     menuOpen

menuList:
        lda     menuNewly
        bmi     menuListChosen
        lda     menuNewly + 1
        bmi     menuToMain
        bit     #PAD_LEFT | PAD_RIGHT
        bne     menuListAcross
        bit     #PAD_DOWN
        bne     menuListDown
        bit     #PAD_UP
        beq     menuStays
        lda     listCursor
        dec     a
        dec     a
        bra     menuListStore
menuListDown:
        lda     listCursor
        inc     a
        inc     a
menuListStore:
        and     #15
        sta     listCursor
        rts
menuListAcross:
        lda     listCursor
        eor     #1
        sta     listCursor
        rts
menuToMain:
        lda     #MENU_MAIN
        sta     menuState
        rts
menuListChosen:
        lda     listCursor

; The targets of skill A: the next window, or none.
menuToTarget:
        sta     menuSkill
        jsr     menuActor
        bcs     menuStays
        jsr     markMenuTargets
        lda     menuFound
        beq     menuStays
        ldy     #0
menuFirstTarget:
        lda     menuTargets,y
        bne     menuFirstFound
        iny
        bra     menuFirstTarget
menuFirstFound:
        tya
        sta     targetCell
        lda     #MENU_TARGET
        ldx     #targetFrames
        jmp     menuOpen

; menuTargets of menuSkill and menuAlly; menuFound is not 0 when there are any.
markMenuTargets:
        stz     menuFound
        jsr     menuSavePages
        ldx     menuAlly
        stx     duelUser
        lda     menuSkill
        sta     duelSkill
        jsr     recordOf
        ldx     recordAt
        lda     battleSkills + 13 - 9,x
        bit     #$40
        bne     menuMarked
        lda     drillSkills + 8,x
        ldx     duelUser
        and     a:allyStatuses,x
        bne     menuMarked
        jsr     markRange
        ldx     recordAt
        lda     battleSkills + 13 - 9,x
        and     #$80
        lsr
        lsr
        lsr
        sta     sideSought
        ldy     #0
menuMarkCell:
        lda     areaMarks,y
        beq     menuMarkStore
        lda     grid,y
        bit     #$0F
        beq     menuMarkNone
        eor     sideSought
        and     #$10
        beq     menuMarkStore
        lda     #1
        sta     menuFound
        bra     menuMarkStore
menuMarkNone:
        lda     #0
menuMarkStore:
        sta     menuTargets,y
        iny
        cpy     #MENU_CELLS
        bne     menuMarkCell
menuMarked:
        jmp     menuRestorePages

menuTarget:
        lda     menuNewly
        bmi     menuConfirmed
        lda     menuNewly + 1
        bmi     menuTargetBack
        bit     #PAD_RIGHT
        bne     menuTargetRight
        bit     #PAD_LEFT
        bne     menuTargetLeft
        bit     #PAD_DOWN
        bne     menuTargetDown
        bit     #PAD_UP
        bne     menuTargetUp
        rts
menuTargetBack:
        lda     mainCursor
        cmp     #2
        bne     menuTargetToList
        jmp     menuToMain
menuTargetToList:
        lda     #MENU_LIST
        sta     menuState
        rts
menuConfirmed:
        lda     mainCursor
        beq     menuConfirmedA
        dec     a
        beq     menuConfirmedB
        ldx     #PAD_X
        jmp     menuOrders
menuConfirmedA:
        ldx     #PAD_A
        jmp     menuOrders
menuConfirmedB:
        ldx     #PAD_B * 256
        jmp     menuOrders

menuTargetRight:
        jsr     targetCellY
menuRightOn:
        iny
        cpy     #MENU_CELLS
        bne     menuRightLook
        ldy     #0
menuRightLook:
        lda     menuTargets,y
        beq     menuRightOn
        bra     menuTargetStore
menuTargetLeft:
        jsr     targetCellY
menuLeftOn:
        dey
        bpl     menuLeftLook
        ldy     #MENU_CELLS - 1
menuLeftLook:
        lda     menuTargets,y
        beq     menuLeftOn
        bra     menuTargetStore
menuTargetDown:
        lda     targetCell
menuDownOn:
        clc
        adc     #8
        cmp     #MENU_CELLS
        bcc     menuDownLook
        sbc     #MENU_CELLS - 1         ; carry is set here: the next column
        and     #7
menuDownLook:
        jsr     gridOffsetOf
        tya
        xba
        lda     menuTargets,y
        bne     menuTargetStore
        xba
        bra     menuDownOn
menuTargetUp:
        lda     targetCell
menuUpOn:
        sec
        sbc     #8
        bcs     menuUpLook
        dec     a                       ; the column before, in the last row
        and     #7
        ora     #MENU_CELLS - 8
menuUpLook:
        jsr     gridOffsetOf
        tya
        xba
        lda     menuTargets,y
        bne     menuTargetStore
        xba
        bra     menuUpOn
menuTargetStore:
        tya
        sta     targetCell
        rts

targetCellY:
        lda     targetCell
        jmp     gridOffsetOf

; ---- what a tick adds ----

; A use of skill duelSkill by duelUser took effect.
stillOfSkill:
        lda     duelSkill
        A16
        and     #$000F
        sta     word
        asl
        clc
        adc     word
        clc
        adc     #12
        jsr     addStill
        .a8
        lda     unitsHit
        A16
        and     #$00FF
        sta     word
        asl
        asl
        clc
        adc     word
        jsr     addStill
        .a8
        ldx     #nameFrames
        jmp     addFramesBySpeed

; unitsHit = units that skill duelSkill has hit.
countUnitsHit:
        stz     unitsHit
        lda     skill + 13
        bmi     hitsCounted
        lda     duelUser + 1
        cmp     #>ALLY_FIRST
        beq     countEnemiesStruck
        ldx     #ALLY_FIRST
countAllyHit:
        lda     a:allyHits,x
        beq     countAllyNext
        inc     unitsHit
countAllyNext:
        jsr     nextAllyBlockPlain
        bne     countAllyHit
        rts
countEnemiesStruck:
        ldx     #ENEMY_FIRST
countEnemyHit:
        cpx     #ENEMY_LIMIT
        bcs     hitsCounted
        lda     a:enemyState,x
        cmp     #$80
        beq     hitsCounted
        lda     a:enemyHits,x
        beq     countEnemyNext
        inc     unitsHit
countEnemyNext:
        A16
        txa
        clc
        adc     #ENEMY_SIZE
        tax
        A8
        bra     countEnemyHit
hitsCounted:
        rts

stillOfTurn:
        A16
        lda     #4
        jmp     addStill
        .a8

stillOfEnemyStep:
        A16
        lda     #7
        jmp     addStill
        .a8
