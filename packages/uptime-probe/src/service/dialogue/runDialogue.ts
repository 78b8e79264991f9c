import { setImmediate as nextTurn } from "node:timers/promises"
import type { Failure } from "../../Outcome.ts"
import type { Connection, ConnectionFacts } from "../Connection.ts"
import type { Talk } from "./Talk.ts"

interface DialogueEnd<Found> {
  readonly facts: ConnectionFacts
  readonly failure: Failure | null
  readonly found: Partial<Found>
}

/** What a dialogue needs of a connection. */
type Line = Pick<Connection, "facts" | "isSecure" | "leave" | "lend" | "read" | "secure" | "send">

interface DialogueRules {
  /** Whether a secret may be sent without TLS. */
  readonly plainSecrets: boolean
}

const NO_TLS: Failure = {
  outcome: "login_refused",
  message: 'The connection is not encrypted, so the check did not send the password. To send it, set tls to "never".'
}

/** Returns the reason why a secret must not be sent over the connection, or null if it may be sent. */
const distrust = (connection: Line, { plainSecrets }: DialogueRules): Failure | null => {
  if (!connection.isSecure) return plainSecrets ? null : NO_TLS
  const { certificate } = connection.facts()
  if (certificate?.valid === true) return null
  const problems = certificate === null ? "unreadable" : certificate.problems.join(", ")
  return {
    outcome: "login_refused",
    message: `The certificate is not valid (${problems}), so the check did not send the password.`
  }
}

/** After so many actions, other work may run, because a server can send thousands of short messages at once. */
const ACTIONS_AT_ONCE = 200

/** Performs a dialogue over an open connection, and ends the connection in the way that the protocol wants. */
export const runDialogue = async <Found extends object>(
  connection: Line,
  talk: Talk<Found>,
  rules: DialogueRules
): Promise<DialogueEnd<Found>> => {
  let found: Partial<Found> = {}
  let goodbye: string | Uint8Array = ""
  let answer: unknown
  let failure: Failure | null = null
  for (let count = 1; failure === null; count++) {
    if (count % ACTIONS_AT_ONCE === 0) await nextTurn()
    const { done = false, value: action } = talk.next(answer)
    if (done || action === undefined) break
    answer = undefined
    switch (action.kind) {
      case "send":
        connection.send(action.content)
        break
      case "read": {
        const step = await connection.read(action.reading)
        if (step.ok) answer = step.value
        else failure = step.failure
        break
      }
      case "secure":
        failure = await connection.secure([], action.framing)
        break
      case "trust":
        failure = distrust(connection, rules)
        break
      case "call":
        answer = await connection.lend(action.use)
        break
      case "compute":
        answer = await action.run()
        break
      case "note":
        found = { ...found, ...action.found }
        break
      case "farewell":
        goodbye = action.content
        break
      case "fail":
        failure = action.failure
    }
  }
  const facts = connection.facts()
  await connection.leave(goodbye)
  return { facts, failure, found }
}
