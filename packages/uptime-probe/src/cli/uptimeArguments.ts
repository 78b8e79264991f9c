import {
  CommandError,
  flag,
  list,
  optional,
  positiveNumber,
  required,
  text,
  UsageError,
  type ValueType,
  withDefault
} from "@mon/bundled/command-line"
import { parseServerList } from "@mon/dns"
import { makeAddressPolicy } from "@mon/public-net"
import { X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import { isExpectation } from "../argumentKinds.ts"
import { STATUS_RANGES } from "../expect/Expectation.ts"
import type { CheckRequest, Method } from "../CheckResult.ts"
import type { ProbeOptions } from "../probe/ProbeOptions.ts"
import { isPattern } from "../pattern/TextPattern.ts"
import * as Redirects from "../http/Redirects.ts"
import { isSettableHeader, methods } from "../probe/RequestPlan.ts"
import { isDnsExpectation } from "../service/serviceKinds.ts"
import { recordTypes } from "./dnsRecords.ts"
import { type GivenExpectation, readServiceUrl, webExpectations } from "./serviceArguments.ts"

const MAX_SECONDS = 86_400

const seconds = positiveNumber("seconds", "seconds", MAX_SECONDS)

const checkedUrl: ValueType<string> = {
  placeholder: "url",
  takes: "an http or https URL, or the URL of another service such as tcp://db.example.com:5432",
  read: (given) => {
    if (readServiceUrl(given) !== null) return given
    const url = URL.parse(given.includes("://") ? given : `https://${given}`)
    return url === null || !Redirects.isWeb(url) ? undefined : given.includes("://") ? given : `https://${given}`
  }
}

const method: ValueType<Method> = {
  placeholder: "method",
  takes: `one of ${methods.join(", ")}`,
  read: (given) => methods.find((each) => each === given.toUpperCase())
}

const header: ValueType<readonly [name: string, value: string]> = {
  placeholder: "header",
  takes: '"Name: value" and must not be a header that the connection sets itself, such as Host',
  read: (given) => {
    const colon = given.indexOf(":")
    const name = given.slice(0, Math.max(0, colon)).trim()
    return isSettableHeader(name) ? [name, given.slice(colon + 1).trim()] : undefined
  }
}

const credentials: ValueType<{ readonly username: string; readonly password: string }> = {
  placeholder: "name:password",
  takes: "name:password",
  read: (given) => {
    const colon = given.indexOf(":")
    return colon === -1 ? undefined : { username: given.slice(0, colon), password: given.slice(colon + 1) }
  }
}

const contentFaultMode: ValueType<NonNullable<CheckRequest["contentFaults"]>> = {
  placeholder: "mode",
  takes: "one of down, remark, off",
  read: (given) => (["down", "remark", "off"] as const).find((each) => each === given)
}

const statuses: ValueType<string> = {
  placeholder: "statuses",
  takes: "status codes and ranges such as 200-299,401",
  read: (given) => (STATUS_RANGES.test(given) ? given : undefined)
}

const expectation: ValueType<GivenExpectation> = {
  placeholder: "json",
  takes: `an expectation as JSON, such as '{"json":"$.queue","atMost":100}'`,
  read: (given) => {
    try {
      const value: unknown = JSON.parse(given)
      return isExpectation(value) || isDnsExpectation(value) ? value : undefined
    } catch {
      return undefined
    }
  }
}

const pattern: ValueType<string> = {
  placeholder: "pattern",
  takes: "a pattern without back references, lookaheads or lookbehinds",
  read: (given) => (isPattern(given) ? given : undefined)
}

const nameServers: ValueType<ReadonlyArray<string>> = {
  placeholder: "server",
  takes: "a DNS server such as 192.0.2.1, 192.0.2.1:53 or [2001:db8::1]:53",
  read: (given) => {
    const parsed = parseServerList(given)
    return parsed.ok && parsed.servers.length > 0 ? parsed.servers : undefined
  }
}

const network: ValueType<string> = {
  placeholder: "network",
  takes: "a network such as 10.0.0.0/8 or fd00::/8",
  read: (given) => {
    try {
      makeAddressPolicy({ allow: [given] })
      return given
    } catch {
      return undefined
    }
  }
}

export const uptimeOptions = {
  json: flag("Print the whole result as JSON"),
  junit: flag("Print the result as a JUnit report with a test for each expectation"),
  watch: flag("Repeat the check until interrupted, and print a summary at the end"),
  every: withDefault(seconds, 10, "Seconds between two checks with --watch"),
  timeout: withDefault(seconds, 10, "Time limit in seconds for the check, including redirects and the body"),
  method: withDefault(method, "GET", "The request method"),
  header: list(header, "Send this request header"),
  data: optional(text("text", "the body of the request"), "Send this request body"),
  user: optional(credentials, "Send these credentials with Basic authentication"),
  bearer: optional(text("token", "a token"), "Send this bearer token"),
  "user-agent": optional(text("text", "the name of a client"), "Send this User-Agent"),
  ipv4: flag("Connect over IPv4 only", "4"),
  ipv6: flag("Connect over IPv6 only", "6"),
  "no-follow": flag("Do not follow redirects"),
  status: optional(statuses, "Expect one of these status codes, for example 200-299,401"),
  text: list(text("text", "text"), "Expect this text in the body"),
  "no-text": list(text("text", "text"), "Expect the body not to contain this text"),
  matches: list(pattern, "Expect the body to match this pattern"),
  "max-time": optional(seconds, "Expect a response within this number of seconds"),
  "certificate-days": optional(
    positiveNumber("days", "days", 3_650),
    "Expect a certificate that stays valid for at least this number of days"
  ),
  "content-faults": withDefault(
    contentFaultMode,
    "down",
    "How to judge a page that shows a broken site although its status is fine: as down, only with a remark, or not at all"
  ),
  expect: list(expectation, 'Another expectation as JSON, for example \'{"json":"$.queue","atMost":100}\''),
  send: optional(
    text("text", "text"),
    "Send this text to a TCP, TLS or WebSocket service. \\r, \\n, \\t and \\\\ are escapes"
  ),
  receive: optional(
    pattern,
    "Expect a TCP, TLS or WebSocket service to send a line or message that matches this pattern"
  ),
  records: optional(
    recordTypes,
    "Do not check the URL. Instead, query its domain's name servers for these records, for example NS,DS,MX,TXT,CAA"
  ),
  dns: list(nameServers, "Use this DNS server instead of the system's"),
  allow: list(
    network,
    "Allow connections to this network even though it is not public, and redirects to internal names"
  ),
  ca: list(text("file", "the path of a PEM file"), "Also trust the certificates in this PEM file")
}

export const uptimeArguments = {
  url: required(
    checkedUrl,
    "The URL to check. You can leave out https://. Other services: tcp://host:port, tls://host:port, icmp://host, dns://server/name?type=MX, dns+tls://server/name, wss://host/path, and servers by their protocol, such as postgres://host, rediss://host or smtp+starttls://host"
  )
}

export type Values = {
  readonly [Name in keyof typeof uptimeOptions]: ReturnType<(typeof uptimeOptions)[Name]["read"]>
} & { readonly url: string }

const readCertificates = (file: string): string => {
  try {
    const pem = readFileSync(file, "utf8")
    return new X509Certificate(pem).fingerprint256 === "" ? "" : pem
  } catch (error) {
    throw new CommandError(
      `Cannot read a certificate from ${file}: ${error instanceof Error ? error.message : String(error)}`
    )
  }
}

export const requestOf = (values: Values): CheckRequest => {
  const { bearer, data, header: headers, method: verb, status, text: texts, timeout, url, user } = values
  const forServices = values.send === null ? (values.receive === null ? null : "receive") : "send"
  if (forServices !== null) throw new UsageError(`--${forServices} cannot be used with this kind of URL.`)
  const auth = bearer === null ? user : { token: bearer }
  const expect = [
    ...(status === null ? [] : [{ status }]),
    ...texts.map((each) => ({ text: each })),
    ...values["no-text"].map((each) => ({ text: each, absent: true })),
    ...values.matches.map((each) => ({ matches: each })),
    ...(values["max-time"] === null ? [] : [{ responseTimeMs: Math.ceil(values["max-time"] * 1_000) }]),
    ...(values["certificate-days"] === null
      ? []
      : [{ certificate: "valid" as const, minimumDays: Math.ceil(values["certificate-days"]) }]),
    ...webExpectations(values.expect)
  ]
  return {
    url,
    timeoutMs: timeout * 1_000,
    method: verb,
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    ...(data === null ? {} : { body: data }),
    ...(auth === null ? {} : { auth }),
    ...(values.ipv4 ? { family: 4 } : values.ipv6 ? { family: 6 } : {}),
    ...(values["no-follow"] ? { followRedirects: false } : {}),
    ...(values["content-faults"] === "down" ? {} : { contentFaults: values["content-faults"] }),
    ...(expect.length === 0 ? {} : { expect })
  }
}

export const probeOptionsOf = ({
  allow,
  ca,
  dns,
  "user-agent": userAgent
}: Pick<Values, "allow" | "ca" | "dns" | "user-agent">): ProbeOptions => ({
  ...(userAgent === null ? {} : { userAgent }),
  ...(dns.length === 0 ? {} : { dnsServers: dns.flat() }),
  ...(allow.length === 0 ? {} : { policy: makeAddressPolicy({ allow }), internalRedirects: true }),
  ...(ca.length === 0 ? {} : { extraCa: ca.map(readCertificates) })
})
