; Fields on the grid: made by a skill, fired one kind at a time, lost by chance. C1:10B3, 1F06,
; 1ECE, 1FB2, 1FEA, 2029.

; C1:10B3 as a call: byte 22 of the record of 0368 is the one item byte that was given.
callCreateField:
        A16
        lda     skillRecordPointer
        clc
        adc     #22
        cmp     itemByteAddress
        A8
        beq     createFieldGiven
        lda     #0
        bra     createField
createFieldGiven:
        lda     itemByteValue

; C1:10B3: twice byte 22 (A), its upper three bits: the field of every cell whose mark has a low
; nibble. Exits: 1 = C1:10C4 none, bit 7 is clear or the battle is number 23h; 2 = C1:10EF done.
createField:
        asl
        and     #$E0
        bpl     createNone
        sta     newField
        lda     formationCell
        cmp     #$23
        beq     createNone
        lda     newField
        sta     newFieldHere
        sta     newFieldThere
        ldy     #0
createCell:
        lda     areaMarks,y
        and     #$0F
        beq     createNext
        lda     grid,y
        and     #$1F
        ora     newField
        sta     grid,y
createNext:
        jsr     nextCell
        bne     createCell
        stz     loopCount
        stz     loopTop
        EXIT    2
createNone:
        EXIT    1

; Y := the next cell of columns 0-6 in rows 0-6, row by row; Z set: there is none, Y = 56.
nextCell:
        iny
        tya
        and     #7
        cmp     #7
        bne     nextCellHere
        iny
nextCellHere:
        cpy     #56
        rts

; C1:1F06: counter FEFD goes on and chooses the kind by its low two bits. Always exit 1 = C1:3D2B.
nextField:
        inc     fieldCounter
        lda     fieldCounter
.ifdef MCYCLE
        dec     a
.endif
        A16
        and     #3
        tax
        asl
        tay
        A8
        lda     f:fieldCodes,x
        sta     amount
        lda     f:fieldDamages,x
        sta     fieldDamage
        lda     f:fieldBits,x
        sta     fieldBit
        tyx
        A16
        lda     f:fieldFlashes,x
        sta     targetBlock             ; 0360
        A8
        EXIT    1

fieldCodes:
        .byte   $80, $A0, $C0, $E0      ; water, poison, fire, electric
fieldDamages:
        .byte   8, 16, 24, 32
fieldBits:
        .byte   8, 4, 2, 1
fieldFlashes:
        .word   $7FE0, $7C1F, $001F, $3FFF

; C1:1ECE: cells with the field of 0310 are marked and counted; each draws, and a low nibble of 0
; takes its field. A = 030A = how many.
decayFields:
        stz     fieldCells
        ldy     #0
decayCell:
        lda     grid,y
        and     #$E0
        cmp     amount
        bne     decayNext
        lda     #$0F
        sta     areaMarks,y
        inc     fieldCells
        DRAW    $1ECE
.ifdef MDECAY
        and     #$07
.else
        and     #$0F
.endif
        bne     decayNext
        lda     grid,y
        and     #$1F
        sta     grid,y
decayNext:
        jsr     nextCell
        bne     decayCell
        lda     #7
        sta     loopCount
        sta     loopTop
        lda     fieldCells
        rts

; C1:1FB2 as a call: the totals are left out.
callFieldPass:
        lda     #1
        sta     totalsLeftOut
        jsr     fieldPass
        stz     totalsLeftOut
        stz     exitCode
        rts

; C1:1FB2: every marked cell with somebody on it, row by row; 031A = the cell, 0385 = 10h at the
; end.
fieldPass:
        ldy     #0
passCell:
        sty     passAt
        lda     areaMarks,y
        beq     passNext
        lda     grid,y
        bit     #$0F
        beq     passNext
        bit     #$10
        bne     passOnEnemy
        jsr     fieldOnAlly
        bra     passNext
passOnEnemy:
        jsr     fieldOnEnemyApplied
passNext:
        ldy     passAt
        sty     fieldCell
        jsr     nextCell
        bne     passCell
        stz     loopCount
        stz     loopTop
        lda     #$10
        sta     fieldPassDone
        rts

; C1:1FEA: the field on the ally of cell byte A. Exits: 1 = C1:1E1C hurt, 2 = C1:1E45 healed.
fieldOnAlly:
        A16
        and     #$000F
        dec     a
        asl
        asl
        asl
        asl
        asl
        asl
        adc     #ALLY_FIRST             ; carry is clear
        sta     fieldAlly
        tax
        A8
        jsr     takeFieldDamage
        ldy     a:allyRecord,x
        lda     a:recordFieldAbsorb,y
        and     fieldBit
        bne     fieldHealsAlly
        jsr     setAllyDamage
        lda     totalsLeftOut
        bne     fieldHurtAlly
        jsr     damageAlly
fieldHurtAlly:
        EXIT    1
fieldHealsAlly:
        jsr     setAllyAbsorb
        lda     totalsLeftOut
        bne     fieldHealedAlly
        jsr     healAlly
fieldHealedAlly:
        EXIT    2

; 0310 (word) = the damage of the kind that fires.
takeFieldDamage:
        lda     fieldDamage
        sta     amount
        stz     amount + 1
        rts

; C1:2029: the field on the enemy of cell byte A, nothing when it was hurt already or no field
; touches its species. Exit 1 =
; C1:CE0B: its total stands.
fieldOnEnemy:
        A16
        and     #$000F
        dec     a
        asl
        asl
        asl
        asl
        adc     #ENEMY_FIRST            ; carry is clear
        sta     fieldEnemy
        tax
        A8
        jsr     takeFieldDamage
        lda     a:enemyHits,x
        bne     fieldSkips
        ldy     a:enemySpecies,x
        lda     a:speciesEvade + 1,y
        lsr
        bcs     fieldSkips
        lda     a:speciesFieldAbsorb,y
        lsr
        lsr
        lsr
        lsr
        and     fieldBit
        bne     fieldHealsEnemy
        jsr     setEnemyDamage
        bra     fieldTotal
fieldHealsEnemy:
        jsr     setEnemyAbsorb
.ifdef MABSORB
        inc     a:enemyHits,x
.endif
fieldTotal:
        lda     totalsLeftOut
        bne     fieldTotalHere
        jsr     enemyTotalStore
fieldTotalHere:
        EXIT    1
fieldSkips:
        rts

; The same with what it does to HP and order points (decision of PROGRAM.md).
fieldOnEnemyApplied:
        stz     exitCode
        jsr     fieldOnEnemy
        lda     exitCode
        beq     fieldApplied
        lda     totalsLeftOut
        bne     fieldApplied
        ldx     fieldEnemy
        ldy     a:enemySpecies,x
        lda     abilityMask
        bmi     fieldAppliesRecovery
        jsr     damageEnemyHp
        ldx     fieldEnemy
        jsr     loadRow
        jmp     orderDamage
fieldAppliesRecovery:
        lda     #0                      ; Z set
        jmp     healEnemyHp
fieldApplied:
        rts

; 18: a field on the lattice of rows b and columns c.
effectField:
        jsr     loadSkillBytes
        lda     #$0F
        jsr     markLattice
        lda     skill + 22
        jmp     createField

; 19: the next kind fires.
effectFieldsFire:
        stz     skillShape
        ldx     #ENEMY_BEFORE_FIRST
fireClear:
        jsr     nextPresentEnemy
        bcs     fireCleared
        stz     a:enemyDealt,x
        stz     a:enemyHits,x
        bra     fireClear
fireCleared:
        jsr     nextField
        jsr     clearMarks
        jsr     decayFields
        cmp     #0
        beq     fireNone
        jmp     fieldPass
fireNone:
        rts

; The marks := A in rows y with bit y of b and columns x with bit x of c, 0 elsewhere.
markLattice:
        sta     latticeMark
        jsr     clearMarks
        lda     operandB
        sta     latticeRows
        ldy     #0
latticeRow:
        lda     operandC
        sta     latticeColumns
        lda     #7
        sta     columnsLeft
        lsr     latticeRows
        bcs     latticeCell
        stz     latticeColumns
latticeCell:
        lsr     latticeColumns
        bcc     latticeNext
        lda     latticeMark
        sta     areaMarks,y
latticeNext:
        iny
        dec     columnsLeft
        bne     latticeCell
        iny
        cpy     #56
        bne     latticeRow
        rts
