import { addingDe } from "./adding.de.ts"
import { addingEn } from "./adding.en.ts"
import { addingDomainsDe } from "./addingDomains.de.ts"
import { addingDomainsEn } from "./addingDomains.en.ts"

/** The words of the screen that adds domains and pages. `pages` contains the words that differ for pages. */
export const addWords = {
  en: { ...addingDomainsEn, pages: addingEn },
  de: { ...addingDomainsDe, pages: addingDe }
} as const
