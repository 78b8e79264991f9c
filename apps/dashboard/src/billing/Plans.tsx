import type { BillingStanding, PriceTable } from "@mon/model"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { useAccountWords } from "../account/useAccountWords.ts"
import { useLanguage } from "../words/language.ts"
import css from "./Billing.module.css"
import { money } from "./money.ts"
import { useBuy } from "./useBuy.ts"

type Offer = PriceTable["plans"][number]

const Limits = ({ limits }: { readonly limits: Offer["limits"] }) => {
  const { format } = useLanguage()
  const words = useAccountWords().billing
  const rows = [
    [words.domains, format.number(limits.domains)],
    [words.pages, format.number(limits.urls)],
    [words.services, format.number(limits.services)],
    [words.domainInterval, format.seconds(limits.minCheckIntervalDomains)],
    [words.pageInterval, format.seconds(limits.minCheckIntervalUrls)],
    [words.members, format.number(limits.teamMembers)],
    [words.selectors, format.number(limits.dkimSelectors)],
    [words.rendering, limits.pageRendering ? words.included : words.notIncluded],
    [words.apiKeys, format.number(limits.apiKeys)],
    [words.dnsWatches, format.number(limits.dnsWatches)],
    [words.maintenanceWindows, format.number(limits.maintenanceWindows)],
    [words.channels, format.number(limits.channels)],
    [words.routes, format.number(limits.routes)],
    [words.onCallSchedules, format.number(limits.onCallSchedules)],
    [words.statusPages, format.number(limits.statusPages)],
    [words.statusPageHosts, format.number(limits.statusPageHosts)],
    [words.statusPageSubscribers, format.number(limits.statusPageSubscribers)],
    [words.paidChannels, limits.paidChannels ? words.included : words.notIncluded],
    [words.creditsAYear, format.number(limits.annualSimulationCredits)],
    [words.requests, format.number(limits.requestsPerMinute)]
  ] as const
  return (
    <ul>
      {rows.map(([name, value]) => (
        <li key={name}>
          <span>{name}</span>
          <span>{value}</span>
        </li>
      ))}
    </ul>
  )
}

export const Plans = ({ billing, prices }: { readonly billing: BillingStanding; readonly prices: PriceTable }) => {
  const { words: common } = useLanguage()
  const words = useAccountWords().billing
  const { buy, isRunning } = useBuy()
  const current = prices.plans.findIndex(({ name }) => name === billing.plan)
  const priceOf = (name: string) => prices.articles.find(({ kind, type }) => kind === "plan" && type === name)
  return (
    <Card title={words.compare}>
      {prices.canBuy ? null : <p className={css["note"]}>{words.notForSale}</p>}
      <div className={css["plans"]}>
        {prices.plans.map(({ limits, name, title }, index) => {
          const article = priceOf(name)
          const isCurrent = name === billing.plan
          return (
            <div key={name} className={css["plan"]} data-current={isCurrent || undefined}>
              <h3>
                {title}
                {isCurrent ? <small>{words.current}</small> : null}
              </h3>
              {prices.canBuy ? (
                <p className={css["price"]}>
                  {article === undefined ? (
                    words.free
                  ) : (
                    <>
                      {money(common.language, article.amountCents, prices.currency)} <small>{words.aYear}</small>
                    </>
                  )}
                </p>
              ) : null}
              <Limits limits={limits} />
              {!prices.canBuy || article === undefined || name === "free" ? null : (
                <Button
                  kind={index > current ? "primary" : "plain"}
                  disabled={isRunning}
                  onClick={() => void buy({ type: name })}
                >
                  {isCurrent ? words.renew(title) : words.buy(title)}
                </Button>
              )}
            </div>
          )
        })}
      </div>
    </Card>
  )
}
