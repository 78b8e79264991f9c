import type { PagePreview } from "@mon/model"
import { pageEndpoints } from "../api/pageEndpoints.ts"
import css from "../form/AskPanel.module.css"
import { AskPanel, GoTo } from "../form/AskPanel.tsx"
import type { Asked } from "../form/useAnswer.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { pageRulesWords } from "./pageRulesWords.ts"

const MASKED = /<(?:date-time|http-date|time-of-day|relative-time|uuid|hex|token|session-id)>/u
const useLabel = () => {
  const { words } = useLanguage()
  return (field: string): string => words.form.labels[field] ?? field
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
          <GoTo field={cause} text={text} />
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

/** Options that a preview does not need: it is no check, and has no credentials. */
const OTHER_OPTIONS: ReadonlySet<string> = new Set(["name", "checkInterval", "request", "expect", "degradedAfterMs"])

/** What a preview sends of the options of a form. */
const previewOptions = (options: Asked["options"]): Asked["options"] =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !OTHER_OPTIONS.has(name)))

/** What Mon would compare of a page with the options of a form. */
export const PreviewPanel = ({
  addresses,
  onProblem,
  options
}: Pick<Parameters<typeof AskPanel>[0], "addresses" | "onProblem" | "options">) => {
  const { format } = useLanguage()
  const { preview: text } = useScreenWords(pageRulesWords)
  return (
    <AskPanel<PagePreview>
      addresses={addresses}
      options={previewOptions(options)}
      ask={(asked) => pageEndpoints.preview(asked.url, asked.options)}
      onProblem={onProblem}
      note={"request" in options ? text.plainRequest : null}
      summaryOf={({ error, lineCount }) =>
        error === null ? text.compared(lineCount, format.number(lineCount)) : text.notCompared
      }
      text={text}
    >
      {(preview) => <Shown preview={preview} />}
    </AskPanel>
  )
}
