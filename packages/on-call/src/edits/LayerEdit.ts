import type { OnCallLayer } from "../OnCallSchedule.ts"

/** The layer that an edit changes, and the instant from which on the edit applies. */
export interface LayerEdit {
  /** The index of the layer in the schedule. */
  readonly layer: number
  /** The first instant of the change, as Unix time in milliseconds. */
  readonly at: number
}

/** A layer that continues another one from an instant on. */
export interface LayerChange extends LayerEdit {
  /** The layer from the instant on. Null ends the layer at the instant. */
  readonly to: OnCallLayer | null
}

/** A person who joins or leaves a layer at an instant. */
export interface PersonEdit extends LayerEdit {
  readonly person: string
}
