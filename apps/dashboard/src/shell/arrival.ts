import { endpoints } from "../api/endpoints.ts"
import { browserZone } from "../words/format.ts"
import type { Catalogue } from "../words/catalogue.en.ts"
import { notify } from "../ui/notify.ts"

/** Returns whether a person is new. A person who has just set a new password is not new. */
const isNew = (done: string): boolean => done === "welcome" || done === "joined"

/**
 * Stores the browser's time zone for a new person. The account starts with UTC, because the sign-up form works without
 * scripts and cannot know the zone.
 */
const takeZone = async (): Promise<void> => {
  const { timezone } = await endpoints.settings()
  const own = browserZone()
  if (timezone === "UTC" && own !== timezone) await endpoints.updateSettings({ timezone: own })
}

/**
 * Shows a message about the completed form that led to the dashboard. Removes the form's name from the URL, so that the
 * message appears only once.
 */
export const sayArrival = ({ arrival }: Catalogue): void => {
  const url = new URL(globalThis.location.href)
  const done = Object.entries(arrival).find(([name]) => name === url.searchParams.get("done"))
  if (done === undefined) return
  const [name, text] = done
  url.searchParams.delete("done")
  globalThis.history.replaceState(globalThis.history.state, "", url)
  notify(text)
  // A failure is ignored, because the settings page also offers the browser's time zone.
  if (isNew(name)) takeZone().catch(() => undefined)
}
