import type { Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { lookUp } from "../DnsLookup.ts"
import { joinChunks } from "../DnsText.ts"
import { isSpf } from "../spf/SpfRecord.ts"
import { correctDmarc, isMeantAsDmarc, mergeDmarc, resemblesDmarc, withAddressesOf } from "./DmarcCorrection.ts"
import { type DmarcRecord, isDmarc, parseDmarc, policyFor } from "./DmarcRecord.ts"
import { applicableStep, organizationalDomain, readPolicyAt, type WalkStep, walkTree } from "./treeWalk.ts"
import type { DmarcFacts, ReportTarget } from "./DmarcFacts.ts"

const MAX_REPORT_TARGETS = 4

const isNearMiss = (text: string): boolean => !isDmarc(text) && isMeantAsDmarc(text)

/**
 * Whether a TXT record at the domain itself is a DMARC record, or resembles one. A record that starts like SPF counts
 * as SPF, even if it contains DMARC tags.
 */
const isMisplaced = (text: string): boolean => isDmarc(text) || (resemblesDmarc(text) && !/^\W*v\s*=\s*spf/i.test(text))

const isWithin = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`)

/** Whether the MX records are a null MX. A null MX next to other MX records has no effect (RFC 7505 section 3). */
const isNullMx = (records: ReadonlyArray<{ readonly exchange: string }>): boolean =>
  records.length > 0 && records.every(({ exchange }) => exchange === "")

/**
 * Whether a record authorises reports to a domain (RFC 9990 section 4). If the record names report addresses, one of
 * them must be at the given domain.
 */
const agrees = (destination: string, text: string): boolean => {
  if (!isDmarc(text)) return false
  const parsed = parseDmarc(text)
  const others = parsed.ok ? parsed.record.aggregate : []
  return others.length === 0 || others.some(({ domain }) => domain === destination)
}

/**
 * Whether a name within an organization belongs to a separate organization below the given organization, which a record
 * with a "psd" tag defines.
 */
const isApart = (resolver: Resolver, organization: string, name: string): Effect.Effect<boolean> =>
  name === organization
    ? Effect.succeed(false)
    : walkTree(resolver, name).pipe(
        Effect.map((steps) => {
          const apart = organizationalDomain(steps)
          const bounded = steps.some(({ domain, psd }) => domain !== organization && (psd === "y" || psd === "n"))
          return bounded && apart !== organization && isWithin(apart, organization)
        }),
        Effect.orElseSucceed(() => false)
      )

/** Whether a domain receives email; null if unknown. Without an MX record, the domain itself is the mail host. */
const receivesMail = Effect.fnUntraced(function* (resolver: Resolver, domain: string) {
  const mail = yield* Effect.result(resolver.query(domain, "MX"))
  if (Result.isFailure(mail)) return null
  const { records, status } = mail.success
  if (status === "nxdomain") return false
  if (records.length > 0) return !isNullMx(records)
  const [four, six] = yield* Effect.all([lookUp(resolver, domain, "A"), lookUp(resolver, domain, "AAAA")], {
    concurrency: 2
  })
  if ((four.answer?.records.length ?? 0) + (six.answer?.records.length ?? 0) > 0) return true
  return four.failure === null && six.failure === null ? false : null
})

const inspectTarget = Effect.fnUntraced(function* (
  resolver: Resolver,
  recordDomain: string,
  organization: string,
  uri: string,
  domain: string
) {
  const external =
    domain !== recordDomain && (!isWithin(domain, organization) || (yield* isApart(resolver, organization, domain)))
  const [agreed, takesMail] = yield* Effect.all(
    [
      external
        ? Effect.result(resolver.query(`${recordDomain}._report._dmarc.${domain}`, "TXT"))
        : Effect.succeed(null),
      receivesMail(resolver, domain)
    ],
    { concurrency: 2 }
  )
  const authorised =
    agreed === null || Result.isFailure(agreed)
      ? null
      : agreed.success.records.some((record) => agrees(domain, joinChunks(record)))
  return { uri, domain, external, authorised, takesMail } satisfies ReportTarget
})

const reportTargets = Effect.fnUntraced(function* (
  resolver: Resolver,
  record: DmarcRecord,
  recordDomain: string,
  organization: string
) {
  const wanted = new Map(
    [...record.aggregate, ...record.failure].flatMap(({ uri, domain }) =>
      domain === null ? [] : [[domain, uri] as const]
    )
  )
  return yield* Effect.forEach(
    [...wanted].slice(0, MAX_REPORT_TARGETS),
    ([domain, uri]) => inspectTarget(resolver, recordDomain, organization, uri, domain),
    { concurrency: MAX_REPORT_TARGETS }
  )
})

const effectiveOf = (record: DmarcRecord, inherited: boolean): NonNullable<DmarcFacts["effective"]> => ({
  domain: policyFor(record, inherited ? "subdomain" : "domain"),
  subdomain: policyFor(record, "subdomain"),
  nonexistent: policyFor(record, "nonexistent")
})

const ownFacts = (own: WalkStep | undefined, misplaced: ReadonlyArray<string>) => {
  const texts = own?.texts ?? []
  const ownRecords = texts.filter(isDmarc)
  const parsed = ownRecords.length === 1 ? parseDmarc(ownRecords[0] ?? "") : null
  return {
    ownRecords,
    fault: parsed === null || parsed.ok ? null : parsed.fault,
    nearMisses: texts.filter(isNearMiss),
    spfInPlace: texts.some(isSpf),
    misplaced
  }
}

const NONE = {
  status: "none",
  record: null,
  recordDomain: null,
  inheritedFrom: null,
  organizationalDomain: null,
  organizationPolicy: null,
  effective: null,
  reports: []
} as const

type Own = ReturnType<typeof ownFacts>

/**
 * Returns the record that the owner meant: the corrected record that applies, or otherwise the merger of all records
 * that are DMARC records or resemble them. Null if no record is readable.
 */
const correctedOf = ({ fault, misplaced, nearMisses, ownRecords }: Own): string | null => {
  const [record] = ownRecords
  const others = [...nearMisses, ...misplaced]
  if (record !== undefined && ownRecords.length === 1 && fault === null)
    return withAddressesOf(correctDmarc(record) ?? record, others)
  const meant = [...ownRecords, ...others]
  return meant.length === 0 ? null : mergeDmarc(meant)
}

/** Finds the applicable record by the DNS tree walk, and checks whether its report addresses can receive reports. */
export const inspectDmarc = Effect.fnUntraced(function* (
  resolver: Resolver,
  domain: string,
  apexTexts: ReadonlyArray<string>
) {
  const misplaced = apexTexts.filter(isMisplaced)
  const walked = yield* Effect.result(walkTree(resolver, domain))
  const unanswered = Result.isFailure(walked) ? [{ name: walked.failure.queryName, reason: walked.failure.reason }] : []
  // The domain's own record applies, whatever its parent domains publish.
  const steps = Result.isSuccess(walked)
    ? walked.success
    : yield* Effect.orElseSucceed(
        Effect.map(readPolicyAt(resolver, domain), (own) => [own]),
        () => []
      )
  const own = ownFacts(steps[0], misplaced)
  const corrected = correctedOf(own)
  const found = { ...own, corrected, walked: steps.map((step) => step.domain), unanswered }
  if (unanswered.length > 0 && (steps[0]?.record ?? null) === null)
    return { ...NONE, ...found, correctedReports: [], status: "unknown" } satisfies DmarcFacts
  const organization = organizationalDomain(steps)
  const draft = parseDmarc(corrected ?? "")
  const correctedReports = draft.ok ? yield* reportTargets(resolver, draft.record, domain, organization) : []
  const common = { ...found, correctedReports }
  const step = applicableStep(steps)
  if (step === null || step.record === null) return { ...NONE, ...common } satisfies DmarcFacts
  const { record, domain: recordDomain } = step
  const inherited = recordDomain !== domain
  const above = steps.find((one) => one.domain === organization)?.record ?? null
  return {
    ...common,
    status: "ok",
    record,
    recordDomain,
    inheritedFrom: inherited ? recordDomain : null,
    organizationalDomain: organization,
    organizationPolicy: above === null ? null : policyFor(above, "domain"),
    effective: effectiveOf(record, inherited),
    reports: yield* reportTargets(resolver, record, recordDomain, organization)
  } satisfies DmarcFacts
})
