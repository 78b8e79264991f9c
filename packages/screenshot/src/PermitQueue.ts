import { guard } from "@mon/bundled/callbacks"

type Permit =
  | { readonly ok: true; readonly release: () => void }
  | { readonly ok: false; readonly reason: "busy" | "aborted" | "closed" }

/** A queue that grants a limited number of permits. A limited number of further requests wait in order. */
export interface PermitQueue {
  readonly acquire: (signal: AbortSignal | undefined) => Promise<Permit>
  /** Refuses all waiting and future requests. */
  readonly close: () => void
}

export const makePermitQueue = (concurrency: number, maxWaiting: number): PermitQueue => {
  const waiting: Array<(permit: Permit) => void> = []
  let free = concurrency
  let closed = false

  const grant = (): Permit => {
    let granted = true
    const release = (): void => {
      if (!granted) return
      granted = false
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next(grant())
    }
    return { ok: true, release }
  }

  return {
    acquire: (signal) => {
      if (closed) return Promise.resolve({ ok: false, reason: "closed" })
      if (signal?.aborted === true) return Promise.resolve({ ok: false, reason: "aborted" })
      if (free > 0) {
        free -= 1
        return Promise.resolve(grant())
      }
      if (waiting.length >= maxWaiting) return Promise.resolve({ ok: false, reason: "busy" })
      return new Promise((resolve, reject) => {
        const safely = guard(reject)
        const leave = safely(() => {
          const at = waiting.indexOf(enter)
          if (at >= 0) waiting.splice(at, 1)
          resolve({ ok: false, reason: "aborted" })
        })
        const enter = safely((permit: Permit) => {
          signal?.removeEventListener("abort", leave)
          resolve(permit)
        })
        signal?.addEventListener("abort", leave, { once: true })
        waiting.push(enter)
      })
    },
    close: () => {
      closed = true
      for (const enter of waiting.splice(0)) enter({ ok: false, reason: "closed" })
    }
  }
}
