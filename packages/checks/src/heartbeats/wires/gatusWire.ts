import { parseGoDuration } from "./goDuration.ts"
import { RETRY_TEXTS, refuseMethod, textAnswer } from "./pingAnswers.ts"
import type { PingAnswer, PingCall, PingOutcome, PingRequest, Wire } from "./PingCall.ts"
import { pingLimits } from "./PingCall.ts"
import { isPathEnd, readRunTime, readSecret } from "./readValues.ts"

const INVALID_TOKEN = textAnswer(401, "invalid token")

/**
 * Gatus answers 404 to an unknown key and 401 to a wrong token. Mon always answers 401, because the token alone names
 * the heartbeat.
 */
const ANSWERS: Readonly<Record<PingOutcome, PingAnswer>> = {
  recorded: textAnswer(200, ""),
  created: textAnswer(200, ""),
  unknown: INVALID_TOKEN,
  ambiguous: INVALID_TOKEN,
  tooMany: textAnswer(429, RETRY_TEXTS.tooMany),
  unavailable: textAnswer(503, RETRY_TEXTS.unavailable)
}

/**
 * The pattern of a key. It allows most characters, because Gatus replaces only some characters of the group and the
 * name (config/key/key.go).
 */
const KEY = new RegExp(`^[^\\s\\p{C}/]{1,${pingLimits.secret}}$`, "u")
const SCHEME = "Bearer "

/** Returns the token of the request, or the response to a request without a valid token. */
const readToken = ({ header }: PingRequest): string | PingAnswer => {
  const authorization = header("authorization") ?? ""
  if (!authorization.startsWith(SCHEME)) return textAnswer(401, "invalid Authorization header")
  const token = authorization.slice(SCHEME.length).trim()
  if (token === "") return textAnswer(401, "bearer token must not be empty")
  return readSecret(token) ?? INVALID_TOKEN
}

const readEndpoint = (request: PingRequest, name: string): PingCall | PingAnswer => {
  const { query } = request
  const success = query.getAll("success").at(-1)
  if (success !== "true" && success !== "false") return textAnswer(400, "missing or invalid success query parameter")
  const token = readToken(request)
  if (typeof token !== "string") return token
  const key = name.toLowerCase()
  if (!KEY.test(key)) return textAnswer(404, "not found")
  const duration = query.get("duration") || null
  const parsed = duration === null ? null : parseGoDuration(duration)
  if (parsed?._tag === "Fault") return textAnswer(400, `invalid duration: ${parsed.message}`)
  const isSuccess = success === "true"
  return {
    _tag: "Call",
    target: { _tag: "Token", token },
    ping: { kind: isSuccess ? "success" : "fail", run: null, exitCode: null },
    text: isSuccess ? null : query.get("error") || null,
    statedMs: parsed === null ? null : readRunTime(parsed.milliseconds),
    answer: (outcome) => ANSWERS[outcome]
  }
}

/**
 * Reads the pings of clients of Gatus (api/external_endpoint.go): `POST /api/v1/endpoints/<key>/external`. The path
 * must contain a key, but only the token names the heartbeat.
 *
 * Gatus checks the duration last. Mon checks it earlier, so a request with a bad duration and a wrong token gets 400.
 */
export const gatusWire: Wire = (request, [api, version, endpoints, key = "", external, ...more]) => {
  if (`${api}/${version}/${endpoints}/${external}` !== "api/v1/endpoints/external") return null
  if (key === "" || !isPathEnd(more)) return null
  return refuseMethod(request.method, ["POST"]) ?? readEndpoint(request, key)
}
