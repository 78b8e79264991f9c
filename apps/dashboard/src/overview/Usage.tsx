import { Link } from "wouter"
import { useAccount, useStatus } from "../api/queries.ts"
import { Card, Facts } from "../ui/Card.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./Overview.module.css"

/**
 * Shows the usage of the plan to the owner and admins. Other people would only see numbers of the monitors that are
 * shared with them.
 */
const Usage = () => {
  const { format, words } = useLanguage()
  const status = useStatus().data
  const isOwner = useAccount().data?.role === "owner"
  if (status === undefined) return null
  const { domains, simulationCredits, urls } = status.usage
  const of = (used: number, limit: number) => (
    <span className={css["used"]}>
      <meter min={0} max={Math.max(1, limit)} value={Math.min(used, limit)} aria-hidden />
      {words.overview.of(format.number(used), format.number(limit))}
    </span>
  )
  return (
    <Card
      title={words.overview.usage}
      action={
        isOwner ? (
          <Link href="/billing">{words.overview.plan(status.plan)}</Link>
        ) : (
          <span className={css["soft"]}>{words.overview.plan(status.plan)}</span>
        )
      }
    >
      <Facts
        rows={[
          [words.overview.usageDomains, of(domains.used, domains.limit)],
          [words.overview.usagePages, of(urls.used, urls.limit)],
          [words.overview.credits, format.number(simulationCredits.balance)]
        ]}
      />
    </Card>
  )
}

export default Usage
