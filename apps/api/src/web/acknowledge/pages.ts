import {
  type AccountBranding,
  type AcknowledgeLink,
  AcknowledgeLinks,
  type Deliveries,
  type Jobs,
  Secrets,
  inTransaction
} from "@mon/core-store"
import { acknowledgementLimits, effectivePlan, hasControlCharacters, type Language, Plans } from "@mon/model"
import { ACKNOWLEDGE_PATH, readAcknowledgeToken, showAcknowledgement } from "@mon/notifications"
import { html, type Html } from "@mon/status-page"
import { Clock, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { makeAddressBuckets, windowStart } from "../../http/RateLimit.ts"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { branded } from "../page/branding.ts"
import { lineOf, notice } from "../page/Form.ts"
import { browserLanguage } from "../page/language.ts"
import { page } from "../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import { frameOf } from "../page/session.ts"
import { acknowledgeWords } from "./words.ts"

export type AcknowledgePageServices =
  | AccountBranding
  | AcknowledgeLinks
  | Deliveries
  | Jobs
  | Secrets
  | SqlClient.SqlClient

/** The largest number of requests to open or use a link per minute from one IPv4 address or IPv6 /64. */
const REQUESTS_PER_MINUTE = 60

/** The path contains the token of the link, so it must not reach other sites or search engines. */
const PRIVATE_HEADERS = { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow" } as const

interface Shown {
  readonly language: Language
  readonly title: string
  readonly body: Html
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

const show = (request: PageRequest, { body, headers, language, status = 200, title }: Shown): HttpResponse =>
  page({
    title,
    status,
    language,
    isBare: true,
    frame: frameOf(request, null),
    headers: { ...PRIVATE_HEADERS, ...headers },
    body: html`<main class="narrow">
      <h1>${title}</h1>
      ${body}
    </main>`
  })

/**
 * Returns the page for a link that does not work. Forged links and links that are no longer valid get the same page.
 */
const gonePage = (request: PageRequest): HttpResponse => {
  const language = browserLanguage(request)
  const { gone, goneHint } = acknowledgeWords[language]
  return show(request, { language, title: gone, status: 404, body: html`<p>${goneHint}</p>` })
}

const floodPage = (request: PageRequest): HttpResponse => {
  const language = browserLanguage(request)
  const { title, tooMany } = acknowledgeWords[language]
  return show(request, {
    language,
    title,
    status: 429,
    headers: { "Retry-After": "60" },
    body: html`<p>${tooMany}</p>`
  })
}

const form = (language: Language): Html => {
  const { acknowledge, hint, note } = acknowledgeWords[language]
  return html`<p>${hint}</p>
    <form method="post">
      <div class="field">
        <label for="note">${note}</label>
        <input id="note" name="note" type="text" autocomplete="off" maxlength="${acknowledgementLimits.noteLength}" />
      </div>
      <button type="submit">${acknowledge}</button>
    </form>`
}

const incidentPage = (request: PageRequest, link: AcknowledgeLink, isDone: boolean): HttpResponse => {
  const language = link.language ?? browserLanguage(request)
  const { done, isDown, known, over, title } = acknowledgeWords[language]
  const { isAcknowledged, isExternal, isOver, monitorName } = link
  const name = html`<p><strong><bdi>${monitorName}</bdi></strong></p>`
  const down = html`<p><strong><bdi>${monitorName}</bdi></strong> ${isDown}</p>`
  const state = isOver ? null : isExternal ? name : down
  const body = isOver
    ? html`${name}
        <p>${over}</p>`
    : isAcknowledged
      ? html`${notice(isDone ? done : known)}${state}`
      : html`${state}${form(language)}`
  return show(request, { language, title, body })
}

/**
 * Returns the alert delivery that contains a link, and the object that the link acknowledges. Null: the link does not
 * work.
 */
const linkOf = Effect.fnUntraced(function* ({ params }: PageRequest) {
  const deliveryId = readAcknowledgeToken(yield* Secrets, params["token"] ?? "")
  const link = deliveryId === null ? null : yield* (yield* AcknowledgeLinks).find(deliveryId)
  if (deliveryId === null || link === null) return null
  const now = new Date(yield* Clock.currentTimeMillis)
  const { teamMembers } = (yield* Plans)[effectivePlan(link.plan, link.planExpiresAt, now)]
  // On a plan without team seats, members can only read.
  return link.role === "member" && teamMembers === 0 ? null : { deliveryId, link }
})

const noteOf = (text: string): string | null => {
  const line = Array.from(text, (character) => (hasControlCharacters(character) ? " " : character))
    .join("")
    .trim()
  return line === "" ? null : line
}

const submit = Effect.fnUntraced(function* (request: PageRequest, deliveryId: string) {
  const links = yield* AcknowledgeLinks
  const note = noteOf(lineOf(yield* request.form, "note", acknowledgementLimits.noteLength))
  yield* inTransaction(
    "acknowledgeByLink",
    Effect.andThen(links.acknowledge(deliveryId, note), (incidentId) =>
      incidentId === null ? Effect.void : showAcknowledgement(incidentId)
    )
  )
  const link = yield* links.find(deliveryId)
  return link === null ? gonePage(request) : incidentPage(yield* branded(request, link), link, true)
})

/**
 * Creates the pages for links in alerts that acknowledge an incident. A GET changes nothing, because mail scanners
 * follow links. A POST without the form's field comes from a button in an app, such as ntfy.
 */
export const makeAcknowledgeEndpoints = (): ReadonlyArray<PageEndpoint<AcknowledgePageServices>> => {
  const buckets = makeAddressBuckets()
  const isFlood = ({ clientAddress }: PageRequest) =>
    Effect.map(Clock.currentTimeMillis, (now) => buckets.count(clientAddress, windowStart(now)) > REQUESTS_PER_MINUTE)
  const path = `${ACKNOWLEDGE_PATH}/:token`
  return [
    {
      method: "GET",
      path,
      handle: Effect.fnUntraced(function* (request) {
        if (yield* isFlood(request)) return floodPage(request)
        const found = yield* linkOf(request)
        return found === null ? gonePage(request) : incidentPage(yield* branded(request, found.link), found.link, false)
      })
    },
    {
      method: "POST",
      path,
      action: "incidents.acknowledge",
      hidesOrigin: true,
      admit: Effect.fnUntraced(function* (request) {
        if (yield* isFlood(request)) return floodPage(request)
        const found = yield* linkOf(request)
        if (found === null) return gonePage(request)
        const { deliveryId, link } = found
        return {
          actor: { kind: "link" },
          accountId: link.accountId,
          target: link.incidentId,
          submit: submit(request, deliveryId)
        }
      })
    }
  ]
}
