import { expect } from "vitest"
import type { Failure } from "../../src/Outcome.ts"
import type { Talk } from "../../src/service/dialogue/Talk.ts"

/** The end of a played dialogue. */
export interface Played {
  readonly found: object
  readonly outcome: string
  readonly message: string | null
  /** The content of each message of the client. Bytes are in latin1. */
  readonly sent: ReadonlyArray<string>
  readonly goodbye: string
  /** How often the client made a TLS handshake, and before which message. */
  readonly securedBefore: ReadonlyArray<number>
  /** Whether the client asked if it may send a secret, and before which message. */
  readonly trustedBefore: ReadonlyArray<number>
}

type Content = string | Uint8Array

const latin1 = (content: Content): string =>
  typeof content === "string" ? Buffer.from(content).toString("latin1") : Buffer.from(content).toString("latin1")

/**
 * Plays the server of a dialogue. `answer` gets each message of the client, and returns what the server sends next. The
 * bytes arrive one by one, so each value must be read from the first byte that completes it. After the last message,
 * the server is silent.
 */
export const playTalk = async <Found extends object>(
  talk: Talk<Found>,
  answer: (sent: string, index: number) => Content | null,
  greeting: Content = ""
): Promise<Played> => {
  const sent: Array<string> = []
  const securedBefore: Array<number> = []
  const trustedBefore: Array<number> = []
  let pending = Buffer.from(latin1(greeting), "latin1")
  let found: object = {}
  let goodbye = ""
  let failure: Failure | null = null
  let input: unknown
  while (failure === null) {
    const { done = false, value: action } = talk.next(input)
    if (done || action === undefined) break
    input = undefined
    if (action.kind === "send") {
      sent.push(latin1(action.content))
      const more = answer(sent.at(-1) ?? "", sent.length - 1)
      if (more !== null) pending = Buffer.concat([pending, Buffer.from(latin1(more), "latin1")])
    } else if (action.kind === "read") {
      let length = 1
      let reading = null
      while (reading === null && length <= pending.length) reading = action.reading(pending.subarray(0, length++))
      if (reading === null) failure = { outcome: "header_timeout", message: "The server is silent." }
      else if (reading.taken === undefined) failure = reading.failure
      else {
        expect(action.reading(pending), "a value does not depend on the bytes behind it").toMatchObject(
          reading as object
        )
        pending = pending.subarray(reading.taken)
        input = reading.value
      }
    } else if (action.kind === "compute") input = await action.run()
    else if (action.kind === "note") found = { ...found, ...action.found }
    else if (action.kind === "farewell") goodbye = latin1(action.content)
    else if (action.kind === "fail") failure = action.failure
    else (action.kind === "secure" ? securedBefore : trustedBefore).push(sent.length)
  }
  const { message, outcome } = failure ?? { outcome: "ok", message: null }
  return { found, outcome, message, sent, goodbye, securedBefore, trustedBefore }
}
