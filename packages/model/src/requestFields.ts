import { field } from "./Field.ts"
import { part } from "./Part.ts"

/** The limits of a monitor's request and its expectations (RFC 9110 section 5.4 sets no limit for header fields). */
export const requestLimits = {
  headers: 20,
  /** The maximum length of all header names and values together, in bytes of UTF-8. */
  headerBytes: 8 * 1_024,
  /** The maximum length of the body, in bytes of UTF-8. */
  bodyBytes: 4 * 1_024,
  expectations: 20,
  /** The minimum interval of checks whose method may change something, in seconds. */
  unsafeIntervalSeconds: 300,
  /**
   * The number of days for which the ownership proof of a host may be missing before requests that may change something
   * stop.
   */
  proofDays: 7
} as const

/** The request methods that only read. Every plan allows them. */
export const safeMethods = ["GET", "HEAD", "OPTIONS"] as const
/** The request methods that may change something. They are allowed only for hosts whose ownership has been proved. */
export const unsafeMethods = ["POST", "PUT", "PATCH"] as const

/** The methods of requests. */
export const allMethods = [...safeMethods, ...unsafeMethods] as const

/** Returns whether requests with a method may change something. */
export const isUnsafeMethod = (method: string | undefined): boolean =>
  (unsafeMethods as ReadonlyArray<string | undefined>).includes(method)

/** A pattern for a header field name (RFC 9110 section 5.6.2). */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/u

/**
 * The headers that people cannot set, because they belong to the connection (RFC 9110 section 7.6.1) or identify the
 * client.
 */
const FORBIDDEN: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent"
])

/** The headers that make web frameworks run the request with another method, such as DELETE. */
const METHOD_OVERRIDES: ReadonlySet<string> = new Set([
  "x-http-method",
  "x-http-method-override",
  "x-method",
  "x-method-override",
  "x-original-method",
  "x-rest-method",
  "x-tunnel-method",
  "http-method-override",
  "method-override",
  "_method"
])

/**
 * Returns whether a header changes the method of a request. `_` counts as `-`, because servers treat both as the same
 * character (RFC 3875 section 4.1.18).
 */
const overridesMethod = (name: string): boolean => {
  const lower = name.toLowerCase()
  return METHOD_OVERRIDES.has(lower) || METHOD_OVERRIDES.has(lower.replaceAll("_", "-"))
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** Returns a sentence about an error in header fields that begins with "must", or null if there is no error. */
export const headersFault = (headers: Readonly<Record<string, string>>): string | null => {
  const names = Object.keys(headers)
  const odd = names.find((name) => !TOKEN.test(name))
  if (odd !== undefined) return `must have only header names. ${JSON.stringify(odd.slice(0, 60))} is not one.`
  const forbidden = names.find((name) => FORBIDDEN.has(name.toLowerCase()))
  if (forbidden !== undefined) return `must not contain ${forbidden}, which the connection sets.`
  const override = names.find(overridesMethod)
  if (override !== undefined) return `must not contain ${override}, which makes servers use a different method.`
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return "must not contain a header twice."
  const bytes = Object.entries(headers).reduce((sum, [name, value]) => sum + bytesOf(name) + bytesOf(value), 0)
  return bytes > requestLimits.headerBytes ? `must have at most ${requestLimits.headerBytes} bytes.` : null
}

export const requestHeaders = part.map(
  part.text({
    about: "Value of the header. It is sealed: shown as `***`, and kept if you send `***` back.",
    example: "not-a-real-one",
    minimum: 0,
    maximum: 4_096,
    isSealed: true
  }),
  {
    about:
      "Headers of the request. They are sent only to the monitor's own origin, not to another origin after a redirect.",
    maximum: requestLimits.headers,
    rule: (entries) => headersFault(entries) ?? true
  }
)

export const credentials = part.choice(
  [
    part.object(
      {
        username: part.text({ about: "User name of Basic authentication.", example: "monitor", maximum: 200 }),
        password: part.text({
          about: "Password. It is sealed: shown as `***`, and kept if you send `***` back.",
          example: "not-a-real-one",
          maximum: 1_000,
          isSealed: true
        })
      },
      {
        about: "Basic authentication.",
        rule: ({ username }) => !username.includes(":") || "must have a user name without a colon."
      }
    ),
    part.object(
      {
        token: part.text({
          about: "Bearer token. It is sealed: shown as `***`, and kept if you send `***` back.",
          example: "not-a-real-one",
          maximum: 4_000,
          isSealed: true,
          rule: (token) => /^[\x21-\x7e]+$/u.test(token) || "must have no spaces and only ASCII characters."
        })
      },
      { about: "A bearer token." }
    )
  ],
  { name: "MonitorCredentials", about: "Credentials: a user name and password, or a bearer token." }
)

const request = part.object(
  {
    method: part.optional(part.word(allMethods, { about: "Method of the request. Default: GET." })),
    headers: part.optional(requestHeaders),
    body: part.optional(
      part.text({
        about: "Body of a POST, PUT or PATCH request. It is sealed: shown as `***`, and kept if you send `***` back.",
        example: '{"ping":true}',
        maximum: requestLimits.bodyBytes,
        isLong: true,
        isSealed: true,
        rule: (body) =>
          bytesOf(body) <= requestLimits.bodyBytes || `must have at most ${requestLimits.bodyBytes} bytes.`
      })
    ),
    auth: part.optional(credentials)
  },
  {
    name: "MonitorRequest",
    about: "What the request contains besides its URL.",
    rule: ({ body, method }) =>
      body === undefined || isUnsafeMethod(method) || `must have a body only with ${unsafeMethods.join(", ")}.`
  }
)

const SENTENCE_MAXIMUM = 500
const READ_BYTES = 1_024 * 1_024 - 1

const absent = part.optional(
  part.flag({ about: "Whether the text, header, value or pattern must be absent instead of present." })
)
const ignoreCase = part.optional(part.flag({ about: "Whether to ignore the difference between upper and lower case." }))
const phrase = (about: string, example: string) => part.text({ about, example, maximum: SENTENCE_MAXIMUM })
const pattern = (about: string) =>
  phrase(`${about} It uses JavaScript syntax, without back references, lookaheads or lookbehinds.`, "In stock: \\d+")
const bound = (about: string) => part.optional(part.comparable({ about, maximum: SENTENCE_MAXIMUM }))
const limit = (about: string) => part.optional(part.scalar({ about, maximum: SENTENCE_MAXIMUM }))

const responseTime = part.object(
  {
    responseTimeMs: part.number({
      about: "Longest duration of the check. Milliseconds.",
      example: 2_000,
      minimum: 1,
      maximum: 30_000
    })
  },
  { about: "The response time." }
)

const certificate = part.object(
  {
    certificate: part.word(["valid"], { about: "The certificate must not have any problems." }),
    minimumDays: part.optional(
      part.number({
        about: "Days for which the certificate must still be valid.",
        example: 14,
        minimum: 1,
        maximum: 365
      })
    )
  },
  { about: "The certificate of the response." }
)

const ipVersion = part.object(
  { ipVersion: part.word([4, 6], { about: "IP version that the response must come over." }) },
  { about: "The IP version." }
)

/** One expectation about the check of a service that is not a web site. */
export const serviceExpectation = part.choice([responseTime, certificate, ipVersion], {
  name: "ServiceExpectation",
  about: "One expectation."
})

const expectation = part.choice(
  [
    part.object(
      {
        status: phrase(
          "Status codes and ranges. They replace the rule that any status below 400 passes.",
          "200-299, 401"
        )
      },
      { about: "The status of the response." }
    ),
    part.object(
      { text: phrase("Text that the body must contain.", "In stock"), absent, ignoreCase },
      { about: "Text in the body." }
    ),
    part.object(
      {
        header: phrase("Name of a header that the response must have.", "content-type"),
        absent,
        equals: part.optional(phrase("Value of the header.", "application/json")),
        contains: part.optional(phrase("Text that the value must contain.", "json")),
        matches: part.optional(pattern("Pattern that the value must match."))
      },
      { about: "A header of the response." }
    ),
    part.object(
      {
        json: phrase(
          "Path in a JSON body (RFC 9535, without `match` and `search`). If it selects several values, all of them count.",
          "$.data[0].status"
        ),
        absent,
        equals: limit("Value that the selected value must equal."),
        differs: limit("Value that the selected value must not equal."),
        above: bound("The selected value must be above this number or text."),
        atLeast: bound("The selected value must be at least this number or text."),
        below: bound("The selected value must be below this number or text."),
        atMost: bound("The selected value must be at most this number or text.")
      },
      { about: "A value in a JSON body." }
    ),
    part.object({ matches: pattern("Pattern that the body must match."), absent, ignoreCase }, { about: "A pattern." }),
    responseTime,
    part.object(
      {
        minimumBytes: part.number({
          about: "Smallest size of the body. Bytes.",
          example: 500,
          minimum: 0,
          maximum: READ_BYTES
        })
      },
      { about: "The size of the body." }
    ),
    part.object(
      {
        maximumBytes: part.number({
          about: "Largest size of the body. Bytes.",
          example: 100_000,
          minimum: 0,
          maximum: READ_BYTES
        })
      },
      { about: "The size of the body." }
    ),
    certificate,
    ipVersion
  ],
  { name: "Expectation", about: "One expectation." }
)

/** The expectations about a response. */
export const expectations = part.list(expectation, {
  about:
    "What the response must look like. If an expectation is not met, the check fails with the code `expectation_failed`.",
  maximum: requestLimits.expectations
})

/** The ways to treat a page whose content shows that the site is broken although the status of the response is fine. */
export const contentFaultModes = ["down", "remark", "off"] as const

/** The fields that domains and pages share: the request, the expectations, and the limit for slow responses. */
export const requestFields = {
  request: field.value("request", request, {
    about: "Method, headers, body and credentials of the request.",
    rule: "The plan limits the methods. For POST, PUT and PATCH, you must prove that the host is yours.",
    example: { method: "HEAD" },
    default: null,
    column: "request",
    inSchedule: true
  }),
  expect: field.value("expect", expectations, {
    about: expectations.form.about,
    rule: `At most ${requestLimits.expectations}. The plan limits the number of expectations.`,
    example: [{ text: "In stock" }],
    default: [],
    column: "expect",
    inSchedule: true
  }),
  contentFaults: field.word("contentFaults", contentFaultModes, {
    about:
      "What happens if the status is fine but the page shows that the site is broken. `down`: error messages of the application, suspended and parked sites, and pages that have become empty count as an outage, and everything else is a remark. `remark`: everything is only a remark. `off`: Mon does not judge the page.",
    example: "down",
    default: "down",
    column: "content_faults"
  }),
  degradedAfterMs: field.millisecondsOrNull("degradedAfterMs", {
    about:
      "Response time above which a check counts as slow. After three slow checks in a row, the monitor is degraded.",
    example: 2_000,
    minimum: 1,
    maximum: 30_000,
    default: null,
    null: "none",
    column: "degraded_after_ms",
    inSchedule: true
  })
} as const
