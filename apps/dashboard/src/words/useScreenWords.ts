import { useLanguage } from "./language.ts"

/**
 * Returns the texts of one screen in the viewer's language. The texts are loaded with the screen, so that the first
 * load stays small.
 */
export const useScreenWords = <Words>(catalogue: { readonly en: Words; readonly de: Words }): Words => {
  const { words } = useLanguage()
  return words.language === "de" ? catalogue.de : catalogue.en
}
