import { composeNotice, type Email, parseAddress } from "@mon/alerts"
import { type Locations, type RateLimitedAttempts, Secrets, type ServedStatusPage } from "@mon/core-store"
import { OutgoingMail } from "@mon/notifications"
import { mailboxKey } from "@mon/model"
import { Clock, Effect } from "effect"
import { hash } from "node:crypto"
import { clearAttempts, forgiveAttempt, takeFirstWait } from "../../auth/AttemptLimits.ts"
import { mailSender, type Sender } from "../../auth/Letter.ts"
import { networkOf } from "../../auth/networkOf.ts"
import { Passwords } from "../../auth/Passwords.ts"
import { sentOrStored } from "../../auth/storedMail.ts"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { lineOf } from "../page/Form.ts"
import { seeOther } from "../page/Page.ts"
import type { PageForm, PageRequest } from "../page/PageEndpoint.ts"
import { absentPage, awayPage, emailPage, passwordPage } from "./accessPages.ts"
import { accessWords } from "./accessWords.ts"
import type { PageCache } from "./PageCache.ts"
import { isProof, makeProof, viewCookie } from "./PageKeys.ts"
import { rootOf } from "./readPage.ts"

export type AccessFormServices =
  | Secrets
  | Locations
  | Passwords
  | OutgoingMail
  | RateLimitedAttempts
  | Effect.Services<typeof mailSender>

const PASSWORD_LENGTH = 200

/** A private page, and the path at which this reader opens it. */
interface ClosedPage {
  readonly served: ServedStatusPage
  readonly root: string
}

const letIn = Effect.fnUntraced(function* ({ root, served }: ClosedPage, { baseUrl, context }: PageRequest) {
  const proof = makeProof(yield* Secrets, "view", served, yield* Clock.currentTimeMillis, context.ownOrigin ?? null)
  return seeOther(root, viewCookie(baseUrl, root, proof))
})

const formOf = ({ root, served }: ClosedPage) => ({ language: served.document.language, action: `${root}access` })

const checkPassword = Effect.fnUntraced(function* (page: ClosedPage, request: PageRequest) {
  const { document, passwordHash } = page.served
  const words = accessWords[document.language]
  const form = formOf(page)
  const network = networkOf(request.clientAddress)
  const limits = [
    ["statusPassword", `${document.id} ${network}`],
    ["statusPasswordPage", document.id]
  ] as const
  const seconds = yield* takeFirstWait(limits)
  if (seconds > 0) {
    return passwordPage({
      ...form,
      status: 429,
      error: words.tooMany(seconds),
      headers: { "Retry-After": String(seconds) }
    })
  }
  const entered = ((yield* request.form).get("password") ?? "").slice(0, PASSWORD_LENGTH)
  const { right } = yield* (yield* Passwords).verify(entered, passwordHash)
  if (!right) return passwordPage({ ...form, status: 403, error: words.wrong })
  yield* clearAttempts(...limits[0])
  yield* forgiveAttempt(...limits[1])
  return yield* letIn(page, request)
})

const letterOf = ({ baseUrl, service }: Sender, to: string, served: ServedStatusPage, url: string): Email => {
  const { lead, open, subject, title, word } = accessWords[served.document.language]
  return composeNotice(
    { tone: "news", rows: [], sections: [], word, subject, headline: title, lead, link: { label: open, url } },
    {
      to,
      service,
      timeZone: "UTC",
      settingsUrl: null,
      stopUrl: null,
      messageDomain: new URL(baseUrl).hostname.replace(/^\[|\]$/gu, "")
    },
    { key: `status-page:${hash("sha256", url)}` }
  )
}

const isAllowed = (email: string, { emailDomains }: ServedStatusPage): boolean =>
  emailDomains.includes(email.slice(email.lastIndexOf("@") + 1))

/** Emails a link if the person with the address may read the page. The response is the same in both cases. */
const sendLink = Effect.fnUntraced(function* (page: ClosedPage, request: PageRequest) {
  const { served } = page
  const words = accessWords[served.document.language]
  const form = formOf(page)
  const email = parseAddress(lineOf(yield* request.form, "email"))?.toLowerCase() ?? null
  const seconds = yield* takeFirstWait([["mailer", networkOf(request.clientAddress)]])
  if (seconds > 0) {
    const headers = { "Retry-After": String(seconds) }
    return emailPage({ ...form, status: 429, error: words.tooMany(seconds), headers })
  }
  const isReader = email !== null && isAllowed(email, served)
  if (isReader && (yield* takeFirstWait([["statusMail", mailboxKey(email)]])) === 0) {
    // The link leads to the address at which the reader requested it.
    const { ownOrigin = null } = request.context
    const proof = makeProof(yield* Secrets, "link", served, yield* Clock.currentTimeMillis, ownOrigin)
    const url = `${ownOrigin ?? served.serviceUrl}/access/${proof}`
    yield* (yield* OutgoingMail).post(letterOf(yield* mailSender, email, served, url))
  }
  return emailPage({ ...form, status: 200, note: yield* sentOrStored(words.sent, served.document.language) })
})

const useLink = Effect.fnUntraced(function* (page: ClosedPage, request: PageRequest) {
  const { context, params } = request
  const now = yield* Clock.currentTimeMillis
  const isValid = isProof(yield* Secrets, "link", page.served, params["token"], now, context.ownOrigin ?? null)
  if (isValid) return yield* letIn(page, request)
  return emailPage({ ...formOf(page), status: 403, error: accessWords[page.served.document.language].expired })
})

export const makeAccessForms = (cache: PageCache): ReadonlyArray<PageForm<AccessFormServices>> => {
  const form = (
    path: string,
    access: ReadonlyArray<ServedStatusPage["access"]>,
    submit: (
      page: ClosedPage,
      request: PageRequest
    ) => ReturnType<typeof letIn | typeof sendLink | typeof checkPassword>
  ): PageForm<AccessFormServices> => ({
    method: "POST",
    path,
    action: "statusPages.open",
    hidesOrigin: true,
    admit: Effect.fnUntraced(function* (request) {
      const slug = request.params["slug"] ?? ""
      const found = yield* cache.find(slug)
      if (found === "busy") return awayPage("en")
      if (found === null || found.served.stoppedBy !== null || !access.includes(found.served.access))
        return absentPage("en") satisfies HttpResponse
      const page = { served: found.served, root: rootOf(request.context, slug) }
      return {
        actor: { kind: "visitor" },
        accountId: null,
        target: found.served.document.id,
        submit: submit(page, request)
      }
    })
  })
  return [
    form("/s/:slug/access", ["password", "email_domains"], (page, request) =>
      page.served.access === "password" ? checkPassword(page, request) : sendLink(page, request)
    ),
    form("/s/:slug/access/:token", ["email_domains"], useLink)
  ]
}
