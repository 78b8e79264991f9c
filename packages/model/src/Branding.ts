import type * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { record, textOrNull } = described

/** The limits of a workspace's name. The limits of its logo are the same as for the logo of a status page. */
export const brandingLimits = { nameLength: 60 } as const

/** The name and logo of a workspace, which its members and the recipients of its emails and reports see. */
export const Branding = record("Branding", "Name and logo of the workspace.", {
  name: textOrNull("Name of the workspace, or null.", "Example Agency"),
  logo: textOrNull(
    "The logo as re-encoded by Mon, as a `data:` URL of a PNG image, or null.",
    "data:image/png;base64,iVBORw0KGgo="
  )
})
export interface Branding extends Schema.Schema.Type<typeof Branding> {}
