import { useLanguage } from "../words/language.ts"
import css from "./Filters.module.css"

/** The text filter of a list. The key `/` focuses it. */
export const FilterText = ({
  label,
  onChange,
  value
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}) => (
  <input
    id="filter"
    type="search"
    className={css["filter"]}
    placeholder={`${label}  /`}
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
)

/** Buttons with counts, of which one is selected, and selects beside them. */
export const FilterChips = <Value extends string>({
  chips,
  chosen,
  onChoose,
  selects = []
}: {
  readonly chips: ReadonlyArray<{ readonly value: Value; readonly label: string; readonly count?: number }>
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
  readonly selects?: ReadonlyArray<{
    readonly label: string
    readonly value: string
    readonly options: ReadonlyArray<readonly [value: string, label: string]>
    readonly onChange: (value: string) => void
  }>
}) => {
  const { format } = useLanguage()
  return (
    <div className={css["chips"]}>
      {chips.map(({ count, label, value }) => (
        <button
          key={value}
          type="button"
          className={css["chip"]}
          aria-pressed={chosen === value}
          onClick={() => onChoose(value)}
        >
          {label} {count === undefined ? null : <b>{format.number(count)}</b>}
        </button>
      ))}
      {selects.map(({ label, onChange, options, value }) => (
        <select
          key={label}
          className={css["chip"]}
          aria-label={label}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      ))}
    </div>
  )
}
