import type { Catalogue } from "../words/en.ts"

/** A screen that the navigation leads to. */
export interface Destination {
  readonly href: string
  readonly label: keyof Catalogue["nav"] & NavLabel
  /** Members have no use for it. */
  readonly isForOwner?: boolean
  /** Whether it is one of the few tabs on a phone. The others are in More. */
  readonly isTab?: boolean
}

type NavLabel = {
  [Name in keyof Catalogue["nav"]]: Catalogue["nav"][Name] extends string ? Name : never
}[keyof Catalogue["nav"]]

/** What is monitored, in the order of the navigation. */
export const mainDestinations: ReadonlyArray<Destination> = [
  { href: "/", label: "overview", isTab: true },
  { href: "/domains", label: "domains", isTab: true },
  { href: "/pages", label: "pages", isForOwner: true, isTab: true },
  { href: "/incidents", label: "incidents", isTab: true },
  { href: "/mail", label: "mail" },
  { href: "/simulations", label: "simulations", isForOwner: true },
  { href: "/notifications", label: "notifications" },
  { href: "/status-pages", label: "statusPages", isForOwner: true }
]

/** What belongs to the account. */
export const accountDestinations: ReadonlyArray<Destination> = [
  { href: "/maintenance", label: "maintenance" },
  { href: "/tags", label: "tags" },
  { href: "/channels", label: "channels", isForOwner: true },
  { href: "/routes", label: "routes", isForOwner: true },
  { href: "/webhooks", label: "webhooks" },
  { href: "/team", label: "team", isForOwner: true },
  { href: "/billing", label: "billing", isForOwner: true },
  { href: "/settings", label: "settings" }
]

/** Where monitors are added. */
export const addDestination: Destination = { href: "/add", label: "add", isForOwner: true }

/** The destinations that a role has a use for. Before the role is known, those of everybody. */
export const destinationsFor = (
  destinations: ReadonlyArray<Destination>,
  role: "owner" | "member" | undefined
): ReadonlyArray<Destination> => destinations.filter(({ isForOwner }) => isForOwner !== true || role === "owner")
