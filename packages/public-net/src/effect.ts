import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { type AddressPolicy, makeAddressPolicy } from "./AddressPolicy.ts"

/** The address policy as an Effect service. */
export class NetworkPolicy extends Context.Service<NetworkPolicy, AddressPolicy>()("@mon/public-net/NetworkPolicy") {
  /**
   * Returns a layer with a policy that allows public addresses and the networks in `allow`. Throws a TypeError that
   * names an invalid CIDR.
   */
  static readonly layer = (options: { readonly allow?: ReadonlyArray<string> } = {}): Layer.Layer<NetworkPolicy> =>
    Layer.succeed(NetworkPolicy, makeAddressPolicy(options))
}
