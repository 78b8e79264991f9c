import type { OnCallNow } from "@mon/model"
import css from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { useZoneTime } from "../words/useZoneTime.ts"
import { onCallNowWords } from "./onCallNowWords.ts"
import { PersonNames } from "./PersonNames.tsx"

/** Shows who is on call in a schedule, until when, and who is next. */
export const OnCallNowText = ({ now, zone }: { readonly now: OnCallNow; readonly zone: string }) => {
  const words = useScreenWords(onCallNowWords)
  const time = useZoneTime(zone)
  return (
    <>
      {now.people.length === 0 ? (
        <b className={css["bad"]}>{words.nobodyNow}</b>
      ) : (
        <b>
          <PersonNames people={now.people} />
        </b>
      )}
      {now.until === null ? null : (
        <span className={css["soft"]}>
          {" "}
          {words.until} <time dateTime={now.until}>{time(now.until)}</time>
        </span>
      )}
      {now.next === null ? null : (
        <span className={css["under"]}>
          {words.next}: <PersonNames people={now.next.people} />
        </span>
      )}
    </>
  )
}
