/** A turn that must be given back, or why there is none. */
export type Turn =
  | { readonly ok: true; readonly done: () => void }
  | { readonly ok: false; readonly why: "busy" | "aborted" | "closed" }

/** Lets so many in at once, and so many more wait, first come, first served. */
export interface Turns {
  readonly take: (signal: AbortSignal | undefined) => Promise<Turn>
  /** Sends everybody away who waits, and who comes. */
  readonly close: () => void
}

/** Makes {@link Turns}. */
export const makeTurns = (concurrency: number, maxWaiting: number): Turns => {
  const waiting: Array<(turn: Turn) => void> = []
  let free = concurrency
  let closed = false

  const give = (): Turn => {
    let given = true
    const done = (): void => {
      if (!given) return
      given = false
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next(give())
    }
    return { ok: true, done }
  }

  return {
    take: (signal) => {
      if (closed) return Promise.resolve({ ok: false, why: "closed" })
      if (signal?.aborted === true) return Promise.resolve({ ok: false, why: "aborted" })
      if (free > 0) {
        free -= 1
        return Promise.resolve(give())
      }
      if (waiting.length >= maxWaiting) return Promise.resolve({ ok: false, why: "busy" })
      return new Promise((resolve) => {
        const leave = (): void => {
          const at = waiting.indexOf(enter)
          if (at >= 0) waiting.splice(at, 1)
          resolve({ ok: false, why: "aborted" })
        }
        const enter = (turn: Turn): void => {
          signal?.removeEventListener("abort", leave)
          resolve(turn)
        }
        signal?.addEventListener("abort", leave, { once: true })
        waiting.push(enter)
      })
    },
    close: () => {
      closed = true
      for (const enter of waiting.splice(0)) enter({ ok: false, why: "closed" })
    }
  }
}
