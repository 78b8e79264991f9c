import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { orderOf, parseWhoisDate } from "../src/expiry/WhoisDate.ts"

const iso = (text: string, order?: "day-first" | "month-first") => {
  const found = parseWhoisDate(text, order ?? null)
  return found === null ? null : new Date(found).toISOString()
}

describe("a date of a registry", () => {
  it.each([
    ["2030-02-09", "2030-02-09T00:00:00.000Z"],
    ["2030/05/31", "2030-05-31T00:00:00.000Z"],
    ["2030. 05. 09.", "2030-05-09T00:00:00.000Z"],
    ["2030.03.16 01:08:04", "2030-03-16T01:08:04.000Z"],
    ["20300316", "2030-03-16T00:00:00.000Z"],
    ["2030-02-28T03:58:55.78Z", "2030-02-28T03:58:55.780Z"],
    ["2030-02-28T03:58:55.123456Z", "2030-02-28T03:58:55.123Z"],
    ["2030-06-14-T10:32:43Z", "2030-06-14T10:32:43.000Z"],
    ["2030-04-03T00:00:00-0700", "2030-04-03T07:00:00.000Z"],
    ["2030-07-21 18:03:50+03", "2030-07-21T15:03:50.000Z"],
    ["2030-07-21T18:03:50+05:30", "2030-07-21T12:33:50.000Z"],
    ["2030-11-09 00:00:00 (UTC+8)", "2030-11-08T16:00:00.000Z"],
    ["2030/06/01 04:52:02 (JST)", "2030-05-31T19:52:02.000Z"],
    ["2030-05-23 (YYYY-MM-DD)", "2030-05-23T00:00:00.000Z"],
    ["31-Jul-2030", "2030-07-31T00:00:00.000Z"],
    ["May 22 2030", "2030-05-22T00:00:00.000Z"],
    ["Sun Mar 30 23:59:00 2030", "2030-03-30T23:59:00.000Z"],
    ["7th April, 2030", "2030-04-07T00:00:00.000Z"],
    ["2030-Aug-22.", "2030-08-22T00:00:00.000Z"],
    ["13-MAY-2030", "2030-05-13T00:00:00.000Z"],
    ["20300622113000", "2030-06-22T11:30:00.000Z"],
    ["9 september 2030 10:00 UTC", "2030-09-09T10:00:00.000Z"],
    ["Thu Mar 26 23:59:59 GMT 2030", "2030-03-26T23:59:59.000Z"],
    ["4.7.2030 10:15:55", "2030-07-04T10:15:55.000Z"],
    ["31-03-2030", "2030-03-31T00:00:00.000Z"],
    ["12/18/2030", "2030-12-18T00:00:00.000Z"],
    ["September  4 2030", "2030-09-04T00:00:00.000Z"],
    ["4\tSeptember   2030", "2030-09-04T00:00:00.000Z"],
    ["Wed Sep  4 23:59:59 2030", "2030-09-04T23:59:59.000Z"],
    ["2030-05-23 12:30:00 CLST", "2030-05-23T15:30:00.000Z"],
    ["2030-05-23 12:30:00 CLT", "2030-05-23T16:30:00.000Z"],
    ["2030-05-23 12:30:00 BRT", "2030-05-23T15:30:00.000Z"],
    ["2030-05-23 12:30:00 BRST", "2030-05-23T14:30:00.000Z"],
    ["2030-05-23 12:30:00 EST", "2030-05-23T17:30:00.000Z"],
    ["Thu May 23 12:30:00 EDT 2030", "2030-05-23T16:30:00.000Z"],
    [" 2097-08-03 ", "2097-08-03T00:00:00.000Z"]
  ])("%s", (text, expected) => {
    expect(iso(text)).toBe(expected)
  })

  it.each([
    "",
    "never",
    "N/A",
    "2030",
    "2030-13-01",
    "2030-02-30",
    "2029-02-29",
    "31.4.2030",
    "03/02/2030",
    "11-07-2030",
    "13/13/2030",
    "1.2.30",
    "2030-01-01 24:00:00",
    "2030-01-01 10:60:00",
    "2030-01-01 10:00:00 QQQ",
    "2030-01-01T10:00:00+99:00",
    "1969-01-01",
    "0000-00-00",
    "9999-12-31",
    "2030-01/02",
    "31-Foo-2030",
    "2030-01-01 or so",
    "20301301",
    "2030-01-01 (DD-MM-YYYY)",
    "12030-01-01",
    "2030-01-012"
  ])("%s is none", (text) => {
    expect(iso(text)).toBeNull()
  })

  it("that is ambiguous is read in the registry's known order", () => {
    expect(iso("03/02/2030", "day-first")).toBe("2030-02-03T00:00:00.000Z")
    expect(iso("03/02/2030", "month-first")).toBe("2030-03-02T00:00:00.000Z")
  })

  it("that is unambiguous is read correctly whatever the known order", () => {
    expect(iso("31-03-2030", "month-first")).toBe("2030-03-31T00:00:00.000Z")
    expect([orderOf("31-03-2030"), orderOf("03/31/2030"), orderOf("03/02/2030"), orderOf("2030-03-31")]).toEqual([
      "day-first",
      "month-first",
      null,
      null
    ])
  })

  it("is parsed from every notation", () => {
    const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    const noInvalidDate = { min: new Date("1990-01-01"), max: new Date("2199-12-31"), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(noInvalidDate), (date) => {
        const [year = "", month = "", day = ""] = date.toISOString().slice(0, 10).split("-")
        const midnight = Date.parse(`${year}-${month}-${day}T00:00:00Z`)
        const name = months[Number(month) - 1]
        for (const text of [
          `${year}-${month}-${day}`,
          `${year}/${month}/${day}`,
          `${year}${month}${day}`,
          `${day}.${month}.${year}`,
          `${day}-${name}-${year}`
        ]) {
          expect(parseWhoisDate(text)).toBe(midnight)
        }
        expect(parseWhoisDate(`${month}/${day}/${year}`, "month-first")).toBe(
          orderOf(`${month}/${day}/${year}`) === "day-first" ? null : midnight
        )
        expect(parseWhoisDate(date.toISOString())).toBe(date.getTime())
      })
    )
  })

  it("is never parsed from other text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const found = parseWhoisDate(text)
        expect(found === null || /\d{4}/.test(text)).toBe(true)
      })
    )
  })
})
