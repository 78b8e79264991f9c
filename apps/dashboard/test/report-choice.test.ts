import { describe, expect, it } from "vitest"
import { choiceOf, reportQuery, searchOf, wholeMonths, wholeWeek } from "../src/reports/reportChoice.ts"

const today = new Date(2026, 10, 23, 12)

describe("the choice of a report", () => {
  it("is the last month by default, and has a short URL then", () => {
    const choice = choiceOf("")
    expect(searchOf(choice)).toBe("")
    expect(reportQuery(choice, today)).toBe("from=2026-10-01&to=2026-10-31")
  })

  it("survives in the URL", () => {
    const search = "period=days&from=2026-10-05&to=2026-10-11&tag=Care+plan&target=99.9"
    expect(searchOf(choiceOf(`?${search}`))).toBe(search)
    expect(searchOf(choiceOf("?period=century&other=1"))).toBe("")
  })

  it("covers whole months before today, also across the end of a year", () => {
    expect(wholeMonths(today, 3)).toEqual({ from: "2026-08-01", to: "2026-10-31" })
    expect(wholeMonths(today, 12)).toEqual({ from: "2025-11-01", to: "2026-10-31" })
    expect(wholeMonths(new Date(2027, 0, 1), 1)).toEqual({ from: "2026-12-01", to: "2026-12-31" })
  })

  it.each([
    ["a Monday", new Date(2026, 10, 23), "2026-11-16", "2026-11-22"],
    ["a Sunday, whose week has not ended", new Date(2026, 10, 22, 23), "2026-11-09", "2026-11-15"],
    ["a day in January", new Date(2027, 0, 6), "2026-12-28", "2027-01-03"]
  ])("covers the week from Monday to Sunday before %s", (_, day, from, to) => {
    expect(wholeWeek(day)).toEqual({ from, to })
    expect(reportQuery(choiceOf("?period=week&tag=A"), day)).toBe(`from=${from}&to=${to}&tag=A`)
    expect(searchOf(choiceOf("?period=week"))).toBe("period=week")
  })

  it("asks for nothing until both days are given, and takes a decimal comma and a number that is being typed", () => {
    expect(reportQuery(choiceOf("?target=99."), today)).toContain("target=99")
    expect(reportQuery(choiceOf("?target=99."), today)).not.toContain("99.")
    expect(reportQuery(choiceOf("?period=days&from=2026-10-05"), today)).toBeNull()
    expect(reportQuery(choiceOf("?target=99%2C9&tag=A"), today)).toBe("from=2026-10-01&to=2026-10-31&tag=A&target=99.9")
  })
})
