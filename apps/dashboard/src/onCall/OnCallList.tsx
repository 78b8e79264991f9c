import type { OnCallNow, OnCallSchedule } from "@mon/model"
import { Link } from "wouter"
import { OnCallNowText } from "../alerts/OnCallNowText.tsx"
import { onCallEndpoints, rereadOnCall, useOnCallNow, useOnCallSchedules } from "../alerts/onCallQueries.ts"
import { useAccount } from "../api/queries.ts"
import { useManages } from "../api/rank.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { Nothing, Screen } from "../ui/Screen.tsx"
import css from "../ui/Screen.module.css"
import { useRemoval } from "../ui/useRemoval.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { onCallWords } from "./onCallWords.ts"

const Row = ({
  now,
  onRemove,
  schedule: { exceedsPlan, id, name, timezone }
}: {
  readonly schedule: OnCallSchedule
  readonly now: OnCallNow | undefined
  /** Null: the person may not change schedules. */
  readonly onRemove: (() => void) | null
}) => {
  const words = useScreenWords(onCallWords)
  return (
    <li className={css["text"]}>
      <div className={css["row"]}>
        <span className={css["grow"]}>
          <Link href={`/on-call/${id}`} className={css["strong"]}>
            <bdi>{name}</bdi>
          </Link>
          <span className={css["under"]}>{words.zone(timezone)}</span>
        </span>
        <span className={css["grow"]}>{now === undefined ? null : <OnCallNowText now={now} zone={timezone} />}</span>
      </div>
      {exceedsPlan ? <p className={css["small"]}>{words.over}</p> : null}
      {onRemove === null ? null : (
        <div className={css["row"]}>
          {exceedsPlan ? null : (
            <ButtonLink href={`/on-call/${id}/edit`} label={words.editOne(name)}>
              {words.edit}
            </ButtonLink>
          )}
          <Button kind="danger" aria-label={words.removeOne(name)} onClick={onRemove}>
            {words.remove}
          </Button>
        </div>
      )}
    </li>
  )
}

const OnCallList = () => {
  const words = useScreenWords(onCallWords)
  const { format } = useLanguage()
  const query = useOnCallSchedules()
  const now = new Map((useOnCallNow().data ?? []).map((one) => [one.scheduleId, one]))
  const manages = useManages()
  const limit = useAccount().data?.limits.onCallSchedules
  const used = query.data?.length
  const removal = useRemoval<OnCallSchedule>(words, async ({ id }) => {
    await onCallEndpoints.remove(id)
    await rereadOnCall()
  })
  return (
    <Screen
      title={words.title}
      note={
        used === undefined || limit === undefined ? undefined : words.used(format.number(used), format.number(limit))
      }
      actions={
        <>
          <Curl path="/on-call/schedules" />
          {manages ? (
            <ButtonLink href="/on-call/new" kind="primary">
              {words.add}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <Loaded query={query}>
        {(schedules) =>
          schedules.length === 0 ? (
            <Nothing title={words.none} hint={words.noneHint} />
          ) : (
            <div className={css["stack"]}>
              <p className={css["soft"]}>{words.about}</p>
              <ul className={css["list"]}>
                {schedules.map((schedule) => (
                  <Row
                    key={schedule.id}
                    schedule={schedule}
                    now={now.get(schedule.id)}
                    onRemove={manages ? () => removal.ask(schedule) : null}
                  />
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
      {removal.question}
    </Screen>
  )
}

export default OnCallList
