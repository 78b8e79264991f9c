import type { StoredChannel } from "@mon/core-store"
import { type AlertChannel, isChannelInPlan, type PlanLimits } from "@mon/model"

const stoppedBy = (channel: StoredChannel, limits: PlanLimits): AlertChannel["stoppedBy"] => {
  if (!channel.isActive) return channel.disabledReason ?? "owner"
  return isChannelInPlan(channel, limits) ? null : "plan"
}

export const channelRecord = (channel: StoredChannel, limits: PlanLimits): AlertChannel => {
  const stopped = stoppedBy(channel, limits)
  return {
    id: channel.id,
    kind: channel.kind,
    name: channel.name,
    settings: channel.shown,
    inDefaultRoute: channel.inDefaultRoute,
    quietHours: channel.quietHours,
    isActive: stopped === null,
    stoppedBy: stopped,
    createdAt: channel.createdAt.toISOString(),
    lastDeliveryAt: channel.lastDeliveryAt?.toISOString() ?? null,
    lastDeliveryStatus: channel.lastDeliveryStatus,
    failingSince: channel.failingSince?.toISOString() ?? null
  }
}
