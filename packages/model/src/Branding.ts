import type * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { record, textOrNull } = described

/** Limits of the name of a workspace. Its logo has those of logos of status pages. */
export const brandingLimits = { nameLength: 60 } as const

/** The name and logo of a workspace, as its people and the recipients of its emails and reports see them. */
export const Branding = record("Branding", "Name and logo of the workspace.", {
  name: textOrNull("Name of the workspace, or null.", "Example Agency"),
  logo: textOrNull(
    "The logo as re-encoded by Mon, as a `data:` URL of a PNG image, or null.",
    "data:image/png;base64,iVBORw0KGgo="
  )
})
export interface Branding extends Schema.Schema.Type<typeof Branding> {}
