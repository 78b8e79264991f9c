import type { DomainTrial, PagePreview, ServiceTrial } from "@mon/model"
import { Fragment } from "react"
import css from "../form/AskPanel.module.css"
import { germanExpectation } from "../words/checkMessages.de.ts"
import { useLanguage } from "../words/language.ts"
import type { WordTable } from "../words/WordTable.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { shownState } from "../api/monitors.ts"
import { ContentFaultText } from "./ContentFaultText.tsx"
import { phasesOf } from "./phasesOf.ts"
import { trialWords } from "./trialWords.ts"

/** Shows an expectation and the actual value. Marks words without a translation as English. */
const Expectation = ({ expected, found }: { readonly expected: string; readonly found: string | null }) => {
  const { words } = useLanguage()
  const parts = [expected, ...(found === null || found === "" ? [] : [found])]
  return parts.map((part, index) => {
    const german = words.language === "de" ? germanExpectation(part) : null
    return (
      <Fragment key={part}>
        {index === 0 ? null : " · "}
        <bdi lang={german === null ? "en" : "de"}>{german ?? part}</bdi>
      </Fragment>
    )
  })
}

/** A check that is not stored. A check of a service has no page and no status. */
type Tried = Omit<DomainTrial | PagePreview | ServiceTrial, "contentFault" | "finalUrl" | "statusCode"> &
  Partial<Pick<DomainTrial, "contentFault" | "finalUrl" | "statusCode">>

export const TriedCheck = ({ check }: { readonly check: Tried }) => {
  const { certificateProblems, contentFault = null, expectations, finalUrl, timings } = check
  const { format, words } = useLanguage()
  const text = useScreenWords(trialWords)
  const ms = (value: number | null) => (value === null ? "–" : format.number(Math.round(value)))
  return (
    <>
      {certificateProblems.length === 0 ? null : (
        <p className={css["fault"]}>
          {words.domain.certificate}:{" "}
          {certificateProblems.map((problem) => words.certProblem[problem] ?? problem).join(", ")}
        </p>
      )}
      {contentFault === null ? null : (
        <p className={css["fault"]}>
          <ContentFaultText fault={contentFault} />
        </p>
      )}
      <p className={css["soft"]}>
        {text.phases}: {phasesOf(timings, ms)}
      </p>
      {finalUrl === undefined ? null : (
        <p className={css["soft"]}>
          {text.finalUrl}: <bdi>{finalUrl}</bdi>
        </p>
      )}
      {expectations.length === 0 ? null : (
        <ul className={css["met"]} aria-label={text.expectations}>
          {expectations.map(({ expected, found, holds }, index) => (
            // An expectation has no identity other than its position.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} data-holds={holds}>
              <b>{holds ? text.holds : text.fails}</b> <Expectation expected={expected} found={found} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/**
 * Returns a function that summarizes a check that is not stored: its state or fault, status code and response time.
 * `faults` contains additional titles of faults by code.
 */
export const useOutcome = (faults?: WordTable) => {
  const { format, words } = useLanguage()
  const text = useScreenWords(trialWords)
  return ({
    certificateProblems,
    error,
    responseTimeMs,
    slow,
    status,
    statusCode = null
  }: Tried): ReadonlyArray<string> => [
    error === null
      ? words.state[shownState(status, certificateProblems[0])]
      : (faults?.[error.code] ?? words.fault[error.code] ?? error.code),
    ...(statusCode === null ? [] : [`HTTP ${statusCode}`]),
    ...(responseTimeMs === null ? [] : [format.milliseconds(responseTimeMs)]),
    ...(slow === true ? [text.slow] : [])
  ]
}
