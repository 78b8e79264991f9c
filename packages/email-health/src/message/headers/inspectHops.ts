import { MAX_HOPS } from "../limits.ts"
import { fieldsNamed, type Message } from "../mail/Message.ts"
import { parseDate } from "../mail/MessageDate.ts"
import { readReceived } from "./Received.ts"

/** A server that received the message and passed it on. Every server can write what it likes about those before it. */
export interface MessageHop {
  /** The name that the client gave in HELO or EHLO; null when it is missing. */
  readonly from: string | null
  /** The server that added the header; null when it is missing. */
  readonly by: string | null
  /** The address of the client; null when it is missing. */
  readonly ip: string | null
  /** ISO 8601, UTC; null without a valid time. */
  readonly at: string | null
  /** Seconds since the hop before; negative when clocks differ; null if a time is missing. */
  readonly delaySeconds: number | null
}

/** The way of a message by its Received headers, oldest first: the newest 30. */
export const inspectHops = (message: Message): ReadonlyArray<MessageHop> => {
  const newest = fieldsNamed(message, "received").slice(0, MAX_HOPS)
  const hops = newest.toReversed().map(({ value }) => {
    const cut = value.lastIndexOf(";")
    return { ...readReceived(value), time: cut < 0 ? null : parseDate(value.slice(cut + 1)) }
  })
  return hops.map(({ by, helo, ip, time }, index) => {
    const before = hops[index - 1]?.time ?? null
    return {
      from: helo,
      by,
      ip,
      at: time === null ? null : new Date(time).toISOString(),
      delaySeconds: time === null || before === null ? null : Math.round((time - before) / 1_000)
    }
  })
}
