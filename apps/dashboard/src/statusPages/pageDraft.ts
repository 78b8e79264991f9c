import type { CreateStatusPage } from "@mon/api-contract"
import type { AutomaticPosts, Language, StatusPage, StatusPageAccess } from "@mon/model"

/** A component in the form. `key` identifies the component while it is edited. */
export interface ComponentItem {
  readonly key: string
  readonly id: string | null
  readonly groupId: string | null
  readonly name: string
  readonly description: string
  readonly monitorIds: ReadonlyArray<string>
  readonly tagIds: ReadonlyArray<string>
  readonly showsMonitors: boolean
  readonly showsUptime: boolean
  readonly onlyIfDegraded: boolean
}

export interface PageDraft {
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly language: Language
  readonly timezone: string
  readonly accentColor: string
  readonly headerColor: string | null
  /** The logo as a `data:` URL. Null: the page has no logo. */
  readonly logo: string | null
  readonly links: ReadonlyArray<{ readonly label: string; readonly url: string }>
  readonly access: StatusPageAccess
  readonly password: string
  readonly emailDomains: string
  readonly showsWindowNames: boolean
  readonly automaticPosts: AutomaticPosts
  readonly groups: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly components: ReadonlyArray<ComponentItem>
}

const DEFAULT_ACCENT = "#2563eb"
export const DEFAULT_HEADER = "#0f172a"

let made = 0
export const newKey = (): string => `new-${++made}`

export const newComponent = (): ComponentItem => ({
  key: newKey(),
  id: null,
  groupId: null,
  name: "",
  description: "",
  monitorIds: [],
  tagIds: [],
  showsMonitors: false,
  showsUptime: true,
  onlyIfDegraded: false
})

export const draftOf = (page: StatusPage | null, language: Language, timezone: string): PageDraft => ({
  name: page?.name ?? "",
  slug: page?.slug ?? "",
  description: page?.description ?? "",
  language: page?.language ?? language,
  timezone: page?.timezone ?? timezone,
  accentColor: page?.accentColor ?? DEFAULT_ACCENT,
  headerColor: page?.headerColor ?? null,
  logo: page?.logo?.data ?? null,
  links: page?.links ?? [],
  access: page?.access ?? "public",
  password: "",
  emailDomains: (page?.emailDomains ?? []).join(", "),
  showsWindowNames: page?.showsWindowNames ?? false,
  automaticPosts: page?.automaticPosts ?? "draft",
  groups: (page?.groups ?? []).map(({ id, name }) => ({ id, name })),
  components: (page?.components ?? []).map(({ description, override: _override, state: _state, ...component }) => ({
    ...component,
    key: component.id,
    description: description ?? ""
  }))
})

const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim())

const layoutOf = ({ components, groups }: PageDraft): Pick<CreateStatusPage, "components" | "groups"> => ({
  groups: groups.filter(({ name }) => name.trim() !== ""),
  components: components
    .filter(({ name }) => name.trim() !== "")
    .map(({ description, groupId, id, key: _key, ...component }) => ({
      ...component,
      ...(id === null ? {} : { id }),
      groupId: groups.some((group) => group.id === groupId && group.name.trim() !== "") ? groupId : null,
      description: orNull(description)
    }))
})

const shown = (draft: PageDraft) => ({
  description: orNull(draft.description),
  language: draft.language,
  timezone: draft.timezone,
  accentColor: draft.accentColor,
  headerColor: draft.headerColor,
  links: draft.links.filter(({ label, url }) => label.trim() !== "" && url.trim() !== ""),
  showsWindowNames: draft.showsWindowNames,
  ...layoutOf(draft)
})

export const domainsOf = ({ emailDomains }: PageDraft): ReadonlyArray<string> =>
  emailDomains.split(/[\s,;]+/u).filter((domain) => domain !== "")

/**
 * Builds the request that saves the form. The request contains the logo only if it was changed, and a password only if
 * the person typed one.
 */
export const toRequest = (draft: PageDraft, page: StatusPage | null): CreateStatusPage => ({
  name: draft.name,
  slug: draft.slug,
  ...shown(draft),
  access: draft.access,
  automaticPosts: draft.automaticPosts,
  emailDomains: domainsOf(draft),
  ...(draft.password === "" ? {} : { password: draft.password }),
  ...(draft.logo === (page?.logo?.data ?? null) ? {} : { logo: draft.logo })
})

const SLUG = /^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$/u

/** Returns the request for a preview as JSON, even while the name and the address are incomplete. */
export const toPreview = (draft: PageDraft, pageId: string | null): string =>
  JSON.stringify({
    pageId,
    name: orNull(draft.name) ?? "…",
    slug: SLUG.test(draft.slug) ? draft.slug : "preview",
    ...shown(draft)
  })

export const moved = <A>(list: ReadonlyArray<A>, from: number, to: number): ReadonlyArray<A> => {
  const entry = list[from]
  if (entry === undefined || to < 0 || to >= list.length) return list
  const others = list.filter((_, index) => index !== from)
  return [...others.slice(0, to), entry, ...others.slice(to)]
}

export const replaced = <A>(list: ReadonlyArray<A>, at: number, changes: Partial<A>): ReadonlyArray<A> =>
  list.map((entry, index) => (index === at ? { ...entry, ...changes } : entry))
