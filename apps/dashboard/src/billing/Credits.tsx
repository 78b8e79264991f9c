import type { BillingStanding, PriceTable } from "@mon/model"
import { useCredits } from "../api/accountQueries.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import screen from "../ui/Screen.module.css"
import { Exact } from "../ui/time.tsx"
import { useAccountWords } from "../account/useAccountWords.ts"
import { useLanguage } from "../words/language.ts"
import css from "./Billing.module.css"
import { money } from "./money.ts"
import { useBuy } from "./useBuy.ts"

const packs = ["credits_1000", "credits_5000", "credits_10000"] as const
const addons = ["domains_10", "domains_50", "domains_100"] as const

export const Credits = () => {
  const { format } = useLanguage()
  const words = useAccountWords().billing
  return (
    <Card title={words.credits}>
      <Loaded query={useCredits()} rows={3}>
        {({ annualAllowance, balance, renewsAt, transactions }) => (
          <div className={screen["text"]}>
            <p>
              <span className={screen["big"]}>{format.number(balance)}</span> {words.creditsLeft}
            </p>
            {renewsAt === null ? null : (
              <p className={screen["small"]}>
                {words.renewal(format.number(annualAllowance))} <Exact at={renewsAt} />
              </p>
            )}
            {transactions.length === 0 ? (
              <p className={screen["soft"]}>{words.noTransactions}</p>
            ) : (
              <div className={screen["scroll"]} role="region" aria-label={words.ledger} tabIndex={0}>
                <table className={screen["table"]} aria-label={words.ledger}>
                  <thead>
                    <tr>
                      <th scope="col">
                        {words.time} ({format.zone})
                      </th>
                      <th scope="col">{words.what}</th>
                      <th scope="col" className={screen["number"]}>
                        {words.amount}
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {transactions.map(({ amount, createdAt, description, id, type }) => (
                      <tr key={id}>
                        <td>{format.dateTime(Date.parse(createdAt))}</td>
                        <td>
                          {words.types[type]}
                          <span className={screen["under"]}>{words.booked(description)}</span>
                        </td>
                        <td className={`${screen["number"]} ${amount < 0 ? "" : (screen["good"] ?? "")}`}>
                          {amount > 0 ? "+" : ""}
                          {format.number(amount)}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

/** Offers the products other than plans: credits, and more domains on a paid plan. */
export const Extras = ({ billing, prices }: { readonly billing: BillingStanding; readonly prices: PriceTable }) => {
  const { words: common } = useLanguage()
  const words = useAccountWords().billing
  const { buy, isRunning } = useBuy()
  const { plan } = billing
  const of = (types: ReadonlyArray<string>) => prices.articles.filter(({ type }) => types.includes(type))
  const row = (article: PriceTable["articles"][number], run: () => Promise<void>) => (
    <li key={article.type}>
      <span>{words.article(article.kind === "credits", article.quantity)}</span>
      <Button disabled={isRunning} onClick={() => void run()}>
        {words.buyFor(money(common.language, article.amountCents, prices.currency))}
      </Button>
    </li>
  )
  const pack = (type: string) => packs.find((one) => one === type) ?? packs[0]
  const addon = (type: string) => addons.find((one) => one === type) ?? addons[0]
  return (
    <Card title={words.extras}>
      <div className={screen["text"]}>
        <ul className={css["articles"]}>
          {of(packs).map((article) => row(article, () => buy({ type: pack(article.type) })))}
        </ul>
        <h3 className={screen["small"]}>{words.moreDomains}</h3>
        {plan === "free" ? (
          <p className={screen["soft"]}>{words.addonsNeedPlan}</p>
        ) : (
          <ul className={css["articles"]}>
            {of(addons).map((article) =>
              row(article, () => buy({ type: plan, isAddon: true, addonType: addon(article.type) }))
            )}
          </ul>
        )}
      </div>
    </Card>
  )
}
