import { composeNotice, type Email, type Notice } from "@mon/alerts"
import { linkSeconds } from "@mon/core-store"
import { teamLimits } from "@mon/model"
import { Effect } from "effect"
import { hash } from "node:crypto"
import { ApiConfig } from "../ApiConfig.ts"
import { PublicUrl } from "../PublicUrl.ts"

/** What a letter says of its sender. */
export interface Sender {
  /** What the service calls itself. */
  readonly service: string
  /** Where people reach it, without a slash at its end. */
  readonly baseUrl: string
}

/** A letter before it is a mail. */
interface Draft {
  readonly to: string
  readonly word: string
  readonly subject: string
  readonly headline: string
  readonly lead: string
  readonly link: Notice["link"]
  /** Makes the Message-ID: the same for every attempt at the same letter. */
  readonly key: string
}

const HOUR = 3_600

/** A token itself is in no Message-ID: these are logged on the way. */
const keyOf = (kind: string, token: string): string => `${kind}:${hash("sha256", token)}`

const post = ({ baseUrl, service }: Sender, { key, to, ...text }: Draft): Email =>
  composeNotice(
    { tone: "news", rows: [], sections: [], ...text },
    {
      to,
      service,
      timeZone: "UTC",
      settingsUrl: null,
      stopUrl: null,
      messageDomain: new URL(baseUrl).hostname.replace(/^\[|\]$/gu, "")
    },
    { key }
  )

/** Asks somebody into the team of an account. */
export const invitationLetter = (sender: Sender, to: string, ownerEmail: string, token: string): Email =>
  post(sender, {
    to,
    word: "INVITATION",
    subject: `${ownerEmail} invites you to ${sender.service}`,
    headline: `Join the team of ${ownerEmail}`,
    lead: `${ownerEmail} watches domains with ${sender.service} and would like you to see how they are doing. The link below works once, for ${teamLimits.inviteDays} days. If you do not know who this is, do nothing: without the link nothing happens.`,
    link: { label: "Accept the invitation", url: `${sender.baseUrl}/invite/${token}` },
    key: keyOf("invite", token)
  })

/** Has the address of somebody who signs up confirmed. */
export const confirmationLetter = (sender: Sender, to: string, token: string): Email =>
  post(sender, {
    to,
    word: "WELCOME",
    subject: `Confirm your address for ${sender.service}`,
    headline: "One more step",
    lead: `Somebody, hopefully you, wants an account at ${sender.service} with this address. The link below confirms it and lets you choose a password. It works once, for ${linkSeconds.signup / HOUR} hours. If it was not you, do nothing: no account is made.`,
    link: { label: "Confirm and choose a password", url: `${sender.baseUrl}/confirm/${token}` },
    key: keyOf("signup", token)
  })

/** Tells the owner of an account that somebody tried to sign up with the address. `attempt`: makes the letter one of a kind. */
export const knownAddressLetter = (sender: Sender, to: string, attempt: string): Email =>
  post(sender, {
    to,
    word: "ACCOUNT",
    subject: `You have an account at ${sender.service} already`,
    headline: "You have an account already",
    lead: `Somebody, hopefully you, wanted to sign up at ${sender.service} with this address, which has an account. Sign in with your password; if you have lost it, ask for a new one on the same page. If it was not you, do nothing: nothing has changed.`,
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
    lead: `Somebody, hopefully you, asked for a new password for ${to}. The link below works once, for ${linkSeconds.reset / HOUR} hour. If it was not you, do nothing: your password stays as it is.`,
    link: { label: "Choose a new password", url: `${sender.baseUrl}/reset/${token}` },
    key: keyOf("reset", token)
  })

/** Tells somebody that the password was changed. `change`: makes the letter one of a kind. */
export const passwordChangedLetter = (sender: Sender, to: string, change: string): Email =>
  post(sender, {
    to,
    word: "PASSWORD",
    subject: `Your password for ${sender.service} was changed`,
    headline: "Your password was changed",
    lead: `The password of ${to} was changed just now, and everybody who was signed in with it was signed out. If it was you, all is well. If not, set a new password at once.`,
    link: { label: "Set a new password", url: `${sender.baseUrl}/reset` },
    key: keyOf("changed", change)
  })

/** The name in which emails are sent, and the URL of their links. */
export const mailSender = Effect.gen(function* () {
  const { serviceName = "Mon" } = yield* ApiConfig
  return { service: serviceName, baseUrl: (yield* PublicUrl).base() } satisfies Sender
})
