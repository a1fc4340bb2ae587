/**
 * Words of a child before its own words of time and of the search, behind which its changes are.
 */
export const CHILD_PARENT = 0;
export const CHILD_MOVE = 1;
export const CHILD_STEP_COST = 2;
export const CHILD_BOUND = 3;
export const CHILD_HASH = 4;
export const CHILD_CHANGES = 5;
export const CHILD_WORDS = 6;
