import { useLanguage } from "../language.ts"
import { accountDe } from "./de.ts"
import { type AccountCatalogue, accountEn } from "./en.ts"

/** The words of the screens about the account and its people. They are loaded with these screens. */
export const useAccountWords = (): AccountCatalogue => (useLanguage().words.language === "de" ? accountDe : accountEn)
