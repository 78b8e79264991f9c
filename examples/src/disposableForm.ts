import { checkDisposable } from "@mon/disposable-check/browser"

/** What the form says of an address; empty when it is welcome. */
export const complaintAbout = (email: string): string => {
  const verdict = checkDisposable(email)
  if (!verdict.valid) return verdict.message
  return verdict.disposable ? `Addresses of ${verdict.domain} are thrown away; please give one that you keep.` : ""
}

// Typed by what is used of it, since this file is checked without the library of browsers.
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
