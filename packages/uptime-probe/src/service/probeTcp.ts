import { matchesPattern, matchGroups } from "../pattern/TextPattern.ts"
import { type Deadline, DEFAULT_TIMEOUT_MS, type ProbePorts } from "../probe/ProbePorts.ts"
import type { CertificateFacts } from "../tls/CertificateFacts.ts"
import type { Failure } from "../Outcome.ts"
import { Connection, type ConnectionFacts } from "./Connection.ts"
import { readLine, shownText } from "./Received.ts"
import { type CheckEnd, runServiceCheck } from "./runServiceCheck.ts"
import type { ServiceExpectation, ServiceOptions, ServiceResult } from "./ServiceResult.ts"
import { readTarget, type ServiceTarget, writeTarget } from "./ServiceTarget.ts"

/** One step of a dialogue over TCP. */
export type TcpStep =
  /** Sends text or bytes unchanged. In most protocols, a line ends with "\r\n". */
  | { readonly send: string | Uint8Array }
  /** Reads lines until one matches the pattern. */
  | { readonly receive: string; readonly ignoreCase?: boolean }
  /** Makes the TLS handshake. */
  | { readonly startTls: true }

interface MatchedLine {
  /** The text to send. Empty means nothing. */
  readonly send: string
  readonly labels: Readonly<Record<string, string>>
}

/**
 * A step of a dialogue. The steps in a request are plain data. Steps that other parts of this package make can contain
 * functions.
 */
export type DialogueStep =
  | TcpStep
  /**
   * Reads lines until one matches the pattern. `onGroups` gets the texts of the pattern's groups, the whole match
   * first.
   */
  | {
      readonly receive: string
      readonly ignoreCase?: boolean
      readonly onGroups: (groups: ReadonlyArray<string | undefined>) => MatchedLine
    }
  /** Reads as many bytes as this array contains. The bytes that are read must be equal to the array. */
  | { readonly receiveBytes: Uint8Array }

/** A check of a TCP port. */
export interface TcpRequest extends ServiceOptions {
  /** The host and port, as "host:port". */
  readonly target: string
  /** Whether the connection begins with a TLS handshake. Default: false. */
  readonly tls?: boolean
  /** The name for SNI and for the certificate. Default: the host of the target. */
  readonly serverName?: string
  /**
   * The steps of the dialogue, at most 100. By default, there are no steps, and the port only has to accept the
   * connection.
   */
  readonly steps?: ReadonlyArray<TcpStep>
  /** The conditions that the service must meet. */
  readonly expect?: ReadonlyArray<ServiceExpectation>
}

/** The result of a check of a TCP port. */
export interface TcpResult extends ServiceResult {
  /**
   * For each completed `receive`, the line that matched, without control characters and at most 200 characters long.
   */
  readonly received: ReadonlyArray<string>
}

export interface TcpDialogue {
  readonly facts: ConnectionFacts
  readonly failure: Failure | null
  readonly received: ReadonlyArray<string>
  readonly labels: ReadonlyArray<Readonly<Record<string, string>>>
  /** The kind of input that was missing when the dialogue failed: a line that matches a pattern, or specific bytes. */
  readonly unmatched: "bytes" | "pattern" | null
}

interface StepEnd {
  readonly line?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly failure?: Failure
}

const SLOW_SEARCH: StepEnd = {
  failure: { outcome: "prober_fault", message: "The search for a pattern took too long and was stopped." }
}

type ReceiveStep = Extract<DialogueStep, { readonly receive: string }>

const matched = (connection: Connection, step: ReceiveStep, line: string): StepEnd => {
  if (!("onGroups" in step)) return { line: shownText(line) }
  const groups = matchGroups(step.receive, line, step.ignoreCase)
  if (groups === null) return SLOW_SEARCH
  const { labels, send } = step.onGroups(groups)
  if (send !== "") connection.send(send)
  return { line: shownText(line), labels }
}

const receive = async (connection: Connection, step: ReceiveStep): Promise<StepEnd> => {
  for (;;) {
    const line = await connection.read(readLine)
    if (!line.ok) return { failure: line.failure }
    const matches = await matchesPattern(step.receive, line.value, step.ignoreCase ?? false)
    if (matches === null) return SLOW_SEARCH
    if (matches) return matched(connection, step, line.value)
  }
}

const receiveBytes = async (connection: Connection, wanted: Uint8Array): Promise<StepEnd> => {
  const { length } = wanted
  const found = await connection.read((bytes) =>
    bytes.length < length ? null : { taken: length, value: bytes.subarray(0, length) }
  )
  if (!found.ok) return { failure: found.failure }
  if (found.value.equals(wanted)) return {}
  return {
    failure: { outcome: "expectation_failed", message: "The server sent different bytes from the ones expected." }
  }
}

/** Performs the TLS handshake. Returns the reason why the connection cannot be used, or null if it can be used. */
export const handshake = async (connection: Connection, refuses: CertificateRefusal): Promise<Failure | null> => {
  const failure = await connection.secure()
  const { certificate } = connection.facts()
  return failure ?? (certificate === null ? null : refuses(certificate))
}

const perform = async (connection: Connection, step: DialogueStep, refuses: CertificateRefusal): Promise<StepEnd> => {
  if ("send" in step) {
    connection.send(step.send)
    return {}
  }
  if ("receive" in step) return receive(connection, step)
  if ("receiveBytes" in step) return receiveBytes(connection, step.receiveBytes)
  const failure = await handshake(connection, refuses)
  return failure === null ? {} : { failure }
}

/** Returns the reason why the dialogue must end because of a certificate, or null if it can continue. */
export type CertificateRefusal = (certificate: CertificateFacts) => Failure | null

interface TcpPlan extends Pick<TcpRequest, "family" | "serverName" | "tls"> {
  readonly steps?: ReadonlyArray<DialogueStep>
  readonly target: ServiceTarget
  readonly timeoutMs: number
  /** Decides whether a certificate ends the dialogue. By default, no certificate ends it. */
  readonly refuses?: CertificateRefusal
}

/**
 * Connects to the target, and performs the steps of the dialogue. Rejects only with an error of this package's own code
 * or of the resolver's code.
 */
export const talkTcp = async (ports: ProbePorts, plan: TcpPlan, deadline: Deadline): Promise<TcpDialogue> => {
  const { refuses = () => null, steps = [], tls = false } = plan
  const connection = new Connection(ports, plan, deadline)
  const received: Array<string> = []
  const labels: Array<Readonly<Record<string, string>>> = []
  const run = async (): Promise<Pick<TcpDialogue, "failure" | "unmatched">> => {
    const broken = (await connection.open()) ?? (tls ? await handshake(connection, refuses) : null)
    if (broken !== null) return { failure: broken, unmatched: null }
    for (const step of steps) {
      const ended = await perform(connection, step, refuses)
      if (ended.line !== undefined) received.push(ended.line)
      if (ended.labels !== undefined && Object.keys(ended.labels).length > 0) labels.push(ended.labels)
      if (ended.failure !== undefined) {
        const unmatched = "receive" in step ? "pattern" : "receiveBytes" in step ? "bytes" : null
        return { failure: ended.failure, unmatched }
      }
    }
    return { failure: null, unmatched: null }
  }
  try {
    const ended = await run()
    return { ...ended, facts: connection.facts(), labels, received }
  } finally {
    connection.close()
  }
}

/** Rejects only with the signal's reason. The request must be valid. */
export const probeTcp = (ports: ProbePorts, request: TcpRequest, end: CheckEnd): Promise<TcpResult> => {
  const { expect = [], timeoutMs = DEFAULT_TIMEOUT_MS, tls = false } = request
  const target = readTarget(request.target, tls ? TLS_PORT : null) as ServiceTarget
  const url = `${tls ? "tls" : "tcp"}://${writeTarget(target)}`
  return runServiceCheck(ports, { url, timeoutMs, expect }, end, { received: [] }, async (deadline) => {
    const { facts, failure, received } = await talkTcp(ports, { ...request, target, timeoutMs }, deadline)
    return { facts, failure, extra: { received } }
  })
}

/** The default port of a TLS check (RFC 9110 section 4.2.2). */
export const TLS_PORT = 443
