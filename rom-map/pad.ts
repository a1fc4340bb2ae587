/** The buttons of a pad in the order of register 4218: the first one is bit 15. */
export const PAD_BUTTONS = ['B', 'Y', 'Select', 'Start', 'Up', 'Down', 'Left', 'Right', 'A', 'X', 'L', 'R'] as const;

/** A button by its name on the pad. */
export type Button = (typeof PAD_BUTTONS)[number];
