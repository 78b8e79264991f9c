import { describe, expect, it } from "vitest"
import { recurrenceText } from "../src/index.ts"

/** A Sunday at 02:00 in Berlin. */
const window = { startsAt: "2026-11-22T01:00:00.000Z", minutes: 60, timeZone: "Europe/Berlin" }

describe("a recurrence in words", () => {
  it.each<[recurrence: string, english: string | null, german: string | null]>([
    ["FREQ=DAILY", "every day, 02:00–03:00", "jeden Tag, 02:00–03:00"],
    ["FREQ=DAILY;INTERVAL=3", "every 3 days, 02:00–03:00", "alle 3 Tage, 02:00–03:00"],
    ["FREQ=WEEKLY", "every Sunday, 02:00–03:00", "jeden Sonntag, 02:00–03:00"],
    ["FREQ=WEEKLY;BYDAY=SU", "every Sunday, 02:00–03:00", "jeden Sonntag, 02:00–03:00"],
    ["FREQ=WEEKLY;BYDAY=MO,TH", "every Monday and Thursday, 02:00–03:00", "jeden Montag und Donnerstag, 02:00–03:00"],
    [
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=MO",
      "every 2 weeks on Sunday, 02:00–03:00",
      "alle 2 Wochen am Sonntag, 02:00–03:00"
    ],
    ["FREQ=MONTHLY", "on day 22 of every month, 02:00–03:00", "am 22. jedes Monats, 02:00–03:00"],
    [
      "FREQ=MONTHLY;BYMONTHDAY=-1",
      "on the last day of every month, 02:00–03:00",
      "am letzten Tag jedes Monats, 02:00–03:00"
    ],
    [
      "FREQ=MONTHLY;BYDAY=1SU",
      "on the first Sunday of every month, 02:00–03:00",
      "am ersten Sonntag jedes Monats, 02:00–03:00"
    ],
    [
      "FREQ=MONTHLY;BYDAY=-1SU",
      "on the last Sunday of every month, 02:00–03:00",
      "am letzten Sonntag jedes Monats, 02:00–03:00"
    ],
    ["FREQ=YEARLY", "every year on 22 November, 02:00–03:00", "jedes Jahr am 22. November, 02:00–03:00"],
    [
      "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24",
      "every year on 24 December, 02:00–03:00",
      "jedes Jahr am 24. Dezember, 02:00–03:00"
    ],
    ["FREQ=DAILY;COUNT=5", "every day, 02:00–03:00, 5 times", "jeden Tag, 02:00–03:00, 5-mal"],
    [
      "FREQ=DAILY;UNTIL=20261231T235959Z",
      "every day, 02:00–03:00, until 31 Dec 2026",
      "jeden Tag, 02:00–03:00, bis 31.12.2026"
    ],
    ["FREQ=MONTHLY;BYDAY=SU", null, null],
    ["FREQ=MONTHLY;BYDAY=SU;BYSETPOS=-1", null, null],
    ["FREQ=MONTHLY;BYMONTHDAY=-2", null, null],
    ["FREQ=WEEKLY;BYHOUR=3", "every Sunday, 03:00–04:00", "jeden Sonntag, 03:00–04:00"],
    ["FREQ=WEEKLY;BYDAY=SU;BYHOUR=23;BYMINUTE=30", "every Sunday, 23:30–00:30", "jeden Sonntag, 23:30–00:30"],
    ["FREQ=WEEKLY;BYHOUR=3,4", null, null],
    ["FREQ=WEEKLY;BYMINUTE=0,30", null, null],
    ["FREQ=YEARLY;BYDAY=20MO", null, null],
    ["", null, null]
  ])("is short, or says that there is none: %s", (recurrence, english, german) => {
    expect(recurrenceText({ ...window, recurrence }, "en")).toBe(english)
    expect(recurrenceText({ ...window, recurrence }, "de")).toBe(german)
  })

  it("has the times of the clocks of its zone, across midnight and for days", () => {
    const daily = { ...window, recurrence: "FREQ=WEEKLY" }
    expect(recurrenceText({ ...daily, timeZone: "America/New_York" }, "en")).toBe("every Saturday, 20:00–21:00")
    expect(recurrenceText({ ...daily, minutes: 1_380 }, "en")).toBe("every Sunday, 02:00–01:00")
    expect(recurrenceText({ ...daily, minutes: 2_880 }, "en")).toBe("every Sunday, 02:00")
  })
})
