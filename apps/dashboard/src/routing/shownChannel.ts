import type { AlertChannel } from "@mon/model"
import type { RouteWords } from "../alerts/routes.en.ts"

/** Returns the name of a channel in a route, with the reason if it gets no alerts. */
export const shownChannel = (
  { name, stoppedBy }: Pick<AlertChannel, "name" | "stoppedBy">,
  { reasons }: RouteWords
): string =>
  stoppedBy === null ? name : `${name} (${stoppedBy === "plan" ? reasons.channel_plan : reasons.channel_off})`
