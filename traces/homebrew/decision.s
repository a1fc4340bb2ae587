; What an enemy does when it may choose an action: the pad with Start held decides ("Enemy decision"
; of PROGRAM.md).

; Buttons of the low byte (0344) and the high byte (0345) of the pad word.
PAD_R       = $10
PAD_L       = $20
PAD_X       = $40
PAD_A       = $80
PAD_RIGHT   = $01
PAD_LEFT    = $02
PAD_DOWN    = $04
PAD_UP      = $08
PAD_START   = $10
PAD_SELECT  = $20
PAD_Y       = $40
PAD_B       = $80

enemyDecision:
        lda     padHeld + 1
        and     #PAD_START | PAD_SELECT
        cmp     #PAD_START
        bne     decisionNone
        lda     padHeld
        bmi     decisionSkill           ; A
        lda     padHeld + 1
        bmi     decisionCharged         ; B
        lda     padHeld
        bit     #PAD_X
        bne     decisionLocked
        lda     padHeld + 1
        bit     #PAD_Y
        bne     decisionStepOn
        lda     padHeld
        bit     #PAD_L
        bne     decisionTurnLeft
        bit     #PAD_R
        bne     decisionTurnRight
        lda     padHeld + 1
        and     #PAD_UP | PAD_DOWN | PAD_LEFT | PAD_RIGHT
        beq     decisionNone
        jsr     enemyMovePoints         ; a step that keeps its cell
        jsr     enemyMoved
        jmp     orderMove
decisionNone:
        rts
decisionLocked:
        ldx     actingEnemy
        jmp     moveLegLocked
decisionStepOn:
        jmp     enemyStepOn
decisionTurnLeft:
        jsr     enemyTurnLeft
        jmp     orderMove
decisionTurnRight:
        jsr     enemyTurnRight
        jmp     orderMove

decisionSkill:
        jsr     chargeOfCursor
        bra     decisionStore
decisionCharged:
        jsr     chargeOfCursorOr16
decisionStore:
        ldx     actingEnemy
        sta     a:enemyCharge,x
        lda     skillCursor
        sta     a:enemySkill,x
        lda     #$40
        sta     a:enemySkillState,x
        rts

; A = charge byte of the record under the skill cursor.
chargeOfCursor:
        A16
        lda     skillCursor
        and     #$000F
        asl
        asl
        asl
        asl
        tax
        A8
        lda     drillSkills,x
        rts

; The same, 16 instead of 0.
chargeOfCursorOr16:
        jsr     chargeOfCursor
        cmp     #0
        bne     chargeKnown
        lda     #16
chargeKnown:
        rts
