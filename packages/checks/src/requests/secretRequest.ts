import type { CheckOptions } from "@mon/core-store"
import { mapSealed, requestFields } from "@mon/model"

type MonitorRequest = NonNullable<CheckOptions["request"]>

/** Returns the texts of a request that must never be shown, by their path in the request. */
export const secretTexts = (request: unknown): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  mapSealed(requestFields.request.form, request, (text, where) => {
    found.set(where, text)
    return text
  })
  return found
}

/** Whether a request has texts that must never be shown. */
export const isSecretRequest = (request: MonitorRequest | null): boolean =>
  request !== null && secretTexts(request).size > 0
