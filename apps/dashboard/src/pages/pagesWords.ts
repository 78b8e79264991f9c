import { pagesDe } from "./pages.de.ts"
import { pagesEn } from "./pages.en.ts"

/** The texts of the page screens. */
export const pagesWords = { en: pagesEn, de: pagesDe } as const
