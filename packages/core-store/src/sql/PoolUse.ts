/** The connections of one pool, by their current use. */
export interface ConnectionUse {
  readonly inUse: number
  readonly idle: number
  /** The number of statements or transactions that wait for a connection. */
  readonly waiting: number
}

/** The connections of a process: those for single statements, and those that are leased to transactions. */
export interface DatabaseUse {
  readonly statements: ConnectionUse
  readonly transactions: ConnectionUse
}

/** The sources of the numbers. */
export interface UsageSources {
  /** Called when a statement of the pool begins (1) and ends (-1). */
  readonly count: (by: 1 | -1) => void
  readonly transactions: () => ConnectionUse
}

const unused: ConnectionUse = { inUse: 0, idle: 0, waiting: 0 }

/**
 * Makes the counters of use. `size` is the limit of the pool for single statements. `connections` returns the number of
 * its open connections.
 */
export const make = (size: number, connections: () => number) => {
  let running = 0
  let transactions: UsageSources["transactions"] = () => unused
  return {
    count: (by: 1 | -1) => {
      running += by
    },
    watchTransactions: (use: UsageSources["transactions"]) => {
      transactions = use
    },
    // The driver pipelines statements on busy connections. Statements beyond the size of the pool wait behind another
    // one.
    use: (): DatabaseUse => {
      const inUse = Math.min(running, size)
      return {
        statements: { inUse, idle: Math.max(0, connections() - inUse), waiting: running - inUse },
        transactions: transactions()
      }
    }
  }
}
