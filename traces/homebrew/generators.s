; The two random generators and the multiplication under the map's one. C1:6150, C0:B900, C0:BA16.

; One draw of the battle generator: A low = value, X and Y stay. In call mode draws may be given
; instead (page 1F), for the vectors that name values but no state.
draw:
        lda     suppliedDraws
        beq     battleGenerator
        dec     suppliedDraws
        phx
        lda     #0
        xba
        lda     suppliedIndex
        inc     suppliedIndex
        tax
        lda     suppliedList,x
        plx
        rts

; C1:6150: new = low byte of (state word / 13); the four bytes move down and the new one comes last.
; Four zeros are seeded first: 2E 16 34 12, mixed with the map generator and the battle timer unless
; 0070 is exactly 1.
battleGenerator:
        A16
        lda     battleGeneratorState
        ora     battleGeneratorState + 2
        bne     generatorSeeded
        lda     #$162E
        sta     battleGeneratorState
        lda     #$1234
        sta     battleGeneratorState + 2
        A8
        lda     a:demoFlag
        cmp     #1
        A16
        beq     generatorSeeded
        lda     battleGeneratorState
        eor     a:mapGenerator
        sta     battleGeneratorState
        lda     battleGeneratorState + 2
        eor     battleTimer
        sta     battleGeneratorState + 2
generatorSeeded:
        lda     battleGeneratorState
        sta     f:hwDividend
        A8
        lda     #13
        sta     f:hwDivisor
        WAIT_DIVIDE
        lda     f:hwQuotient
        pha
        lda     battleGeneratorState + 1
        sta     battleGeneratorState
        lda     battleGeneratorState + 2
        sta     battleGeneratorState + 1
        lda     battleGeneratorState + 3
        sta     battleGeneratorState + 2
        pla
        sta     battleGeneratorState + 3
        rts

; C0:B900: C := 3D09h * (C + 1); X := (C * X) >> 16. A and Y stay.
mapGeneratorDraw:
        A16
        pha
        lda     a:mapGenerator
        inc     a
        sta     a:factorTwo
        lda     #$3D09
        sta     a:factorOne
        A8
        jsr     multiply16
        A16
        lda     a:product
        sta     a:mapGenerator
        sta     a:factorTwo
        txa
        sta     a:factorOne
        A8
        jsr     multiply16
        A16
        lda     a:product + 2
        tax
        pla
        A8
        rts

; C0:BA16: 0034-0037 = word 0030 * word 0032, from four 8 x 8 products of the hardware. X and Y
; stay.
multiply16:
        lda     a:factorOne
        sta     f:hwFactorA
        lda     a:factorTwo
        jsr     partProduct
        sta     a:product
        A8
        lda     a:factorOne + 1
        sta     f:hwFactorA
        lda     a:factorTwo + 1
        jsr     partProduct
        sta     a:product + 2
        A8
        lda     a:factorOne
        sta     f:hwFactorA
        lda     a:factorTwo + 1
        jsr     partProduct
        jsr     addMiddle
        lda     a:factorOne + 1
        sta     f:hwFactorA
        lda     a:factorTwo
        jsr     partProduct
        jsr     addMiddle
        rts

; A (16 bit) = A low * the factor written before. Entered with 8, left with 16 bits.
        .a8
partProduct:
        sta     f:hwFactorB
        WAIT_MULTIPLY
        A16
        lda     f:hwRemainder
        rts

; The product of a low and a high byte goes into the middle. Entered with 16, left with 8 bits.
addMiddle:
        clc
        adc     a:product + 1
        sta     a:product + 1
        A8
        bcc     middleAdded
        inc     a:product + 3
middleAdded:
        rts
