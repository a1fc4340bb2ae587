; Where the targets stand, and what they are worth before a skill. C1:E061, E0A2, E0B3, E127, D200,
; DFAF.

; C1:E061: 0312, 0313 = cell the skill of 0378 starts from: of an ally his own; of an enemy one of
; the middle, by two draws.
baseCell:
        ldx     skillUser
        lda     skillUser + 1
        cmp     #>ALLY_FIRST
        bne     baseCellEnemy
        lda     a:allyColumn,x
        sta     baseColumn
        lda     a:allyRow,x
        sta     baseRow
        rts
baseCellEnemy:
        ldy     a:enemySpecies,x
        DRAW    $E061
        and     #1
        sta     amount
        DRAW    $E061
        and     #1
        sta     amount + 1
        lda     a:enemyColumn,x
        asl
        clc
        adc     a:speciesWidth,y
        dec     a
        clc
        adc     amount
        lsr
        sta     baseColumn
        lda     a:enemyRow,x
        asl
        clc
        adc     a:speciesHeight,y
        dec     a
        clc
        adc     amount + 1
        lsr
        sta     baseRow
        rts

; C1:E0A2: 0314 = (attribute of the skill before + 1) & 15, then C1:E061. Always exit 1 = C1:E0B0.
keepAttribute:
        stz     loopTop
        lda     skill + 13
        inc     a
        and     #$0F
        sta     previousAttribute
        jsr     baseCell
        EXIT    1

; Bit 16 - 0314 of the word 0308, 0309 as FFh or 0 in attributeMark; 0308 and 0309 are 0 afterwards.
; 0314 = 0: 0. Entered with the high byte of the evade attributes in A, the low one in `factor`.
markAttribute:
        sta     attributeMark
        lda     previousAttribute
        beq     markNone
        sta     loopCount
        stz     loopTop
markShift:
        asl     factor
        rol     attributeMark
        dec     loopCount
        bne     markShift
        bcc     markNone
        lda     #$FF
        sta     attributeMark
        rts
markNone:
        stz     attributeMark
        rts

; C1:E0B3: for the present enemies after X: cells of the skill cleared, evade mark, where the
; attacker stands, level after the correction for side or back (not below 0). Always exit 1 =
; C1:E126.
prepareTargets:
        jsr     nextEnemy
        bmi     targetsPrepared
        beq     prepareTargets
        stz     a:enemyInArea,x
        stz     a:enemyDealt,x
        stz     a:enemyHits,x
        stz     a:enemyTaken,x
        ldy     a:enemySpecies,x
        lda     a:speciesEvade + 1,y
        sta     factor
        lda     a:speciesEvade,y
        jsr     markAttribute
        lda     attributeMark
        sta     a:enemyEvade,x
        lda     a:enemyLevel,x
        sta     amount
        jsr     facingCheck
        sta     a:enemySide,x
        cmp     #0
        beq     targetLevel
        bmi     targetBack
        lda     a:speciesSides,y
        and     #$0F
        bra     targetCorrect
targetBack:
        lda     a:speciesSides,y
        lsr
        lsr
        lsr
        lsr
targetCorrect:
        sta     rolledBits
        lda     amount
        sec
        sbc     rolledBits
        bcs     targetLevelAbove
        lda     #0
targetLevelAbove:
        sta     amount
targetLevel:
        lda     amount
        sta     a:enemyLevelNow,x
        bra     prepareTargets
targetsPrepared:
        EXIT    1

; C1:E127: A = 0 the attacker's cell is in front of enemy X, 1 at its side, 80h behind it. Facing:
; bit 7 up, bit 6 left. In front on an axis: not before the near edge; behind: not beyond the far
; one. Inside the width it is both.
facingCheck:
        ldy     a:enemySpecies,x
        stz     frontAxes
        stz     backAxes
        lda     a:enemyRow,x
        clc
        adc     a:speciesHeight,y
        dec     a
        sta     edge                    ; last row
        bit     a:enemyFacing,x         ; N = up, V = left
        bmi     facingUp
        lda     baseRow
        cmp     a:enemyRow,x
        rol     frontAxes               ; carry: not above the first row
        lda     edge
        cmp     baseRow
        rol     backAxes                ; carry: not below the last row
        bra     facingColumns
facingUp:
        lda     edge
        cmp     baseRow
        rol     frontAxes
        lda     baseRow
        cmp     a:enemyRow,x
        rol     backAxes
facingColumns:
        lda     a:enemyColumn,x
        clc
        adc     a:speciesWidth,y
        dec     a
        sta     edge
        lda     a:enemyFacing,x
        bit     #$40
        bne     facingLeft
        lda     baseColumn
        cmp     a:enemyColumn,x
        rol     frontAxes
        lda     edge
        cmp     baseColumn
        rol     backAxes
        bra     facingDecide
facingLeft:
        lda     edge
        cmp     baseColumn
        rol     frontAxes
        lda     baseColumn
        cmp     a:enemyColumn,x
        rol     backAxes
facingDecide:
        lda     frontAxes
        cmp     #3
        beq     facingFront
        lda     backAxes
        cmp     #3
        beq     facingBack
        lda     #1
        rts
facingFront:
        lda     #0
        rts
facingBack:
        lda     #$80
        rts

; C1:D200: ally X as a target: evade mark of his own and his gear's attributes, and level after the
; correction to +2E. 0310 = place of the attacker, a pair of bits an axis (columns low): 0 behind, 1
; in front, 2 level.
prepareAlly:
        ldy     a:allyRecord,x
        lda     a:recordEvade + 1,y
        ora     a:recordEvadeGear + 1,y
        sta     factor
        lda     a:recordEvade,y
        ora     a:recordEvadeGear,y
        jsr     markAttribute
        lda     attributeMark
        sta     a:allyEvade,x
        lda     a:allyLevel,x
        sta     rolledBits
        lda     a:allyFacing,x
        lsr
        lsr                             ; carry: up
        lda     baseRow
        ldy     #allyRow
        jsr     allyAxis
        asl
        asl
        sta     amount
        lda     a:allyFacing,x
        lsr                             ; carry: left
        lda     baseColumn
        ldy     #allyColumn
        jsr     allyAxis
        ora     amount
        sta     amount
        ldy     a:allyRecord,x
        cmp     #%0001                  ; in front on one axis, behind on the other: from the side
        beq     allySide
        cmp     #%0100
        beq     allySide
        bit     #%0101                  ; in front on an axis
        bne     allyUncorrected
        iny                             ; from behind: the next byte
allySide:
        lda     rolledBits
        sec
        sbc     a:recordSide,y
        bcs     allyCorrected
        lda     #0
        bra     allyCorrected
allyUncorrected:
        lda     rolledBits
allyCorrected:
        sta     a:allyLevelNow,x
        rts

; Axis of ally X: A = attacker's place, Y = offset of the ally's, carry = he looks towards 0. A = 0
; behind, 1 in front, 2 level.
allyAxis:
        php
        sta     edge
        stx     word
        A16
        tya
        clc
        adc     word
        tay
        A8
        lda     edge
        cmp     a:0,y
        beq     allyAxisLevel
        bcs     allyAxisAbove
        plp                             ; the attacker is nearer to 0
        bcs     allyAxisFront
        bra     allyAxisBehind
allyAxisAbove:
        plp
        bcc     allyAxisFront
allyAxisBehind:
        lda     #0
        rts
allyAxisFront:
        lda     #1
        rts
allyAxisLevel:
        plp
        lda     #2
        rts

; C1:DFAF: numbers the enemies in the marked cells, row by row, from 037B on; the first cell of an
; enemy counts. Always exit 1 = C1:DFEF.
numberEnemies:
        ldy     #0
        lda     #7
        sta     loopTop
numberRow:
        lda     #7
        sta     loopCount
numberCell:
        lda     areaMarks,y
        beq     numberNext
        lda     grid,y
        and     #$1F
        cmp     #$11
        bcc     numberNext
        dec     a
        asl
        asl
        asl
        asl
        sta     amount
        lda     #>ENEMY_FIRST
        sta     amount + 1
        ldx     amount
        lda     a:enemyInArea,x
        bne     numberNext
        lda     areaNumber
        sta     a:enemyInArea,x
        inc     areaNumber
numberNext:
        iny
        dec     loopCount
        bne     numberCell
        iny
        dec     loopTop
        bne     numberRow
        EXIT    1
