declare module "*.css" {
  const names: Readonly<Record<string, string>>
  export default names
}

declare module "virtual:domain-fields" {
  const fields: ReadonlyArray<import("./form/MonitorField.ts").MonitorField>
  export default fields
}

declare module "virtual:url-fields" {
  const fields: ReadonlyArray<import("./form/MonitorField.ts").MonitorField>
  export default fields
}
