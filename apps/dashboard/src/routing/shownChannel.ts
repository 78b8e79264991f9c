import type { AlertChannel } from "@mon/model"
import type { RouteWords } from "../alerts/routes.en.ts"

export const shownChannel = (
  { name, stoppedBy }: Pick<AlertChannel, "name" | "stoppedBy">,
  { reasons }: RouteWords
): string =>
  stoppedBy === null ? name : `${name} (${stoppedBy === "plan" ? reasons.channel_plan : reasons.channel_off})`
