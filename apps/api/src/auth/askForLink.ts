import type { Email } from "@mon/alerts"
import { People } from "@mon/core-store"
import { inTransaction, OutgoingMail } from "@mon/notifications"
import { Effect } from "effect"
import { takeAttempt } from "./AttemptLimits.ts"
import { confirmationLetter, knownAddressLetter, resetLetter, type Sender } from "./Letter.ts"
import { networkOf } from "./networkOf.ts"
import { hashOf, makeToken } from "./Token.ts"

interface Letters {
  /** Sent if the person gets a link. */
  readonly withLink: (sender: Sender, to: string, token: string) => Email
  /** Sent otherwise. Null: nothing is sent. */
  readonly without: ((sender: Sender, to: string, token: string) => Email) | null
}

const letters: Readonly<Record<"signup" | "reset", Letters>> = {
  signup: { withLink: confirmationLetter, without: knownAddressLetter },
  reset: { withLink: resetLetter, without: null }
}

/**
 * Emails a one-time link if the address may have one. The result does not reveal whether the address is known: it is 0,
 * or the seconds to wait if the network asks too often. An address that got too many emails gets none for a while.
 */
export const askForLink = Effect.fn("askForLink")(function* (
  kind: "signup" | "reset",
  { clientAddress, email, sender }: { readonly email: string; readonly sender: Sender; readonly clientAddress: string }
) {
  const seconds = yield* takeAttempt("mailer", networkOf(clientAddress))
  if (seconds > 0) return seconds
  if ((yield* takeAttempt("mail", email)) > 0) return 0
  const token = yield* makeToken
  const people = yield* People
  const outgoing = yield* OutgoingMail
  yield* inTransaction(
    "askForLink",
    Effect.gen(function* () {
      const to = yield* people.startLink(kind, email, hashOf(token))
      const letter =
        to === null ? letters[kind].without?.(sender, email, token) : letters[kind].withLink(sender, to, token)
      if (letter !== undefined) yield* outgoing.post(letter)
    })
  )
  return 0
})

/** The path of a one-time page to set a first password. Null if nobody has this address. */
export const makeSetupPath = Effect.fn("makeSetupPath")(function* (email: string) {
  const token = yield* makeToken
  const started = yield* (yield* People).startLink("setup", email, hashOf(token))
  return started === null ? null : `/setup/${token}`
})
