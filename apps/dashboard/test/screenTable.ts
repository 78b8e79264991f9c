/** A screen: its name, its path in the stand-in, and a selector of what it shows. */
export type ScreenRow = readonly [name: string, path: string, sign: string]

/**
 * Every screen, for the checks that all of them must pass. A route of App.tsx without a row here fails
 * `routes.test.ts`.
 */
export const screens: ReadonlyArray<ScreenRow> = [
  ["overview", "/app", "text=Needs you now"],
  ["domains", "/app/domains", "[data-row='5']"],
  ["add", "/app/add", "#sites"],
  ["domain", "/app/domains/id-1", "canvas"],
  ["domain-up", "/app/domains/id-12", "canvas"],
  ["checks", "/app/domains/id-1/checks", "table"],
  ["domain-incidents", "/app/domains/id-1/incidents", "text=No connection"],
  ["mail", "/app/domains/id-1/mail", "text=Turn on DKIM"],
  ["dns", "/app/domains/id-1/dns", "text=mx.somewhere-else.example"],
  ["dns-off", "/app/domains/id-12/dns", "text=Watch DNS records"],
  ["settings", "/app/domains/id-1/settings", "#checkInterval"],
  ["incidents", "/app/incidents", "text=Open"],
  ["incident", "/app/incidents/incident-id-1", "text=What to do"],
  ["notifications", "/app/notifications", "text=DOWN Shop 0"],
  ["channels", "/app/channels", "text=Chat of operations"],
  ["channel-new", "/app/channels/new", "text=Text messages from your Twilio account"],
  ["channel-new-kind", "/app/channels/new/ntfy", "text=Install the ntfy app"],
  ["channel-edit", "/app/channels/c2", "text=Install the ntfy app"],
  ["webhooks", "/app/webhooks", "text=Chat of the team"],
  ["team", "/app/team", "text=Ann Berg"],
  ["maintenance", "/app/maintenance", "text=Weekly deployment"],
  ["tags", "/app/tags", "text=Care plan"],
  ["profile", "/app/settings", "text=Time zone of reports"],
  ["alerts", "/app/settings/alerts", "text=Your number"],
  ["keys", "/app/settings/keys", "text=You have no API key"],
  ["billing", "/app/billing", "text=Spring campaign"],
  ["pages", "/app/pages", "[data-row='3']"],
  ["page", "/app/pages/page-0", "canvas"],
  ["page-error", "/app/pages/page-2", "text=The page cannot be read"],
  ["page-changes", "/app/pages/page-0/changes", "text=Mark all as seen"],
  ["page-pictures", "/app/pages/page-0/pictures", "figure"],
  ["page-settings", "/app/pages/page-0/settings", "#screenshotWaitMs"],
  ["change", "/app/pages/page-0/changes/change-0-0", "svg rect"],
  ["change-inline", "/app/pages/page-0/changes/change-0-0?text=changed&picture=side", "figcaption"],
  ["add-pages", "/app/add?kind=page", "#sites"],
  ["mail-health", "/app/mail", "[data-row='5']"],
  ["mail-fixes", "/app/mail?view=fix", "text=DKIM missing"],
  ["mail-domain", "/app/mail/id-1", "text=Turn on DKIM"],
  ["mail-any", "/app/mail/example.org", "text=Watch this domain"],
  ["simulations", "/app/simulations", "text=Spring campaign"],
  ["simulation-new", "/app/simulations/new", "text=Choose senders and prospects"],
  ["simulation-running", "/app/simulations/job-2", "text=Looking up domains"],
  ["simulation", "/app/simulations/job-1", "text=+54 inboxes"],
  ["more", "/app/more", "text=Sign out"],
  ["absent", "/app/incidents/none", "text=Not found"]
]
