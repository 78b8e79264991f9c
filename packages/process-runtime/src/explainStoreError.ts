import type { StoreError } from "@mon/core-store"

/**
 * Describes an error of the store for a log: the operation and the database's message. Leaves out the rows that the
 * driver's error may contain.
 */
export const explainStoreError = (error: StoreError): string =>
  error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
