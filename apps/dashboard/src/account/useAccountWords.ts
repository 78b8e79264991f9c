import { useLanguage } from "../words/language.ts"
import { accountDe } from "./account.de.ts"
import { type AccountCatalogue, accountEn } from "./account.en.ts"

/**
 * Returns the texts of the screens about the account and its people. The texts are loaded together with these screens.
 */
export const useAccountWords = (): AccountCatalogue => (useLanguage().words.language === "de" ? accountDe : accountEn)
