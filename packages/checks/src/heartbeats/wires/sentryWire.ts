import type { Ping } from "../Heartbeat.ts"
import { jsonAnswer, RETRY_TEXTS, refuseMethod, textAnswer } from "./pingAnswers.ts"
import type { PingAnswer, PingCall, PingOutcome, PingRequest, Wire } from "./PingCall.ts"
import { isPathEnd, readSecret, readSeconds, slugOfName } from "./readValues.ts"

const refused = (status: number, detail: string): PingAnswer => jsonAnswer(status, { detail })

const NOT_FOUND = refused(404, "There is no monitor with this slug and key.")

/** Sentry answers 202 before it has searched for the monitor, so its clients do not notice a wrong slug. */
const ANSWERS: Readonly<Record<PingOutcome, PingAnswer>> = {
  recorded: textAnswer(202, ""),
  created: textAnswer(202, ""),
  unknown: NOT_FOUND,
  ambiguous: refused(409, "Several monitors have this slug."),
  tooMany: refused(429, RETRY_TEXTS.tooMany),
  unavailable: refused(503, RETRY_TEXTS.unavailable)
}

const KINDS: ReadonlyMap<string, Ping["kind"]> = new Map([
  ["in_progress", "start"],
  ["ok", "success"],
  ["error", "fail"]
])

const BAD_STATUS = refused(
  400,
  "The query needs a status: ?status=in_progress, ?status=ok or ?status=error. A JSON body is not read."
)

/** The forms of an id that Relay accepts: with hyphens, without them, in braces, and as a URN. */
const ID = /^(?:urn:uuid:|\{)?(?<id>[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12})\}?$/iu

/** The id that stands for the last check-in, whatever its real id is. */
const LAST = "0".repeat(32)

/** Returns an id without hyphens, as Sentry writes it, or undefined if the text is not an id. */
const readId = (text: string): string | undefined => ID.exec(text)?.groups?.id?.replaceAll("-", "").toLowerCase()

const readCheckIn = ({ query }: PingRequest, name: string, publicKey: string): PingCall | PingAnswer => {
  const [key, slug] = [readSecret(publicKey), slugOfName(name)]
  if (key === null || slug === null) return NOT_FOUND
  const kind = KINDS.get(query.get("status") ?? "")
  if (kind === undefined) return BAD_STATUS
  const run = readId(query.get("check_in_id") ?? LAST)
  if (run === undefined) return refused(400, "The check_in_id is not a UUID.")
  return {
    _tag: "Call",
    target: { _tag: "Slug", key, slug, creates: false },
    ping: { kind, run: run === LAST ? null : run, exitCode: null },
    text: null,
    statedMs: kind === "start" ? null : readSeconds(query.get("duration")),
    answer: (outcome) => ANSWERS[outcome]
  }
}

/**
 * Reads the check-ins of Sentry's cron monitors (relay-server/src/endpoints/monitor.rs):
 * `/api/<project>/cron/<slug>/<public-key>/?status=ok`. JSON bodies are not read.
 */
export const sentryWire: Wire = (request, [api, project = "", cron, slug = "", key = "", ...more]) => {
  if (api !== "api" || cron !== "cron" || !/^\d{1,20}$/u.test(project)) return null
  if (slug === "" || key === "" || !isPathEnd(more)) return null
  return refuseMethod(request.method, ["GET", "HEAD", "POST"]) ?? readCheckIn(request, slug, key)
}
