import type { Catalogue } from "../words/en.ts"
import { notify } from "./notify.ts"

/** Says what the form has done that led here, and removes it from the address, so that it is said once. */
export const sayArrival = ({ arrival }: Catalogue): void => {
  const url = new URL(globalThis.location.href)
  const done = Object.entries(arrival).find(([name]) => name === url.searchParams.get("done"))
  if (done === undefined) return
  url.searchParams.delete("done")
  globalThis.history.replaceState(globalThis.history.state, "", url)
  notify(done[1])
}
