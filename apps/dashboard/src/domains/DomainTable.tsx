import type { Monitor } from "../api/monitors.ts"
import { MonitorTable } from "../monitors/MonitorTable.tsx"
import type { Selection } from "../ui/useSelection.ts"
import { useLanguage } from "../words/language.ts"
import { DomainCells } from "./DomainCells.tsx"
import css from "./DomainList.module.css"

/** Shows a table of domains that can be selected. */
export const DomainTable = ({
  selection,
  shown
}: {
  readonly shown: ReadonlyArray<Monitor>
  readonly selection: Selection
}) => {
  const { columns, list } = useLanguage().words.domains
  return (
    <MonitorTable
      css={css}
      label={list}
      shown={shown}
      selection={selection}
      head={[
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
