import { jsonAnswer, RETRY_TEXTS } from "./pingAnswers.ts"
import type { PingAnswer, PingOutcome, Wire } from "./PingCall.ts"
import { pingLimits } from "./PingCall.ts"
import { isPathEnd, readRunTime, readSecret } from "./readValues.ts"

const failed = (status: number, msg: string): PingAnswer => jsonAnswer(status, { ok: false, msg })

const NOT_FOUND = failed(404, "Monitor not found or not active.")
const BAD_PING = failed(404, `Invalid ping value. Must be between 0 and ${pingLimits.statedMs} ms.`)

const ANSWERS: Readonly<Record<PingOutcome, PingAnswer>> = {
  recorded: jsonAnswer(200, { ok: true }),
  created: jsonAnswer(200, { ok: true }),
  unknown: NOT_FOUND,
  ambiguous: NOT_FOUND,
  tooMany: failed(429, RETRY_TEXTS.tooMany),
  unavailable: failed(503, RETRY_TEXTS.unavailable)
}

/**
 * Reads the run time as Uptime Kuma does, with `parseFloat(value) || null`, because copied URLs end with an empty
 * `ping=`.
 */
const readPingTime = (value: string | null): number | null => Number.parseFloat(value ?? "") || null

/**
 * Reads the pings of clients of Uptime Kuma (server/routers/api-router.js): `/api/push/<token>` with any method. Any
 * `status` other than `up` is a failure, even `UP`.
 */
export const kumaWire: Wire = ({ query }, [api, push, token = "", ...more]) => {
  if (api !== "api" || push !== "push" || token === "" || !isPathEnd(more)) return null
  const ping = readPingTime(query.get("ping"))
  const statedMs = ping === null ? null : readRunTime(ping)
  if (ping !== null && statedMs === null) return BAD_PING
  const secret = readSecret(token)
  if (secret === null) return NOT_FOUND
  return {
    _tag: "Call",
    target: { _tag: "Token", token: secret },
    ping: { kind: (query.get("status") || "up") === "up" ? "success" : "fail", run: null, exitCode: null },
    text: query.get("msg") || null,
    statedMs,
    answer: (outcome) => ANSWERS[outcome]
  }
}
