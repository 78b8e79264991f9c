import {
  OnCallCalendars,
  OnCallSchedules,
  type OpenedCalendar,
  type Secrets,
  type StoredOnCallPlan
} from "@mon/core-store"
import { engineSchedule } from "@mon/notifications"
import type { CalendarSchedule } from "@mon/on-call/calendar"
import { jobsIn, moduleBeside, WorkerPool } from "@mon/process-runtime/worker-pool"
import { Clock, Effect } from "effect"
import { CALENDAR_PATH, readCalendarToken } from "../../auth/CalendarToken.ts"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { makeAddressBuckets, windowStart } from "../../http/RateLimit.ts"
import { DASHBOARD_PATH } from "../page/dashboardPaths.ts"
import type { PageEndpoint, PageRequest } from "../page/PageEndpoint.ts"
import type * as calendarJobs from "./calendarJobs.ts"

export type CalendarPageServices = OnCallCalendars | OnCallSchedules | Secrets | WorkerPool

/** The largest number of requests per minute for one calendar. Calendar programs send at most a few per hour. */
const REQUESTS_PER_MINUTE = 30

const DEADLINE_MS = 5_000
const SECOND_MS = 1_000

/** The past days of which overrides are read: more than the days that a calendar covers. */
const PAST_MS = 17 * 86_400_000

/** The path contains the secret of the calendar, so it must not reach other sites or search engines. */
const PRIVATE_HEADERS = {
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex, nofollow"
} as const

const define = jobsIn<typeof calendarJobs>(moduleBeside("./calendarJobs", import.meta.url))
const writeJob = define("writeCalendar", DEADLINE_MS)

const refusal = (status: number, body: string, headers: HttpResponse["headers"] = {}): HttpResponse => ({
  status,
  body,
  contentType: "text/plain; charset=utf-8",
  headers: { "Cache-Control": "no-store", ...PRIVATE_HEADERS, ...headers }
})

/** Forged, replaced and removed addresses get the same response. */
const absent = refusal(404, "There is no calendar at this address. It may have been replaced or removed.\n")
const flood = refusal(429, "Too many requests. Try again in a minute.\n", { "Retry-After": "60" })
const busy = refusal(503, "The service is busy. Try again in a minute.\n", { "Retry-After": "60" })

/**
 * SEQUENCE has to grow with each change, also if the schedule stays the same and an override changes. The seconds since
 * the creation do.
 */
const revisionOf = ({ createdAt, updatedAt }: StoredOnCallPlan): number =>
  Math.max(0, Math.floor((updatedAt.getTime() - createdAt.getTime()) / SECOND_MS))

const scheduleOf =
  (baseUrl: string) =>
  (plan: StoredOnCallPlan): CalendarSchedule => ({
    id: plan.id,
    name: plan.name,
    schedule: engineSchedule(plan),
    revision: revisionOf(plan),
    changedAt: Math.max(0, plan.updatedAt.getTime()),
    url: `${baseUrl}${DASHBOARD_PATH}/on-call/${plan.id}`
  })

const calendarFile = Effect.fn("onCallCalendar")(function* (
  { accountKey, membershipId, scheduleId }: OpenedCalendar,
  baseUrl: string
) {
  const now = yield* Clock.currentTimeMillis
  const store = yield* OnCallSchedules
  const plans = yield* store.plans(
    accountKey,
    new Date(Math.max(0, now - PAST_MS)),
    scheduleId === null ? null : [scheduleId]
  )
  const people = yield* store.people(accountKey)
  const outcome = yield* (yield* WorkerPool).run(
    writeJob,
    {
      schedules: plans.map(scheduleOf(baseUrl)),
      person: scheduleId === null ? membershipId : null,
      names: Object.fromEntries(people.map(({ membershipId: id, name }) => [id, name])),
      now
    },
    accountKey
  )
  if (outcome._tag !== "Done") return busy
  return {
    status: 200,
    body: outcome.value,
    contentType: "text/calendar; charset=utf-8",
    compressible: true,
    validated: true,
    headers: {
      "Cache-Control": "private, max-age=300",
      "Content-Disposition": 'inline; filename="on-call.ics"',
      ...PRIVATE_HEADERS
    }
  } satisfies HttpResponse
})

/** Creates the endpoint of calendars, which calendar programs request with the secret address and nothing else. */
export const makeCalendarEndpoints = (): ReadonlyArray<PageEndpoint<CalendarPageServices>> => {
  const buckets = makeAddressBuckets()
  return [
    {
      method: "GET",
      path: `${CALENDAR_PATH}/:token`,
      handle: Effect.fnUntraced(function* ({ baseUrl, params }: PageRequest) {
        const id = yield* readCalendarToken(params["token"] ?? "")
        if (id === null) return absent
        if (buckets.count(id, windowStart(yield* Clock.currentTimeMillis)) > REQUESTS_PER_MINUTE) return flood
        const opened = yield* (yield* OnCallCalendars).open(id)
        return opened === null ? absent : yield* calendarFile(opened, baseUrl)
      })
    }
  ]
}
