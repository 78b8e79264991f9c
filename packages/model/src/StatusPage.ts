import * as Schema from "effect/Schema"
import { Language } from "./Account.ts"
import { described } from "./Described.ts"
import { StatusPageHost } from "./StatusPageHost.ts"

const { count, flag, id, idOrNull, list, orNull, record, text, textOrNull, texts, time, timeOrNull, value, word } =
  described

/**
 * The readers of a status page: everybody, readers with its password, or readers with an email address of given
 * domains.
 */
export const StatusPageAccess = Schema.Literals(["public", "password", "email_domains"])
export type StatusPageAccess = typeof StatusPageAccess.Type

/**
 * The automatic action when an incident of a monitor begins: none, a draft of a post, a published post, or a published
 * post with notifications.
 */
export const AutomaticPosts = Schema.Literals(["off", "draft", "publish", "publish_and_notify"])
export type AutomaticPosts = typeof AutomaticPosts.Type

/** The states that readers can see on a component. */
export const ShownComponentState = Schema.Literals([
  "operational",
  "degraded_performance",
  "partial_outage",
  "major_outage",
  "under_maintenance",
  "unknown"
])
export type ShownComponentState = typeof ShownComponentState.Type

/**
 * The component states that a person can set. `unknown` is not one of these states, because only missing checks cause
 * it.
 */
export const ChosenComponentState = Schema.Literals([
  "operational",
  "degraded_performance",
  "partial_outage",
  "major_outage",
  "under_maintenance"
])
export type ChosenComponentState = typeof ChosenComponentState.Type

/** A link in the footer of a status page. */
export const StatusPageLink = record("StatusPageLink", "A link at the end of a status page.", {
  label: text("Text of the link.", "Support"),
  url: text("An http, https or mailto address.", "https://example.com/support")
})

const StatusPageLogo = record("StatusPageLogo", "The logo of a status page.", {
  data: text("The image as a `data:` URL.", "data:image/png;base64,iVBORw0KGgo="),
  width: count("Width. Pixels.", 320),
  height: count("Height. Pixels.", 80)
})

const StatusPageGroup = record("StatusPageGroup", "Components that belong together.", {
  id: id("Id of the group."),
  name: text("Name of the group.", "Shop"),
  description: textOrNull("Plain text below the name, or null.", null)
})

const ComponentOverride = record("ComponentOverride", "The state that a person set.", {
  state: value(ChosenComponentState, "The state that readers see.", "partial_outage"),
  at: time("The time when the state was set, ISO 8601 UTC."),
  by: textOrNull("Email address of the person who set the state, or null if the person has left.", "owner@example.com")
})

/** A component of a status page, in the record for its owner. */
export const StatusPageComponent = record(
  "StatusPageComponent",
  "A part of a service whose state readers want to know, such as a shop or an API.",
  {
    id: id("Id of the component."),
    groupId: idOrNull("Id of the component's group. Null: the component is not in a group."),
    name: text("Name that readers see.", "Checkout"),
    description: textOrNull("Plain text below the name, or null.", "Payment and orders"),
    monitorIds: texts("Domains and URL monitors that the component's state follows.", [
      "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
    ]),
    tagIds: texts("Tags. The component's state follows all monitors with at least one of these tags.", []),
    showsMonitors: flag("Whether readers see the names of the component's monitors.", false),
    showsUptime: flag("Whether readers see the component's last 90 days.", true),
    onlyIfDegraded: flag("Whether readers see the component only while it is not operational.", false),
    state: value(ShownComponentState, "The state that readers see.", "operational"),
    override: orNull(
      ComponentOverride,
      "The state that a person set, or null if the component follows monitors and maintenance."
    )
  }
)
export interface StatusPageComponent extends Schema.Schema.Type<typeof StatusPageComponent> {}

const summary = {
  id: id("Opaque id of the status page."),
  slug: text("The last part of the page's address.", "example-shop"),
  name: text("Name that readers see.", "Example Shop"),
  url: text("Address of the page.", "https://mon.example.com/s/example-shop"),
  access: value(
    StatusPageAccess,
    "`public`: everybody. `password`: anyone who knows the password. `email_domains`: anyone with an email address in one of the `emailDomains`.",
    "public"
  ),
  stoppedBy: Schema.NullOr(Schema.Literals(["plan"])).annotate({
    description:
      "The reason why readers cannot open the page. `plan`: the plan allows fewer status pages, so the newest ones go offline. Null: readers can open the page."
  }),
  openPosts: count("Number of published posts that are not over.", 1),
  drafts: count("Number of posts that are drafts or contain draft updates.", 0),
  createdAt: time("Creation time, ISO 8601 UTC."),
  updatedAt: time("Time of the last change that a person made, ISO 8601 UTC.")
}

/** A status page in a list of pages. */
export const StatusPageSummary = record("StatusPageSummary", "A status page.", {
  ...summary,
  components: count("Number of components.", 12)
})
export interface StatusPageSummary extends Schema.Schema.Type<typeof StatusPageSummary> {}

/** The record of a status page. */
export const StatusPage = record("StatusPage", "A status page with its groups and components.", {
  ...summary,
  description: textOrNull("Plain text below the name, or null.", null),
  language: value(Language, "Language of the page.", "en"),
  timezone: text("IANA time zone in which readers see times.", "Europe/Berlin"),
  accentColor: text("Colour of links and of the line at the top, as `#rrggbb`.", "#2563eb"),
  headerColor: textOrNull("Colour of the header, as `#rrggbb`. Null: the page's colour.", null),
  logo: orNull(StatusPageLogo, "The logo, or null."),
  links: list(StatusPageLink, "Links at the end of the page."),
  hasPassword: flag("Whether a password is set. It is never shown.", false),
  emailDomains: texts("Anyone with an email address in one of these domains can read the page.", []),
  showsWindowNames: flag("Whether readers see the names of maintenance windows.", false),
  automaticPosts: value(
    AutomaticPosts,
    "The post that a monitor's incident starts. `off`: there is no post. `draft`: nobody sees it until you publish it. `publish`: readers see it. `publish_and_notify`: subscribers are also notified.",
    "draft"
  ),
  host: orNull(StatusPageHost, "The page's custom host name, or null if it has none."),
  subscribers: count("Number of subscribers who are notified of new posts.", 0),
  pausedSubscribers: count(
    "Number of subscribers who are not notified, because the page's access changed and they can no longer read it.",
    0
  ),
  groups: list(StatusPageGroup, "The groups. A group appears where its first component appears."),
  components: list(StatusPageComponent, "The components, in the order in which they appear on the page.")
})
export interface StatusPage extends Schema.Schema.Type<typeof StatusPage> {}

/** The kinds of posts on a status page. */
export const PostKind = Schema.Literals(["incident", "maintenance"])
export type PostKind = typeof PostKind.Type

/** The impact of the incident that a post is about. */
export const PostImpact = Schema.Literals(["none", "minor", "major", "critical"])
export type PostImpact = typeof PostImpact.Type

/** The states of a post of each kind. */
export const postStates = {
  incident: ["investigating", "identified", "monitoring", "resolved", "postmortem"],
  maintenance: ["scheduled", "in_progress", "verifying", "completed", "cancelled"]
} as const satisfies Record<PostKind, ReadonlyArray<string>>

/** The state of a post. */
export const PostState = Schema.Literals([...postStates.incident, ...postStates.maintenance])
export type PostState = typeof PostState.Type

/** The final states of a post. */
export const finalPostStates = [
  "resolved",
  "postmortem",
  "completed",
  "cancelled"
] as const satisfies ReadonlyArray<PostState>

const PostChange = record("StatusPostChange", "The state that an update gives a component.", {
  componentId: id("Id of the component."),
  state: orNull(
    ChosenComponentState,
    "The state to set when the update is published. Null: the state goes back to following monitors and maintenance."
  )
})

const StatusPostUpdate = record("StatusPostUpdate", "An update to a post.", {
  id: id("Id of the update."),
  state: value(PostState, "State of the post with this update.", "investigating"),
  body: text("Plain text. URLs in it become links.", "We are investigating slow payments."),
  displayAt: time("The time that readers see, ISO 8601 UTC."),
  isDraft: flag("Whether the update is a draft, which only you see.", false),
  notifySubscribers: Schema.NullOr(Schema.Boolean).annotate({
    description: "Whether subscribers were notified when the update was published. Null: the update is a draft.",
    examples: [false]
  }),
  components: list(PostChange, "The states that the update gives components."),
  author: textOrNull(
    "Email address of the author. Null: the author is Mon or a person who has left.",
    "owner@example.com"
  ),
  createdAt: time("Creation time, ISO 8601 UTC."),
  updatedAt: time("Time of the last change, ISO 8601 UTC.")
})
/** An update of a post. */
export type StatusPostUpdate = typeof StatusPostUpdate.Type

/** The record of a post of a status page. */
export const StatusPost = record("StatusPost", "A post on a status page: an incident or planned maintenance.", {
  id: id("Opaque id of the post."),
  kind: word(PostKind.literals, "`incident` or planned `maintenance`."),
  title: text("Title that readers see.", "Slow payments"),
  state: value(PostState, "State of the newest update.", "investigating"),
  impact: value(PostImpact, "The severity of the incident or maintenance.", "minor"),
  isDraft: flag("Whether only you see the post.", false),
  isAutomatic: flag("Whether a monitor's incident started the post.", false),
  startedAt: time("The start of the incident or of the maintenance, ISO 8601 UTC."),
  endsAt: timeOrNull("The end of the planned maintenance, ISO 8601 UTC. Null for an incident."),
  movesItself: flag(
    "Whether the state follows the times of planned maintenance, or the monitor incidents that started the post.",
    false
  ),
  componentIds: texts("Affected components.", ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]),
  updates: list(StatusPostUpdate, "The updates, newest first."),
  publishedAt: timeOrNull("Time of the publication, ISO 8601 UTC. Null: the post is a draft."),
  createdAt: time("Creation time, ISO 8601 UTC."),
  updatedAt: time("Time of the last change, ISO 8601 UTC.")
})
export interface StatusPost extends Schema.Schema.Type<typeof StatusPost> {}

/** A draft of a post about an incident. Mon wrote the draft but has not saved it. */
export const StatusPostDraft = record(
  "StatusPostDraft",
  "A post about a monitor's incident, written by Mon for you to review first. It is not saved.",
  {
    incidentId: id("Opaque id of the incident."),
    monitorName: text("Display name of the monitor. It does not appear in the text.", "Shop"),
    title: text("Title, in the page's language.", "Problem with Checkout"),
    state: value(
      Schema.Literals(["investigating", "identified", "monitoring", "resolved"]),
      "`investigating`: the cause is not known. `identified`: the cause is known. `monitoring`: the last check was good. `resolved`: the incident is over.",
      "identified"
    ),
    impact: value(PostImpact, "The severity of the incident.", "major"),
    body: text(
      "Plain text in the page's language: affected components, times, and what readers may know about the cause. It never contains addresses, monitor names or results of checks.",
      "There has been a problem with Checkout since 23 Nov 2026, 06:53 CET."
    ),
    startedAt: time("The start of the incident, ISO 8601 UTC."),
    componentIds: texts("Components that follow the monitor.", ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"])
  }
)
export interface StatusPostDraft extends Schema.Schema.Type<typeof StatusPostDraft> {}

/** The filter of a list of posts. */
export const PostFilter = Schema.Literals(["open", "draft", "closed"])
export type PostFilter = typeof PostFilter.Type
