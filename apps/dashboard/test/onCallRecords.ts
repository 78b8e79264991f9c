import type { OnCallMember, OnCallNow, OnCallOverride, OnCallRequest, OnCallSchedule, OnCallShifts } from "@mon/model"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The people of the stand-in's schedules. */
export const onCallMembers: ReadonlyArray<OnCallMember> = [
  { membershipId: "p1", name: "Grace Hopper", isMember: true, isYou: true },
  { membershipId: "p2", name: "Ada Lovelace", isMember: true, isYou: false },
  { membershipId: "p3", name: "Charles Babbage", isMember: false, isYou: false }
]

const person = (index: number) => {
  const { isYou: _isYou, ...shown } = onCallMembers[index] ?? onCallMembers[0]!
  return shown
}

/** Midnight in UTC of the current day. */
const today = (): number => Math.floor(Date.now() / DAY_MS) * DAY_MS

const iso = (ms: number): string => new Date(ms).toISOString()

export const makeSchedules = (): Array<OnCallSchedule> => [
  {
    id: "o1",
    name: "Operations",
    timezone: "Europe/Berlin",
    mode: "layered",
    layers: [
      {
        name: "Weekly",
        groups: [["p1"], ["p2"], []],
        handOff: { every: 2, unit: "days", start: iso(today() - 4 * DAY_MS).slice(0, 16) },
        active: null,
        counts: "all",
        from: null,
        until: null,
        joinsPrevious: false,
        timezone: null
      },
      {
        name: null,
        groups: [["p2"]],
        handOff: { every: 1, unit: "weeks", start: iso(today() - 7 * DAY_MS).slice(0, 16) },
        active: [{ start: "sat 00:00", end: "mon 00:00" }],
        counts: "all",
        from: null,
        until: "2030-01-01T00:00:30.000Z",
        joinsPrevious: false,
        timezone: null
      }
    ],
    exceedsPlan: false,
    createdAt: iso(today() - 30 * DAY_MS),
    updatedAt: iso(today() - 30 * DAY_MS)
  },
  {
    id: "o2",
    name: "Holidays",
    timezone: "UTC",
    mode: "layered",
    layers: [],
    exceedsPlan: true,
    createdAt: iso(today()),
    updatedAt: iso(today())
  }
]

export const onCallNow = (): ReadonlyArray<OnCallNow> => [
  {
    scheduleId: "o1",
    scheduleName: "Operations",
    at: iso(Date.now()),
    people: [person(1)],
    until: iso(today() + DAY_MS + 9 * HOUR_MS),
    next: { at: iso(today() + DAY_MS + 9 * HOUR_MS), people: [person(0)] }
  },
  { scheduleId: "o2", scheduleName: "Holidays", at: iso(Date.now()), people: [], until: null, next: null }
]

/** Returns shifts of two days in a range, every third of which is a gap. */
export const shiftsIn = (from: string, to: string): OnCallShifts => {
  const begin = Date.parse(from)
  const spans = Array.from({ length: Math.ceil((Date.parse(to) - begin) / (2 * DAY_MS)) }, (_, index) => ({
    start: iso(begin + index * 2 * DAY_MS),
    end: iso(begin + (index + 1) * 2 * DAY_MS)
  }))
  return {
    from,
    to,
    shifts: spans.flatMap((span, index) =>
      index % 3 === 2
        ? []
        : [{ ...span, people: [person(index % 3)], layers: [0], overrideIds: index === 1 ? ["v1"] : [] }]
    ),
    gaps: spans.filter((_, index) => index % 3 === 2),
    balance: [0, 1].map((index) => ({
      person: person(index),
      hours: 120.5 - index,
      nightHours: 40,
      weekendHours: 24,
      nights: 5,
      weekends: 1
    }))
  }
}

export const makeOverrides = (): Array<OnCallOverride> => [
  {
    id: "v1",
    start: iso(today() + 2 * DAY_MS),
    end: iso(today() + 4 * DAY_MS),
    people: ["p2"],
    replaces: "p1",
    note: "Vacation",
    createdBy: "Grace Hopper",
    createdAt: iso(today())
  }
]

/** A request that waits for an answer by the person of the stand-in, and one that was accepted. */
export const makeShiftRequests = (): Array<OnCallRequest> => [
  {
    id: "q1",
    start: iso(today() + 5 * DAY_MS + 9 * HOUR_MS),
    end: iso(today() + 6 * DAY_MS + 9 * HOUR_MS),
    asker: person(1),
    asked: person(0),
    note: "At the dentist <b>",
    state: "open",
    answeredBy: null,
    answeredAt: null,
    createdAt: iso(today())
  },
  {
    id: "q0",
    start: iso(today() - 6 * DAY_MS),
    end: iso(today() - 5 * DAY_MS),
    asker: person(0),
    asked: null,
    note: null,
    state: "accepted",
    answeredBy: person(1),
    answeredAt: iso(today() - 7 * DAY_MS),
    createdAt: iso(today() - 8 * DAY_MS)
  }
]
