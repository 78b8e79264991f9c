import { type HostProofClaim, HostProofChecks, type HostProofOutcome, type StoreError } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { Connectivity } from "../ownNetwork/Connectivity.ts"
import { HostProofs } from "./HostProofs.ts"

/** Claims up to `limit` hosts whose proof is due for a lookup. */
export const claimHostProofs = (
  limit: number,
  leaseMs: number
): Effect.Effect<ReadonlyArray<HostProofClaim>, StoreError, HostProofChecks> =>
  Effect.flatMap(HostProofChecks, (checks) => checks.claim(limit, leaseMs))

/**
 * Queries the proof of a claimed host, and where the own host name of a status page leads, and records what was found.
 * `service`: host name or address of the service. A failed lookup is no absence, and neither is one
 * while the own network is in doubt.
 */
export const checkDueHostProof = Effect.fnUntraced(function* (
  claim: HostProofClaim,
  service: string | null = null
): Effect.fn.Return<HostProofOutcome, StoreError, HostProofChecks | HostProofs | Connectivity> {
  const proofs = yield* HostProofs
  const found = yield* proofs.find(claim.accountId, claim.hostname)
  const address =
    claim.isOfPage && service !== null && found !== "unknown"
      ? yield* proofs.findAddress(claim.hostname, service)
      : null
  const isInDoubt = yield* (yield* Connectivity).suppressing
  return yield* (yield* HostProofChecks).record(claim, found === "absent" && isInDoubt ? "unknown" : found, address)
})
