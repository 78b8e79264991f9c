import type { CheckRecord } from "@mon/model"

/** The name of a location that the operator has not named. */
const UNNAMED = "default"

/** Returns whether checks show their location. If all checks have the unnamed location, the location is left out. */
export const namesLocations = (checks: ReadonlyArray<Pick<CheckRecord, "location">>): boolean =>
  checks.some(({ location }) => location !== UNNAMED)
