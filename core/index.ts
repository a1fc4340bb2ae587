/** The pure core: integer arithmetic, the system interface, and LIVE A LIVE. */
export * from './battle.js';
export * as cpu from './cpu/index.js';
export * from './int/index.js';
export * as liveALive from './live-a-live/index.js';
export * from './system.js';
