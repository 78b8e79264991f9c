import { guard } from "@mon/bundled/callbacks"

/** The clock of lookups: the time in milliseconds since 1970, and a timer that can be cancelled. */
export interface ExpiryClock {
  readonly now: () => number
  readonly after: (milliseconds: number, run: () => void) => () => void
}

export const systemClock: ExpiryClock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  }
}

export interface ServerRateLimit {
  /**
   * Resolves when the server may be queried. If the wait would be too long, resolves with the time until which the
   * server must not be queried. Rejects with the signal's reason.
   */
  readonly acquire: (
    server: string,
    signal: AbortSignal
  ) => Promise<{ readonly ok: true } | { readonly ok: false; readonly until: number }>
  readonly block: (server: string, milliseconds: number) => void
}

/** The maximum wait for a query, in milliseconds. A query that would have to wait longer is refused. */
const MAX_QUEUE_MS = 60_000
/** The number of tracked servers from which on servers without a pending query or a block are dropped. */
const MAX_SERVERS = 2_000

interface ServerState {
  /** The earliest time at which the next query may be sent. */
  next: number
  blockedUntil: number
}

const sleep = (clock: ExpiryClock, milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const safely = guard(reject)
    const onAbort = safely(() => {
      cancel()
      reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)))
    })
    const onTime = safely(() => {
      signal.removeEventListener("abort", onAbort)
      resolve()
    })
    const cancel = clock.after(milliseconds, onTime)
    if (signal.aborted) onAbort()
    else signal.addEventListener("abort", onAbort, { once: true })
  })

/** Makes a rate limit with at least `gapMs` milliseconds between two queries to a server. */
export const makeServerRateLimit = (gapMs: number, clock: ExpiryClock): ServerRateLimit => {
  const servers = new Map<string, ServerState>()
  const stateOf = (server: string): ServerState => {
    const known = servers.get(server)
    if (known !== undefined) return known
    const now = clock.now()
    if (servers.size >= MAX_SERVERS) {
      for (const [name, state] of servers) if (state.next <= now && state.blockedUntil <= now) servers.delete(name)
    }
    const made: ServerState = { next: now, blockedUntil: 0 }
    servers.set(server, made)
    return made
  }
  return {
    acquire: async (server, signal) => {
      signal.throwIfAborted()
      const state = stateOf(server)
      const now = clock.now()
      if (state.blockedUntil > now) return { ok: false, until: state.blockedUntil }
      const startAt = Math.max(now, state.next)
      if (startAt - now > MAX_QUEUE_MS) return { ok: false, until: state.next }
      state.next = startAt + gapMs
      if (startAt > now) await sleep(clock, startAt - now, signal)
      return state.blockedUntil > clock.now() ? { ok: false, until: state.blockedUntil } : { ok: true }
    },
    block: (server, milliseconds) => {
      const state = stateOf(server)
      state.blockedUntil = Math.max(state.blockedUntil, clock.now() + milliseconds)
    }
  }
}
