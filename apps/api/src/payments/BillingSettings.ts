import { type Environment, givenSetting, type PriceList, priceList, SettingError, type Sku } from "@mon/model"
import { Redacted } from "effect"

/** The settings MON_STRIPE_*: the keys of the Stripe account, and a different API address for tests. */
export interface StripeSettings {
  readonly secretKey: Redacted.Redacted
  /** The secret that verifies events from Stripe (`whsec_…`). */
  readonly webhookSecret: Redacted.Redacted
  /** The URL of the API. Null: Stripe's own API. */
  readonly baseUrl: string | null
}

export interface BillingSettings {
  readonly processor:
    | { readonly kind: "none" }
    | { readonly kind: "local" }
    | { readonly kind: "stripe"; readonly stripe: StripeSettings }
  readonly prices: PriceList
}

export const noBilling: BillingSettings = { processor: { kind: "none" }, prices: priceList }

const cents = (env: Environment, variable: string, fallback: number): number => {
  const text = givenSetting(env, variable)
  if (text === null) return fallback
  if (!/^[1-9]\d{0,7}$/u.test(text))
    throw new SettingError({ variable, takes: "a price in whole cents from 1 to 99999999" })
  return Number(text)
}

const currency = (env: Environment): string => {
  const text = givenSetting(env, "MON_PRICE_CURRENCY") ?? priceList.currency
  if (!/^[a-z]{3}$/iu.test(text))
    throw new SettingError({ variable: "MON_PRICE_CURRENCY", takes: "an ISO 4217 currency such as usd or eur" })
  return text.toLowerCase()
}

const prices = (env: Environment): PriceList => {
  const articles = Object.entries(priceList.articles).map(([sku, article]) => [
    sku,
    { ...article, amountCents: cents(env, `MON_PRICE_${sku.toUpperCase()}`, article.amountCents) }
  ])
  // The cast is safe: the entries have exactly the keys of the price list.
  return { currency: currency(env), articles: Object.fromEntries(articles) as Record<Sku, PriceList["articles"][Sku]> }
}

const stripe = (env: Environment): StripeSettings | null => {
  const secretKey = givenSetting(env, "MON_STRIPE_SECRET_KEY")
  const webhookSecret = givenSetting(env, "MON_STRIPE_WEBHOOK_SECRET")
  const baseUrl = givenSetting(env, "MON_STRIPE_BASE_URL")
  if (secretKey === null && webhookSecret === null && baseUrl === null) return null
  if (secretKey === null)
    throw new SettingError({ variable: "MON_STRIPE_SECRET_KEY", takes: "the secret key of the Stripe account (sk_…)" })
  if (webhookSecret === null)
    throw new SettingError({
      variable: "MON_STRIPE_WEBHOOK_SECRET",
      takes: "the signing secret of the Stripe webhook (whsec_…)"
    })
  if (baseUrl !== null && !(/^https?:\/\/[^/\s]+\/?$/u.test(baseUrl) && URL.canParse(baseUrl))) {
    throw new SettingError({ variable: "MON_STRIPE_BASE_URL", takes: "an http or https URL without a path" })
  }
  return { secretKey: Redacted.make(secretKey), webhookSecret: Redacted.make(webhookSecret), baseUrl }
}

/**
 * Reads MON_STRIPE_*, MON_BILLING and MON_PRICE_*. The default processor is `fallback`.
 *
 * @throws SettingError
 */
export const readBillingSettings = (env: Environment, fallback: "local" | "none"): BillingSettings => {
  const keys = stripe(env)
  const billing = givenSetting(env, "MON_BILLING")
  if (billing !== null && billing !== "local" && billing !== "none" && billing !== "stripe") {
    throw new SettingError({ variable: "MON_BILLING", takes: "stripe, local or none" })
  }
  if (billing === "stripe" && keys === null) {
    throw new SettingError({
      variable: "MON_STRIPE_SECRET_KEY",
      takes: "the secret key of the Stripe account, because MON_BILLING is stripe"
    })
  }
  const kind = billing ?? (keys === null ? fallback : "stripe")
  return {
    processor:
      kind === "stripe" && keys !== null ? { kind, stripe: keys } : { kind: kind === "local" ? "local" : "none" },
    prices: prices(env)
  }
}
