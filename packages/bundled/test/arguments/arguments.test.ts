import { describe, expect, test } from "vitest"
import {
  anything,
  argumentError,
  aBoolean,
  either,
  listOf,
  mapOf,
  milliseconds,
  nullable,
  oneOf,
  optional,
  optionsOf,
  secretly,
  shape,
  anAbortSignal,
  argumentsOf,
  aString,
  variants,
  whole,
  withDefaults
} from "../../src/arguments/index.ts"
import { wrongUse } from "../../src/arguments/testing.ts"

interface Options {
  readonly timeoutMs?: number
  readonly retries?: number
  readonly method?: "GET" | "HEAD"
  readonly headers?: Readonly<Record<string, string>>
  readonly expect?: ReadonlyArray<{ readonly text: string; readonly absent?: boolean }>
  readonly token?: string
  readonly signal?: AbortSignal
}

const accept = argumentsOf("check", () => ({
  url: aString,
  options: optional(
    optionsOf<Options>({
      timeoutMs: optional(milliseconds()),
      retries: optional(whole(0, 5)),
      method: optional(oneOf("GET", "HEAD")),
      headers: optional(mapOf(aString, "an object of header fields")),
      expect: optional(
        listOf(
          optionsOf<{ text: string; absent?: boolean }>({ text: aString, absent: optional(aBoolean) }, "an expectation")
        )
      ),
      token: optional(secretly(aString)),
      signal: optional(anAbortSignal)
    })
  )
}))

const errorOf = (...given: ReadonlyArray<unknown>): { readonly code: string; readonly message: string } => {
  try {
    accept(...given)
  } catch (error) {
    if (error instanceof TypeError && "code" in error) return { code: String(error.code), message: error.message }
    throw error
  }
  throw new Error("accepted")
}

describe("a signature", () => {
  test("accepts what fits, and options that are absent or undefined", () => {
    const fitting = [
      undefined,
      { timeoutMs: 10, retries: undefined, expect: [{ text: "x" }], token: "t" },
      { signal: new AbortController().signal, headers: { accept: "*/*" } }
    ]
    for (const options of fitting) expect(() => accept("https://example.com", options)).not.toThrow()
  })

  test.each([
    [[], "ERR_MISSING_ARGS", "check: url is missing. It must be a string."],
    [[null], "ERR_INVALID_ARG_TYPE", "check: url must be a string, but it is null."],
    [["u", null], "ERR_INVALID_ARG_TYPE", "check: options must be an object with options, but it is null."],
    [["u", []], "ERR_INVALID_ARG_TYPE", "check: options must be an object with options, but it is an array."],
    [
      ["u", { timoutMs: 5 }],
      "ERR_UNKNOWN_OPTION",
      'check: options has no option "timoutMs". Did you mean "timeoutMs"?'
    ],
    [
      ["u", { wheel: 5 }],
      "ERR_UNKNOWN_OPTION",
      'check: options has no option "wheel". It takes timeoutMs, retries, method, headers, expect, token, signal.'
    ],
    [
      ["u", { timeoutMs: "5" }],
      "ERR_INVALID_ARG_TYPE",
      'check: options.timeoutMs must be a number of milliseconds above 0 and up to 2147483647, but it is the string "5".'
    ],
    [
      ["u", { timeoutMs: Number.NaN }],
      "ERR_INVALID_ARG_VALUE",
      "check: options.timeoutMs must be a number of milliseconds above 0 and up to 2147483647, but it is NaN."
    ],
    [
      ["u", { retries: 6 }],
      "ERR_INVALID_ARG_VALUE",
      "check: options.retries must be a whole number from 0 to 5, but it is 6."
    ],
    [
      ["u", { method: "PULL" }],
      "ERR_INVALID_ARG_VALUE",
      'check: options.method must be one of "GET", "HEAD", but it is the string "PULL".'
    ],
    [
      ["u", { headers: { accept: 5 } }],
      "ERR_INVALID_ARG_TYPE",
      'check: options.headers["accept"] must be a string, but it is 5.'
    ],
    [
      ["u", { expect: [{ txt: "x" }] }],
      "ERR_UNKNOWN_OPTION",
      'check: options.expect[0] has no option "txt". Did you mean "text"?'
    ],
    [["u", { expect: [{}] }], "ERR_MISSING_ARGS", "check: options.expect[0].text is missing. It must be a string."],
    [
      ["u", { signal: {} }],
      "ERR_INVALID_ARG_TYPE",
      "check: options.signal must be an AbortSignal, but it is an object."
    ]
  ] as const)("says what is wrong with %j", (given, code, message) => {
    expect(errorOf(...given)).toEqual({ code, message })
  })

  test("quotes only the beginning of a long text", () => {
    const { message } = errorOf("u", { method: "x".repeat(1000) })
    expect(message.length).toBeLessThan(200)
  })

  test("keeps the cause when a getter or a proxy throws", () => {
    const cause = new Error("hostile")
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw cause
        }
      }
    )
    expect(() => accept("u", hostile)).toThrow(
      expect.objectContaining({ cause, message: expect.stringContaining("check: options cannot be read") })
    )
  })
})

const messageOf = (kind: Parameters<typeof optional>[0], value: unknown) => kind.fault(value)?.problem ?? null

describe("kinds", () => {
  test("a secret is never quoted", () => {
    const key = secretly(oneOf("allowed"))
    expect(messageOf(key, "hunter2")).toBe('must be "allowed", but it is a string of 7 characters')
  })

  test("either names all kinds, or what is wrong inside of an object", () => {
    const request = either([aString, optionsOf<{ url: string }>({ url: aString })], "a URL or an object with a url")
    expect(messageOf(request, 5)).toBe("must be a URL or an object with a url, but it is 5")
    expect(request.fault({ url: 5 })).toMatchObject({ path: ".url" })
    expect(request.fault({ ulr: "x" })?.problem).toBe('has no option "ulr". Did you mean "url"?')
    expect(request.fault("x")).toBeNull()
  })

  test("a shape allows other properties, and variants choose by a property", () => {
    expect(shape<{ a: string }>("a thing", { a: aString }).fault({ a: "x", b: 1 })).toBeNull()
    const shapes = variants("type", { dot: optionsOf<{ type: string }>({ type: aString }) }, "a shape")
    expect(shapes.fault({ type: "dot" })).toBeNull()
    expect(shapes.fault({ type: "square" })).toMatchObject({ path: ".type" })
    expect(shapes.fault({ type: "toString" })).toMatchObject({ path: ".type" })
  })

  test("a shape and a value find a property that throws", () => {
    const hostile = Object.defineProperty({}, "b", {
      enumerable: true,
      get: () => {
        throw new Error("hostile")
      }
    })
    expect(() => shape("a thing", {}).fault(hostile)).toThrow("hostile")
    expect(() => anything.fault(hostile)).toThrow("hostile")
  })

  test("an undefined option has its default", () => {
    expect(withDefaults({ a: 1, b: 2 }, { a: undefined, b: 3 } as object)).toEqual({ a: 1, b: 3 })
  })

  test("null is allowed only where a kind says so", () => {
    expect(nullable(aString).fault(null)).toBeNull()
    expect(messageOf(nullable(aString), undefined)).toBe("is missing. It must be a string or null")
  })
})

const acceptLater = async (...given: ReadonlyArray<unknown>) => accept(...given)
const goodArguments = () => ["u", { timeoutMs: 5, expect: [{ text: "x" }], headers: { accept: "x" } }]
const lengthOf = (value: { readonly name: string }) => Promise.resolve(value.name.length)
const throwBadSentence = (name: string) => {
  if (name !== "x") throw argumentError("no", "ERR_INVALID_ARG_VALUE")
}

describe("wrongUse", () => {
  test("finds nothing wrong with a function that checks its arguments", async () => {
    expect(await wrongUse({ call: acceptLater, args: goodArguments, loose: ["[1].headers"] })).toEqual([])
  })

  test("names bare errors, ignored options and errors that are thrown instead of rejected", async () => {
    const problems = await wrongUse({ call: lengthOf, args: () => [{ name: "x" }] })
    expect(problems).toContain("[0] with an unknown option: accepted")
    expect(problems).toContain("[0].name = null: bare TypeError: Cannot read properties of null (reading 'length')")
    expect(problems).toContain("[0] = null: thrown, not rejected")
  })

  test("accepts errors of other classes that have a name and a code", async () => {
    class FileError extends Error {
      override readonly name = "FileError"
      readonly code = "NOT_FOUND"
    }
    const call = () => {
      throw new FileError("There is no file.")
    }
    const problems = await wrongUse({ call: (name: string) => (name === "x" ? 1 : call()), args: () => ["x"] })
    expect(problems).toEqual([])
  })

  test("refuses codes and messages of other kinds", async () => {
    expect(await wrongUse({ call: throwBadSentence, args: () => ["x"] })).toContain("[0] = null: not a sentence: no")
  })
})
