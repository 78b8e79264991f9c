import {
  BadRequest,
  type CreateScheduledReport,
  messages,
  NotFound,
  type UpdateScheduledReport
} from "@mon/api-contract"
import {
  Accounts,
  type AskedRecipient,
  type SaveScheduledReportResult,
  ScheduledReports,
  Secrets,
  inTransaction
} from "@mon/core-store"
import { canonicalTimeZone, type Language, type ReportInterval, scheduledReportLimits as limits } from "@mon/model"
import { nextReportAt, OutgoingMail, reportQuestionLetter } from "@mon/notifications"
import { Clock, Effect } from "effect"
import { adminOnly, type Caller } from "../../auth/Caller.ts"
import { mailSender } from "../../auth/Letter.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { inAccount } from "../monitors/inAccount.ts"

const notFound = () => new NotFound({ message: messages.scheduledReportNotFound })

const zoneOf = (text: string): string => canonicalTimeZone(text) ?? "UTC"

const nextAt = (every: ReportInterval, zone: string) =>
  Effect.map(Clock.currentTimeMillis, (now) => nextReportAt(every, zone, now))

const ask = Effect.fnUntraced(function* (asked: ReadonlyArray<AskedRecipient>, language: Language) {
  const reports = yield* ScheduledReports
  const outgoing = yield* OutgoingMail
  const secrets = yield* Secrets
  const sender = yield* mailSender
  const at = yield* Clock.currentTimeMillis
  for (const recipient of asked) {
    const known = yield* reports.recipient(recipient.recipientId)
    if (known === null) continue
    const { ownerEmail } = known
    yield* outgoing.post(reportQuestionLetter(recipient, { ownerEmail, language, at }, sender, secrets))
  }
})

type Refusal = Exclude<SaveScheduledReportResult["_tag"], "Saved" | "Absent">

const refusals: Readonly<Record<Refusal, string>> = {
  NoTag: messages.scheduledReportTag,
  LimitReached: messages.scheduledReportLimit(limits.reports),
  TooManyQuestions: messages.scheduledReportQuestions
}

const savedOf = Effect.fnUntraced(function* (result: SaveScheduledReportResult) {
  if (result._tag === "Absent") return yield* notFound()
  if (result._tag !== "Saved") return yield* new BadRequest({ message: refusals[result._tag] })
  yield* ask(result.asked, result.report.language)
  return result.report
})

export const createReport = Effect.fn("createScheduledReport")(function* (caller: Caller, body: CreateScheduledReport) {
  yield* adminOnly(caller)
  const { every, name, recipients, tag = null, targetPercent = null } = body
  const own = yield* (yield* Accounts).settings(caller.viewer)
  const timezone = zoneOf(body.timezone ?? own.timezone)
  const language = body.language ?? own.language ?? "en"
  const at = yield* nextAt(every, timezone)
  return inTransaction(
    "createScheduledReport",
    Effect.flatMap(ScheduledReports, (reports) =>
      reports.create(caller.viewer, {
        name: name.trim(),
        every,
        timezone,
        language,
        tag,
        targetPercent,
        recipients,
        nextAt: at
      })
    ).pipe(Effect.flatMap(savedOf), Effect.map(ok))
  )
})

const changeReport = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  { name, timezone, ...rest }: UpdateScheduledReport
) {
  const reports = yield* ScheduledReports
  const known = (yield* reports.list(caller.viewer)).find((report) => report.id === id)
  if (known === undefined) return yield* notFound()
  const zone = timezone === undefined ? known.timezone : zoneOf(timezone)
  const every = rest.every ?? known.every
  const isMoved = zone !== known.timezone || every !== known.every
  const patch = {
    ...rest,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(isMoved ? { timezone: zone, nextAt: yield* nextAt(every, zone) } : {})
  }
  return yield* Effect.flatMap(reports.update(caller.viewer, id, patch), savedOf)
})

/** Changes the given fields of a scheduled report. A new interval or time zone changes the time of the next report. */
export const updateReport = Effect.fn("updateScheduledReport")(function* (
  caller: Caller,
  id: string,
  input: UpdateScheduledReport
) {
  yield* adminOnly(caller)
  return yield* inAccount(caller, "updateScheduledReport", changeReport(caller, id, input))
})

export const removeReport = Effect.fn("removeScheduledReport")(function* (caller: Caller, id: string) {
  yield* adminOnly(caller)
  if (!(yield* (yield* ScheduledReports).remove(caller.viewer, id))) return yield* notFound()
  return { id, deleted: true } as const
})

const list = Effect.fn("listScheduledReports")(function* (caller: Caller) {
  yield* adminOnly(caller)
  return yield* (yield* ScheduledReports).list(caller.viewer)
})

export const scheduledReportHandlers: GroupHandlers<"scheduledReports"> = {
  list: ({ caller }) => Effect.map(list(caller), ok),
  create: { prepare: ({ caller, payload }) => createReport(caller, payload) },
  update: ({ caller, params, payload }) => Effect.map(updateReport(caller, params.id, payload), ok),
  remove: ({ caller, params }) => Effect.map(removeReport(caller, params.id), ok)
}
