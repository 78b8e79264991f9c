import type { MonitorField, MonitorFields } from "./MonitorField.ts"
import { monitorFields } from "./monitorFields.ts"
import { byKind, type MonitorKind } from "./monitorKinds.ts"
import { hasSealed, type PartForm } from "./PartForm.ts"

/** The settable field of a kind that contains sealed texts. */
export interface SealedField {
  readonly name: string
  readonly form: PartForm
}

const ofFields = (fields: MonitorFields): SealedField | null => {
  const found = Object.entries<MonitorField>(fields).flatMap(([name, { form }]) =>
    form !== undefined && hasSealed(form) ? [{ name, form }] : []
  )
  if (found.length > 1) throw new Error("A kind of monitor has more than one field with sealed texts.")
  return found[0] ?? null
}

/** The field of each kind of monitor that contains sealed texts. Null if it has none. */
export const sealedField: Readonly<Record<MonitorKind, SealedField | null>> = byKind((kind) =>
  ofFields(monitorFields[kind])
)
