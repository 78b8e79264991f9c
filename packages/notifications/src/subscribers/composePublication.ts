import { composeNotice, type Email, type Notice } from "@mon/alerts"
import type { Language } from "@mon/model"
import { postPath, type PostUpdate, type StatusPageDocument, type StatusPost, wordsOf } from "@mon/status-page"
import type { DeliveryIdentitySettings } from "../deliveries/DeliveryIdentity.ts"
import { timesIn, zonedTimeIn } from "../mail/letterTime.ts"
import { subscriberWords } from "./subscriberWords.ts"

export interface EmailSubscriber {
  readonly id: string
  readonly address: string
  readonly language: Language
  readonly links: { readonly manage: string; readonly unsubscribe: string }
}

export interface Publication {
  readonly document: StatusPageDocument
  /**
   * The address of the page on the service's own host. Emails link to this address, so that links in old emails keep
   * working if the page's custom host name changes.
   */
  readonly serviceUrl: string
  readonly post: StatusPost
  readonly update: PostUpdate
}

/** The maximum number of characters of an update that an email contains. The page shows the full text. */
const LONGEST = 4_000
const SUBJECT_CHARACTERS = 200

export const messageDomainOf = ({ baseUrl }: DeliveryIdentitySettings): string =>
  new URL(baseUrl).hostname.replace(/^\[|\]$/gu, "")

const toneOf = ({ impact, kind }: StatusPost, { state }: PostUpdate): Notice["tone"] => {
  if (state === "resolved" || state === "completed") return "up"
  if (kind === "maintenance" || state === "postmortem" || impact === "none") return "news"
  return impact === "minor" ? "warning" : "down"
}

const paragraphsOf = (body: string): ReadonlyArray<string> => {
  const short = body.length > LONGEST ? `${body.slice(0, LONGEST)} …` : body
  return short.split(/\s*\n\s*/u).filter((line) => line !== "")
}

const rowsOf = ({ document, post, update }: Publication, language: Language): Notice["rows"] => {
  const words = subscriberWords[language]
  const { timeZone } = document
  const voice = { language, timeZone }
  const names = document.components.filter(({ id }) => post.componentIds.includes(id)).map(({ name }) => name)
  return [
    { label: words.page, value: document.name },
    ...(names.length === 0 ? [] : [{ label: words.affected, value: names.join(", ") }]),
    ...(post.scheduledFor === null || post.scheduledUntil === null
      ? []
      : [
          {
            label: words.planned,
            value: `${timesIn(voice)(new Date(post.scheduledFor))} – ${zonedTimeIn(new Date(post.scheduledUntil), voice)}`
          }
        ]),
    { label: words.time, value: zonedTimeIn(new Date(update.displayAt), voice) }
  ]
}

/**
 * Returns the key of an email. The key is the same for every attempt, but different for each subscriber and
 * publication.
 */
const keyOf = (updateId: string, { id }: EmailSubscriber): string => `status-update:${updateId}:${id}`

/** Writes the email about a publication. The emails about one post form a thread. */
export const composePublication = (
  publication: Publication,
  subscriber: EmailSubscriber,
  identity: DeliveryIdentitySettings
): Email => {
  const { document, post, update } = publication
  const { address, language, links } = subscriber
  const state = wordsOf(language).posts[update.state]
  const [lead = "", ...paragraphs] = paragraphsOf(update.body)
  const before = post.updates.find(
    (one) => one.id !== update.id && one.notifiesSubscribers && one.displayAt < update.displayAt
  )
  return composeNotice(
    {
      tone: toneOf(post, update),
      word: state.toLocaleUpperCase(language),
      subject: `[${document.name}] ${post.title}: ${state}`.replaceAll(/\s+/gu, " ").slice(0, SUBJECT_CHARACTERS),
      headline: post.title,
      lead,
      paragraphs,
      rows: rowsOf(publication, language),
      sections: [],
      link: { label: subscriberWords[language].read, url: `${document.url}/${postPath(post)}` }
    },
    {
      to: address,
      language,
      timeZone: document.timeZone,
      service: identity.service,
      messageDomain: messageDomainOf(identity),
      settingsUrl: links.manage,
      stopUrl: links.unsubscribe
    },
    { key: keyOf(update.id, subscriber), follows: before === undefined ? null : keyOf(before.id, subscriber) }
  )
}
