import type { SimulationResultRecord } from "@mon/api-contract"
import { useState } from "react"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Results.module.css"
import { simulationsWords } from "./simulationsWords.ts"

type Suggestion = SimulationResultRecord["suggestions"][number]

/** The number of suggestions that are shown at first. */
const SHOWN = 5

const One = ({ suggestion }: { readonly suggestion: Suggestion }) => {
  const { format, words } = useLanguage()
  const text = useScreenWords(simulationsWords).result
  const { domain, expectedInboxGain, record, severity, source, title, why } = suggestion
  const gain = Math.round(expectedInboxGain)
  const copy = (value: string) => navigator.clipboard.writeText(value).then(() => notify(words.domain.copied))
  return (
    <li>
      <div>
        {gain > 0 ? <span className={css["gain"]}>{text.gain(format.number(gain))}</span> : null}
        <span className={css["severity"]} data-severity={severity}>
          {text.severity[severity]}
        </span>
      </div>
      <div>
        <p>
          <b>{title}</b> {domain === null ? null : <bdi className={css["soft"]}>{domain}</bdi>}
        </p>
        <p>
          {why}{" "}
          {/^https?:\/\//u.test(source) ? (
            <a href={source} target="_blank" rel="noreferrer noopener">
              {text.source}
            </a>
          ) : (
            <span className={css["small"]}>{source}</span>
          )}
        </p>
        {record === null ? null : (
          <p className={css["record"]}>
            <code>
              {record.type} {record.host}
            </code>
            <code>{record.value}</code>
            {navigator.clipboard === undefined ? null : (
              <Button onClick={() => void copy(record.value)} aria-label={words.domain.copyField(record.host)}>
                {words.domain.copy}
              </Button>
            )}
          </p>
        )}
      </div>
    </li>
  )
}

export const Suggestions = ({ results: { suggestions } }: { readonly results: SimulationResultRecord }) => {
  const text = useScreenWords(simulationsWords).result
  const [isAll, setAll] = useState(false)
  const rest = suggestions.length - SHOWN
  return (
    <Card title={text.suggestions}>
      {suggestions.length === 0 ? (
        <p className={css["soft"]}>{text.noSuggestions}</p>
      ) : (
        <ol className={css["suggestions"]}>
          {(isAll ? suggestions : suggestions.slice(0, SHOWN)).map((suggestion) => (
            <One key={suggestion.priority} suggestion={suggestion} />
          ))}
        </ol>
      )}
      {isAll || rest <= 0 ? null : (
        <p className={css["more"]}>
          <Button onClick={() => setAll(true)}>{text.moreSuggestions(rest)}</Button>
        </p>
      )}
    </Card>
  )
}
