import { createContext, useContext } from "react"
import { endpoints } from "../api/endpoints.ts"
import { type Catalogue, en } from "./catalogue.en.ts"
import { type Format, makeFormat } from "./format.ts"

export interface Language {
  readonly words: Catalogue
  readonly format: Format
}

const CHOICE = "mon.language"

/** Matches the language tags of Mon's languages, with or without a region or another subtag (RFC 5646). */
const KNOWN = /^(?:de|en)(?:-|$)/iu

const LanguageContext = createContext<Language>({ words: en, format: makeFormat("en") })

export const LanguageProvider = LanguageContext.Provider

export const useLanguage = (): Language => useContext(LanguageContext)

/** Stores the language of the person, which then applies in all browsers. */
export const chooseLanguage = async (language: "en" | "de"): Promise<void> => {
  localStorage.setItem(CHOICE, language)
  await endpoints.updateSettings({ language })
  globalThis.location.reload()
}

/**
 * Returns the stored language of the person if it differs from the language on screen, otherwise null. Also stores the
 * choice in this browser, so that the dashboard starts in this language next time.
 */
export const chosenElsewhere = async ({ words }: Language): Promise<Language | null> => {
  const { language } = await endpoints.settings()
  if (language === null) return null
  localStorage.setItem(CHOICE, language)
  return language === words.language ? null : loadLanguage()
}

/**
 * Loads the language that was chosen last, or otherwise the first of the browser's languages that Mon supports. Each
 * language except English is a separate file.
 */
export const loadLanguage = async (): Promise<Language> => {
  const wanted = localStorage.getItem(CHOICE) ?? navigator.languages.find((tag) => KNOWN.test(tag)) ?? "en"
  const isGerman = wanted.toLowerCase().startsWith("de")
  const words = isGerman ? (await import("./catalogue.de.ts")).de : en
  // The browser's regional variant of the language determines the format of dates.
  const variant = navigator.languages.find((name) => name.toLowerCase().startsWith(words.language)) ?? words.language
  return { words, format: makeFormat(variant) }
}
