import type { CreateChannel } from "@mon/api-contract"
import { canonicalTimeZone, type ChannelQuietHours } from "@mon/model"

/** Quiet hours with the name of the zone as IANA spells it today. */
export const canonicalQuietHours = (hours: CreateChannel["quietHours"]): ChannelQuietHours | null =>
  hours === undefined || hours === null
    ? null
    : { ...hours, timezone: canonicalTimeZone(hours.timezone) ?? hours.timezone }
