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

/** The tags of the languages that Mon has, in each variant (RFC 5646). */
const KNOWN = /^(?:de|en)(?:-|$)/iu

const LanguageContext = createContext<Language>({ words: en, format: makeFormat("en") })

export const LanguageProvider = LanguageContext.Provider

export const useLanguage = (): Language => useContext(LanguageContext)

/** Chooses the language of the person, in all browsers. */
export const chooseLanguage = async (language: "en" | "de"): Promise<void> => {
  localStorage.setItem(CHOICE, language)
  await endpoints.updateSettings({ language })
  globalThis.location.reload()
}

/**
 * The language of the person if it is not the one on screen, or else null. The choice is remembered, so that the next
 * start shows it at once.
 */
export const chosenElsewhere = async ({ words }: Language): Promise<Language | null> => {
  const { language } = await endpoints.settings()
  if (language === null) return null
  localStorage.setItem(CHOICE, language)
  return language === words.language ? null : loadLanguage()
}

/**
 * The language that was last chosen, or else the first known one of the browser. Other languages than English are
 * separate files.
 */
export const loadLanguage = async (): Promise<Language> => {
  const wanted = localStorage.getItem(CHOICE) ?? navigator.languages.find((tag) => KNOWN.test(tag)) ?? "en"
  const isGerman = wanted.toLowerCase().startsWith("de")
  const words = isGerman ? (await import("./catalogue.de.ts")).de : en
  // The browser's own variant decides on the form of dates.
  const variant = navigator.languages.find((name) => name.toLowerCase().startsWith(words.language)) ?? words.language
  return { words, format: makeFormat(variant) }
}
