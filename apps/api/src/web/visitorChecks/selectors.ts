import { CheckEmailHealth } from "@mon/api-contract"
import { planTable } from "@mon/model"
import { Schema } from "effect"
import type { FormError } from "../page/Form.ts"

/** DKIM selectors of a check without an account: as many as an account on Free may have. */
export const visitorSelectors = planTable.free.dkimSelectors

/** The longest text of the field. A selector has at most 100 characters. */
export const SELECTORS_CHARACTERS = 400

const refused = (message: string): FormError => ({ field: "selectors", message })

const malformed = refused("Enter DKIM selectors such as s2026, separated by commas.")
const tooMany = refused(`Enter at most ${visitorSelectors} DKIM selectors.`)

const isRequest = Schema.is(CheckEmailHealth)

/** The selectors in a text, each once, in lower case and in order; or the error of the field. */
export const readSelectors = (text: string): Array<string> | FormError => {
  const words = text.split(/[\s,;]+/u).filter((word) => word !== "")
  const selectors = [...new Set(words.map((word) => word.toLowerCase()))].toSorted()
  if (!isRequest({ domain: "example.com", selectors: selectors.slice(0, visitorSelectors) })) return malformed
  return selectors.length > visitorSelectors ? tooMany : selectors
}
