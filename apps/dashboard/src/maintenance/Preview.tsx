import { useSentence } from "../ui/Problem.tsx"
import css from "../ui/Screen.module.css"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { useMaintenancePreview } from "../api/maintenanceQueries.ts"
import { maintenanceWords } from "./maintenanceWords.ts"
import { timesText } from "./windowTimes.ts"

export const Preview = ({
  draft,
  timeZone
}: {
  readonly draft: Readonly<Record<string, string>>
  readonly timeZone: string
}) => {
  const words = useScreenWords(maintenanceWords).form
  const { format } = useLanguage()
  const sentence = useSentence()
  const { data, error } = useMaintenancePreview(draft)
  return (
    <section aria-label={words.preview(timeZone)} aria-live="polite" className={css["text"]}>
      <h3 className={css["small"]}>{words.preview(timeZone)}</h3>
      {error !== null ? (
        <p className={css["bad"]}>{sentence(error)}</p>
      ) : data === undefined ? null : data.occurrences.length === 0 ? (
        <p>{words.noPreview}</p>
      ) : (
        <ul>
          {data.occurrences.map((occurrence) => (
            <li key={occurrence.startsAt}>{timesText(occurrence, timeZone, format.language, "full")}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
