import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { describe, expect, it } from "vitest"
import { field, mapSealed, part } from "../src/index.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const rule = part.choice(
  [
    part.object({ status: part.text({ about: "Statuses.", example: "200", maximum: 20 }) }, { about: "A status." }),
    part.object(
      {
        text: part.text({ about: "Text.", example: "In stock", maximum: 20 }),
        absent: part.optional(part.flag({ about: "Whether the text must be absent." }))
      },
      { about: "A text.", rule: ({ text }) => text !== "never" || "must not be never." }
    )
  ],
  { about: "A rule." }
)
const request = part.object(
  {
    method: part.optional(part.word(["GET", "HEAD"], { about: "Method." })),
    headers: part.optional(
      part.map(part.text({ about: "Value.", example: "x", maximum: 9, minimum: 0, isSealed: true }), {
        about: "Headers.",
        maximum: 2
      })
    ),
    body: part.optional(part.text({ about: "Body.", example: "a\nb", maximum: 9, isLong: true })),
    rules: part.optional(part.list(rule, { about: "Rules.", maximum: 2 })),
    limit: part.optional(part.scalar({ about: "Limit.", maximum: 5 })),
    days: part.optional(part.number({ about: "Days.", example: 3, minimum: 1, maximum: 5 }))
  },
  { about: "A request." }
)
const settings = field.value("request", request, {
  about: "The request.",
  example: { method: "GET" },
  default: null,
  column: "request"
})
const decode = Schema.decodeUnknownExit(settings.input)

const sentenceOf = (value: unknown): string => {
  const exit = decode(value)
  if (Exit.isSuccess(exit)) return "accepted"
  const error = Cause.squash(exit.cause)
  if (!Schema.isSchemaError(error)) throw error
  const [first] = format(error.issue).issues
  return `${(first?.path ?? []).map(String).join(".")} ${first?.message}`.trim()
}

describe("a value with parts", () => {
  it.each([
    [null],
    [{}],
    [{ method: "HEAD", headers: { accept: "" }, body: "a\nb", limit: null, days: 5 }],
    [{ rules: [{ status: "200" }, { text: "a", absent: true }] }]
  ])("accepts %j", (value) => {
    expect(sentenceOf(value)).toBe("accepted")
  })

  it.each([
    ["text", "request must be null or an object."],
    [[], "request must be null or an object."],
    [{ methd: "GET" }, "methd is not allowed here. Allowed: method, headers, body, rules, limit, days."],
    [{ method: "get" }, "method must be one of: GET, HEAD."],
    [{ headers: { a: "1", b: "2", c: "3" } }, "headers must be an object with at most 2 entries."],
    [{ headers: { a: 1 } }, 'headers.a must be a string of 0 to 9 characters, such as "x".'],
    [
      { headers: { a: "a\nb" } },
      "headers.a must not contain line breaks, control characters or characters that change the direction of text."
    ],
    [{ body: "a\u0007" }, "body must not contain control characters or characters that change the direction of text."],
    [
      { rules: [{ status: "200" }, { status: "200" }, { status: "200" }] },
      "rules must be a list of at most 2 entries."
    ],
    [{ rules: [{}] }, "rules.0 must be an object with one of: status, text."],
    [{ rules: ["200"] }, "rules.0 must be an object with one of: status, text."],
    [{ rules: [{ status: 200 }] }, 'rules.0.status must be a string of 1 to 20 characters, such as "200".'],
    [{ rules: [{ status: "200", text: "a" }] }, "rules.0.text is not allowed here. Allowed: status."],
    [{ rules: [{ text: "a", absnt: true }] }, "rules.0.absnt is not allowed here. Allowed: text, absent."],
    [{ rules: [{ text: "a", absent: 1 }] }, "rules.0.absent must be true or false."],
    [{ rules: [{ text: "never" }] }, "rules.0 must not be never."],
    [{ limit: {} }, "limit must be a string of at most 5 characters, a number, true, false or null."],
    [{ days: 6 }, "days must be a whole number between 1 and 5."],
    [{ days: 1.5 }, "days must be a whole number between 1 and 5."]
  ])("refuses %j with a sentence about the part", (value, sentence) => {
    expect(sentenceOf(value)).toContain(sentence)
  })

  it("finds its sealed texts", () => {
    const value = { headers: { authorization: "t", accept: "a" }, body: "b" }
    const places: Array<string> = []
    const hidden = mapSealed(settings.form, value, (_, where) => {
      places.push(where)
      return "***"
    })
    expect(hidden).toEqual({ headers: { authorization: "***", accept: "***" }, body: "b" })
    expect(places).toEqual(["headers.authorization", "headers.accept"])
  })
})
