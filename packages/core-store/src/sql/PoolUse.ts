/** How the connections of one pool are used at a moment. */
export interface ConnectionUse {
  readonly inUse: number
  readonly idle: number
  /** Statements or transactions that wait for a connection. */
  readonly waiting: number
}

/** How the connections of a process are used: those of single statements, and those lent to transactions. */
export interface DatabaseUse {
  readonly statements: ConnectionUse
  readonly transactions: ConnectionUse
}

/** What the parts of the database access tell of themselves. */
export interface Watched {
  /** A statement of the pool has begun (1) or is over (-1). */
  readonly count: (by: 1 | -1) => void
  readonly transactions: () => ConnectionUse
}

const unused: ConnectionUse = { inUse: 0, idle: 0, waiting: 0 }

/** The use of a pool for statements with at most `size` connections, of which `connections` are open, and of the leases beside it. */
export const make = (size: number, connections: () => number) => {
  let running = 0
  let transactions: Watched["transactions"] = () => unused
  return {
    count: (by: 1 | -1) => {
      running += by
    },
    watchTransactions: (use: Watched["transactions"]) => {
      transactions = use
    },
    // The driver sends statements to connections that are busy already: those are behind another, and wait.
    use: (): DatabaseUse => {
      const inUse = Math.min(running, size)
      return {
        statements: { inUse, idle: Math.max(0, connections() - inUse), waiting: running - inUse },
        transactions: transactions()
      }
    }
  }
}
