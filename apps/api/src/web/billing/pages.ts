import { Billing, type OpenOrder, Secrets } from "@mon/core-store"
import { html } from "@mon/status-page"
import { Clock, Effect } from "effect"
import { type HttpResponse, jsonResponse } from "../../http/HttpResponse.ts"
import { currentSession } from "../../auth/currentSession.ts"
import { DASHBOARD_PATH } from "../page/dashboardPaths.ts"
import { type Frame, page, seeOther } from "../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import { frameOf } from "../page/session.ts"
import { isPayToken } from "../../payments/LocalProcessor.ts"
import { PaymentProcessor } from "../../payments/PaymentProcessor.ts"

/** The services that billing pages need. */
export type BillingPageServices =
  | Billing
  | Secrets
  | PaymentProcessor
  | Effect.Services<ReturnType<typeof currentSession>>

const frameFor = (request: PageRequest) => Effect.map(currentSession(request), (session) => frameOf(request, session))

/** Well above the size of Stripe's events. */
const EVENT_BYTES = 1_048_576

/** Amounts are in the smallest unit: a hundredth in most currencies, the whole unit in some (ISO 4217). */
const price = ({ amountCents, currency }: OpenOrder): string => {
  const format = new Intl.NumberFormat("en", { style: "currency", currency: currency.toUpperCase() })
  return format.format(amountCents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

const absent = (): HttpResponse =>
  page({
    title: "Not found",
    status: 404,
    body: html`<main>
      <h1>Not found</h1>
      <p>This order does not exist.</p>
    </main>`
  })

const payForm = (order: OpenOrder, frame: Frame): HttpResponse =>
  page({
    title: `Pay ${price(order)}`,
    frame,
    body: html`<main>
      <h1>${order.description}</h1>
      <p><strong>${price(order)}</strong></p>
      <p role="note">
        <strong>This is not a real payment.</strong> This service uses its local pay page, which charges nothing and
        needs no card. Set MON_STRIPE_SECRET_KEY and MON_STRIPE_WEBHOOK_SECRET to take real payments.
      </p>
      ${
        order.status === "open"
          ? html`<form method="post"><button type="submit">Pay ${price(order)} (test)</button></form>`
          : html`<p>This order is ${order.status}.</p>`
      }
      <p><a href="${DASHBOARD_PATH}">Back to the dashboard</a></p>
    </main>`
  })

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
    return order === null ? absent() : payForm(order, yield* frameFor(request))
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
    if (order === null) return absent()
    return order.status === "open"
      ? { actor: { kind: "link" }, accountId: null, target: order.id, submit: settle(order) }
      : payForm(order, yield* frameFor(request))
  })
}

const returned: PageEndpoint<BillingPageServices> = {
  method: "GET",
  path: "/billing/return",
  handle: (request) =>
    Effect.map(frameFor(request), (frame) =>
      request.query.get("paid") === "1"
        ? page({
            title: "Thank you",
            frame,
            body: html`<main>
              <h1>Thank you</h1>
              <p>Your purchase becomes active as soon as the payment is confirmed, usually within a minute.</p>
              <p><a href="${DASHBOARD_PATH}">Back to the dashboard</a></p>
            </main>`
          })
        : page({
            title: "Payment cancelled",
            frame,
            body: html`<main>
              <h1>Payment cancelled</h1>
              <p>You were not charged, and nothing has changed.</p>
              <p><a href="${DASHBOARD_PATH}">Back to the dashboard</a></p>
            </main>`
          })
    )
}

const received = jsonResponse(200, { received: true })
const refused = (message: string): HttpResponse => jsonResponse(400, { received: false, message })

/** Responds with 2xx only once the events are stored; otherwise Stripe sends them again. */
const stripeEvents: PageEndpoint<Billing | PaymentProcessor> = {
  method: "POST",
  path: "/billing/events/stripe",
  action: "billing.receive",
  admit: Effect.fn("stripeEvents")(function* ({ bytes, context }) {
    const processor = yield* PaymentProcessor
    if (processor.name !== "stripe") return absent()
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

/** Payment pages, and the endpoint for Stripe's events. */
export const billingEndpoints: ReadonlyArray<PageEndpoint<BillingPageServices>> = [
  showPayPage,
  pay,
  returned,
  stripeEvents
]
