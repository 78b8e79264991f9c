import { useId } from "react"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { type ChangedLine, type IgnoredOfChange, ignoredOf, type TestedLines } from "./changedLines.ts"
import css from "./Ignore.module.css"
import { ignoringWords } from "./ignoringWords.ts"
import type { Matches } from "./useMatches.ts"

/** The number of a change's lines that are shown at first. */
const MOST_LINES = 200

const countOf = (answers: ReadonlyArray<boolean>): number => answers.filter(Boolean).length

const LinesOfChange = ({ changed, ignored }: IgnoredOfChange) => {
  const text = useScreenWords(ignoringWords)
  return (
    <ul className={css["lines"]} aria-label={text.effect} tabIndex={0}>
      {changed.slice(0, MOST_LINES).map(({ key, line }, index) => (
        <li key={key} data-ignored={ignored[index]}>
          <span className={css["mark"]}>{ignored[index] === true ? text.ignoredLine : text.countedLine}</span>
          <bdi>{line.text}</bdi>
        </li>
      ))}
    </ul>
  )
}

export const IgnoredLines = ({
  chosen,
  isEmpty,
  matches,
  tested
}: {
  readonly chosen: ChangedLine
  readonly isEmpty: boolean
  readonly matches: Matches
  readonly tested: TestedLines
}) => {
  const { format } = useLanguage()
  const text = useScreenWords(ignoringWords)
  const id = useId()
  const result = typeof matches === "string" || isEmpty ? null : ignoredOf(tested, matches)
  const [here, ...others] = result?.changes ?? []
  const at = here?.changed.findIndex(({ key }) => key === chosen.key) ?? -1
  return (
    <section className={css["effect"]} aria-labelledby={id} aria-busy={matches === "searching"}>
      <h3 id={id}>{text.effect}</h3>
      <p role="status">
        {here !== undefined
          ? text.here(countOf(here.ignored), here.changed.length)
          : isEmpty || matches === "invalid"
            ? text.invalid
            : matches === "too slow"
              ? text.tooSlow
              : null}
        {here?.isUnreported === true ? <b> · {text.unreported}</b> : null}
      </p>
      {result?.isEverything === true ? <p className={css["bad"]}>{text.everything}</p> : null}
      {here !== undefined && here.ignored[at] === false ? <p className={css["bad"]}>{text.misses}</p> : null}
      {here === undefined ? null : <LinesOfChange {...here} />}
      {others.length === 0 ? null : (
        <ul className={css["others"]}>
          {others.map(({ change, changed, ignored, isUnreported }) => (
            <li key={change.id}>
              {text.before(format.dateTime(Date.parse(change.detectedAt)), countOf(ignored), changed.length)}
              {isUnreported ? <b> · {text.unreported}</b> : null}
            </li>
          ))}
        </ul>
      )}
      {result === null || result.unchanged.length === 0 ? null : (
        <p className={css["bad"]}>
          {text.unchanged(result.unchanged.length)}: <bdi>{result.unchanged[0]}</bdi>
        </p>
      )}
    </section>
  )
}
