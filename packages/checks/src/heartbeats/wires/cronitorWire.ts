import type { Ping } from "../Heartbeat.ts"
import { plainAnswers, refuseMethod, textAnswer } from "./pingAnswers.ts"
import type { PathSegments, PingAnswer, PingCall, PingRequest, PingTarget, Wire } from "./PingCall.ts"
import { readExitCode, readRun, readSeconds, readSecret, slugOfName } from "./readValues.ts"

/** The kinds of Cronitor's states. Clients send `tick` and `ok` for a heartbeat whose runs have no start. */
const STATES: ReadonlyMap<string, Ping["kind"]> = new Map([
  ["run", "start"],
  ["complete", "success"],
  ["ok", "success"],
  ["tick", "success"],
  ["fail", "fail"]
])

const BAD_STATE = textAnswer(400, "unknown state: use run, complete, fail or ok")

interface Found {
  /** The heartbeat that the path names. Null if no heartbeat can have this name. */
  readonly target: PingTarget | null
  /** The state that the request contains. Null if it contains none. */
  readonly state: string | null
}

const byKey = (apiKey: string, monitor: string): PingTarget | null => {
  const [key, slug] = [readSecret(apiKey), slugOfName(monitor)]
  return key === null || slug === null ? null : { _tag: "Slug", key, slug, creates: true }
}

const byCode = (code: string): PingTarget | null => {
  const token = readSecret(code)
  return token === null ? null : { _tag: "Token", token }
}

/**
 * Reads the path. Clients write the state in the query, or at the end of the path. Old URLs have a code instead of two
 * keys.
 */
const readPath = (names: PathSegments, inQuery: string | null): Found => {
  const [first = "", second, inPath] = names
  if (names.length > 3) return { target: null, state: null }
  if (second === undefined) return { target: byCode(first), state: inQuery }
  if (inPath !== undefined) return { target: byKey(first, second), state: inPath }
  if (inQuery === null && STATES.has(second)) return { target: byCode(first), state: second }
  return { target: byKey(first, second), state: inQuery }
}

/** Returns the duration from `metric=duration:45.2`, or from the older `duration=45.2`, which are in seconds. */
const readDuration = (query: URLSearchParams): number | null => {
  const metric = query.getAll("metric").find((one) => one.startsWith("duration:"))
  return readSeconds(metric?.slice("duration:".length) ?? query.get("duration"))
}

/**
 * Combines a state and an exit code. A success with an exit code other than 0 is a failure. The start of a run has no
 * exit code.
 */
const readSignal = (kind: Ping["kind"], code: string | null): Pick<Ping, "kind" | "exitCode"> => {
  const exit = code === null || kind === "start" ? null : readExitCode(code)
  if (exit === null) return { kind, exitCode: null }
  return { kind: kind === "success" ? exit.kind : kind, exitCode: exit.exitCode }
}

const readEvent = ({ query }: PingRequest, names: PathSegments): PingCall | PingAnswer => {
  const { state, target } = readPath(names, query.get("state") || null)
  if (target === null) return plainAnswers.unknown
  const kind = state === null ? "success" : STATES.get(state)
  if (kind === undefined) return BAD_STATE
  return {
    _tag: "Call",
    target,
    ping: { ...readSignal(kind, query.get("status_code")), run: readRun(query.get("series")) },
    text: query.get("message") || query.get("msg") || null,
    statedMs: kind === "start" ? null : readDuration(query),
    answer: (outcome) => plainAnswers[outcome]
  }
}

/**
 * Reads the pings of clients of Cronitor (cronitor.io/docs/telemetry-api): `/p/<apiKey>/<monitorKey>?state=run`. An
 * unknown monitor is created. An old URL of the form `<code>/run` must be written as `/p/<code>/run`.
 */
export const cronitorWire: Wire = (request, [first, ...rest]) => {
  const names = rest.at(-1) === "" ? rest.slice(0, -1) : rest
  if (first !== "p" || names.length === 0) return null
  return refuseMethod(request.method, ["GET", "HEAD", "POST"]) ?? readEvent(request, names)
}
