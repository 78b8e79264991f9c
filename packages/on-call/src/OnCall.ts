/** A layer that puts people on call. */
export interface LayerSource {
  readonly kind: "layer"
  /** The index of the layer in the schedule. */
  readonly layer: number
  /** The number of the turn. The first turn of a layer is 0. */
  readonly turn: number
  /** The first instant of the turn, as Unix time in milliseconds. The layer can begin later, or be off. */
  readonly start: number
  /** The first instant of the next turn, as Unix time in milliseconds. */
  readonly end: number
}

/** An override that decides who is on call. */
export interface OverrideSource {
  readonly kind: "override"
  /** The index of the override in the schedule. */
  readonly override: number
  /** The first instant of the override, as Unix time in milliseconds. */
  readonly start: number
  /** The first instant after the override, as Unix time in milliseconds. */
  readonly end: number
}

/** The people who are on call, and the layers and overrides that say so. */
export interface OnCall {
  /** The people, each once. Empty if nobody is on call. */
  readonly people: ReadonlyArray<string>
  /** The layers in the order of the schedule, then the overrides. Empty if no layer is on. */
  readonly sources: ReadonlyArray<LayerSource | OverrideSource>
}

/** The people who are on call from an instant on. */
export interface OnCallChange extends OnCall {
  /** The instant, as Unix time in milliseconds. */
  readonly at: number
}

/** A time without a change in who is on call. */
export interface Shift extends OnCall {
  /** The first instant of the shift, as Unix time in milliseconds. It can be before the range. */
  readonly start: number
  /** The first instant after the shift, as Unix time in milliseconds. It can be after the range. */
  readonly end: number
}

/** A time in which nobody is on call. */
export interface Gap {
  /** The first instant, as Unix time in milliseconds. */
  readonly start: number
  /** The first instant after the gap, as Unix time in milliseconds. */
  readonly end: number
}

/** A range of time. */
export interface OnCallRange {
  /** The first instant, as Unix time in milliseconds. */
  readonly from: number
  /** The first instant after the range, as Unix time in milliseconds. */
  readonly to: number
}
