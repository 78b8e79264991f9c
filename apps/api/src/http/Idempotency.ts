import { BadRequest, messages, Unavailable } from "@mon/api-contract"
import { IdempotentRequests, Secrets } from "@mon/core-store"
import { Effect, Fiber } from "effect"
import { hash } from "node:crypto"
import type { Caller } from "../auth/Caller.ts"
import type { JsonObject } from "../api/ApiHandler.ts"
import { type Exchange, type Reply } from "./RequestContext.ts"

const KEY = /^[\x21-\x7e]{1,255}$/u
const LABEL = "idempotent answer"
/** Another process may make the request again when the first one has not renewed its lease for so long. */
const LEASE_MS = 30_000
const RENEW_MS = LEASE_MS / 3
/** A twin asks so often whether the first one is done, and no longer than the last of these in all. */
const TWIN_MS = { first: 20, longest: 500, inAll: 120_000 } as const
const REPLAYED = { "Idempotency-Replayed": "true" }
/** Only what was made is kept (decisions section 1). */
const KEPT_STATUS = 201

const sha256 = (text: string): Buffer => hash("sha256", text, "buffer")

interface Keyed {
  readonly caller: Caller
  readonly keyHash: Buffer
}

/** Where a sealed answer opens: for this user and key alone. */
const place = ({ caller, keyHash }: Keyed): string => `${caller.viewer.userKey} ${keyHash.toString("hex")}`

/** Holds the claim for as long as the work takes, then keeps what it made, or forgets the claim. */
const workOnce = <E, R>(keyed: Keyed, leaseToken: string, work: Effect.Effect<Reply, E, R>) =>
  Effect.gen(function* () {
    const requests = yield* IdempotentRequests
    const secrets = yield* Secrets
    const {
      caller: { viewer },
      keyHash
    } = keyed
    const settle = (answer: string | null) =>
      requests
        .settle(viewer, keyHash, leaseToken, answer)
        .pipe(Effect.catch((error) => Effect.logError("The answer to a repeatable request could not be kept", error)))
    const renewed = Effect.sleep(RENEW_MS).pipe(
      Effect.andThen(requests.renew(viewer, keyHash, leaseToken, LEASE_MS)),
      Effect.catch(() => Effect.void),
      Effect.forever
    )
    const reply = yield* Effect.raceFirst(work, renewed).pipe(Effect.onError(() => settle(null)))
    const keeps = reply.status === KEPT_STATUS && typeof reply.body === "string"
    yield* settle(keeps ? yield* secrets.seal(LABEL, String(reply.body), place(keyed)) : null)
    return reply
  })

const replay = Effect.fnUntraced(function* (keyed: Keyed, sealed: string) {
  const body = yield* Effect.orDie((yield* Secrets).open(LABEL, sealed, place(keyed)))
  return {
    status: KEPT_STATUS,
    body,
    contentType: "application/json; charset=utf-8",
    headers: REPLAYED
  } satisfies Reply
})

/**
 * Does a request with an `Idempotency-Key` once: a repetition gets the answer of the first, a twin waits for it. Work
 * that has begun goes on when its client goes away, so that the client's next attempt finds the answer.
 */
export const onceForKey = Effect.fnUntraced(function* <E, R>(
  { method, path, request }: Exchange,
  caller: Caller,
  body: JsonObject,
  work: Effect.Effect<Reply, E, R>
) {
  const key = request.headers["idempotency-key"]
  if (key === undefined) return yield* work
  if (typeof key !== "string" || !KEY.test(key)) return yield* new BadRequest({ message: messages.idempotencyKey })
  const requests = yield* IdempotentRequests
  const keyed: Keyed = { caller, keyHash: sha256(key) }
  const fingerprint = sha256(JSON.stringify([caller.viewer.accountKey, method, path, body]))
  for (
    let waited = 0, pause: number = TWIN_MS.first;
    waited < TWIN_MS.inAll;
    waited += pause, pause = Math.min(pause * 2, TWIN_MS.longest)
  ) {
    const claim = yield* requests.claim(caller.viewer, { keyHash: keyed.keyHash, fingerprint }, LEASE_MS)
    if (claim._tag === "Different") return yield* new BadRequest({ message: messages.idempotencyReused })
    if (claim._tag === "Done") return yield* replay(keyed, claim.answer)
    if (claim._tag === "Mine")
      return yield* Fiber.join(yield* Effect.forkDetach(workOnce(keyed, claim.leaseToken, work)))
    yield* Effect.sleep(pause)
  }
  return yield* new Unavailable({ message: messages.unavailable })
})
