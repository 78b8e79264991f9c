import { Exit, Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  CheckDisposableEmail,
  CheckEmailHealth,
  CheckEmailMessage,
  errorStatus,
  monitorInputs,
  NotFound,
  pagination,
  UpdateSettings
} from "../src/index.ts"

const bodies = {
  ...monitorInputs.domain,
  UpdateSettings,
  CheckDisposableEmail,
  CheckEmailHealth,
  CheckEmailMessage
}

describe("request schemas", () => {
  it.each(Object.entries(bodies))("%s takes or refuses any JSON, and never throws", (_, schema) => {
    const decode = Schema.decodeUnknownExit(schema)
    const names = [
      "url",
      "name",
      "checkInterval",
      "timeout",
      "ccEmails",
      "domainIds",
      "updates",
      "confirmation",
      "timezone",
      "cardColor"
    ]
    const body = fc.dictionary(fc.constantFrom(...names), fc.jsonValue(), { maxKeys: 5 })
    fc.assert(fc.property(body, (value) => Exit.isExit(decode(value))))
  })

  it.each(Object.entries(bodies))("%s lets no text through that PostgreSQL cannot hold", (_, schema) => {
    const decode = Schema.decodeUnknownExit(schema)
    const text = fc.string({ unit: "binary", maxLength: 12 })
    const fields = { name: text, cardColor: text, ccEmails: fc.array(text, { maxLength: 2 }), timezone: text }
    fc.assert(
      fc.property(fc.record(fields, { requiredKeys: [] }), (value) => {
        const exit = decode({ url: "example.com", domainIds: ["x"], confirmation: "DELETE", updates: value, ...value })
        if (Exit.isSuccess(exit)) expect(JSON.stringify(exit.value)).not.toMatch(/\\u0000|\\ud[89a-f]/u)
      })
    )
  })

  it("drop what they do not know", () => {
    expect(Schema.decodeUnknownSync(monitorInputs.domain.Update)({ name: "Shop", colour: "red" })).toEqual({
      name: "Shop"
    })
  })
})

describe("small parts", () => {
  it("an error of the contract has a status, another one has none", () => {
    expect(errorStatus(new NotFound({ message: "Domain not found." }))).toBe(404)
    expect(errorStatus(new Error("Domain not found."))).toBeNull()
    expect(errorStatus("Domain not found.")).toBeNull()
  })

  it("pages are counted up", () => {
    expect(pagination(0, 1, 10)).toEqual({ total: 0, page: 1, limit: 10, totalPages: 0 })
    expect(pagination(10, 1, 10).totalPages).toBe(1)
    expect(pagination(11, 1, 10).totalPages).toBe(2)
  })
})
