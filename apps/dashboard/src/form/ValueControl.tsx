import type { PartForm } from "@mon/model"
import { useState } from "react"
import type { ValueProps } from "./MonitorField.ts"
import { PartControl } from "./PartControl.tsx"
import { cleaned } from "./partValues.ts"

/**
 * Returns the declaration of a value that can be absent. If all parts of the value are required, people must first
 * choose to have the value.
 */
const offered = (form: PartForm, isOptional: boolean): PartForm =>
  isOptional && form.kind === "object" && form.parts.every((part) => !part.isOptional)
    ? { kind: "choice", about: form.about, choices: [form] }
    : form

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
        onChange={change}
      />
      <input type="hidden" name={field.name} value={sent === undefined ? "" : JSON.stringify(sent)} />
    </>
  )
}
