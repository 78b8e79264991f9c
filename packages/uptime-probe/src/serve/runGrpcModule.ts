import { startDeadline, type Deadline, type ProbePorts } from "../probe/ProbePorts.ts"
import type { Failure } from "../Outcome.ts"
import { Connection, type ConnectionFacts } from "../service/Connection.ts"
import { runDialogue } from "../service/dialogue/runDialogue.ts"
import { surroundingsOf } from "../service/dialogue/surroundingsOf.ts"
import { type GrpcFound, talkGrpc } from "../service/grpc/talkGrpc.ts"
import { type ServiceTarget, writeTarget } from "../service/ServiceTarget.ts"
import type { GrpcModule } from "./ProbeModule.ts"
import { gauge, type Metric, type RunProbe } from "./ProbeReport.ts"
import {
  addressMetrics,
  certificateMetrics,
  overFamilies,
  refusedCertificate,
  seconds,
  sharedMetrics,
  triedAddress
} from "./sharedMetrics.ts"

/** The names of the states of health in blackbox_exporter's metric. */
const STATES: ReadonlyMap<GrpcFound["health"], string> = new Map([
  ["notServing", "NOT_SERVING"],
  ["serviceUnknown", "SERVICE_UNKNOWN"],
  ["serving", "SERVING"],
  ["unknown", "UNKNOWN"]
])

/** The status code "UNAVAILABLE", which a client reports if it cannot connect. */
const UNAVAILABLE = 14

interface GrpcDialogue {
  readonly facts: ConnectionFacts
  readonly failure: Failure | null
  readonly found: Partial<GrpcFound>
}

const callHealth = async (
  ports: ProbePorts,
  module: GrpcModule,
  target: ServiceTarget,
  settings: { readonly family?: 4 | 6; readonly serverName?: string; readonly timeoutMs: number },
  deadline: Deadline
): Promise<GrpcDialogue> => {
  const connection = new Connection(ports, { target, ...settings }, deadline)
  try {
    const broken = (await connection.open()) ?? (module.tls ? await connection.secure(["h2"]) : null)
    const { certificate } = connection.facts()
    const failure = broken ?? (certificate === null ? null : refusedCertificate(module, certificate))
    if (failure !== null) return { failure, facts: connection.facts(), found: {} }
    const { metadata, service, tls } = module
    const request = { type: "grpc", target: "", tls: tls ? "fromStart" : "never", service, metadata } as const
    const around = surroundingsOf(target, connection.localAddress)
    return await runDialogue(connection, talkGrpc(request, around), { plainSecrets: !tls })
  } finally {
    connection.close()
  }
}

const healthMetric = ({ health }: Partial<GrpcFound>): Metric => ({
  name: "probe_grpc_healthcheck_response",
  help: "Whether the server reports this state",
  type: "gauge",
  samples: [...STATES].map(([state, label]) => [{ serving_status: label }, state === health ? 1 : 0] as const)
})

/** Prepares a probe of a gRPC health service. */
export const grpcProbe =
  (module: GrpcModule, target: ServiceTarget, hostname: string | null): RunProbe =>
  async (ports, timeoutMs, signal) => {
    const began = performance.now()
    const deadline = startDeadline(timeoutMs, signal)
    const serverName = module.serverName ?? hostname
    const named = serverName === null ? {} : { serverName }
    const ask = (only: 4 | 6 | null) =>
      callHealth(ports, module, target, { timeoutMs, ...named, ...(only === null ? {} : { family: only }) }, deadline)
    const { facts, failure, found } = await overFamilies(
      module.family,
      ask,
      (one) => one.failure?.outcome === "dns_nodata"
    ).finally(deadline.end)
    signal.throwIfAborted()
    const { connectUs, dnsUs, downloadUs, tlsUs, waitUs } = facts.timings
    return {
      failure,
      lines: [
        `  ${writeTarget(target)}  ${facts.address ?? "not connected"}`,
        ...(found.health === undefined ? [] : [`  ${STATES.get(found.health) ?? ""}`])
      ],
      metrics: [
        ...sharedMetrics(failure, performance.now() - began, timeoutMs, facts.timings),
        ...addressMetrics(triedAddress(facts)),
        {
          name: "probe_grpc_duration_seconds",
          help: "The time of each phase",
          type: "gauge",
          samples: [
            [{ phase: "check" }, seconds(connectUs) + seconds(tlsUs) + seconds(waitUs) + seconds(downloadUs)],
            [{ phase: "resolve" }, seconds(dnsUs)]
          ]
        },
        healthMetric(found),
        gauge("probe_grpc_ssl", "Whether the connection uses TLS", facts.certificate === null ? 0 : 1),
        gauge("probe_grpc_status_code", "The status code of the call", found.status ?? UNAVAILABLE),
        ...(facts.certificate === null ? [] : certificateMetrics(facts.certificate))
      ]
    }
  }
