import type { OnCallGap, OnCallPerson, OnCallSchedule } from "@mon/model"
import { type PointerEvent, useState } from "react"
import type { OnCallShiftsAnswer } from "../alerts/onCallQueries.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { type Bar, barsOf, colourOf, type DayRange, layerBars } from "./calendarRows.ts"
import css from "./OnCall.module.css"
import { onCallNowWords } from "../alerts/onCallNowWords.ts"
import { onCallWords } from "./onCallWords.ts"

const HOUR_MS = 3_600_000
/** The largest number of days that have a label each. */
const LABELLED_DAYS = 21

const percent = (at: number, { from, to }: DayRange): number => ((at - from) / (to - from)) * 100

const place = ({ left, width }: Pick<Bar, "left" | "width">) => ({ left: `${left}%`, width: `${width}%` })

const spanOf = ({ end, start }: OnCallGap) => ({ start: Date.parse(start), end: Date.parse(end), people: [] })

interface Named {
  readonly nameOf: (membershipId: string) => string
  readonly colour: (membershipId: string) => number
}

const Bars = ({ bars, colour, nameOf }: Named & { readonly bars: ReadonlyArray<Bar> }) =>
  bars.map((bar) => {
    const names = bar.people.map(nameOf).join(", ")
    return (
      <span
        key={bar.start}
        className={css["bar"]}
        data-colour={colour(bar.people[0] ?? "")}
        style={place(bar)}
        title={names}
      >
        {names}
      </span>
    )
  })

const Scale = ({ now, range, zone }: { readonly range: DayRange; readonly zone: string; readonly now: number }) => {
  const { format } = useLanguage()
  const step = range.days.length > LABELLED_DAYS ? 7 : 1
  const label = new Intl.DateTimeFormat(format.language, {
    timeZone: zone,
    day: "numeric",
    ...(step === 1 ? { weekday: "short" } : { month: "short" })
  })
  return (
    <div className={css["line"]}>
      <span />
      <div className={css["scale"]}>
        {range.days
          .filter((_, index) => index % step === 0)
          .map((day, index, shown) => {
            const end = shown[index + 1] ?? range.to
            const isNow = day <= now && now < end
            return (
              <span
                key={day}
                className={isNow ? css["today"] : undefined}
                style={place({ left: percent(day, range), width: percent(end, range) - percent(day, range) })}
              >
                {label.format(day)}
              </span>
            )
          })}
      </div>
    </div>
  )
}

/** A range that a person drags over, in milliseconds since the epoch. */
interface Drag {
  readonly from: number
  readonly to: number
}

/** Makes the row of the result react to a drag. The ends of the drag are whole hours. */
const useDrag = (range: DayRange, onChoose: ((start: number, end: number) => void) | null) => {
  const [drag, setDrag] = useState<Drag | null>(null)
  const at = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (clientX - left) / width))
    return Math.round((range.from + share * (range.to - range.from)) / HOUR_MS) * HOUR_MS
  }
  const chosen = drag === null ? null : { start: Math.min(drag.from, drag.to), end: Math.max(drag.from, drag.to) }
  return {
    chosen: chosen !== null && chosen.end > chosen.start ? chosen : null,
    handlers:
      onChoose === null
        ? {}
        : {
            onPointerDown: (event: PointerEvent<HTMLElement>) => {
              if (event.pointerType === "touch") return
              event.currentTarget.setPointerCapture(event.pointerId)
              setDrag({ from: at(event), to: at(event) })
            },
            onPointerMove: (event: PointerEvent<HTMLElement>) => {
              const to = at(event)
              setDrag((before) => (before === null ? null : { ...before, to }))
            },
            onPointerUp: () => {
              if (chosen !== null && chosen.end > chosen.start) onChoose(chosen.start, chosen.end)
              setDrag(null)
            },
            onPointerCancel: () => setDrag(null)
          }
  }
}

/** Shows the layers of a schedule and their result. The table of shifts shows the same to screen readers. */
export const Calendar = ({
  answer,
  now,
  onChoose,
  people,
  range,
  schedule
}: {
  readonly schedule: OnCallSchedule
  readonly answer: OnCallShiftsAnswer
  readonly people: ReadonlyArray<OnCallPerson>
  readonly range: DayRange
  readonly now: number
  /** Called with the range that a person drags over the result. Null: the person may not change it. */
  readonly onChoose: ((start: number, end: number) => void) | null
}) => {
  const words = useScreenWords(onCallWords)
  const nowWords = useScreenWords(onCallNowWords)
  const { format } = useLanguage()
  const names = new Map(people.map(({ membershipId, name }) => [membershipId, name]))
  const named: Named = { nameOf: (id) => names.get(id) ?? id, colour: colourOf(people) }
  const result = answer.shifts.map((shift) => ({
    ...spanOf(shift),
    people: shift.people.map(({ membershipId }) => membershipId)
  }))
  const { chosen, handlers } = useDrag(range, onChoose)
  return (
    <>
      <div
        className={css["calendar"]}
        tabIndex={0}
        role="img"
        aria-label={words.calendarText(format.date(range.from), format.date(range.to - 1))}
      >
        <Scale range={range} zone={schedule.timezone} now={now} />
        {schedule.layers.map((layer, index) => (
          <div key={index} className={css["line"]}>
            <span>{layer.name ?? words.layer(index + 1)}</span>
            <div className={css["track"]}>
              <Bars bars={layerBars(schedule, layer, range)} {...named} />
            </div>
          </div>
        ))}
        <div className={css["line"]}>
          <span>{words.result}</span>
          <div className={`${css["track"]} ${css["result"]}`} {...handlers}>
            <Bars bars={barsOf(result, range)} {...named} />
            {barsOf(answer.gaps.map(spanOf), range).map((bar) => (
              <span key={bar.start} className={css["gap"]} style={place(bar)} title={nowWords.nobody} />
            ))}
            {now >= range.from && now < range.to ? (
              <span className={css["moment"]} style={{ left: `${percent(now, range)}%` }} />
            ) : null}
            {chosen === null ? null : (
              <span
                className={css["chosen"]}
                style={place(barsOf([{ ...chosen, people: [] }], range)[0] ?? { left: 0, width: 0 })}
              />
            )}
          </div>
        </div>
      </div>
      {onChoose === null ? null : <p>{words.dragHint}</p>}
    </>
  )
}
