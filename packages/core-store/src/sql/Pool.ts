import type postgres from "postgres"

/** The driver's pool, over connections that are whole. */
export interface Pool extends postgres.Sql {
  /** Ends all connections at once: what waits for an answer fails. The next statement opens new ones. */
  readonly abandon: () => void
  /** Connections that are open or being opened. */
  readonly connections: () => number
}

/** What a pool of the driver tells of its connections. */
export interface Watch {
  /** So many are open or being opened now. */
  readonly onCount: (open: number) => void
  /** One was closed, by whichever side. */
  readonly onClose: () => void
  /** One died: the driver did not end it itself. */
  readonly onDeath: () => void
}

const ignore = () => {}

/** What postgres.js 3.4.9 has and does not declare: idle connections end now, the others after what they do. */
interface Closable {
  readonly close: () => Promise<void>
}
const close = (pool: postgres.Sql): Promise<void> => (pool as postgres.Sql & Closable).close()

/**
 * Takes a new pool of the driver when a connection of the present one has died; the other connections finish what they do.
 *
 * postgres.js 3.4.9 uses the object of a dead connection again, with what was left in it: bytes that were never sent and
 * go out before the next greeting, a timer for sending that never fires, so that nothing is sent any more, and the error
 * that the next statement is then given.
 */
export const make = (open: (watch: Watch) => postgres.Sql, onClose: () => void = ignore): Pool => {
  /** Those with connections, and how many. */
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
    // The driver is still in the middle of closing.
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
      // One that is ended refuses every further statement.
      const last = live()
      connected.delete(last)
      ended = Promise.all([last.end(options), cut(connected.keys())]).then(ignore)
    }
    return ended
  }

  const connections = () => [...connected.values()].reduce((sum, count) => sum + count, 0)

  const own = { end, abandon, connections }
  // Every property is one of the driver's pool or of `own`: that is what Pool says.
  return new Proxy(ignore, {
    apply: (_target, _self, args: Parameters<postgres.Sql>) => live()(...args),
    get: (_target, key) => Reflect.get(Object.hasOwn(own, key) ? own : live(), key) as unknown,
    set: (_target, key, value) => Reflect.set(live(), key, value)
  }) as unknown as Pool
}
