import { useLanguage } from "../words/language.ts"
import { dialogsDe } from "./dialogs.de.ts"
import { type DialogsCatalogue, dialogsEn } from "./dialogs.en.ts"

/** Returns the texts of the palette and of the list of keyboard shortcuts, which are loaded with these dialogs. */
export const useDialogWords = (): DialogsCatalogue => (useLanguage().words.language === "de" ? dialogsDe : dialogsEn)
