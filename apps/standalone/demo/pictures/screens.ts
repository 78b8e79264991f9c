export interface Screen {
  /** The name of the picture's file, without the theme. */
  readonly name: string
  readonly path: string
  /** The selector of an element that must be visible before the picture is taken. */
  readonly shows: string
  /** The height of the browser window. Default: 800. */
  readonly height?: number
}

/**
 * The screens in the documents. `first`: the selector of a link to open first, such as the link in the first row of a
 * list.
 */
export const screens: ReadonlyArray<Screen & { readonly first?: string }> = [
  { name: "overview", path: "/app", shows: "text=Needs your attention now" },
  { name: "domains", path: "/app/domains", shows: "[data-row='9']" },
  { name: "domain", path: "/app/domains?q=havn", first: "[data-row='0'] a", shows: "canvas", height: 1_000 },
  { name: "incident", path: "/app/incidents", first: "main a[href*='/incidents/']", shows: "text=What to do" }
]
