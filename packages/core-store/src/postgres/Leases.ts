import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { Target } from "./Connection.ts"
import type { Pool } from "./Pool.ts"

/**
 * Connections that are lent out whole, one per transaction, at most `size` at a time; who comes later waits in line.
 *
 * Each is a driver pool of one. postgres.js' own `reserve` and `begin` end the process when a connection dies between
 * two statements of a transaction, and a `reserve` that fails to connect takes a connection from the pool for good.
 */
export const make = (
  open: (onClose: () => void) => Pool,
  size: number,
  answerWithinMs: number
): Effect.Effect<Effect.Effect<Target, never, Scope.Scope>, never, Scope.Scope> =>
  Effect.gen(function*() {
    interface Slot {
      readonly sql: Pool
      lost: boolean
    }
    const slots: Array<Slot> = []
    const idle: Array<Slot> = []
    const turns = yield* Semaphore.make(size)
    yield* Effect.addFinalizer(() => Effect.promise(() => Promise.all(slots.map(({ sql }) => sql.end({ timeout: 1 })))))

    const take = (): Slot => {
      const slot = idle.pop() ?? openSlot()
      slot.lost = false
      return slot
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
      turns.takeScoped(1),
      Effect.map(
        Effect.acquireRelease(Effect.sync(take), (slot) => Effect.sync(() => idle.push(slot))),
        (slot): Target => ({
          sql: slot.sql,
          alone: false,
          lost: () => slot.lost,
          limit: { withinMs: answerWithinMs, abandon: slot.sql.abandon }
        })
      )
    )
  })
