import { startDeadline } from "../probe/ProbePorts.ts"
import { type Pinger, processPinger } from "../service/icmp/Pinger.ts"
import { type IcmpDialogue, sendPackets } from "../service/icmp/probeIcmp.ts"
import type { IcmpModule } from "./ProbeModule.ts"
import type { RunProbe } from "./ProbeReport.ts"
import { addressMetrics, overFamilies, seconds, sharedMetrics } from "./sharedMetrics.ts"

/** Prepares a probe of a host with one ICMP packet, as blackbox_exporter sends it. */
export const icmpProbe =
  ({ bytes, family }: IcmpModule, target: string, pinger: Pinger = processPinger): RunProbe =>
  async (ports, timeoutMs, signal) => {
    const began = performance.now()
    const deadline = startDeadline(timeoutMs, signal)
    const ask = (only: 4 | 6 | null): Promise<IcmpDialogue> => {
      const request = { target, packets: 1, packetBytes: bytes, ...(only === null ? {} : { family: only }) }
      return sendPackets(ports, pinger, request, timeoutMs, deadline)
    }
    const { facts, failure } = await overFamilies(family, ask, (one) => one.failure?.outcome === "dns_nodata").finally(
      deadline.end
    )
    signal.throwIfAborted()
    const durationMs = performance.now() - began
    const { dnsUs, waitUs } = facts.timings
    return {
      failure,
      lines: [`  ${target}  ${facts.address ?? "not sent"}`],
      metrics: [
        ...sharedMetrics(failure, durationMs, timeoutMs, facts.timings),
        ...addressMetrics(facts.address),
        {
          name: "probe_icmp_duration_seconds",
          help: "The time of each phase",
          type: "gauge",
          samples: [
            [{ phase: "resolve" }, seconds(dnsUs)],
            [{ phase: "rtt" }, seconds(waitUs)],
            // Starting the program that sends the packet.
            [{ phase: "setup" }, Math.max(0, durationMs / 1_000 - seconds(dnsUs) - seconds(waitUs))]
          ]
        }
      ]
    }
  }
