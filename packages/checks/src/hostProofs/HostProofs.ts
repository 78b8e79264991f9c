import {
  HostProofChecks,
  type HostProofClaim,
  type HostProofFinding,
  type HostProofOutcome,
  Secrets,
  type StoreError
} from "@mon/core-store"
import { DnsResolver, lookUpAddresses } from "@mon/dns/effect"
import { serviceLimits, type StatusPageHostAddress } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isIP } from "node:net"
import { Connectivity } from "../ownNetwork/Connectivity.ts"

/** The key-derivation label of host proofs. */
const LABEL = "host proof"
const PREFIX = "mon-proof="
const PORTS = " ports="
const LOOKUP_CAP = "5 seconds"
/** The number of domains whose MX records are looked up at the same time. */
const EXCHANGES_AT_ONCE = 10

/** The text of a record: the signature, and the ports that the owner of the host names. */
const RECORD = /^mon-proof=([\w-]{1,200})(?: ports=(\d{1,5}(?:,\d{1,5})*))?$/u

export interface HostProof {
  readonly name: string
  readonly value: string
}

/** The result of a lookup of a record, and the ports that it names. No ports: it proves only usual ports. */
export interface FoundRecord {
  readonly finding: HostProofFinding
  readonly ports: ReadonlyArray<number>
}

const UNKNOWN: FoundRecord = { finding: "unknown", ports: [] }

const message = (accountId: string, hostname: string) => `${accountId} ${hostname}`

/**
 * Proofs that hosts belong to an account. A proof is a TXT record, which only people with access to the DNS of the host
 * can publish.
 */
export class HostProofs extends Context.Service<
  HostProofs,
  {
    /**
     * Returns the record that proves that a host belongs to an account, and that names the given ports (default: none).
     * `accountId` is the public id.
     */
    readonly record: (accountId: string, hostname: string, ports?: ReadonlyArray<number>) => HostProof
    /** Finds out whether the record is published. The finding is `unknown` if there was no answer in time. */
    readonly find: (accountId: string, hostname: string) => Effect.Effect<FoundRecord>
    /**
     * Finds out whether a host is named in an MX record of one of the domains. The finding is `unknown` if the host was
     * not found, and one of the lookups failed.
     */
    readonly findExchange: (hostname: string, domains: ReadonlyArray<string>) => Effect.Effect<HostProofFinding>
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
      const record = (accountId: string, hostname: string, ports: ReadonlyArray<number> = []): HostProof => ({
        name: `_mon.${hostname}`,
        value:
          PREFIX +
          secrets.sign(LABEL, message(accountId, hostname)) +
          (ports.length === 0 ? "" : `${PORTS}${ports.join(",")}`)
      })
      /** Returns the ports that a text names if it proves the host. Null if it does not. */
      const portsOf = (accountId: string, hostname: string, text: string): ReadonlyArray<number> | null => {
        const [, signature, ports] = RECORD.exec(text) ?? []
        if (signature === undefined || !secrets.verify(LABEL, message(accountId, hostname), signature)) return null
        return ports === undefined ? [] : ports.split(",").map(Number).slice(0, serviceLimits.namedPorts)
      }
      const find = Effect.fn("HostProofs.find")(function* (accountId: string, hostname: string) {
        const answer = yield* resolver
          .query(`_mon.${hostname}`, "TXT")
          .pipe(Effect.timeoutOption(LOOKUP_CAP), Effect.orElseSucceed(Option.none))
        if (Option.isNone(answer)) return UNKNOWN
        const found = answer.value.records
          .map(({ chunks }) => portsOf(accountId, hostname, chunks.join("")))
          .filter((ports) => ports !== null)
        const ports = [...new Set(found.flat())].toSorted((one, other) => one - other)
        return { finding: found.length === 0 ? "absent" : "published", ports } satisfies FoundRecord
      })
      const hasExchange = (hostname: string) => (domain: string) =>
        resolver.query(domain, "MX").pipe(
          Effect.map(({ records }) =>
            records.some(({ exchange }) => exchange.toLowerCase().replace(/\.$/u, "") === hostname)
          ),
          Effect.timeoutOption(LOOKUP_CAP),
          Effect.orElseSucceed(Option.none)
        )
      const findExchange = Effect.fn("HostProofs.findExchange")(function* (
        hostname: string,
        domains: ReadonlyArray<string>
      ) {
        let finding: HostProofFinding = "absent"
        for (let start = 0; start < domains.length; start += EXCHANGES_AT_ONCE) {
          const some = domains.slice(start, start + EXCHANGES_AT_ONCE)
          const answers = yield* Effect.forEach(some, hasExchange(hostname), { concurrency: "unbounded" })
          if (answers.some((answer) => Option.getOrElse(answer, () => false))) return "published"
          if (answers.some(Option.isNone)) finding = "unknown"
        }
        return finding
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
      return HostProofs.of({ record, find, findExchange, findAddress })
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
  const { finding: found } = yield* proofs.find(claim.accountId, claim.hostname)
  const address =
    claim.isOfPage && service !== null && found !== "unknown"
      ? yield* proofs.findAddress(claim.hostname, service)
      : null
  const isInDoubt = yield* (yield* Connectivity).suppressing
  return yield* (yield* HostProofChecks).record(claim, found === "absent" && isInDoubt ? "unknown" : found, address)
})
