/** The workbench: a page on which a plan is made. */
export type { WorkbenchData } from './data.js';
export { openSession, type Session } from './session.js';
export { workbenchPage } from './write.js';
