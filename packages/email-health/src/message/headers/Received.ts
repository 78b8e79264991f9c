import { parseIpAddress } from "@mon/public-net"
import { MAX_VALUE } from "../limits.ts"
import { domainName } from "../mail/domainName.ts"
import { fieldsNamed, type Message } from "../mail/Message.ts"

/** The client that a Received header names (RFC 5321 section 4.4). */
export interface ReceivedClient {
  readonly ip: string
  /** The name in HELO or EHLO; null if it is missing. */
  readonly helo: string | null
}

const TOKEN = /^[^\s()[\];]{1,255}/
const ADDRESS = /\[(?:IPv6:)?([0-9a-f:.]{2,45})\]/i
const BY = / by ([^\s()[\];]{1,255})/i

export const readReceived = (
  value: string
): { readonly by: string | null; readonly ip: string | null; readonly helo: string | null } => {
  const text = value.slice(0, MAX_VALUE)
  const by = BY.exec(text)
  const from = /^from /i.test(text) ? text.slice(5, by === null ? undefined : by.index) : ""
  const ip = ADDRESS.exec(from)?.[1] ?? null
  const helo = TOKEN.exec(from)?.[0] ?? null
  return {
    by: domainName(by?.[1] ?? ""),
    ip: ip === null || parseIpAddress(ip) === null ? null : ip,
    helo
  }
}

/**
 * Returns the client in the topmost Received header if the named host added this header. Senders can forge only headers
 * below the header that your host added, so the topmost header is genuine.
 */
export const clientSeenBy = (message: Message, host: string): ReceivedClient | null => {
  const name = domainName(host)
  const [topmost] = fieldsNamed(message, "received")
    .map(({ value }) => readReceived(value))
    .filter(({ by }) => by !== null && by === name)
  return topmost === undefined || topmost.ip === null ? null : { ip: topmost.ip, helo: topmost.helo }
}
