/** Limits for one page: generous for a page, small for an attack. */
export const proxyLimits = {
  /** Connections at once; Chromium itself opens 32 to a proxy. */
  connections: 64,
  /** Connections and requests in total. */
  exchanges: 2_000,
  /** Bytes from servers. */
  bytesDown: 96 * 1024 * 1024,
  /** Bytes to servers. */
  bytesUp: 8 * 1024 * 1024,
  /** Milliseconds to resolve the name and connect. */
  dialMs: 10_000,
  /** Milliseconds without a byte in either direction. */
  idleMs: 30_000,
  /** The largest header section of a request or response, in bytes. */
  headBytes: 64 * 1024
} as const
