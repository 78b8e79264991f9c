import { checkDisposable } from "@mon/disposable-check/embedded"

/** Returns the error message for an email address in a form; empty if the address is accepted. */
export const complaintAbout = (email: string): string => {
  const verdict = checkDisposable(email)
  if (!verdict.valid) return verdict.message
  return verdict.disposable ? `${verdict.domain} offers disposable addresses. Please enter another address.` : ""
}

// These DOM types are written by hand, because this file is type-checked without the DOM library.
interface Field {
  readonly value: string
  setCustomValidity(text: string): void
}
interface Page {
  querySelector(
    selector: string
  ): { addEventListener(event: string, listen: (event: { readonly target: Field }) => void): void } | null
}

const page = (globalThis as { readonly document?: Page }).document
page
  ?.querySelector("#sign-up")
  ?.addEventListener("input", ({ target }) => target.setCustomValidity(complaintAbout(target.value)))
