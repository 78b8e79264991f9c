import { Secrets } from "@mon/core-store"
import { Clock, Effect, Layer } from "effect"
import { PublicUrl } from "../PublicUrl.ts"
import { PaymentError, PaymentProcessor } from "./PaymentProcessor.ts"

/** The lifetime of a checkout page, in milliseconds. A checkout page of Stripe has the same lifetime. */
const SESSION_MS = 24 * 3_600_000

const LABEL = "local payment"

/** Returns the signature for the URL of a pay page, so that only the recipient of the URL can pay. */
const payToken = (secrets: Secrets["Service"], orderId: string): string => secrets.sign(LABEL, orderId)

export const isPayToken = (secrets: Secrets["Service"], orderId: string, token: string): boolean =>
  secrets.verify(LABEL, orderId, token)

/** A processor with a local pay page that takes no money. It is for development and for the all-in-one service. */
export const layerLocal: Layer.Layer<PaymentProcessor, never, Secrets | PublicUrl> = Layer.effect(
  PaymentProcessor,
  Effect.gen(function* () {
    const secrets = yield* Secrets
    const url = yield* PublicUrl
    return PaymentProcessor.of({
      name: "local",
      checkout: ({ id }) =>
        Effect.map(Clock.currentTimeMillis, (now) => ({
          sessionId: `local_${id}`,
          url: `${url.base()}/pay/${id}/${payToken(secrets, id)}`,
          expiresAt: new Date(now + SESSION_MS)
        })),
      events: () =>
        Effect.fail(new PaymentError({ reason: "NotGenuine", detail: "The local pay page sends no events." }))
    })
  })
)

/** The processor of a service without payments. Its checkouts fail with "Billing is not configured." */
export const layerNoBilling: Layer.Layer<PaymentProcessor> = Layer.succeed(PaymentProcessor, {
  name: "none",
  checkout: () => Effect.fail(new PaymentError({ reason: "Refused", detail: "Billing is not configured." })),
  events: () => Effect.fail(new PaymentError({ reason: "NotGenuine", detail: "Billing is not configured." }))
})
