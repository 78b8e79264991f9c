import { Billing, type OpenOrder, Secrets } from "@mon/core-store"
import type { Language } from "@mon/model"
import { type Html, html } from "@mon/status-page"
import { Clock, Effect } from "effect"
import { type HttpResponse, jsonResponse } from "../../http/HttpResponse.ts"
import { currentSession } from "../../auth/currentSession.ts"
import { DASHBOARD_PATH } from "../page/dashboardPaths.ts"
import { browserLanguage } from "../page/language.ts"
import { type Frame, page, seeOther } from "../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import { frameOf } from "../page/session.ts"
import { isPayToken } from "../../payments/LocalProcessor.ts"
import { PaymentProcessor } from "../../payments/PaymentProcessor.ts"
import { billingWords } from "./billingWords.ts"

export type BillingPageServices =
  | Billing
  | Secrets
  | PaymentProcessor
  | Effect.Services<ReturnType<typeof currentSession>>

const frameFor = (request: PageRequest) => Effect.map(currentSession(request), (session) => frameOf(request, session))

/** The largest payment event, in bytes. Events from Stripe are much smaller. */
const EVENT_BYTES = 1_048_576

/**
 * Formats a price. Amounts are in the smallest unit of the currency, which is a hundredth of the main unit in most
 * currencies, and the main unit itself in some (ISO 4217).
 */
const price = ({ amountCents, currency }: OpenOrder, language: Language): string => {
  const format = new Intl.NumberFormat(language, { style: "currency", currency: currency.toUpperCase() })
  return format.format(amountCents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

const show = (language: Language, title: string, body: Html, more: { frame?: Frame; status?: number } = {}) =>
  page({
    title,
    language,
    ...more,
    body: html`<main>
      <h1>${title}</h1>
      ${body}
    </main>`
  })

const absent = (request: PageRequest): HttpResponse => {
  const language = browserLanguage(request)
  const words = billingWords[language]
  return show(language, words.absent, html`<p>${words.absentHint}</p>`, { status: 404 })
}

const backTo = (label: string): Html => html`<p><a href="${DASHBOARD_PATH}">${label}</a></p>`

const payForm = (request: PageRequest, order: OpenOrder, frame: Frame): HttpResponse => {
  const language = browserLanguage(request)
  const words = billingWords[language]
  const amount = price(order, language)
  return page({
    title: words.pay(amount),
    language,
    frame,
    body: html`<main>
      <h1>${words.article(order.description)}</h1>
      <p><strong>${amount}</strong></p>
      <p role="note"><strong>${words.notReal}</strong> ${words.notRealHint}</p>
      ${
        order.status === "open"
          ? html`<form method="post"><button type="submit">${words.payTest(amount)}</button></form>`
          : html`<p>${words.settled(order.status)}</p>`
      }
      ${backTo(words.back)}
    </main>`
  })
}

const found = Effect.fnUntraced(function* ({ id = "", token = "" }: Readonly<Record<string, string>>) {
  const secrets = yield* Secrets
  if ((yield* PaymentProcessor).name !== "local") return null
  return isPayToken(secrets, id, token) ? yield* (yield* Billing).find("local", id) : null
})

const showPayPage: PageEndpoint<BillingPageServices> = {
  method: "GET",
  path: "/pay/:id/:token",
  handle: Effect.fnUntraced(function* (request) {
    const order = yield* found(request.params)
    return order === null ? absent(request) : payForm(request, order, yield* frameFor(request))
  })
}

const settle = Effect.fn("pay")(function* (order: OpenOrder) {
  const occurredAt = new Date(yield* Clock.currentTimeMillis)
  yield* (yield* Billing).receive("local", [
    {
      eventId: `paid:${order.id}`,
      kind: "paid",
      orderId: order.id,
      paymentRef: `local_${order.id}`,
      amountCents: order.amountCents,
      receiptUrl: null,
      occurredAt
    }
  ])
  return seeOther("/billing/return?paid=1")
})

const pay: PageEndpoint<BillingPageServices> = {
  method: "POST",
  path: "/pay/:id/:token",
  action: "billing.pay",
  admit: Effect.fnUntraced(function* (request) {
    const order = yield* found(request.params)
    if (order === null) return absent(request)
    return order.status === "open"
      ? { actor: { kind: "link" }, accountId: null, target: order.id, submit: settle(order) }
      : payForm(request, order, yield* frameFor(request))
  })
}

const returned: PageEndpoint<BillingPageServices> = {
  method: "GET",
  path: "/billing/return",
  handle: (request) =>
    Effect.map(frameFor(request), (frame) => {
      const language = browserLanguage(request)
      const { back, cancelled, cancelledHint, thanks, thanksHint } = billingWords[language]
      const [title, hint] = request.query.get("paid") === "1" ? [thanks, thanksHint] : [cancelled, cancelledHint]
      return show(
        language,
        title,
        html`<p>${hint}</p>
          ${backTo(back)}`,
        { frame }
      )
    })
}

const received = jsonResponse(200, { received: true })
const refused = (message: string): HttpResponse => jsonResponse(400, { received: false, message })

/**
 * Stores Stripe's events and then responds with 2xx. After a response with any other status, Stripe would send the
 * events again.
 */
const stripeEvents: PageEndpoint<Billing | PaymentProcessor> = {
  method: "POST",
  path: "/billing/events/stripe",
  action: "billing.receive",
  admit: Effect.fn("stripeEvents")(function* (request) {
    const { bytes, context } = request
    const processor = yield* PaymentProcessor
    if (processor.name !== "stripe") return absent(request)
    return yield* processor.events(yield* bytes(EVENT_BYTES), context.request.headers).pipe(
      Effect.map((events) => ({
        actor: { kind: "processor" } as const,
        accountId: null,
        target: null,
        submit: Effect.flatMap(Billing, (billing) => Effect.as(billing.receive("stripe", events), received))
      })),
      Effect.catchTag("PaymentError", (error) => Effect.succeed(refused(error.detail)))
    )
  })
}

export const billingEndpoints: ReadonlyArray<PageEndpoint<BillingPageServices>> = [
  showPayPage,
  pay,
  returned,
  stripeEvents
]
