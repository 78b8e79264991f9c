import type { PartForm } from "@mon/model"

/** A settable field of a monitor, as `@mon/model` declares it. */
export interface MonitorField {
  readonly name: string
  readonly type: "text" | "int" | "boolean" | "text[]" | "jsonb"
  /** The description in the API reference. */
  readonly about: string
  readonly example: unknown
  readonly minimum?: number
  readonly maximum?: number
  /** The value of a new monitor. Absent: the service determines it. */
  readonly default?: unknown
  /** Whether the value may be null. */
  readonly isNullable?: boolean
  /** Whether a new monitor cannot exist without the value. */
  readonly isNeeded?: boolean
  /** How people choose the value: from the monitors of the account, or as a schedule. Default: they enter it. */
  readonly control?: "monitors" | "schedule"
  /** The allowed values, if they are limited. */
  readonly words?: ReadonlyArray<string>
  /** The parts of a value of type jsonb. */
  readonly form?: PartForm
}

/** The props of a field's control that sends its value as JSON in a hidden input. */
export interface ValueProps {
  readonly field: MonitorField
  readonly value: unknown
  readonly isReadOnly: boolean
  readonly onEdit: (() => void) | undefined
}
