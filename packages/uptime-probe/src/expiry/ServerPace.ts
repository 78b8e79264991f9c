/** Time as the look-ups see it: milliseconds since 1970, and a timer that can be cancelled. */
export interface ExpiryClock {
  readonly now: () => number
  readonly after: (milliseconds: number, run: () => void) => () => void
}

/** The clock of the machine. */
export const systemClock: ExpiryClock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  }
}

/** Keeps questions to one server apart, and asks nothing of a server that wants to be left alone. */
export interface ServerPace {
  /** Resolves when the server may be asked; otherwise says until when not. Rejects with the signal's reason. */
  readonly enter: (
    server: string,
    signal: AbortSignal
  ) => Promise<{ readonly ok: true } | { readonly ok: false; readonly until: number }>
  /** The server wants no question for so many milliseconds. */
  readonly rest: (server: string, milliseconds: number) => void
}

/** Who would have to wait longer for a turn is sent away. */
const MAX_QUEUE_MS = 60_000
/** Servers that are remembered; idle ones are forgotten beyond. */
const MAX_SERVERS = 2_000

interface Turns {
  /** When the next question may go out. */
  next: number
  restsUntil: number
}

const sleep = (clock: ExpiryClock, milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const giveUp = () => {
      cancel()
      reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)))
    }
    const cancel = clock.after(milliseconds, () => {
      signal.removeEventListener("abort", giveUp)
      resolve()
    })
    if (signal.aborted) giveUp()
    else signal.addEventListener("abort", giveUp, { once: true })
  })

/** At least so many milliseconds between two questions to a server. */
export const makeServerPace = (gapMs: number, clock: ExpiryClock): ServerPace => {
  const servers = new Map<string, Turns>()
  const turnsOf = (server: string): Turns => {
    const known = servers.get(server)
    if (known !== undefined) return known
    const now = clock.now()
    if (servers.size >= MAX_SERVERS) {
      for (const [name, turns] of servers) if (turns.next <= now && turns.restsUntil <= now) servers.delete(name)
    }
    const made: Turns = { next: now, restsUntil: 0 }
    servers.set(server, made)
    return made
  }
  return {
    enter: async (server, signal) => {
      signal.throwIfAborted()
      const turns = turnsOf(server)
      const now = clock.now()
      if (turns.restsUntil > now) return { ok: false, until: turns.restsUntil }
      const mine = Math.max(now, turns.next)
      if (mine - now > MAX_QUEUE_MS) return { ok: false, until: turns.next }
      turns.next = mine + gapMs
      if (mine > now) await sleep(clock, mine - now, signal)
      return turns.restsUntil > clock.now() ? { ok: false, until: turns.restsUntil } : { ok: true }
    },
    rest: (server, milliseconds) => {
      const turns = turnsOf(server)
      turns.restsUntil = Math.max(turns.restsUntil, clock.now() + milliseconds)
    }
  }
}
