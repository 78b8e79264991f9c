import type { DnsMessage, RecordType } from "@mon/dns"
import { type Deadline, DEFAULT_TIMEOUT_MS, type ProbePorts } from "../probe/ProbePorts.ts"
import type { Failure } from "../Outcome.ts"
import { Connection, type ConnectionFacts } from "./Connection.ts"
import { checkDnsExpectations, type DnsExpectation, namesRcode, needsRecords } from "./DnsExpectation.ts"
import { DatagramConnection } from "./DatagramConnection.ts"
import { type DnsExchange, framed, makeDnsExchange, readFramed, UNREADABLE } from "./DnsExchange.ts"
import { type CertificateRefusal, handshake } from "./probeTcp.ts"
import { type CheckEnd, type Dialogue, runServiceCheck } from "./runServiceCheck.ts"
import type { ServiceOptions, ServiceResult } from "./ServiceResult.ts"
import { readTarget, type ServiceTarget, writeTarget } from "./ServiceTarget.ts"

/** A check of a DNS server. */
export interface DnsRequest extends ServiceOptions {
  /** The server, as "host:port" or "host". Default port: 53, or 853 over TLS. */
  readonly server: string
  /** The name to query, in ASCII. */
  readonly name: string
  readonly type: RecordType
  /**
   * The transport. If an answer over "udp" is truncated, and there are expectations about its records but none about
   * the flag, the check repeats the query over TCP. "tls" is DNS over TLS (RFC 7858). Default: "udp".
   */
  readonly transport?: "tcp" | "tls" | "udp"
  /** The name for SNI and for the certificate over TLS. Default: the host of the server. */
  readonly serverName?: string
  /** Whether a server that is not authoritative for the name should ask other servers. Default: true. */
  readonly recursion?: boolean
  /** The conditions that the answer must meet. */
  readonly expect?: ReadonlyArray<DnsExpectation>
}

/** The answer of a DNS server. */
export type DnsReply = Omit<DnsMessage, "id">

/** The result of a check of a DNS server. */
export interface DnsResult extends ServiceResult<DnsExpectation> {
  /** The answer of the DNS server. Null if there was none. */
  readonly reply: DnsReply | null
}

interface DnsTalk {
  readonly facts: ConnectionFacts
  readonly failure: Failure | null
  readonly message: DnsMessage | null
}

interface DnsPlan extends Required<Pick<DnsRequest, "name" | "recursion" | "timeoutMs" | "transport" | "type">> {
  readonly target: ServiceTarget
  readonly family?: 4 | 6 | undefined
  readonly serverName?: string | undefined
  /** Decides whether a certificate prevents the query. By default, no certificate prevents it. */
  readonly refuses?: CertificateRefusal
}

/** The default port of DNS (RFC 1035 section 4.2). */
export const DNS_PORT = 53
/** The default port of DNS over TLS (RFC 7858 section 3.1). */
const DNS_TLS_PORT = 853

export const dnsPort = (transport: DnsRequest["transport"]): number => (transport === "tls" ? DNS_TLS_PORT : DNS_PORT)

const talkUdp = async (
  ports: ProbePorts,
  plan: DnsPlan,
  exchange: DnsExchange,
  deadline: Deadline
): Promise<DnsTalk> => {
  const connection = new DatagramConnection(ports, plan, deadline)
  try {
    const failure = await connection.open()
    if (failure !== null) return { facts: connection.facts(), failure, message: null }
    connection.send(exchange.query)
    const answer = await connection.read((bytes) => {
      const message = exchange.answer(bytes)
      if (message === "other") return null
      return message === null ? { failure: UNREADABLE } : { taken: bytes.length, value: message }
    })
    return {
      facts: connection.facts(),
      ...(answer.ok ? { failure: null, message: answer.value } : { failure: answer.failure, message: null })
    }
  } finally {
    connection.close()
  }
}

const talkTcp = async (
  ports: ProbePorts,
  plan: DnsPlan,
  exchange: DnsExchange,
  deadline: Deadline
): Promise<DnsTalk> => {
  const connection = new Connection(ports, plan, deadline)
  const ask = async (): Promise<Pick<DnsTalk, "failure" | "message">> => {
    const { refuses = () => null, transport } = plan
    const broken = (await connection.open()) ?? (transport === "tls" ? await handshake(connection, refuses) : null)
    if (broken !== null) return { failure: broken, message: null }
    connection.send(framed(exchange.query))
    const bytes = await connection.read(readFramed)
    if (!bytes.ok) return { failure: bytes.failure, message: null }
    const answer = exchange.answer(bytes.value)
    if (answer === null) return { failure: UNREADABLE, message: null }
    if (answer !== "other") return { failure: null, message: answer }
    return {
      failure: { outcome: "protocol_error", message: "The answer is for a different question." },
      message: null
    }
  }
  try {
    return { ...(await ask()), facts: connection.facts() }
  } finally {
    connection.close()
  }
}

/** Asks a DNS server. Rejects only with an error of this package's own code or of the resolver's code. */
export const talkDns = (ports: ProbePorts, plan: DnsPlan, deadline: Deadline): Promise<DnsTalk> => {
  const exchange = makeDnsExchange(plan)
  return (plan.transport === "udp" ? talkUdp : talkTcp)(ports, plan, exchange, deadline)
}

/** Asks over TCP for the records that a truncated answer lacks (RFC 7766 section 5), if a server answers there. */
const completed = async (ports: ProbePorts, plan: DnsPlan, cut: DnsTalk, deadline: Deadline): Promise<DnsTalk> => {
  const whole = await talkDns(ports, { ...plan, transport: "tcp" }, deadline)
  return whole.message === null ? cut : whole
}

/** Rejects only with the signal's reason. The request must be valid. */
export const probeDns = (ports: ProbePorts, request: DnsRequest, end: CheckEnd): Promise<DnsResult> => {
  const {
    expect = [],
    family,
    name,
    recursion = true,
    server,
    serverName,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    transport = "udp",
    type
  } = request
  const target = readTarget(server, dnsPort(transport)) as ServiceTarget
  const url = `${transport === "tls" ? "dns+tls" : "dns"}://${writeTarget(target)}/${encodeURIComponent(name)}?type=${type}`
  const plan = { family, name, recursion, serverName, target, timeoutMs, transport, type }
  return runServiceCheck(
    ports,
    { url, timeoutMs, expect },
    end,
    { reply: null },
    async (deadline): Promise<Dialogue<Pick<DnsResult, "reply">, DnsExpectation>> => {
      const first = await talkDns(ports, plan, deadline)
      const isCut = transport === "udp" && first.message?.truncated === true && needsRecords(expect)
      const { facts, failure, message } = isCut ? await completed(ports, plan, first, deadline) : first
      if (message === null) return { facts, failure, extra: { reply: null } }
      const { id: _id, ...reply } = message
      const expectations = await checkDnsExpectations(expect, message)
      const unexpected: Failure = {
        outcome: "expectation_failed",
        message: `The DNS server returned ${message.rcode}.`
      }
      const isWrong = message.rcode !== "NOERROR" && !namesRcode(expect)
      return { facts, failure: null, extra: { reply }, expectations, ...(isWrong ? { unmet: unexpected } : {}) }
    }
  )
}
