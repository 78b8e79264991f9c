import { errorStatus } from "@mon/api-contract"
import { AuditLog, type EditedMonitors, type SessionClient } from "@mon/core-store"
import { Effect } from "effect"
import type { Change } from "./change.ts"
import { changesBetween, type Observed } from "./changesBetween.ts"

/** The request that makes a change, and what it affects. */
export interface Audited<A, R> {
  readonly what: Change
  readonly client: SessionClient
  /** SHA-256 of the API key, if one was used. */
  readonly keyHash: Uint8Array | null
  /** The body of the request. */
  readonly sent: Observed
  /** Reads the audited fields before (`null`) and after the change. Null: there is nothing. */
  readonly observe: ((result: A | null) => Effect.Effect<Observed | null, never, R>) | null
  /** The id of what was created. */
  readonly created: (result: A) => string | null
  /** The monitors that a request about several has changed. Null: it is about one thing. */
  readonly edited?: (result: A) => EditedMonitors | null
  /** Whether a result is a success. */
  readonly isDone: (result: A) => boolean
}

const nothing = () => Effect.succeed(null)

/**
 * Makes a change with an entry in the audit log. The entry is stored first: if the process ends during the change, the
 * entry says that its outcome is not known. A refused change leaves no entry. Changes by visitors and changes outside
 * of accounts have none.
 */
export const auditedChange = Effect.fnUntraced(function* <A, E, R, O>(
  { client, created, edited = () => null, isDone, keyHash, observe, sent, what }: Audited<A, O>,
  work: Effect.Effect<A, E, R>
) {
  const { accountId, action, actor, target } = what
  if (accountId === null || actor.kind === "visitor") return yield* work
  const read = observe ?? nothing
  const log = yield* AuditLog
  const userId = "userId" in actor ? actor.userId : null
  const before = yield* read(null)
  const key = yield* log.begin({
    accountId,
    action,
    target,
    actor: actor.kind === "processor" ? "service" : actor.kind,
    userId,
    keyHash,
    client
  })
  const withdraw = key === null ? Effect.void : log.withdraw(key)
  const result = yield* Effect.tapError(work, (error) => (errorStatus(error) === null ? Effect.void : withdraw))
  if (key === null) return result
  if (!isDone(result)) {
    yield* withdraw
    return result
  }
  const changes = changesBetween(before, yield* read(result), sent)
  // The change is made: what fails now must not undo it or hide its result.
  yield* log
    .finish(key, { target: created(result), changes, edited: edited(result) })
    .pipe(Effect.catch((error) => Effect.logError("An entry of the audit log could not be completed.", error)))
  return result
})
