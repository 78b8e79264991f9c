import type { PagePreview } from "@mon/model"
import { useId, useState } from "react"
import { ApiProblem } from "../api/client.ts"
import { focusField } from "../form/focusField.ts"
import { isAbout } from "../form/isAbout.ts"
import { Button } from "../ui/Button.tsx"
import { useReason, useRefusalText } from "../ui/Problem.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { pageRulesWords } from "./pageRulesWords.ts"
import css from "./Preview.module.css"
import { type PreviewAnswer, previewOptions, usePreview } from "./usePreview.ts"

/** The addresses of a pasted list that can be chosen for a preview. */
const MOST_ADDRESSES = 100
const MASKED = /<(?:date-time|http-date|time-of-day|relative-time|uuid|hex|token|session-id)>/u
const TOO_MANY = 429
const BUSY = 503

const useLabel = () => {
  const { words } = useLanguage()
  return (field: string): string => words.form.labels[field] ?? field
}

const GoTo = ({ field }: { readonly field: string }) => {
  const { preview: text } = useScreenWords(pageRulesWords)
  const label = useLabel()
  return <Button onClick={() => focusField(field)}>{text.goTo(label(field))}</Button>
}

const Refused = ({ error, fields }: { readonly error: unknown; readonly fields: ReadonlyArray<string> }) => {
  const { preview: text } = useScreenWords(pageRulesWords)
  const reason = useReason()
  const shown = useRefusalText()
  const status = error instanceof ApiProblem ? error.status : null
  const problem = status === TOO_MANY ? text.limited : status === BUSY ? text.busy : reason(error)
  const field = fields.find((name) => isAbout(name, problem))
  return (
    <div className={css["problem"]}>
      <p>{shown(problem)}</p>
      {field === undefined ? null : <GoTo field={field} />}
    </div>
  )
}

const Unreadable = ({ cause, error }: { readonly cause: PagePreview["cause"]; readonly error: Fault }) => {
  const { words } = useLanguage()
  const { faults, preview: text } = useScreenWords(pageRulesWords)
  const label = useLabel()
  return (
    <div className={css["problem"]}>
      <p>
        <b>{faults[error.code] ?? words.fault[error.code] ?? text.notCompared}</b>
      </p>
      <p lang="en">{error.message}</p>
      {cause === null ? null : (
        <>
          <p>{text.cause(label(cause))}</p>
          <GoTo field={cause} />
        </>
      )}
    </div>
  )
}

type Fault = NonNullable<PagePreview["error"]>

const Lines = ({ preview: { lineCount, lines } }: { readonly preview: PagePreview }) => {
  const { format } = useLanguage()
  const { preview: text } = useScreenWords(pageRulesWords)
  return (
    <>
      {lines.some((line) => MASKED.test(line)) ? <p className={css["soft"]}>{text.masked}</p> : null}
      <ol className={css["lines"]} aria-label={text.lines} tabIndex={0}>
        {lines.map((line, index) => (
          // Lines have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ol>
      {lineCount > lines.length ? (
        <p className={css["soft"]}>{text.firstLines(format.number(lines.length), format.number(lineCount))}</p>
      ) : null}
    </>
  )
}

const LeftOut = ({ leftOut }: Pick<PagePreview, "leftOut">) => {
  const { format } = useLanguage()
  const { preview: text } = useScreenWords(pageRulesWords)
  const label = useLabel()
  return leftOut.map(({ lineCount, lines, option }) =>
    lineCount === 0 ? (
      <p key={option} className={css["nothing"]}>
        {text.nothingLeftOut(label(option))}
      </p>
    ) : (
      <details key={option} className={css["leftOut"]}>
        <summary>{text.leftOut(label(option), lineCount, format.number(lineCount))}</summary>
        <ul
          className={css["lines"]}
          aria-label={text.leftOut(label(option), lineCount, format.number(lineCount))}
          tabIndex={0}
        >
          {lines.map((line, index) => (
            // Lines have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <bdi>{line}</bdi>
            </li>
          ))}
        </ul>
        {lineCount > lines.length ? (
          <p className={css["soft"]}>{text.firstLines(format.number(lines.length), format.number(lineCount))}</p>
        ) : null}
      </details>
    )
  )
}

const Shown = ({ preview }: { readonly preview: PagePreview }) => {
  const { contentType, error, statusCode, title } = preview
  const facts = [...(statusCode === null ? [] : [`HTTP ${statusCode}`]), ...(contentType === null ? [] : [contentType])]
  return (
    <>
      {facts.length === 0 ? null : <p className={css["soft"]}>{facts.join(" · ")}</p>}
      {title === null ? null : (
        <p className={css["title"]}>
          <bdi>{title}</bdi>
        </p>
      )}
      {error === null ? <Lines preview={preview} /> : <Unreadable cause={preview.cause} error={error} />}
      <LeftOut leftOut={preview.leftOut} />
    </>
  )
}

/**
 * What Mon would compare of a page with the options of a form, before they are saved. Each preview is asked for: it
 * counts as work of the plan.
 */
export const PreviewPanel = ({
  addresses,
  onProblem,
  options
}: {
  /** The pages that the options are for. */
  readonly addresses: ReadonlyArray<string>
  /** The options that differ from the defaults. */
  readonly options: Readonly<Record<string, unknown>>
  /** Gets the sentence of a refusal, so that the form can show it at its field; null for none. */
  readonly onProblem: (problem: string | null) => void
}) => {
  const { format } = useLanguage()
  const { preview: text } = useScreenWords(pageRulesWords)
  const id = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const url = addresses.find((address) => address === chosen) ?? addresses[0]
  const sent = previewOptions(options)
  const { answer, isOutdated, isReading, run } = usePreview(url === undefined ? null : { url, options: sent })
  const show = async () => {
    const got = await run()
    if (got === null) return
    const refusal = got.kind === "refused" && got.error instanceof ApiProblem ? got.error.message : ""
    onProblem(refusal === "" ? null : refusal)
  }
  return (
    <section className={css["panel"]} aria-labelledby={id} aria-busy={isReading}>
      <header className={css["head"]}>
        <h2 id={id}>{text.title}</h2>
        <Button aria-disabled={url === undefined || isReading} onClick={() => void show()}>
          {answer === null ? text.show : text.again}
        </Button>
      </header>
      <p className={css["soft"]}>{text.hint}</p>
      {"request" in options ? <p className={css["soft"]}>{text.plainRequest}</p> : null}
      {addresses.length < 2 ? null : (
        <label className={css["address"]}>
          {text.address}
          <select value={url} onChange={({ target }) => setChosen(target.value)}>
            {addresses.slice(0, MOST_ADDRESSES).map((address) => (
              <option key={address} value={address}>
                {address}
              </option>
            ))}
          </select>
        </label>
      )}
      <p role="status" className={isOutdated && !isReading ? css["outdated"] : css["state"]}>
        {isReading
          ? text.reading
          : [
              ...(url === undefined ? [text.noAddress] : []),
              ...(isOutdated ? [text.outdated] : []),
              ...(answer === null ? [] : [summaryOf(answer, text, format.number)])
            ].join(" ")}
      </p>
      {answer === null ? null : (
        <div className={css["answer"]} data-outdated={isOutdated || isReading}>
          {answer.kind === "shown" ? (
            <Shown preview={answer.preview} />
          ) : (
            <Refused error={answer.error} fields={Object.keys(sent)} />
          )}
        </div>
      )}
    </section>
  )
}

const summaryOf = (
  answer: PreviewAnswer,
  text: (typeof pageRulesWords)["en"]["preview"],
  number: (count: number) => string
): string => {
  if (answer.kind === "refused") return text.refused
  const { error, lineCount } = answer.preview
  return error === null ? text.compared(lineCount, number(lineCount)) : text.notCompared
}
