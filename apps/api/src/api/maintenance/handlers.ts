import { checkSchedule, expandSchedule, nextOccurrences, type WindowSchedule } from "@mon/alerts/maintenance"
import {
  BadRequest,
  type CreateMaintenanceWindow,
  Forbidden,
  messages,
  NotFound,
  pagination,
  type UpdateMaintenanceWindow
} from "@mon/api-contract"
import { Accounts, MaintenanceWindows, type SaveWindowResult, type StoredSchedule } from "@mon/core-store"
import { canonicalTimeZone, maintenanceLimits, type MaintenanceState } from "@mon/model"
import { Clock, Effect } from "effect"
import { type Caller, seatsToWrite } from "../../auth/Caller.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { inAccount } from "../monitors/inAccount.ts"

const MINUTE_MS = 60_000
/** The default length of a window in a preview, in minutes. */
const PREVIEWED_MINUTES = 60
const YEAR_MS = 366 * 86_400_000
/** The limits of a window's start, relative to now. They keep the evaluation of its recurrence rule fast. */
const EARLIEST_MS = YEAR_MS
const LATEST_MS = 10 * YEAR_MS

type ScheduleInput = Pick<UpdateMaintenanceWindow, "startsAt" | "endsAt" | "minutes" | "timezone" | "recurrence">

const invalid = (message: string) => new BadRequest({ message })
const notFound = () => new NotFound({ message: messages.maintenanceNotFound })

/**
 * Checks the schedule in a request, and returns it. `before`: the previous schedule, if the request changes a window.
 */
const scheduleOf = Effect.fnUntraced(function* (
  { viewer }: Caller,
  { endsAt, minutes, recurrence, startsAt, timezone }: ScheduleInput,
  before: StoredSchedule | null
) {
  const now = yield* Clock.currentTimeMillis
  const rule = recurrence === undefined ? (before?.recurrence ?? null) : recurrence
  const given = startsAt === undefined ? (before?.startsAt ?? now) : Date.parse(startsAt)
  if (startsAt !== undefined && (given < now - EARLIEST_MS || given > now + LATEST_MS))
    return yield* invalid(messages.maintenanceStart)
  const start = rule === null ? given : Math.floor(given / MINUTE_MS) * MINUTE_MS
  if (minutes !== undefined && endsAt !== undefined) return yield* invalid(messages.maintenanceLength)
  const end = endsAt === undefined ? null : Date.parse(endsAt)
  if (end !== null && end <= start) return yield* invalid(messages.maintenanceEnd)
  const length = end === null ? (minutes ?? before?.minutes) : Math.ceil((end - start) / MINUTE_MS)
  if (length === undefined) return yield* invalid(messages.maintenanceLength)
  const zone = timezone ?? before?.timeZone ?? (yield* (yield* Accounts).settings(viewer)).timezone
  const schedule: WindowSchedule = {
    startsAt: start,
    minutes: length,
    timeZone: canonicalTimeZone(zone) ?? zone,
    recurrence: rule
  }
  const checked = checkSchedule(schedule)
  return checked._tag === "Valid" ? checked.schedule : yield* invalid(checked.message)
})

const refusals: {
  readonly [Tag in Exclude<SaveWindowResult["_tag"], "Saved" | "LimitReached">]: () => BadRequest | Forbidden | NotFound
} = {
  Absent: notFound,
  Forbidden: () => new Forbidden({ message: messages.maintenanceRights }),
  NoDomain: () => new NotFound({ message: messages.domainNotFound }),
  NoPage: () => new NotFound({ message: messages.urlNotFound }),
  NoHeartbeat: () => new NotFound({ message: messages.heartbeatNotFound }),
  NoService: () => new NotFound({ message: messages.serviceNotFound }),
  NoTag: () => new NotFound({ message: messages.tagNotFound }),
  NoTarget: () => invalid(messages.maintenanceTarget),
  Over: () => invalid(messages.maintenanceOver)
}

const saved = ({ limits }: Caller, result: SaveWindowResult) => {
  if (result._tag === "Saved") return Effect.succeed(result.window)
  return Effect.fail(
    result._tag === "LimitReached"
      ? invalid(messages.maintenanceLimit(limits.maintenanceWindows, limits.title))
      : refusals[result._tag]()
  )
}

/** Refuses members on a plan without teams, because they can only read. */
export const mayWrite = (caller: Caller) => {
  const message = seatsToWrite(caller)
  return message === null ? Effect.void : Effect.fail(new Forbidden({ message }))
}

export const createWindow = Effect.fn("createMaintenanceWindow")(function* (
  caller: Caller,
  input: CreateMaintenanceWindow
) {
  const schedule = yield* scheduleOf(caller, input, null)
  const window = {
    name: input.name.trim(),
    startsAt: input.startsAt === undefined && schedule.recurrence === null ? null : schedule.startsAt,
    minutes: schedule.minutes,
    timeZone: schedule.timeZone,
    recurrence: schedule.recurrence,
    wholeAccount: input.wholeAccount ?? false,
    domainIds: input.domainIds ?? [],
    urlIds: input.urlIds ?? [],
    heartbeatIds: input.heartbeatIds ?? [],
    serviceIds: input.serviceIds ?? [],
    tagIds: input.tagIds ?? [],
    published: input.published ?? true
  }
  const { maintenanceWindows } = caller.limits
  return yield* saved(
    caller,
    yield* (yield* MaintenanceWindows).create(caller.viewer, window, maintenanceWindows, expandSchedule)
  )
})

export const updateWindow = Effect.fn("updateMaintenanceWindow")(function* (
  caller: Caller,
  id: string,
  { endsAt, minutes, name, recurrence, startsAt, timezone, ...targets }: UpdateMaintenanceWindow
) {
  const windows = yield* MaintenanceWindows
  const before = yield* windows.scheduleOf(caller.viewer, id)
  if (before === null) return yield* notFound()
  if (!before.canEdit) return yield* refusals.Forbidden()
  yield* mayWrite(caller)
  const { canEdit: _, ...stored } = before
  const input = Object.fromEntries(
    Object.entries({ endsAt, minutes, recurrence, startsAt, timezone }).filter(([, value]) => value !== undefined)
  ) as ScheduleInput
  const patch = {
    ...targets,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(Object.keys(input).length === 0 ? {} : { schedule: yield* scheduleOf(caller, input, stored) })
  }
  return yield* saved(caller, yield* windows.update(caller.viewer, id, patch, expandSchedule))
})

const endWindow = Effect.fn("endMaintenanceWindow")(function* (caller: Caller, id: string) {
  const windows = yield* MaintenanceWindows
  const found = yield* windows.scheduleOf(caller.viewer, id)
  if (found === null) return yield* notFound()
  yield* mayWrite(caller)
  return yield* saved(caller, yield* windows.end(caller.viewer, id))
})

export const removeWindow = Effect.fn("removeMaintenanceWindow")(function* (caller: Caller, id: string) {
  const windows = yield* MaintenanceWindows
  const found = yield* windows.scheduleOf(caller.viewer, id)
  if (found === null) return yield* notFound()
  yield* mayWrite(caller)
  const result = yield* windows.remove(caller.viewer, id)
  if (result === "Absent") return yield* notFound()
  if (result === "Forbidden") return yield* refusals.Forbidden()
  return { id, deleted: true } as const
})

const listWindows = Effect.fnUntraced(function* (
  { viewer }: Caller,
  {
    limit = maintenanceLimits.pageSize.default,
    page = 1,
    ...rest
  }: { readonly limit?: number; readonly page?: number; readonly state?: MaintenanceState }
) {
  const { items, total } = yield* (yield* MaintenanceWindows).list(viewer, { ...rest, page, limit })
  return { ...ok(items), pagination: pagination(total, page, limit) }
})

const getWindow = Effect.fnUntraced(function* ({ viewer }: Caller, id: string) {
  return (yield* (yield* MaintenanceWindows).find(viewer, id)) ?? (yield* notFound())
})

const iso = (time: number): string => new Date(time).toISOString()

const previewWindow = Effect.fnUntraced(function* (
  caller: Caller,
  query: {
    readonly minutes?: number
    readonly recurrence?: string
    readonly startsAt?: string
    readonly timezone?: string
  }
) {
  const { startsAt } = query
  if (startsAt !== undefined && Number.isNaN(Date.parse(startsAt)))
    return yield* invalid(messages.maintenanceTime("startsAt"))
  const schedule = yield* scheduleOf(caller, { minutes: PREVIEWED_MINUTES, ...query }, null)
  const now = yield* Clock.currentTimeMillis
  return {
    recurrence: schedule.recurrence,
    occurrences: nextOccurrences(schedule, now, maintenanceLimits.previewed).map((one) => ({
      startsAt: iso(one.startsAt),
      endsAt: iso(one.endsAt)
    }))
  }
})

export const maintenanceHandlers: GroupHandlers<"maintenance"> = {
  list: ({ caller, query }) => listWindows(caller, query),
  preview: ({ caller, query }) => Effect.map(previewWindow(caller, query), ok),
  get: ({ caller, params }) => Effect.map(getWindow(caller, params.id), ok),
  create: {
    prepare: ({ caller, payload }) => Effect.as(mayWrite(caller), Effect.map(createWindow(caller, payload), ok))
  },
  update: ({ caller, params, payload }) =>
    Effect.map(inAccount(caller, "updateMaintenanceWindow", updateWindow(caller, params.id, payload)), ok),
  end: ({ caller, params }) => Effect.map(endWindow(caller, params.id), ok),
  remove: ({ caller, params }) => Effect.map(removeWindow(caller, params.id), ok)
}
