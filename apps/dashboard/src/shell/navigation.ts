import { monitorKinds } from "@mon/model/facts"
import type { Rank } from "../api/rank.ts"
import { generalKinds, screensOf } from "../api/generalKinds.ts"
import type { Catalogue } from "../words/catalogue.en.ts"

export interface Destination {
  readonly href: string
  readonly label: keyof Catalogue["nav"] & NavLabel
  /** The people who see the destination. The owner also sees the destinations for admins. Default: everybody. */
  readonly isFor?: "admins" | "owner"
  /** Whether the destination is one of the few tabs on a phone. All other destinations are under "More". */
  readonly isTab?: boolean
}

type NavLabel = {
  [Name in keyof Catalogue["nav"]]: Catalogue["nav"][Name] extends string ? Name : never
}[keyof Catalogue["nav"]]

export const mainDestinations: ReadonlyArray<Destination> = [
  { href: "/", label: "overview", isTab: true },
  { href: "/domains", label: "domains", isTab: true },
  { href: "/pages", label: "pages", isFor: "admins", isTab: true },
  ...generalKinds.map((kind) => ({ href: screensOf(kind), label: monitorKinds[kind].screens })),
  { href: "/incidents", label: "incidents", isTab: true },
  { href: "/reports", label: "reports" },
  { href: "/mail", label: "mail" },
  { href: "/simulations", label: "simulations", isFor: "admins" },
  { href: "/notifications", label: "notifications" },
  { href: "/status-pages", label: "statusPages", isFor: "admins" }
]

export const accountDestinations: ReadonlyArray<Destination> = [
  { href: "/maintenance", label: "maintenance" },
  { href: "/tags", label: "tags" },
  { href: "/channels", label: "channels", isFor: "admins" },
  { href: "/routes", label: "routes", isFor: "admins" },
  { href: "/alert-sources", label: "alertSources", isFor: "admins" },
  { href: "/on-call", label: "onCall" },
  { href: "/webhooks", label: "webhooks" },
  { href: "/config", label: "configFile", isFor: "admins" },
  { href: "/team", label: "team", isFor: "owner" },
  { href: "/billing", label: "billing", isFor: "owner" },
  { href: "/settings", label: "settings" }
]

export const addDestination: Destination = { href: "/add", label: "add", isFor: "admins" }

/**
 * Returns the destinations that a person sees. Before the person's rank is known, returns the destinations for
 * everybody.
 */
export const destinationsFor = (
  destinations: ReadonlyArray<Destination>,
  rank: Rank | undefined
): ReadonlyArray<Destination> =>
  destinations.filter(
    ({ isFor }) => isFor === undefined || rank === "owner" || (isFor === "admins" && rank === "admin")
  )
