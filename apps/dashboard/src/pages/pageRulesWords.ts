import { pageRulesDe } from "../words/pageRulesDe.ts"
import { pageRulesEn } from "../words/pageRulesEn.ts"

/** The words of the preview of a page, and of lines to ignore. */
export const pageRulesWords = { en: pageRulesEn, de: pageRulesDe } as const
