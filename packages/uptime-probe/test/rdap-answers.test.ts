import { describe, expect, it } from "vitest"
import { parseRdap } from "../src/expiry/RdapAnswer.ts"

const answerOf = (statuses: number) =>
  JSON.stringify({
    objectClassName: "domain",
    ldhName: "a.example",
    events: [{ eventAction: "expiration", eventDate: "2027-01-01T00:00:00Z" }],
    status: Array.from({ length: statuses }, () => "active")
  })

const expiry = (...events: ReadonlyArray<object>) => {
  const answer = parseRdap(JSON.stringify({ objectClassName: "domain", ldhName: "a.example", events }), "a.example")
  return answer.kind === "registered" && answer.expiresAt !== null
    ? new Date(answer.expiresAt).toISOString().slice(0, 10)
    : null
}

describe("the expiration in an RDAP answer", () => {
  const date = { eventAction: "expiration", eventDate: "2027-01-01T00:00:00Z" }

  it.each([
    ["in small letters", [date], "2027-01-01"],
    ["with a capital", [{ ...date, eventAction: "Expiration" }], "2027-01-01"],
    ["in capitals, with blanks", [{ ...date, eventAction: " EXPIRATION " }], "2027-01-01"],
    ["beside one that is empty", [date, { ...date, eventDate: "" }], "2027-01-01"],
    ["beside one that is blank", [{ ...date, eventDate: " " }, date], "2027-01-01"],
    ["beside one that is null", [{ ...date, eventDate: null }, date], "2027-01-01"],
    ["beside one without a date", [date, { eventAction: "expiration" }], "2027-01-01"],
    ["twice", [date, date], "2027-01-01"],
    ["beside another one", [date, { ...date, eventDate: "2028-01-01T00:00:00Z" }], null],
    ["beside one that cannot be read", [date, { ...date, eventDate: "2027-99-99" }], null],
    ["of the registrar", [{ ...date, eventAction: "registrar expiration" }], null]
  ])("%s", (_, events, expected) => {
    expect(expiry(...events)).toBe(expected)
  })
})

describe("an RDAP answer", () => {
  it("with many statuses is read, and each status counts once", () => {
    expect(parseRdap(answerOf(20_000), "a.example")).toMatchObject({ kind: "registered", statuses: ["ok"] })
  })

  it("of more than 256 KiB is unreadable", () => {
    expect(parseRdap(answerOf(100_000), "a.example")).toMatchObject({
      kind: "unreadable",
      message: "The response is larger than 256 KiB."
    })
  })
})
