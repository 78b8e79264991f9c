import { describe, expect, it } from "vitest"
import { parseRdap } from "../src/expiry/RdapAnswer.ts"

const answerOf = (statuses: number) =>
  JSON.stringify({
    objectClassName: "domain",
    ldhName: "a.example",
    events: [{ eventAction: "expiration", eventDate: "2027-01-01T00:00:00Z" }],
    status: Array.from({ length: statuses }, () => "active")
  })

describe("an RDAP answer", () => {
  it("with many statuses is read, and each status counts once", () => {
    expect(parseRdap(answerOf(20_000), "a.example")).toMatchObject({ kind: "registered", statuses: ["ok"] })
  })

  it("of more than 256 KiB is unreadable", () => {
    expect(parseRdap(answerOf(100_000), "a.example")).toMatchObject({
      kind: "unreadable",
      message: "The answer is larger than 256 KiB."
    })
  })
})
