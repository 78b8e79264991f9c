import type { ResolveAddresses } from "@mon/public-net"
import * as Context from "effect/Context"

/** The service that resolves names for webhooks to all addresses of a name. */
export class AddressResolver extends Context.Service<AddressResolver, ResolveAddresses>()(
  "@mon/alerts/AddressResolver"
) {}
