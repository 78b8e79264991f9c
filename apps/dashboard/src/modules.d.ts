declare module "*.css" {
  const names: Readonly<Record<string, string>>
  export default names
}

declare module "virtual:domain-fields" {
  const fields: ReadonlyArray<import("./form/MonitorField.ts").MonitorField>
  export default fields
}

declare module "virtual:page-fields" {
  const fields: ReadonlyArray<import("./form/MonitorField.ts").MonitorField>
  export default fields
}

declare module "virtual:kind-fields" {
  const fields: Readonly<
    Record<import("./api/generalKinds.ts").GeneralKind, ReadonlyArray<import("./form/MonitorField.ts").MonitorField>>
  >
  export default fields
}

declare module "*?worker&url" {
  const url: string
  export default url
}

/** Trusted Types, which TypeScript's own library does not declare. */
declare var trustedTypes:
  | {
      readonly createPolicy: (
        name: string,
        rules: { readonly createScriptURL: (url: string) => string }
      ) => { readonly createScriptURL: (url: string) => string }
    }
  | undefined
