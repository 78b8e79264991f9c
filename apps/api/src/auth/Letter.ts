import { composeNotice, type Email, type Notice } from "@mon/alerts"
import { linkSeconds } from "@mon/core-store"
import { teamLimits } from "@mon/model"
import { Effect } from "effect"
import { hash } from "node:crypto"
import { ApiConfig } from "../ApiConfig.ts"
import { PublicUrl } from "../PublicUrl.ts"
import { ADDRESS_LINK_DAYS, CONFIRM_ADDRESS_PATH } from "./AddressToken.ts"

/** The service as it appears in an email. */
export interface Sender {
  /** The name of the service. */
  readonly service: string
  /** The public URL of the service, without a trailing slash. */
  readonly baseUrl: string
}

/** The parts of an email before it is composed. */
interface Draft {
  readonly to: string
  readonly word: string
  readonly subject: string
  readonly headline: string
  readonly lead: string
  readonly link: Notice["link"]
  /** The source of the Message-ID, so that every retry of the same email has the same one. */
  readonly key: string
}

const HOUR = 3_600

/** Message-IDs are logged by mail servers, so they contain a hash of the token and never the token. */
const keyOf = (kind: string, token: string): string => `${kind}:${hash("sha256", token)}`

/** The domain of Message-IDs. */
export const messageDomainOf = (baseUrl: string): string => new URL(baseUrl).hostname.replace(/^\[|\]$/gu, "")

const post = ({ baseUrl, service }: Sender, { key, to, ...text }: Draft): Email =>
  composeNotice(
    { tone: "news", rows: [], sections: [], ...text },
    {
      to,
      service,
      timeZone: "UTC",
      settingsUrl: null,
      stopUrl: null,
      messageDomain: messageDomainOf(baseUrl)
    },
    { key }
  )

/** Invites somebody to the team of an account. */
export const invitationLetter = (sender: Sender, to: string, ownerEmail: string, token: string): Email =>
  post(sender, {
    to,
    word: "INVITATION",
    subject: `${ownerEmail} invites you to ${sender.service}`,
    headline: `Join ${ownerEmail}'s team`,
    lead: `${ownerEmail} monitors domains with ${sender.service} and would like to share them with you. The link below works once and expires in ${teamLimits.inviteDays} days. If you don't know the sender, you can ignore this email.`,
    link: { label: "Accept the invitation", url: `${sender.baseUrl}/invite/${token}` },
    key: keyOf("invite", token)
  })

/** Asks somebody who signs up to confirm the address. */
export const confirmationLetter = (sender: Sender, to: string, token: string): Email =>
  post(sender, {
    to,
    word: "WELCOME",
    subject: `Confirm your address for ${sender.service}`,
    headline: "Confirm your email address",
    lead: `Someone, hopefully you, signed up for ${sender.service} with this address. Use the link below to confirm it and choose a password. The link works once and expires in ${linkSeconds.signup / HOUR} hours. If it wasn't you, ignore this email, and no account will be created.`,
    link: { label: "Confirm and choose a password", url: `${sender.baseUrl}/confirm/${token}` },
    key: keyOf("signup", token)
  })

/** Informs an account owner that somebody tried to sign up with the address. `attempt` makes the Message-ID unique. */
export const knownAddressLetter = (sender: Sender, to: string, attempt: string): Email =>
  post(sender, {
    to,
    word: "ACCOUNT",
    subject: `You already have an account at ${sender.service}`,
    headline: "You already have an account",
    lead: `Someone, hopefully you, tried to sign up for ${sender.service} with this address, which already has an account. Sign in with your password, or reset it on the sign-in page. If it wasn't you, ignore this email. Nothing has changed.`,
    link: { label: "Sign in", url: `${sender.baseUrl}/signin` },
    key: keyOf("known", attempt)
  })

/** Lets somebody set a new password. */
export const resetLetter = (sender: Sender, to: string, token: string): Email =>
  post(sender, {
    to,
    word: "PASSWORD",
    subject: `Set a new password for ${sender.service}`,
    headline: "Set a new password",
    lead: `Someone, hopefully you, asked to reset the password for ${to}. The link below works once and expires in ${linkSeconds.reset / HOUR} hour. If it wasn't you, ignore this email, and your password will stay the same.`,
    link: { label: "Choose a new password", url: `${sender.baseUrl}/reset/${token}` },
    key: keyOf("reset", token)
  })

/** Asks the owner of a refused address whether it gets emails again. */
export const addressLetter = (sender: Sender, to: string, token: string): Email =>
  post(sender, {
    to,
    word: "ADDRESS",
    subject: `Confirm your address for ${sender.service}`,
    headline: "Confirm your email address",
    lead: `A mail server said that this address does not exist, so ${sender.service} no longer sends alerts or reports to it. If you are reading this, use the link below to get them again. The link expires in ${ADDRESS_LINK_DAYS} days.`,
    link: { label: "Confirm the address", url: `${sender.baseUrl}${CONFIRM_ADDRESS_PATH}/${token}` },
    key: keyOf("address", token)
  })

/** The service name and link URL of outgoing emails. */
export const mailSender = Effect.gen(function* () {
  const { serviceName = "Mon" } = yield* ApiConfig
  return { service: serviceName, baseUrl: (yield* PublicUrl).base() } satisfies Sender
})
