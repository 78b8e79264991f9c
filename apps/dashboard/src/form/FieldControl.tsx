import { lazy, Suspense } from "react"
import { useRefusalText } from "../ui/Problem.tsx"
import { useLanguage } from "../words/language.ts"
import { DurationControl } from "./DurationControl.tsx"
import css from "./Form.module.css"
import { isColour, spelledOut, textOf } from "./fieldValues.ts"
import type { MonitorField } from "./MonitorField.ts"
import { MonitorsControl } from "./MonitorsControl.tsx"
import { ValueControl } from "./ValueControl.tsx"

const ScheduleControl = lazy(() => import("./ScheduleControl.tsx"))

/** Shows, below the control of a field, the reason why the last submission of the field failed. */
const FieldProblem = ({ problem }: { readonly problem: string | null }) => {
  const shown = useRefusalText()
  return problem === null ? null : (
    <p className={css["problem"]} role="alert">
      {shown(problem)}
    </p>
  )
}

/** A limit in seconds. If the maximum of a field is above it, people enter the value as a duration with a unit. */
const SHORT_SECONDS = 60

/** Adds a full stop to a text unless it ends with one, as the unit "Min." does. */
const sentence = (text: string): string => (text.endsWith(".") ? text : `${text}.`)

/** Shows a declared field as a labelled control. The name of the control is the name of the field. */
export const FieldControl = ({
  field,
  isReadOnly = false,
  least,
  onEdit,
  problem = null,
  value
}: {
  readonly field: MonitorField
  readonly value: unknown
  readonly isReadOnly?: boolean
  /** The plan's minimum, if it exceeds the minimum of the field. A stored value below it can stay. */
  readonly least?: number | undefined
  /**
   * Called after each change of a value that consists of parts. All other controls send their own events to the form.
   */
  readonly onEdit?: () => void
  /** The reason why the last submission of this field failed. */
  readonly problem?: string | null
}) => {
  const { format, words } = useLanguage()
  const { about, maximum, name, type } = field
  const allowed = Math.min(least ?? 0, typeof value === "number" ? value : Infinity)
  const minimum = field.minimum === undefined ? undefined : Math.max(field.minimum, allowed)
  const label = words.form.labels[name] ?? spelledOut(name)
  const isMs = name.endsWith("Ms")
  const isInterval =
    type === "int" && !isMs && minimum !== undefined && maximum !== undefined && maximum > SHORT_SECONDS
  const length = isMs ? format.milliseconds : format.seconds
  const hint = words.form.hints[name] ?? about
  const shared = {
    id: name,
    name,
    disabled: isReadOnly,
    "aria-describedby": `${name}-hint`,
    "aria-invalid": problem === null ? undefined : true
  }
  const refusal = <FieldProblem problem={problem} />
  if (type === "jsonb") {
    const Control = field.control === "schedule" ? ScheduleControl : ValueControl
    return (
      <div className={css["field"]}>
        <Suspense fallback={null}>
          <Control
            key={JSON.stringify(value ?? null)}
            field={field}
            value={value}
            isReadOnly={isReadOnly}
            onEdit={onEdit}
          />
        </Suspense>
        {refusal}
      </div>
    )
  }
  if (field.control === "monitors") {
    return (
      <div className={css["field"]}>
        <MonitorsControl key={textOf(value)} field={field} value={value} isReadOnly={isReadOnly} />
        {refusal}
      </div>
    )
  }
  if (type === "boolean") {
    return (
      <div className={css["field"]}>
        <label className={css["check"]}>
          <input type="checkbox" {...shared} defaultChecked={value === true} /> {label}
        </label>
        <p id={`${name}-hint`}>{hint}</p>
        {refusal}
      </div>
    )
  }
  return (
    <div className={css["field"]}>
      <label htmlFor={name}>
        {isInterval
          ? label
          : type === "int"
            ? `${label} (${isMs ? words.form.milliseconds : words.form.seconds})`
            : label}
      </label>
      <p id={`${name}-hint`}>
        {hint}
        {type === "int" && minimum !== undefined && maximum !== undefined
          ? ` ${sentence(words.form.between(length(minimum), length(maximum)))}`
          : ""}
        {type === "text[]" ? ` ${words.form.onePerLine}` : ""}
      </p>
      {isInterval ? (
        <DurationControl
          key={String(value)}
          {...shared}
          label={label}
          value={typeof value === "number" ? value : field.isNullable === true ? null : minimum}
          minimum={minimum}
          maximum={maximum}
          {...(field.isNullable === true ? { none: words.form.labels[`${name}.none`] ?? words.form.none } : {})}
        />
      ) : field.words !== undefined ? (
        <select {...shared} defaultValue={textOf(value)}>
          {field.words.map((word) => (
            <option key={word} value={word}>
              {words.form.labels[`${name}.${word}`] ?? word}
            </option>
          ))}
        </select>
      ) : type === "text[]" ? (
        <textarea {...shared} rows={3} defaultValue={textOf(value)} />
      ) : (
        <input
          {...shared}
          type={type === "int" ? "number" : isColour(field) ? "color" : "text"}
          required={field.isNullable !== true}
          defaultValue={textOf(value)}
          {...(type === "int" ? { min: minimum, max: maximum, step: 1 } : { maxLength: maximum })}
        />
      )}
      {refusal}
    </div>
  )
}
