import { parseAddress } from "@mon/alerts"
import {
  type Locations,
  type RateLimitedAttempts,
  Secrets,
  type ServedStatusPage,
  type StoreError,
  StatusSubscribers,
  inTransaction
} from "@mon/core-store"
import { type Language, uuidv7 } from "@mon/model"
import {
  confirmSubscriptionLetter,
  knownSubscriberLetter,
  OutgoingMail,
  sealSubscriberSecret,
  subscriberLinks
} from "@mon/notifications"
import { parsePublicUrl, registrableDomain } from "@mon/public-net"
import { Clock, Effect, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { takeAttempt, takeFirstWait } from "../../auth/AttemptLimits.ts"
import { mailSender } from "../../auth/Letter.ts"
import { networkOf, siteOf } from "../../auth/networkOf.ts"
import { hashOf, makeToken } from "../../auth/Token.ts"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { WebhookChallenger } from "../../http/WebhookChallenger.ts"
import { lineOf } from "../page/Form.ts"
import type { PageError, PageRequest } from "../page/PageEndpoint.ts"
import { absentPage } from "./accessPages.ts"
import { sentPage, subscribePage, webhookPage } from "./subscriberPages.ts"
import { subscriberWords } from "./subscriberWords.ts"

export type SubscribeServices =
  | Locations
  | OutgoingMail
  | RateLimitedAttempts
  | Secrets
  | SqlClient.SqlClient
  | StatusSubscribers
  | WebhookChallenger
  | Effect.Services<typeof mailSender>

export interface ReadablePage {
  readonly served: ServedStatusPage
  /** The path of the page, with a trailing slash. */
  readonly root: string
  /** The URL of the page for this reader, without a trailing slash. */
  readonly url: string
}

const URL_CHARACTERS = 2_000

interface Asking {
  readonly mayUseReserve: boolean
}

interface Entered {
  readonly address: string
  readonly language: Language
  /** The chosen components. Null: all components. */
  readonly componentIds: ReadonlyArray<string> | null
}

const enteredIn = (form: URLSearchParams, page: Language): Entered => {
  const chosen = form.getAll("component")
  const language = form.get("language")
  return {
    address: lineOf(form, "address", URL_CHARACTERS),
    language: language === "en" || language === "de" ? language : page,
    componentIds: chosen.length === 0 ? null : chosen
  }
}

const refusal = Effect.fnUntraced(function* (
  { root, served }: ReadablePage,
  kind: "email" | "webhook",
  entered: Entered,
  message: string,
  { headers = {}, status = 400 }: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {}
) {
  const { id, language, name } = served.document
  return subscribePage({
    language,
    pageName: name,
    root,
    components: (yield* (yield* StatusSubscribers).choices(id)) ?? [],
    status,
    headers,
    error: { kind, message },
    address: entered.address,
    chosen: entered.componentIds ?? []
  })
})

const refusals = {
  Full: "full",
  Busy: "busy",
  NoComponent: "noComponent",
  WrongDomain: "wrongDomain",
  SiteFull: "siteFull"
} as const

const refusedFor = (
  page: ReadablePage,
  kind: "email" | "webhook",
  entered: Entered,
  tag: keyof typeof refusals | "Absent"
): Effect.Effect<HttpResponse, StoreError, StatusSubscribers> => {
  if (tag === "Absent") return Effect.succeed(absentPage(page.served.document.language))
  const words = subscriberWords[page.served.document.language]
  return refusal(page, kind, entered, words[refusals[tag]], { status: tag === "Busy" ? 429 : 400 })
}

const subscribeEmail = Effect.fnUntraced(function* (page: ReadablePage, entered: Entered, asking: Asking) {
  const { address, componentIds, language } = entered
  const { document } = page.served
  if (parseAddress(address) === null)
    return yield* refusal(page, "email", entered, subscriberWords[document.language].mistyped)
  const subscribers = yield* StatusSubscribers
  const outgoing = yield* OutgoingMail
  const sender = yield* mailSender
  const secrets = yield* Secrets
  const token = yield* makeToken
  const confirmHash = hashOf(token)
  const { url } = page
  const letter = { to: address, language, pageName: document.name }
  return yield* inTransaction(
    "subscribeEmail",
    Effect.gen(function* () {
      const result = yield* subscribers.requestEmail({
        pageId: document.id,
        address,
        language,
        componentIds,
        confirmHash,
        readers: page.served,
        ...asking
      })
      if (result._tag === "Confirm")
        yield* outgoing.post(confirmSubscriptionLetter({ ...letter, url: `${url}/subscribe/${token}` }, sender))
      else if (result._tag === "Known") {
        const { manage } = subscriberLinks(secrets, url, result.subscriberId)
        yield* outgoing.post(knownSubscriberLetter({ ...letter, url: manage }, sender, token))
      } else if (result._tag !== "Quiet") return yield* refusedFor(page, "email", entered, result._tag)
      return yield* sentPage(document.language, page.root)
    })
  )
})

/**
 * Returns the URL of a webhook, and the domain whose webhooks are counted together. Null: the URL is not a public https
 * URL.
 */
const webhookOf = (text: string): { readonly url: string; readonly site: string } | null => {
  const parsed = parsePublicUrl(text)
  const url = URL.parse(text)
  if (!parsed.ok || url === null || url.protocol !== "https:" || url.username !== "" || url.password !== "") return null
  url.hash = ""
  return { url: url.href, site: registrableDomain(parsed.hostname) ?? parsed.hostname }
}

const subscribeWebhook = Effect.fnUntraced(function* (page: ReadablePage, entered: Entered, asking: Asking) {
  const { document } = page.served
  const words = subscriberWords[document.language]
  const target = webhookOf(entered.address)
  if (target === null) return yield* refusal(page, "webhook", entered, words.badUrl)
  const subscribers = yield* StatusSubscribers
  const allowed = yield* subscribers.requestWebhook(document.id, target.url, target.site, asking)
  if (allowed._tag !== "Allowed") return yield* refusedFor(page, "webhook", entered, allowed._tag)
  const challenged = yield* (yield* WebhookChallenger).challenge(target.url, document.name)
  if (challenged._tag !== "Echoed")
    return yield* refusal(page, "webhook", entered, challenged._tag === "NoEcho" ? words.noEcho : words.notReached)
  const secrets = yield* Secrets
  const now = yield* Clock.currentTimeMillis
  const confirmed = yield* subscribers.confirmWebhook({
    id: uuidv7(now, randomBytes(10)),
    pageId: document.id,
    url: target.url,
    site: target.site,
    language: document.language,
    componentIds: entered.componentIds,
    readers: page.served,
    seal: (id) => Effect.provideService(sealSubscriberSecret(id, challenged.secret), Secrets, secrets)
  })
  if (confirmed._tag !== "Confirmed") return yield* refusedFor(page, "webhook", entered, confirmed._tag)
  const { manage } = subscriberLinks(secrets, page.url, confirmed.subscriberId)
  return webhookPage(document.language, Redacted.value(challenged.secret), manage, page.root)
})

export const subscribe = (
  page: ReadablePage,
  request: PageRequest
): Effect.Effect<HttpResponse, PageError, SubscribeServices> =>
  Effect.gen(function* () {
    const form = yield* request.form
    const { id, language } = page.served.document
    const network = networkOf(request.clientAddress)
    const kind = form.get("kind") === "webhook" ? "webhook" : "email"
    const entered = enteredIn(form, language)
    const seconds = yield* takeFirstWait([
      ["subscription", network],
      ["subscriptionPage", `${id} ${network}`]
    ])
    if (seconds > 0) {
      const headers = { "Retry-After": String(seconds) }
      return yield* refusal(page, kind, entered, subscriberWords[language].tooMany(seconds), { status: 429, headers })
    }
    const reserve = yield* takeAttempt("subscriptionReserve", `${id} ${siteOf(request.clientAddress)}`)
    const asking = { mayUseReserve: reserve === 0 }
    return yield* kind === "webhook" ? subscribeWebhook(page, entered, asking) : subscribeEmail(page, entered, asking)
  })
