import {
  HostProofChecks,
  type HostProofClaim,
  type HostProofFinding,
  type HostProofOutcome,
  Secrets,
  type StoreError
} from "@mon/core-store"
import { DnsResolver, lookUpAddresses } from "@mon/dns/effect"
import type { StatusPageHostAddress } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isIP } from "node:net"
import { Connectivity } from "../ownNetwork/Connectivity.ts"

/** The key-derivation label of host proofs. */
const LABEL = "host proof"
const PREFIX = "mon-proof="
const LOOKUP_CAP = "5 seconds"

export interface HostProof {
  readonly name: string
  readonly value: string
}

const message = (accountId: string, hostname: string) => `${accountId} ${hostname}`

/**
 * Proofs that hosts belong to an account. A proof is a TXT record, which only people with access to the DNS of the host
 * can publish.
 */
export class HostProofs extends Context.Service<
  HostProofs,
  {
    /** Returns the record that proves that a host belongs to an account. `accountId` is the public id. */
    readonly record: (accountId: string, hostname: string) => HostProof
    /** Finds out whether the record is published. The result is `unknown` if there was no answer in time. */
    readonly find: (accountId: string, hostname: string) => Effect.Effect<HostProofFinding>
    /**
     * Finds out whether the addresses of a host name lead to the service, lead elsewhere, or are absent, as seen from
     * this process. `service` is the host name or address of the service. Null if one of the lookups failed.
     */
    readonly findAddress: (hostname: string, service: string) => Effect.Effect<StatusPageHostAddress | null>
  }
>()("@mon/checks/HostProofs") {
  static readonly layer: Layer.Layer<HostProofs, never, DnsResolver | Secrets> = Layer.effect(
    HostProofs,
    Effect.gen(function* () {
      const resolver = yield* DnsResolver
      const secrets = yield* Secrets
      const record = (accountId: string, hostname: string): HostProof => ({
        name: `_mon.${hostname}`,
        value: PREFIX + secrets.sign(LABEL, message(accountId, hostname))
      })
      const isProof = (accountId: string, hostname: string) => (text: string) =>
        text.startsWith(PREFIX) && secrets.verify(LABEL, message(accountId, hostname), text.slice(PREFIX.length))
      const find = Effect.fn("HostProofs.find")(function* (accountId: string, hostname: string) {
        const answer = yield* resolver
          .query(`_mon.${hostname}`, "TXT")
          .pipe(Effect.timeoutOption(LOOKUP_CAP), Effect.orElseSucceed(Option.none))
        if (Option.isNone(answer)) return "unknown"
        const texts = answer.value.records.map(({ chunks }) => chunks.join(""))
        return texts.some(isProof(accountId, hostname)) ? "published" : "absent"
      })
      /** Looks up the addresses of a name. Returns null if there was no answer in time. */
      const addressesOf = Effect.fnUntraced(function* (name: string) {
        if (isIP(name) !== 0) return [name]
        const answer = yield* Effect.timeoutOption(lookUpAddresses(resolver, name), LOOKUP_CAP)
        if (Option.isNone(answer) || answer.value.status === "failed") return null
        return answer.value.status === "ok" ? answer.value.addresses : []
      })
      const findAddress = Effect.fn("HostProofs.findAddress")(function* (hostname: string, service: string) {
        const found = yield* addressesOf(hostname)
        if (found === null) return null
        if (found.length === 0) return "absent"
        const own = yield* addressesOf(service)
        if (own === null || own.length === 0) return null
        return found.some((address) => own.includes(address)) ? "here" : "elsewhere"
      })
      return HostProofs.of({ record, find, findAddress })
    })
  )
}

export const claimHostProofs = (
  limit: number,
  leaseMs: number
): Effect.Effect<ReadonlyArray<HostProofClaim>, StoreError, HostProofChecks> =>
  Effect.flatMap(HostProofChecks, (checks) => checks.claim(limit, leaseMs))

/**
 * Looks up the proof of a claimed host, and the addresses of a status page's custom host name, and records the
 * findings. `service` is the host name or address of the service. If a lookup fails, or if this worker's own network is
 * in doubt, the proof does not count as absent.
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
