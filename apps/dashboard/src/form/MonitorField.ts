/** A settable field of a monitor, as `@mon/model` declares it. */
export interface MonitorField {
  readonly name: string
  readonly type: "text" | "int" | "boolean" | "text[]"
  /** The description in the API reference. */
  readonly about: string
  readonly example: unknown
  readonly minimum?: number
  readonly maximum?: number
  /** The value of a new monitor. Absent where the service works it out. */
  readonly default?: unknown
}
