import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { type AddressPolicy, makeAddressPolicy } from "./AddressPolicy.ts"

/** The address policy as a service. */
export class NetworkPolicy extends Context.Service<NetworkPolicy, AddressPolicy>()("@mon/public-net/NetworkPolicy") {
  /** Allows public addresses and the networks in `allow`. An invalid CIDR throws a TypeError that names it. */
  static readonly layer = (options: { readonly allow?: ReadonlyArray<string> } = {}): Layer.Layer<NetworkPolicy> =>
    Layer.succeed(NetworkPolicy, makeAddressPolicy(options))
}
