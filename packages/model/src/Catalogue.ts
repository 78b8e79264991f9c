import * as Context from "effect/Context"
import { planTable } from "./Plan.ts"

/** The name of an article that can be bought. */
export type Sku =
  | "pro"
  | "agency"
  | "domains_10"
  | "domains_50"
  | "domains_100"
  | "credits_1000"
  | "credits_5000"
  | "credits_10000"

/** An article: its title, its price in integer cents, and the plan, credits or add-on that a purchase gives. */
export interface Article {
  readonly title: string
  readonly amountCents: number
  readonly gives:
    | { readonly kind: "plan"; readonly plan: "pro" | "agency" }
    | { readonly kind: "addon"; readonly domains: number }
    | { readonly kind: "credits"; readonly credits: number }
}

/** The articles by name, and the currency of their prices (ISO 4217, lower case). */
export interface PriceList {
  readonly currency: string
  readonly articles: Readonly<Record<Sku, Article>>
}

/** The duration of a licence in days. A purchase of a plan or an add-on covers this time. */
export const LICENCE_DAYS = 365

const plan = (name: "pro" | "agency"): Article => ({
  title: `Mon ${planTable[name].title}, ${LICENCE_DAYS} days`,
  amountCents: planTable[name].yearlyPriceCents,
  gives: { kind: "plan", plan: name }
})

const addon = (domains: number, amountCents: number): Article => ({
  title: `${domains} more domain monitors, ${LICENCE_DAYS} days`,
  amountCents,
  gives: { kind: "addon", domains }
})

const credits = (count: number, amountCents: number): Article => ({
  title: `${count.toLocaleString("en")} simulation credits`,
  amountCents,
  gives: { kind: "credits", credits: count }
})

/** The prices of plans, credit packs and add-ons, in integer cents. */
export const priceList: PriceList = {
  currency: "usd",
  articles: {
    pro: plan("pro"),
    agency: plan("agency"),
    domains_10: addon(10, 4_900),
    domains_50: addon(50, 19_900),
    domains_100: addon(100, 34_900),
    credits_1000: credits(1_000, 900),
    credits_5000: credits(5_000, 3_900),
    credits_10000: credits(10_000, 6_900)
  }
}

/** The price list that the service uses. Settings and tests can replace it. */
export const Prices = Context.Reference<PriceList>("@mon/model/Prices", { defaultValue: () => priceList })
