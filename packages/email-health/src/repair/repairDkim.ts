import type { DomainFacts } from "../assessment/Assessment.ts"
import { correctDkim } from "../dkim/DkimCorrection.ts"
import { isUsable, parseDkimKey } from "../dkim/DkimKey.ts"
import type { FindingCode } from "../rubric/Rubric.ts"
import type { Change, RepairStep } from "./RepairPlan.ts"
import type { FoundKey } from "../dkim/DkimScan.ts"

/** Removes the test mode flag from a key record. Other flags do not change. */
const withoutTesting = (record: string): string =>
  record
    .replace(/;\s*t\s*=\s*y\s*(?=;|$)/i, "")
    .replace(/(;\s*t\s*=\s*)y\s*:\s*/i, "$1")
    .replace(/(;\s*t\s*=[^;]*?)\s*:\s*y\s*(?=;|$)/i, "$1")

const replaceKey = (domain: string, { record, selector }: FoundKey, value: string): Change => ({
  type: "TXT",
  host: `${selector}._domainkey.${domain}`,
  values: [value],
  replaces: [record],
  findings: []
})

/** Whether a record is in the zone of the domain and is the only record at its name. */
const isOwn = ({ cname, records }: FoundKey): boolean => cname === null && records === 1

type Draft = Omit<RepairStep, "records"> & { readonly changes: ReadonlyArray<Change> }

/** Corrects key records that verifiers cannot read although their intent is clear. */
const correct = ({ dkim, domain }: DomainFacts, codes: ReadonlyArray<FindingCode>): ReadonlyArray<Draft> => {
  const malformed = dkim.keys.filter(({ status }) => status === "malformed")
  const corrected = malformed.flatMap((key) => {
    const value = isOwn(key) ? correctDkim(key.record) : null
    return value === null ? [] : [{ key, value }]
  })
  if (corrected.length === 0) return []
  const works = corrected.some(({ value }) => isUsable(parseDkimKey(value)))
  const findings = codes.filter((code) =>
    code === "dkim_none_usable"
      ? works
      : code === "dkim_malformed" || code === "dkim_malformed_beside"
        ? corrected.length === malformed.length
        : false
  )
  return [
    {
      kind: "publish",
      title: "Correct your DKIM records",
      text: "Verifiers cannot read these records. The keys in them stay the same, so your servers do not need new ones.",
      changes: corrected.map(({ key, value }) => ({ ...replaceKey(domain, key, value), findings })),
      findings,
      announces: [
        "dkim_1024",
        "dkim_all_revoked",
        "dkim_malformed_beside",
        "dkim_only_ed25519",
        "dkim_only_testing",
        "dkim_short_key",
        "dkim_testing",
        "dkim_weak_beside"
      ]
    }
  ]
}

/** Returns the changes that end the test mode of keys whose records the domain itself publishes. */
const endTestMode = (facts: DomainFacts): ReadonlyArray<Draft> => {
  const testing = facts.dkim.keys.filter((key) => key.testing && key.data !== "")
  const changes = testing
    .filter((key) => isOwn(key) && isUsable(key))
    .flatMap((key) => {
      const value = withoutTesting(key.record)
      return value === key.record ? [] : [replaceKey(facts.domain, key, value)]
    })
  if (changes.length === 0) return []
  const findings: ReadonlyArray<FindingCode> =
    changes.length === testing.length ? ["dkim_only_testing", "dkim_testing"] : ["dkim_only_testing"]
  return [
    {
      kind: "publish",
      title: "Take your DKIM keys out of test mode",
      text: "Receivers ignore signatures made with a key in test mode (t=y).",
      changes: changes.map((change) => ({ ...change, findings })),
      findings,
      announces: ["dkim_1024", "dkim_only_ed25519"]
    }
  ]
}

/** Returns the changes that remove aliases without a key at their target, if another key works. */
const removeDangling = ({ dkim, domain }: DomainFacts): ReadonlyArray<Draft> => {
  const works = dkim.keys.some((key) => isUsable(key) && !key.testing)
  if (!works || dkim.dangling.length === 0) return []
  return [
    {
      kind: "publish",
      title: "Remove DKIM aliases without a key",
      text: "These aliases do not lead to a key. If you are still setting up the provider that they belong to, finish the setup there instead.",
      changes: dkim.dangling.map(({ selector, target, exists }) => ({
        type: "CNAME",
        host: `${selector}._domainkey.${domain}`,
        values: [],
        replaces: [`${dkim.aliases.get(selector) ?? target}.`],
        findings: [exists ? "dkim_not_published" : "dkim_dangling"]
      })),
      findings: ["dkim_dangling", "dkim_not_published"],
      announces: []
    }
  ]
}

export const repairDkim = (facts: DomainFacts, codes: ReadonlyArray<FindingCode>): ReadonlyArray<Draft> => [
  ...correct(facts, codes),
  ...(codes.includes("dkim_only_testing") || codes.includes("dkim_testing") ? endTestMode(facts) : []),
  ...removeDangling(facts)
]
