import type { SimulationResultRecord } from "@mon/api-contract"
import { useState } from "react"
import { Card } from "../ui/Card.tsx"
import { GradeMark } from "../ui/StateMark.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Results.module.css"
import { simulationsWords } from "./simulationsWords.ts"

type Sender = SimulationResultRecord["senders"][number]

const receivers = [
  ["google", (sender: Sender) => sender.inboxGoogle],
  ["microsoft", (sender: Sender) => sender.inboxMicrosoft],
  ["gateway", (sender: Sender) => sender.inboxGateway],
  ["other", (sender: Sender) => sender.inboxOther],
  ["all", (sender: Sender) => sender.expectedInboxRate]
] as const

/** Returns the colour level of a share, from 1 (worst) to 5 (best). */
const levelOf = (share: number): number =>
  share >= 0.8 ? 5 : share >= 0.65 ? 4 : share >= 0.5 ? 3 : share >= 0.3 ? 2 : 1

export const HeatMap = ({ results: { senders } }: { readonly results: SimulationResultRecord }) => {
  const { format } = useLanguage()
  const text = useScreenWords(simulationsWords).result
  return (
    <Card title={text.heat}>
      <div className={css["scroll"]} role="group" aria-label={text.heat} tabIndex={0}>
        <table className={`${css["table"]} ${css["heat"]}`} aria-label={text.heat}>
          <thead>
            <tr>
              <th scope="col">{text.senderColumns.domain}</th>
              {receivers.map(([name]) => (
                <th key={name} scope="col">
                  {text.heatColumns[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {senders.map((sender) => (
              <tr key={sender.domain}>
                <th scope="row">
                  <bdi>{sender.domain}</bdi>
                </th>
                {receivers.map(([name, rateOf]) => (
                  <td key={name}>
                    <span className={css["cell"]} data-level={levelOf(rateOf(sender))}>
                      {format.share(rateOf(sender))}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

const columns = [
  ["rank", (sender: Sender) => sender.rank],
  ["domain", (sender: Sender) => sender.domain],
  ["grade", (sender: Sender) => sender.facts.grade ?? "Z"],
  ["inbox", (sender: Sender) => -sender.expectedInboxRate],
  ["assigned", (sender: Sender) => -sender.assignedProspects],
  ["capacity", (sender: Sender) => -sender.dailyCapacity],
  ["days", (sender: Sender) => sender.daysToSend ?? Infinity],
  ["issues", (sender: Sender) => -sender.issues.length]
] as const
type Column = (typeof columns)[number][0]

const compare = (one: number | string, other: number | string): number =>
  typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other))

const isText = (name: Column): boolean => name === "domain" || name === "grade"

export const SenderTable = ({ results: { senders } }: { readonly results: SimulationResultRecord }) => {
  const { format } = useLanguage()
  const text = useScreenWords(simulationsWords).result
  const [sort, setSort] = useState<{ readonly by: Column; readonly isReversed: boolean }>({
    by: "rank",
    isReversed: false
  })
  const valueOf = columns.find(([name]) => name === sort.by)?.[1] ?? columns[0][1]
  const sorted = senders.toSorted((one, other) => compare(valueOf(one), valueOf(other)) * (sort.isReversed ? -1 : 1))
  return (
    <Card title={text.senders}>
      <div className={css["scroll"]} role="group" aria-label={text.senders} tabIndex={0}>
        <table className={css["table"]} aria-label={text.senders}>
          <thead>
            <tr>
              {columns.map(([name]) => (
                <th
                  key={name}
                  scope="col"
                  className={isText(name) ? undefined : css["number"]}
                  aria-sort={sort.by === name ? (sort.isReversed ? "descending" : "ascending") : undefined}
                >
                  <button
                    type="button"
                    className={css["sort"]}
                    aria-label={text.sortBy(text.senderColumns[name])}
                    onClick={() => setSort({ by: name, isReversed: sort.by === name && !sort.isReversed })}
                  >
                    {text.senderColumns[name]}
                    {sort.by === name ? (sort.isReversed ? " ▴" : " ▾") : ""}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((sender) => (
              <tr key={sender.domain}>
                <td className={css["number"]}>{sender.rank}</td>
                <td>
                  <bdi>{sender.domain}</bdi>
                </td>
                <td>{sender.facts.grade === null ? "–" : <GradeMark grade={sender.facts.grade} />}</td>
                <td className={css["number"]}>{format.share(sender.expectedInboxRate)}</td>
                <td className={css["number"]}>{format.number(sender.assignedProspects)}</td>
                <td className={css["number"]}>{format.number(sender.dailyCapacity)}</td>
                <td className={css["number"]}>{sender.daysToSend ?? "–"}</td>
                <td className={css["number"]}>{sender.issues.length}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

type Part = SimulationResultRecord["breakdown"]["byProvider"][number]

export const Breakdown = ({
  column,
  rows,
  title
}: {
  readonly title: string
  readonly column: string
  readonly rows: ReadonlyArray<Part>
}) => {
  const { format } = useLanguage()
  const text = useScreenWords(simulationsWords).result
  return (
    <Card title={title}>
      <div className={css["scroll"]} role="group" aria-label={title} tabIndex={0}>
        <table className={css["table"]} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{column}</th>
              <th scope="col" className={css["number"]}>
                {text.receiverColumns.prospects}
              </th>
              <th scope="col" className={css["number"]}>
                {text.receiverColumns.share}
              </th>
              <th scope="col" className={css["number"]}>
                {text.receiverColumns.inbox}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((part) => (
              <tr key={part.id}>
                <td>{text.partNames[part.id] ?? part.name}</td>
                <td className={css["number"]}>{format.number(part.prospects)}</td>
                <td className={css["number"]}>{format.share(part.share)}</td>
                <td className={css["number"]}>{part.inboxRate === null ? "–" : format.share(part.inboxRate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
