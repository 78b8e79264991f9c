import type { CheckoutSession, PaymentEvent, PaymentEventKind } from "@mon/core-store"
import { Effect, Layer, Redacted } from "effect"
import { Stripe } from "stripe"
import type { StripeSettings } from "./BillingSettings.ts"
import { type CheckoutOrder, PaymentError, PaymentProcessor } from "./PaymentProcessor.ts"

const TIMEOUT_MS = 15_000
const RETRIES = 2

const clientOf = ({ baseUrl, secretKey }: StripeSettings): Stripe => {
  const url = baseUrl === null ? null : new URL(baseUrl)
  return new Stripe(Redacted.value(secretKey), {
    maxNetworkRetries: RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(url === null
      ? {}
      : {
          host: url.hostname,
          port: url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port),
          protocol: url.protocol === "https:" ? ("https" as const) : ("http" as const)
        })
  })
}

const errorOf = (error: unknown): PaymentError => {
  const detail = error instanceof Error ? error.message : "unknown error"
  const isUnreachable =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAPIError
  return new PaymentError({ reason: isUnreachable ? "Unreachable" : "Refused", detail })
}

const MILLIS = 1_000

const sessionOf = (session: Stripe.Checkout.Session): CheckoutSession => ({
  sessionId: session.id,
  url: session.url ?? "",
  expiresAt: new Date(session.expires_at * MILLIS)
})

const idOf = (value: string | { readonly id: string } | null | undefined): string | null =>
  typeof value === "string" ? value : (value?.id ?? null)

const ofSession = (event: Stripe.Event, session: Stripe.Checkout.Session, kind: PaymentEventKind): PaymentEvent => ({
  eventId: event.id,
  kind,
  orderId: session.client_reference_id ?? session.metadata?.["order_id"] ?? null,
  paymentRef: idOf(session.payment_intent),
  amountCents: session.amount_total,
  receiptUrl: null,
  occurredAt: new Date(event.created * MILLIS)
})

const ofCharge = (event: Stripe.Event, charge: Stripe.Charge): PaymentEvent => ({
  eventId: event.id,
  kind: "refunded",
  orderId: charge.metadata["order_id"] ?? null,
  paymentRef: idOf(charge.payment_intent),
  amountCents: charge.amount_refunded,
  receiptUrl: charge.receipt_url,
  occurredAt: new Date(event.created * MILLIS)
})

const ofDispute = (event: Stripe.Event, dispute: Stripe.Dispute, kind: PaymentEventKind): PaymentEvent => ({
  eventId: event.id,
  kind,
  orderId: null,
  paymentRef: idOf(dispute.payment_intent),
  amountCents: dispute.amount,
  receiptUrl: null,
  occurredAt: new Date(event.created * MILLIS)
})

/** Converts Stripe's events (docs.stripe.com/api/events/types) to payment events. Ignores all other kinds of events. */
const paymentEventsOf = (event: Stripe.Event): ReadonlyArray<PaymentEvent> => {
  switch (event.type) {
    case "checkout.session.completed": {
      const session = event.data.object
      return [ofSession(event, session, session.payment_status === "unpaid" ? "pending" : "paid")]
    }
    case "checkout.session.async_payment_succeeded":
      return [ofSession(event, event.data.object, "paid")]
    case "checkout.session.async_payment_failed":
      return [ofSession(event, event.data.object, "failed")]
    case "checkout.session.expired":
      return [ofSession(event, event.data.object, "expired")]
    case "charge.refunded":
      return [ofCharge(event, event.data.object)]
    case "charge.dispute.created":
      return [ofDispute(event, event.data.object, "disputed")]
    case "charge.dispute.closed": {
      const { status } = event.data.object
      if (status === "lost") return [ofDispute(event, event.data.object, "dispute_lost")]
      return status === "won" || status === "warning_closed" ? [ofDispute(event, event.data.object, "dispute_won")] : []
    }
    default:
      return []
  }
}

const checkoutOf = (stripe: Stripe, order: CheckoutOrder): Promise<Stripe.Checkout.Session> =>
  stripe.checkout.sessions.create(
    {
      mode: "payment",
      client_reference_id: order.id,
      customer_email: order.email,
      metadata: { order_id: order.id },
      // A charge inherits the metadata of its payment intent, so a refund contains the id of its order.
      payment_intent_data: { metadata: { order_id: order.id } },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: order.currency,
            unit_amount: order.amountCents,
            product_data: { name: order.title }
          }
        }
      ],
      success_url: `${order.returnUrl}?paid=1`,
      cancel_url: `${order.returnUrl}?cancelled=1`
    },
    { idempotencyKey: `order:${order.id}` }
  )

/** The processor for Stripe Checkout. Yearly licences are one-time payments. */
export const layerStripe = (settings: StripeSettings): Layer.Layer<PaymentProcessor> =>
  Layer.sync(PaymentProcessor, () => {
    const stripe = clientOf(settings)
    return PaymentProcessor.of({
      name: "stripe",
      checkout: Effect.fn("Stripe.checkout")((order: CheckoutOrder) =>
        Effect.map(Effect.tryPromise({ try: () => checkoutOf(stripe, order), catch: errorOf }), sessionOf)
      ),
      events: (body, headers) =>
        Effect.tryPromise({
          try: () =>
            stripe.webhooks.constructEventAsync(
              Buffer.from(body),
              String(headers["stripe-signature"] ?? ""),
              Redacted.value(settings.webhookSecret)
            ),
          catch: () => new PaymentError({ reason: "NotGenuine", detail: "The signature does not match." })
        }).pipe(Effect.map(paymentEventsOf))
    })
  })
