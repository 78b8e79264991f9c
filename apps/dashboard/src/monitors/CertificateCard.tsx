import type { Domain } from "@mon/model"
import { Card, Facts } from "../ui/Card.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./Monitor.module.css"

const SOON_DAYS = 30

/** Returns a function that shows how long something is valid. */
export const useUntil = () => {
  const { format, words } = useLanguage()
  return (days: number, date: string, isRefused = false) => (
    <span className={isRefused || days <= SOON_DAYS ? css["bad"] : css["good"]}>
      {words.domain.until(days < 0 ? words.domains.expired : words.domains.days(days), format.date(Date.parse(date)))}
    </span>
  )
}

export const CertificateCard = ({ ssl }: Pick<Domain, "ssl">) => {
  const { words } = useLanguage()
  const until = useUntil()
  if (ssl === null) return null
  return (
    <Card title={words.domain.certificate}>
      <Facts
        rows={[
          [
            ssl.problems.length === 0 && ssl.daysRemaining >= 0 ? words.domain.valid : words.domain.refusedUntil,
            until(ssl.daysRemaining, ssl.validTo, ssl.problems.length > 0)
          ],
          [words.domain.endsFirst, ssl.endsFirst === undefined ? null : words.domain.ofChain(ssl.endsFirst)],
          [
            words.domain.problems,
            ssl.problems.length === 0 ? null : (
              <span className={css["bad"]}>
                {ssl.problems.map((problem) => words.certProblem[problem] ?? problem).join(", ")}
              </span>
            )
          ],
          [words.domain.issuer, ssl.issuer],
          [words.domain.subject, ssl.subject],
          [words.domain.key, `${ssl.keyType.toUpperCase()} ${ssl.keyBits ?? ""}`],
          [words.domain.protocol, ssl.protocol]
        ]}
      />
    </Card>
  )
}
