import { GOOD_RSA_BITS, isUsable, MAX_RSA_BITS, MIN_RSA_BITS } from "../dkim/DkimKey.ts"
import { finding, type FindingData } from "../rubric/Finding.ts"
import { type DomainFacts, isParked, type Assessment, unanswered } from "./Assessment.ts"
import type { DkimScan, FoundKey } from "../dkim/DkimScan.ts"

/** The share of selectors that may have no answer. Above this share, missing keys count as unknown. */
const MAX_UNANSWERED = 0.2

const bits = ({ keyBits }: FoundKey): number => keyBits ?? 0
const strongest = (keys: ReadonlyArray<FoundKey>): number =>
  Math.max(0, ...keys.filter(({ keyType }) => keyType === "rsa").map(bits))

const bestKey = (keys: ReadonlyArray<FoundKey>): ReadonlyArray<FindingData> => {
  const usable = keys.filter(isUsable)
  if (usable.length === 0) return withoutUsable(keys)
  const active = usable.filter(({ testing }) => !testing)
  if (active.length === 0) return [finding("dkim_only_testing")]
  const best = strongest(active)
  if (best === 0) return [finding("dkim_only_ed25519")]
  return best < GOOD_RSA_BITS ? [finding("dkim_1024", { bits: best })] : []
}

const withoutUsable = (keys: ReadonlyArray<FoundKey>): ReadonlyArray<FindingData> => {
  const short = keys.find(
    ({ keyType, keyBits, faults }) =>
      faults.length === 0 && keyType === "rsa" && keyBits !== null && keyBits < MIN_RSA_BITS
  )
  if (short !== undefined) return [finding("dkim_short_key", { selector: short.selector, bits: bits(short) })]
  return [finding(keys.every(({ status }) => status === "revoked") ? "dkim_all_revoked" : "dkim_none_usable")]
}

const aboutKey = (key: FoundKey, best: number, usable: number): ReadonlyArray<FindingData> => {
  const values = { selector: key.selector, bits: bits(key), count: key.records, detail: key.faults[0]?.message ?? "" }
  const weak = key.keyType === "rsa" && key.faults.length === 0 && key.data !== "" && bits(key) < GOOD_RSA_BITS
  return [
    ...(key.records > 1 ? [finding("dkim_several_records", values)] : []),
    ...(weak && best >= GOOD_RSA_BITS ? [finding("dkim_weak_beside", values)] : []),
    ...(key.status === "malformed" ? [finding(usable > 0 ? "dkim_malformed_beside" : "dkim_malformed", values)] : []),
    ...(key.status === "revoked" ? [finding("dkim_revoked", values)] : []),
    ...(key.testing && usable > 1 && key.data !== "" ? [finding("dkim_testing", values)] : []),
    ...(bits(key) > MAX_RSA_BITS ? [finding("dkim_large_key", values)] : [])
  ]
}

const withoutKeys = (
  { subtree, wildcard, selectorsProbed, dangling }: DkimScan,
  domain: string
): ReadonlyArray<FindingData> => {
  if (wildcard !== null) return [finding(wildcard === "revoked" ? "dkim_all_revoked" : "dkim_wildcard")]
  // An alias below _domainkey shows that DKIM was set up.
  return subtree === "none" && dangling.length === 0
    ? [finding("dkim_none", { domain })]
    : [finding("dkim_selector_unknown", { count: selectorsProbed })]
}

export const assessDkim = (facts: DomainFacts): Assessment => {
  const { domain, dkim } = facts
  const failures = unanswered(
    dkim.unanswered.map(({ selector, reason }) => ({ name: selector, reason })),
    "dkim_unanswered",
    "dkim_budget"
  )
  const dangling = dkim.dangling.map(({ selector, target, exists }) =>
    finding(exists ? "dkim_not_published" : "dkim_dangling", { selector, target })
  )
  const live = dkim.keys.some(({ status }) => status !== "revoked")
  if (!live && isParked(facts) && dkim.wildcard !== "key")
    return { findings: [finding("dkim_parked"), ...failures], known: true }
  const silent = dkim.unanswered.length > dkim.selectorsProbed * MAX_UNANSWERED
  if (!live && silent) return { findings: [...dangling, ...failures], known: false }
  const main = dkim.keys.length === 0 ? withoutKeys(dkim, domain) : bestKey(dkim.keys)
  const usable = dkim.keys.filter(isUsable)
  const each = dkim.keys.flatMap((key) => aboutKey(key, strongest(usable), usable.length))
  return { findings: [...main, ...each, ...dangling, ...failures], known: true }
}
