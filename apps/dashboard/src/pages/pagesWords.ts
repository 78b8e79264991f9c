import { pagesDe } from "../words/pagesDe.ts"
import { pagesEn } from "../words/pagesEn.ts"

/** The words of the screens of pages. */
export const pagesWords = { en: pagesEn, de: pagesDe } as const
