import type { StoreError } from "@mon/core-store"

/**
 * A failure of the store as a log says it: what was done, and the database's own sentence. Never the rows, which a
 * driver's error may carry.
 */
export const explainStoreError = (error: StoreError): string =>
  error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
