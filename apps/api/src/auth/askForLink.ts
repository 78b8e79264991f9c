import type { Email } from "@mon/alerts"
import { People, inTransaction } from "@mon/core-store"
import { OutgoingMail } from "@mon/notifications"
import { Effect } from "effect"
import { type AttemptKind, takeAttempt, takeFirstWait } from "./AttemptLimits.ts"
import { knownDevice } from "./DeviceCookie.ts"
import { type Addressee, confirmationLetter, knownAddressLetter, resetLetter, type Sender } from "./Letter.ts"
import { networkOf } from "./networkOf.ts"
import type { AttemptRequest } from "./AttemptRequest.ts"
import { fromNetwork } from "./signIn.ts"
import { hashOf, makeToken } from "./Token.ts"

interface Letters {
  readonly withLink: (sender: Sender, addressee: Addressee, token: string) => Email
  /** Composes the email for an address that may not get a link. Null: such an address gets no email. */
  readonly without: ((sender: Sender, addressee: Addressee, token: string) => Email) | null
}

const letters: Readonly<Record<"signup" | "reset", Letters>> = {
  signup: { withLink: confirmationLetter, without: knownAddressLetter },
  reset: { withLink: resetLetter, without: null }
}

/** The limits on emails to one address. Beyond a limit, the response is the same, but no email is sent. */
const addressLimits: Readonly<
  Record<"signup" | "reset", (network: string, email: string) => ReadonlyArray<readonly [AttemptKind, string]>>
> = {
  signup: (_, email) => [["signupMail", email]],
  reset: (network, email) => [
    ["resetMail", fromNetwork(network, email)],
    ["resetMailAddress", email]
  ]
}

/**
 * Emails a one-time link if the address may get one. The result does not reveal whether the address is known. It is 0,
 * or the number of seconds to wait after too many requests from the network. After too many emails, an address gets
 * none for a while, except for requests from a browser in which the person has signed in before.
 */
export const askForLink = Effect.fn("askForLink")(function* (
  kind: "signup" | "reset",
  request: AttemptRequest,
  { language, to: email }: Addressee,
  sender: Sender
) {
  const people = yield* People
  const network = networkOf(request.clientAddress)
  const device = kind === "reset" ? yield* knownDevice(request, yield* people.findByEmail(email)) : null
  const seconds = device === null ? yield* takeAttempt("mailer", network) : 0
  if (seconds > 0) return seconds
  const limits = device === null ? addressLimits[kind](network, email) : ([["deviceMail", device]] as const)
  if ((yield* takeFirstWait(limits)) > 0) return 0
  const token = yield* makeToken
  const outgoing = yield* OutgoingMail
  yield* inTransaction(
    "askForLink",
    Effect.gen(function* () {
      const to = yield* people.startLink(kind, email, hashOf(token))
      const letter =
        to === null
          ? letters[kind].without?.(sender, { to: email, language }, token)
          : letters[kind].withLink(sender, { to, language }, token)
      if (letter !== undefined) yield* outgoing.post(letter)
    })
  )
  return 0
})

/** Returns the path of a one-time page to set a first password, or null if nobody has this address. */
export const makeSetupPath = Effect.fn("makeSetupPath")(function* (email: string) {
  const token = yield* makeToken
  const started = yield* (yield* People).startLink("setup", email, hashOf(token))
  return started === null ? null : `/setup/${token}`
})
