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
 * Looks up the proof of a claimed host, and the addresses of a status page's custom host name, and records the
 * findings. `service` is the host name or address of the service. If a lookup fails, or the own network is in doubt,
 * the proof does not count as absent.
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
