import { jsonAnswer, RETRY_TEXTS, refuseMethod } from "./pingAnswers.ts"
import type { PingAnswer, PingCall, PingOutcome, PingRequest, Wire } from "./PingCall.ts"
import { isPathEnd, readSecret, slugOfName } from "./readValues.ts"

/** The fields of a response that clients read but do not use. */
const FIELDS = { took: 0, requestId: "00000000-0000-0000-0000-000000000000" }

const refused = (status: number, message: string): PingAnswer => jsonAnswer(status, { message, ...FIELDS })

const PONG = jsonAnswer(202, { result: "PONG - Heartbeat received", ...FIELDS })
const NOT_FOUND = refused(404, "No heartbeat has this name and API key")
const UNAUTHENTICATED = refused(401, "Could not authenticate")

/** Opsgenie answers 202 before it has searched for the heartbeat, so its clients do not notice a wrong name. */
const ANSWERS: Readonly<Record<PingOutcome, PingAnswer>> = {
  recorded: PONG,
  created: PONG,
  unknown: NOT_FOUND,
  ambiguous: refused(409, "Several heartbeats have this name"),
  tooMany: refused(429, RETRY_TEXTS.tooMany),
  unavailable: refused(503, RETRY_TEXTS.unavailable)
}

const SCHEMES = /^(?<scheme>GenieKey|Basic)\s+(?<credentials>\S+)$/iu

/** Alertmanager sends the key as the password of basic authentication, without a user name. */
const keyOfBasic = (credentials: string): string => {
  const [name = "", password = ""] = Buffer.from(credentials, "base64").toString("latin1").split(":")
  return password === "" ? name : password
}

const readKey = ({ header, query }: PingRequest): string | null => {
  const { credentials, scheme } = SCHEMES.exec(header("authorization")?.trim() ?? "")?.groups ?? {}
  if (credentials === undefined) return readSecret(query.get("apiKey") ?? "")
  return readSecret(scheme?.toLowerCase() === "basic" ? keyOfBasic(credentials) : credentials)
}

const readHeartbeat = (request: PingRequest, name: string): PingCall | PingAnswer => {
  const key = readKey(request)
  if (key === null) return UNAUTHENTICATED
  const slug = slugOfName(name)
  if (slug === null) return NOT_FOUND
  return {
    _tag: "Call",
    target: { _tag: "Slug", key, slug, creates: false },
    ping: { kind: "success", run: null, exitCode: null },
    text: null,
    statedMs: null,
    answer: (outcome) => ANSWERS[outcome]
  }
}

/**
 * Reads the pings of clients of Opsgenie (docs.opsgenie.com/docs/heartbeat-api): `/v2/heartbeats/<name>/ping`, with the
 * key in `Authorization: GenieKey <key>`, in basic authentication or in `?apiKey=`.
 */
export const opsgenieWire: Wire = (request, [version, heartbeats, name = "", ping, ...more]) => {
  if (`${version}/${heartbeats}/${ping}` !== "v2/heartbeats/ping" || name === "" || !isPathEnd(more)) return null
  return refuseMethod(request.method, ["GET", "HEAD", "POST", "PUT", "PATCH"]) ?? readHeartbeat(request, name)
}
