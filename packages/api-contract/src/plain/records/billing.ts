// Written by `npm run openapi`. Do not edit.
import type { Limits } from "./several.ts"

/** Add-ons of one type that end at the same time. */
export type Addon = { readonly type: string; readonly quantity: number; readonly expiresAt: string }

/** The current plan, its limits and the add-ons. */
export type Billing = {
  readonly plan: "free" | "pro" | "agency"
  readonly limits: Limits
  readonly expiresAt: string | null
  readonly addons: ReadonlyArray<Addon>
}

/** A payment page. */
export type Checkout = { readonly checkoutUrl: string; readonly expiresAt: string; readonly orderId: string }

/** A payment or an attempted payment. */
export type Payment = {
  readonly id: string
  readonly type: string
  readonly description: string
  readonly amountCents: number
  readonly currency: string
  readonly status:
    | "open"
    | "pending"
    | "paid"
    | "failed"
    | "expired"
    | "partially_refunded"
    | "refunded"
    | "disputed"
    | "charged_back"
  readonly createdAt: string
  readonly receiptUrl: string | null
}

/** A plan and its limits. */
export type PlanOffer = { readonly name: "free" | "pro" | "agency"; readonly title: string; readonly limits: Limits }

/** The price list and the limits of the plans. */
export type PriceTable = {
  readonly canBuy: boolean
  readonly currency: string
  readonly articles: ReadonlyArray<PricedArticle>
  readonly plans: ReadonlyArray<PlanOffer>
}

/** A plan, credit pack or add-on with its price. */
export type PricedArticle = {
  readonly type: string
  readonly kind: "plan" | "addon" | "credits"
  readonly title: string
  readonly amountCents: number
  readonly quantity: number
}
