import type { Ping } from "../Heartbeat.ts"
import { plainAnswers, refuseMethod } from "./pingAnswers.ts"
import type { Wire } from "./PingCall.ts"
import { readExitCode, readSecret } from "./readValues.ts"

const readSignal = (suffix: string): Pick<Ping, "kind" | "exitCode"> | null => {
  if (suffix === "") return { kind: "success", exitCode: null }
  return suffix === "fail" ? { kind: "fail", exitCode: null } : readExitCode(suffix)
}

/**
 * Reads the pings of clients of Better Stack (betterstack.com/docs/uptime/cron-and-heartbeat-monitor):
 * `/api/v1/heartbeat/<token>`, with `/fail` or an exit code.
 */
export const betterStackWire: Wire = ({ method }, [api, version, heartbeat, token = "", suffix = "", ...more]) => {
  if (`${api}/${version}/${heartbeat}` !== "api/v1/heartbeat" || token === "" || more.length > 0) return null
  const refused = refuseMethod(method, ["GET", "HEAD", "POST"])
  if (refused !== null) return refused
  const [secret, signal] = [readSecret(token), readSignal(suffix)]
  if (secret === null || signal === null) return plainAnswers.unknown
  return {
    _tag: "Call",
    target: { _tag: "Token", token: secret },
    ping: { ...signal, run: null },
    text: null,
    statedMs: null,
    answer: (outcome) => plainAnswers[outcome]
  }
}
