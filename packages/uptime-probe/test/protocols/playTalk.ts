import { expect } from "vitest"
import type { Failure } from "../../src/Outcome.ts"
import type { Talk } from "../../src/service/dialogue/Talk.ts"
import type { Reading } from "../../src/service/Received.ts"

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

/** How the played server answers a message, and how the client reads. */
interface Player {
  readonly onSend: (sent: string, index: number) => void
  readonly onRead: (reading: (bytes: Buffer) => Reading<unknown>) => Reading<unknown>
}

const SILENT: Failure = { outcome: "header_timeout", message: "The server is silent." }

const play = async <Found extends object>(talk: Talk<Found>, { onRead, onSend }: Player): Promise<Played> => {
  const sent: Array<string> = []
  const securedBefore: Array<number> = []
  const trustedBefore: Array<number> = []
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
      onSend(sent.at(-1) ?? "", sent.length - 1)
    } else if (action.kind === "read") {
      const reading = onRead(action.reading)
      if (reading === null) failure = SILENT
      else if (reading.taken === undefined) failure = reading.failure
      else input = reading.value
    } else if (action.kind === "compute") input = await action.run()
    else if (action.kind === "note") found = { ...found, ...action.found }
    else if (action.kind === "farewell") goodbye = latin1(action.content)
    else if (action.kind === "fail") failure = action.failure
    else (action.kind === "secure" ? securedBefore : trustedBefore).push(sent.length)
  }
  const { message, outcome } = failure ?? { outcome: "ok", message: null }
  return { found, outcome, message, sent, goodbye, securedBefore, trustedBefore }
}

/**
 * Plays the server of a dialogue. `answer` gets each message of the client, and returns what the server sends next. The
 * bytes arrive one by one, so each value must be read from the first byte that completes it. After the last message,
 * the server is silent.
 */
export const playTalk = <Found extends object>(
  talk: Talk<Found>,
  answer: (sent: string, index: number) => Content | null,
  greeting: Content = ""
): Promise<Played> => {
  let pending = Buffer.from(latin1(greeting), "latin1")
  return play(talk, {
    onSend: (sent, index) => {
      const more = answer(sent, index)
      if (more !== null) pending = Buffer.concat([pending, Buffer.from(latin1(more), "latin1")])
    },
    onRead: (read) => {
      let length = 1
      let reading: Reading<unknown> = null
      while (reading === null && length <= pending.length) reading = read(pending.subarray(0, length++))
      if (reading === null || reading.taken === undefined) return reading
      expect(read(pending), "a value does not depend on the bytes behind it").toMatchObject(reading)
      pending = pending.subarray(reading.taken)
      return reading
    }
  })
}

/** Plays a server that sends these datagrams, whatever the client says. */
export const playDatagrams = <Found extends object>(
  talk: Talk<Found>,
  datagrams: ReadonlyArray<Buffer>
): Promise<Played> => {
  const rest = [...datagrams]
  return play(talk, {
    onSend: () => {},
    onRead: (read) => {
      for (let bytes = rest.shift(); bytes !== undefined; bytes = rest.shift()) {
        const reading = read(bytes)
        if (reading !== null) return reading
      }
      return null
    }
  })
}
