import { composeNotice, type Email } from "@mon/alerts"
import type { SharedSimulation } from "@mon/core-store"
import { hash } from "node:crypto"
import { messageDomainOf, type Sender } from "../../auth/Letter.ts"
import { type ShareLetterText, shareLetterWords } from "./shareLetterWords.ts"

type Shared = Pick<SharedSimulation, "jobId" | "name" | "ownerEmail" | "ownerLanguage" | "version">

const compose = (
  { baseUrl, service }: Sender,
  { ownerEmail, ownerLanguage }: Shared,
  text: ShareLetterText,
  key: string
): Email =>
  composeNotice(
    { tone: "news", rows: [], sections: [], link: null, ...text },
    {
      to: ownerEmail,
      language: ownerLanguage,
      service,
      timeZone: "UTC",
      settingsUrl: null,
      stopUrl: null,
      messageDomain: messageDomainOf(baseUrl)
    },
    { key }
  )

/** Emails the owner the code that a visitor needs. `cookie` makes the Message-ID unique. */
export const codeLetter = (sender: Sender, shared: Shared, code: string, cookie: string): Email =>
  compose(
    sender,
    shared,
    shareLetterWords[shared.ownerLanguage].code(shared.name, code),
    `share-code:${hash("sha256", cookie)}`
  )

export const lockedLetter = (sender: Sender, shared: Shared): Email =>
  compose(
    sender,
    shared,
    shareLetterWords[shared.ownerLanguage].locked(shared.name),
    `share-locked:${shared.jobId}:${shared.version}`
  )
