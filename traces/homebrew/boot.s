; Start of the machine, the frame interrupt and the main loop.
; Work RAM is random at power-on on some emulator cores, hence all of bank 7E is cleared first.

reset:
        sei
        clc
        xce                             ; native mode
        rep     #$38                    ; 16 bit everywhere, decimal off
        .a16
        .i16
        ldx     #$02FF                  ; stack in page 02: pages 03 and up hold cells
        txs
        lda     #SCRATCH
        tcd
        A8
        lda     #$7E
        pha
        plb
        lda     #$8F
        sta     f:$002100               ; screen off
        lda     #0
        sta     f:$004200
        sta     f:$00420B
        sta     f:$00420C
        A16
        lda     #0
        tax
clearBank:
        sta     a:$0000,x
        inx
        inx
        bne     clearBank
        A8
        lda     #1
        ; ROM from bank 80 on is read at 3.58 MHz: a tick must fit into a frame
        sta     f:$00420D
        jml     $800000 + fastStart
fastStart:
        lda     #0
        jsr     loadScenario
        lda     #$81
        sta     f:$004200               ; NMI and automatic pad reading
mainLoop:
        wai
        lda     pending
        beq     mainLoop
        stz     pending
        jsr     readLine
        stx     startLine
        lda     phase
        bne     battleFrame
        jsr     menuFrame
        bra     mainLoop
battleFrame:
.ifdef MENU
        jsr     menuTick
.else
        jsr     tick
.endif
        jsr     measureTick
        bra     mainLoop

; One per vertical blank. Only sets a flag: a tick that takes too long must not be entered twice.
frame:
        rep     #$30
        .a16
        pha
        A8
        lda     f:$004210               ; acknowledge
.ifdef MENU
        lda     f:$7E0000 + SCRATCH + pending
        inc     a                       ; how many have come since the main loop looked
.else
        lda     #1
.endif
        sta     f:$7E0000 + SCRATCH + pending
        A16
        pla
        rti
        .a8
interrupt:
        rti

; X = the scan line that is being drawn (0..261).
readLine:
        lda     f:hwLatch
        lda     f:hwVertical
        sta     screenLine
        lda     f:hwVertical
        and     #$01
        sta     screenLine + 1
        lda     f:hwPpuStatus           ; next read of the counter starts with its low byte again
        ldx     screenLine
        rts

; Keeps the longest tick in scan lines, so that "it fits in a frame" is a measured figure.
measureTick:
        jsr     readLine
        A16
        txa
        sec
        sbc     startLine
        bcs     lineDifference
        adc     #262                    ; carry is clear here
lineDifference:
        cmp     worstLines
        bcc     measured
        sta     worstLines
        lda     sequenceBegin
        sta     worstSequence
measured:
        A8
        rts

; X = pad 1 as the automatic reading left it. The reading begins a little after the NMI, hence the
; delay.
waitForPads:
        ldx     #40
padDelay:
        dex
        bne     padDelay
padBusy:
        lda     f:hwStatus
        lsr
        bcs     padBusy
        A16
        lda     f:hwPads
        tax
        A8
        rts
