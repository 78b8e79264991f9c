import {
  type HostProofFinding,
  type HostProofOutcome,
  type ServiceProofClaim,
  ServiceProofs,
  type StoreError
} from "@mon/core-store"
import type { MissingProof, ServiceCheck, ServiceType } from "@mon/model"
import { parseIpAddress } from "@mon/public-net"
import type { ServiceAddress } from "@mon/uptime-probe"
import * as Effect from "effect/Effect"
import { mailDomainOf } from "../emailHealth/MailDomain.ts"
import { Connectivity } from "../ownNetwork/Connectivity.ts"
import { addressesOfCheck, addressOfCheck, mailDomainsOf } from "../services/serviceRequest.ts"
import { HostProofs } from "./HostProofs.ts"

/** The lowest port that is not reserved for a protocol of the system. */
const FIRST_FREE_PORT = 1_024
const HTTPS_PORT = 443

/** The usual ports of the servers of checks with several servers, by the schemes of their addresses (RFC 8314). */
const SERVER_PORTS: ReadonlyMap<string, ReadonlySet<number>> = new Map([
  ["http:", new Set([80])],
  ["https:", new Set([443])],
  ["smtp:", new Set([25, 465, 587])],
  ["imap:", new Set([143, 993])]
])

/** The ports of mail servers (RFC 6409 section 3.1, RFC 8314 section 3, RFC 9051 section 2.1, RFC 1939 section 3). */
const MAIL_PORTS: ReadonlyMap<ServiceType, ReadonlySet<number>> = new Map([
  ["smtp", new Set([25, 465, 587])],
  ["imap", new Set([143, 993])],
  ["pop3", new Set([110, 995])]
])

/** The number of an account's domains whose MX records can prove a mail server. */
const DOMAINS = 100

/** The proof that the owner of a host must give before the service checks one address of a check. */
interface NeededProof {
  readonly hostname: string
  /** The port that the TXT record must name. Null: a record without ports is enough. */
  readonly port: number | null
  /**
   * Whether an MX record of a monitored domain is enough, because the check only reads the greeting of a mail server.
   */
  readonly takesExchange: boolean
}

/**
 * What an operator who requires proofs demands of a check of one address: nothing (`none`), a proof (`proof`), or
 * another check (`refused`), because no proof would be enough.
 */
export type ProofDemand =
  | { readonly _tag: "none" }
  | { readonly _tag: "refused"; readonly cause: Exclude<MissingProof["cause"], "record"> }
  | { readonly _tag: "proof"; readonly needed: NeededProof }

/** Returns whether a port is a usual one of the server at an address of a check. */
const isUsualPort = (check: ServiceCheck, { port, url }: CheckedAddress): boolean => {
  if ("target" in check)
    return port === (addressOfCheck({ ...check, target: "host.example" } as ServiceCheck)?.port ?? null)
  const usual = SERVER_PORTS.get(new URL(url).protocol)
  return usual === undefined ? port === (addressOfCheck(check)?.port ?? null) : port !== null && usual.has(port)
}

const hasLogin = (check: ServiceCheck): boolean => "login" in check && check.login !== undefined

/**
 * Returns what an operator who requires proofs demands before the service checks one of the addresses of a check.
 *
 * @example
 * ```ts
 * const check = { type: "tcp", target: "db.example.com:4000" } as const
 * proofDemand(check, { hostname: "db.example.com", port: 4000, url: "tcp://db.example.com:4000" })
 * // => { _tag: "proof", needed: { hostname: "db.example.com", port: 4000, takesExchange: false } }
 * ```
 */
export const proofDemand = (check: ServiceCheck, address: CheckedAddress): ProofDemand => {
  const { hostname, port } = address
  // They are harmless, or everybody makes them.
  if (check.type === "dns" || (check.type === "tls" && port === HTTPS_PORT)) return { _tag: "none" }
  if (check.type === "udp") return { _tag: "refused", cause: "udp" }
  if (parseIpAddress(hostname) !== null) return { _tag: "refused", cause: "address" }
  const isMail = port !== null && MAIL_PORTS.get(check.type)?.has(port) === true
  const isUsual = port === null || isMail || isUsualPort(check, address)
  if (!isUsual && port < FIRST_FREE_PORT) return { _tag: "refused", cause: "port" }
  const needed = { hostname, port: isUsual ? null : port, takesExchange: isMail && !hasLogin(check) }
  return { _tag: "proof", needed }
}

/** One of the addresses that a check reaches. A port of null means that the type has no port. */
export type CheckedAddress = Pick<ServiceAddress, "hostname" | "port" | "url">

/**
 * Returns what an operator who requires proofs demands before the service makes a check, for each of its addresses. A
 * check that sends an email also needs the proof of the domains of its sender, who gets a notice if the email cannot be
 * delivered, and of its recipient.
 */
export const proofDemands = (check: ServiceCheck): ReadonlyArray<ProofDemand> => [
  ...addressesOfCheck(check).map((address) => proofDemand(check, address)),
  ...mailDomainsOf(check).map((hostname): ProofDemand => ({
    _tag: "proof",
    needed: { hostname, port: null, takesExchange: false }
  }))
]

/** The account that must prove a host. */
export interface ProvingAccount {
  /** The internal key of the account (bigint as text). */
  readonly accountKey: string
  /** The public id of the account. */
  readonly accountId: string
}

interface FoundProof {
  readonly finding: HostProofFinding
  /** What is missing. Null if the proof was found. */
  readonly missing: MissingProof | null
}

const PROVEN: FoundProof = { finding: "published", missing: null }

/**
 * Finds out whether a host is the mail server of a domain that the account monitors, or of one of the hosts of other
 * domains. Looks up at most 100 domains, first those to which the host belongs.
 */
export const findMailHost = Effect.fnUntraced(function* (
  { accountKey }: Pick<ProvingAccount, "accountKey">,
  hostname: string,
  others: ReadonlyArray<string> = []
) {
  const stored = yield* (yield* ServiceProofs).domains(accountKey, hostname, DOMAINS)
  const domains = new Set([...stored, ...others].map(mailDomainOf))
  return yield* (yield* HostProofs).findExchange(hostname, [...domains].slice(0, DOMAINS))
})

/**
 * Finds out whether an account has given a proof. `missing` names the ports of the published record, too, so that other
 * services stay proven.
 */
export const findProof = Effect.fn("findProof")(function* (
  account: ProvingAccount,
  { hostname, port, takesExchange }: NeededProof
): Effect.fn.Return<FoundProof, StoreError, HostProofs | ServiceProofs> {
  const proofs = yield* HostProofs
  const { finding, ports } = yield* proofs.find(account.accountId, hostname)
  if (finding === "published" && (port === null || ports.includes(port))) return PROVEN
  const named = port === null ? ports : [...new Set([...ports, port])].toSorted((one, other) => one - other)
  const missing = { cause: "record", ...proofs.record(account.accountId, hostname, named) } as const
  const ofRecord = finding === "published" ? "absent" : finding
  if (!takesExchange) return { finding: ofRecord, missing }
  const ofExchange = yield* findMailHost(account, hostname)
  if (ofExchange === "published") return PROVEN
  return { finding: ofExchange === "unknown" ? "unknown" : ofRecord, missing }
})

const findDemanded = (account: ProvingAccount, demand: ProofDemand) => {
  switch (demand._tag) {
    case "none":
      return Effect.succeed(PROVEN)
    case "refused":
      return Effect.succeed<FoundProof>({ finding: "absent", missing: { cause: demand.cause } })
    case "proof":
      return findProof(account, demand.needed)
  }
}

export const claimServiceProofs = (
  limit: number,
  leaseMs: number
): Effect.Effect<ReadonlyArray<ServiceProofClaim>, StoreError, ServiceProofs> =>
  Effect.flatMap(ServiceProofs, (proofs) => proofs.claim(limit, leaseMs))

/**
 * Looks up the proof of a claimed service, and records the finding. If a lookup fails, or if this worker's own network
 * is in doubt, the proof does not count as absent.
 */
export const checkDueServiceProof = Effect.fnUntraced(function* (
  claim: ServiceProofClaim
): Effect.fn.Return<HostProofOutcome, StoreError, Connectivity | HostProofs | ServiceProofs> {
  const demands = claim.check === null ? [] : proofDemands(claim.check)
  const found = yield* Effect.forEach(demands, (demand) => findDemanded(claim, demand))
  const unread: FoundProof = { finding: "unknown", missing: null }
  // A missing proof counts more than a lookup that failed.
  const { finding, missing } =
    demands.length === 0
      ? unread
      : (found.find((one) => one.finding === "absent") ?? found.find((one) => one.finding === "unknown") ?? PROVEN)
  const isInDoubt = finding === "absent" && (yield* (yield* Connectivity).suppressing)
  return yield* (yield* ServiceProofs).record(claim, isInDoubt ? "unknown" : finding, missing)
})
