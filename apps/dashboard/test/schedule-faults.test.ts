import { parseCron, parseOnCalendar } from "@mon/model"
import { englishIn } from "@mon/tooling/english"
import { describe, expect, it } from "vitest"
import { scheduleDe } from "../src/form/schedule.de.ts"
import { scheduleEn } from "../src/form/schedule.en.ts"

const faultOf = (kind: "cron" | "onCalendar", text: string, timeZone = "UTC"): string => {
  const parsed = (kind === "cron" ? parseCron : parseOnCalendar)(text, timeZone)
  return parsed._tag === "Fault" ? parsed.message : ""
}

const faults = [
  faultOf("cron", "0 25 * * *"),
  faultOf("cron", "0 3 32 * *"),
  faultOf("cron", "0 3 * 13 *"),
  faultOf("cron", "0 3 * * 8"),
  faultOf("cron", "61 0 3 * * *"),
  faultOf("cron", "0 3 31 2 *"),
  faultOf("cron", "0 3 * *"),
  faultOf("cron", "@fortnightly"),
  faultOf("cron", "5-1 3 * * *"),
  faultOf("cron", "*/0 3 * * *"),
  faultOf("cron", "0 3 * * ä"),
  faultOf("cron", "1,".repeat(60)),
  faultOf("cron", "0 3 * * *", "Mars/Base"),
  faultOf("onCalendar", ""),
  faultOf("onCalendar", "Mon 25:00"),
  faultOf("onCalendar", "Mon/2 03:00"),
  faultOf("onCalendar", "*-*~40"),
  faultOf("onCalendar", "1900-01-01"),
  faultOf("onCalendar", "03:00:00.5"),
  faultOf("onCalendar", "1*:00"),
  faultOf("onCalendar", "1:2:3:4"),
  faultOf("onCalendar", "2026-1-1-1"),
  faultOf("onCalendar", "x Mon 03:00"),
  faultOf("onCalendar", "daily\n".repeat(26)),
  faultOf("onCalendar", "Mon,".repeat(90))
]

describe("a fault in a schedule", () => {
  it.each(faults)("is a sentence in both languages: %s", (message) => {
    expect(message).not.toBe("")
    expect(scheduleEn.fault(message)).toMatch(/^[A-Z].*\.$/su)
    // The part after "Hier steht" is the text of the person, which stays unchanged.
    const [german = ""] = scheduleDe.fault(message).split(" Hier steht ")
    expect(englishIn([german], ["daily", "Mon 08:30", "JAN bis DEC"])).toEqual([])
    expect(german).not.toMatch(/\b(?:takes|is one of|the first value|a step)\b/u)
  })

  it("names what was written instead", () => {
    const message = faultOf("cron", "0 25 * * *")
    expect(scheduleEn.fault(message)).toBe("Hour takes 0 to 23; got 25.")
    expect(scheduleDe.fault(message)).toBe("Stunde: erlaubt ist 0 bis 23. Hier steht 25.")
  })
})
