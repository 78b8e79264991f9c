import { isPingToken } from "@mon/model"
import type { Ping } from "../Heartbeat.ts"
import { RETRY_TEXTS, textAnswer } from "./pingAnswers.ts"
import type { PathSegments, PingAnswer, PingOutcome, PingRequest, PingTarget, Wire } from "./PingCall.ts"
import { pingLimits } from "./PingCall.ts"
import { LARGEST_EXIT_CODE, readSecret, readSlug } from "./readValues.ts"

/** The CORS headers with which web pages can send pings and read the responses. */
const CORS = { "Access-Control-Allow-Origin": "*" }
const STORED = { ...CORS, "Ping-Body-Limit": String(pingLimits.bodyBytes) }

const NOT_FOUND = textAnswer(404, "not found", CORS)
const BAD_URL = textAnswer(400, "invalid url format", CORS)
const BAD_RUN = textAnswer(400, "invalid uuid format", CORS)

const ANSWERS: Readonly<Record<PingOutcome, PingAnswer>> = {
  recorded: textAnswer(200, "OK", STORED),
  created: textAnswer(201, "Created", STORED),
  unknown: NOT_FOUND,
  ambiguous: textAnswer(409, "ambiguous slug", CORS),
  tooMany: textAnswer(429, RETRY_TEXTS.tooMany, CORS),
  unavailable: textAnswer(503, RETRY_TEXTS.unavailable, CORS)
}

/** The pattern of a run's id: the canonical form of a UUID. */
const RUN_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** The pattern of Django's `<slug>`. It allows upper-case letters, unlike the slugs of checks. */
const SLUG_PATH = /^[\w-]+$/u

const KINDS: ReadonlyMap<string, Ping["kind"]> = new Map([
  ["", "success"],
  ["start", "start"],
  ["fail", "fail"],
  ["log", "log"]
])

type Signal = Pick<Ping, "kind" | "exitCode">

/**
 * Returns the signal at the end of a path, or null if the end is not a signal. The exit code is not limited to 255
 * here.
 */
const readSignal = (suffix: string): Signal | null => {
  const kind = KINDS.get(suffix)
  if (kind !== undefined) return { kind, exitCode: null }
  return /^\d+$/u.test(suffix) ? { kind: Number(suffix) === 0 ? "success" : "fail", exitCode: Number(suffix) } : null
}

/** Returns the last value of a query parameter, which is the one that Django reads. */
const lastOf = (query: URLSearchParams, name: string): string | undefined => query.getAll(name).at(-1)

interface Found {
  readonly target: PingTarget
  readonly signal: Signal
}

const byToken = ([token = "", suffix = "", ...more]: PathSegments): Found | null => {
  const signal = readSignal(suffix)
  return isPingToken(token) && signal !== null && more.length === 0
    ? { target: { _tag: "Token", token }, signal }
    : null
}

const bySlug = (
  query: URLSearchParams,
  [first = "", second = "", suffix = "", ...more]: PathSegments
): Found | PingAnswer => {
  const signal = readSignal(suffix)
  if (signal === null || more.length > 0 || !SLUG_PATH.test(first) || !SLUG_PATH.test(second)) return NOT_FOUND
  if (second !== second.toLowerCase()) return BAD_URL
  const [key, slug] = [readSecret(first), readSlug(second)]
  if (key === null || slug === null) return NOT_FOUND
  return { target: { _tag: "Slug", key, slug, creates: lastOf(query, "create") === "1" }, signal }
}

/** Reads a ping from the part of the path that follows the base URL. */
const readPath = ({ query }: PingRequest, segments: PathSegments) => {
  const found = byToken(segments) ?? bySlug(query, segments)
  if ("_tag" in found) return found
  const { signal, target } = found
  if (signal.exitCode !== null && signal.exitCode > LARGEST_EXIT_CODE) return BAD_URL
  const run = lastOf(query, "rid")
  if (run !== undefined && !RUN_ID.test(run)) return BAD_RUN
  return {
    _tag: "Call",
    target,
    ping: { ...signal, run: run?.toLowerCase() ?? null },
    isFiltered: true,
    text: null,
    statedMs: null,
    answer: (outcome: PingOutcome) => ANSWERS[outcome]
  } as const
}

/**
 * Reads the pings of clients of Healthchecks (hc/api/urls.py and hc/api/views.py, `ping` and `ping_by_slug`):
 * `/ping/<uuid>` and `/ping/<ping-key>/<slug>`, each with `/start`, `/fail`, `/log` or an exit code. A request with any
 * method is a ping, even OPTIONS.
 *
 * Below `/hc`, the same paths are also accepted without `/ping`, as on hc-ping.com.
 *
 * A token can also come from another service. Such a token is not a UUID, but its length differs from that of a ping
 * key.
 *
 * There are three differences from Healthchecks. Healthchecks answers 404 to a bad exit code or run id if the check is
 * unknown, but Mon answers 400 for all checks. Healthchecks answers 404 to a slug that is followed by a slash, which
 * Mon accepts. The responses of Healthchecks have the type text/html.
 */
export const healthchecksWire: Wire = (request, [first, ...rest]) => {
  if (rest.length === 0 || rest[0] === "") return null
  if (first === "ping") return readPath(request, rest)
  // The paths under /api belong to the management API of Healthchecks.
  if (first !== "hc" || rest[0] === "api") return null
  return readPath(request, rest[0] === "ping" ? rest.slice(1) : rest)
}
