import { createContext, useContext } from "react"
import { type Catalogue, en } from "./en.ts"
import { type Format, makeFormat } from "./format.ts"

/** The words and formats of the viewer's language. */
export interface Language {
  readonly words: Catalogue
  readonly format: Format
}

const CHOICE = "mon.language"

const LanguageContext = createContext<Language>({ words: en, format: makeFormat("en") })

export const LanguageProvider = LanguageContext.Provider

export const useLanguage = (): Language => useContext(LanguageContext)

/** Chooses a language for this browser. */
export const chooseLanguage = (language: "en" | "de"): void => {
  localStorage.setItem(CHOICE, language)
  globalThis.location.reload()
}

/** The language that the person chose, or else the browser's. Other languages than English are separate files. */
export const loadLanguage = async (): Promise<Language> => {
  const wanted = localStorage.getItem(CHOICE) ?? navigator.language
  const isGerman = wanted === "de" || wanted.startsWith("de-")
  const words = isGerman ? (await import("./de.ts")).de : en
  // The browser's own variant decides on the form of dates.
  const variant = navigator.languages.find((name) => name.startsWith(words.language)) ?? words.language
  return { words, format: makeFormat(variant) }
}
