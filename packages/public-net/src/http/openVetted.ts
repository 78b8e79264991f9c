import type { Socket } from "node:net"
import { type AddressPolicy, makeAddressPolicy } from "../AddressPolicy.ts"
import { dial, type ResolveAddresses } from "../Dial.ts"
import { systemResolver } from "../systemResolver.ts"
import { DialError } from "./SafeFetchError.ts"

/** Options that decide where connections may go. */
export interface ConnectionOptions {
  /** The policy that decides which addresses may be connected to. Default: public addresses only. */
  readonly policy?: AddressPolicy
  /** Resolves names to addresses. Default: the name servers of the system. */
  readonly resolve?: ResolveAddresses
  /** The time limit for a lookup and the connection after it, in milliseconds. Default: 10,000. */
  readonly connectTimeoutMs?: number
}

const CONNECT_TIMEOUT_MS = 10_000

export interface Target {
  readonly hostname: string
  readonly port: number
  readonly family?: 4 | 6
  readonly signal?: AbortSignal
}

/**
 * Makes a function that opens connections to addresses that the policy allows. The function rejects with a
 * {@link DialError}.
 */
export const openerOf = ({
  policy = makeAddressPolicy(),
  resolve = systemResolver,
  connectTimeoutMs = CONNECT_TIMEOUT_MS
}: ConnectionOptions): ((target: Target) => Promise<Socket>) => {
  return async ({ signal, ...target }) => {
    const deadline = AbortSignal.timeout(connectTimeoutMs)
    const result = await dial({
      ...target,
      policy,
      resolve,
      signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal])
    })
    if (!result.ok) throw new DialError(result)
    return result.socket
  }
}
