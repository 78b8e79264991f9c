import {
  anything,
  aBoolean,
  aNumber,
  aUint8Array,
  byProperty,
  aFunction,
  either,
  type FieldsOf,
  type Kind,
  listOf,
  mapOf,
  nullable,
  oneOf,
  milliseconds,
  optional,
  optionsOf,
  secretly,
  shape,
  aString,
  textLike,
  whole
} from "@mon/bundled/arguments"
import type { DnsClient } from "@mon/dns"
import type { AddressPolicy } from "@mon/public-net"
import { contentMemory } from "./content/contentMemoryKind.ts"
import { type Expectation, STATUS_RANGES } from "./expect/Expectation.ts"
import type { CheckRequest } from "./CheckResult.ts"
import * as JsonPath from "./expect/JsonPath.ts"
import type { ProbeOptions, ProbeSettings } from "./probe/ProbeOptions.ts"
import { isPattern } from "./pattern/TextPattern.ts"
import { BODY_BYTES } from "./probe/ProbePorts.ts"
import { isSettableHeader, methods } from "./probe/RequestPlan.ts"
import { isWeb } from "./http/Redirects.ts"

/**
 * The value of a header field. A line break is refused, because it would begin another field (RFC 9112 section 2.2).
 */
export const headerValue = /* @__PURE__ */ textLike("a string without line breaks", (value) => !/[\r\n\0]/.test(value))

export const webUrl = /* @__PURE__ */ textLike("an http or https URL", (value) => {
  const url = URL.parse(value)
  return url !== null && isWeb(url)
})

type With<Name extends string> = Extract<Expectation, Readonly<Record<Name, unknown>>>

/** A pattern that can be searched in linear time. */
export const pattern = (): Kind => textLike("a pattern without back references, lookaheads or lookbehinds", isPattern)

const comparable = (): Kind => either([aString, aNumber("a number")], "a number or a string")

export const expectation = (): Kind =>
  byProperty(
    {
      status: optionsOf<With<"status">>({
        status: textLike('statuses and ranges such as "200-299, 401"', (value) => STATUS_RANGES.test(value))
      }),
      text: optionsOf<With<"text">>({ text: aString, absent: optional(aBoolean), ignoreCase: optional(aBoolean) }),
      header: optionsOf<With<"header">>({
        header: aString,
        absent: optional(aBoolean),
        equals: optional(aString),
        contains: optional(aString),
        matches: optional(pattern())
      }),
      json: optionsOf<With<"json">>({
        json: textLike('a JSON path such as "$.data[0].status"', (value) => JsonPath.parse(value) !== null),
        absent: optional(aBoolean),
        equals: optional(anything),
        differs: optional(anything),
        above: optional(comparable()),
        atLeast: optional(comparable()),
        below: optional(comparable()),
        atMost: optional(comparable())
      }),
      matches: optionsOf<Extract<Expectation, { matches: string; header?: never }>>({
        matches: pattern(),
        absent: optional(aBoolean),
        ignoreCase: optional(aBoolean)
      }),
      responseTimeMs: optionsOf<With<"responseTimeMs">>({ responseTimeMs: milliseconds() }),
      minimumBytes: optionsOf<With<"minimumBytes">>({ minimumBytes: whole(0, BODY_BYTES - 1, " of bytes") }),
      maximumBytes: optionsOf<With<"maximumBytes">>({ maximumBytes: whole(0, BODY_BYTES - 1, " of bytes") }),
      certificate: optionsOf<With<"certificate">>({
        certificate: oneOf("valid"),
        minimumDays: optional(whole(0, undefined, " of days"))
      }),
      ipVersion: optionsOf<With<"ipVersion">>({ ipVersion: oneOf(4, 6) })
    },
    "an expectation: an object with status, text, matches, header, json, responseTimeMs, minimumBytes, maximumBytes, certificate or ipVersion"
  )

export const isExpectation = (value: unknown): value is Expectation => expectation().fault(value) === null

export const headers = (): Kind => {
  const takes = "an object of header fields"
  const values = mapOf(secretly(headerValue), takes)
  return {
    takes,
    fault: (value) => {
      const wrong = values.fault(value)
      const reserved = wrong === null ? Object.keys(value as object).find((name) => !isSettableHeader(name)) : undefined
      return reserved === undefined
        ? wrong
        : {
            path: `[${JSON.stringify(reserved.slice(0, 60))}]`,
            problem: "cannot be set: it is not a header name, or the connection sets it",
            code: "ERR_INVALID_ARG_VALUE"
          }
    }
  }
}

interface Login {
  readonly username: string
  readonly password: string
}

export const auth = (): Kind =>
  byProperty(
    {
      token: optionsOf<{ readonly token: string }>({ token: secretly(headerValue) }),
      username: optionsOf<Login>({ username: aString, password: secretly(aString) })
    },
    "{ username, password } or { token }"
  )

export const checkRequest = (): Kind =>
  either(
    [
      webUrl,
      optionsOf<CheckRequest>({
        url: webUrl,
        timeoutMs: optional(milliseconds()),
        userAgent: optional(headerValue),
        method: optional(oneOf(...methods)),
        accept: optional(headerValue),
        headers: optional(headers()),
        body: optional(either([aString, aUint8Array])),
        auth: optional(auth()),
        secret: optional(aBoolean),
        family: optional(oneOf(4, 6)),
        followRedirects: optional(aBoolean),
        expect: optional(listOf(expectation(), "an array of expectations")),
        contentFaults: optional(oneOf("down", "remark", "off")),
        contentMemory: optional(nullable(contentMemory())),
        keepAnswerBytes: optional(whole(0, undefined, " of bytes")),
        keepFailedAnswer: optional(aBoolean)
      })
    ],
    "an http or https URL, or an object with a url"
  )

export const settingFields = (): FieldsOf<ProbeSettings> => ({
  userAgent: optional(headerValue),
  extraCa: optional(listOf(aString, "an array of certificates in PEM form")),
  internalRedirects: optional(aBoolean)
})

export const policy = (): Kind =>
  shape<AddressPolicy>("an address policy, such as the one that makeAddressPolicy from @mon/public-net returns", {
    classify: aFunction,
    allows: aFunction
  })

export const dnsClient = (...methodNames: ReadonlyArray<keyof DnsClient>): Kind =>
  shape<DnsClient>(
    "a DNS client, such as the one that makeNodeClient from @mon/dns returns",
    Object.fromEntries(methodNames.map((name) => [name, aFunction]))
  )

export const probeFields = (): FieldsOf<ProbeOptions> => ({
  ...settingFields(),
  policy: optional(policy()),
  dnsServers: optional(listOf(aString, "an array of DNS servers")),
  dns: optional(dnsClient("resolveAddresses", "probe"))
})
