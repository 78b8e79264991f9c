import type { CheckRecord } from "@mon/model"

/** The location of a service whose operator has named none. */
const UNNAMED = "default"

/** Whether checks say from where they were made. With a single location without a name, that says nothing. */
export const namesLocations = (checks: ReadonlyArray<Pick<CheckRecord, "location">>): boolean =>
  checks.some(({ location }) => location !== UNNAMED)
