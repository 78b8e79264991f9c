import type { ReactNode } from "react"
import { Link } from "wouter"
import type { Monitor } from "../api/monitors.ts"
import type { Selection } from "../ui/useSelection.ts"
import { VirtualTable } from "../ui/VirtualTable.tsx"
import { useLanguage } from "../words/language.ts"

/** The CSS classes of the list: `columns`, and `select`, `name`, `open` and `host` for its first cells. */
type Classes = Readonly<Record<string, string | undefined>>

const idOf = ({ id }: Monitor): string => id

/** Shows monitors that can be selected. `head` and `row` contain the columns after the selection. */
export const MonitorTable = ({
  css,
  head,
  keys = {},
  label,
  row,
  selection,
  shown
}: Pick<Parameters<typeof VirtualTable<Monitor>>[0], "head" | "keys" | "label" | "row"> & {
  readonly css: Classes
  readonly selection: Selection
  readonly shown: ReadonlyArray<Monitor>
}) => {
  const { words } = useLanguage()
  const all = (
    <input
      type="checkbox"
      aria-label={words.domains.selectAll}
      checked={shown.length > 0 && selection.ids.length === shown.length}
      onChange={selection.all}
    />
  )
  return (
    <VirtualTable
      label={label}
      columns={css["columns"]}
      items={shown}
      idOf={idOf}
      isSelected={({ id }) => selection.has(id)}
      keys={{
        x: (monitor) => (monitor === undefined ? undefined : selection.toggle(monitor.id)),
        Escape: selection.clear,
        ...keys
      }}
      head={[["select", all], ...head]}
      row={row}
    />
  )
}

/** Shows the first cells of a row: the selection, and the state and the name of the monitor. */
export const FirstCells = ({
  css,
  href,
  isSelected,
  mark,
  monitor: { host, name },
  onToggle
}: {
  readonly css: Classes
  readonly href: string
  readonly isSelected: boolean
  readonly mark: ReactNode
  readonly monitor: Monitor
  readonly onToggle: () => void
}) => {
  const { words } = useLanguage()
  return (
    <>
      <span role="cell" className={css["select"]}>
        <input type="checkbox" checked={isSelected} onChange={onToggle} aria-label={words.domains.selectOne(name)} />
      </span>
      <span role="cell" className={css["name"]}>
        {mark}
        <Link href={href} className={css["open"]}>
          <bdi>{name}</bdi>
          {name === host ? null : <span className={css["host"]}>{host}</span>}
        </Link>
      </span>
    </>
  )
}
