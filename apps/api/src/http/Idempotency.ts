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
/** Another process may make the request again when the first one has not renewed its lease for so long. */
const LEASE_MS = 30_000
const RENEW_MS = LEASE_MS / 3
/** How often the same request, sent while the first is under way, checks whether that is done; and how long in all. */
const POLL_MS = { first: 20, longest: 500, inAll: 120_000 } as const
const REPLAYED = { "Idempotency-Replayed": "true" }
/** Only what was created is stored (decisions section 1). */
const STORED_STATUS = 201

const sha256 = (text: string): Buffer => hash("sha256", text, "buffer")

interface Keyed {
  readonly caller: Caller
  readonly keyHash: Buffer
}

/** What a sealed response is bound to: this user and key alone. */
const sealContext = ({ caller, keyHash }: Keyed): string => `${caller.viewer.userKey} ${keyHash.toString("hex")}`

/** Renews the claim for as long as the work takes, then stores the response, or drops the claim. */
const workOnce = <E, R>(keyed: Keyed, leaseToken: string, work: Effect.Effect<HttpResponse, E, R>) =>
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
        .pipe(
          Effect.catch((error) => Effect.logError("The response to a repeatable request could not be stored", error))
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
 * Performs a request with an `Idempotency-Key` once: a repetition gets the response of the first, and waits for it if it
 * is still under way. Work that has begun goes on when its client goes away, so that its next attempt finds the response.
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
