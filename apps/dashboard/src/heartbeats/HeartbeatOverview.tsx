import type { Heartbeat, HeartbeatAdvice } from "@mon/model"
import { Card, Facts } from "../ui/Card.tsx"
import { Ago, Exact, useNow } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { HowToPing } from "./HowToPing.tsx"
import { RunBars, useRuntime } from "./RunBars.tsx"
import css from "./Heartbeat.module.css"
import { useHeartbeatWords } from "./useHeartbeatWords.ts"

interface OfHeartbeat {
  readonly record: Heartbeat
}

/** Shows whether a run is active or late, and when the next one is expected. */
export const HeartbeatStanding = ({ record: { expectedAt, isLate, isPaused, isRunning, lastPingAt } }: OfHeartbeat) => {
  const { format } = useLanguage()
  const words = useHeartbeatWords()
  const now = useNow()
  const due = expectedAt === null || isPaused ? null : Date.parse(expectedAt)
  return (
    <>
      {isRunning ? <b> · {words.running}</b> : null}
      {isLate ? <b className={css["fair"]}> · {words.late}</b> : null}
      {lastPingAt === null ? ` · ${words.none}` : null}
      {due === null ? null : (
        <span title={format.dateTime(due)}>
          {" · "}
          {due > now ? words.expected(format.until(due, now)) : words.overdue(format.between(due, now))}
        </span>
      )}
    </>
  )
}

/** Shows the last runs. Before the first ping, shows how to send one. */
export const HeartbeatOverview = ({ record }: OfHeartbeat) =>
  record.pings === 0 ? <HowToPing record={record} /> : <RunBars record={record} />

const ScheduleText = ({ schedule }: Pick<Heartbeat, "schedule">) => {
  const { format } = useLanguage()
  const words = useHeartbeatWords()
  if ("every" in schedule) return words.facts.every(format.seconds(schedule.every))
  return (
    <>
      <code className={css["expression"]}>{"cron" in schedule ? schedule.cron : schedule.onCalendar}</code>
      <span className={css["under"]}>{schedule.timeZone ?? "UTC"}</span>
    </>
  )
}

const MINUTE_SECONDS = 60

/** Shows which schedule would fit the last runs better. */
const Advice = ({ advice: { every, offsetMinutes, timeZones } }: { readonly advice: HeartbeatAdvice }) => {
  const { format } = useLanguage()
  const words = useHeartbeatWords().facts
  if (every !== null) return <p>{words.apart(format.seconds(every))}</p>
  if (offsetMinutes === null) return null
  const off = format.seconds(Math.abs(offsetMinutes) * MINUTE_SECONDS)
  return (
    <p>
      {offsetMinutes < 0 ? words.early(off) : words.delayed(off)}
      {timeZones.length === 0 ? "" : ` ${words.zones(timeZones.join(", "))}`}
    </p>
  )
}

/** A heartbeat as the API returns it on its own: with advice about its schedule. */
interface OneHeartbeat {
  readonly record: Heartbeat & { readonly advice?: HeartbeatAdvice | null }
}

/** Shows the schedule and its limits, the properties of the last ping, and whether another schedule fits better. */
export const HeartbeatSide = ({ record }: OneHeartbeat) => {
  const { format } = useLanguage()
  const words = useHeartbeatWords().facts
  const runtime = useRuntime()
  const { advice, atMost, expectedAt, lastPingAt, lastRuntimeMs, lateAfter, maxRuntime, minRuntime, pings, schedule } =
    record
  const seconds = (value: number | null) => (value === null ? null : format.seconds(value))
  return (
    <Card title={words.title}>
      <Facts
        rows={[
          [words.schedule, <ScheduleText key="schedule" schedule={schedule} />],
          [words.next, expectedAt === null ? null : <Exact key="next" at={expectedAt} />],
          [words.late, seconds(lateAfter)],
          [words.longest, seconds(maxRuntime)],
          [words.shortest, seconds(minRuntime)],
          [
            words.atMost,
            atMost === null ? null : words.atMostValue(format.number(atMost.runs), format.seconds(atMost.period))
          ],
          [words.lastPing, lastPingAt === null ? null : <Ago key="last" at={lastPingAt} />],
          [words.lastRuntime, lastRuntimeMs === null ? null : runtime(lastRuntimeMs)],
          [words.pings, format.number(pings)],
          [words.advice, advice == null ? null : <Advice key="advice" advice={advice} />]
        ]}
      />
    </Card>
  )
}
