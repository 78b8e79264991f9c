import { BadRequest, messages, Unavailable } from "@mon/api-contract"
import { IdempotentRequests, Secrets } from "@mon/core-store"
import { Effect, Fiber } from "effect"
import { hash } from "node:crypto"
import type { Caller } from "../auth/Caller.ts"
import { type HttpResponse, JSON_TYPE } from "./HttpResponse.ts"
import type { JsonObject } from "./RequestBody.ts"
import type { RequestContext } from "./RequestContext.ts"

const KEY = /^[\x21-\x7e]{1,255}$/u
const LABEL = "idempotent answer"
/** If the first process has not renewed its lease for this long, another one may perform the request. */
const LEASE_MS = 30_000
const RENEW_MS = LEASE_MS / 3
/** How often a repeated request polls for the result of the first, and for how long in all. */
const POLL_MS = { first: 20, longest: 500, inAll: 120_000 } as const
const REPLAYED = { "Idempotency-Replayed": "true" }
/** Only successful creations are stored (decisions section 1). */
const STORED_STATUS = 201

const sha256 = (text: string): Buffer => hash("sha256", text, "buffer")

interface Keyed {
  readonly caller: Caller
  readonly keyHash: Buffer
}

/** Binds a sealed response to its user and key. */
const sealContext = ({ caller, keyHash }: Keyed): string => `${caller.viewer.userKey} ${keyHash.toString("hex")}`

/** Renews the claim while the work runs, then stores the response or releases the claim. */
const workOnce = <E, R>(keyed: Keyed, leaseToken: string, work: Effect.Effect<HttpResponse, E, R>) =>
  Effect.gen(function* () {
    const requests = yield* IdempotentRequests
    const secrets = yield* Secrets
    const {
      caller: { viewer },
      keyHash
    } = keyed
    const settle = (sealed: string | null) =>
      requests
        .settle(viewer, keyHash, leaseToken, sealed)
        .pipe(
          Effect.catch((error) =>
            Effect.logError("Could not store the response of a request with an Idempotency-Key", error)
          )
        )
    const renewed = Effect.sleep(RENEW_MS).pipe(
      Effect.andThen(requests.renew(viewer, keyHash, leaseToken, LEASE_MS)),
      Effect.catch(() => Effect.void),
      Effect.forever
    )
    const response = yield* Effect.raceFirst(work, renewed).pipe(Effect.onError(() => settle(null)))
    const isStored = response.status === STORED_STATUS && typeof response.body === "string"
    yield* settle(isStored ? yield* secrets.seal(LABEL, String(response.body), sealContext(keyed)) : null)
    return response
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
 * Performs a request with an `Idempotency-Key` once. A repeated request gets the response of the first, and waits for
 * it if it is still running. Work continues after its client disconnects, so that the client's retry finds the
 * response.
 */
export const onceForKey = Effect.fnUntraced(function* <E, R>(
  { method, path, request }: RequestContext,
  caller: Caller,
  body: JsonObject,
  work: Effect.Effect<HttpResponse, E, R>
) {
  const key = request.headers["idempotency-key"]
  if (key === undefined) return yield* work
  if (typeof key !== "string" || !KEY.test(key)) return yield* new BadRequest({ message: messages.idempotencyKey })
  const requests = yield* IdempotentRequests
  const keyed: Keyed = { caller, keyHash: sha256(key) }
  const fingerprint = sha256(JSON.stringify([caller.viewer.accountKey, method, path, body]))
  for (
    let waited = 0, pause: number = POLL_MS.first;
    waited < POLL_MS.inAll;
    waited += pause, pause = Math.min(pause * 2, POLL_MS.longest)
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
