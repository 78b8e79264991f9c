import { useSentence } from "../ui/Problem.tsx"
import css from "../ui/Screen.module.css"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { useMaintenancePreview } from "./maintenanceQueries.ts"
import { maintenanceWords } from "./maintenanceWords.ts"

/** The next times of a window while it is typed, in its own time zone, or what is wrong with it. */
export const Preview = ({
  draft,
  timeZone
}: {
  readonly draft: Readonly<Record<string, string>>
  readonly timeZone: string
}) => {
  const words = useScreenWords(maintenanceWords).form
  const { words: common } = useLanguage()
  const sentence = useSentence()
  const { data, error } = useMaintenancePreview(draft)
  const format = new Intl.DateTimeFormat(common.language, { timeZone, dateStyle: "full", timeStyle: "short" })
  return (
    <section aria-label={words.preview} aria-live="polite" className={css["text"]}>
      <h3 className={css["small"]}>{words.preview}</h3>
      {error !== null ? (
        <p className={css["bad"]}>{sentence(error)}</p>
      ) : data === undefined ? null : data.occurrences.length === 0 ? (
        <p>{words.noPreview}</p>
      ) : (
        <ul>
          {data.occurrences.map(({ endsAt, startsAt }) => (
            <li key={startsAt}>{format.formatRange(Date.parse(startsAt), Date.parse(endsAt))}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
