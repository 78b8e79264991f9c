import type { OnCallPreviewAnswer } from "../alerts/onCallQueries.ts"
import screen from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { useZoneTime } from "../words/useZoneTime.ts"
import { onCallNowWords } from "../alerts/onCallNowWords.ts"
import { onCallWords } from "./onCallWords.ts"
import { PersonNames } from "../alerts/PersonNames.tsx"

const MOST_SHIFTS = 12
const MOST_DIFFERENCES = 10

/** Shows what a schedule would do after it is saved. */
export const Preview = ({
  isNew,
  preview: { clockChange, differences, gaps, shifts, unusedOverrides },
  zone
}: {
  readonly preview: OnCallPreviewAnswer
  readonly zone: string
  readonly isNew: boolean
}) => {
  const words = useScreenWords(onCallWords)
  const nowWords = useScreenWords(onCallNowWords)
  const time = useZoneTime(zone)
  return (
    <section className={screen["text"]} aria-label={words.preview}>
      <p className={screen["soft"]}>{words.previewHint}</p>
      <ul className={screen["list"]}>
        {shifts.slice(0, MOST_SHIFTS).map(({ end, people, start }) => (
          <li key={start}>
            <b>
              <PersonNames people={people} />
            </b>
            <span className={screen["under"]}>
              {time(start)} – {time(end)}
            </span>
          </li>
        ))}
      </ul>
      {gaps.length === 0 ? null : <p className={screen["notice"]}>{words.gaps(gaps.length)}</p>}
      {isNew ? null : (
        <>
          <h2>{words.differences}</h2>
          {differences.length === 0 ? <p>{words.noDifferences}</p> : null}
          <ul>
            {differences.slice(0, MOST_DIFFERENCES).map(({ after, before, end, start }) => {
              const names = (people: typeof after) =>
                people.length === 0 ? nowWords.nobody : people.map(({ name }) => name).join(", ")
              return (
                <li key={start}>
                  {words.difference(names(before), names(after))}
                  <span className={screen["under"]}>
                    {time(start)} – {time(end)}
                  </span>
                </li>
              )
            })}
          </ul>
        </>
      )}
      {unusedOverrides.length === 0 ? null : <p className={screen["notice"]}>{words.unused(unusedOverrides.length)}</p>}
      {clockChange === null ? null : <p>{words.clocks(time(clockChange.at), clockChange.minutes)}</p>}
    </section>
  )
}
