import { addingDe } from "./adding.de.ts"
import { addingEn } from "./adding.en.ts"
import { addingDomainsDe } from "./addingDomains.de.ts"
import { addingDomainsEn } from "./addingDomains.en.ts"

/** The texts of the screen that adds domains and pages. `pages` contains the texts that differ for pages. */
export const addWords = {
  en: { ...addingDomainsEn, pages: addingEn },
  de: { ...addingDomainsDe, pages: addingDe }
} as const
