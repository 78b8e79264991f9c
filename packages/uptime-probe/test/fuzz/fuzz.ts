import { isOverUdp, type ProtocolRequest, protocols, type ProtocolType } from "../../src/service/protocol/protocols.ts"
import { readPage } from "@mon/diff-engine"
import { decodeDnsMessage } from "@mon/dns"
import { checkMessage } from "@mon/email-health/message"
import { makeAddressPolicy } from "@mon/public-net"
import { parseRdap } from "../../src/expiry/RdapAnswer.ts"
import { parseWhois } from "../../src/expiry/WhoisAnswer.ts"
import { makeEventLoopMonitor, type ProbePorts, toPorts } from "../../src/probe/ProbePorts.ts"
import { makeHandshakeLimit } from "../../src/tls/HandshakeLimit.ts"
import { exchangeHttp2 } from "../../src/http/Http2Exchange.ts"
import type { CheckRequest } from "../../src/index.ts"
import { outcomes } from "../../src/Outcome.ts"
import { probeUrl } from "../../src/probeUrl.ts"
import { toServiceProbe } from "../../src/service/ServiceProbe.ts"
import { feedText, mediaType } from "./feeds.ts"
import { http2Response } from "./http2Frames.ts"
import { httpResponse, tlsBytes } from "./httpResponses.ts"
import { messageBytes } from "./messages.ts"
import { Random } from "./Random.ts"
import { rdapText, whoisText } from "./registryAnswers.ts"
import { connectScripted, openScripted, type Script } from "./ScriptedSocket.ts"
import { dnsMessage, serviceReply } from "./serviceReplies.ts"

/** The time limit of each check, in milliseconds. */
const TIMEOUT_MS = 200
/** The accepted delay of a result after the time limit, in milliseconds. */
const LATE_MS = 50
/** The protocols over TCP. */
const PROTOCOLS = (Object.keys(protocols) as ReadonlyArray<ProtocolType>).filter((type) => !isOverUdp(type))
/** The number of checks that run at the same time. */
const AT_ONCE = 8

const outside = {
  policy: makeAddressPolicy({ allow: ["127.0.0.0/8"] }),
  resolve: () => Promise.resolve({ status: "ok" as const, addresses: ["127.0.0.1"] }),
  resolverAnswers: () => Promise.resolve(true)
}
const shared: ProbePorts = {
  ...toPorts(outside, {}),
  handshakes: makeHandshakeLimit(AT_ONCE),
  eventLoop: { begin: () => () => 0 }
}
const portsFor = (scripts: ReadonlyArray<Script>): ProbePorts => ({ ...shared, connect: connectScripted(scripts) })

/** Returns the fault in the result of a check, or null if there is none. */
const wrongResult = ({
  outcome,
  thrown,
  verdict
}: {
  outcome: string
  verdict: string
  thrown?: Error
}): string | null =>
  thrown !== undefined
    ? `threw ${thrown.stack ?? thrown.message}`
    : outcome in outcomes && outcomes[outcome as keyof typeof outcomes].verdict === verdict
      ? null
      : `has the outcome ${outcome} and the verdict ${verdict}`

const EXPECTATIONS: ReadonlyArray<NonNullable<CheckRequest["expect"]>> = [
  [],
  [{ text: "Welcome" }],
  [{ json: "$.a[2].constructor" }],
  [{ header: "constructor", contains: "x" }],
  [{ matches: "(Shop|News).{0,20}$" }],
  [{ status: "200-299" }, { minimumBytes: 1 }]
]

const checkHttp = async (random: Random): Promise<string | null> => {
  const scripts = [httpResponse(random), httpResponse(random)]
  const request: CheckRequest = {
    url: "http://fuzz.example.com/",
    timeoutMs: TIMEOUT_MS,
    expect: random.pick(EXPECTATIONS),
    keepFailedAnswer: random.chance(0.5),
    ...(random.chance(0.2) ? { keepAnswerBytes: 5_000 } : {}),
    ...(random.chance(0.1) ? { method: "HEAD" as const } : {})
  }
  return wrongResult(await probeUrl(portsFor(scripts), request))
}

const checkTls = async (random: Random): Promise<string | null> =>
  wrongResult(await probeUrl(portsFor([tlsBytes(random)]), { url: "https://fuzz.example.com/", timeoutMs: TIMEOUT_MS }))

const checkHttp2 = async (random: Random): Promise<string | null> => {
  await exchangeHttp2(
    openScripted(http2Response(random)),
    "fuzz.example.com",
    { path: "/", method: "GET", headers: { accept: "*/*" }, body: null },
    { headerBytes: 32_768, bodyBytes: 1_048_576 },
    AbortSignal.timeout(TIMEOUT_MS),
    () => true
  )
  return null
}

const checkService = async (random: Random): Promise<string | null> => {
  const probe = toServiceProbe(portsFor([serviceReply(random)]))
  const shape = { timeoutMs: TIMEOUT_MS }
  switch (random.whole(3)) {
    case 0:
      return wrongResult(
        await probe.protocol({
          type: random.pick(PROTOCOLS),
          target: "fuzz.example.com:25",
          ...shape
        } as ProtocolRequest)
      )
    case 1:
      return wrongResult(await probe.webSocket({ url: "ws://fuzz.example.com/", ping: true, receive: "x", ...shape }))
    default:
      return wrongResult(
        await probe.tcp({ target: "fuzz.example.com:99", steps: [{ send: "x" }, { receive: "O.*K" }], ...shape })
      )
  }
}

const readTexts = (random: Random): null => {
  parseWhois(whoisText(random), "example.test")
  parseRdap(rdapText(random), "example.test")
  decodeDnsMessage(dnsMessage(random))
  return null
}

const readFeed = async (random: Random): Promise<null> => {
  const bytes = Buffer.from(feedText(random), random.chance(0.9) ? "utf8" : "utf16le")
  await readPage(
    { body: bytes, contentType: mediaType(random), statusCode: 200 },
    { include: random.chance(0.2) ? ["item title", "entry"] : [] }
  )
  return null
}

const readMessage = async (random: Random): Promise<null> => {
  await checkMessage(messageBytes(random), { zone: {}, clientIp: "192.0.2.1", helo: "a.example.com" })
  return null
}

const kinds = [
  { name: "http1", share: 0.4, run: checkHttp },
  { name: "http2", share: 0.08, run: checkHttp2 },
  { name: "tls", share: 0.06, run: checkTls },
  { name: "service", share: 0.06, run: checkService },
  { name: "texts", share: 0.24, run: async (random: Random) => readTexts(random) },
  { name: "feed", share: 0.08, run: readFeed },
  { name: "message", share: 0.08, run: readMessage }
] as const

const kindFor = (random: Random) => {
  let left = random.next()
  return kinds.find(({ share }) => (left -= share) < 0) ?? kinds[0]
}

export interface FuzzReport {
  readonly cases: number
  /** The faults, each with the number of its case. The number reproduces the case. */
  readonly faults: ReadonlyArray<string>
  /** The number of results that came more than 50 ms after the deadline. */
  readonly late: number
}

/** Runs `count` cases, starting with the number `from`. A seed and a number determine a case. */
export const fuzz = async (seed: number, from: number, count: number): Promise<FuzzReport> => {
  const faults: Array<string> = []
  // A delay that the busy machine causes does not count as late.
  const machine = makeEventLoopMonitor()
  let late = 0
  let next = from
  const uncaught = (error: unknown) => faults.push(`uncaught before case ${next}: ${String(error)}`)
  process.on("uncaughtException", uncaught)
  const work = async (): Promise<void> => {
    while (next < from + count) {
      const number = next++
      const random = new Random(Math.imul(seed ^ number, 0x9e37_79b1) ^ number)
      const kind = kindFor(random)
      const began = performance.now()
      const stopMonitor = machine.begin()
      try {
        const wrong = await kind.run(random)
        if (wrong !== null) faults.push(`case ${number} (${kind.name}): ${wrong}`)
      } catch (error) {
        faults.push(
          `case ${number} (${kind.name}): rejected with ${error instanceof Error ? error.stack : String(error)}`
        )
      }
      const ownMs = performance.now() - began - stopMonitor()
      if (ownMs > TIMEOUT_MS + LATE_MS) late += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  process.off("uncaughtException", uncaught)
  return { cases: count, faults, late }
}
