import { pagesDe } from "./pages.de.ts"
import { pagesEn } from "./pages.en.ts"

export const pagesWords = { en: pagesEn, de: pagesDe } as const
