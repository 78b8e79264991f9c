import type postgres from "postgres"

/** A pool of the driver that never reuses the state of a broken connection. */
export interface Pool extends postgres.Sql {
  /** Closes all connections immediately. Pending statements fail, and the next statement opens new connections. */
  readonly abandon: () => void
  /** The number of connections that are open or being opened. */
  readonly connections: () => number
}

export interface Watch {
  /** A function that is called when the number of connections that are open or being opened has changed. */
  readonly onCount: (open: number) => void
  /** A function that is called when a connection was closed, by either side. */
  readonly onClose: () => void
  /**
   * A function that is called when a connection broke, which means that the connection ended without being closed by
   * the driver.
   */
  readonly onDeath: () => void
}

const ignore = () => {}

/**
 * A method of postgres.js 3.4.9 that the driver's types do not declare. The method closes idle connections now, and all
 * other connections after their current statement.
 */
interface Closable {
  readonly close: () => Promise<void>
}
const close = (pool: postgres.Sql): Promise<void> => (pool as postgres.Sql & Closable).close()

/**
 * Makes a pool that switches to a new driver pool when a connection of the current driver pool has broken. The other
 * connections finish their work.
 *
 * The reason is that postgres.js 3.4.9 reuses the object of a broken connection with its old state: unsent bytes, which
 * are sent before the next startup message; a send timer that never fires, so that nothing is sent any more; and an old
 * error, which fails the next statement.
 */
export const make = (open: (watch: Watch) => postgres.Sql, onClose: () => void = ignore): Pool => {
  /** The driver pools with open connections, each with the number of its connections. */
  const connected = new Map<postgres.Sql, number>()
  let current: postgres.Sql | undefined
  let ended: Promise<void> | undefined

  const start = (): postgres.Sql => {
    const pool: postgres.Sql = open({
      onClose,
      onDeath: () => retire(pool),
      onCount: (count) => void (count > 0 ? connected.set(pool, count) : connected.delete(pool))
    })
    return pool
  }
  const live = (): postgres.Sql => (current ??= start())
  const retire = (pool: postgres.Sql) => {
    if (ended !== undefined || current !== pool) return
    current = undefined
    // The call is deferred, because the driver is still closing the connection.
    queueMicrotask(() => void close(pool).catch(ignore))
  }
  const cut = (pools: Iterable<postgres.Sql>) =>
    Promise.all([...pools].map((pool) => pool.end({ timeout: 0 }))).then(ignore, ignore)
  const abandon = () => {
    current = undefined
    void cut(connected.keys())
  }
  const end = (options?: { readonly timeout?: number }): Promise<void> => {
    if (ended === undefined) {
      // After the end, the last driver pool refuses all further statements.
      const last = live()
      connected.delete(last)
      ended = Promise.all([last.end(options), cut(connected.keys())]).then(ignore)
    }
    return ended
  }

  const connections = () => [...connected.values()].reduce((sum, count) => sum + count, 0)

  const own = { end, abandon, connections }
  // Every property belongs to the driver's pool or to `own`, as the type `Pool` declares.
  return new Proxy(ignore, {
    apply: (_target, _self, args: Parameters<postgres.Sql>) => live()(...args),
    get: (_target, key) => Reflect.get(Object.hasOwn(own, key) ? own : live(), key) as unknown,
    set: (_target, key, value) => Reflect.set(live(), key, value)
  }) as unknown as Pool
}

/** The connections of one pool, by their current use. */
export interface ConnectionUse {
  readonly inUse: number
  readonly idle: number
  /** The number of statements or transactions that wait for a connection. */
  readonly waiting: number
}

/** The connections of a process: the connections for single statements, and the connections that transactions lease. */
export interface DatabaseUse {
  readonly statements: ConnectionUse
  readonly transactions: ConnectionUse
}

export interface UsageSources {
  /** A function that is called when a statement of the pool begins (1) and ends (-1). */
  readonly count: (by: 1 | -1) => void
  readonly transactions: () => ConnectionUse
}

const unused: ConnectionUse = { inUse: 0, idle: 0, waiting: 0 }

/**
 * `size` is the limit of the pool for single statements. `connections` returns the number of open connections of this
 * pool.
 */
export const countUse = (size: number, connections: () => number) => {
  let running = 0
  let transactions: UsageSources["transactions"] = () => unused
  return {
    count: (by: 1 | -1) => {
      running += by
    },
    watchTransactions: (use: UsageSources["transactions"]) => {
      transactions = use
    },
    // The driver pipelines statements on busy connections. Statements beyond the size of the pool therefore wait for
    // another statement.
    use: (): DatabaseUse => {
      const inUse = Math.min(running, size)
      return {
        statements: { inUse, idle: Math.max(0, connections() - inUse), waiting: running - inUse },
        transactions: transactions()
      }
    }
  }
}
