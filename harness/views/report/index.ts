/** The report: write one self-contained page of logs, plans and branches. */
export { collectLine, MAX_DETAILS, oddsOf } from './collect.js';
export type { ReportData, ReportGauge, ReportLine, ReportOdds, ReportUnit, Steps } from './data.js';
export { markDivergences } from './divergences.js';
export { pageOf } from './write.js';
