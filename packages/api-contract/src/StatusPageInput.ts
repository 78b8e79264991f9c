import {
  AutomaticPosts,
  ChosenComponentState,
  field,
  hasControlCharacters,
  Language,
  StatusPageAccess,
  statusPageLimits as limits
} from "@mon/model"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { messages } from "./Message.ts"

const named = (name: string, description: string) => ({ identifier: name, title: name, description })

const name = field.text("name", {
  about: "Name that readers see.",
  example: "Example Shop",
  maximum: limits.nameLength
}).input

const textOrNull = (of: string, maximum: number, about: string) => {
  const message = `${of} must be null or a string of 1 to ${maximum} characters.`
  return Schema.NullOr(field.text(of, { about, example: "About us", maximum }).input).annotate({
    message,
    description: `${about} At most ${maximum} characters.`,
    examples: [null]
  })
}

const SLUG = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])$/u
const slug = Schema.String.annotate({
  message: messages.statusPageSlug,
  description: `The last part of the page's address: ${limits.slug.minimum} to ${limits.slug.maximum} lower-case letters, digits and hyphens.`,
  examples: ["example-shop"]
}).check(
  Schema.isBetweenLength(limits.slug.minimum, limits.slug.maximum, { message: messages.statusPageSlug }),
  Schema.isPattern(SLUG, { message: messages.statusPageSlug })
)

const language = Language.annotate({
  message: `language must be one of: ${Language.literals.join(", ")}.`,
  description: "Language of the page. Default: `en`.",
  examples: ["en"]
})

const timezone = Schema.String.annotate({
  message: messages.maintenanceZone,
  description: "IANA time zone in which readers see times. Default: the time zone in your settings.",
  examples: ["Europe/Berlin"]
}).check(Schema.isMaxCodePoints(64, { message: messages.maintenanceZone }))

const accentColor = field.color("accentColor", {
  about: "Colour of links and of the line at the top. Readers see the nearest colour with enough contrast.",
  example: "#2563eb"
}).input
const headerColor = Schema.NullOr(
  field.color("headerColor", { about: "Colour of the header.", example: "#0f172a" }).input
).annotate({ description: "Colour of the header. Null, the default: the page's colour.", examples: [null] })

const LINK = /^(?:https?:\/\/|mailto:)\S+$/iu
const link = Schema.Struct({
  label: field
    .text("label", { about: "Text of the link.", example: "Support", maximum: limits.linkLabelLength })
    .input.pipe(Schema.annotateKey({ messageMissingKey: messages.statusPageLinks })),
  url: Schema.String.annotate({
    message: messages.statusPageLinks,
    description: "An http, https or mailto address.",
    examples: ["https://example.com/support"]
  })
    .check(
      Schema.isMaxLength(limits.linkLength, { message: messages.statusPageLinks }),
      Schema.isPattern(LINK, { message: messages.statusPageLinks }),
      Schema.makeFilter((value) => !hasControlCharacters(value) || messages.statusPageLinks)
    )
    .pipe(Schema.annotateKey({ messageMissingKey: messages.statusPageLinks }))
}).annotate({
  ...named("StatusPageLinkInput", "A link at the end of a status page."),
  message: messages.statusPageLinks
})
const links = Schema.Array(link)
  .annotate({
    message: messages.statusPageLinks,
    description: `Links at the end of the page, at most ${limits.links}.`,
    examples: [[{ label: "Support", url: "https://example.com/support" }]]
  })
  .check(Schema.isMaxLength(limits.links, { message: messages.statusPageLinks }))

const logo = Schema.NullOr(Schema.String.annotate({ message: messages.statusPageLogo })).annotate({
  message: messages.statusPageLogo,
  description: `A PNG, JPEG or WebP image of at most ${limits.logoBytes / 1_024} KiB as a \`data:\` URL. Mon decodes and re-encodes it. Null: no logo.`,
  examples: [null]
})

const access = StatusPageAccess.annotate({
  message: `access must be one of: ${StatusPageAccess.literals.join(", ")}.`,
  description:
    "`public`, the default: everybody. `password`: anyone who knows `password`. `email_domains`: anyone with an email address in one of the `emailDomains`.",
  examples: ["public"]
})

const password = Schema.NullOr(Schema.String.annotate({ message: messages.statusPagePassword }))
  .annotate({
    message: messages.statusPagePassword,
    description: `Password for readers, ${limits.password.minimum} to ${limits.password.maximum} characters. Null: none.`,
    examples: [null]
  })
  .check(
    Schema.makeFilter((value) => {
      const length = value === null ? limits.password.minimum : Array.from(value).length
      return (length >= limits.password.minimum && length <= limits.password.maximum) || messages.statusPagePassword
    })
  )

const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/iu
const emailDomains = Schema.Array(
  Schema.String.annotate({ message: messages.statusPageDomains }).check(
    Schema.isPattern(DOMAIN, { message: messages.statusPageDomains })
  )
)
  .annotate({
    message: messages.statusPageDomains,
    description: `Anyone with an email address in one of these domains can read the page. At most ${limits.emailDomains}.`,
    examples: [[]]
  })
  .check(Schema.isMaxLength(limits.emailDomains, { message: messages.statusPageDomains }))

const flag = (of: string, about: string, example: boolean) =>
  Schema.Boolean.annotate({ message: `${of} must be true or false.`, description: about, examples: [example] })

const automaticPosts = AutomaticPosts.annotate({
  message: `automaticPosts must be one of: ${AutomaticPosts.literals.join(", ")}.`,
  description:
    "The post that a monitor's incident starts. `off`: there is no post. `draft`, the default: nobody sees it until you publish it. `publish`: readers see it. `publish_and_notify`: subscribers are also notified.",
  examples: ["draft"]
})

const ids = (of: string, most: number, about: string) => {
  const message = `${of} must be a list of at most ${most} ids.`
  return Schema.Array(Schema.String.annotate({ message }))
    .annotate({ message, description: about, examples: [[]] })
    .check(Schema.isMaxLength(most, { message }))
}

const ownId = (about: string) =>
  Schema.String.annotate({ message: messages.statusPageParts, description: about, examples: ["shop"] }).check(
    Schema.isBetweenLength(1, 64, { message: messages.statusPageParts })
  )

const partName = (maximum: number, example: string) =>
  field
    .text("name", { about: "Name that readers see.", example, maximum })
    .input.pipe(Schema.annotateKey({ messageMissingKey: `name must be a string of 1 to ${maximum} characters.` }))

const group = Schema.Struct({
  id: ownId("Id of the group. For a new group, any text that components in this request use to refer to it.").pipe(
    Schema.annotateKey({ messageMissingKey: messages.statusPageParts })
  ),
  name: partName(limits.componentNameLength, "Shop"),
  description: Schema.optionalKey(
    textOrNull("description", limits.componentDescriptionLength, "Plain text below the name.")
  )
}).annotate({
  ...named("StatusPageGroupInput", "A group of components on a status page."),
  message: messages.statusPageParts
})

const component = Schema.Struct({
  name: partName(limits.componentNameLength, "Checkout"),
  ...Struct.map(
    {
      id: ownId("Id of the component. Without an id, or with an unknown id, the component is new."),
      groupId: Schema.NullOr(ownId("Id of the component's group.")).annotate({
        description: "Id of the component's group. Null, the default: the component is not in a group.",
        examples: [null]
      }),
      description: textOrNull("description", limits.componentDescriptionLength, "Plain text below the name."),
      monitorIds: ids(
        "monitorIds",
        limits.monitorsOfComponent,
        "Domains and URL monitors that the component's state follows. Without monitors and tags, only you can set its state."
      ),
      tagIds: ids(
        "tagIds",
        limits.tagsOfComponent,
        "Tags. The component's state follows all monitors with at least one of these tags."
      ),
      showsMonitors: flag(
        "showsMonitors",
        "Whether readers see the names of the component's monitors. Default: false.",
        false
      ),
      showsUptime: flag("showsUptime", "Whether readers see the component's last 90 days. Default: true.", true),
      onlyIfDegraded: flag(
        "onlyIfDegraded",
        "Whether readers see the component only while it is not operational. Default: false.",
        false
      )
    },
    Schema.optionalKey
  )
}).annotate({
  ...named("StatusPageComponentInput", "A component on a status page."),
  message: messages.statusPageParts
})

/** The schemas of a page's groups and components in a request. */
export const statusPageParts = { group, component } as const

const groups = Schema.Array(group)
  .annotate({
    message: messages.statusPageParts,
    description: `All groups, at most ${limits.groups}. Groups that are not in the list are deleted, but their components are kept.`,
    examples: [[]]
  })
  .check(
    Schema.isMaxLength(limits.groups, { message: messages.statusPageParts }),
    Schema.makeFilter((list) => new Set(list.map(({ id }) => id)).size === list.length || messages.statusPageTwice)
  )

const components = Schema.Array(component)
  .annotate({
    message: messages.statusPageParts,
    description: `All components, in the order in which they appear on the page, at most ${limits.components}. Components that are not in the list are deleted.`,
    examples: [[{ name: "Checkout" }]]
  })
  .check(
    Schema.isMaxLength(limits.components, { message: messages.statusPageParts }),
    Schema.makeFilter((list) => {
      const given = list.flatMap(({ id }) => id ?? [])
      return new Set(given).size === given.length || messages.statusPageTwice
    })
  )

const optional = {
  description: textOrNull("description", limits.descriptionLength, "Plain text below the name."),
  language,
  timezone,
  accentColor,
  headerColor,
  logo,
  links,
  access,
  password,
  emailDomains,
  showsWindowNames: flag(
    "showsWindowNames",
    "Whether readers see the names of maintenance windows. Default: false.",
    false
  ),
  automaticPosts,
  groups,
  components
}

const nameMessage = `name must be a string of 1 to ${limits.nameLength} characters.`
const required = {
  name: name.pipe(Schema.annotateKey({ messageMissingKey: nameMessage })),
  slug: slug.pipe(Schema.annotateKey({ messageMissingKey: messages.statusPageSlug }))
}

/** The body of `POST /status-pages`. */
export const CreateStatusPage = Schema.Struct({ ...required, ...Struct.map(optional, Schema.optionalKey) }).annotate({
  identifier: "CreateStatusPage",
  title: "CreateStatusPage",
  description: "A new status page."
})
export type CreateStatusPage = typeof CreateStatusPage.Type

/** The body of `PATCH /status-pages/:id`. Only the fields that it contains change. */
export const UpdateStatusPage = Schema.Struct(Struct.map({ name, slug, ...optional }, Schema.optionalKey)).annotate({
  identifier: "UpdateStatusPage",
  title: "UpdateStatusPage",
  description: "The fields to change. Fields that are absent stay unchanged."
})
export type UpdateStatusPage = typeof UpdateStatusPage.Type

const PAGE_ID = "pageId must be null or the id of a status page."

/** The body of `POST /status-pages/preview`. */
export const PreviewStatusPage = Schema.Struct({
  ...required,
  ...Struct.map(
    {
      pageId: Schema.NullOr(Schema.String.annotate({ message: PAGE_ID })).annotate({
        message: PAGE_ID,
        description: "The page that the input would change. Its posts and its component overrides are included.",
        examples: [null]
      }),
      ...Struct.omit(optional, ["access", "password", "emailDomains", "automaticPosts"])
    },
    Schema.optionalKey
  )
}).annotate({
  identifier: "PreviewStatusPage",
  title: "PreviewStatusPage",
  description: "A status page, which does not have to be saved."
})
export type PreviewStatusPage = typeof PreviewStatusPage.Type

const stateMessage = `state must be null or one of: ${ChosenComponentState.literals.join(", ")}.`

/** The body of `PATCH /status-pages/:id/components/:componentId`. */
export const OverrideComponent = Schema.Struct({
  state: Schema.NullOr(ChosenComponentState.annotate({ message: stateMessage }))
    .annotate({
      message: stateMessage,
      description: "The state that readers see. Null: the component goes back to following monitors and maintenance.",
      examples: [null]
    })
    .pipe(Schema.annotateKey({ messageMissingKey: stateMessage }))
}).annotate({
  identifier: "OverrideComponent",
  title: "OverrideComponent",
  description: "A component state that a person sets."
})
export type OverrideComponent = typeof OverrideComponent.Type
