import {
  aBoolean,
  aNumber,
  aString,
  aUint8Array,
  byProperty,
  either,
  type FieldsOf,
  type Kind,
  listOf,
  milliseconds,
  oneOf,
  optional,
  optionsOf,
  secretly,
  textLike,
  whole
} from "@mon/bundled/arguments"
import { encodeDnsQuery, type RecordType } from "@mon/dns"
import { expectation, headers, headerValue, pattern } from "../argumentKinds.ts"
import type { DnsExpectation } from "./DnsExpectation.ts"
import { DNS_PORT, type DnsRequest } from "./probeDns.ts"
import { TLS_PORT, type TcpRequest, type TcpStep } from "./probeTcp.ts"
import type { WebSocketRequest } from "./probeWebSocket.ts"
import type { ServiceExpectation, ServiceOptions } from "./ServiceResult.ts"
import type { IcmpRequest } from "./icmp/probeIcmp.ts"
import { readHost, readTarget } from "./ServiceTarget.ts"

type DnsWith<Name extends string> = Extract<DnsExpectation, Readonly<Record<Name, unknown>>>
type StepWith<Name extends string> = Extract<TcpStep, Readonly<Record<Name, unknown>>>

/** The maximum number of steps in a dialogue, which is more than any check needs. */
const MOST_STEPS = 100

export const target = (defaultPort: number | null): Kind =>
  textLike(
    `a host${defaultPort === null ? "" : ", or a host"} and a port such as example.com:${defaultPort ?? 5_432}`,
    (value) => readTarget(value, defaultPort) !== null
  )

const HOST_NAME = /^(?=.{1,253}$)(?:[a-z\d_-]{1,63}\.)*[a-z\d_-]{1,63}\.?$/iu

export const hostName = (): Kind => textLike("a host name", (value) => HOST_NAME.test(value))

/** An address literal (RFC 5321 section 4.1.3). */
const ADDRESS_LITERAL = /^\[[\w.:]{1,64}\]$/u

export const clientName = (): Kind =>
  textLike("a host name or an address in brackets", (value) => HOST_NAME.test(value) || ADDRESS_LITERAL.test(value))

export const serviceOptions = (): FieldsOf<ServiceOptions> => ({
  timeoutMs: optional(milliseconds()),
  family: optional(oneOf(4, 6))
})

const serviceExpectation = (): Kind =>
  byProperty(
    { responseTimeMs: expectation(), certificate: expectation(), ipVersion: expectation() },
    "an expectation: an object with responseTimeMs, certificate or ipVersion"
  )

export const expectations = (): Kind => listOf(serviceExpectation(), "an array of expectations")

export const isServiceExpectation = (value: unknown): value is ServiceExpectation =>
  serviceExpectation().fault(value) === null

export const isDnsExpectation = (value: unknown): value is DnsExpectation => dnsExpectation().fault(value) === null

export const isDnsRequest = (value: unknown): value is DnsRequest => dnsRequest().fault(value) === null

const step = (): Kind =>
  byProperty(
    {
      send: optionsOf<StepWith<"send">>({ send: either([aString, aUint8Array]) }),
      receive: optionsOf<StepWith<"receive">>({ receive: pattern(), ignoreCase: optional(aBoolean) }),
      startTls: optionsOf<StepWith<"startTls">>({ startTls: oneOf(true) })
    },
    "a step: an object with send, receive or startTls"
  )

const atMost = (most: number, one: Kind): Kind => ({
  takes: one.takes,
  fault: (value) =>
    Array.isArray(value) && value.length > most
      ? { path: "", problem: `must have at most ${most} entries`, code: "ERR_INVALID_ARG_VALUE" }
      : one.fault(value)
})

const onlyOnce: Kind = {
  takes: "an array of steps",
  fault: (value) => {
    const handshakes = (value as ReadonlyArray<object>).filter((one) => "startTls" in one).length
    return handshakes < 2
      ? null
      : { path: "", problem: "must have at most one TLS handshake", code: "ERR_INVALID_ARG_VALUE" }
  }
}

const steps = (): Kind => {
  const list = atMost(MOST_STEPS, listOf(step(), "an array of steps"))
  return { takes: list.takes, fault: (value) => list.fault(value) ?? onlyOnce.fault(value) }
}

const tcpFields = (defaultPort: number | null): FieldsOf<TcpRequest> => ({
  ...serviceOptions(),
  target: target(defaultPort),
  tls: optional(aBoolean),
  serverName: optional(hostName()),
  steps: optional(steps()),
  expect: optional(expectations())
})

const secureSteps: Kind = {
  takes: "steps without startTls",
  fault: (value) => {
    const { steps: given = [], tls } = value as TcpRequest
    return tls === true && given.some((one) => "startTls" in one)
      ? { path: ".steps", problem: "cannot have startTls, because tls is true", code: "ERR_INVALID_ARG_VALUE" }
      : null
  }
}

const isSecure = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "tls" in value && value.tls === true

export const tcpRequest = (): Kind => {
  const takes = "a host and a port, or an object with a target"
  const kinds = [null, TLS_PORT].map((port) => either([target(port), optionsOf<TcpRequest>(tcpFields(port))], takes))
  return {
    takes,
    fault: (value) =>
      kinds[isSecure(value) ? 1 : 0]?.fault(value) ?? (typeof value === "string" ? null : secureSteps.fault(value))
  }
}

export const tlsRequest = (): Kind => {
  const { tls: _tls, ...fields } = tcpFields(TLS_PORT)
  return either([target(TLS_PORT), optionsOf<Omit<TcpRequest, "tls">>(fields)], "a host, or an object with a target")
}

/** A name to query (RFC 1035 section 2.3.4). Its labels may contain underscores. */
const QUERY_NAME = /^(?=.{1,254}$)(?:\.|(?:[\w-]{1,63}|\*)(?:\.(?:[\w-]{1,63}|\*))*\.?)$/u

const isRecordType = (type: string): boolean => {
  try {
    return encodeDnsQuery({ id: 0, name: "", type: type as RecordType }).length > 0
  } catch {
    return false
  }
}

const RCODE = /^[A-Z\d]{1,20}$/u
const FLAGS = ["authenticated", "authoritative", "recursionAvailable", "truncated"] as const

const dnsExpectation = (): Kind => {
  const absent = optional(aBoolean)
  return byProperty(
    {
      rcode: optionsOf<DnsWith<"rcode">>({
        rcode: textLike('a response code such as "NXDOMAIN"', (value) => RCODE.test(value))
      }),
      flag: optionsOf<DnsWith<"flag">>({ flag: oneOf(...FLAGS), absent }),
      answer: optionsOf<DnsWith<"answer">>({ answer: aString, absent }),
      answerMatches: optionsOf<DnsWith<"answerMatches">>({ answerMatches: pattern(), absent }),
      minimumAnswers: optionsOf<DnsWith<"minimumAnswers">>({ minimumAnswers: whole(0, 65_535) }),
      responseTimeMs: expectation(),
      certificate: expectation(),
      ipVersion: expectation()
    },
    "an expectation: an object with rcode, flag, answer, answerMatches, minimumAnswers, responseTimeMs, certificate or ipVersion"
  )
}

export const dnsRequest = (): Kind =>
  optionsOf<DnsRequest>(
    {
      ...serviceOptions(),
      server: target(DNS_PORT),
      name: textLike("a domain name in ASCII", (value) => QUERY_NAME.test(value)),
      type: textLike("a record type such as A, MX or TXT, or TYPE and a number for any other type", isRecordType),
      transport: optional(oneOf("udp", "tcp", "tls")),
      serverName: optional(hostName()),
      recursion: optional(aBoolean),
      expect: optional(listOf(dnsExpectation(), "an array of expectations"))
    },
    "an object with a server, a name and a type"
  )

export const icmpRequest = (): Kind =>
  optionsOf<IcmpRequest>(
    {
      ...serviceOptions(),
      target: textLike("a host without a port", (value) => readHost(value) !== null),
      packets: optional(whole(1, 10)),
      packetBytes: optional(whole(16, 1_400, " of bytes")),
      maxLossPercent: optional(aNumber("a number from 0 to 99", 0, 99)),
      maxMeanMs: optional(milliseconds()),
      expect: optional(expectations())
    },
    "an object with a target"
  )

const webSocketUrl = (): Kind =>
  textLike("a ws or wss URL", (value) => {
    const url = URL.parse(value)
    return url !== null && (url.protocol === "ws:" || url.protocol === "wss:")
  })

/** A token in the syntax of HTTP (RFC 9110 section 5.6.2). */
const TOKEN = /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,100}$/u

const subprotocols = (): Kind =>
  listOf(
    textLike("a subprotocol name", (value) => TOKEN.test(value)),
    "an array of subprotocol names"
  )

export const webSocketRequest = (): Kind =>
  either(
    [
      webSocketUrl(),
      optionsOf<WebSocketRequest>({
        ...serviceOptions(),
        url: webSocketUrl(),
        userAgent: optional(headerValue),
        headers: optional(headers()),
        subprotocols: optional(atMost(MOST_STEPS, subprotocols())),
        ping: optional(aBoolean),
        send: optional(secretly(aString)),
        receive: optional(pattern()),
        expect: optional(expectations())
      })
    ],
    "a ws or wss URL, or an object with a url"
  )
