/** Words of a child before its words of time and of the search, which its changes follow. */
export const CHILD_PARENT = 0;
export const CHILD_MOVE = 1;
export const CHILD_STEP_COST = 2;
export const CHILD_BOUND = 3;
export const CHILD_HASH = 4;
export const CHILD_CHANGES = 5;
export const CHILD_WORDS = 6;
