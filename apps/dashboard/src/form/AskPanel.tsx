import { type ReactNode, useId, useState } from "react"
import { ApiProblem } from "../api/client.ts"
import { Button } from "../ui/Button.tsx"
import { useReason, useRefusalText } from "../ui/Problem.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./AskPanel.module.css"
import { isAbout } from "./isAbout.ts"
import { type Asked, useAnswer } from "./useAnswer.ts"

const FOCUSABLE = "input:not([type=hidden]), textarea, select, button"

/** Moves the focus to the control of a field, or to the first control of a value with parts. */
const focusField = (name: string): void => {
  const control = document.getElementsByName(name)[0]
  if (!(control instanceof HTMLInputElement) || control.type !== "hidden") return control?.focus()
  control.parentElement?.querySelector<HTMLElement>(FOCUSABLE)?.focus()
}

/** The texts of a panel. */
export interface AskWords {
  readonly title: string
  readonly run: string
  readonly again: string
  readonly hint: string
  readonly noAddress: string
  readonly address: string
  readonly running: string
  readonly outdated: string
  readonly refused: string
  readonly limited: string
  readonly busy: string
  readonly goTo: (label: string) => string
}

/** The largest number of pasted addresses that the menu lists. */
const MOST_ADDRESSES = 100
const TOO_MANY = 429
const BUSY = 503

/** Shows a button that moves the focus to the control of a field. */
export const GoTo = ({ field, text }: { readonly field: string; readonly text: Pick<AskWords, "goTo"> }) => {
  const { words } = useLanguage()
  return <Button onClick={() => focusField(field)}>{text.goTo(words.form.labels[field] ?? field)}</Button>
}

const Refused = ({
  error,
  fields,
  text
}: {
  readonly error: unknown
  readonly fields: ReadonlyArray<string>
  readonly text: AskWords
}) => {
  const reason = useReason()
  const shown = useRefusalText()
  const status = error instanceof ApiProblem ? error.status : null
  const problem = status === TOO_MANY ? text.limited : status === BUSY ? text.busy : reason(error)
  const field = fields.find((name) => isAbout(name, problem))
  return (
    <div className={css["problem"]}>
      <p>{shown(problem)}</p>
      {field === undefined ? null : <GoTo field={field} text={text} />}
    </div>
  )
}

/**
 * Shows what a form's options would produce, before they are saved. Runs only when a person asks for it, because each
 * run counts as a request that causes work.
 */
export const AskPanel = <A,>({
  addresses,
  ask,
  children,
  onProblem,
  options,
  summaryOf,
  text
}: {
  /** The addresses to which the form's options apply. The person chooses one of them. */
  readonly addresses: ReadonlyArray<string>
  /** The options that differ from the defaults. */
  readonly options: Readonly<Record<string, unknown>>
  readonly ask: (request: Asked) => Promise<A>
  /**
   * Called with the message of a refusal, so that the form can show it at the field, or with null if there is no
   * refusal.
   */
  readonly onProblem: (problem: string | null) => void
  /** Returns a short summary of a response. */
  readonly summaryOf: (answer: A) => string
  readonly text: AskWords
  readonly children: (answer: A) => ReactNode
}) => {
  const id = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const url = addresses.find((address) => address === chosen) ?? addresses[0]
  const { answer, isAsking, isOutdated, run } = useAnswer(url === undefined ? null : { url, options }, ask)
  const show = async () => {
    const got = await run()
    if (got === null) return
    const refusal = got.kind === "refused" && got.error instanceof ApiProblem ? got.error.message : ""
    onProblem(refusal === "" ? null : refusal)
  }
  return (
    <section className={css["panel"]} aria-labelledby={id} aria-busy={isAsking}>
      <header className={css["head"]}>
        <h2 id={id}>{text.title}</h2>
        <Button aria-disabled={url === undefined || isAsking} onClick={() => void show()}>
          {answer === null ? text.run : text.again}
        </Button>
      </header>
      <p className={css["soft"]}>{text.hint}</p>
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
      <p role="status" className={isOutdated && !isAsking ? css["outdated"] : css["state"]}>
        {isAsking
          ? text.running
          : [
              ...(url === undefined ? [text.noAddress] : []),
              ...(isOutdated ? [text.outdated] : []),
              ...(answer === null ? [] : [answer.kind === "refused" ? text.refused : summaryOf(answer.value)])
            ].join(" ")}
      </p>
      {answer === null ? null : (
        <div className={css["answer"]} data-outdated={isOutdated || isAsking}>
          {answer.kind === "shown" ? (
            children(answer.value)
          ) : (
            <Refused error={answer.error} fields={Object.keys(options)} text={text} />
          )}
        </div>
      )}
    </section>
  )
}
