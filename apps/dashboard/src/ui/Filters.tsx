import { useLanguage } from "../words/language.ts"
import css from "./Filters.module.css"

/**
 * Shows the text filter of a list, and beside it the select fields that have options. The key `/` moves the focus to
 * the text filter.
 */
export const FilterText = ({
  label,
  onChange,
  selects = [],
  value
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly selects?: ReadonlyArray<{
    readonly label: string
    readonly value: string
    readonly options: ReadonlyArray<readonly [value: string, label: string]>
    readonly onChange: (value: string) => void
  }>
}) => (
  <div className={css["second"]}>
    <input
      id="filter"
      type="search"
      className={css["filter"]}
      placeholder={`${label}  /`}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
    {selects
      .filter(({ options }) => options.length > 0)
      .map((select) => (
        <select
          key={select.label}
          className={css["chip"]}
          aria-label={select.label}
          value={select.value}
          onChange={({ target }) => select.onChange(target.value)}
        >
          {select.options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      ))}
  </div>
)

export const FilterChips = <Value extends string>({
  chips,
  chosen,
  onChoose
}: {
  readonly chips: ReadonlyArray<{
    readonly value: Value
    readonly label: string
    readonly count?: number
    readonly tone?: "bad" | "fair" | undefined
  }>
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}) => {
  const { format } = useLanguage()
  return (
    <div className={css["chips"]}>
      {chips.map(({ count, label, tone, value }) => (
        <button
          key={value}
          type="button"
          className={css["chip"]}
          data-tone={tone}
          aria-pressed={chosen === value}
          onClick={() => onChoose(value)}
        >
          {label} {count === undefined ? null : <b>{format.number(count)}</b>}
        </button>
      ))}
    </div>
  )
}
