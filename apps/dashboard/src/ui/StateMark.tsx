import type { ShownState } from "../api/monitors.ts"
import { useLanguage } from "../words/language.ts"
import css from "./StateMark.module.css"

/** The state as a shape and a colour, with its word for those who see neither. */
export const StateMark = ({ state }: { readonly state: ShownState }) => {
  const { words } = useLanguage()
  return (
    <span
      className={`${css["mark"]} ${css[state]}`}
      role="img"
      aria-label={words.state[state]}
      title={words.state[state]}
    />
  )
}

const gradeClass = (grade: string): string | undefined =>
  grade === "D" || grade === "F" ? css["bad"] : grade === "C" ? css["fair"] : css["fine"]

/** A mail grade from A to F; a dash without one. */
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
