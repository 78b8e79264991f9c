import { listOf, argumentsOf, aString } from "@mon/bundled/arguments"

const acceptConditionsOf = /* @__PURE__ */ argumentsOf("conditionsOf", () => ({ statuses: listOf(aString) }))

/** A problem that the statuses of a registration show. */
export type DomainCondition = "hold" | "redemption" | "pending_delete"

/** The EPP statuses (RFC 5731 section 2.3, RFC 3915 section 3.1). This is the only list of their spellings. */
const EPP = [
  "addPeriod",
  "autoRenewPeriod",
  "clientDeleteProhibited",
  "clientHold",
  "clientRenewProhibited",
  "clientTransferProhibited",
  "clientUpdateProhibited",
  "inactive",
  "ok",
  "pendingCreate",
  "pendingDelete",
  "pendingRenew",
  "pendingRestore",
  "pendingTransfer",
  "pendingUpdate",
  "redemptionPeriod",
  "renewPeriod",
  "serverDeleteProhibited",
  "serverHold",
  "serverRenewProhibited",
  "serverTransferProhibited",
  "serverUpdateProhibited",
  "transferPeriod"
]

/**
 * The other names of EPP statuses: the words of RDAP that differ by more than spaces (RFC 8056 section 2), and the
 * words that JPRS (https://jprs.jp/about/dom-rule/lifecycle), CZ.NIC and .nz use for registrations that are ending.
 */
const SYNONYMS: Readonly<Record<string, string>> = {
  active: "ok",
  quarantine: "redemptionPeriod",
  inquarantine: "redemptionPeriod",
  deleted: "pendingDelete",
  pendingrelease: "redemptionPeriod",
  tobedeleted: "pendingDelete",
  tobesuspended: "pendingDelete"
}

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, "")

const SPELLING: ReadonlyMap<string, string> = new Map([
  ...EPP.map((status) => [lettersOf(status), status] as const),
  ...Object.entries(SYNONYMS)
])

const CONDITIONS: Readonly<Record<string, DomainCondition>> = {
  clientHold: "hold",
  serverHold: "hold",
  redemptionPeriod: "redemption",
  pendingRestore: "redemption",
  pendingDelete: "pending_delete"
}

/**
 * The maximum number of statuses that are returned. A status that is not an EPP status is cut off after MAX_LENGTH
 * characters.
 */
const MAX_STATUSES = 32
/**
 * The maximum number of statuses that are read. There are about 30 different statuses, and an answer may repeat them.
 */
const MAX_READ = 1_000
const MAX_LENGTH = 60

/**
 * Returns each status once. Converts EPP statuses to the spelling of EPP ("client hold" becomes "clientHold"). Other
 * statuses stay unchanged.
 */
export const normaliseStatuses = (statuses: ReadonlyArray<string>): ReadonlyArray<string> => {
  const cleaned = statuses
    .slice(0, MAX_READ)
    .map((status) => status.trim())
    .filter((status) => status !== "")
  const named = cleaned.map((status) => SPELLING.get(lettersOf(status)) ?? status.slice(0, MAX_LENGTH))
  return [...new Set(named)].slice(0, MAX_STATUSES)
}

/** Returns the problems that the statuses of a registration show, each once. */
export const conditionsOf = (statuses: ReadonlyArray<string>): ReadonlyArray<DomainCondition> => {
  acceptConditionsOf(statuses)
  return [
    ...new Set(
      statuses.flatMap((status) => (Object.hasOwn(CONDITIONS, status) ? [CONDITIONS[status] as DomainCondition] : []))
    )
  ]
}
