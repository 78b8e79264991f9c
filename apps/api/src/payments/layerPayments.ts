import type { Secrets } from "@mon/core-store"
import type { Layer } from "effect"
import type { PublicUrl } from "../PublicUrl.ts"
import type { BillingSettings } from "./BillingSettings.ts"
import { layerLocal, layerNoBilling } from "./LocalProcessor.ts"
import type { PaymentProcessor } from "./PaymentProcessor.ts"
import { layerStripe } from "./StripeProcessor.ts"

export const layerPayments = ({
  processor
}: BillingSettings): Layer.Layer<PaymentProcessor, never, Secrets | PublicUrl> => {
  switch (processor.kind) {
    case "stripe":
      return layerStripe(processor.stripe)
    case "local":
      return layerLocal
    case "none":
      return layerNoBilling
  }
}
