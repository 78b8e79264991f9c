import { aNumber, optionsOf, argumentsOf, whole } from "@mon/bundled/arguments"
import { messageFacts } from "./argumentKinds.ts"
import type { Severity } from "../rubric/Rule.ts"
import type { MessageDkimReport, MessageReport } from "./MessageReport.ts"
import { arcFindings, dkimFindings, dmarcFindings, spfFindings } from "./verdict/authenticationFindings.ts"
import { contentFindings, headerFindings, unsubscribeFindings } from "./verdict/contentFindings.ts"
import { dmarcStatus } from "./verdict/dmarcStatus.ts"
import { type MessageFinding, renderFinding } from "./verdict/Finding.ts"
import type { MessageFacts } from "./MessageFacts.ts"

const acceptBuildMessageReport = /* @__PURE__ */ argumentsOf("buildMessageReport", () => ({
  facts: messageFacts(),
  metadata: optionsOf<{ readonly now: number; readonly queries: number }>({
    now: aNumber("a number of milliseconds since 1970", -8.64e15, 8.64e15),
    queries: whole(0)
  })
}))

const ORDER: ReadonlyArray<Severity> = ["critical", "high", "medium", "low", "info"]

const findingsOf = (facts: MessageFacts, now: number): ReadonlyArray<MessageFinding> =>
  [
    ...spfFindings(facts),
    ...dkimFindings(facts),
    ...dmarcFindings(facts),
    ...arcFindings(facts),
    ...unsubscribeFindings(facts),
    ...headerFindings(facts, now),
    ...contentFindings(facts)
  ]
    .map(renderFinding)
    .toSorted((one, other) => ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity))

const dkimOf = ({ alignedSigners, dkim }: MessageFacts): MessageDkimReport => {
  const has = (status: string) => dkim.signatures.some((signature) => signature.status === status)
  return {
    status: (["pass", "temperror", "fail", "permerror"] as const).find(has) ?? "none",
    skipped: dkim.skipped,
    signatures: dkim.signatures.map((signature) => ({
      ...signature,
      aligned: signature.status === "pass" && signature.domain !== null && alignedSigners.includes(signature.domain)
    }))
  }
}

const verdictOf = (findings: ReadonlyArray<MessageFinding>, incomplete: boolean): MessageReport["verdict"] => {
  const has = (...severities: ReadonlyArray<Severity>) => findings.some(({ severity }) => severities.includes(severity))
  if (has("critical", "high")) return "fail"
  if (incomplete) return "unknown"
  return has("medium") ? "warn" : "ok"
}

/**
 * Builds the report from the facts about a message. This function is pure. `now` is in milliseconds since the epoch.
 */
export const buildMessageReport = (
  facts: MessageFacts,
  metadata: { readonly now: number; readonly queries: number }
): MessageReport => {
  acceptBuildMessageReport(facts, metadata)
  const { now, queries } = metadata
  const { arc, content, dkim, dmarc, form, headers, spf, unsubscribe } = facts
  const status = dmarcStatus(facts)
  const findings = findingsOf(facts, now)
  const incomplete =
    status === "unknown" ||
    spf.status === "temperror" ||
    arc.status === "unknown" ||
    dkim.signatures.some((signature) => signature.status === "temperror")
  return {
    verdict: verdictOf(findings, incomplete),
    incomplete,
    checkedAt: new Date(now).toISOString(),
    size: form.size,
    sentAt: headers.sentAt === null ? null : new Date(headers.sentAt).toISOString(),
    from: headers.from === null ? null : { address: headers.from.address, domain: headers.from.domain },
    spf: { ...spf, aligned: spf.domain !== null && dmarc?.aligned.spf === spf.domain },
    dkim: dkimOf(facts),
    dmarc: {
      status,
      policy: dmarc?.policy ?? null,
      organizationalDomain: dmarc?.organizationalDomain ?? null,
      recordDomain: dmarc?.recordDomain ?? null
    },
    arc,
    unsubscribe,
    hops: facts.hops,
    content: { text: content.text, html: content.html, parts: content.parts, attachments: content.attachments },
    findings,
    queries
  }
}
