import { composeNotice, type Email } from "@mon/alerts"
import { hash } from "node:crypto"
import type { Sender } from "../../auth/Letter.ts"

interface Shared {
  readonly to: string
  readonly campaign: string
}

interface Draft {
  readonly word: string
  readonly subject: string
  readonly headline: string
  readonly lead: string
  readonly key: string
}

const compose = ({ baseUrl, service }: Sender, to: string, { key, ...text }: Draft): Email =>
  composeNotice(
    { tone: "news", rows: [], sections: [], link: null, ...text },
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

/** The code that somebody who has the link needs. `cookie`: makes the letter one of a kind. */
export const codeLetter = (sender: Sender, { campaign, to }: Shared, code: string, cookie: string): Email =>
  compose(sender, to, {
    word: "CODE",
    subject: `${code} opens the results of "${campaign}"`,
    headline: `The code is ${code}`,
    lead: `Somebody has the link to your campaign simulation "${campaign}" and asks to see its results. Give them the code ${code} if they may: it works once, for 10 minutes. If they may not, do nothing; a new link, made through the API, ends this one.`,
    key: `share-code:${hash("sha256", cookie)}`
  })

/** Tells that a link is locked. */
export const lockedLetter = (sender: Sender, { campaign, to }: Shared, jobId: string, version: number): Email =>
  compose(sender, to, {
    word: "LOCKED",
    subject: `The link to "${campaign}" is locked`,
    headline: "A link was locked",
    lead: `At the link to your campaign simulation "${campaign}" too many wrong codes were entered, so it opens for nobody any more. Those who had entered a right code still see the results. To share it again, make a new link through the API (revoke-share); the old one ends with it.`,
    key: `share-locked:${jobId}:${version}`
  })
