/** A picture for the documents. */
export interface Screen {
  /** The name of the file, without the theme. */
  readonly name: string
  readonly path: string
  /** A selector of what must be visible. */
  readonly shows: string
  /** The height of the window. Default: 800. */
  readonly height?: number
}

/** The screens of the documents. `first` opens what the first row of a list leads to. */
export const screens: ReadonlyArray<Screen & { readonly first?: string }> = [
  { name: "overview", path: "/app", shows: "text=Needs your attention now" },
  { name: "domains", path: "/app/domains", shows: "[data-row='9']" },
  { name: "domain", path: "/app/domains?q=havn", first: "[data-row='0'] a", shows: "canvas", height: 1_000 },
  { name: "incident", path: "/app/incidents", first: "main a[href*='/incidents/']", shows: "text=What to do" }
]
