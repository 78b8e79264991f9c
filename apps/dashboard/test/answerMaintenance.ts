import type { MaintenancePreview, MaintenanceWindow } from "@mon/model"
import type { StandInRequest } from "./StandInRequest.ts"

const MINUTE = 60_000
const DAY = 86_400_000
/** The start of a window whose rule names Sunday. Because the weekdays differ, the screen shows a custom rule. */
const A_WEDNESDAY = "2026-10-07T12:00:00.000Z"
const iso = (at: number): string => new Date(at).toISOString()

const windowOf = (id: string, name: string, changes: Partial<MaintenanceWindow>): MaintenanceWindow => ({
  id,
  name,
  state: "scheduled",
  startsAt: iso(Date.now() - 30 * DAY),
  minutes: 120,
  timezone: "Europe/Berlin",
  recurrence: null,
  wholeAccount: false,
  domainIds: [],
  urlIds: [],
  heartbeatIds: [],
  serviceIds: [],
  tagIds: [],
  published: true,
  current: null,
  next: null,
  canEdit: true,
  createdAt: iso(Date.now() - 30 * DAY),
  endedAt: null,
  ...changes
})

/** Returns four maintenance windows: active, recurring, stopped, and ended. */
export const someWindows = (): Array<MaintenanceWindow> => {
  const now = Date.now()
  return [
    windowOf("w1", "Database move <b>tonight</b>", {
      state: "active",
      domainIds: ["id-1", "id-2", "id-3", "id-4", "id-5"],
      current: { startsAt: iso(now - 20 * MINUTE), endsAt: iso(now + 100 * MINUTE) }
    }),
    windowOf("w2", "Weekly deployment", {
      startsAt: A_WEDNESDAY,
      recurrence: "FREQ=WEEKLY;BYDAY=SU",
      wholeAccount: true,
      next: { startsAt: iso(now + 2 * DAY), endsAt: iso(now + 2 * DAY + 120 * MINUTE) }
    }),
    windowOf("w3", "One too many", { state: "stopped", published: false, tagIds: ["0", "1"] }),
    windowOf("w4", "Shop release", {
      state: "ended",
      domainIds: ["id-7"],
      canEdit: false,
      endedAt: iso(now - 3 * DAY)
    })
  ]
}

const previewOf = (query: URLSearchParams): MaintenancePreview | { readonly problem: string } => {
  const recurrence = query.get("recurrence")
  if (recurrence !== null && !/^FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)/u.test(recurrence))
    return { problem: "recurrence: FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY." }
  const start = Date.parse(query.get("startsAt") ?? iso(Date.now()))
  const length = Number(query.get("minutes")) * MINUTE
  const step = recurrence?.startsWith("FREQ=WEEKLY") === true ? 7 : 1
  return {
    recurrence,
    occurrences: Array.from({ length: recurrence === null ? 1 : 5 }, (_, index) => ({
      startsAt: iso(start + index * step * DAY),
      endsAt: iso(start + index * step * DAY + length)
    }))
  }
}

export const answerMaintenance = (
  windows: Array<MaintenanceWindow>,
  { body, id, method, query, rest }: StandInRequest
): unknown => {
  if (id === "preview") return previewOf(query)
  const index = windows.findIndex((window) => window.id === id)
  if (method === "POST" && id === undefined) {
    const created = windowOf(`w${windows.length + 1}`, String(body["name"]), {
      ...(body as Partial<MaintenanceWindow>),
      state: "active",
      current: { startsAt: iso(Date.now()), endsAt: iso(Date.now() + Number(body["minutes"]) * MINUTE) }
    })
    windows.unshift(created)
    return created
  }
  const found = windows[index]
  if (method === "GET") return id === undefined ? windows : found
  if (found === undefined) return undefined
  if (method === "DELETE") {
    windows.splice(index, 1)
    return { id, deleted: true }
  }
  const changed: MaintenanceWindow =
    rest === "end"
      ? { ...found, state: "ended", current: null, endedAt: iso(Date.now()) }
      : { ...found, ...(body as Partial<MaintenanceWindow>) }
  windows[index] = changed
  return changed
}
