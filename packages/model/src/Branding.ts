import type * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { record, textOrNull } = described

/** The limits of the name of a workspace. Its logo has the limits of a status page's logo. */
export const brandingLimits = { nameLength: 60 } as const

/** The name and logo of a workspace. Its people see them, and so do the recipients of its emails and reports. */
export const Branding = record("Branding", "Name and logo of the workspace.", {
  name: textOrNull("Name of the workspace, or null.", "Example Agency"),
  logo: textOrNull(
    "The logo as re-encoded by Mon, as a `data:` URL of a PNG image, or null.",
    "data:image/png;base64,iVBORw0KGgo="
  )
})
export interface Branding extends Schema.Schema.Type<typeof Branding> {}
