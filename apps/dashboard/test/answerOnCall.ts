import type { OnCallOverride, OnCallRequest, OnCallSchedule } from "@mon/model"
import type { AccountState } from "./accountRecords.ts"
import { onCallMembers, onCallNow, shiftsIn } from "./onCallRecords.ts"
import type { StandInRequest } from "./StandInRequest.ts"

const DAY_MS = 86_400_000

const preview = () => {
  const from = new Date()
  const to = new Date(from.getTime() + 28 * DAY_MS)
  const shown = shiftsIn(from.toISOString(), to.toISOString())
  const [first, second] = shown.shifts
  return {
    ...shown,
    differences: [{ start: from.toISOString(), end: to.toISOString(), before: first?.people, after: second?.people }],
    clockChange: { at: "2027-03-28T01:00:00.000Z", minutes: 60, shifts: [] },
    unusedOverrides: ["v1"]
  }
}

const answerOverrides = (state: AccountState, { body, method }: StandInRequest, overrideId: string | undefined) => {
  if (method === "GET") return state.overrides
  if (method === "DELETE") {
    state.overrides = state.overrides.filter(({ id }) => id !== overrideId)
    return { id: overrideId, deleted: true }
  }
  state.savedOverrides.push(body)
  const added = { replaces: null, note: null, ...body, id: `v${state.overrides.length + 2}`, createdBy: "Grace Hopper" }
  state.overrides = [...state.overrides, { ...added, createdAt: new Date().toISOString() } as unknown as OnCallOverride]
  return state.overrides.at(-1)
}

const answerRequests = (
  state: AccountState,
  { body, method }: StandInRequest,
  requestId: string | undefined,
  answer: string | undefined
) => {
  if (method === "GET") return state.shiftRequests
  const [me] = onCallMembers
  const before = state.shiftRequests.find(({ id }) => id === requestId)
  const reply = method === "DELETE" ? "withdrawn" : answer === "accept" ? "accepted" : "declined"
  const asked = onCallMembers.find(({ membershipId }) => membershipId === body["person"]) ?? null
  const now = new Date().toISOString()
  const request = (before === undefined
    ? { ...body, id: "q9", asker: me, asked, state: "open", answeredBy: null, answeredAt: null, createdAt: now }
    : {
        ...before,
        state: reply,
        answeredBy: reply === "withdrawn" ? null : me,
        answeredAt: now
      }) as unknown as OnCallRequest
  state.shiftRequests = [request, ...state.shiftRequests.filter(({ id }) => id !== request.id)]
  return request
}

const answerCalendar = ({ calendars }: AccountState, method: string, of: string) => {
  if (method === "DELETE") calendars.delete(of)
  if (method === "POST")
    calendars.set(of, `https://mon.example.com/calendar/${calendars.has(of) ? "second" : "first"}-${of}.ics`)
  const url = calendars.get(of) ?? null
  return { url, createdAt: url === null ? null : "2026-11-21T08:15:00.000Z" }
}

/** Returns the stand-in's response about on-call schedules. */
export const answerOnCall = (state: AccountState, request: StandInRequest): unknown => {
  const { body, id, method, query, rest } = request
  if (id === "people") return onCallMembers
  if (id === "now") return onCallNow()
  if (id === "preview") return preview()
  if (id === "calendar") return answerCalendar(state, method, "own")
  const [scheduleId, part, overrideId, answer] = rest?.split("/") ?? []
  if (part === "requests") return answerRequests(state, request, overrideId, answer)
  if (part === "overrides") return answerOverrides(state, request, overrideId)
  if (part === "preview") return preview()
  if (part === "calendar-import")
    return {
      overrides: [{ start: "2027-01-05T08:00:00.000Z", end: "2027-01-05T16:00:00.000Z", people: [onCallMembers[0]] }],
      existing: overrideId === undefined ? 0 : 2,
      unknownPeople: ["Carol <b>"],
      emptyTitles: [],
      faults: [{ line: 7, uid: "5", message: "The date or time is not valid." }]
    }
  if (part === "calendar") return answerCalendar(state, method, scheduleId ?? "")
  if (part === "shifts") return shiftsIn(query.get("from") ?? "", query.get("to") ?? "")
  if (method === "GET") return state.onCall
  if (method === "DELETE") {
    state.onCall = state.onCall.filter((schedule) => schedule.id !== scheduleId)
    return { id: scheduleId, deleted: true }
  }
  state.savedOnCall.push(body)
  const before = state.onCall.find((schedule) => schedule.id === scheduleId)
  const times = { createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() }
  const saved = { id: "o9", exceedsPlan: false, ...times, ...before, ...body } as unknown as OnCallSchedule
  state.onCall = [...state.onCall.filter((schedule) => schedule.id !== saved.id), saved]
  return saved
}
