import { Card } from "../ui/Card.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { useMailHistory } from "./mailQueries.ts"
import { mailWords } from "./mailWords.ts"
import css from "./Report.module.css"
import { type ScoreAt, seriesOf } from "./scoreSeries.ts"

const WIDTH = 300
const HEIGHT = 100
/** Half the length of the line that represents a series with a single score. */
const DOT = 1

/**
 * Shows the score over time, with a mark where the scoring rules changed. Scores are comparable only within one version
 * of the rules.
 */
export const ScoreHistory = ({ id }: { readonly id: string }) => {
  const { format } = useLanguage()
  const { report: text } = useScreenWords(mailWords)
  const series = seriesOf(useMailHistory(id).data ?? [])
  const points = series.flat()
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined || points.length < 2) {
    return (
      <Card title={text.history}>
        <p className={css["soft"]}>{text.historyNone}</p>
      </Card>
    )
  }
  const span = Math.max(1, last.at - first.at)
  const x = (at: number): number => ((at - first.at) / span) * WIDTH
  const curve = (scores: ReadonlyArray<ScoreAt>): string =>
    scores
      .flatMap(({ at, score }) =>
        (scores.length === 1 ? [x(at) - DOT, x(at) + DOT] : [x(at)]).map((left) => `${left},${HEIGHT - score}`)
      )
      .join(" ")
  const current = series.at(-1) ?? []
  const changes = series.slice(1).flatMap((scores) => scores.slice(0, 1))
  const change = changes.at(-1)
  const label =
    current.length < 2 ? null : text.historyLabel(current[0]?.score ?? last.score, last.score, current.length)
  const changed = change === undefined ? null : text.rulesChanged(format.date(change.at))
  return (
    <Card title={text.history} action={label === null ? null : <span className={css["soft"]}>{label}</span>}>
      <svg
        className={css["history"]}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={[label, changed].filter((part) => part !== null).join(" · ")}
      >
        {[0, 50, 100].map((y) => (
          <line key={y} x1={0} x2={WIDTH} y1={y} y2={y} className={css["grid"]} />
        ))}
        {changes.map(({ at }) => (
          <line key={at} x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} className={css["change"]} />
        ))}
        {series.map((scores) => (
          <polyline key={scores[0]?.at} points={curve(scores)} className={css["curve"]} />
        ))}
      </svg>
      <p className={css["axis"]}>
        <span>
          {format.date(first.at)} · {first.score}
        </span>
        <span>
          {format.date(last.at)} · {last.score}
        </span>
      </p>
      {changed === null ? null : <p className={css["small"]}>{changed}</p>}
    </Card>
  )
}
