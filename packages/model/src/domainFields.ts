import { dnsWatchField } from "./dnsWatchField.ts"
import { dependencyFields } from "./dependencyFields.ts"
import { field } from "./Field.ts"
import { requestFields } from "./requestFields.ts"
import { defaultsOf, type InputsOf, type MonitorFields, type SettingsOf } from "./MonitorField.ts"

/**
 * The settable fields of a domain monitor, in the order in which requests are checked. Request bodies, records, the
 * store's statements and the defaults of a new domain are all derived from this table. A new field needs one entry here
 * and one column in a migration.
 */
export const domainFields = {
  name: field.text("name", { about: "Display name.", example: "Shop", maximum: 200, column: "name" }),
  checkInterval: field.seconds("checkInterval", {
    about: "Time between two checks.",
    rule: "The value must be at least the plan's minimum.",
    example: 900,
    minimum: 59,
    maximum: 86_400,
    default: 300,
    column: "check_interval_seconds",
    inSchedule: true
  }),
  timeoutSeconds: field.seconds("timeoutSeconds", {
    about: "Maximum duration of a check.",
    rule: "The value must be less than checkInterval.",
    example: 30,
    minimum: 5,
    maximum: 30,
    default: 30,
    column: "timeout_seconds",
    inSchedule: true
  }),
  ccEmails: field.emails("ccEmails", {
    about: "Email addresses that receive a copy of each alert.",
    example: ["ops@example.com"],
    maximum: 10,
    default: [],
    column: "cc_emails"
  }),
  screenshotOnFailure: field.flag("screenshotOnFailure", {
    about: "Whether a screenshot is taken when the domain goes down.",
    example: true,
    default: true,
    column: "screenshot_on_failure"
  }),
  emailHealthEnabled: field.flag("emailHealthEnabled", {
    about: "Whether Mon checks the domain's email health. Set it to `false` for a name that does not use email.",
    example: true,
    default: true,
    column: "email_health_enabled"
  }),
  emailHealthInterval: field.seconds("emailHealthInterval", {
    about: "Time between two email health checks.",
    example: 86_400,
    minimum: 3_600,
    maximum: 604_800,
    default: 86_400,
    column: "email_health_interval_seconds"
  }),
  cardColor: field.color("cardColor", {
    about: "Colour of the domain's card in hexadecimal form.",
    example: "#6B7280",
    default: "#6B7280",
    column: "card_color"
  }),
  dkimSelectors: field.dkimSelectors("dkimSelectors", {
    about: "DKIM selectors of the domain, which email health checks in addition to common selectors.",
    rule: "The plan limits the number of selectors.",
    example: ["s2026"],
    maximum: 10,
    default: [],
    column: "dkim_selectors"
  }),
  ...requestFields,
  ...dnsWatchField,
  ...dependencyFields
} as const satisfies MonitorFields

export const newDomainTexts = {
  about: "A domain to monitor.",
  url: {
    about:
      "The domain to monitor: a host name or an http(s) URL with a public host name. If the scheme is missing, Mon adds `https://`. A URL with a user name or password is rejected. Mon removes the query and the fragment.",
    example: "example.com"
  }
} as const

/** The values of the settable fields of a domain. */
export type DomainSettings = SettingsOf<typeof domainFields>

/** The values of the settable fields of a domain in requests. */
export type DomainInputs = InputsOf<typeof domainFields>

/** The default settings of a new domain. The shortest interval of the plan may be longer than the default interval. */
export const domainDefaults = defaultsOf(domainFields)
