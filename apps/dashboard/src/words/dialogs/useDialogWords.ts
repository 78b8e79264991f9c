import { useLanguage } from "../language.ts"
import { dialogsDe } from "./de.ts"
import { type DialogsCatalogue, dialogsEn } from "./en.ts"

/** The words of the palette and of the list of keys. They are loaded with these dialogs. */
export const useDialogWords = (): DialogsCatalogue => (useLanguage().words.language === "de" ? dialogsDe : dialogsEn)
