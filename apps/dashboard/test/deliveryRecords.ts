import type { NotificationDelivery } from "@mon/model"

const toAll: ReadonlyArray<Pick<NotificationDelivery, "channel" | "kind" | "name" | "recipient">> = [
  { channel: "email", recipient: "owner@example.com", kind: null, name: "owner@example.com" },
  { channel: "channel", recipient: "0198f1aa-7001-7000-8000-000000000001", kind: "slack", name: "Chat of operations" },
  { channel: "channel", recipient: "0198f1aa-7001-7000-8000-000000000002", kind: null, name: null },
  { channel: "webhook", recipient: "0198f1aa-7001-7000-8000-000000000003", kind: null, name: "Ticket system" },
  { channel: "email", recipient: null, kind: null, name: null }
]

/**
 * Returns the messages about an incident. The second channel was deleted before deliveries stored the names of
 * channels.
 */
export const deliveriesAt = (time: string): ReadonlyArray<NotificationDelivery> =>
  toAll.map((one, index) => ({
    ...one,
    id: `d${index + 1}`,
    notificationId: "n1",
    event: "down",
    status: "sent",
    outcome: "delivered",
    reason: null,
    attempts: 1,
    error: null,
    createdAt: time,
    step: null,
    reminder: null,
    onCall: null,
    isUpdate: false,
    settledAt: time
  }))
