import { BadRequest, errorStatus, messages, Unavailable } from "@mon/api-contract"
import { IdempotentRequests, type RequestLease, Secrets, inTransaction } from "@mon/core-store"
import { uuidv7 } from "@mon/model"
import { Clock, Data, Effect, Fiber, Result } from "effect"
import { hash, randomBytes, randomUUID } from "node:crypto"
import type { Caller } from "../auth/Caller.ts"
import { type HttpResponse, JSON_TYPE } from "./HttpResponse.ts"
import type { JsonObject } from "./RequestBody.ts"
import type { RequestContext } from "./RequestContext.ts"

const KEY = /^[\x21-\x7e]{1,255}$/u
const LABEL = "idempotent answer"
/**
 * The duration of a lease, in milliseconds. If a process does not renew its lease for this long, another process may
 * perform the request.
 */
const LEASE_MS = 30_000
const RENEW_MS = LEASE_MS / 3
/**
 * The time limit for releasing the lease after a failed request, in milliseconds. If the release takes longer, a
 * repeated request waits until the lease expires.
 */
const RELEASE_MS = 2_000
/**
 * The shortest and longest interval at which a repeated request polls for the result of the first request, and the
 * longest total wait, in milliseconds.
 */
const POLL_MS = { first: 20, longest: 500, inAll: 120_000 } as const
const REPLAYED = { "Idempotency-Replayed": "true" }
/** The status of the responses that are stored: only successful creations are. */
const STORED_STATUS = 201

const sha256 = (text: string): Buffer => hash("sha256", text, "buffer")

export const newWorkId: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, (now) =>
  uuidv7(now, randomBytes(10))
)

/**
 * A request that creates an object. `prepare` first does all slow work and all requests to other systems, under an id
 * that repeated requests share. The returned effect writes the result in one transaction.
 */
type Creation<E, R> = (workId: Effect.Effect<string>) => Effect.Effect<Effect.Effect<HttpResponse, E, R>, E, R>

interface Keyed {
  readonly caller: Caller
  readonly lease: RequestLease
}

/** The error when another process has taken over the request, because the lease was not renewed in time. */
class LeaseLost extends Data.TaggedError("LeaseLost") {}

/** Returns the context that binds an encrypted response to its caller and key. */
const sealContext = ({ caller, lease }: Keyed): string =>
  `${caller.viewer.userKey} ${Buffer.from(lease.keyHash).toString("hex")}`

/** Stores a response, or deletes the stored request so that it can be repeated. Fails if the lease is lost. */
const settle = Effect.fnUntraced(function* (keyed: Keyed, response: HttpResponse | null) {
  const sealed =
    response?.status === STORED_STATUS
      ? yield* (yield* Secrets).seal(LABEL, String(response.body), sealContext(keyed))
      : null
  if (!(yield* (yield* IdempotentRequests).settle(keyed.caller.viewer, keyed.lease, sealed))) {
    return yield* new LeaseLost()
  }
})

/**
 * Returns whether an error is a refusal. A refusal is a regular outcome, so the writes before it are committed. Any
 * other error undoes the writes.
 */
const isRefusal = (error: unknown): boolean => errorStatus(error) !== null

/**
 * Stores the result and the response in one transaction, so that a crash cannot leave only one of them in the database.
 */
const writeOnce = <E, R>(keyed: Keyed, write: Effect.Effect<HttpResponse, E, R>) =>
  inTransaction(
    "Idempotency.writeOnce",
    Effect.gen(function* () {
      const result = yield* Effect.result(write)
      if (Result.isFailure(result) && !isRefusal(result.failure)) return yield* Effect.fail(result.failure)
      yield* settle(keyed, Result.isSuccess(result) ? result.success : null)
      return result
    })
  )

/**
 * Prepares and performs the write, and renews the lease in the meantime. If the request is refused before it writes
 * anything, deletes the stored request.
 */
const workOnce = <E, R>(keyed: Keyed, workId: string, creation: Creation<E, R>) =>
  Effect.gen(function* () {
    const requests = yield* IdempotentRequests
    const { caller, lease } = keyed
    const renewed = Effect.sleep(RENEW_MS).pipe(
      Effect.andThen(requests.renew(caller.viewer, lease, LEASE_MS)),
      Effect.catch(() => Effect.void),
      Effect.forever
    )
    const work = Effect.gen(function* () {
      const prepared = yield* Effect.result(creation(Effect.succeed(workId)))
      if (Result.isSuccess(prepared)) return yield* writeOnce(keyed, prepared.success)
      if (!isRefusal(prepared.failure)) return yield* Effect.fail(prepared.failure)
      yield* Effect.ignore(settle(keyed, null))
      return Result.fail(prepared.failure)
    })
    // The database may have committed even if its response was lost. The stored request therefore remains, but its
    // lease is released.
    const released = requests.release(caller.viewer, lease).pipe(Effect.timeout(RELEASE_MS), Effect.ignore)
    const result = yield* Effect.raceFirst(work, renewed).pipe(Effect.onError(() => released))
    return yield* Result.isSuccess(result) ? Effect.succeed(result.success) : Effect.fail(result.failure)
  })

const replay = Effect.fnUntraced(function* (keyed: Keyed, sealed: string) {
  const body = yield* Effect.orDie((yield* Secrets).open(LABEL, sealed, sealContext(keyed)))
  return {
    status: STORED_STATUS,
    body,
    contentType: JSON_TYPE,
    headers: REPLAYED
  } satisfies HttpResponse
})

/**
 * Performs a request with an `Idempotency-Key` only once. A repeated request gets the response of the first request,
 * and waits for it if necessary. The work continues after the client has disconnected, so that a retry finds the
 * response.
 */
export const onceForKey = Effect.fnUntraced(function* <E, R>(
  { method, path, request }: RequestContext,
  caller: Caller,
  body: JsonObject,
  creation: Creation<E, R>
) {
  const key = request.headers["idempotency-key"]
  if (key === undefined) return yield* Effect.flatten(creation(newWorkId))
  if (typeof key !== "string" || !KEY.test(key)) return yield* new BadRequest({ message: messages.idempotencyKey })
  const requests = yield* IdempotentRequests
  const keyed: Keyed = { caller, lease: { keyHash: sha256(key), leaseToken: randomUUID() } }
  const fingerprint = sha256(JSON.stringify([caller.viewer.accountKey, method, path, body]))
  const wanted = { ...keyed.lease, fingerprint, workId: yield* newWorkId }
  for (
    let waited = 0, pause: number = POLL_MS.first;
    waited < POLL_MS.inAll;
    waited += pause, pause = Math.min(pause * 2, POLL_MS.longest)
  ) {
    const claim = yield* requests
      .claim(caller.viewer, wanted, LEASE_MS)
      .pipe(
        Effect.tapError(() => Effect.ignore(Effect.timeout(requests.release(caller.viewer, keyed.lease), RELEASE_MS)))
      )
    if (claim._tag === "Different") return yield* new BadRequest({ message: messages.idempotencyReused })
    if (claim._tag === "Done") return yield* replay(keyed, claim.answer)
    if (claim._tag === "Mine") {
      const worker = yield* Effect.forkDetach(workOnce(keyed, claim.workId, creation))
      const result = yield* Effect.result(Fiber.join(worker))
      if (Result.isSuccess(result)) return result.success
      if (!(result.failure instanceof LeaseLost)) return yield* Effect.fail(result.failure)
    } else yield* Effect.sleep(pause)
  }
  return yield* new Unavailable({ message: messages.unavailable })
})
