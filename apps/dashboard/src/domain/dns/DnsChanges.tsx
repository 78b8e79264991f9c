import type { DnsChange, DnsTypeChange } from "@mon/model"
import { Exact } from "../../ui/time.tsx"
import { useScreenWords } from "../../words/useScreenWords.ts"
import css from "./Dns.module.css"
import { dnsWords } from "./dnsWords.ts"

export const Side = ({
  lines,
  sign,
  title
}: {
  readonly lines: ReadonlyArray<string>
  readonly sign: string
  readonly title: string
}) =>
  lines.length === 0 ? null : (
    <ul className={css["lines"]} data-sign={sign} aria-label={title}>
      {lines.map((line) => (
        <li key={line}>
          <span aria-hidden="true">{sign} </span>
          <code dir="ltr">{line}</code>
        </li>
      ))}
    </ul>
  )

const TypeChange = ({ change }: { readonly change: DnsTypeChange }) => {
  const words = useScreenWords(dnsWords)
  return (
    <>
      <h3>
        {change.type}{" "}
        <span className={css["soft"]}>
          <bdi>{change.name}</bdi>
        </span>
      </h3>
      <Side lines={change.removed} sign="−" title={words.removed} />
      <Side lines={change.added} sign="+" title={words.added} />
    </>
  )
}

export const DnsChanges = ({ changes }: { readonly changes: ReadonlyArray<DnsChange> }) => {
  const words = useScreenWords(dnsWords)
  return (
    <section className={css["part"]}>
      <h2>{words.changes}</h2>
      {changes.length === 0 ? <p className={css["soft"]}>{words.noChanges}</p> : null}
      <ul className={css["changes"]}>
        {changes.map(({ changes: types, detectedAt, id }) => (
          <li key={id}>
            <p className={css["soft"]}>
              <Exact at={detectedAt} />
            </p>
            {types.map((change) => (
              <TypeChange key={change.type + change.firstSeenAt} change={change} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
