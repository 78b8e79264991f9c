import type { CreateChannel } from "@mon/api-contract"
import { canonicalTimeZone, type ChannelQuietHours } from "@mon/model"

/** Returns quiet hours with the current IANA name of their time zone. */
export const canonicalQuietHours = (hours: CreateChannel["quietHours"]): ChannelQuietHours | null =>
  hours === undefined || hours === null
    ? null
    : { ...hours, timezone: canonicalTimeZone(hours.timezone) ?? hours.timezone }
