import { type ReactNode, useId } from "react"
import { useRefusalText } from "../ui/Problem.tsx"
import css from "./Form.module.css"

/** Shows a labelled control with a hint. The control gets its own id and the id of the hint. */
export const Field = ({
  children,
  hint,
  label
}: {
  readonly label: string
  readonly hint?: string
  readonly children: (shared: { readonly id: string; readonly "aria-describedby"?: string }) => ReactNode
}) => {
  const id = useId()
  return (
    <div className={css["field"]}>
      <label htmlFor={id}>{label}</label>
      {hint === undefined ? null : <p id={`${id}-hint`}>{hint}</p>}
      {children(hint === undefined ? { id } : { id, "aria-describedby": `${id}-hint` })}
    </div>
  )
}

/** Shows the reason why the last submission of a form failed: a sentence, or a part of the screen. */
export const FormProblem = ({ problem }: { readonly problem: ReactNode }) => {
  const shown = useRefusalText()
  return problem === null ? null : (
    <p className={`${css["notice"]} ${css["bad"]}`} role="alert">
      {typeof problem === "string" ? shown(problem) : problem}
    </p>
  )
}
