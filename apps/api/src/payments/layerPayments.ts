import type { Secrets } from "@mon/core-store"
import { Effect, Layer } from "effect"
import type { PublicUrl } from "../PublicUrl.ts"
import type { BillingSettings } from "./BillingSettings.ts"
import { layerLocal, layerNoBilling } from "./LocalProcessor.ts"
import type { PaymentProcessor } from "./PaymentProcessor.ts"

export const layerPayments = ({
  processor
}: BillingSettings): Layer.Layer<PaymentProcessor, never, Secrets | PublicUrl> => {
  switch (processor.kind) {
    case "stripe":
      // Stripe's library takes megabytes of memory, and few services use it.
      return Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("./StripeProcessor.ts")),
          ({ layerStripe }) => layerStripe(processor.stripe)
        )
      )
    case "local":
      return layerLocal
    case "none":
      return layerNoBilling
  }
}
