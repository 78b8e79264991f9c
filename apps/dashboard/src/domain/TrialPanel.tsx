import type { DomainTrial } from "@mon/model"
import css from "../form/AskPanel.module.css"
import { AskPanel } from "../form/AskPanel.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { phasesOf } from "./phasesOf.ts"
import { trialWords } from "./trialWords.ts"

type Words = ReturnType<typeof useLanguage>["words"]

const outcomeOf = ({ error, status }: DomainTrial, words: Words): string =>
  error === null ? words.state[status] : (words.fault[error.code] ?? error.code)

const OF_TEXT = /text|json|xml/iu

const Shown = ({ trial }: { readonly trial: DomainTrial }) => {
  const { contentType, error, excerpt, expectations, finalUrl, timings } = trial
  const { format } = useLanguage()
  const text = useScreenWords(trialWords)
  const ms = (value: number | null) => (value === null ? "–" : format.number(Math.round(value)))
  return (
    <>
      {error === null ? null : <p lang="en">{error.message}</p>}
      <p className={css["soft"]}>
        {text.phases}: {phasesOf(timings, ms)}
      </p>
      <p className={css["soft"]}>
        {text.finalUrl}: <bdi>{finalUrl}</bdi>
      </p>
      {expectations.length === 0 ? null : (
        <ul className={css["met"]} aria-label={text.expectations}>
          {expectations.map(({ expected, found, holds }, index) => (
            // Expectations have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} data-holds={holds}>
              <b>{holds ? text.holds : text.fails}</b>{" "}
              <bdi lang="en">{[expected, found ?? ""].join(" · ").replace(/ · $/u, "")}</bdi>
            </li>
          ))}
        </ul>
      )}
      {excerpt === null ? (
        contentType !== null && OF_TEXT.test(contentType) ? (
          <p className={css["soft"]}>{text.hidden}</p>
        ) : null
      ) : (
        <pre className={css["lines"]} role="region" aria-label={text.excerpt} tabIndex={0}>
          <bdi>{excerpt}</bdi>
        </pre>
      )}
    </>
  )
}

/** What the first check of a domain would say with the options of a form. */
export const TrialPanel = (
  props: Pick<Parameters<typeof AskPanel<DomainTrial>>[0], "addresses" | "ask" | "onProblem" | "options">
) => {
  const { format, words } = useLanguage()
  const text = useScreenWords(trialWords)
  const summaryOf = (trial: DomainTrial): string =>
    [
      outcomeOf(trial, words),
      ...(trial.statusCode === null ? [] : [`HTTP ${trial.statusCode}`]),
      ...(trial.responseTimeMs === null ? [] : [format.milliseconds(trial.responseTimeMs)]),
      ...(trial.slow === true ? [text.slow] : [])
    ].join(" · ")
  return (
    <AskPanel<DomainTrial> {...props} summaryOf={summaryOf} text={text}>
      {(trial) => <Shown trial={trial} />}
    </AskPanel>
  )
}
