import { fail, type Talk } from "../dialogue/Talk.ts"
import { shownText } from "../Received.ts"
import type { BsonValue } from "./Bson.ts"
import type { Answer } from "./Messages.ts"

/**
 * Errors of a server that accepts no commands now: ShutdownInProgress, PrimarySteppedDown, NotWritablePrimary,
 * InterruptedAtShutdown, InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk and NotPrimaryOrSecondary
 * (src/mongo/base/error_codes.yml).
 */
const REFUSALS: ReadonlySet<BsonValue> = new Set([91, 189, 10_107, 11_600, 11_602, 13_435, 13_436])

export const isOk = (answer: Answer): boolean => answer.get("ok") === 1

/** Returns the server's text and the name of the error. */
export const errorText = (answer: Answer): string => {
  const text = answer.get("errmsg")
  const name = answer.get("codeName") ?? answer.get("code")
  const parts = [
    ...(typeof text === "string" ? [shownText(text)] : []),
    ...(typeof name === "string" || typeof name === "number" ? [`(${shownText(String(name))})`] : [])
  ]
  return parts.length === 0 ? "no reason" : parts.join(" ")
}

/** Ends the dialogue with the error of a command that does not concern the login. */
export function* refuse(answer: Answer): Talk<never, never> {
  if (REFUSALS.has(answer.get("code") ?? null))
    yield* fail("service_refused", `The server refuses commands: ${errorText(answer)}`)
  return yield* fail("wrong_answer", `The server answered with an error: ${errorText(answer)}`)
}
