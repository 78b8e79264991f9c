import type { SimulationResultRecord } from "@mon/api-contract"
import { Card } from "../ui/Card.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Results.module.css"
import { simulationsWords } from "./simulationsWords.ts"

const outcomes = ["inbox", "spam", "reject", "bounce"] as const

export const Outcome = ({ results: { summary } }: { readonly results: SimulationResultRecord }) => {
  const { format } = useLanguage()
  const text = useScreenWords(simulationsWords).result
  const { confidence, dailyCapacity, daysToSend, expected, inboxRate, range, statement, unsent } = summary
  const total = outcomes.reduce((sum, name) => sum + expected[name], 0)
  // The expected numbers are rounded, so the share of the inbox is taken directly from the inbox rate.
  const shareOf = (name: (typeof outcomes)[number]): number => {
    if (inboxRate === null || name === "inbox") return inboxRate ?? 0
    const others = total - expected.inbox
    return others <= 0 ? 0 : ((1 - inboxRate) * expected[name]) / others
  }
  const rounded = (value: number) => format.number(Math.round(value))
  return (
    <Card title={text.outcome} action={<span className={css["soft"]}>{text.emails(rounded(total))}</span>}>
      {inboxRate === null ? null : (
        <p>
          <span className={css["rate"]}>{text.inboxRate(format.share(inboxRate))}</span>{" "}
          <span className={css["soft"]}>
            {range === null ? null : `${text.range(format.share(range[0]), format.share(range[1]))} · `}
            {text.confidence[confidence]}
          </span>
        </p>
      )}
      {total === 0 ? null : (
        <div className={css["outcome"]} aria-hidden>
          {outcomes.map((name) => (
            <span key={name} className={css[name]} style={{ width: `${shareOf(name) * 100}%` }} />
          ))}
        </div>
      )}
      <p className={css["legend"]}>
        {outcomes.map((name) => (
          <span key={name} className={css[name]}>
            {text.outcomes[name]} <b>{rounded(expected[name])}</b>{" "}
            {total === 0 ? null : <span className={css["soft"]}>{format.share(shareOf(name))}</span>}
          </span>
        ))}
      </p>
      <p className={`${css["facts"]} ${css["soft"]}`}>
        <span>{text.perDay(format.number(dailyCapacity))}</span>
        {daysToSend === null ? null : <span>{text.days(daysToSend)}</span>}
        {unsent === 0 ? null : <span>{text.unsent(format.number(unsent))}</span>}
      </p>
      <p className={css["small"]}>{statement}</p>
    </Card>
  )
}
