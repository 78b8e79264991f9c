import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const RANGE = { from: "2027-01-04T00:00:00Z", to: "2027-02-01T00:00:00Z" }
const ADMINS = "Only the account owner can do this."
const NO_CALENDAR = "calendar must be the text of an iCalendar file (.ics) of at most 1048576 characters."

const event = (...lines: ReadonlyArray<string>) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"]
const calendarOf = (...events: ReadonlyArray<ReadonlyArray<string>>) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...events.flat(), "END:VCALENDAR", ""].join("\r\n")

/** Returns an override in an answer. */
const one = (start: string, end: string, ...people: ReadonlyArray<TestAccount>) => ({
  start,
  end,
  people: people.map(({ membershipId }) => ({ membershipId, name: expect.any(String), isMember: true }))
})

describe("the import of a calendar into an on-call schedule", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const as =
    ({ key }: TestAccount) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })
  const add = async (owner: TestAccount): Promise<string> => {
    const layers = [{ groups: [[]], handOff: { every: 1, unit: "weeks", start: "2027-01-04T09:00" } }]
    const body = { name: "Operations", timezone: "Europe/Berlin", layers }
    return `/on-call/schedules/${(await as(owner)("POST", "/on-call/schedules", body)).data.id}`
  }

  it("shows what it would add and leave out, then adds overrides, and adds nothing twice", async () => {
    const owner = await world.account("agency")
    const member = await world.member(owner, [])
    const path = await add(owner)
    const calendar = calendarOf(
      event("UID:1", "DTSTART:20270105T090000", "DURATION:PT8H", "RRULE:FREQ=DAILY;COUNT=2", `SUMMARY:${owner.email}`),
      event(
        "UID:2",
        "DTSTART:20270106T080000Z",
        "DTEND:20270106T100000Z",
        `SUMMARY:Shift`,
        `ATTENDEE:mailto:${member.email}`
      ),
      event("UID:3", "DTSTART:20270107T080000Z", "DTEND:20270107T100000Z", `SUMMARY:${owner.email}, Carol`),
      event("UID:4", "DTSTART:20270108T080000Z", "DTEND:20270108T100000Z", "SUMMARY:Team lunch"),
      event("UID:5", "DTSTART:nonsense", "SUMMARY:Broken")
    )
    const both = one("2027-01-06T08:00:00.000Z", "2027-01-06T10:00:00.000Z", owner, member)
    both.people.sort((a, b) => a.membershipId.localeCompare(b.membershipId))
    const data = {
      overrides: [
        one("2027-01-05T08:00:00.000Z", "2027-01-05T16:00:00.000Z", owner),
        { ...both, people: expect.arrayContaining(both.people) },
        one("2027-01-06T10:00:00.000Z", "2027-01-06T16:00:00.000Z", owner),
        one("2027-01-07T08:00:00.000Z", "2027-01-07T10:00:00.000Z", owner)
      ],
      existing: 0,
      unknownPeople: expect.arrayContaining(["Carol", "Team lunch"]),
      emptyTitles: ["Team lunch"],
      faults: [{ line: expect.any(Number), uid: "5", message: "The date or time is not valid." }]
    }
    const body = { calendar, ...RANGE }
    const overrides = async () => (await as(owner)("GET", `${path}/overrides`)).data as unknown as ReadonlyArray<object>
    expectResponse(await as(owner)("POST", `${path}/calendar-import/preview`, body), 200, { success: true, data })
    expect(await overrides()).toEqual([])
    expectResponse(await as(owner)("POST", `${path}/calendar-import`, body), 200, { success: true, data })
    expect(await overrides()).toHaveLength(4)
    const now = await as(owner)("GET", `${path}/now?at=2027-01-05T12:00:00Z`)
    expect(now.data["people"]).toMatchObject([{ membershipId: owner.membershipId }])
    expectResponse(await as(owner)("POST", `${path}/calendar-import`, body), 200, {
      success: true,
      data: { ...data, overrides: [], existing: 4 }
    })
    expect(await overrides()).toHaveLength(4)
  })

  it("refuses a text that is no calendar, and names the field", async () => {
    const owner = await world.account()
    const path = `${await add(owner)}/calendar-import`
    for (const calendar of ["", "hello", "<html></html>", "x".repeat(1_048_577), 7, null])
      expectError(await as(owner)("POST", path, { calendar }), 400, NO_CALENDAR)
    expectError(await as(owner)("POST", path, {}), 400, NO_CALENDAR)
    expectError(
      await as(owner)("POST", path, { calendar: calendarOf(), from: RANGE.to, to: RANGE.from }),
      400,
      "to must be after from, and at most 100 days later."
    )
    expectError(
      await as(owner)("POST", path, { calendar: calendarOf(), from: "soon" }),
      400,
      "from must be an ISO 8601 date and time with an offset from UTC, from 1970 to 2199."
    )
  })

  it("adds all overrides or none, within the limit of a schedule", async () => {
    const owner = await world.account()
    const path = await add(owner)
    const calendar = calendarOf(
      event("DTSTART:20270105T000000Z", "DURATION:PT30M", "RRULE:FREQ=HOURLY;COUNT=501", `SUMMARY:${owner.email}`)
    )
    const refusal = "A schedule can have at most 500 overrides that have not ended."
    for (const end of ["/calendar-import/preview", "/calendar-import"]) {
      const refused = await as(owner)("POST", `${path}${end}`, { calendar, ...RANGE })
      expect([refused.status, (refused.body as { readonly message: string }).message]).toEqual([
        400,
        expect.stringContaining(refusal.slice(0, 20))
      ])
    }
    expect((await as(owner)("GET", `${path}/overrides`)).data).toEqual([])
  })

  it("reads hostile rules in bounded time", async () => {
    const owner = await world.account()
    const path = `${await add(owner)}/calendar-import/preview`
    const rule = "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=1,2,3;INTERVAL=7"
    const events = Array.from({ length: 3_000 }, (_, index) =>
      event(`UID:${index}`, "DTSTART:19700101T000000Z", "DURATION:PT1S", rule, "SUMMARY:constructor, __proto__")
    )
    const answer = await as(owner)("POST", path, { calendar: calendarOf(...events), ...RANGE })
    expect([200, 400]).toContain(answer.status)
  })

  it("is for admins", async () => {
    const owner = await world.account("agency")
    const member = await world.member(owner, [])
    const path = await add(owner)
    for (const end of ["/calendar-import", "/calendar-import/preview"])
      expectError(await as(member)("POST", `${path}${end}`, { calendar: calendarOf() }), 403, ADMINS)
  })
})
