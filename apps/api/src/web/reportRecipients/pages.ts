import { type AccountBranding, type KnownRecipient, ScheduledReports, Secrets } from "@mon/core-store"
import { readReportRecipientToken, REPORT_RECIPIENT_PATH } from "@mon/notifications"
import { html, type Html } from "@mon/status-page"
import { Effect } from "effect"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { branded } from "../page/branding.ts"
import { browserLanguage } from "../page/language.ts"
import { page } from "../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import { frameOf } from "../page/session.ts"
import { reportRecipientWords } from "./words.ts"

export type ReportRecipientServices = AccountBranding | ScheduledReports | Secrets

/** The path contains the token of the link, so it must not reach other sites or search engines. */
const PRIVATE_HEADERS = { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow" } as const

/** The value of the form field that subscribes. A POST with any other value unsubscribes. */
const SUBSCRIBE = "subscribe"

const show = (request: PageRequest, title: string, body: Html, status = 200): HttpResponse =>
  page({
    title,
    status,
    language: browserLanguage(request),
    isBare: true,
    frame: frameOf(request, null),
    headers: PRIVATE_HEADERS,
    body: html`<main class="narrow">
      <h1>${title}</h1>
      ${body}
    </main>`
  })

/**
 * Returns the page for a link that does not work. Forged links and links that are no longer valid get the same page.
 */
const gonePage = (request: PageRequest): HttpResponse => {
  const { gone, goneHint } = reportRecipientWords[browserLanguage(request)]
  return show(request, gone, html`<p>${goneHint}</p>`, 404)
}

const recipientPage = (request: PageRequest, { address, ownerEmail, state }: KnownRecipient): HttpResponse => {
  const words = reportRecipientWords[browserLanguage(request)]
  const isSubscribed = state === "confirmed"
  return show(
    request,
    words.title,
    html`<p>${words[state](ownerEmail)}</p>
      <p><strong><bdi>${address}</bdi></strong></p>
      <form method="post">
        <input type="hidden" name="do" value="${isSubscribed ? "unsubscribe" : SUBSCRIBE}" />
        <button type="submit">${isSubscribed ? words.unsubscribe : words.confirm}</button>
      </form>`
  )
}

const found = Effect.fnUntraced(function* ({ params }: PageRequest) {
  const id = readReportRecipientToken(yield* Secrets, params["token"] ?? "")
  const recipient = id === null ? null : yield* (yield* ScheduledReports).recipient(id)
  return id === null || recipient === null ? null : { id, recipient }
})

const submit = Effect.fnUntraced(function* (request: PageRequest, id: string) {
  const reports = yield* ScheduledReports
  const isWanted = (yield* request.form).get("do") === SUBSCRIBE
  const recipient = (yield* reports.decide(id, isWanted)) ? yield* reports.recipient(id) : null
  return recipient === null ? gonePage(request) : recipientPage(yield* branded(request, recipient), recipient)
})

/**
 * The pages on which recipients of reports confirm and unsubscribe. A GET changes nothing, because mail scanners follow
 * links. A POST without the form field is a one-click unsubscribe (RFC 8058).
 */
export const reportRecipientEndpoints: ReadonlyArray<PageEndpoint<ReportRecipientServices>> = [
  {
    method: "GET",
    path: `${REPORT_RECIPIENT_PATH}/:token`,
    handle: Effect.fnUntraced(function* (request) {
      const known = yield* found(request)
      return known === null
        ? gonePage(request)
        : recipientPage(yield* branded(request, known.recipient), known.recipient)
    })
  },
  {
    method: "POST",
    path: `${REPORT_RECIPIENT_PATH}/:token`,
    action: "scheduledReports.decide",
    admit: Effect.fnUntraced(function* (request) {
      const known = yield* found(request)
      return known === null
        ? gonePage(request)
        : {
            actor: { kind: "link" },
            accountId: known.recipient.accountId,
            target: null,
            submit: submit(request, known.id)
          }
    })
  }
]
