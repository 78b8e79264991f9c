import type { CreateStatusPage, PreviewStatusPage, UpdateStatusPage } from "@mon/api-contract"
import { BadRequest, messages, Unavailable } from "@mon/api-contract"
import type { ComponentDraft, GroupDraft, LayoutDraft, StatusPageFields, StatusPageInput } from "@mon/core-store"
import { canonicalTimeZone } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../auth/Caller.ts"
import { Passwords } from "../auth/Passwords.ts"
import { readLogo } from "./logo.ts"

const DEFAULT_ACCENT = "#2563eb"

const trimmedOrNull = (text: string | null): string | null => {
  const trimmed = text?.trim() ?? ""
  return trimmed === "" ? null : trimmed
}

/** Converts `#abc` to `#aabbcc`, in lower case. */
const longColor = (color: string): string => {
  const digits = color.slice(1).toLowerCase()
  return `#${digits.length === 3 ? Array.from(digits, (digit) => digit + digit).join("") : digits}`
}

const groupDraft = ({ description, id, name }: NonNullable<CreateStatusPage["groups"]>[number]): GroupDraft => ({
  id,
  name: name.trim(),
  description: trimmedOrNull(description ?? null)
})

const componentDraft = ({
  description,
  groupId,
  id,
  monitorIds,
  name,
  onlyIfDegraded,
  showsMonitors,
  showsUptime,
  tagIds
}: NonNullable<CreateStatusPage["components"]>[number]): ComponentDraft => ({
  id: id ?? null,
  groupId: groupId ?? null,
  name: name.trim(),
  description: trimmedOrNull(description ?? null),
  monitorIds: monitorIds ?? [],
  tagIds: tagIds ?? [],
  showsMonitors: showsMonitors ?? false,
  showsUptime: showsUptime ?? true,
  onlyIfDegraded: onlyIfDegraded ?? false
})

const layoutOf = ({ components, groups }: Pick<UpdateStatusPage, "components" | "groups">): LayoutDraft => ({
  ...(groups === undefined ? {} : { groups: groups.map(groupDraft) }),
  ...(components === undefined ? {} : { components: components.map(componentDraft) })
})

const timeZoneOf = (name: string) => {
  const zone = canonicalTimeZone(name)
  return zone === null ? Effect.fail(new BadRequest({ message: messages.maintenanceZone })) : Effect.succeed(zone)
}

const hashOf = (password: string | null) =>
  password === null
    ? Effect.succeed(null)
    : Effect.flatMap(Passwords, ({ hash }) =>
        Effect.catchTag(hash(password), "PasswordsBusy", () =>
          Effect.fail(new Unavailable({ message: messages.unavailable }))
        )
      )

/** Returns the change that a request makes. The change contains only the fields in the request. */
export const patchOf = Effect.fnUntraced(function* (caller: Caller, input: UpdateStatusPage) {
  const { accentColor, description, emailDomains, headerColor, links, logo, name, password, timezone, ...rest } = input
  const { components: _components, groups: _groups, ...plain } = rest
  const image = yield* readLogo(caller, logo)
  const zone = timezone === undefined ? undefined : yield* timeZoneOf(timezone)
  const passwordHash = password === undefined ? undefined : yield* hashOf(password)
  const patch: Partial<StatusPageFields> & LayoutDraft = {
    ...plain,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(description === undefined ? {} : { description: trimmedOrNull(description) }),
    ...(accentColor === undefined ? {} : { accentColor: longColor(accentColor) }),
    ...(headerColor === undefined ? {} : { headerColor: headerColor === null ? null : longColor(headerColor) }),
    ...(links === undefined ? {} : { links: links.map(({ label, url }) => ({ label: label.trim(), url })) }),
    ...(emailDomains === undefined
      ? {}
      : { emailDomains: [...new Set(emailDomains.map((domain) => domain.toLowerCase()))] }),
    ...(image === undefined ? {} : { logo: image }),
    ...(zone === undefined ? {} : { timezone: zone }),
    ...(passwordHash === undefined ? {} : { passwordHash }),
    ...layoutOf(input)
  }
  return patch
})

const defaults = {
  description: null,
  language: "en",
  timezone: null,
  accentColor: DEFAULT_ACCENT,
  headerColor: null,
  links: [],
  logo: null,
  access: "public",
  passwordHash: null,
  emailDomains: [],
  showsWindowNames: false,
  automaticPosts: "draft"
} as const satisfies Omit<StatusPageFields, "name" | "slug">

export const draftOf = Effect.fnUntraced(function* (caller: Caller, input: CreateStatusPage) {
  const { slug } = input
  return { ...defaults, ...(yield* patchOf(caller, input)), slug, name: input.name.trim() }
})

export const previewOf = Effect.fnUntraced(function* (caller: Caller, { pageId = null, ...input }: PreviewStatusPage) {
  const { components, groups, logo, ...drafted } = yield* draftOf(caller, input)
  const fields = input.logo === undefined ? drafted : { ...drafted, logo }
  return {
    pageId,
    fields,
    layout: { ...(groups === undefined ? {} : { groups }), ...(components === undefined ? {} : { components }) }
  } satisfies StatusPageInput
})
