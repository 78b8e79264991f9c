import type { MonitorTag } from "../api/monitors.ts"
import { useLanguage } from "../words/language.ts"
import css from "./DomainList.module.css"
import { type Filters, type Show, shows, sorts } from "./filters.ts"

/** Shows the filters and the order of the list. */
export const FilterBar = ({
  counts,
  filters,
  onChange,
  onType,
  tags,
  text
}: {
  readonly filters: Filters
  readonly onChange: (changes: Partial<Filters>) => void
  readonly counts: Readonly<Record<Show, number>>
  readonly tags: ReadonlyArray<MonitorTag>
  /** The text in the field, to which the list may not have been filtered yet. */
  readonly text: string
  readonly onType: (text: string) => void
}) => {
  const { format, words } = useLanguage()
  return (
    <div className={css["filters"]} role="search" aria-label={words.domains.filters}>
      <div className={css["chips"]}>
        {shows
          .filter((show) => show === "all" || counts[show] > 0 || filters.show === show)
          .map((show) => (
            <button
              key={show}
              type="button"
              className={`${css["chip"]} ${css[`chip-${show}`] ?? ""}`}
              aria-pressed={filters.show === show}
              onClick={() => onChange({ show })}
            >
              {words.domains[show]} <b>{format.number(counts[show])}</b>
            </button>
          ))}
      </div>
      <div className={css["second"]}>
        <input
          id="filter"
          type="search"
          className={css["filter"]}
          placeholder={`${words.domains.filter}  /`}
          aria-label={words.domains.filter}
          value={text}
          onChange={({ target }) => onType(target.value)}
        />
        {tags.length === 0 ? null : (
          <select
            className={css["chip"]}
            aria-label={words.domains.tag}
            value={filters.tag}
            onChange={({ target }) => onChange({ tag: target.value })}
          >
            <option value="">{words.domains.anyTag}</option>
            {tags.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
        <select
          className={css["chip"]}
          aria-label={words.domains.sort}
          value={filters.sort}
          onChange={({ target }) => onChange({ sort: sorts.find((sort) => sort === target.value) ?? "attention" })}
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {words.domains.sort}: {words.domains.sorts[sort]}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
