import { createContext, useContext } from "react"
import { endpoints } from "../api/endpoints.ts"
import { type Catalogue, en } from "./catalogue.en.ts"
import { type Format, makeFormat } from "./format.ts"

/** The words and formats of the viewer's language. */
export interface Language {
  readonly words: Catalogue
  readonly format: Format
}

const CHOICE = "mon.language"

/** Matches the tags of Mon's languages, in each variant (RFC 5646). */
const KNOWN = /^(?:de|en)(?:-|$)/iu

const LanguageContext = createContext<Language>({ words: en, format: makeFormat("en") })

export const LanguageProvider = LanguageContext.Provider

export const useLanguage = (): Language => useContext(LanguageContext)

/** Sets the language of the person, for all browsers. */
export const chooseLanguage = async (language: "en" | "de"): Promise<void> => {
  localStorage.setItem(CHOICE, language)
  await endpoints.updateSettings({ language })
  globalThis.location.reload()
}

/**
 * Returns the language of the person if it differs from the language on screen, otherwise null. Stores the choice, so
 * that the next start uses it at once.
 */
export const chosenElsewhere = async ({ words }: Language): Promise<Language | null> => {
  const { language } = await endpoints.settings()
  if (language === null) return null
  localStorage.setItem(CHOICE, language)
  return language === words.language ? null : loadLanguage()
}

/**
 * Loads the last chosen language, or otherwise the browser's first known language. Each language except English is a
 * separate file.
 */
export const loadLanguage = async (): Promise<Language> => {
  const wanted = localStorage.getItem(CHOICE) ?? navigator.languages.find((tag) => KNOWN.test(tag)) ?? "en"
  const isGerman = wanted.toLowerCase().startsWith("de")
  const words = isGerman ? (await import("./catalogue.de.ts")).de : en
  // The browser's own variant of the language determines the form of dates.
  const variant = navigator.languages.find((name) => name.toLowerCase().startsWith(words.language)) ?? words.language
  return { words, format: makeFormat(variant) }
}
