import type { BillingStanding } from "@mon/model"
import { useBilling, usePrices } from "../api/accountQueries.ts"
import { useAccount, useMonitors, useStatus } from "../api/queries.ts"
import { Card } from "../ui/Card.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { Screen } from "../ui/Screen.tsx"
import css from "../ui/Screen.module.css"
import { Exact } from "../ui/time.tsx"
import { useAccountWords } from "../account/useAccountWords.ts"
import { useLanguage } from "../words/language.ts"
import billingCss from "./Billing.module.css"
import { Credits, Extras } from "./Credits.tsx"
import { Payments } from "./Payments.tsx"
import { Plans } from "./Plans.tsx"

const Meter = ({ limit, name, used }: { readonly name: string; readonly used: number; readonly limit: number }) => {
  const { format, words } = useLanguage()
  return (
    <div className={css["meter"]}>
      <span>{name}</span>
      <span className={used > limit ? css["bad"] : css["soft"]}>
        {words.overview.of(format.number(used), format.number(limit))}
      </span>
      <meter
        min={0}
        max={Math.max(1, limit)}
        high={Math.max(1, limit) * 0.9}
        optimum={0}
        value={Math.min(used, Math.max(1, limit))}
        aria-label={name}
      />
    </div>
  )
}

const Usage = ({ billing }: { readonly billing: BillingStanding }) => {
  const { format } = useLanguage()
  const words = useAccountWords().billing
  const account = useAccount().data
  const status = useStatus().data
  const services = (useMonitors().data ?? []).filter(({ kind }) => kind === "service").length
  const { addons, expiresAt, limits, plan } = billing
  return (
    <Card title={words.yourPlan}>
      <div className={css["text"]}>
        <p>
          <span className={css["big"]}>{words.plans[plan]}</span>{" "}
          {expiresAt === null ? null : (
            <span className={css["soft"]}>
              {words.until} <Exact at={expiresAt} />
            </span>
          )}
        </p>
        <div className={css["meters"]}>
          {account === undefined ? null : (
            <>
              <Meter name={words.domains} used={account.usage.domains} limit={limits.domains} />
              <Meter name={words.pages} used={account.usage.urls} limit={limits.urls} />
              <Meter name={words.services} used={services} limit={limits.services} />
              <Meter name={words.members} used={account.usage.teamMembers} limit={limits.teamMembers} />
            </>
          )}
        </div>
        {status === undefined ? null : (
          <p className={css["soft"]}>{words.balance(format.number(status.usage.simulationCredits.balance))}</p>
        )}
        {addons.length === 0 ? null : (
          <ul className={css["text"]}>
            {addons.map((addon) => (
              <li key={`${addon.type} ${addon.expiresAt}`} className={css["small"]}>
                {words.addon(addon.type, addon.quantity)} {words.until} <Exact at={addon.expiresAt} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

const Billing = () => {
  const words = useAccountWords().billing
  const query = useBilling()
  const prices = usePrices().data
  const canBuy = prices?.canBuy !== false
  return (
    <Screen title={words.title} actions={<Curl path="/billing" />}>
      <Loaded query={query}>
        {(billing) => (
          <div className={css["halves"]}>
            <Usage billing={billing} />
            {prices?.canBuy === true ? <Extras billing={billing} prices={prices} /> : null}
            {canBuy ? null : <Credits />}
            {prices === undefined ? null : (
              <div className={billingCss["wide"]}>
                <Plans billing={billing} prices={prices} />
              </div>
            )}
            {canBuy ? <Credits /> : null}
            <Payments isShownEmpty={canBuy} />
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

export default Billing
