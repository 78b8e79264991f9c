import { Accounts, MailOutbox, type OutboxMail, type Secrets, type Sessions } from "@mon/core-store"
import { openOutboxMail, type OutboxContent } from "@mon/notifications"
import { html } from "@mon/status-page"
import { Effect } from "effect"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { ApiConfig } from "../../ApiConfig.ts"
import { errorPage } from "../page/errorPages.ts"
import { frameOf, toSignIn } from "../page/session.ts"
import { page } from "../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import { time } from "../page/time.ts"
import { currentSession, type Session } from "../../auth/currentSession.ts"

export type OutboxServices = Accounts | ApiConfig | MailOutbox | Secrets | Sessions

const SHOWN = 100

/**
 * Returns the address whose emails a person can see. Emails contain secret links, so everybody sees only their own
 * emails. Undefined: all emails, for the owner of the only account of a service.
 */
const recipientFor = Effect.fnUntraced(function* ({ email, viewer }: Session) {
  return (yield* (yield* Accounts).isOnly(viewer)) ? undefined : email
})

type Show = (
  request: PageRequest,
  session: Session
) => Effect.Effect<HttpResponse, Effect.Error<ReturnType<typeof recipientFor>>, OutboxServices>

/** Returns the endpoint of a page for account owners. Members get a 404. */
const forOwner = (path: string, show: Show): PageEndpoint<OutboxServices> => ({
  method: "GET",
  path,
  handle: Effect.fnUntraced(function* (request) {
    const session = yield* currentSession(request)
    if (session === null) return toSignIn(request)
    return session.principal.role === "owner"
      ? yield* show(request, session)
      : errorPage("absent", frameOf(request, session))
  })
})

/**
 * The replacement for the content of an email that was encrypted with another secret, for example before a restore with
 * `--new-secret`.
 */
const UNREADABLE: OutboxContent = {
  subject: "Email that cannot be decrypted",
  text: "This email was encrypted with a secret that this service does not have.",
  html: null
}

interface OpenedMail extends OutboxContent {
  readonly mail: OutboxMail
}

const opened = Effect.fnUntraced(function* (mail: OutboxMail) {
  const content = (yield* openOutboxMail(mail)) ?? UNREADABLE
  return { ...content, mail } satisfies OpenedMail
})

const mailFor = Effect.fnUntraced(function* ({ params }: PageRequest, session: Session) {
  const recipient = yield* recipientFor(session)
  const mail = yield* (yield* MailOutbox).find(params["id"] ?? "")
  return mail !== null && (recipient === undefined || mail.recipient.toLowerCase() === recipient.toLowerCase())
    ? yield* opened(mail)
    : null
})

const row = ({ mail: { createdAt, id, recipient }, subject }: OpenedMail, zone: string) =>
  html`<tr>
    <th scope="row"><a href="/outbox/${id}">${subject}</a></th>
    <td data-label="To">${recipient}</td>
    <td data-label="Written">${time(createdAt.toISOString(), zone)}</td>
  </tr>`

/** Renders URLs of the service as links. All other parts of an email stay plain text. */
const withLinks = (text: string, baseUrl: string) =>
  text
    .split(/(https?:\/\/\S+)/u)
    .map((part) => (part.startsWith(`${baseUrl}/`) ? html`<a href="${part}">${part}</a>` : part))

const zoneOf = ({ viewer }: Session) =>
  Effect.flatMap(Accounts, (accounts) => Effect.map(accounts.settings(viewer), ({ timezone }) => timezone))

/**
 * These headers make the browser download the file. If a browser displays the file anyway, the content is sandboxed.
 */
const AS_FILE = {
  "Content-Disposition": 'attachment; filename="email.html"',
  "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store"
} as const

/** The pages with the emails of a service without a mail server, for example invites and codes. */
export const outboxEndpoints: ReadonlyArray<PageEndpoint<OutboxServices>> = [
  forOwner(
    "/outbox",
    Effect.fnUntraced(function* (request, session) {
      const stored = yield* (yield* MailOutbox).list(SHOWN, yield* recipientFor(session))
      const mails = yield* Effect.forEach(stored, opened)
      const zone = yield* zoneOf(session)
      const { outboxEmails } = yield* ApiConfig.retention
      return page({
        title: "Outbox",
        frame: frameOf(request, session),
        body: html`<main>
          <h1>Outbox</h1>
          <p>
            No mail server is configured (<code>MON_SMTP_URL</code>), so emails are encrypted and stored here for
            ${outboxEmails} days instead of being sent.
          </p>
          ${
            mails.length === 0
              ? html`<p>The outbox is empty.</p>`
              : html`<table>
                  <thead>
                    <tr>
                      <th scope="col">Subject</th>
                      <th scope="col">To</th>
                      <th scope="col">Written</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${mails.map((mail) => row(mail, zone))}
                  </tbody>
                </table>`
          }
        </main>`
      })
    })
  ),
  forOwner(
    "/outbox/:id",
    Effect.fnUntraced(function* (request, session) {
      const found = yield* mailFor(request, session)
      if (found === null) return errorPage("absent", frameOf(request, session))
      const { mail, subject, text } = found
      const zone = yield* zoneOf(session)
      return page({
        title: subject,
        frame: frameOf(request, session),
        body: html`<main>
          <h1>${subject}</h1>
          <dl class="facts">
            <div>
              <dt>To</dt>
              <dd>${mail.recipient}</dd>
            </div>
            <div>
              <dt>Written</dt>
              <dd>${time(mail.createdAt.toISOString(), zone)}</dd>
            </div>
          </dl>
          <pre class="mail" tabindex="0">${withLinks(text, request.baseUrl)}</pre>
          <p class="actions">
            ${found.html === null ? null : html`<a class="button second" href="/outbox/${mail.id}/html" download="email.html">Save as HTML</a>`}
            <a href="/outbox">All emails</a>
          </p>
        </main>`
      })
    })
  ),
  forOwner(
    "/outbox/:id/html",
    Effect.fnUntraced(function* (request, session) {
      const mail = yield* mailFor(request, session)
      if (mail === null || mail.html === null) return errorPage("absent", frameOf(request, session))
      return { status: 200, contentType: "text/html; charset=utf-8", body: mail.html, headers: AS_FILE }
    })
  )
]
