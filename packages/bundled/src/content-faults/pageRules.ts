import type { ContentRules } from "./ContentRule.ts"
import { applicationErrors } from "./rules/applicationErrors.ts"
import { challengePages } from "./rules/challengePages.ts"
import { comingSoonPages } from "./rules/comingSoonPages.ts"
import { databaseErrors } from "./rules/databaseErrors.ts"
import { defacedPages } from "./rules/defacedPages.ts"
import { defaultPages } from "./rules/defaultPages.ts"
import { directoryListings } from "./rules/directoryListings.ts"
import { maintenancePages, unavailablePages } from "./rules/maintenancePages.ts"
import { parkedPages } from "./rules/parkedPages.ts"
import { phpErrors } from "./rules/phpErrors.ts"
import { suspendedPages } from "./rules/suspendedPages.ts"

/** All rules, in the order in which they are tried. */
export const pageRules: ReadonlyArray<ContentRules> = [
  unavailablePages,
  phpErrors,
  applicationErrors,
  databaseErrors,
  challengePages,
  suspendedPages,
  parkedPages,
  defaultPages,
  directoryListings,
  defacedPages,
  maintenancePages,
  comingSoonPages
]
