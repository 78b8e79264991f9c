import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { Target } from "./Connection.ts"
import type { Pool } from "./Pool.ts"
import type { UsageSources } from "./Pool.ts"

/**
 * Leases connections to transactions, at most `size` at a time. Further transactions wait in a queue. Each leased
 * connection is a driver pool of one connection. The driver's own `reserve` and `begin` are not used, for two reasons.
 * They crash the process if a connection breaks between two statements of a transaction. Also, a `reserve` that fails
 * to connect loses its connection permanently.
 */
export const make = (
  open: (onClose: () => void) => Pool,
  size: number,
  answerTimeoutMs: number,
  watch: (use: UsageSources["transactions"]) => void = () => {}
): Effect.Effect<Effect.Effect<Target, never, Scope.Scope>, never, Scope.Scope> =>
  Effect.gen(function* () {
    interface Slot {
      readonly sql: Pool
      lost: boolean
    }
    const slots: Array<Slot> = []
    const idle: Array<Slot> = []
    const permits = yield* Semaphore.make(size)
    let requested = 0
    let leased = 0
    watch(() => ({
      inUse: leased,
      idle: idle.filter(({ sql }) => sql.connections() > 0).length,
      waiting: requested - leased
    }))
    const countRequest = Effect.acquireRelease(
      Effect.sync(() => {
        requested += 1
      }),
      () =>
        Effect.sync(() => {
          requested -= 1
        })
    )
    yield* Effect.addFinalizer(() => Effect.promise(() => Promise.all(slots.map(({ sql }) => sql.end({ timeout: 1 })))))

    const acquire = (): Slot => {
      const slot = idle.pop() ?? openSlot()
      slot.lost = false
      leased += 1
      return slot
    }
    const release = (slot: Slot) => {
      leased -= 1
      idle.push(slot)
    }
    const openSlot = (): Slot => {
      const slot: Slot = {
        sql: open(() => {
          slot.lost = true
        }),
        lost: false
      }
      slots.push(slot)
      return slot
    }

    return Effect.andThen(
      Effect.andThen(countRequest, permits.takeScoped(1)),
      Effect.map(
        Effect.acquireRelease(Effect.sync(acquire), (slot) => Effect.sync(() => release(slot))),
        (slot): Target => {
          const connection = { sql: slot.sql, limit: { withinMs: answerTimeoutMs, abandon: slot.sql.abandon } }
          return { next: () => connection, alone: false, lost: () => slot.lost }
        }
      )
    )
  })
