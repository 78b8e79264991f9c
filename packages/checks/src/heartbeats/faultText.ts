import type { Fault } from "@mon/model"
import type { HeartbeatFault } from "./Heartbeat.ts"

const failure = ({ exitCode }: Extract<HeartbeatFault, { readonly kind: "failed" }>): string =>
  exitCode === null ? "The job reported a failure." : `The job failed with exit code ${exitCode}.`

/** Returns the error code of a heartbeat's fault, and a sentence that describes the fault. */
export const faultText = (fault: HeartbeatFault): Fault => {
  switch (fault.kind) {
    case "late":
      return { code: "heartbeat_late", message: "The job has not reported in time." }
    case "tooLong":
      return { code: "heartbeat_too_long", message: "A run of the job takes longer than allowed." }
    case "tooOften":
      return { code: "heartbeat_too_often", message: "The job runs more often than allowed." }
    case "tooShort":
      return {
        code: "heartbeat_too_short",
        message: `The job succeeded after ${fault.runtimeMs / 1_000} s, which is less than allowed.`
      }
    case "failed":
      return { code: "heartbeat_failed", message: failure(fault) }
  }
}
