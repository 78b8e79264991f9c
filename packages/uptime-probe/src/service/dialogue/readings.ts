import type { Failure } from "../../Outcome.ts"
import { shownText } from "../Received.ts"

const SHOWN_BYTES = 60

/** The failure of a server that uses another protocol. */
export const strange = (protocol: string, bytes: Buffer): { readonly failure: Failure } => {
  const text = JSON.stringify(shownText(bytes.toString("latin1", 0, SHOWN_BYTES)))
  return {
    failure: {
      outcome: "protocol_error",
      message: `The server does not speak ${protocol} on this port. It sent ${text}.`
    }
  }
}

/** The failure of a server whose message is longer than this package reads. */
export const tooLong = (bytes: number): { readonly failure: Failure } => ({
  failure: { outcome: "too_large", message: `The server announced a message of ${bytes} bytes.` }
})
