/** The stepper, the debug adapter and the pages, for the command line. */

export { LOOPBACK, servePort, serveStreams } from './debug/serve.js';
export type { SessionDefaults } from './debug/session.js';
export { documentOf, escapedText } from './page-file.js';
export { frameOf, valueAt } from './parts/steps.js';
export { collectLine } from './report/collect.js';
export type { ReportLine } from './report/data.js';
export { markDivergences } from './report/walk.js';
export { pageOf } from './report/write.js';
export { createStepper } from './step/stepper.js';
export { runTerminal, type Terminal } from './step/terminal.js';
export { loadWatches } from './step/watches.js';
export { openBranches } from './workbench/branch-lines.js';
export { openSession } from './workbench/session.js';
export { workbenchPage } from './workbench/write.js';
