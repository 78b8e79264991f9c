import type { OnCallOverride, OnCallPerson, OnCallSchedule, OnCallShift } from "@mon/model"
import { useState } from "react"
import {
  onCallEndpoints,
  type OnCallShiftsAnswer,
  rereadOnCall,
  useOnCallNow,
  useOnCallPeople,
  useOnCallSchedules,
  useOverrides,
  useRequests,
  useShifts
} from "../alerts/onCallQueries.ts"
import { useManages } from "../api/rank.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { notify } from "../ui/notify.ts"
import { Absent, useSentence } from "../ui/Problem.tsx"
import { Screen } from "../ui/Screen.tsx"
import screen from "../ui/Screen.module.css"
import { useNow } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { Calendar } from "./Calendar.tsx"
import { CalendarAddress } from "./CalendarAddress.tsx"
import { CalendarImport } from "./CalendarImport.tsx"
import { dayRange } from "./calendarRows.ts"
import css from "./OnCall.module.css"
import { useZoneTime } from "../words/useZoneTime.ts"
import { onCallWords } from "./onCallWords.ts"
import { AskDialog, type AskWish } from "./AskDialog.tsx"
import { ShiftRequests } from "./ShiftRequests.tsx"
import { OverrideDialog, type OverrideWish } from "./OverrideDialog.tsx"
import { OnCallNowText } from "../alerts/OnCallNowText.tsx"
import { onCallNowWords } from "../alerts/onCallNowWords.ts"
import { PersonNames } from "../alerts/PersonNames.tsx"

const RANGES = { weeks: 14, months: 91 } as const
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const isMine = ({ people }: Pick<OnCallShift, "people">, me: string | undefined): boolean =>
  people.some(({ membershipId }) => membershipId === me)

/** Lists the shifts of a range. People take over a shift, and admins put anybody else on call. */
const ShiftTable = ({
  me,
  now,
  onAsk,
  onReplace,
  onTake,
  shifts,
  zone
}: {
  readonly shifts: ReadonlyArray<OnCallShift>
  readonly zone: string
  readonly me: string | undefined
  readonly now: number
  readonly onTake: (shift: OnCallShift) => void
  readonly onAsk: (shift: OnCallShift) => void
  /** Null: the person may not put others on call. */
  readonly onReplace: ((shift: OnCallShift) => void) | null
}) => {
  const words = useScreenWords(onCallWords)
  const time = useZoneTime(zone)
  return (
    <div className={screen["scroll"]}>
      <p className={screen["soft"]}>{words.zone(zone)}</p>
      <table className={screen["table"]} aria-label={words.shifts}>
        <thead>
          <tr>
            <th scope="col">{words.shift}</th>
            <th scope="col">{words.shiftEnd}</th>
            <th scope="col">{words.people}</th>
            <th scope="col">
              <span className={screen["soft"]}>{words.overrides}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shifts.map((shift) => (
            <tr key={shift.start}>
              <td>
                <time dateTime={shift.start}>{time(shift.start)}</time>
              </td>
              <td>
                <time dateTime={shift.end}>{time(shift.end)}</time>
              </td>
              <th scope="row">
                <PersonNames people={shift.people} />{" "}
                {shift.overrideIds.length === 0 ? null : <span className={screen["chip"]}>{words.overridden}</span>}
              </th>
              <td>
                {Date.parse(shift.end) <= now ? null : (
                  <span className={screen["row"]}>
                    {isMine(shift, me) ? (
                      <Button aria-label={words.requests.askOne(time(shift.start))} onClick={() => onAsk(shift)}>
                        {words.requests.ask}
                      </Button>
                    ) : (
                      <Button aria-label={words.takeOne(time(shift.start))} onClick={() => onTake(shift)}>
                        {words.take}
                      </Button>
                    )}
                    {onReplace === null ? null : (
                      <Button aria-label={words.replaceOne(time(shift.start))} onClick={() => onReplace(shift)}>
                        {words.replace}
                      </Button>
                    )}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Overrides = ({
  canChange,
  id,
  people,
  zone
}: {
  readonly id: string
  readonly zone: string
  readonly people: ReadonlyArray<OnCallPerson>
  readonly canChange: (override: OnCallOverride) => boolean
}) => {
  const words = useScreenWords(onCallWords)
  const time = useZoneTime(zone)
  const sentence = useSentence()
  const names = new Map(people.map((person) => [person.membershipId, person]))
  const named = (membershipId: string): OnCallPerson =>
    names.get(membershipId) ?? { membershipId, name: membershipId, isMember: false }
  const remove = async (override: OnCallOverride) => {
    try {
      await onCallEndpoints.removeOverride(id, override.id)
      await rereadOnCall()
      notify(words.overrideRemoved)
    } catch (error) {
      notify(sentence(error))
    }
  }
  return (
    <Loaded query={useOverrides(id)} rows={2}>
      {(overrides) =>
        overrides.length === 0 ? (
          <p className={screen["soft"]}>{words.noOverrides}</p>
        ) : (
          <ul className={screen["list"]}>
            {overrides.map((override) => (
              <li key={override.id}>
                <div className={screen["row"]}>
                  <span className={screen["grow"]}>
                    <b>
                      <PersonNames people={override.people.map(named)} />
                    </b>{" "}
                    {override.replaces === null ? null : words.insteadOf(named(override.replaces).name)}
                    <span className={screen["under"]}>
                      {time(override.start)} – {time(override.end)}
                      {override.note === null ? null : (
                        <>
                          {" · "}
                          <bdi>{override.note}</bdi>
                        </>
                      )}
                    </span>
                  </span>
                  {canChange(override) ? (
                    <Button
                      kind="danger"
                      aria-label={words.removeOverrideOne(time(override.start))}
                      onClick={() => void remove(override)}
                    >
                      {words.removeOverride}
                    </Button>
                  ) : null}
                </div>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

const Balance = ({ balance }: Pick<OnCallShiftsAnswer, "balance">) => {
  const words = useScreenWords(onCallWords)
  const { format } = useLanguage()
  return (
    <div className={screen["scroll"]}>
      <table className={screen["table"]} aria-label={words.balance}>
        <thead>
          <tr>
            <th scope="col">{words.people}</th>
            <th scope="col" className={screen["number"]}>
              {words.hours}
            </th>
            <th scope="col" className={screen["number"]}>
              {words.nights}
            </th>
            <th scope="col" className={screen["number"]}>
              {words.weekends}
            </th>
          </tr>
        </thead>
        <tbody>
          {balance.map(({ hours, nights, person, weekends }) => (
            <tr key={person.membershipId}>
              <th scope="row">
                <PersonNames people={[person]} />
              </th>
              <td className={screen["number"]}>{format.number(Math.round(hours))}</td>
              <td className={screen["number"]}>{format.number(nights)}</td>
              <td className={screen["number"]}>{format.number(weekends)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Schedule = ({ schedule }: { readonly schedule: OnCallSchedule }) => {
  const words = useScreenWords(onCallWords)
  const nowWords = useScreenWords(onCallNowWords)
  const sentence = useSentence()
  const { id, timezone: zone } = schedule
  const now = useNow(MINUTE_MS)
  const manages = useManages()
  const people = useOnCallPeople().data ?? []
  const me = people.find(({ isYou }) => isYou)?.membershipId
  const [days, setDays] = useState<number>(RANGES.weeks)
  const [at, setAt] = useState<number | null>(null)
  const [wish, setWish] = useState<OverrideWish | null>(null)
  const [askWish, setAskWish] = useState<AskWish | null>(null)
  const range = dayRange(zone, at ?? now, days)
  const query = useShifts(id, new Date(range.from).toISOString(), new Date(range.to).toISOString())
  const move = (by: number) => setAt((at ?? now) + by * days * DAY_MS)
  const take = async (shift: OnCallShift) => {
    if (me === undefined) return
    try {
      const start = new Date(Math.max(Date.parse(shift.start), Date.now())).toISOString()
      await onCallEndpoints.addOverride(id, { start, end: shift.end, people: [me] })
      await rereadOnCall()
      notify(words.took)
    } catch (error) {
      notify(sentence(error))
    }
  }
  const replace = ({ end, people: replaced, start }: OnCallShift) =>
    setWish({
      start: Math.max(Date.parse(start), Math.floor(now / HOUR_MS) * HOUR_MS),
      end: Date.parse(end),
      replaces: replaced.length === 1 ? (replaced[0]?.membershipId ?? null) : null
    })
  // Emails lead to this page, so a request that waits for an answer comes first.
  const isAsking = useRequests(id).data?.some(({ state }) => state === "open") === true
  const requests = <ShiftRequests id={id} zone={zone} me={me} manages={manages} />
  const current = useOnCallNow().data?.find(({ scheduleId }) => scheduleId === id)
  return (
    <div className={`${screen["text"]} ${css["page"]}`}>
      <section className={css["now"]} aria-label={nowWords.title}>
        <span>{nowWords.title}</span>
        <span>{current === undefined ? null : <OnCallNowText now={current} zone={zone} />}</span>
      </section>
      {isAsking ? requests : null}
      <div className={css["ranges"]}>
        <Button onClick={() => move(-1)}>{words.earlier}</Button>
        <Button onClick={() => setAt(null)}>{words.today}</Button>
        <Button onClick={() => move(1)}>{words.later}</Button>
        <select
          className={screen["select"]}
          aria-label={words.range}
          value={days}
          onChange={({ target }) => setDays(Number(target.value))}
        >
          <option value={RANGES.weeks}>{words.ranges.weeks}</option>
          <option value={RANGES.months}>{words.ranges.months}</option>
        </select>
        {manages ? (
          <Button onClick={() => setWish({ start: now, end: now + DAY_MS, replaces: null })}>
            {words.addOverride}
          </Button>
        ) : null}
      </div>
      <Loaded query={query}>
        {(answer) => (
          <>
            <Calendar
              schedule={schedule}
              answer={answer}
              people={people}
              range={range}
              now={now}
              onChoose={manages ? (start, end) => setWish({ start, end, replaces: null }) : null}
            />
            {answer.gaps.length === 0 ? null : <p className={screen["notice"]}>{words.gaps(answer.gaps.length)}</p>}
            <h2>{words.shifts}</h2>
            <ShiftTable
              shifts={answer.shifts}
              zone={zone}
              me={me}
              now={now}
              onTake={(shift) => void take(shift)}
              onAsk={({ end, start }) =>
                setAskWish({ start: Math.max(Date.parse(start), Date.now()), end: Date.parse(end) })
              }
              onReplace={manages ? replace : null}
            />
            <h2>{words.balance}</h2>
            <Balance balance={answer.balance} />
          </>
        )}
      </Loaded>
      {isAsking ? null : requests}
      <h2>{words.overrides}</h2>
      <Overrides
        id={id}
        zone={zone}
        people={people}
        canChange={(override) => manages || (override.people.length === 1 && override.people[0] === me)}
      />
      <CalendarAddress id={id} />
      {manages ? <CalendarImport id={id} /> : null}
      <AskDialog
        scheduleId={id}
        zone={zone}
        people={people.filter(({ membershipId }) => membershipId !== me)}
        wish={askWish}
        onClose={() => setAskWish(null)}
      />
      <OverrideDialog scheduleId={id} zone={zone} people={people} wish={wish} onClose={() => setWish(null)} />
    </div>
  )
}

const OnCallPage = ({ id }: { readonly id: string }) => {
  const words = useScreenWords(onCallWords)
  const query = useOnCallSchedules()
  const manages = useManages()
  const schedule = query.data?.find((one) => one.id === id)
  if (query.data !== undefined && schedule === undefined) return <Absent />
  return (
    <Screen
      title={schedule?.name ?? words.title}
      actions={
        manages && schedule?.exceedsPlan === false ? (
          <ButtonLink href={`/on-call/${id}/edit`}>{words.edit}</ButtonLink>
        ) : undefined
      }
    >
      <Loaded query={query}>{() => (schedule === undefined ? null : <Schedule schedule={schedule} />)}</Loaded>
    </Screen>
  )
}

export default OnCallPage
