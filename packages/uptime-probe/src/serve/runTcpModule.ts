import type { CertificateFacts } from "../tls/CertificateFacts.ts"
import { startDeadline } from "../probe/ProbePorts.ts"
import { talkTcp, type TcpDialogue } from "../service/probeTcp.ts"
import { type ServiceTarget, writeTarget } from "../service/ServiceTarget.ts"
import {
  addressMetrics,
  certificateMetrics,
  overFamilies,
  refusedCertificate,
  sharedMetrics,
  triedAddress
} from "./sharedMetrics.ts"
import { gauge, type Metric, type RunProbe } from "./ProbeReport.ts"
import type { TcpModule } from "./ProbeModule.ts"

/** Returns whether the server closed the connection before it sent the expected line. False if the time ran out. */
const isByPattern = ({ failure, unmatched }: TcpDialogue): boolean =>
  unmatched === "pattern" && (failure?.outcome === "protocol_error" || failure?.outcome === "closed_unanswered")

/** Returns whether the server sent bytes other than the expected bytes. */
const isByBytes = ({ failure, unmatched }: TcpDialogue): boolean =>
  unmatched === "bytes" && failure?.outcome === "expectation_failed"

const flag = (name: string, help: string, isSet: boolean): Metric => gauge(name, help, isSet ? 1 : 0)

const expectInfo = ({ labels }: TcpDialogue): ReadonlyArray<Metric> =>
  labels.length === 0
    ? []
    : [
        {
          name: "probe_expect_info",
          help: "The texts that the groups in a pattern matched",
          type: "gauge",
          samples: labels.map((one) => [one, 1] as const)
        }
      ]

/**
 * Prepares a probe of a TCP port. `hostname` is the name for SNI and for the certificate if the module does not set
 * one.
 */
export const tcpProbe =
  (module: TcpModule, target: ServiceTarget, hostname: string | null): RunProbe =>
  async (ports, timeoutMs, signal) => {
    const { family, steps, tls } = module
    const refuses = (certificate: CertificateFacts) => refusedCertificate(module, certificate)
    const began = performance.now()
    const deadline = startDeadline(timeoutMs, signal)
    const ask = (only: 4 | 6 | null) => {
      const plan = { target, timeoutMs, tls, steps, refuses }
      const serverName = module.serverName ?? hostname
      const named = serverName === null ? {} : { serverName }
      return talkTcp(ports, { ...plan, ...named, ...(only === null ? {} : { family: only }) }, deadline)
    }
    const dialogue = await overFamilies(family, ask, (one) => one.failure?.outcome === "dns_nodata").finally(
      deadline.end
    )
    signal.throwIfAborted()
    const { facts, failure } = dialogue
    return {
      failure,
      lines: [
        `  ${writeTarget(target)}  ${facts.address ?? "not connected"}`,
        ...dialogue.received.map((line) => `  received: ${line}`)
      ],
      metrics: [
        ...sharedMetrics(failure, performance.now() - began, timeoutMs, facts.timings),
        flag("probe_failed_due_to_regex", "Whether a pattern made the probe fail", isByPattern(dialogue)),
        flag("probe_failed_due_to_bytes", "Whether the expected bytes made the probe fail", isByBytes(dialogue)),
        ...expectInfo(dialogue),
        ...addressMetrics(triedAddress(facts)),
        ...(facts.certificate === null ? [] : certificateMetrics(facts.certificate))
      ]
    }
  }
