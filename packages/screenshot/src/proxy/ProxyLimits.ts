/** The limits for one page. They are generous for a normal page, but too small for an attack. */
export const proxyLimits = {
  /** The maximum number of simultaneous connections. Chromium opens up to 32 connections to a proxy. */
  connections: 64,
  /** The maximum number of connections and requests in total. */
  exchanges: 2_000,
  bytesDown: 96 * 1024 * 1024,
  bytesUp: 8 * 1024 * 1024,
  /** The time limit for resolving the name and connecting, in milliseconds. */
  dialMs: 10_000,
  /** The maximum time without a byte in either direction, in milliseconds. */
  idleMs: 30_000,
  /** The maximum size of the header section of a request or response, in bytes. */
  headBytes: 64 * 1024
} as const
