import type { BlockedAddress, DialFault, DialResult } from "../Dial.ts"

/** Why an agent or a dispatcher opened no connection. The message contains no address that the name resolved to. */
export class DialError extends Error {
  override readonly name = "DialError"
  readonly code: DialFault
  /** The address that the policy forbids. Not for people who may not know the network that the program runs in. */
  declare readonly blocked: BlockedAddress | null

  constructor({ blocked, code, message }: Extract<DialResult, { ok: false }>) {
    super(message)
    this.code = code
    // An error is often logged or sent whole. Such copies do not contain the address.
    Object.defineProperty(this, "blocked", { value: blocked ?? null, enumerable: false })
  }
}
