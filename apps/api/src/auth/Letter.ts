import { composeNotice, type Email } from "@mon/alerts"
import { linkSeconds } from "@mon/core-store"
import { type Language, teamLimits } from "@mon/model"
import { Effect } from "effect"
import { hash } from "node:crypto"
import { ApiConfig } from "../ApiConfig.ts"
import { PublicUrl } from "../PublicUrl.ts"
import { ADDRESS_LINK_DAYS, CONFIRM_ADDRESS_PATH } from "./AddressToken.ts"
import { type LetterText, letterWords } from "./letterWords.ts"

export interface Sender {
  readonly service: string
  /** The public URL of the service, without a trailing slash. */
  readonly baseUrl: string
}

export interface Addressee {
  readonly to: string
  readonly language: Language
}

const HOUR = 3_600

/**
 * Returns the text from which a Message-ID is made. Mail servers log Message-IDs, so the text contains a hash of the
 * token instead of the token.
 */
const keyOf = (kind: string, token: string): string => `${kind}:${hash("sha256", token)}`

export const messageDomainOf = (baseUrl: string): string => new URL(baseUrl).hostname.replace(/^\[|\]$/gu, "")

/** Composes an email. The Message-ID is made from `key`, so every retry of an email has the same Message-ID. */
const post = (
  { baseUrl, service }: Sender,
  { language, to }: Addressee,
  { open, ...text }: LetterText,
  path: string,
  key: string
): Email =>
  composeNotice(
    { tone: "news", rows: [], sections: [], ...text, link: { label: open, url: `${baseUrl}${path}` } },
    {
      to,
      language,
      service,
      timeZone: "UTC",
      settingsUrl: null,
      stopUrl: null,
      messageDomain: messageDomainOf(baseUrl)
    },
    { key }
  )

export const invitationLetter = (sender: Sender, addressee: Addressee, ownerEmail: string, token: string): Email => {
  const text = letterWords[addressee.language].invitation(sender.service, ownerEmail, teamLimits.inviteDays)
  return post(sender, addressee, text, `/invite/${token}`, keyOf("invite", token))
}

export const confirmationLetter = (sender: Sender, addressee: Addressee, token: string): Email => {
  const text = letterWords[addressee.language].confirmation(sender.service, linkSeconds.signup / HOUR)
  return post(sender, addressee, text, `/confirm/${token}`, keyOf("signup", token))
}

/**
 * Composes the email that informs a person with an account that somebody tried to sign up with the person's address.
 * `attempt` makes the Message-ID unique.
 */
export const knownAddressLetter = (sender: Sender, addressee: Addressee, attempt: string): Email =>
  post(
    sender,
    addressee,
    letterWords[addressee.language].knownAddress(sender.service),
    "/signin",
    keyOf("known", attempt)
  )

export const resetLetter = (sender: Sender, addressee: Addressee, token: string): Email => {
  const text = letterWords[addressee.language].reset(sender.service, addressee.to, linkSeconds.reset / HOUR)
  return post(sender, addressee, text, `/reset/${token}`, keyOf("reset", token))
}

/** Composes the email that asks the owner of a refused address to confirm that the address receives emails again. */
export const addressLetter = (sender: Sender, addressee: Addressee, token: string): Email => {
  const text = letterWords[addressee.language].address(sender.service, ADDRESS_LINK_DAYS)
  return post(sender, addressee, text, `${CONFIRM_ADDRESS_PATH}/${token}`, keyOf("address", token))
}

export const mailSender = Effect.gen(function* () {
  const { serviceName = "Mon" } = yield* ApiConfig
  return { service: serviceName, baseUrl: (yield* PublicUrl).base() } satisfies Sender
})
