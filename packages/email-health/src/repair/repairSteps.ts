import { type DomainFacts, isParked } from "../assessment/Assessment.ts"
import type { FindingCode } from "../rubric/Rubric.ts"
import { type DmarcRepair, isLevel } from "./repairDmarc.ts"
import { NULL_MX, repairMx } from "./repairMx.ts"
import type { Change, RepairStep } from "./RepairPlan.ts"
import type { SpfRepair } from "./repairSpf.ts"

export type DraftStep = Omit<RepairStep, "records"> & { readonly changes: ReadonlyArray<Change> }

const publish = (step: Omit<DraftStep, "kind">): DraftStep => ({ kind: "publish", ...step })

export const mxSteps = (facts: DomainFacts, codes: ReadonlyArray<FindingCode>): ReadonlyArray<DraftStep> => {
  const changes = facts.mx.alias === null ? repairMx(facts, codes) : []
  if (changes.length === 0) return []
  const isNull = changes.some(({ type, values }) => type === "MX" && values.includes(NULL_MX))
  return [
    publish({
      title: isNull ? "Declare that the domain receives no email" : "Publish working MX records",
      text: isNull
        ? "With a null MX, senders know at once that there is no mailbox."
        : codes.includes("mx_implicit")
          ? "The record names the host that receives email today."
          : "Senders find your mail hosts through these records.",
      changes,
      findings: codes.filter((code) => changes.some(({ findings }) => findings.includes(code))),
      announces: isNull ? ["spf_void", "dmarc_dead_reports"] : ["mx_single", "mx_reverse"]
    })
  ]
}

/** The findings that a broken record hid, and that appear once the record is readable. */
const SPF_ANNOUNCES: ReadonlyArray<FindingCode> = [
  "spf_softfail_alone",
  "spf_lookups_near",
  "spf_lookups_many",
  "spf_wide",
  "spf_void",
  "spf_voids_near",
  "spf_ptr",
  "spf_private",
  "spf_long",
  "spf_too_long"
]

/** The findings that may appear once receivers use the owner's policy. */
const MEANT: ReadonlyArray<FindingCode> = [
  "dmarc_subdomains_weaker",
  "dmarc_nonexistent_weaker",
  "dmarc_testing_reject",
  "dmarc_testing_quarantine",
  "dmarc_percent"
]

/** Returns the findings that appear when a domain starts or stops declaring that it sends no email. */
const judgedAs = (facts: DomainFacts, text: string | undefined): ReadonlyArray<FindingCode> => {
  if (text === "v=spf1 -all") return ["mx_parked_without_null"]
  return isParked(facts) ? ["dmarc_no_reports"] : []
}

const CLOSES =
  "The record that is published today allows every server. The new record allows only the servers that DNS shows. Email from other servers no longer passes SPF, but the DMARC policy does not ask receivers to act on it. Add your other servers and your providers' includes."

/** Returns the steps for SPF. The records that the new record includes come first. */
export const spfSteps = (facts: DomainFacts, repair: SpfRepair | null): ReadonlyArray<DraftStep> => {
  if (repair === null) return []
  const [main, ...lists] = repair.changes
  const codes = [...new Set(repair.changes.flatMap(({ findings }) => findings))]
  const step = (title: string, text: string, changes: ReadonlyArray<Change>): DraftStep =>
    publish({
      title,
      text,
      changes,
      findings: codes,
      announces: [...SPF_ANNOUNCES, ...judgedAs(facts, main?.values[0])]
    })
  return [
    ...(lists.length > 0
      ? [step("Publish the lists of networks", "The SPF record in the next step includes these records.", lists)]
      : []),
    ...(main === undefined
      ? []
      : [
          step(
            "Publish one SPF record",
            [repair.closes ? CLOSES : "The record allows every server that passes today.", ...repair.notes].join(" "),
            [main]
          )
        ])
  ]
}

const MISSING_ADDRESS: ReadonlyArray<FindingCode> = ["dmarc_none_blind", "dmarc_no_reports", "dmarc_dead_reports"]

/** The endings of the sentence about the parts that a record keeps. Each ending follows the words for the policy. */
const addresses: Readonly<Record<"all" | "some" | "none", string>> = {
  all: " and your addresses",
  some: " and those of your addresses that can receive reports",
  none: ", but not your addresses, which cannot receive reports"
}

const begins = ({ asksReports, policy }: DmarcRepair): string => {
  const reports = asksReports ? "The new record asks receivers for reports" : "The new record does not ask for reports"
  return policy === "none"
    ? `${reports} and does not change which email arrives.`
    : `The new record asks receivers to ${policy} email that fails.`
}

const keeps = (repair: DmarcRepair): string => {
  const { basis, keepsAddresses, keepsPolicy, meant } = repair
  if (basis === "absent") return `The domain has no DMARC record of its own today. ${begins(repair)}`
  if (basis === "unreadable") return `The record that is published today cannot be read. ${begins(repair)}`
  const kept = keepsAddresses === null ? "" : addresses[keepsAddresses]
  if (meant !== null)
    return `Receivers ignore your policy "${meant}" today. So the new record starts with the policy that they apply today${kept}.`
  return `The record keeps ${keepsPolicy ? "your policy" : "the policy that receivers apply today"}${kept}.`
}

const ownStep = (repair: DmarcRepair, changes: ReadonlyArray<Change>, codes: ReadonlyArray<FindingCode>): DraftStep =>
  publish({
    title: repair.stricter ? "Publish a stricter DMARC policy" : "Publish one DMARC record",
    text: repair.stricter
      ? "The reports showed that all your own email passes. Receivers will now act on email that fails."
      : keeps(repair),
    changes,
    findings: repair.stricter ? codes : codes.filter((code) => !isLevel(code)),
    announces: [
      "dmarc_none",
      "dmarc_quarantine",
      ...(repair.stricter || repair.revives ? MEANT : []),
      ...(repair.needsAddress ? [...MISSING_ADDRESS, "dmarc_unauthorised_reports" as const] : [])
    ]
  })

const next = ({ meant }: DmarcRepair): string =>
  meant === null ? "" : ` The next plan will then contain your policy "${meant}".`

/**
 * Returns the steps for DMARC: authorisation by other domains, the record, a report address, and a review of the
 * reports.
 */
export const dmarcSteps = (repair: DmarcRepair, codes: ReadonlyArray<FindingCode>): ReadonlyArray<DraftStep> => {
  const ours = repair.changes.filter(({ foreign }) => foreign !== true)
  const foreign = repair.changes.filter((change) => change.foreign === true)
  const levels = codes.filter((code) => isLevel(code))
  return [
    ...(foreign.length > 0
      ? [
          publish({
            title: "Have the receiver of your reports authorise them",
            text: "The owner of the other domain must publish this record. Without it, no reports will be sent there.",
            changes: foreign,
            findings: ["dmarc_unauthorised_reports", "dmarc_none_blind"],
            announces: ["dmarc_none"]
          })
        ]
      : []),
    ...(ours.length > 0 ? [ownStep(repair, ours, codes)] : []),
    ...(repair.needsAddress
      ? [
          {
            kind: "person" as const,
            title: "Choose a mailbox for DMARC reports",
            text: "This domain receives no email. Choose a mailbox at another of your domains, and check again with that address. If this domain does not send email either, select that it sends none, and check again.",
            changes: [],
            findings: MISSING_ADDRESS,
            announces: []
          }
        ]
      : []),
    ...(repair.waits && (levels.length > 0 || repair.meant !== null)
      ? [
          {
            kind: "review" as const,
            title: "Read the DMARC reports before you make the policy stricter",
            text: `Read at least two weeks of aggregate reports. Every server that sends email for you must pass SPF or DKIM with your domain. Then check again, and say that you have reviewed the reports.${next(repair)}`,
            changes: [],
            findings: levels,
            announces: []
          }
        ]
      : [])
  ]
}

export const extraSteps = (changes: ReadonlyArray<Change>): ReadonlyArray<DraftStep> =>
  changes.length === 0
    ? []
    : [
        publish({
          title: "Publish the transport security records",
          text: "Senders will report there whether they could deliver to your mail hosts with TLS.",
          changes,
          findings: [...new Set(changes.flatMap(({ findings }) => findings))],
          announces: []
        })
      ]
