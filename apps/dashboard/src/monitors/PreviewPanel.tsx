import type { PagePreview } from "@mon/model"
import { TriedCheck, useOutcome } from "./TriedCheck.tsx"
import css from "../form/AskPanel.module.css"
import { AskPanel, GoTo } from "../form/AskPanel.tsx"
import { ServiceMessage } from "../ui/ServiceMessage.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { previewWords } from "./previewWords.ts"

const MASKED = /<(?:date-time|http-date|time-of-day|relative-time|uuid|hex|token|session-id)>/u
const useLabel = () => {
  const { words } = useLanguage()
  return (field: string): string => words.form.labels[field] ?? field
}

const Failed = ({ cause, error }: { readonly cause: PagePreview["cause"]; readonly error: Fault }) => {
  const { preview: text } = useScreenWords(previewWords)
  const label = useLabel()
  return (
    <div className={css["problem"]}>
      <p>
        <ServiceMessage message={error.message} />
      </p>
      {cause === null ? null : (
        <>
          <p>{text.cause(label(cause))}</p>
          <GoTo field={cause} text={text} />
        </>
      )}
    </div>
  )
}

type Fault = NonNullable<PagePreview["error"]>

const Lines = ({ preview: { error, lineCount, lines } }: { readonly preview: PagePreview }) => {
  const { format } = useLanguage()
  const { preview: text } = useScreenWords(previewWords)
  if (lineCount === 0) return null
  if (lines.length === 0) return <p className={css["soft"]}>{text.hidden}</p>
  return (
    <>
      {lines.some((line) => MASKED.test(line)) ? <p className={css["soft"]}>{text.masked}</p> : null}
      <ol className={css["lines"]} aria-label={error === null ? text.lines : text.linesOfFailed} tabIndex={0}>
        {lines.map((line, index) => (
          // A line has no identity other than its position.
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
  const { preview: text } = useScreenWords(previewWords)
  const label = useLabel()
  return leftOut.map(({ lineCount, lines, option }) =>
    lineCount === 0 ? (
      <p key={option} className={css["nothing"]}>
        {text.nothingLeftOut(label(option))}
      </p>
    ) : lines.length === 0 ? (
      <p key={option}>{text.leftOut(label(option), lineCount, format.number(lineCount))}</p>
    ) : (
      <details key={option} className={css["leftOut"]}>
        <summary>{text.leftOut(label(option), lineCount, format.number(lineCount))}</summary>
        <ul
          className={css["lines"]}
          aria-label={text.leftOut(label(option), lineCount, format.number(lineCount))}
          tabIndex={0}
        >
          {lines.map((line, index) => (
            // A line has no identity other than its position.
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
  const { cause, contentType, error, leftOut, title } = preview
  return (
    <>
      {error === null ? null : <Failed cause={cause} error={error} />}
      <TriedCheck check={preview} />
      {contentType === null ? null : <p className={css["soft"]}>{contentType}</p>}
      {title === null ? null : (
        <p className={css["title"]}>
          <bdi>{title}</bdi>
        </p>
      )}
      <Lines preview={preview} />
      <LeftOut leftOut={leftOut} />
    </>
  )
}

export const PreviewPanel = (
  props: Pick<Parameters<typeof AskPanel<PagePreview>>[0], "addresses" | "ask" | "onProblem" | "options">
) => {
  const { format } = useLanguage()
  const { faults, preview: text } = useScreenWords(previewWords)
  const outcomeOf = useOutcome(faults)
  const summaryOf = (preview: PagePreview): string => {
    const { error, lineCount } = preview
    const compared = error === null ? [text.compared(lineCount, format.number(lineCount))] : []
    return [...outcomeOf(preview), ...compared].join(" · ")
  }
  return (
    <AskPanel<PagePreview> {...props} summaryOf={summaryOf} text={text}>
      {(preview) => <Shown preview={preview} />}
    </AskPanel>
  )
}
