import { memo, type ReactNode } from "react"
import { Link } from "wouter"
import { type Monitor, monitorPath, shownState } from "../api/monitors.ts"
import { StateMark } from "../ui/StateMark.tsx"
import type { Selection } from "../ui/useSelection.ts"
import { VirtualTable } from "../ui/VirtualTable.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./MonitorTable.module.css"

const idOf = ({ id }: Monitor): string => id

/** Returns the state that a list shows. A page counts as changed until the viewer has seen all its changes. */
const listedState = ({ certProblem, state, unseen }: Monitor) =>
  state === "active" || state === "changed" ? (unseen > 0 ? "changed" : "active") : shownState(state, certProblem)

interface RowProps {
  readonly monitor: Monitor
  readonly isSelected: boolean
  readonly onToggle: () => void
  readonly cells: (monitor: Monitor) => ReactNode
}

const Cells = ({ cells, isSelected, monitor, onToggle }: RowProps) => {
  const { words } = useLanguage()
  const { host, name } = monitor
  return (
    <>
      <span role="cell" className={css["select"]}>
        <input type="checkbox" checked={isSelected} onChange={onToggle} aria-label={words.domains.selectOne(name)} />
      </span>
      <span role="cell" className={css["name"]}>
        <StateMark state={listedState(monitor)} />
        <Link href={monitorPath(monitor)} className={css["open"]}>
          <bdi>{name}</bdi>
          {name === host ? null : <span className={css["host"]}>{host}</span>}
        </Link>
      </span>
      {cells(monitor)}
    </>
  )
}

const Row = memo(Cells, (one, other) => one.monitor === other.monitor && one.isSelected === other.isSelected)

/**
 * Shows a table of monitors that can be selected. `head` and `cells` contain the columns after the name. `cells` must
 * depend only on the monitor.
 */
export const MonitorTable = ({
  cells,
  columns,
  head,
  keys = {},
  label,
  selection,
  shown
}: Pick<Parameters<typeof VirtualTable<Monitor>>[0], "columns" | "head" | "keys" | "label"> &
  Pick<RowProps, "cells"> & { readonly selection: Selection; readonly shown: ReadonlyArray<Monitor> }) => {
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
      columns={`${css["row"]} ${columns}`}
      items={shown}
      idOf={idOf}
      isSelected={({ id }) => selection.has(id)}
      keys={{
        x: (monitor) => (monitor === undefined ? undefined : selection.toggle(monitor.id)),
        Escape: selection.clear,
        ...keys
      }}
      head={[["select", all], ...head]}
      row={(monitor) => (
        <Row
          cells={cells}
          isSelected={selection.has(monitor.id)}
          monitor={monitor}
          onToggle={() => selection.toggle(monitor.id)}
        />
      )}
    />
  )
}
