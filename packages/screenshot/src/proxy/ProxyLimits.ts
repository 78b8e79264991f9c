/** What one page may use; generous for a page, small for an attack. */
export const proxyLimits = {
  /** Connections at once; Chromium itself opens 32 to a proxy. */
  connections: 64,
  /** Connections and requests altogether. */
  exchanges: 2_000,
  /** Bytes from servers. */
  bytesDown: 96 * 1024 * 1024,
  /** Bytes to servers. */
  bytesUp: 8 * 1024 * 1024,
  /** Milliseconds for name and connection. */
  dialMs: 10_000,
  /** Milliseconds without a byte in either direction. */
  idleMs: 30_000,
  /** Bytes of a request's or an answer's head. */
  headBytes: 64 * 1024
} as const
