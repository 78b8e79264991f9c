import { MAX_HOPS } from "../limits.ts"
import { fieldsNamed, type Message } from "../mail/Message.ts"
import { parseDate } from "../mail/MessageDate.ts"
import { readReceived } from "./Received.ts"

/**
 * A server that received the message and passed it on. Each server can forge the headers that the servers before it
 * added.
 */
export interface MessageHop {
  /** The name that the client gave in HELO or EHLO; null if it is missing. */
  readonly from: string | null
  /** The server that added the header; null if its name is missing. */
  readonly by: string | null
  /** The address of the client; null if it is missing. */
  readonly ip: string | null
  /** The time in the header, in ISO 8601 and UTC; null if it is missing or invalid. */
  readonly at: string | null
  /**
   * The number of seconds since the previous hop. Negative if the servers' clocks differ; null if one of the times is
   * missing.
   */
  readonly delaySeconds: number | null
}

/** Returns the newest 30 hops of a message from its Received headers, oldest first. */
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
