import ICAL from "ical.js"
import { describe, expect, it } from "vitest"
import { pageFiles, type StatusPageDocument } from "../src/index.ts"
import { fullPage, idOf, makePage, plannedPost, weeklyWindow } from "./examplePage.ts"

const read = (document: StatusPageDocument): string => pageFiles(document).get("maintenance.ics")?.().body ?? ""

const eventsOf = (document: StatusPageDocument): ReadonlyArray<ICAL.Event> => {
  const calendar = new ICAL.Component(ICAL.parse(read(document)))
  for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone)
  return calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event))
}

const statusOf = (event: ICAL.Event | undefined) => event?.component.getFirstPropertyValue("status")

describe("the maintenance calendar", () => {
  it("is written like the golden file", async () => {
    await expect(read(fullPage)).toMatchFileSnapshot("golden/maintenance.ics")
  })

  it("has lines of at most 75 octets, each ended by CRLF", () => {
    const title = "Wartung der Datenbänke 😀 und aller Server, die daran hängen; siehe \\ Wiki"
    const text = read(makePage({ posts: [{ ...plannedPost, title: title.repeat(3) }] }))
    const lines = text.split("\r\n")
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/u)
    expect(text).not.toContain("\uFFFD")
    const [event] = eventsOf(makePage({ posts: [{ ...plannedPost, title: title.repeat(3) }] }))
    expect(event?.summary).toBe(`Acme: ${title.repeat(3)}`)
  })

  it("repeats a window on the clocks of its zone, across the change of clocks", () => {
    const event = eventsOf(fullPage).find(({ uid }) => uid.startsWith(weeklyWindow.id))
    const times: Array<string> = []
    const iterator = event?.iterator()
    for (let count = 0; count < 3; count += 1) times.push(iterator?.next()?.toJSDate().toISOString() ?? "")
    // 02:30 in Berlin is 00:30 UTC until 25 October 2026, and 01:30 UTC afterwards.
    expect(times[0]).toBe("2026-10-18T00:30:00.000Z")
    expect(times[2]).toBe("2026-11-01T01:30:00.000Z")
    expect(event?.duration.toSeconds()).toBe(90 * 60)
  })

  it.each([
    ["FREQ=WEEKLY;UNTIL=20261101", "2026-11-01T01:30:00.000Z"],
    ["FREQ=WEEKLY;UNTIL=20261101T023000", "2026-11-01T01:30:00.000Z"],
    ["FREQ=WEEKLY;UNTIL=20261108T022959", "2026-11-01T01:30:00.000Z"],
    ["FREQ=WEEKLY;UNTIL=20261025T023000", "2026-10-25T01:30:00.000Z"],
    ["FREQ=WEEKLY;UNTIL=20261101T013000Z", "2026-11-01T01:30:00.000Z"]
  ])("ends a window where its rule ends: %s", (recurrence, last) => {
    const document = makePage({ windows: [{ ...weeklyWindow, recurrence }] })
    const times: Array<string> = []
    const iterator = eventsOf(document)[0]?.iterator()
    for (let next = iterator?.next(); next && times.length < 5; next = iterator?.next())
      times.push(next.toJSDate().toISOString())
    expect(times.at(-1)).toBe(last)
    expect(read(document)).toMatch(/UNTIL=\d{8}T\d{6}Z/u)
  })

  it("begins a window later, once, if the first time of its rule is skipped", () => {
    const startsAt = "2027-03-28T01:30:00.000Z"
    const later = "2027-04-04T01:30:00.000Z"
    const recurrence = "FREQ=WEEKLY;BYDAY=SU;BYHOUR=2;BYMINUTE=30"
    const document = makePage({ windows: [{ ...weeklyWindow, recurrence, startsAt }] })
    const iterator = eventsOf(document)[0]?.iterator()
    const times = [iterator?.next(), iterator?.next()].map((time) => time?.toJSDate().toISOString())
    expect(times).toEqual([startsAt, "2027-04-04T00:30:00.000Z"])
    expect(read(makePage({ windows: [{ ...weeklyWindow, recurrence, startsAt: later }] }))).not.toContain("RDATE")
  })

  it("has two windows at the same time of the clocks", () => {
    const starts = ["2027-10-31T00:30:00Z", "2027-10-31T01:30:00Z"]
    const windows = starts.map((startsAt) => ({ ...weeklyWindow, startsAt, recurrence: null }))
    const text = read(makePage({ windows }))
    expect(text.match(/DTSTART.*/gu)).toEqual(["DTSTART:20271031T003000Z", "DTSTART:20271031T013000Z"])
    expect(text).not.toContain("VTIMEZONE")
  })

  it("counts changes, and keeps what was cancelled", () => {
    const [planned] = eventsOf(makePage({ posts: [plannedPost] }))
    expect(planned?.sequence).toBe(2)
    expect(statusOf(planned)).toBe("CONFIRMED")
    expect(planned?.startDate.toJSDate().toISOString()).toBe("2026-11-30T22:00:00.000Z")
    expect(planned?.endDate.toJSDate().toISOString()).toBe("2026-12-01T01:30:00.000Z")
    const [cancelled] = eventsOf(makePage({ windows: [{ ...weeklyWindow, isCancelled: true, revision: 3 }] }))
    expect(cancelled?.sequence).toBe(3)
    expect(statusOf(cancelled)).toBe("CANCELLED")
  })

  it("leaves maintenance out that is over, and is valid without any", () => {
    expect(eventsOf(makePage({ posts: [{ ...plannedPost, state: "completed" }] }))).toEqual([])
  })

  it("keeps line breaks of people from becoming lines of the calendar", () => {
    const window = {
      ...weeklyWindow,
      title: "A\r\nATTENDEE:mailto:x@example.com\nEND:VEVENT",
      recurrence: "FREQ=DAILY\r\nX:1"
    }
    const text = read(makePage({ windows: [window] }))
    expect(text).not.toMatch(/^(?:ATTENDEE|X:1)/mu)
    expect(eventsOf(makePage({ windows: [window] }))).toHaveLength(1)
  })

  it("names the components that maintenance affects", () => {
    const event = eventsOf(fullPage).find(({ uid }) => uid.startsWith(idOf(3, 3)))
    expect(event?.description).toContain("Affected: Checkout, Login")
  })
})
