import { CheckEmailHealth } from "@mon/api-contract"
import { type Language, planTable } from "@mon/model"
import { Schema } from "effect"
import type { FormError } from "../page/Form.ts"
import { emailHealthWords } from "./emailHealthWords.ts"

/** The largest number of DKIM selectors in a check without an account. An account on Free has the same limit. */
export const visitorSelectors = planTable.free.dkimSelectors

/** The largest length of the field, in characters. A selector has at most 100 characters. */
export const SELECTORS_CHARACTERS = 400

const refused = (message: string): FormError => ({ field: "selectors", message })

const isRequest = Schema.is(CheckEmailHealth)

/**
 * Returns the selectors in a text, in lower case and in order, without duplicates. If a selector is invalid, returns
 * the error of the field.
 */
export const readSelectors = (text: string, language: Language): Array<string> | FormError => {
  const { malformedSelectors, tooManySelectors } = emailHealthWords[language]
  const words = text.split(/[\s,;]+/u).filter((word) => word !== "")
  const selectors = [...new Set(words.map((word) => word.toLowerCase()))].toSorted()
  if (!isRequest({ domain: "example.com", selectors: selectors.slice(0, visitorSelectors) }))
    return refused(malformedSelectors)
  return selectors.length > visitorSelectors ? refused(tooManySelectors(visitorSelectors)) : selectors
}
