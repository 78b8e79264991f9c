import type { AutomaticPosts, PostImpact, PostState, ShownComponentState, StatusPageAccess } from "@mon/model"

const states: Readonly<Record<ShownComponentState, string>> = {
  operational: "Operational",
  degraded_performance: "Degraded performance",
  partial_outage: "Partial outage",
  major_outage: "Major outage",
  under_maintenance: "Under maintenance",
  unknown: "Not monitored"
}

const postStates: Readonly<Record<PostState, string>> = {
  investigating: "Investigating",
  identified: "Identified",
  monitoring: "Monitoring",
  resolved: "Resolved",
  postmortem: "Postmortem",
  scheduled: "Scheduled",
  in_progress: "In progress",
  verifying: "Verifying",
  completed: "Completed",
  cancelled: "Cancelled"
}

const impacts: Readonly<Record<PostImpact, string>> = {
  none: "None",
  minor: "Minor",
  major: "Major",
  critical: "Critical"
}

const accesses: Readonly<Record<StatusPageAccess, string>> = {
  public: "Everyone",
  password: "People who know the password",
  email_domains: "People with an email address at these domains"
}

const automatic: Readonly<Record<AutomaticPosts, string>> = {
  off: "Do not write a post",
  draft: "Write a draft that only you can see",
  publish: "Publish a post, and resolve it automatically",
  publish_and_notify: "Publish a post, and notify subscribers"
}

export const statusPagesEn = {
  title: "Status pages",
  used: (used: string, limit: string) => `${used} of ${limit}`,
  about: "Show your customers the state of your services. Readers do not need an account.",
  add: "Add a status page",
  none: "You have no status pages",
  noneHint:
    "A status page shows the state of your services, their last 90 days, and what you know about current problems. Components follow your monitors automatically.",
  components: (count: number) => (count === 1 ? "1 component" : `${count} components`),
  open: (count: number) => (count === 1 ? "1 open post" : `${count} open posts`),
  drafts: (count: number) => (count === 1 ? "1 draft" : `${count} drafts`),
  stopped: "Stopped: not in your plan",
  stoppedHint: "Readers cannot open this page. Get a larger plan, or delete an older page.",
  edit: "Edit",
  editOne: (name: string) => `Edit ${name}`,
  posts: "Posts",
  postsOf: (name: string) => `Posts on ${name}`,
  view: "Open the page",
  remove: "Delete…",
  removeOne: (name: string) => `Delete ${name}`,
  removeTitle: (name: string) => `Delete the status page ${name}?`,
  removeHint: "This also deletes its components and posts. Its address will show “not found”.",
  removed: (name: string) => `${name} was deleted.`,
  saved: (name: string) => `${name} was saved.`,
  addTitle: "Add a status page",
  editTitle: (name: string) => `Status page ${name}`,
  settings: "Page",
  name: "Name",
  slug: "Address",
  slugHint: "The last part of the address: lower-case letters, digits and hyphens.",
  description: "Text below the name",
  language: "Language",
  languages: { en: "English", de: "German" },
  timezone: "Time zone",
  appearance: "Appearance",
  accent: "Link colour",
  header: "Header colour",
  headerOwn: "Use a different colour for the header",
  colorHint: "Readers see the nearest colour with enough contrast.",
  logo: "Logo",
  logoHint: "PNG, JPEG or WebP, at most 256 KiB. It appears in the preview after you save.",
  logoLarge: "The logo is larger than 256 KiB.",
  logoAlt: "The logo",
  logoRemove: "Remove the logo",
  links: "Links at the end of the page",
  linkLabel: (number: number) => `Text of link ${number}`,
  linkUrl: (number: number) => `Address of link ${number}`,
  linkAdd: "Add a link",
  linkRemove: (number: number) => `Remove link ${number}`,
  access: "Who can read it",
  accesses,
  password: "Password for readers",
  passwordSet: "A password is set. Leave this field empty to keep the password.",
  passwordHint: "At least 8 characters.",
  domains: "Email domains",
  domainsHint: "Separate them with commas, for example: example.com, example.org.",
  accessNotice: (notified: number, all: number) =>
    notified >= all
      ? `With this access setting, new posts notify all ${all} subscribers.`
      : `With this access setting, new posts notify ${notified} of ${all} subscribers. Subscribers who cannot read the page are paused until it is public again, or until they subscribe again as readers with access.`,
  more: "What else it shows",
  windowNames: "Show the names of maintenance windows",
  automaticTitle: "When a monitor goes down",
  automatic,
  groupsTitle: "Groups",
  groupsHint: "A group shows components together under a heading. It appears where its first component is.",
  group: (number: number) => `Name of group ${number}`,
  groupAdd: "Add a group",
  groupRemove: (number: number) => `Remove group ${number}`,
  componentsTitle: "Components",
  componentsHint:
    "Components are things your customers know, such as a shop, an API or email. A component's state follows monitors or tags, or you set it yourself.",
  component: (number: number) => `Component ${number}`,
  componentAdd: "Add a component",
  componentRemove: (name: string) => `Remove ${name}`,
  ofGroup: "Group",
  noGroup: "No group",
  monitors: "Monitors",
  tags: "Tags",
  follows: (count: number) =>
    count === 0
      ? "nothing watches it: it is shown as not monitored until you set its state"
      : count === 1
        ? "follows 1 monitor or tag"
        : `follows ${count} monitors and tags`,
  showsMonitors: "Show the names of its monitors",
  showsUptime: "Show its last 90 days",
  onlyIfDegraded: "Show it only while it is not operational",
  save: "Save the page",
  cancel: "Cancel",
  preview: "Preview",
  previewHint: "What readers would see now. Nothing is saved yet.",
  previewFrame: "Preview of the status page",
  statesTitle: "States now",
  statesHint: "A state you choose stays until you choose “Automatic” again.",
  stateOf: (name: string) => `State of ${name}`,
  follow: (state: string) => `Automatic (${state})`,
  automaticState: "Automatic",
  overriddenBy: (who: string) => `set by ${who}`,
  somebody: "someone",
  states,
  postsTitle: (name: string) => `Posts on ${name}`,
  addIncident: "Report an incident",
  addIncidentOn: (name: string) => `Report an incident on ${name}`,
  addMaintenance: "Plan maintenance",
  noPosts: "There are no posts yet",
  noPostsHint: "Say what you know about a problem, or announce maintenance. Drafts stay here until you publish them.",
  postsShown: (count: number) => `Only the ${count} newest posts are listed here. The API also lists older posts.`,
  draft: "Draft",
  hasDraft: "Has drafts",
  automaticChip: "By Mon",
  kinds: { incident: "Incident", maintenance: "Maintenance" },
  postStates,
  newTitle: { incident: "Report an incident", maintenance: "Plan maintenance" },
  postTitle: "Title",
  impact: "Impact",
  impacts,
  starts: "Start",
  ends: "End",
  zone: (zone: string) => `Time zone: ${zone}`,
  movesItself: "Change to “in progress” and “completed” automatically at these times",
  affected: "Affected components",
  affectedNone: "The page has no components.",
  state: "State",
  body: "Text",
  bodyHint: "Plain text. URLs become links.",
  draftOf: "Start from a draft",
  draftHint:
    "Mon can write a first draft about a monitor's incident. The draft contains no addresses or check results, and Mon does not publish it.",
  useDraft: "Use the draft",
  draftUsed: "The form now contains the draft. Read it before you publish it.",
  draftBegan: (time: string) => `The post says that the incident started at ${time}.`,
  draftsNotRead: "The drafts for incidents could not be loaded.",
  componentStates: "Set component states",
  unchanged: "Unchanged",
  saveDraft: "Save as draft",
  publish: "Publish…",
  publishTitle: "Publish this?",
  publishNow: "Publish",
  publishQuietly: "Publish without notifying",
  publishAndNotify: (count: number | null) =>
    count === null
      ? "Publish and notify subscribers"
      : count === 1
        ? "Publish and notify 1 subscriber"
        : `Publish and notify ${count} subscribers`,
  counting: "Counting subscribers…",
  notCounted: "The subscribers could not be counted.",
  audience: ({ email, webhook }: { readonly email: number; readonly webhook: number }) => {
    if (email + webhook === 0) return "Nobody has subscribed to these updates yet."
    const people = email === 1 ? "1 person by email" : `${email} people by email`
    const programs = webhook === 1 ? "1 webhook" : `${webhook} webhooks`
    return `This notifies ${[...(email > 0 ? [people] : []), ...(webhook > 0 ? [programs] : [])].join(" and ")}.`
  },
  emailsAreStored: "No mail server is configured, so emails to subscribers are stored and not sent.",
  subscribersTab: "Subscribers",
  subscribersTitle: (page: string) => `Subscribers to ${page}`,
  subscribersShown: "Only the 100 newest subscribers are listed here. The CSV file contains all subscribers.",
  exportSubscribers: "Download as CSV",
  noSubscribers: "Nobody has subscribed yet",
  noSubscribersHint: "Readers subscribe with the link at the end of the page.",
  allComponents: "All components",
  subscriberStates: {
    pending: "Not confirmed",
    confirmed: "Subscribed",
    unsubscribed: "Unsubscribed",
    ended: "Ended"
  },
  subscriberEnds: {
    bounced: "Address does not exist",
    gone: "Asked not to get any more messages",
    failing: "Unreachable for five days"
  },
  subscriberPaused: "Paused",
  subscriberStopped: {
    plan: "Not notified, because the plan allows fewer subscribers per page.",
    access: "The page is private now. Notifications resume when it is public again."
  },
  removeSubscriber: "Remove",
  removeSubscriberLabel: (address: string) => `Remove ${address}`,
  removeSubscriberTitle: (address: string) => `Remove ${address}?`,
  removeSubscriberHint: "Nothing more will be sent to this address. It can subscribe again.",
  subscriberRemoved: "The subscriber was removed.",
  published: "The post is published.",
  draftSaved: "The draft is saved.",
  publishPost: "Publish the post…",
  publishDraft: "Publish this draft…",
  editPost: "Edit the post",
  began: (zone: string) => `Started (${zone})`,
  affectedFixed: "You cannot remove a component if an update sets its state.",
  editHint: "Readers see the change immediately. Nobody is notified.",
  editUpdate: (state: string) => `Edit the update “${state}”`,
  editUpdateTitle: "Edit this update",
  shownAt: (zone: string) => `Time shown to readers (${zone})`,
  saveChanges: "Save the changes",
  changesSaved: "The changes were saved.",
  removeUpdateOne: (state: string) => `Delete the update “${state}”`,
  removeUpdateTitle: (state: string) => `Delete the update “${state}”?`,
  removeUpdateHint: "Readers will no longer see the update. Emails already sent cannot be recalled.",
  removeDraftHint: "Nobody has seen this update. This cannot be undone.",
  updateRemoved: "The update was deleted.",
  updates: "Updates",
  addUpdate: "Add an update",
  notified: "Sent to subscribers",
  stored: "Emails to subscribers are stored: there is no mail server",
  quiet: "Not sent to subscribers",
  removePost: "Delete the post…",
  removePostTitle: (title: string) => `Delete ${title}?`,
  removePostHint: "Readers will no longer see the post. This cannot be undone.",
  postRemoved: "The post was deleted.",
  back: "Back to the posts",
  timesWrong: "Maintenance must end after it starts.",
  onlyOwner: "Only the account owner can manage status pages."
}

export type StatusPageWords = typeof statusPagesEn
