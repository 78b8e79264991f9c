import { pagesDe } from "./pages.de.ts"
import { pagesEn } from "./pages.en.ts"

/** The words of the screens of pages. */
export const pagesWords = { en: pagesEn, de: pagesDe } as const
