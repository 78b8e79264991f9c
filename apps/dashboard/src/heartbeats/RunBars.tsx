import type { Heartbeat } from "@mon/model"
import { Link } from "wouter"
import { monitorPath } from "../api/monitors.ts"
import { Card } from "../ui/Card.tsx"
import { Unloaded } from "../ui/Unloaded.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./Heartbeat.module.css"
import { usePings } from "./heartbeatQueries.ts"
import { type Run, runsOf } from "./runsOf.ts"
import { useHeartbeatWords } from "./useHeartbeatWords.ts"

const HEIGHT = 100
/** The width of a bar, including the space to the next bar. */
const STEP = 10
const BAR = 7
/** The minimum height of a bar, so that a very short run remains visible. */
const LEAST = 6
/** The smallest number of bars for which the chart has room. With fewer runs, the bars do not become wider. */
const FEWEST = 30
const SECOND_MS = 1_000

/** Returns a run time as text. Short run times are in milliseconds. */
export const useRuntime = () => {
  const { format } = useLanguage()
  return (ms: number): string => (ms < SECOND_MS ? format.milliseconds(ms) : format.seconds(Math.round(ms / SECOND_MS)))
}

type Ended = Extract<Run, { readonly kind: "run" }>

const isEnded = (run: Run): run is Ended => run.kind === "run"

/** Returns a sentence about a run or a gap, for the tooltip of its bar and for screen readers. */
const useRunText = () => {
  const { format } = useLanguage()
  const words = useHeartbeatWords().runs
  const runtime = useRuntime()
  return (run: Run): string =>
    run.kind === "gap"
      ? `${format.dateTime(run.from)} – ${format.dateTime(run.to)}: ${words.missed(run.missed)}`
      : [
          `${format.dateTime(run.endedAt)}: ${run.isFailed ? words.failed : words.ok}`,
          ...(run.exitCode === null ? [] : [words.exit(String(run.exitCode))]),
          ...(run.isLate ? [words.late] : []),
          run.runtimeMs === null ? words.unknown : words.took(runtime(run.runtimeMs))
        ].join(", ")
}

const Bars = ({ runs }: { readonly runs: ReadonlyArray<Run> }) => {
  const text = useRunText()
  const longest = Math.max(1, ...runs.map((run) => (run.kind === "run" ? (run.runtimeMs ?? 0) : 0)))
  const count = Math.max(FEWEST, runs.length)
  return (
    <svg
      className={css["bars"]}
      viewBox={`0 0 ${count * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
      focusable="false"
    >
      {runs.map((run, index) => {
        const x = (count - runs.length + index) * STEP
        if (run.kind === "gap")
          return (
            <rect key={`gap ${run.from}`} className={css["gap"]} x={x} y={0} width={BAR} height={HEIGHT}>
              <title>{text(run)}</title>
            </rect>
          )
        const height = Math.max(LEAST, ((run.runtimeMs ?? 0) / longest) * HEIGHT)
        return (
          <rect
            key={run.n}
            className={css[run.isFailed ? "failed" : run.isLate ? "late" : "ok"]}
            x={x}
            y={HEIGHT - height}
            width={BAR}
            height={height}
          >
            <title>{text(run)}</title>
          </rect>
        )
      })}
    </svg>
  )
}

/** Shows the last runs as bars of their run time. Screen readers get a list with the same information. */
export const RunBars = ({ record }: { readonly record: Heartbeat }) => {
  const words = useHeartbeatWords()
  const runtime = useRuntime()
  const text = useRunText()
  const { data, error, refetch } = usePings(record.id)
  const runs = data === undefined ? [] : runsOf(data, record)
  const ended = runs.filter(isEnded)
  const missed = runs.reduce((sum, run) => sum + (run.kind === "gap" ? run.missed : 0), 0)
  const longest = Math.max(0, ...ended.map(({ runtimeMs }) => runtimeMs ?? 0))
  return (
    <Card
      title={words.runs.title}
      action={<Link href={`${monitorPath({ id: record.id, kind: "heartbeat" })}/pings`}>{words.pings.tab}</Link>}
    >
      {data === undefined ? (
        <Unloaded isPart error={error} refetch={refetch} rows={2} />
      ) : ended.length === 0 ? (
        <p className={css["soft"]}>{words.runs.none}</p>
      ) : (
        <figure className={css["runs"]}>
          <p className={css["legend"]}>
            <b>
              {words.runs.summary(
                ended.length,
                ended.filter(({ isFailed }) => isFailed).length,
                ended.filter(({ isLate }) => isLate).length,
                missed
              )}
            </b>
            {(["ok", "failed", "late", "gap"] as const).map((level) => (
              <span key={level} data-level={level}>
                {words.runs.legend[level]}
              </span>
            ))}
          </p>
          <Bars runs={runs} />
          <figcaption className={css["soft"]}>
            {longest === 0 ? null : `${words.runs.longest(runtime(longest))} `}
            {words.runs.hint}
          </figcaption>
          <ol className={css["hidden"]} aria-label={words.runs.list}>
            {runs.map((run) => (
              <li key={run.kind === "gap" ? `gap ${run.from}` : run.n}>{text(run)}</li>
            ))}
          </ol>
        </figure>
      )}
    </Card>
  )
}
