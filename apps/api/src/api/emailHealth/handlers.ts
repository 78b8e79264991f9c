import {
  BadRequest,
  type CheckEmailHealth,
  type CheckEmailMessage,
  messages,
  PayloadTooLarge,
  TooManyRequests,
  Unavailable
} from "@mon/api-contract"
import {
  askedRepairs,
  emailEvidence,
  EmailHealthReportCache,
  type EmailHealthRequest,
  followedRepairs,
  mailDomainOf,
  parseMailDomain,
  planState,
  toEmailHealthResult,
  verifyRecords
} from "@mon/checks"
import { EmailHealthChecks, type RepairPage, Repairs } from "@mon/core-store"
import { type EmailHealthReport, EmailMessage, type EmailMessageError } from "@mon/email-health/effect"
import { agreeingResolvers, repairLimits } from "@mon/model"
import { germanReport } from "@mon/notifications"
import { Clock, Effect } from "effect"
import { takeAttempt } from "../../auth/AttemptLimits.ts"
import { type Caller, seatsToWrite } from "../../auth/Caller.ts"
import { germanVerdict } from "../../german/germanVerdict.ts"
import type { JsonObject } from "../../http/RequestBody.ts"
import { domainMonitors } from "../monitors/domainMonitors.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { spokenLanguage } from "../languageFor.ts"
import { seenSignatures } from "./seenSignatures.ts"
import { emailHealthHistory, emailHealthStandings } from "./standings.ts"

type Options = EmailHealthRequest & { readonly fresh: boolean }

const answerEmailHealth = Effect.fnUntraced(function* (domain: string, options: Options) {
  return yield* (yield* EmailHealthReportCache)
    .getOrCheck(domain, options)
    .pipe(
      Effect.catchTag("EmailHealthUnavailable", (error) =>
        Effect.andThen(
          Effect.annotateLogs(Effect.logError(error.message, error.cause ?? ""), { domain, reason: error.reason }),
          Effect.fail(new Unavailable({ message: messages.unavailable }))
        )
      )
    )
})

const spoken = Effect.fnUntraced(function* (caller: Caller, report: EmailHealthReport) {
  return (yield* spokenLanguage(caller)) === "de" ? germanReport(report) : report
})

/** Refuses a request without a domain. Runs before all other checks. */
const checkMailDomainGiven = ({ domain }: JsonObject): BadRequest | null =>
  domain === undefined || domain === null || (typeof domain === "string" && domain.trim() === "")
    ? new BadRequest({ message: messages.mailDomainRequired })
    : null

/** Returns the known DKIM selectors of a monitored domain, or null if the caller can see no monitor of the domain. */
const rememberedSelectors = Effect.fnUntraced(function* ({ limits, viewer }: Caller, domain: string) {
  return yield* (yield* EmailHealthChecks).selectorsOf(viewer, domain, limits.dkimSelectors)
})

/**
 * Checks the email health of any domain. If a request for a monitored domain has no DKIM selectors, uses the known
 * selectors.
 */
const checkEmailHealth = Effect.fn("checkEmailHealth")(function* (caller: Caller, input: CheckEmailHealth) {
  const { fresh = false, reportsReviewed = false } = input
  const domain = parseMailDomain(input.domain)
  if (domain === null) return yield* new BadRequest({ message: messages.mailDomainInvalid })
  const remembered = yield* rememberedSelectors(caller, domain)
  const selectors = input.selectors ?? remembered ?? []
  return yield* answerEmailHealth(domain, { fresh, reportsReviewed, selectors, monitored: remembered !== null })
})

/** Refuses a request without a message. Runs before all other checks. */
const checkMessageGiven = ({ message }: JsonObject): BadRequest | null =>
  typeof message === "string" && message !== "" ? null : new BadRequest({ message: messages.messageRequired })

const REFUSALS = {
  EmptyMessage: new BadRequest({ message: messages.messageRequired }),
  TooLarge: new PayloadTooLarge({ message: messages.tooLarge }),
  InvalidClientIp: new BadRequest({ message: messages.clientIpInvalid }),
  InvalidHelo: new BadRequest({ message: messages.heloInvalid }),
  InvalidMailFrom: new BadRequest({ message: messages.mailFromInvalid })
} as const satisfies Readonly<Record<EmailMessageError["reason"], BadRequest | PayloadTooLarge>>

/**
 * Returns the verdict on a message, which is neither stored nor logged. Stores the DKIM selectors of the message's
 * signatures for domains that the caller may change.
 */
const checkEmailMessage = Effect.fn("checkEmailMessage")(function* (
  caller: Caller,
  { message, ...envelope }: CheckEmailMessage
) {
  const report = yield* Effect.mapError(
    (yield* EmailMessage).check(message, envelope),
    ({ reason }) => REFUSALS[reason]
  )
  if (caller.scope === "write" && seatsToWrite(caller) === null) {
    const checks = yield* EmailHealthChecks
    for (const [domain, seen] of seenSignatures(report)) yield* checks.noteSignatures(caller.viewer, domain, seen)
  }
  return (yield* spokenLanguage(caller)) === "de" ? germanVerdict(report) : report
})

/**
 * Returns the email health of a domain that the caller can see. If the report is newer than the last result, stores it
 * in the domain's history.
 */
const domainEmailHealth = Effect.fn("domainEmailHealth")(function* (
  caller: Caller,
  id: string,
  { fresh = false, reportsReviewed = false }: { readonly fresh?: boolean; readonly reportsReviewed?: boolean }
) {
  const domain = mailDomainOf((yield* domainMonitors.get(caller, id)).hostname)
  const selectors = (yield* rememberedSelectors(caller, domain)) ?? []
  const report = yield* answerEmailHealth(domain, { fresh, reportsReviewed, selectors, monitored: true })
  // A cached report has already been compared with the unfinished repairs.
  const unfinished = report.cached ? [] : yield* (yield* Repairs).unfinishedOf(caller.viewer, id)
  const result = toEmailHealthResult(report, yield* followedRepairs(report, unfinished))
  yield* (yield* EmailHealthChecks).note(caller.viewer, id, result, emailEvidence(report, selectors))
  return report
})

/**
 * Returns the scores before and after a verified repair, calculated with the same rules. Null: the scores cannot be
 * compared.
 */
const worthOf = (before: EmailHealthReport, after: EmailHealthReport) =>
  before.score === null ||
  after.score === null ||
  before.incomplete ||
  after.incomplete ||
  before.rubricVersion !== after.rubricVersion
    ? null
    : { rubricVersion: after.rubricVersion, before: before.score, after: after.score }

/**
 * Returns whether the report no longer contains the problem of an unfinished repair. If so, a new check may close the
 * repair.
 */
const isWaitingForCheck = Effect.fnUntraced(function* (
  { viewer }: Caller,
  id: string,
  { findings }: EmailHealthReport
) {
  const unfinished = yield* (yield* Repairs).unfinishedOf(viewer, id)
  return unfinished.some(({ code }) => !findings.some((finding) => finding.code === code))
})

const domainRepairs = Effect.fn("domainRepairs")(function* (
  { viewer }: Caller,
  id: string,
  { before, limit = repairLimits.listed.default, state }: Partial<RepairPage>
) {
  const result = yield* domainMonitors.found(yield* (yield* Repairs).list(viewer, id, { before, limit, state }))
  return result._tag === "Repairs" ? result.repairs : yield* new BadRequest({ message: messages.repairBefore })
})

const verifyRepair = Effect.fn("verifyRepair")(function* (
  caller: Caller,
  id: string,
  { reportsReviewed = false }: { readonly reportsReviewed?: boolean }
) {
  const { hostname } = yield* domainMonitors.get(caller, id)
  const seconds = yield* takeAttempt("recordVerification", id)
  if (seconds > 0) return yield* new TooManyRequests({ message: messages.checkedJustNow(seconds) })
  const before = yield* domainEmailHealth(caller, id, { reportsReviewed })
  const checkedAt = new Date(yield* Clock.currentTimeMillis).toISOString()
  const records = yield* verifyRecords(before.records)
  const state = planState(records)
  const repairs = yield* Repairs
  yield* repairs.asked(caller.viewer, id, Date.parse(checkedAt), askedRepairs(records))
  const isWorthKnown = state === "verified" && records.length > 0
  const isWaiting = yield* isWaitingForCheck(caller, id, before)
  const report =
    isWorthKnown || isWaiting ? yield* domainEmailHealth(caller, id, { fresh: true, reportsReviewed }) : null
  const after = isWorthKnown ? report : null
  return {
    domain: mailDomainOf(hostname),
    checkedAt,
    state,
    resolvers: agreeingResolvers(records.flatMap(({ servers }) => servers)),
    records: records.map(({ record: { findings, foreign, host, replaces, type, values }, ...verified }) => ({
      type,
      host,
      values,
      replaces,
      foreign,
      findings,
      ...verified
    })),
    worth: after === null ? null : worthOf(before, after)
  }
})

export const emailHealthHandlers: GroupHandlers<"emailHealth"> = {
  check: {
    check: checkMailDomainGiven,
    handle: ({ caller, payload }) =>
      Effect.map(
        Effect.flatMap(checkEmailHealth(caller, payload), (report) => spoken(caller, report)),
        ok
      )
  },
  message: {
    check: checkMessageGiven,
    handle: ({ caller, payload }) => Effect.map(checkEmailMessage(caller, payload), ok)
  },
  list: ({ caller }) => Effect.map(emailHealthStandings(caller), ok),
  history: ({ caller, params, query }) => Effect.map(emailHealthHistory(caller, params.id, query.limit), ok),
  repairs: ({ caller, params, query }) => Effect.map(domainRepairs(caller, params.id, query), ok),
  ofDomain: ({ caller, params, query }) =>
    Effect.map(
      Effect.flatMap(domainEmailHealth(caller, params.id, query), (report) => spoken(caller, report)),
      ok
    ),
  verify: ({ caller, params, query }) => Effect.map(verifyRepair(caller, params.id, query), ok)
}
