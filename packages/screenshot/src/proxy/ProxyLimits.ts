/** The limits for one page, generous for a normal page but small for an attack. */
export const proxyLimits = {
  /** The most simultaneous connections. Chromium opens 32 to a proxy. */
  connections: 64,
  /** The most connections and requests in total. */
  exchanges: 2_000,
  /** The most bytes from servers. */
  bytesDown: 96 * 1024 * 1024,
  /** The most bytes to servers. */
  bytesUp: 8 * 1024 * 1024,
  /** The time limit for resolving the name and connecting, in milliseconds. */
  dialMs: 10_000,
  /** The longest time without a byte in either direction, in milliseconds. */
  idleMs: 30_000,
  /** The largest header section of a request or response, in bytes. */
  headBytes: 64 * 1024
} as const
