import type { MonitorTag } from "../api/monitors.ts"
import { FilterChips, FilterText } from "../ui/Filters.tsx"
import { useLanguage } from "../words/language.ts"
import type { Filters, ListFilters } from "./listFilters.ts"

export interface FilterTexts<Show extends string, Sort extends string> {
  readonly nameOf: (show: Show | "all") => string
  readonly sortName: (sort: Sort) => string
}

export const FilterBar = <Show extends string, Sort extends string>({
  counts,
  filters,
  label,
  list,
  nameOf,
  onChange,
  onType,
  sortName,
  tags,
  typed
}: FilterTexts<Show, Sort> & {
  /** The label of the text filter. */
  readonly label: string
  readonly list: ListFilters<Show, Sort>
  readonly filters: Filters<Show, Sort>
  readonly onChange: (changes: Partial<Filters<Show, Sort>>) => void
  readonly counts: ReturnType<ListFilters<Show, Sort>["count"]>
  readonly tags: ReadonlyArray<MonitorTag>
  /** The text in the search field. The list may still be filtered by an earlier text. */
  readonly typed: string
  readonly onType: (text: string) => void
}) => {
  const { domains } = useLanguage().words
  return (
    <div role="search" aria-label={domains.filters}>
      <FilterChips
        chips={counts
          .filter(({ count, value }) => value === "all" || count > 0 || filters.show === value)
          .map((chip) => ({ ...chip, label: nameOf(chip.value) }))}
        chosen={filters.show}
        onChoose={(show) => onChange({ show })}
      />
      <FilterText
        label={label}
        value={typed}
        onChange={onType}
        selects={[
          {
            label: domains.tag,
            value: filters.tag,
            options:
              tags.length === 0 ? [] : [["", domains.anyTag], ...tags.map(({ id, name }) => [id, name] as const)],
            onChange: (tag) => onChange({ tag })
          },
          {
            label: domains.sort,
            value: filters.sort,
            options: list.sorts.map((sort) => [sort, `${domains.sort}: ${sortName(sort)}`]),
            onChange: (sort) => onChange({ sort: list.sortOf(sort) })
          }
        ]}
      />
    </div>
  )
}
