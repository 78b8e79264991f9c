import type { CheckRecord, Incident } from "@mon/model"
import type { ShownState } from "../api/monitors.ts"
import { useLanguage } from "../words/language.ts"
import css from "./StateMark.module.css"

/** Shows a state as a shape and a colour, with a label in the words of the screen. */
export const LabelledMark = ({ label, state }: { readonly state: ShownState; readonly label: string }) => (
  <span className={`${css["mark"]} ${css[state]}`} role="img" aria-label={label} title={label} />
)

/** Shows the state as a shape and a colour, and as a word for people who cannot see the shape and the colour. */
export const StateMark = ({ state }: { readonly state: ShownState }) => (
  <LabelledMark state={state} label={useLanguage().words.state[state]} />
)

export const CheckMark = ({ status }: Pick<CheckRecord, "status">) => {
  const { words } = useLanguage()
  return <LabelledMark state={status} label={status === "unknown" ? words.checks.unmade : words.state[status]} />
}

/**
 * Shows the state of an incident. Only a recovery counts as good: a pause, a deletion or an unknown end says nothing
 * about the site.
 */
export const IncidentMark = ({
  incident: { resolution = null, status }
}: {
  readonly incident: Pick<Incident, "status"> & Partial<Pick<Incident, "resolution">>
}) => {
  const { words } = useLanguage()
  if (status === "open") return <LabelledMark state="down" label={words.state.down} />
  return resolution === "recovered" ? (
    <LabelledMark state="up" label={words.incident.ends.recovered} />
  ) : (
    <LabelledMark state="paused" label={words.incident.ends.other} />
  )
}

const gradeClass = (grade: string): string | undefined =>
  grade === "D" || grade === "F" ? css["bad"] : grade === "C" ? css["fair"] : css["fine"]

export const GradeMark = ({ grade, large = false }: { readonly grade: string | null; readonly large?: boolean }) => {
  const { words } = useLanguage()
  if (grade === null)
    return (
      <span role="img" aria-label={words.noGrade} title={words.noGrade}>
        –
      </span>
    )
  return (
    <span
      className={`${css["grade"]} ${gradeClass(grade)} ${large ? css["large"] : ""}`}
      role="img"
      aria-label={words.grade(grade)}
    >
      {grade}
    </span>
  )
}
