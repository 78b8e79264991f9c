import type { Monitor } from "../api/monitors.ts"
import { VirtualTable } from "../ui/VirtualTable.tsx"
import { useLanguage } from "../words/language.ts"
import { DomainCells } from "./DomainCells.tsx"
import css from "./DomainList.module.css"
import type { Selection } from "../ui/useSelection.ts"

const idOf = ({ id }: Monitor): string => id

/** Domains that can be selected. */
export const DomainTable = ({
  selection,
  shown
}: {
  readonly shown: ReadonlyArray<Monitor>
  readonly selection: Selection
}) => {
  const { words } = useLanguage()
  const { columns } = words.domains
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
      label={words.domains.list}
      columns={css["columns"]}
      items={shown}
      idOf={idOf}
      isSelected={({ id }) => selection.has(id)}
      keys={{
        x: (monitor) => (monitor === undefined ? undefined : selection.toggle(monitor.id)),
        Escape: selection.clear
      }}
      head={[
        ["select", all],
        ["domain", columns.domain],
        ["uptime", columns.uptime, css["number"]],
        ["response", columns.response, css["number"]],
        ["certificate", columns.certificate, css["number"]],
        ["registration", columns.registration, css["number"]],
        ["mail", columns.mail],
        ["why", columns.why]
      ]}
      row={(monitor) => (
        <DomainCells
          monitor={monitor}
          isSelected={selection.has(monitor.id)}
          onToggle={() => selection.toggle(monitor.id)}
        />
      )}
    />
  )
}
