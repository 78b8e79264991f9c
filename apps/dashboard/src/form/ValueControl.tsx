import { useState } from "react"
import type { MonitorField } from "./MonitorField.ts"
import { PartControl } from "./PartControl.tsx"
import { cleaned } from "./partValues.ts"

/** A field whose value has parts. The form sends it as JSON, in an input that nobody sees. */
export const ValueControl = ({
  field,
  isReadOnly,
  value
}: {
  readonly field: MonitorField
  readonly value: unknown
  readonly isReadOnly: boolean
}) => {
  const [draft, setDraft] = useState(value)
  if (field.form === undefined) return null
  const sent = cleaned(field.form, draft)
  return (
    <>
      <PartControl form={field.form} path={field.name} value={draft} isReadOnly={isReadOnly} onChange={setDraft} />
      <input type="hidden" name={field.name} value={sent === undefined ? "" : JSON.stringify(sent)} />
    </>
  )
}
