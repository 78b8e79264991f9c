import {
  type AccountBranding,
  type AcknowledgeLink,
  AcknowledgeLinks,
  type ContactRuleSets,
  type Deliveries,
  type Jobs,
  type OnCallSchedules,
  type RoutedAlerts,
  Secrets,
  inTransaction
} from "@mon/core-store"
import {
  acknowledgementLimits,
  effectivePlan,
  hasControlCharacters,
  isPublicId,
  type Language,
  Plans
} from "@mon/model"
import {
  ACKNOWLEDGE_PATH,
  type AlertTaker,
  alertTakers,
  escalateAlert,
  escalationOf,
  handOverAlert,
  readAcknowledgeToken,
  showAcknowledgement
} from "@mon/notifications"
import { html, type Html } from "@mon/status-page"
import { Clock, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { makeAddressBuckets, windowStart } from "../../http/RateLimit.ts"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { branded } from "../page/branding.ts"
import { lineOf, notice } from "../page/Form.ts"
import { browserLanguage } from "../page/language.ts"
import { page } from "../page/Page.ts"
import type { PageEndpoint, PageError, PageRequest } from "../page/PageEndpoint.ts"
import { frameOf } from "../page/session.ts"
import { acknowledgeWords } from "./words.ts"

export type AcknowledgePageServices =
  | AccountBranding
  | AcknowledgeLinks
  | ContactRuleSets
  | Deliveries
  | Jobs
  | OnCallSchedules
  | RoutedAlerts
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

/** What else a recipient can do about an alert, apart from acknowledging it. */
interface Alternatives {
  /** The beginning of the alert that the page shows, if it has a further step. */
  readonly escalation: number | null
  /** The people to whom the recipient can hand over. Empty if the recipient has no account. */
  readonly takers: ReadonlyArray<AlertTaker>
}

const alternativesOf = Effect.fnUntraced(function* ({ incidentId, isOver, role, membershipId }: AcknowledgeLink) {
  if (isOver) return { escalation: null, takers: [] } satisfies Alternatives
  // Names of people are shown only to people of the account, not to everyone in a chat.
  const takers = role === null ? [] : yield* alertTakers(incidentId)
  return {
    escalation: yield* escalationOf(incidentId),
    takers: takers.filter((taker) => taker.membershipId !== membershipId)
  } satisfies Alternatives
})

const alternativeForms = (language: Language, path: string, { escalation, takers }: Alternatives): Html => {
  const words = acknowledgeWords[language]
  const escalate = html`<form method="post" action="${path}/escalate">
    <h2>${words.escalateTitle}</h2>
    <p>${words.escalateHint}</p>
    <input type="hidden" name="seen" value="${escalation ?? 0}" />
    <button type="submit" class="second">${words.escalate}</button>
  </form>`
  const handOver = html`<form method="post" action="${path}/hand-over">
    <h2>${words.handOverTitle}</h2>
    <p>${words.handOverHint}</p>
    <div class="field">
      <label for="person">${words.person}</label>
      <select id="person" name="person">
        ${takers.map(({ membershipId, name }) => html`<option value="${membershipId}">${name}</option>`)}
      </select>
    </div>
    <button type="submit" class="second">${words.handOver}</button>
  </form>`
  return html`${escalation === null ? null : escalate}${takers.length === 0 ? null : handOver}`
}

const form = (language: Language, path: string): Html => {
  const { acknowledge, hint, note } = acknowledgeWords[language]
  return html`<p>${hint}</p>
    <form method="post" action="${path}">
      <div class="field">
        <label for="note">${note}</label>
        <input id="note" name="note" type="text" autocomplete="off" maxlength="${acknowledgementLimits.noteLength}" />
      </div>
      <button type="submit">${acknowledge}</button>
    </form>`
}

/** What a recipient has just done, in one sentence. Null: the page was only opened. */
type Said = ((words: (typeof acknowledgeWords)[Language]) => string) | null

const incidentPage = Effect.fnUntraced(function* (request: PageRequest, link: AcknowledgeLink, said: Said) {
  const language = link.language ?? browserLanguage(request)
  const words = acknowledgeWords[language]
  const { isDown, known, over, title } = words
  const { isAcknowledged, isExternal, isOver, monitorName } = link
  const path = `${ACKNOWLEDGE_PATH}/${encodeURIComponent(request.params["token"] ?? "")}`
  const name = html`<p><strong><bdi>${monitorName}</bdi></strong></p>`
  const down = html`<p><strong><bdi>${monitorName}</bdi></strong> ${isDown}</p>`
  const state = isExternal ? name : down
  const sentence = said === null ? (isAcknowledged ? known : null) : said(words)
  const alternatives = alternativeForms(language, path, yield* alternativesOf(link))
  const body = isOver
    ? html`${name}
        <p>${over}</p>`
    : html`${sentence === null ? null : notice(sentence)}${state}${isAcknowledged ? null : form(language, path)}${alternatives}`
  return show(yield* branded(request, link), { language, title, body })
})

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

/** Shows the incident as it is after a change. */
const shownAfter = Effect.fnUntraced(function* (request: PageRequest, deliveryId: string, said: Said) {
  const link = yield* (yield* AcknowledgeLinks).find(deliveryId)
  return link === null ? gonePage(request) : yield* incidentPage(request, link, said)
})

/** A change that a recipient of an alert can make with the link. Returns the sentence about it. */
type LinkAction = (
  request: PageRequest,
  found: { readonly deliveryId: string; readonly link: AcknowledgeLink }
) => Effect.Effect<Said, PageError, AcknowledgePageServices>

const acknowledge: LinkAction = Effect.fnUntraced(function* (request, { deliveryId }) {
  const links = yield* AcknowledgeLinks
  const note = noteOf(lineOf(yield* request.form, "note", acknowledgementLimits.noteLength))
  yield* inTransaction(
    "acknowledgeByLink",
    Effect.andThen(links.acknowledge(deliveryId, note), (incidentId) =>
      incidentId === null ? Effect.void : showAcknowledgement(incidentId)
    )
  )
  return ({ done }) => done
})

/** The largest number of digits of a time in milliseconds. */
const TIME_LENGTH = 16

const escalate: LinkAction = Effect.fnUntraced(function* (request, { link: { incidentId, isAcknowledged } }) {
  const seen = Number(lineOf(yield* request.form, "seen", TIME_LENGTH))
  const isSent = yield* inTransaction(
    "escalateByLink",
    Effect.tap(escalateAlert(incidentId, Number.isSafeInteger(seen) ? seen : 0), (isNew) =>
      isNew && isAcknowledged ? showAcknowledgement(incidentId) : Effect.void
    )
  )
  return ({ escalated, notEscalated }) => (isSent ? escalated : notEscalated)
})

const MEMBERSHIP_ID_LENGTH = 36

const handOver: LinkAction = Effect.fnUntraced(function* (request, { link: { incidentId, role } }) {
  const person = lineOf(yield* request.form, "person", MEMBERSHIP_ID_LENGTH)
  const taker =
    role === null || !isPublicId(person)
      ? null
      : yield* inTransaction("handOverByLink", handOverAlert(incidentId, person))
  return ({ handedOver, notHandedOver }) => (taker === null ? notHandedOver : handedOver(taker.name))
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
  const formOf = (last: string, action: string, change: LinkAction): PageEndpoint<AcknowledgePageServices> => ({
    method: "POST",
    path: `${path}${last}`,
    action,
    hidesOrigin: true,
    admit: Effect.fnUntraced(function* (request) {
      if (yield* isFlood(request)) return floodPage(request)
      const found = yield* linkOf(request)
      if (found === null) return gonePage(request)
      return {
        actor: { kind: "link" },
        accountId: found.link.accountId,
        target: found.link.incidentId,
        submit: Effect.flatMap(change(request, found), (said) => shownAfter(request, found.deliveryId, said))
      }
    })
  })
  return [
    {
      method: "GET",
      path,
      handle: Effect.fnUntraced(function* (request) {
        if (yield* isFlood(request)) return floodPage(request)
        const found = yield* linkOf(request)
        return found === null ? gonePage(request) : yield* incidentPage(request, found.link, null)
      })
    },
    formOf("", "incidents.acknowledge", acknowledge),
    formOf("/escalate", "incidents.escalate", escalate),
    formOf("/hand-over", "incidents.handOver", handOver)
  ]
}
