declare module "*.css" {
  const names: Readonly<Record<string, string>>
  export default names
}

declare module "virtual:domain-fields" {
  /** A settable field of a domain, declared in `@mon/model`. */
  export interface DomainField {
    readonly name: string
    readonly type: "text" | "int" | "boolean" | "text[]"
    readonly about: string
    readonly example: unknown
    readonly minimum?: number
    readonly maximum?: number
  }
  const fields: ReadonlyArray<DomainField>
  export default fields
}
