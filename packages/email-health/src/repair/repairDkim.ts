import type { DomainFacts } from "../assessment/Assessment.ts"
import { isUsable } from "../dkim/DkimKey.ts"
import type { FindingCode } from "../rubric/Rubric.ts"
import type { Change, RepairStep } from "./RepairPlan.ts"
import type { FoundKey } from "../dkim/DkimScan.ts"

/** A key record without the flag of test mode; other flags stay. */
const withoutTesting = (record: string): string =>
  record
    .replace(/;\s*t\s*=\s*y\s*(?=;|$)/i, "")
    .replace(/(;\s*t\s*=\s*)y\s*:\s*/i, "$1")
    .replace(/(;\s*t\s*=[^;]*?)\s*:\s*y\s*(?=;|$)/i, "$1")

const activate = ({ domain }: DomainFacts, { record, selector }: FoundKey): ReadonlyArray<Change> => {
  const value = withoutTesting(record)
  return value === record
    ? []
    : [
        {
          type: "TXT",
          host: `${selector}._domainkey.${domain}`,
          values: [value],
          replaces: [record],
          findings: ["dkim_only_testing", "dkim_testing"]
        }
      ]
}

/** The records that end test mode, and that remove aliases which lead nowhere while another key works. */
export const repairDkim = (
  facts: DomainFacts,
  codes: ReadonlyArray<FindingCode>
): ReadonlyArray<Omit<RepairStep, "records"> & { readonly changes: ReadonlyArray<Change> }> => {
  const { dkim, domain } = facts
  const testing = codes.includes("dkim_only_testing") || codes.includes("dkim_testing")
  const own = dkim.keys.filter((key) => key.testing && key.cname === null && key.records === 1 && key.data !== "")
  const active = testing ? own.flatMap((key) => activate(facts, key)) : []
  const works = dkim.keys.some((key) => isUsable(key) && !key.testing)
  const dangling: ReadonlyArray<Change> = works
    ? dkim.dangling.map(({ selector, target, exists }) => ({
        type: "CNAME",
        host: `${selector}._domainkey.${domain}`,
        values: [],
        replaces: [`${target}.`],
        findings: [exists ? "dkim_not_published" : "dkim_dangling"]
      }))
    : []
  return [
    ...(active.length > 0
      ? [
          {
            kind: "publish" as const,
            title: "End the test mode of your DKIM keys",
            text: "Receivers ignore the signatures of a key in test mode (t=y).",
            changes: active,
            findings: ["dkim_only_testing" as const, "dkim_testing" as const],
            announces: ["dkim_1024" as const]
          }
        ]
      : []),
    ...(dangling.length > 0
      ? [
          {
            kind: "publish" as const,
            title: "Remove DKIM aliases without a key",
            text: "These aliases lead to no key. If you are still setting up that provider, finish the setup there instead.",
            changes: dangling,
            findings: ["dkim_dangling" as const, "dkim_not_published" as const],
            announces: []
          }
        ]
      : [])
  ]
}
