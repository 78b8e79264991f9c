import type { Ping } from "../Heartbeat.ts"
import { plainAnswers } from "./pingAnswers.ts"
import type { Wire } from "./PingCall.ts"
import { readSecret } from "./readValues.ts"

/** `/ping/<uuid>` is missing here, because Healthchecks also uses it. */
const KINDS: ReadonlyMap<string, Ping["kind"]> = new Map([
  ["start", "start"],
  ["finish", "success"],
  ["fail", "fail"]
])

/**
 * Reads the pings of clients of Cronhub, as borgmatic sends them (borgmatic/hooks/cronhub.py): `/start/<uuid>`,
 * `/finish/<uuid>` and `/fail/<uuid>`.
 */
export const cronhubWire: Wire = (_, [first = "", token = "", ...more]) => {
  const kind = KINDS.get(first)
  const secret = readSecret(token)
  if (kind === undefined || secret === null || more.length > 0) return null
  return {
    _tag: "Call",
    target: { _tag: "Token", token: secret },
    ping: { kind, run: null, exitCode: null },
    text: null,
    statedMs: null,
    answer: (outcome) => plainAnswers[outcome]
  }
}
