import { BadRequest, messages, Unavailable } from "@mon/api-contract"
import { AccountBranding, Accounts, Reports } from "@mon/core-store"
import { canonicalTimeZone, type Language, reportLimits } from "@mon/model"
import {
  availabilityCsv,
  availabilityReport,
  tagCsv,
  dateIn,
  daysIn,
  instantsOf,
  lastMonth,
  type ReportDays,
  ReportPrinter,
  toWorkspace
} from "@mon/notifications"
import { Clock, Effect, Stream } from "effect"
import { ApiConfig } from "../../ApiConfig.ts"
import type { Caller } from "../../auth/Caller.ts"
import { FileDownload } from "../../http/HttpResponse.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { languageFor } from "../languageFor.ts"

interface Wanted {
  readonly from?: string
  readonly to?: string
  readonly timezone?: string
  readonly tag?: string
  readonly target?: number
}

const refuse = (message: string) => new BadRequest({ message })

const daysOf = Effect.fnUntraced(function* ({ from, to }: Wanted, zone: string) {
  if (from === undefined && to === undefined) return lastMonth(dateIn(zone, yield* Clock.currentTimeMillis))
  if (from === undefined || to === undefined) return yield* refuse(messages.reportBothDays)
  const days: ReportDays = { first: from, last: to }
  const count = daysIn(days)
  return count < 1 || count > reportLimits.days ? yield* refuse(messages.reportDays(reportLimits.days)) : days
})

const written = Effect.fn("report")(function* (caller: Caller, wanted: Wanted, spoken?: Language) {
  const { viewer } = caller
  const settings = yield* (yield* Accounts).settings(viewer)
  const language = spoken ?? languageFor(caller, settings.language)
  const timezone = canonicalTimeZone(wanted.timezone ?? settings.timezone) ?? "UTC"
  const days = yield* daysOf(wanted, timezone)
  const period = instantsOf(days, timezone)
  const tag = wanted.tag ?? null
  const facts = yield* (yield* Reports).read(viewer, { ...period, tag })
  if (facts === null) return yield* refuse(messages.reportTag)
  const subject = { ...period, timezone, targetPercent: wanted.target ?? null, tag }
  return { report: availabilityReport(facts, subject, language), days, language }
})

const report = (caller: Caller, wanted: Wanted) => Effect.map(written(caller, wanted), (shown) => shown.report)

const print = Effect.fn("printReport")(function* (
  caller: Caller,
  { language: spoken, ...wanted }: Wanted & { readonly language?: Language }
) {
  const { days, language, report: shown } = yield* written(caller, wanted, spoken)
  const workspace = toWorkspace(yield* (yield* AccountBranding).find(caller.viewer))
  const { serviceName: service = "Mon" } = yield* ApiConfig
  const printed = yield* (yield* ReportPrinter).print(shown, { name: null, language, service, workspace })
  if (printed._tag === "Printed")
    return new FileDownload(`availability-${days.first}-${days.last}.pdf`, "application/pdf", Stream.make(printed.pdf))
  if (printed._tag === "NoBrowser") return yield* new Unavailable({ message: messages.reportNoBrowser })
  yield* Effect.annotateLogs(Effect.logWarning("A report could not be printed"), { reason: printed.message })
  return yield* new Unavailable({ message: messages.reportNotPrinted })
})

export const reportHandlers: GroupHandlers<"reports"> = {
  print: ({ caller, query }) => print(caller, query),
  availability: ({ caller, query }) => Effect.map(report(caller, query), ok),
  download: ({ caller, query: { by = "domain", ...query } }) =>
    Effect.map(report(caller, query), (shown) => {
      const lines = by === "tag" ? tagCsv(shown) : availabilityCsv(shown)
      const name = by === "tag" ? "availability-of-tags.csv" : "availability.csv"
      return new FileDownload(name, "text/csv; charset=utf-8", Stream.fromIterable(lines))
    })
}
