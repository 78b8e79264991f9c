import { describe, expect, it } from "vitest"
import fc from "fast-check"
import { type AlertMemory, type Reading, step } from "../src/monitors/emailHealth/recordEmailHealth.ts"

const fresh: AlertMemory = {
  grade: null,
  listings: null,
  rubricVersion: null,
  gradeAnnounced: false,
  listingsAnnounced: []
}

/**
 * Parses a result. "F" is a grade, "C+a" is a grade with listings, "?F" is an incomplete result, and "F@2" is a result
 * of the second rubric.
 */
const readingOf = (text: string): Reading => {
  const [result = "", rubricVersion = "1"] = text.replace("?", "").split("@")
  const [grade = "", listings = ""] = result.split("+")
  return {
    grade: grade === "-" ? null : grade,
    incomplete: text.startsWith("?"),
    listings: [...listings],
    rubricVersion
  }
}

/** Returns the announcement of each result: "alert", "alert:ab" with new listings, "recovery", or nothing. */
const announcementsOf = (...results: ReadonlyArray<string>): ReadonlyArray<string> => {
  let memory = fresh
  return results.map((text) => {
    const { announcement, memory: next } = step(memory, readingOf(text))
    memory = next
    if (announcement === null) return ""
    if (announcement.type === "email_health_recovery") return "recovery"
    return announcement.newListings.length === 0 ? "alert" : `alert:${announcement.newListings.join("")}`
  })
}

describe("email health alerts", () => {
  it.each([
    ["the first complete result is the baseline", ["F"], [""]],
    ["a listed baseline is none either", ["A+a", "A+a"], ["", ""]],
    ["D after C alerts, C ends it", ["C", "D", "C"], ["", "alert", "recovery"]],
    ["F after A alerts once", ["A", "F", "F", "D", "F"], ["", "alert", "", "", ""]],
    ["a bad baseline that gets good again was never announced", ["F", "A"], ["", ""]],
    ["and falls again with an alert", ["F", "A", "D"], ["", "", "alert"]],
    ["a new listing alerts, its end recovers", ["B", "B+a", "B"], ["", "alert:a", "recovery"]],
    [
      "a second listing has its own alert, and both must end",
      ["A", "A+a", "A+ab", "A+b", "A"],
      ["", "alert:a", "alert:b", "", "recovery"]
    ],
    ["a grade and a listing together are one alert", ["A", "F+a", "A+a", "A"], ["", "alert:a", "", "recovery"]],
    [
      "a listing that ends while the grade falls is one alert",
      ["A", "A+a", "F", "A"],
      ["", "alert:a", "alert", "recovery"]
    ],
    ["one listing in place of another is news", ["A", "A+a", "A+b", "A"], ["", "alert:a", "alert:b", "recovery"]],
    ["a listing of the baseline that ends is no recovery", ["A+a", "A"], ["", ""]],
    ["and news when it comes back", ["A+a", "A", "A+a"], ["", "", "alert:a"]],
    ["an incomplete result is no baseline", ["?A", "F", "A"], ["", "", ""]],
    ["neither raises", ["A", "?F", "A"], ["", "", ""]],
    ["nor ends", ["A", "F", "?A", "F", "A"], ["", "alert", "", "", "recovery"]],
    ["and does not hide what comes after it", ["A", "?A+a", "A+a"], ["", "", "alert:a"]],
    ["a result without a grade changes nothing", ["A", "-", "F"], ["", "", "alert"]],
    ["a fall under a new rubric is a new baseline", ["A", "F@2", "F@2"], ["", "", ""]],
    ["and a fall after it is news", ["A", "C@2", "D@2", "C@2"], ["", "", "alert", "recovery"]],
    ["listings of a new rubric are a new baseline too", ["A", "A+a@2", "A+ab@2"], ["", "", "alert:b"]],
    ["an incomplete result of a new rubric is no baseline", ["A", "?F@2", "F@2", "F@2"], ["", "", "", ""]],
    ["an open alert stays open over a new rubric", ["A", "F", "F@2", "B@2"], ["", "alert", "", "recovery"]],
    ["and its end is announced by the next result", ["A", "F", "B@2", "B@2"], ["", "alert", "", "recovery"]]
  ])("%s", (_, results, expected) => {
    expect(announcementsOf(...results)).toEqual(expected)
  })

  it("alternate with recoveries: no recovery without an alert before it", () => {
    const reading = fc.record({
      grade: fc.constantFrom("A", "B", "C", "D", "F", null),
      incomplete: fc.boolean(),
      listings: fc.uniqueArray(fc.constantFrom("a", "b", "c")),
      rubricVersion: fc.constantFrom("1", "2")
    })
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 30 }), (readings) => {
        let memory = fresh
        let open = false
        for (const each of readings) {
          const { announcement, memory: next } = step(memory, each)
          if (each.incomplete || each.grade === null)
            expect({ announcement, next }).toEqual({ announcement: null, next: memory })
          if (announcement?.type === "email_health_recovery") expect(open).toBe(true)
          open = announcement === null ? open : announcement.type === "email_health_alert"
          expect(next.gradeAnnounced || next.listingsAnnounced.length > 0).toBe(open)
          memory = next
        }
      })
    )
  })
})
