import { useState } from "react"
import type { ValueProps } from "./MonitorField.ts"
import { PartControl } from "./PartControl.tsx"
import { cleaned, offered } from "./partValues.ts"

/** Shows a field whose value has parts. The form sends the value as JSON in a hidden input. */
export const ValueControl = ({ field, isReadOnly, onEdit, value }: ValueProps) => {
  const [draft, setDraft] = useState(value)
  if (field.form === undefined) return null
  const form = offered(field.form, field.default === null)
  const change = (next: unknown) => {
    setDraft(next)
    onEdit?.()
  }
  const sent = cleaned(form, draft)
  return (
    <>
      <PartControl
        form={{ ...form, about: field.about }}
        path={field.name}
        value={draft}
        isReadOnly={isReadOnly}
        isRequired={field.isNeeded === true}
        onChange={change}
      />
      <input type="hidden" name={field.name} value={sent === undefined ? "" : JSON.stringify(sent)} />
    </>
  )
}
