import { useState } from "react"
import type { MonitorField } from "./MonitorField.ts"
import { PartControl } from "./PartControl.tsx"
import { cleaned } from "./partValues.ts"

/** Shows a field whose value has parts. The form sends it as JSON in a hidden input. */
export const ValueControl = ({
  field,
  isReadOnly,
  onEdit,
  value
}: {
  readonly field: MonitorField
  readonly value: unknown
  readonly isReadOnly: boolean
  readonly onEdit: (() => void) | undefined
}) => {
  const [draft, setDraft] = useState(value)
  if (field.form === undefined) return null
  const change = (next: unknown) => {
    setDraft(next)
    onEdit?.()
  }
  const sent = cleaned(field.form, draft)
  return (
    <>
      <PartControl
        form={{ ...field.form, about: field.about }}
        path={field.name}
        value={draft}
        isReadOnly={isReadOnly}
        onChange={change}
      />
      <input type="hidden" name={field.name} value={sent === undefined ? "" : JSON.stringify(sent)} />
    </>
  )
}
