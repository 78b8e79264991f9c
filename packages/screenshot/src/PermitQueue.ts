/** A turn that must be given back, or why there is none. */
export type Permit =
  | { readonly ok: true; readonly done: () => void }
  | { readonly ok: false; readonly why: "busy" | "aborted" | "closed" }

/** Lets so many in at once, and so many more wait, first come, first served. */
export interface PermitQueue {
  readonly take: (signal: AbortSignal | undefined) => Promise<Permit>
  /** Sends everybody away who waits, and who comes. */
  readonly close: () => void
}

/** Makes {@link Turns}. */
export const makePermitQueue = (concurrency: number, maxWaiting: number): PermitQueue => {
  const waiting: Array<(permit: Permit) => void> = []
  let free = concurrency
  let closed = false

  const give = (): Permit => {
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
        const enter = (permit: Permit): void => {
          signal?.removeEventListener("abort", leave)
          resolve(permit)
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
