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
 * Queries the proof of a claimed host and records what was found. A failed lookup is no absence, and neither is one
 * while the own network is in doubt.
 */
export const checkDueHostProof = Effect.fnUntraced(function* (
  claim: HostProofClaim
): Effect.fn.Return<HostProofOutcome, StoreError, HostProofChecks | HostProofs | Connectivity> {
  const found = yield* (yield* HostProofs).find(claim.accountId, claim.hostname)
  const isInDoubt = yield* (yield* Connectivity).suppressing
  return yield* (yield* HostProofChecks).record(claim, found === "absent" && isInDoubt ? "unknown" : found)
})
