import { endpoints } from "../api/endpoints.ts"
import { browserZone } from "../words/format.ts"
import type { Catalogue } from "../words/catalogue.en.ts"
import { notify } from "../ui/notify.ts"

/** Whoever sets a password has been here before. */
const isNew = (done: string): boolean => done === "welcome" || done === "joined"

/** A new person has the zone UTC. The form of the sign-up has no script, so it cannot know the zone of the browser. */
const takeZone = async (): Promise<void> => {
  const { timezone } = await endpoints.settings()
  const own = browserZone()
  if (timezone === "UTC" && own !== timezone) await endpoints.updateSettings({ timezone: own })
}

/** Says what the form has done that led here, and removes it from the address, so that it is said once. */
export const sayArrival = ({ arrival }: Catalogue): void => {
  const url = new URL(globalThis.location.href)
  const done = Object.entries(arrival).find(([name]) => name === url.searchParams.get("done"))
  if (done === undefined) return
  const [name, text] = done
  url.searchParams.delete("done")
  globalThis.history.replaceState(globalThis.history.state, "", url)
  notify(text)
  // The settings page offers the zone as well.
  if (isNew(name)) takeZone().catch(() => undefined)
}
