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

/** Emails the owner the code that a visitor needs. `cookie` makes the Message-ID unique. */
export const codeLetter = (sender: Sender, { campaign, to }: Shared, code: string, cookie: string): Email =>
  compose(sender, to, {
    word: "CODE",
    subject: `${code} opens the results of "${campaign}"`,
    headline: `The code is ${code}`,
    lead: `Someone opened the link to your campaign simulation "${campaign}" and wants to see its results. To let them, give them the code ${code}, which works once and expires in 10 minutes. Otherwise, ignore this email. To disable the link, create a new one through the API.`,
    key: `share-code:${hash("sha256", cookie)}`
  })

/** Informs the owner that a link is locked. */
export const lockedLetter = (sender: Sender, { campaign, to }: Shared, jobId: string, version: number): Email =>
  compose(sender, to, {
    word: "LOCKED",
    subject: `The link to "${campaign}" is locked`,
    headline: "A link was locked",
    lead: `Too many wrong codes were entered for the link to your campaign simulation "${campaign}", so the link was locked. Anyone who has already entered a correct code can still see the results. To share the simulation again, create a new link through the API (revoke-share), which replaces this one.`,
    key: `share-locked:${jobId}:${version}`
  })
