import type {
  AskOnCallRequest,
  CreateOnCallOverride,
  CreateOnCallSchedule,
  ImportOnCallCalendar,
  UpdateOnCallSchedule
} from "@mon/api-contract"
import { useQuery } from "@tanstack/react-query"
import { reread } from "../api/accountQueries.ts"
import { change, read } from "../api/client.ts"
import { type Answer, byId } from "../api/endpoints.ts"

const key = ["on-call"] as const
const OFTEN = 30_000
const SCHEDULES = "/on-call/schedules"

export type OnCallShiftsAnswer = Answer<"onCall", "shifts">
export type CalendarImportAnswer = Answer<"onCall", "tryCalendarImport">
export type OnCallPreviewAnswer = Answer<"onCall", "tryNew">

/** The path of the calendar of a schedule, or of the person's own shifts (null). */
const calendarPath = (id: string | null): string =>
  id === null ? "/on-call/calendar" : byId(SCHEDULES, id, "/calendar")

export const onCallEndpoints = {
  create: (schedule: CreateOnCallSchedule) => change<Answer<"onCall", "create">>("POST", SCHEDULES, schedule),
  update: (id: string, changes: UpdateOnCallSchedule) =>
    change<Answer<"onCall", "update">>("PATCH", byId(SCHEDULES, id), changes),
  remove: (id: string) => change<Answer<"onCall", "remove">>("DELETE", byId(SCHEDULES, id)),
  tryNew: (schedule: CreateOnCallSchedule) => change<OnCallPreviewAnswer>("POST", "/on-call/preview", schedule),
  tryChange: (id: string, changes: UpdateOnCallSchedule) =>
    change<OnCallPreviewAnswer>("POST", byId(SCHEDULES, id, "/preview"), changes),
  addOverride: (id: string, override: CreateOnCallOverride) =>
    change<Answer<"onCall", "addOverride">>("POST", byId(SCHEDULES, id, "/overrides"), override),
  removeOverride: (id: string, overrideId: string) =>
    change<Answer<"onCall", "removeOverride">>("DELETE", `${byId(SCHEDULES, id, "/overrides")}/${overrideId}`),
  ask: (id: string, request: AskOnCallRequest) =>
    change<Answer<"onCallRequests", "ask">>("POST", byId(SCHEDULES, id, "/requests"), request),
  answerRequest: (id: string, requestId: string, answer: "accept" | "decline") =>
    change<Answer<"onCallRequests", "accept">>("POST", `${byId(SCHEDULES, id, "/requests")}/${requestId}/${answer}`),
  withdrawRequest: (id: string, requestId: string) =>
    change<Answer<"onCallRequests", "withdraw">>("DELETE", `${byId(SCHEDULES, id, "/requests")}/${requestId}`),
  tryCalendarImport: (id: string, file: ImportOnCallCalendar) =>
    change<CalendarImportAnswer>("POST", byId(SCHEDULES, id, "/calendar-import/preview"), file),
  importCalendar: (id: string, file: ImportOnCallCalendar) =>
    change<CalendarImportAnswer>("POST", byId(SCHEDULES, id, "/calendar-import"), file),
  makeCalendar: (id: string | null) => change<Answer<"onCall", "makeCalendar">>("POST", calendarPath(id)),
  removeCalendar: (id: string | null) => change<Answer<"onCall", "removeCalendar">>("DELETE", calendarPath(id))
}

export const rereadOnCall = (): Promise<unknown> => reread(key)

export const useOnCallSchedules = () =>
  useQuery({
    queryKey: [...key, "schedules"],
    queryFn: ({ signal }) => read<Answer<"onCall", "list">>(SCHEDULES, signal)
  })

export const useOnCallNow = () =>
  useQuery({
    queryKey: [...key, "now"],
    queryFn: ({ signal }) => read<Answer<"onCall", "now">>("/on-call/now", signal),
    refetchInterval: OFTEN
  })

export const useOnCallPeople = () =>
  useQuery({
    queryKey: [...key, "people"],
    queryFn: ({ signal }) => read<Answer<"onCall", "people">>("/on-call/people", signal)
  })

export const useOverrides = (id: string) =>
  useQuery({
    queryKey: [...key, id, "overrides"],
    queryFn: ({ signal }) => read<Answer<"onCall", "overrides">>(byId(SCHEDULES, id, "/overrides"), signal)
  })

export const useRequests = (id: string) =>
  useQuery({
    queryKey: [...key, id, "requests"],
    queryFn: ({ signal }) => read<Answer<"onCallRequests", "list">>(byId(SCHEDULES, id, "/requests"), signal),
    refetchInterval: OFTEN
  })

export const useCalendar = (id: string | null) =>
  useQuery({
    queryKey: [...key, id, "calendar"],
    queryFn: ({ signal }) => read<Answer<"onCall", "calendar">>(calendarPath(id), signal)
  })

/** Reads the shifts of a range. `from` and `to` are ISO 8601. */
export const useShifts = (id: string, from: string, to: string) =>
  useQuery({
    queryKey: [...key, id, "shifts", from, to],
    queryFn: ({ signal }) =>
      read<OnCallShiftsAnswer>(
        `${byId(SCHEDULES, id, "/shifts")}?${new URLSearchParams({ from, to }).toString()}`,
        signal
      )
  })
