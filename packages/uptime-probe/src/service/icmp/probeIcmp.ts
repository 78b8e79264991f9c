import { isIP } from "node:net"
import { noTimings } from "../../CheckResult.ts"
import type { Failure } from "../../Outcome.ts"
import { type Deadline, DEFAULT_TIMEOUT_MS, type ProbePorts } from "../../probe/ProbePorts.ts"
import type { ConnectionFacts } from "../Connection.ts"
import { type CheckEnd, type Dialogue, runServiceCheck } from "../runServiceCheck.ts"
import type { ServiceExpectation, ServiceOptions, ServiceResult } from "../ServiceResult.ts"
import { readHost } from "../ServiceTarget.ts"
import { vettedAddresses } from "../vettedAddresses.ts"
import { INTERVAL_MS, type Pinger, processPinger } from "./Pinger.ts"
import type { PingOutput } from "./pingOutput.ts"

/** A check of a host with ICMP echo packets ("ping"). The host is down if all packets are lost. */
export interface IcmpRequest extends ServiceOptions {
  /** The host, without a port. */
  readonly target: string
  /** The number of packets, from 1 to 10. They are sent 200 ms apart. Default: 3. */
  readonly packets?: number
  /** The bytes in each packet, without its headers, from 16 to 1,400. Default: 56. */
  readonly packetBytes?: number
  /** The largest share of packets that may be lost, in percent, below 100. Default: any share but all. */
  readonly maxLossPercent?: number
  /** The largest mean time until an answer, in milliseconds. Default: none. */
  readonly maxMeanMs?: number
  /** The conditions that the host must meet. */
  readonly expect?: ReadonlyArray<ServiceExpectation>
}

/** What a check found out about a host. All times are in milliseconds. */
export interface IcmpFound {
  readonly sent: number
  readonly received: number
  readonly lossPercent: number
  readonly minMs: number
  readonly meanMs: number
  readonly maxMs: number
  /** The mean difference between the times of neighbouring packets. Absent with fewer than two answers. */
  readonly jitterMs: number
}

/** The result of a check of a host. */
export interface IcmpResult extends ServiceResult {
  /** The times are absent if no packet was answered. */
  readonly found: Partial<IcmpFound>
}

/** ICMP has no ports. */
const NO_PORT = 0

const DEFAULT_PACKETS = 3
const DEFAULT_BYTES = 56
/** The wait for one answer, in milliseconds. A packet that takes longer counts as lost. */
const MOST_WAIT_MS = 2_000
const LEAST_WAIT_MS = 100

/** The time to start a program, and to send the packets to all its addresses, in milliseconds. */
const RESERVE_MS = 400

/** The wait for the answer to the last packet, so that the whole check ends in time. */
const waitFor = (count: number, timeoutMs: number): number =>
  Math.max(LEAST_WAIT_MS, Math.min(MOST_WAIT_MS, timeoutMs - (count - 1) * INTERVAL_MS - RESERVE_MS))

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000

const mean = (values: ReadonlyArray<number>): number =>
  rounded(values.reduce((sum, value) => sum + value, 0) / values.length)

/** Computes the figures of a check from the times of its packets. */
export const icmpFigures = ({ timesMs }: Pick<PingOutput, "timesMs">): Partial<IcmpFound> => {
  const times = timesMs.filter((time) => time !== null)
  const counts = {
    sent: timesMs.length,
    received: times.length,
    lossPercent: rounded(((timesMs.length - times.length) / timesMs.length) * 100)
  }
  if (times.length === 0) return counts
  const steps = times.slice(1).map((time, index) => Math.abs(time - (times[index] ?? time)))
  return {
    ...counts,
    minMs: Math.min(...times),
    meanMs: mean(times),
    maxMs: Math.max(...times),
    ...(steps.length === 0 ? {} : { jitterMs: mean(steps) })
  }
}

const judge = (
  { lossPercent = 100, meanMs, sent = 0 }: Partial<IcmpFound>,
  { unreachable }: PingOutput,
  { maxLossPercent = 100, maxMeanMs = Infinity }: IcmpRequest
): Failure | null => {
  if (meanMs === undefined)
    return unreachable === null
      ? { outcome: "header_timeout", message: `None of the ${sent} packets was answered.` }
      : { outcome: "no_route", message: `The host cannot be reached: ${unreachable}.` }
  if (lossPercent > maxLossPercent)
    return {
      outcome: "wrong_answer",
      message: `At most ${maxLossPercent} % of the packets may be lost, but ${lossPercent} % are.`
    }
  return meanMs > maxMeanMs
    ? { outcome: "wrong_answer", message: `The mean time must be at most ${maxMeanMs} ms, but it is ${meanMs} ms.` }
    : null
}

const NOTHING: ConnectionFacts = {
  address: null,
  bytesReceived: 0,
  certificate: null,
  heardFromServer: false,
  timings: noTimings
}

type Found = Pick<IcmpResult, "found">

/** What is known after the packets have been sent. */
export type IcmpDialogue = Dialogue<Found>

/** Sends the packets of a check. Rejects only with an error of this package's own code. */
export const sendPackets = async (
  ports: ProbePorts,
  pinger: Pinger,
  request: IcmpRequest,
  timeoutMs: number,
  deadline: Deadline
): Promise<IcmpDialogue> => {
  const { packetBytes: bytes = DEFAULT_BYTES, packets: count = DEFAULT_PACKETS } = request
  const target = { hostname: readHost(request.target) as string, port: NO_PORT }
  const began = performance.now()
  const vetted = await vettedAddresses(ports, { ...request, target, timeoutMs }, deadline)
  const dnsUs = isIP(target.hostname) === 0 ? Math.round((performance.now() - began) * 1_000) : null
  const facts = { ...NOTHING, timings: { ...noTimings, dnsUs } }
  if ("failure" in vetted) {
    const blocked = vetted.blocked === undefined ? {} : { blocked: vetted.blocked }
    return { facts: { ...facts, ...blocked }, failure: vetted.failure, extra: { found: {} } }
  }
  const [address = ""] = vetted.addresses
  const output = await pinger.ping(address, { count, bytes, waitMs: waitFor(count, timeoutMs) }, deadline.signal)
  if ("fault" in output)
    return { facts, failure: { outcome: "prober_fault", message: output.fault }, extra: { found: {} } }
  const found = icmpFigures(output)
  const failure = judge(found, output, request)
  const waitUs = found.meanMs === undefined ? null : Math.round(found.meanMs * 1_000)
  return {
    facts: { ...facts, address, heardFromServer: waitUs !== null, timings: { ...facts.timings, waitUs } },
    failure,
    extra: { found }
  }
}

/** Rejects only with the signal's reason. The request must be valid. */
export const probeIcmp = (
  ports: ProbePorts,
  request: IcmpRequest,
  end: CheckEnd,
  pinger: Pinger = processPinger
): Promise<IcmpResult> => {
  const { expect = [], timeoutMs = DEFAULT_TIMEOUT_MS } = request
  const plan = { url: `icmp://${request.target}`, timeoutMs, expect }
  return runServiceCheck(ports, plan, end, { found: {} }, (deadline) =>
    sendPackets(ports, pinger, request, timeoutMs, deadline)
  )
}
