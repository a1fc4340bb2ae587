; An ally's answer to an enemy's skill. C1:A12C, 180B, 18BB.

; C1:A12C: the first ally who was hit and knows a skill against the attribute of byte 13, that no
; status disables: 035A = he, 036A = its id, 030B = its slot. Exits: 1 = C1:A17B nobody (a recovery,
; attribute 15), 2 = C1:A21B.
searchCounter:
        ldx     #ALLY_FIRST
copyHits:
        lda     a:allyHits,x
        sta     a:allyHitsCopy,x
        jsr     nextAllyBlockPlain
        bne     copyHits
        ldx     skillUser
        stx     attackerOffset
        lda     skill + 13
        bmi     searchNobody
        and     #$0F
        cmp     #$0F
        beq     searchNobody
        A16
        and     #$000F
        asl
        tax
        lda     f:attributeMasks,x
        sta     counterMask
        A8
        stz     loopCount
        stz     loopTop
        ldx     currentAlly
        stx     allyBefore
        ldx     #ALLY_FIRST
searchAlly:
        stx     amount
        txa
        sta     counterAlly
        lda     a:allyState,x
        bit     #$40
        beq     searchNext
        lda     a:allyHitsCopy,x
        beq     searchNext
        stx     currentAlly
        jsr     searchList
        bcs     searchFound
searchNext:
        jsr     nextAllyBlockPlain
        bne     searchAlly
        ldx     allyBefore
        stx     currentAlly
searchNobody:
        EXIT    1
searchFound:
        EXIT    2

; X += 40h; Z set: that was the last ally.
nextAllyBlockPlain:
        A16
        txa
        clc
        adc     #ALLY_SIZE
        tax
        A8
        cpx     #ALLY_LAST + ALLY_SIZE
        rts

; The bit of each attribute as a word: the first eight in 0386, the first of them its top bit; the
; others in 0387.
attributeMasks:
        .word   $0080, $0040, $0020, $0010, $0008, $0004, $0002, $0001
.ifdef MCOUNTER
        .res    16, 0
.else
        .word   $8000, $4000, $2000, $1000, $0800, $0400, $0200, $0100
.endif

; Carry set: a skill of ally X names the attribute and no status of his disables it. The last one
; that names it stays.
searchList:
        A16
        txa
        tay
        clc
        adc     #16
        sta     listEnd
        A8
searchSlot:
        lda     a:allyListSkill,y
        beq     searchSlotNext
        sta     factor
        lda     a:allyListCounterHigh,y
        and     counterMask
        bne     searchNamed
        lda     a:allyListFlags,y
        and     counterMask + 1
        beq     searchSlotNext
searchNamed:
        sty     counterSlot
        lda     factor
        sta     counterSkill
        lda     a:allyListDisabling,y
        and     a:allyStatuses,x
        beq     searchSlotFound
searchSlotNext:
        iny
        cpy     listEnd
        bne     searchSlot
        clc
        rts
searchSlotFound:
        sec
        rts

; C1:180B: whether the attacker of 03A8 stands on a marked cell. Exit 1 = C1:181C: yes.
attackerInRange:
        lda     attackerOffset
        lsr
        lsr
        lsr
        lsr
        inc     a
        ora     #$10
        jsr     findOccupant
        beq     attackerNotThere
        EXIT    1
attackerNotThere:
        rts

; C1:18BB: the first marked cell with occupant A: A = FFh (Z clear), 0310 = X = the cell, 0308 its
; column, 0309 its row; else A = 7 (Z set), and 7, 7 and the last cell.
findOccupant:
        sta     occupantSought
        ldy     #0
findCell:
        lda     areaMarks,y
        beq     findNext
        lda     grid,y
        and     #$1F
        cmp     occupantSought
        beq     findHere
findNext:
        sty     listEnd
        jsr     nextCell
        bne     findCell
        lda     #7
        sta     loopCount
        sta     loopTop
        ldx     listEnd
        stx     amount
        cpy     #56                     ; Z set
        rts
findHere:
        tya
        and     #7
        sta     loopCount
        tya
        lsr
        lsr
        lsr
        sta     loopTop
        tyx
        stx     amount
        lda     #$FF
        rts

; 21: an ally answers the attack of an enemy.
effectCounter:
        lda     enemyActs
        beq     counterNever
        jsr     effectEnemy
        bne     counterSought
counterNever:
        rts
counterSought:
        stx     skillUser
        ldy     currentAlly
        sty     counterAllyKept
        jsr     searchCounter
        lda     exitCode
        cmp     #2
        bne     counterOver
        lda     #$F0
        jsr     markLattice
        JSR_EXIT attackerInRange
        lda     exitCode
        beq     counterOver
        ldy     userAlly
        sty     counterUserKept
        lda     targetCursor
        sta     counterCursorKept
        lda     attackerOffset
        lsr
        lsr
        lsr
        lsr
        sta     targetCursor
        lda     counterSkill
        sta     operandA
        stz     operandB
        stz     operandC
        ldx     currentAlly
        stx     userAlly
        stz     pushesEnemies
        jsr     effectAlly
        beq     counterFired
        jsr     attackOfAlly
counterFired:
        lda     counterCursorKept
        sta     targetCursor
        ldy     counterUserKept
        sty     userAlly
counterOver:
        ldx     counterAllyKept
        stx     currentAlly
        stz     ALLY_FIRST + allyHits
        stz     ALLY_FIRST + ALLY_SIZE + allyHits
        stz     ALLY_FIRST + 2 * ALLY_SIZE + allyHits
        stz     ALLY_FIRST + 3 * ALLY_SIZE + allyHits
        rts
